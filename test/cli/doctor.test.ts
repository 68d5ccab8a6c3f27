import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Bip39 } from '@cosmjs/crypto'
import { SigningStargateClient } from '@cosmjs/stargate'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createApi } from '../../src/api/server.ts'
import { signerRoutes } from '../../src/api/routes/signer-routes.ts'
import { createClaimKeys } from '../../src/signer/claim-keys.ts'
import { createTestSigner } from '../claims/test-signer.ts'
import { examine } from '../../src/cli/doctor.ts'
import { tryWebhook } from '../../src/cli/doctor/check-services.ts'
import { problemOfMnemonic, weaknessOfKey } from '../../src/wiring/refuse-unsafe-start.ts'
import type { Network } from '../../src/core/terms/network.ts'
import { hubAddress, hubWallet } from '../../src/devnet/accounts.ts'
import { openDatabase } from '../../src/store/database.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import { openVault } from '../../src/store/claims/vault-keys.ts'
import { configuredPasskeyHost, goByPasskeyHost } from '../../src/store/people/passkey-host.ts'
import {
  APPLICATION,
  CLIENT_SECRET,
  createDiscordApi,
  PUBLIC_KEY,
  TOKEN as DISCORD_TOKEN,
} from '../bots/discord/discord-api.ts'
import { createBotApi, TOKEN as TELEGRAM_TOKEN } from '../bots/telegram/bot-api.ts'
import { startLocalHub } from '../chains/local-hub.ts'
import { claimerRow } from '../store/claim-rows.ts'
import { startNodeServer } from '../chains/node-server.ts'
import { PASSWORD, startSmtpServer, USER } from '../mail/smtp-server.ts'
import { sealAsBefore } from '../claims/seal-as-before.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const KEY = hash('a key-encryption key of this test')
const OTHER_KEY = hash('another one')
const MNEMONIC = Bip39.encode(hash('a relayer of this test')).toString()
const PROVIDER_KEY = 'key-of-the-provider-1234'
const SECRETS = {
  telegram: TELEGRAM_TOKEN,
  discord: DISCORD_TOKEN,
  key: KEY.toString('base64'),
  oldKey: OTHER_KEY.toString('base64'),
  mnemonic: MNEMONIC,
  webhooks: 'wh-secret-0123456789-abcdefghijkl',
  telegramWebhook: 'tg-secret_0123456789-abcdefghijkl',
  client: CLIENT_SECRET,
  x: 'client-secret-of-x',
  password: PASSWORD,
  provider: PROVIDER_KEY,
}

/** What an EVM node says; a row changes it. */
type EvmNode = {
  bornMs: number
  hash: string
  chainId: string
  ageMs: number
  syncing: unknown
  code: string
  knowsFinal: boolean
  isSilent: boolean
  date: Date | undefined
  asked: () => void
}
const WELL: EvmNode = {
  bornMs: 0,
  hash: `0x${'ab'.repeat(32)}`,
  chainId: '0x2105',
  ageMs: 0,
  syncing: false,
  code: '0x60',
  knowsFinal: true,
  isSilent: false,
  date: undefined,
  asked: () => undefined,
}

let node: EvmNode
let otherNode: EvmNode
let otherEvm: Awaited<ReturnType<typeof startNodeServer>>
let evm: Awaited<ReturnType<typeof startNodeServer>>
let oauth: Awaited<ReturnType<typeof startNodeServer>>
let web: Awaited<ReturnType<typeof startNodeServer>>
let oauthAnswer = { status: 400, body: { error: 'invalid_grant' } }
let webAnswer = { status: 200, body: '{"status":"ok"}' }
/** What the host of the key page answers, by path. */
let keyAnswers: Record<string, { status: number; body: string }> = {}
const keyUrl = () => web.url.replace('127.0.0.1', 'localhost')
const keyPage = () => ({ status: 200, body: `<meta name="vouch-pages" content="${web.url}">` })
let local: Awaited<ReturnType<typeof startLocalHub>>
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let telegram: Awaited<ReturnType<typeof createBotApi>>
let discord: Awaited<ReturnType<typeof createDiscordApi>>
let folder: string
let dataDir: string
let isUp: (() => void)[]

const startEvmNode = (which: () => EvmNode) =>
  startNodeServer((body, response) => {
    const { ageMs, bornMs, chainId, code, date, isSilent, knowsFinal, syncing, ...more } = which()
    more.asked()
    if (isSilent) return
    const head = {
      number: '0x10',
      hash: more.hash,
      timestamp: `0x${Math.floor((bornMs - ageMs) / 1000).toString(16)}`,
      transactions: [],
    }
    const headers = {
      'content-type': 'application/json',
      ...(date && { date: date.toUTCString() }),
    }
    if (body === '') return response.writeHead(405, headers).end()
    const { method, params } = JSON.parse(body)
    const answers: Record<string, unknown> = {
      eth_chainId: chainId,
      eth_syncing: syncing,
      eth_getCode: code,
      eth_blockNumber: head.number,
      eth_getLogs: [],
      eth_call: '0x',
      eth_getBlockByNumber: params[0] !== 'finalized' || knowsFinal ? head : null,
    }
    return response
      .writeHead(200, headers)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[method] }))
  })

beforeAll(async () => {
  local = await startLocalHub()
  smtp = await startSmtpServer()
  evm = await startEvmNode(() => node)
  otherEvm = await startEvmNode(() => otherNode)
  oauth = await startNodeServer((_body, response) =>
    response
      .writeHead(oauthAnswer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(oauthAnswer.body)),
  )
  web = await startNodeServer((_body, response, { headers, url = '' }) => {
    const isOfKeys = headers.host?.startsWith('localhost:')
    const answer = isOfKeys ? (keyAnswers[url] ?? { status: 404, body: '' }) : webAnswer
    response.writeHead(answer.status).end(answer.body)
  })
})
afterAll(() =>
  Promise.all([
    evm.stop(),
    otherEvm.stop(),
    oauth.stop(),
    web.stop(),
    smtp.stop(),
    local.hub.stop(),
  ]),
)
beforeEach(async () => {
  node = { ...WELL, bornMs: Date.now() }
  otherNode = { ...node }
  oauthAnswer = { status: 400, body: { error: 'invalid_grant' } }
  webAnswer = { status: 200, body: '{"status":"ok"}' }
  keyAnswers = {}
  telegram = await createBotApi()
  discord = await createDiscordApi()
  folder = mkdtempSync(join(tmpdir(), 'vouch-doctor-'))
  dataDir = join(folder, 'data')
  isUp = []
})
afterEach(async () => {
  for (const end of isUp.splice(0)) end()
  await telegram.close()
  await discord.stop()
  rmSync(folder, { recursive: true })
})

function networkFile(change: (network: Network) => Network = (network) => network): string {
  const rpcs = { base: `${evm.url}/${PROVIDER_KEY}`, neuron: local.hub.rpcUrl }
  const { meta_transaction: _none, ...hub } = local.network.hub // there is none on this hub
  const network: Network = {
    ...local.network,
    local: true,
    hub,
    chains: local.network.chains
      .filter(({ chain_uid }) => chain_uid in rpcs)
      .map((chain) =>
        chain.family === 'evm'
          ? { ...chain, rpc_url: rpcs.base, public_rpc_url: evm.url }
          : { ...chain, rest_url: local.hub.rpcUrl, rpc_url: rpcs.neuron },
      ),
  }
  const path = join(folder, 'network.json')
  writeFileSync(path, JSON.stringify(change(network)), { mode: 0o600 })
  return path
}

/** The chain with a uid, changed. */
const ofOthers = ({ local: _none, ...network }: Network): Network => network
const withChain =
  (uid: string, change: object) =>
  (network: Network): Network => ({
    ...network,
    chains: network.chains.map((chain) =>
      chain.chain_uid === uid ? { ...chain, ...change } : chain,
    ),
  })

/** Everything that can be configured, each against something that answers. */
function environment(): Record<string, string | undefined> {
  const [, place] = smtp.url.split('//')
  return {
    NETWORK: networkFile(),
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_URL: web.url,
    VAULT_KEY: SECRETS.key,
    VAULT_KEY_OLD: SECRETS.oldKey,
    RELAYER_MNEMONIC: MNEMONIC,
    TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_ROOT: discord.url,
    DISCORD_CLIENT_ID: APPLICATION,
    DISCORD_CLIENT_SECRET: SECRETS.client,
    X_CLIENT_ID: 'x-client',
    X_CLIENT_SECRET: SECRETS.x,
    X_API_ROOT: oauth.url,
    SMTP_URL: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@${place}?requireTLS=false`,
    MAIL_FROM: 'vouch@example.com',
    WEBHOOK_HOSTS: 'hooks.example.com',
    WEBHOOK_SECRET: SECRETS.webhooks,
  }
}
const webhook = {
  PUBLIC_URL: 'https://127.0.0.1:2',
  TELEGRAM_WEBHOOK_SECRET: SECRETS.telegramWebhook,
}

async function look(
  env: Record<string, string | undefined>,
  options: Partial<Parameters<typeof examine>[0]> = {},
) {
  const findings = await examine({
    environment: env,
    configFile: undefined,
    now: () => new Date(),
    ...options,
  })
  const shown = JSON.stringify(findings)
  for (const secret of Object.values(SECRETS)) expect(shown).not.toContain(secret)
  return findings
}

/** A server has the data open. */
function run(): ReturnType<typeof openDatabase> {
  const database = openDatabase(dataDir)
  isUp.push(database.close)
  return database
}

/** A server has used this key. */
async function goBy(key: Buffer): Promise<void> {
  const { db, close } = openDatabase(dataDir)
  const set = { vaultKey: key.toString('base64'), vaultKeysOld: [], dataDir }
  await openVault(db, set, { now: () => new Date() })
  close()
}

/** A server has served pages under this host. */
async function haveUsedPasskeys(host: string): Promise<void> {
  const { db, close } = openDatabase(dataDir)
  const unconfirmed = { keyUrl: undefined, passkeyHost: undefined }
  await goByPasskeyHost(db, configuredPasskeyHost(`https://${host}`, unconfirmed), new Date(0))
  close()
}

const sealClaims = (keys: Buffer[]) =>
  addClaims(keys.map((keyEncryptionKey) => (id) => sealAsBefore(keyEncryptionKey, id).sealed))

/** Claims whose keys are found by what each function gives for its id. */
async function addClaims(keys: ((id: string) => Buffer)[]): Promise<void> {
  const { db, close } = openDatabase(dataDir)
  for (const [at, keyOf] of keys.entries()) {
    const id = `${at}`.padStart(24, '0')
    await db
      .insert(claimers)
      .values(claimerRow({ id, heldKey: keyOf(id) }))
      .run()
  }
  close()
}

let taken: Server | undefined
afterEach(() => void taken?.close())
/** A port that another program listens on. */
async function takenPort(): Promise<string> {
  const server = createServer()
  taken = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? `${address.port}` : ''
}

let signer: ReturnType<typeof createApi> | undefined
afterEach(() => signer?.stop())
/** Where a signer listens that knows another token than anybody here. */
async function signerUrl(): Promise<string> {
  const log = pino({ level: 'silent' })
  const ours = createTestSigner({ network: local.network, claimOnChain: async () => undefined })
  signer = createApi({ log, routes: [signerRoutes({ signer: ours, token: 't'.repeat(32) })] })
  return `http://127.0.0.1:${(await signer.start({ port: 0, host: '127.0.0.1' })).port}`
}

test('with nothing configured, everything is in order or not set', async () => {
  const findings = await look({ DATA_DIR: dataDir, PORT: '0' })
  expect(findings.filter(({ state }) => state === 'failure' || state === 'warning')).toEqual([])
  expect(new Set(findings.map(({ check }) => check)).size).toBe(15)
})

test('with everything configured and well, only what an operator has to do is named', async () => {
  await sealClaims([KEY])
  const findings = await look(environment())
  expect(
    findings
      .filter(({ state }) => state !== 'ok')
      .map(({ check, state, what }) => `${state} ${check}: ${what}`),
  ).toEqual([
    expect.stringMatching(/^warning public URL: PUBLIC_URL is not https/),
    expect.stringMatching(/^failure relayer: .* has 0 ueuclid: no claim can be paid out/),
  ])
  const seen = findings.map(({ check, what }) => `${check}: ${what}`)
  for (const expected of [
    /^configuration: Every variable can be used/,
    /^clock: The clock agrees with \d services/,
    /^database: It is whole; claimers: 1, unpaid claims: 0/,
    /^database: VAULT_KEY \(its name is [0-9a-f]{16}\) opens all 1 sealed claim keys/,
    /^chains: base \(127.0.0.1:\d+\) is 8453, at block 16; its contracts are there/,
    /^chains: neuron \(127.0.0.1:\d+\) is neuron-local-1/,
    /^Telegram: Telegram takes the token of @Vouch_Test_Bot; it fetches its updates/,
    /^Discord: Discord takes the token of vouch; interactions come over the gateway/,
    /^mail: 127.0.0.1:\d+ takes the log-in; mails are from vouch@example.com/,
    /^sign-ins: X knows the client/,
    /^sign-ins: Discord knows the client/,
  ])
    expect(seen).toContainEqual(expect.stringMatching(expected))
  expect([...telegram.unexpected, ...discord.unexpected]).toEqual([])
  expect(smtp.arrived).toEqual([]) // no mail was sent
})

type Row = {
  name: string
  env?: () => Promise<Record<string, string | undefined>> | Record<string, string | undefined>
  before?: () => unknown
  options?: () => Partial<Parameters<typeof examine>[0]>
  check: string
  state: 'failure' | 'warning' | 'skipped' | 'ok'
  what: RegExp
  fix?: RegExp
}

const ROWS: Row[] = [
  {
    name: 'a variable that cannot be used',
    env: () => ({ LOG_LEVEL: 'loud' }),
    check: 'configuration',
    state: 'failure',
    what: /^LOG_LEVEL /,
    fix: /^Correct LOG_LEVEL/,
  },
  {
    name: 'variables that do not fit together',
    env: () => ({ SMTP_URL: undefined }),
    check: 'configuration',
    state: 'failure',
    what: /^SMTP_URL and MAIL_FROM go together/,
    fix: /SMTP_URL or MAIL_FROM/,
  },
  {
    name: 'a secret of the wrong form',
    env: () => ({ VAULT_KEY: 'c2hvcnQ=' }),
    check: 'configuration',
    state: 'failure',
    what: /^VAULT_KEY must be base64 of 32 bytes/,
    fix: /VAULT_KEY/,
  },
  ...[
    { name: 'TELEGRAM_BOT_TOKN', fix: /^Did you mean TELEGRAM_BOT_TOKEN\? / },
    { name: 'VAULT_KEYS', fix: /^Did you mean VAULT_KEY\? / },
    { name: 'PUBLICURL', fix: /^Did you mean PUBLIC_URL\? / },
    { name: 'SIGNER_KYE', fix: /^Did you mean SIGNER_KEY\? / },
    { name: 'smtp_url', fix: /^Did you mean SMTP_URL\? / },
    { name: 'DATABASE_PASSWORD', fix: /^Look in \.env\.example / },
  ].map(({ name, fix }): Row => ({
    name: `${name}, which nothing reads`,
    before: () => writeFileSync(join(folder, '.env'), `PORT=0\n${name}=s3cret\n`, { mode: 0o600 }),
    options: () => ({ configFile: join(folder, '.env') }),
    check: 'configuration',
    state: 'warning',
    what: new RegExp(`^\\S*\\.env sets ${name}, which Vouch does not read\\.$`),
    fix,
  })),
  {
    name: 'what Node and libraries read, and every variable of .env.example',
    before: () => {
      const example = readFileSync('.env.example', 'utf8').replaceAll(/^# (?=[A-Z_]+=)/gm, '')
      const others = 'NODE_EXTRA_CA_CERTS=x\nPGSSLMODE=require\nHTTPS_PROXY=x\nno_proxy=y\nTZ=UTC\n'
      writeFileSync(join(folder, '.env'), example + others, { mode: 0o600 })
    },
    options: () => ({ configFile: join(folder, '.env') }),
    check: 'configuration',
    state: 'ok',
    what: /^Every variable can be used/,
  },
  {
    name: 'a network without its secrets',
    env: () => ({ VAULT_KEY: undefined, RELAYER_MNEMONIC: '' }),
    check: 'configuration',
    state: 'failure',
    what: /needs VAULT_KEY and RELAYER_MNEMONIC/,
    fix: /VAULT_KEY or RELAYER_MNEMONIC/,
  },
  {
    name: 'a master key that is too short, for the signer beside the server',
    env: () => ({ SIGNER_KEY: randomBytes(31).toString('base64') }),
    check: 'configuration',
    state: 'failure',
    what: /^SIGNER_KEY must be base64 of 32 bytes/,
    fix: /^Correct SIGNER_KEY/,
  },
  {
    name: 'a cap that is no whole number',
    env: () => ({ SIGNER_CLAIM_USD: '1,000' }),
    check: 'configuration',
    state: 'failure',
    what: /^SIGNER_CLAIM_USD must be whole USD, or "none"/,
    fix: /^Correct SIGNER_CLAIM_USD/,
  },
  {
    name: 'approvals that nobody could give',
    env: () => ({ SIGNER_APPROVE_ABOVE_USD: '100' }),
    check: 'configuration',
    state: 'failure',
    what: /^SIGNER_APPROVE_ABOVE_USD needs SIGNER_APPROVER/,
    fix: /^Correct SIGNER_APPROVE_ABOVE_USD or SIGNER_APPROVER/,
  },
  {
    name: 'a signer that would not start',
    env: () => ({ SIGNER_CLAIM_USD: '1,000' }),
    check: 'signer',
    state: 'skipped',
    what: /^It cannot start until its variables are corrected/,
  },
  {
    name: 'what is set for a signer that runs elsewhere, and is read there',
    env: async () => ({
      SIGNER_URL: await signerUrl(),
      SIGNER_TOKEN: 't'.repeat(32),
      SIGNER_CLAIM_USD: '1,000',
    }),
    check: 'configuration',
    state: 'ok',
    what: /^Every variable can be used/,
  },
  {
    name: 'a network file that is not there',
    env: () => ({ NETWORK: 'nowhere.json' }),
    check: 'chains',
    state: 'failure',
    what: /nowhere\.json cannot be used: there is no such file/,
    fix: /docs\/networks\.md/,
  },
  {
    name: 'a key that is zeros, with chains of others',
    env: () => ({
      VAULT_KEY: Buffer.alloc(32).toString('base64'),
      NETWORK: networkFile(ofOthers),
    }),
    check: 'secrets',
    state: 'failure',
    what: /^VAULT_KEY is one byte over and over/,
    fix: /openssl rand -base64 32", set it as VAULT_KEY, .* to VAULT_KEY_OLD/,
  },
  {
    name: 'a key that is zeros, on chains of this machine',
    env: () => ({ VAULT_KEY: Buffer.alloc(32).toString('base64') }),
    check: 'secrets',
    state: 'warning',
    what: /^VAULT_KEY is one byte over and over/,
    fix: /openssl/,
  },
  {
    name: 'a master key that counts up, with chains of others',
    env: () => ({
      SIGNER_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64'),
      NETWORK: networkFile(ofOthers),
    }),
    check: 'secrets',
    state: 'failure',
    what: /^SIGNER_KEY counts up or down: whoever guesses it can claim everything/,
    fix: /^Make one with "openssl rand -base64 32", .*set it as SIGNER_KEY, .* to SIGNER_KEY_OLD/,
  },
  {
    name: 'a master key of before that is zeros',
    env: () => ({
      SIGNER_KEY: SECRETS.key,
      SIGNER_KEY_OLD: `${SECRETS.oldKey},${Buffer.alloc(32).toString('base64')}`,
    }),
    check: 'secrets',
    state: 'warning',
    what: /^A key of SIGNER_KEY_OLD is one byte over and over/,
    fix: /claims recover --send.*out of SIGNER_KEY_OLD/,
  },
  {
    name: 'a key of before that is zeros',
    env: () => ({ VAULT_KEY_OLD: Buffer.alloc(32).toString('base64') }),
    check: 'secrets',
    state: 'warning',
    what: /^A key of VAULT_KEY_OLD is one byte over and over/,
    fix: /^Take it out of VAULT_KEY_OLD/,
  },
  {
    name: 'the same key twice',
    env: () => ({ VAULT_KEY_OLD: KEY.toString('base64') }),
    check: 'secrets',
    state: 'warning',
    what: /the same key twice/,
    fix: /out of VAULT_KEY_OLD/,
  },
  {
    name: 'a shared secret of few characters',
    env: () => ({ WEBHOOK_SECRET: 'ab'.repeat(20) }),
    check: 'secrets',
    state: 'failure',
    what: /^WEBHOOK_SECRET has few different characters/,
    fix: /openssl rand -hex 32/,
  },
  {
    name: 'a mnemonic that everybody knows',
    env: () => ({
      RELAYER_MNEMONIC: 'test test test test test test test test test test test junk',
      NETWORK: networkFile(ofOthers),
    }),
    check: 'relayer',
    state: 'failure',
    what: /everybody knows/,
    fix: /of your own/,
  },
  {
    name: 'a mnemonic with a wrong word',
    env: () => ({ RELAYER_MNEMONIC: MNEMONIC.replace(/^\w+/, 'vouch') }),
    check: 'relayer',
    state: 'failure',
    what: /^RELAYER_MNEMONIC is no mnemonic/,
    fix: /Copy its words again/,
  },
  {
    name: 'files that others can read',
    before: () => {
      run()
      writeFileSync(join(dataDir, 'vault.key'), 'key')
      chmodSync(join(dataDir, 'vault.key'), 0o644)
      chmodSync(dataDir, 0o755)
    },
    check: 'rights',
    state: 'failure',
    what: /Others on this machine can read .*vault\.key/,
    fix: /^chmod go= \S*vault\.key$/,
  },
  {
    name: 'a signer’s files that others can read',
    env: () => ({ SIGNER_DIR: join(folder, 'signer') }),
    before: () => {
      mkdirSync(join(folder, 'signer'))
      writeFileSync(join(folder, 'signer', 'master.key'), 'key', { mode: 0o644 })
      writeFileSync(join(folder, 'signer', 'signer.sqlite'), '', { mode: 0o644 })
      writeFileSync(join(folder, 'signer', 'pause'), '', { mode: 0o644 })
    },
    check: 'rights',
    state: 'failure',
    what: /^Others on this machine can read \S*signer\/master\.key, \S*signer\/signer\.sqlite\.$/,
    fix: /^chmod go= \S*signer\/master\.key \S*signer\/signer\.sqlite$/,
  },
  {
    name: 'a folder that others can write to',
    before: () => {
      mkdirSync(join(dataDir, 'signer'), { recursive: true })
      chmodSync(join(dataDir, 'signer'), 0o777)
    },
    check: 'rights',
    state: 'failure',
    what: /^Others on this machine can put other files in the place of those in \S*signer\./,
    fix: /^chmod go-w \S*signer$/,
  },
  {
    name: 'a network file with a key of a provider that everybody can read',
    before: () => chmodSync(join(folder, 'network.json'), 0o644),
    check: 'rights',
    state: 'warning',
    what: /^Everybody on this machine can read \S*network\.json, and a node's address in it may hold a key\./,
    fix: /^Have it belong to the user or the group that runs Vouch, then: chmod o= \S*network\.json$/,
  },
  {
    name: 'a network file with a key of a provider, for the group of the service',
    before: () => chmodSync(join(folder, 'network.json'), 0o640),
    check: 'rights',
    state: 'ok',
    what: /^Only the owner can read the database and keys/,
  },
  {
    name: 'a configuration of the environment, which doctor cannot see',
    env: () => ({ NETWORK: networkFile(ofOthers) }),
    check: 'rights',
    state: 'skipped',
    what: /from the environment, and who can read the file behind that/,
  },
  {
    name: 'a configuration file that others can read',
    before: () => writeFileSync(join(folder, 'prod.env'), '', { mode: 0o640 }),
    options: () => ({ configFile: join(folder, 'prod.env') }),
    check: 'rights',
    state: 'failure',
    what: /prod\.env/,
    fix: /^chmod go= /,
  },
  {
    name: 'a clock that is ten minutes behind',
    options: () => ({ now: () => new Date(Date.now() - 600_000) }),
    check: 'clock',
    state: 'failure',
    what: /10 min behind/,
    fix: /NTP/,
  },
  {
    name: 'a clock that is 15 s ahead',
    options: () => ({ now: () => new Date(Date.now() + 15_000) }),
    check: 'clock',
    state: 'warning',
    what: /1\d s ahead/,
    fix: /NTP/,
  },
  {
    name: 'a database that is damaged',
    before: () => {
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, 'vouch.sqlite'), 'this was a database')
    },
    check: 'database',
    state: 'failure',
    what: /damaged: file is not a database/,
    fix: /vouch restore/,
  },
  {
    name: 'a database that the disk does not let be looked at, which may be whole',
    before: () => mkdirSync(join(dataDir, 'vouch.sqlite'), { recursive: true }),
    check: 'database',
    state: 'failure',
    what: /^This could not be looked at: The database in \S+ cannot be opened: .*\(SQLITE_IOERR_READ\)\. The disk could not be read or written: make room or check the disk/,
    fix: /^Mend what it says/,
  },
  {
    name: 'a database that is looked at when chains have been asked, and so keeps none of their answers waiting',
    before: () => {
      mkdirSync(dataDir)
      node.asked = () => writeFileSync(join(dataDir, 'vouch.sqlite'), 'this was a database')
    },
    check: 'database',
    state: 'failure',
    what: /damaged: file is not a database/,
    fix: /vouch restore/,
  },
  {
    name: 'a database of a newer version',
    before: async () => {
      const { db } = run()
      await db.run("insert into __drizzle_migrations (hash, created_at) values ('new', 9e15)")
    },
    check: 'database',
    state: 'failure',
    what: /newer version/,
    fix: /Run that version/,
  },
  {
    name: 'a database that goes by another key',
    before: () => goBy(hash('lost')),
    check: 'database',
    state: 'failure',
    what: /^The database goes by the key named [0-9a-f]{16}, and what is set is [0-9a-f]{16}, [0-9a-f]{16}: the server does not start/,
    fix: /VAULT_KEY_OLD/,
  },
  {
    name: 'a database that goes by an old key',
    before: () => goBy(OTHER_KEY),
    check: 'database',
    state: 'ok',
    what: /^VAULT_KEY .* opens all 0 sealed claim keys/,
  },
  {
    name: 'a host that passkeys do not belong to',
    env: () => ({ NETWORK: networkFile(ofOthers), PASSKEY_HOST: 'another.example.com' }),
    before: () => haveUsedPasskeys('tips.example.com'),
    check: 'database',
    state: 'failure',
    what: /^Passkeys have belonged to tips\.example\.com since .*, and the host of PUBLIC_URL is 127\.0\.0\.1: no account of a passkey opens there/,
    fix: /Set PUBLIC_URL back.*PASSKEY_HOST=127\.0\.0\.1/,
  },
  {
    name: 'a new host for passkeys, confirmed by its name',
    env: () => ({ NETWORK: networkFile(ofOthers), PASSKEY_HOST: '127.0.0.1' }),
    before: () => haveUsedPasskeys('tips.example.com'),
    check: 'database',
    state: 'ok',
    what: /^Accounts of passkeys belong to 127\.0\.0\.1, as all pages do; with KEY_URL/,
  },
  {
    name: 'a host for the key page alone, which passkeys do not belong to yet',
    env: () => ({ NETWORK: networkFile(ofOthers), KEY_URL: 'http://keys.example.com' }),
    before: () => haveUsedPasskeys('tips.example.com'),
    check: 'database',
    state: 'failure',
    what: /and the host of KEY_URL is keys\.example\.com/,
    fix: /PASSKEY_HOST=keys\.example\.com/,
  },
  {
    name: 'a host for the key page alone, which passkeys belong to',
    env: () => ({ NETWORK: networkFile(ofOthers), KEY_URL: 'http://keys.example.com' }),
    before: () => haveUsedPasskeys('keys.example.com'),
    check: 'database',
    state: 'ok',
    what: /^Accounts of passkeys belong to keys\.example\.com, the host of the key page alone/,
  },
  {
    name: 'a local network whose key is gone',
    env: () => ({ NETWORK: '', VAULT_KEY: '', VAULT_KEY_OLD: '' }),
    before: () => goBy(KEY),
    check: 'database',
    state: 'failure',
    what: /^The database goes by the key named [0-9a-f]{16}, and there is none/,
    fix: /vault\.key/,
  },
  {
    name: 'claim keys that no key opens',
    before: () => sealClaims([KEY, hash('lost'), hash('lost')]),
    check: 'database',
    state: 'failure',
    what: /^2 of 3 claim keys open with no key that is set/,
    fix: /VAULT_KEY_OLD/,
  },
  {
    name: 'claim keys under an old key',
    before: () => sealClaims([KEY, OTHER_KEY]),
    check: 'database',
    state: 'warning',
    what: /^1 of 2 claim keys are still sealed with a key of VAULT_KEY_OLD/,
    fix: /vouch vault rotate/,
  },
  {
    name: 'a network with real money, and no key for its claims',
    env: () => ({ NETWORK: networkFile(ofOthers) }),
    check: 'signer',
    state: 'failure',
    what: /^SIGNER_KEY is not set, and no signer runs elsewhere/,
    fix: /openssl rand -base64 32.*SIGNER_URL/,
  },
  {
    name: 'a signer that wants another token',
    env: async () => ({ SIGNER_URL: await signerUrl(), SIGNER_TOKEN: 'x'.repeat(32) }),
    check: 'signer',
    state: 'failure',
    what: /^It answers at 127\.0\.0\.1:\d+ with 401/,
    fix: /SIGNER_TOKEN/,
  },
  {
    name: 'a signer without the key that claims come from',
    before: () =>
      addClaims([(id) => createClaimKeys({ master: Buffer.alloc(32, 8) }).make(id).key]),
    env: async () => ({ SIGNER_URL: await signerUrl(), SIGNER_TOKEN: 't'.repeat(32) }),
    check: 'signer',
    state: 'failure',
    what: /^1 claim keys come from a master key named [0-9a-f]{16}, which it does not have/,
    fix: /SIGNER_KEY_OLD/,
  },
  {
    name: 'pay-outs that are paused',
    before: () => {
      mkdirSync(join(dataDir, 'signer'), { recursive: true })
      writeFileSync(join(dataDir, 'signer', 'pause'), '')
    },
    check: 'signer',
    state: 'warning',
    what: /^All pay-outs are paused by .*pause/,
    fix: /Delete that file/,
  },
  {
    name: 'a port that is taken',
    env: async () => ({ PORT: await takenPort() }),
    check: 'port',
    state: 'failure',
    what: /cannot listen on 127\.0\.0\.1:\d+: EADDRINUSE/,
    fix: /set PORT to another/,
  },
  {
    name: 'a port of metrics that is taken',
    env: async () => ({ METRICS_PORT: await takenPort() }),
    check: 'port',
    state: 'failure',
    what: /cannot listen on 127\.0\.0\.1:\d+: EADDRINUSE/,
    fix: /set METRICS_PORT to another/,
  },
  {
    name: 'the usual port of metrics at an address that is not ours, with chains of others',
    env: () => ({ METRICS_HOST: '203.0.113.1', NETWORK: networkFile(ofOthers) }),
    check: 'port',
    state: 'failure',
    what: /cannot listen on 203\.0\.113\.1:9464: EADDRNOTAVAIL/,
    fix: /^Set METRICS_HOST to an address of this machine.*and METRICS_PORT to/,
  },
  {
    name: 'one port for both',
    env: async () => {
      const port = await takenPort()
      taken?.close()
      return { PORT: port, METRICS_PORT: port }
    },
    check: 'port',
    state: 'failure',
    what: /cannot listen on 127\.0\.0\.1:\d+: EADDRINUSE/,
    fix: /set METRICS_PORT to another/,
  },
  {
    name: 'an address that is not ours',
    env: () => ({ HOST: '203.0.113.1', PORT: '8787' }),
    check: 'port',
    state: 'failure',
    what: /EADDRNOTAVAIL/,
    fix: /HOST/,
  },
  {
    name: 'a server that answers elsewhere',
    env: () => ({ PORT: '2' }),
    before: run,
    check: 'port',
    state: 'warning',
    what: /does not answer on 127\.0\.0\.1:2/,
    fix: /Look at its log/,
  },
  {
    name: 'no public URL, with bots',
    env: () => ({
      PUBLIC_URL: undefined,
      NETWORK: networkFile(ofOthers),
    }),
    check: 'public URL',
    state: 'failure',
    what: /links in chats and mails lead to http:\/\/127\.0\.0\.1/,
    fix: /Set PUBLIC_URL/,
  },
  {
    name: 'a public URL that is not https',
    env: () => ({
      NETWORK: networkFile(ofOthers),
    }),
    check: 'public URL',
    state: 'failure',
    what: /is not https/,
    fix: /certificate/,
  },
  {
    name: 'a proxy that is not believed',
    env: () => webhook,
    check: 'public URL',
    state: 'warning',
    what: /TRUSTED_PROXIES is not set/,
    fix: /^Set TRUSTED_PROXIES/,
  },
  {
    name: 'a public URL that leads nowhere, while the server runs',
    env: () => webhook,
    before: run,
    check: 'public URL',
    state: 'failure',
    what: /does not lead to the server: ECONNREFUSED/,
    fix: /proxy/,
  },
  {
    name: 'a public URL that leads to somebody else, while the server runs',
    before: () => {
      run()
      webAnswer = { status: 200, body: 'It works!' }
    },
    check: 'public URL',
    state: 'failure',
    what: /somebody else answers there/,
    fix: /proxy/,
  },
  {
    name: 'a public URL that cannot be tried yet',
    env: () => webhook,
    check: 'public URL',
    state: 'skipped',
    what: /can be asked when the server runs/,
  },
  {
    name: 'a host of the key page that leads there and to nothing else',
    env: () => ({ KEY_URL: keyUrl() }),
    before: () => {
      run()
      keyAnswers = { '/key': keyPage() }
    },
    check: 'key URL',
    state: 'ok',
    what: /^http:\/\/localhost:\d+ leads to the key page, and to nothing else/,
  },
  {
    name: 'a host of the key page that a proxy passes on under another name',
    env: () => ({ KEY_URL: keyUrl() }),
    before: () => {
      run()
      keyAnswers = { '/key': { status: 302, body: '' } }
    },
    check: 'key URL',
    state: 'failure',
    what: /\/key does not lead to the key page of this server: HTTP 302/,
    fix: /in the header Host/,
  },
  {
    name: 'a host of the key page that leads to the one of another server',
    env: () => ({ KEY_URL: keyUrl() }),
    before: () => {
      run()
      keyAnswers = { '/key': { status: 200, body: '<meta content="https://other.example.com">' } }
    },
    check: 'key URL',
    state: 'failure',
    what: /\/key does not lead to the key page of this server: HTTP 200/,
    fix: /Check the name/,
  },
  {
    name: 'a host of the key page that leads to more than that',
    env: () => ({ KEY_URL: keyUrl() }),
    before: () => {
      run()
      keyAnswers = { '/key': keyPage(), '/health': { status: 200, body: '{"status":"ok"}' } }
    },
    check: 'key URL',
    state: 'failure',
    what: /leads to more than the key page: \/health answers with HTTP 200/,
    fix: /proxy/,
  },
  {
    name: 'a host of the key page that cannot be tried yet',
    env: () => ({ KEY_URL: keyUrl() }),
    check: 'key URL',
    state: 'skipped',
    what: /can be asked when the server runs/,
  },
  {
    name: 'a node of another chain',
    before: () => void (node.chainId = '0x1'),
    check: 'chains',
    state: 'failure',
    what: /^base \(127\.0\.0\.1:\d+\) is the chain 1, not 8453/,
    fix: /rpc_url, or chain_id/,
  },
  {
    name: 'a node whose head is old',
    before: () => void (node.ageMs = 900_000),
    check: 'chains',
    state: 'failure',
    what: /not in step: its newest block, 16, is 15 min old/,
    fix: /another node/,
  },
  {
    name: 'a node that is catching up',
    before: () => void (node.syncing = { currentBlock: '0x1' }),
    check: 'chains',
    state: 'failure',
    what: /still catching up/,
    fix: /Wait for it/,
  },
  {
    name: 'a node from the future',
    before: () => void (node.ageMs = -60_000),
    check: 'chains',
    state: 'warning',
    what: /in the future/,
    fix: /clock/,
  },
  {
    name: 'a node without the factory',
    before: () => void (node.code = '0x'),
    check: 'chains',
    state: 'failure',
    what: /has no contract at 0x171931f5670037173b9db13ab83186adab350cf2/,
    fix: /addresses in the network file/,
  },
  {
    name: 'a node of a key, and none for everybody',
    env: () => ({ NETWORK: networkFile(withChain('base', { public_rpc_url: undefined })) }),
    check: 'chains',
    state: 'warning',
    what: /^rpc_url of base .* may hold a key, so pages and wallets are told of no node/,
    fix: /public_rpc_url/,
  },
  {
    name: 'a key in what everybody is told',
    env: () => ({
      NETWORK: networkFile(withChain('base', { public_rpc_url: `${evm.url}/?apikey=1` })),
    }),
    check: 'chains',
    state: 'warning',
    what: /^public_rpc_url of base .* looks as if it held a key/,
    fix: /without a key/,
  },
  {
    name: 'a REST address of a key',
    env: () => ({
      NETWORK: networkFile(
        withChain('neuron', { rest_url: `${local.hub.rpcUrl}/${PROVIDER_KEY}` }),
      ),
    }),
    check: 'chains',
    state: 'warning',
    what: /^rest_url of neuron .* may hold a key/,
    fix: /rest_url/,
  },
  {
    name: 'a hub without its contracts',
    env: () => ({
      NETWORK: networkFile((network) => ({
        ...network,
        hub: { ...network.hub, claimer: local.network.hub.router.replace(/.{6}$/, 'qqqqqq') },
      })),
    }),
    check: 'chains',
    state: 'failure',
    what: /^neuron .* has no contract at euclid1\w+qqqqqq\./,
    fix: /addresses in the network file/,
  },
  {
    name: 'a node that does not know what is final',
    before: () => void (node.knowsFinal = false),
    check: 'chains',
    state: 'failure',
    what: /does not say which block is final/,
    fix: /finality/,
  },
  {
    name: 'a node that cannot be reached',
    env: () => ({ NETWORK: networkFile(withChain('base', { rpc_url: 'http://127.0.0.1:2/x' })) }),
    check: 'chains',
    state: 'failure',
    what: /^base \(127\.0\.0\.1:2\): .*no connection/,
    fix: /rpc_url/,
  },
  {
    name: 'a further node that cannot be reached',
    env: () => ({
      NETWORK: networkFile(withChain('base', { rpc_urls: [`http://127.0.0.1:2/${PROVIDER_KEY}`] })),
    }),
    check: 'chains',
    state: 'failure',
    what: /^base rpc_urls\.0 \(127\.0\.0\.1:2\): .*no connection/,
    fix: /Check rpc_urls\.0/,
  },
  {
    name: 'further nodes of another chain',
    env: () => ({
      NETWORK: networkFile(withChain('base', { rpc_urls: [`${otherEvm.url}/${PROVIDER_KEY}`] })),
    }),
    before: () => void (otherNode.chainId = '0x1'),
    check: 'chains',
    state: 'failure',
    what: /^base rpc_urls\.0 \(127\.0\.0\.1:\d+\) is the chain 1, not 8453/,
    fix: /rpc_url/,
  },
  {
    name: 'a further node that is not in step',
    env: () => ({
      NETWORK: networkFile(withChain('base', { rpc_urls: [`${otherEvm.url}/${PROVIDER_KEY}`] })),
    }),
    before: () => void (otherNode.ageMs = 900_000),
    check: 'chains',
    state: 'failure',
    what: /^base rpc_urls\.0 .* is not in step/,
    fix: /another node/,
  },
  {
    name: 'nodes that contradict each other',
    env: () => ({
      NETWORK: networkFile(withChain('base', { rpc_urls: [`${otherEvm.url}/${PROVIDER_KEY}`] })),
    }),
    before: () => void (otherNode.hash = `0x${'cd'.repeat(32)}`),
    check: 'chains',
    state: 'failure',
    what: /^The nodes of base \(rpc_url \(127\.0\.0\.1:\d+\), rpc_urls\.0 \(127\.0\.0\.1:\d+\)\): .*contradict each other about block 16\. Nothing/,
    fix: /take the wrong one out/,
  },
  {
    name: 'nodes that agree',
    env: () => ({
      NETWORK: networkFile(withChain('base', { rpc_urls: [`${otherEvm.url}/${PROVIDER_KEY}`] })),
    }),
    check: 'chains',
    state: 'ok',
    what: /^The nodes of base say the same of block 16, which is final/,
  },
  {
    name: 'nodes of one host',
    env: () => ({
      NETWORK: networkFile(withChain('base', { rpc_urls: [`${otherEvm.url}/${PROVIDER_KEY}`] })),
    }),
    check: 'chains',
    state: 'warning',
    what: /^The nodes of base have a host in common/,
    fix: /nothing to do with each other/,
  },
  {
    name: 'a node that never answers',
    before: () => void (node.isSilent = true),
    options: () => ({ questionMs: 100 }),
    check: 'chains',
    state: 'failure',
    what: /no answer within 100 ms/,
    fix: /rpc_url/,
  },
  {
    name: 'a check that never ends',
    before: () => void (node.isSilent = true),
    options: () => ({ checkMs: 100, questionMs: 2000 }),
    check: 'chains',
    state: 'failure',
    what: /no answer within 0\.1 s/,
    fix: /firewall/,
  },
  {
    name: 'a hub with another id',
    env: () => ({ NETWORK: networkFile(withChain('neuron', { chain_id: 'neuron-1' })) }),
    check: 'chains',
    state: 'failure',
    what: /is the chain neuron-local-1, not neuron-1/,
    fix: /chain_id/,
  },
  {
    name: 'a REST address that does not answer',
    env: () => ({ NETWORK: networkFile(withChain('neuron', { rest_url: 'http://127.0.0.1:2' })) }),
    check: 'chains',
    state: 'warning',
    what: /REST address of neuron .* does not answer/,
    fix: /rest_url/,
  },
  {
    name: 'a token that Telegram does not take',
    env: () => ({ TELEGRAM_BOT_TOKEN: '1:wrong' }),
    check: 'Telegram',
    state: 'failure',
    what: /does not take the token/,
    fix: /@BotFather/,
  },
  {
    name: 'a Telegram that cannot be reached',
    env: () => ({ TELEGRAM_API_ROOT: 'http://127.0.0.1:2' }),
    check: 'Telegram',
    state: 'failure',
    what: /could not be reached/,
    fix: /TELEGRAM_API_ROOT/,
  },
  {
    name: 'a webhook of another program, while we would fetch',
    before: () => setWebhook('https://other.example/secret-path'),
    check: 'Telegram',
    state: 'warning',
    what: /brings updates to other\.example, and this server would fetch/,
    fix: /bot of its own/,
  },
  {
    name: 'a webhook that leads elsewhere',
    env: () => webhook,
    before: () => setWebhook('https://other.example/secret-path'),
    check: 'Telegram',
    state: 'failure',
    what: /webhook leads to other\.example, not to https:\/\/127\.0\.0\.1:2\/telegram\/webhook/,
    fix: /Restart Vouch/,
  },
  {
    name: 'no webhook, before the start',
    env: () => webhook,
    check: 'Telegram',
    state: 'skipped',
    what: /is set when the server starts/,
  },
  {
    name: 'no webhook, while the server runs',
    env: () => webhook,
    before: run,
    check: 'Telegram',
    state: 'failure',
    what: /No webhook is set although the server runs/,
    fix: /log/,
  },
  {
    name: 'a webhook that Telegram cannot reach',
    env: () => webhook,
    before: async () => {
      await setWebhook('https://127.0.0.1:2/telegram/webhook')
      telegram.failToBring(new Date(Date.now() - 300_000), `Refused, ${TELEGRAM_TOKEN}`)
    },
    check: 'Telegram',
    state: 'failure',
    what: /could not bring an update 5 min ago: Refused, <TELEGRAM_BOT_TOKEN>/,
    fix: /X-Telegram-Bot-Api-Secret-Token/,
  },
  ...(
    [
      { status: 405, state: 'failure', what: /does not come to the server: HTTP 405\./ },
      { status: 401, state: 'ok', what: /^Discord takes the token/ },
    ] as const
  ).map(({ status, state, what }): Row => ({
    name: `HTTP ${status} to an interaction that nobody has signed, while the server runs`,
    env: () => ({ DISCORD_PUBLIC_KEY: PUBLIC_KEY }),
    before: () => {
      run()
      webAnswer = { status, body: '' }
      discord.sendInteractionsTo(`${web.url}/discord/interactions`)
    },
    check: 'Discord',
    state,
    what,
    ...(state === 'failure' && { fix: /pass POST \/discord\/interactions on/ }),
  })),
  {
    name: 'a webhook of ours that nobody passes on, while the server runs',
    env: () => webhook,
    before: async () => {
      run()
      await setWebhook('https://127.0.0.1:2/telegram/webhook')
    },
    check: 'Telegram',
    state: 'failure',
    what: /^What is posted to https:\/\/127\.0\.0\.1:2\/telegram\/webhook does not come to the server: ECONNREFUSED\./,
    fix: /pass POST \/telegram\/webhook on/,
  },
  {
    name: 'a token that Discord does not take',
    env: () => ({ DISCORD_BOT_TOKEN: 'a.b.c' }),
    check: 'Discord',
    state: 'failure',
    what: /does not take the token/,
    fix: /DISCORD_BOT_TOKEN/,
  },
  {
    name: 'a Discord that cannot be reached',
    env: () => ({ DISCORD_API_ROOT: 'http://127.0.0.1:2' }),
    check: 'Discord',
    state: 'failure',
    what: /^Discord could not be reached: ECONNREFUSED\.$/,
    fix: /DISCORD_API_ROOT/,
  },
  {
    name: 'another application’s public key',
    env: () => ({ DISCORD_PUBLIC_KEY: 'cd'.repeat(32) }),
    check: 'Discord',
    state: 'failure',
    what: /DISCORD_PUBLIC_KEY is not that of the application/,
    fix: /General Information/,
  },
  {
    name: 'interactions at the gateway, while we wait over HTTP',
    env: () => ({ DISCORD_PUBLIC_KEY: PUBLIC_KEY }),
    check: 'Discord',
    state: 'failure',
    what: /to the gateway, and this server waits for them over HTTP/,
    fix: /\/discord\/interactions as Interactions Endpoint URL/,
  },
  {
    name: 'interactions over HTTP, while we wait at the gateway',
    before: () => discord.sendInteractionsTo('https://other.example/x'),
    check: 'Discord',
    state: 'failure',
    what: /to other\.example, and this server waits for them at the gateway/,
    fix: /DISCORD_PUBLIC_KEY/,
  },
  {
    name: 'interactions to another address',
    env: () => ({ DISCORD_PUBLIC_KEY: PUBLIC_KEY }),
    before: () => discord.sendInteractionsTo('https://other.example/x'),
    check: 'Discord',
    state: 'failure',
    what: /to other\.example, not to http:\/\/127\.0\.0\.1:\d+\/discord\/interactions/,
    fix: /PUBLIC_URL/,
  },
  {
    name: 'signing in with another application',
    env: () => ({ DISCORD_CLIENT_ID: '12' }),
    check: 'Discord',
    state: 'warning',
    what: /DISCORD_CLIENT_ID is another application/,
    fix: new RegExp(APPLICATION),
  },
  {
    name: 'a mail server that refuses the log-in, and repeats it',
    env: () => ({
      SMTP_URL: smtp.url.replace('//', `//somebody:${encodeURIComponent(PASSWORD)}@`),
    }),
    check: 'mail',
    state: 'failure',
    what: /refuses the log-in: 535\.$/,
    fix: /user and password in SMTP_URL/,
  },
  {
    name: 'a password of which a shown name would tell where it stands',
    env: () => ({ SMTP_URL: 'smtp://user:p@smtp.invalid' }),
    check: 'mail',
    state: 'failure',
    what: /^smtp\.invalid could not be reached: .*smtp\.invalid\.$/,
    fix: /SMTP_URL/,
  },
  {
    name: 'a password that is a word, or no right address',
    env: () => ({ SMTP_URL: 'smtp://user:chains%E0%A4@127.0.0.1:2' }),
    check: 'mail',
    state: 'failure',
    what: /could not be reached/,
    fix: /SMTP_URL/,
  },
  {
    name: 'a mail server that cannot be reached',
    env: () => ({ SMTP_URL: 'smtp://127.0.0.1:2' }),
    check: 'mail',
    state: 'failure',
    what: /could not be reached: .*ECONNREFUSED/,
    fix: /host and port in SMTP_URL/,
  },
  {
    name: 'a client that X does not know',
    before: () => void (oauthAnswer = { status: 401, body: { error: 'invalid_client' } }),
    check: 'sign-ins',
    state: 'failure',
    what: /^X does not know the client, or has trouble of its own: /,
    fix: /X_CLIENT_ID and its secret/,
  },
  {
    name: 'a client that Discord does not know',
    env: () => ({ DISCORD_CLIENT_SECRET: 'of-another-application' }),
    check: 'sign-ins',
    state: 'failure',
    what: /^Discord does not know the client/,
    fix: /DISCORD_CLIENT_ID and its secret/,
  },
  {
    name: 'an X that cannot be reached',
    env: () => ({ X_API_ROOT: 'http://127.0.0.1:2' }),
    check: 'sign-ins',
    state: 'failure',
    what: /^X could not be reached: ECONNREFUSED\.$/,
    fix: /names, firewall, proxy/,
  },
]

/** As another program of the same bot would. */
async function setWebhook(url: string): Promise<void> {
  await fetch(`${telegram.url}/bot${TELEGRAM_TOKEN}/setWebhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      url,
      secret_token: SECRETS.telegramWebhook,
      allowed_updates: ['message', 'callback_query', 'inline_query', 'chosen_inline_result'],
    }),
  })
}

describe('what is wrong is said, with how to mend it', () => {
  test.each(ROWS)('$name', async ({ env, before, options, check, state, what, fix }) => {
    const well = environment()
    const changed = { ...well, ...(await env?.()) }
    await before?.()
    const findings = (await look(changed, options?.())).filter((each) => each.check === check)
    expect(findings).toContainEqual({
      check,
      state,
      what: expect.stringMatching(what),
      ...(fix && { fix: expect.stringMatching(fix) }),
    })
  })

  // By itself, since Telegram takes https alone, and nobody here has a certificate that is believed.
  test.each([
    { status: 400, found: [] },
    { status: 503, found: [] },
    { status: 401, found: [/comes without the secret, or with another/] },
    { status: 404, found: [/does not come to the server: HTTP 404\./] },
  ])('HTTP $status to what is no update at the webhook', async ({ status, found }) => {
    webAnswer = { status, body: '' }
    const url = `${web.url}/telegram/webhook`
    const findings = await tryWebhook({ url, secret: SECRETS.telegramWebhook }, 8_000)
    expect(findings).toMatchObject(
      found.map((what) => ({ state: 'failure', what: expect.stringMatching(what) })),
    )
  })

  test('everything that is wrong comes with something to do', async () => {
    const findings = await look({ ...environment(), ...webhook, PORT: 'x', SMTP_URL: 'y' })
    for (const { state, fix } of findings)
      expect(fix === undefined).toBe(state === 'ok' || state === 'skipped')
  })

  test('nothing is left behind, and nothing is made', async () => {
    await look(environment())
    expect(statSync(dataDir, { throwIfNoEntry: false })).toBeUndefined()
  })
})

test('the relayer’s gas is counted in pay-outs', async () => {
  const wallet = await hubWallet('alice')
  const client = await SigningStargateClient.connectWithSigner(local.hub.rpcUrl, wallet, {
    broadcastPollIntervalMs: 20,
  })
  const relayer = async () =>
    (await look(environment())).find(
      ({ check, what }) => check === 'relayer' && /ueuclid/.test(what),
    )
  const [, address = ''] =
    /^(euclid1\w+) on neuron has 0 /.exec((await relayer())?.what ?? '') ?? []
  // 250,000 gas at 0.025 ueuclid are 6,250 ueuclid.
  for (const { amount, has, payOuts, state, says = '' } of [
    {
      amount: 62_500,
      has: 62_500,
      payOuts: 10,
      state: 'failure',
      says: ' Below 50 no new claims are taken on.',
    },
    {
      amount: 625_000,
      has: 687_500,
      payOuts: 110,
      state: 'warning',
      says: ' Below 200 no small claims are taken on.',
    },
    { amount: 6_250_000, has: 6_937_500, payOuts: 1110, state: 'ok' },
  ]) {
    const coins = [{ denom: 'ueuclid', amount: `${amount}` }]
    const fee = { gas: '200000', amount: [{ denom: 'ueuclid', amount: '5000' }] }
    await client.sendTokens(await hubAddress('alice'), address, coins, fee)
    expect(await relayer()).toMatchObject({
      state,
      what: `${address} on neuron has ${has} ueuclid, for some ${payOuts} pay-outs.${says}`,
    })
  }
})

describe('keys that anybody could guess', () => {
  test.each([
    ['one byte', Buffer.alloc(32, 7), /one byte/],
    ['counting up', Buffer.from(Array.from({ length: 32 }, (_, at) => at)), /counts/],
    ['counting down', Buffer.from(Array.from({ length: 32 }, (_, at) => 255 - 3 * at)), /counts/],
    ['a pass phrase', Buffer.from('correct horse battery staple 123'), /text/],
    ['half of it twice', Buffer.concat([KEY.subarray(0, 16), KEY.subarray(0, 16)]), /repeats/],
    ['zeros but for the end', Buffer.concat([Buffer.alloc(24), KEY.subarray(0, 8)]), /repeats/],
    ['the hash of a word', hash('password'), /common word/],
  ])('%s', (_name, key, says) => expect(weaknessOfKey(key)).toMatch(says))

  test('random bytes are none', () => {
    const random = Array.from({ length: 2000 }, (_, at) => hash(`random ${at}`))
    expect(random.filter((key) => weaknessOfKey(key) !== undefined)).toEqual([])
  })
})

describe('mnemonics that everybody knows', () => {
  test.each([
    'test test test test test test test test test test test junk',
    ' abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon  about',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    'gravity machine north sort system female filter attitude volume fold club stay feature office ecology stable narrow fog',
    'scheme spot photo card baby mountain device kick cradle pact join borrow',
    'cat swing flag economy stadium alone churn speed unique patch report train',
    'myth like bonus scare over problem client lizard pioneer submit female collect',
  ])('%s', (words) => expect(problemOfMnemonic(words)).toBe('known'))

  test.each([
    [MNEMONIC, undefined],
    ['one two three four five six seven eight nine ten eleven twelve', 'invalid'],
    [
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon zoo',
      'invalid',
    ],
  ])('%s is %s', (words, problem) => expect(problemOfMnemonic(words)).toBe(problem))
})
