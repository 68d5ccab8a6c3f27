import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createPublicClient, createWalletClient, getAddress, isHex, type Hash } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { z } from 'zod'

import { createVault } from '../../src/claims/vault.ts'
import { chainOf, Network } from '../../src/core/terms/network.ts'
import type { TransactionBuild } from '../../src/core/terms/shapes.ts'
import { createSerialQueue } from '../../src/services/flow/serial-queue.ts'
import { DEVNET_MNEMONIC, evmAccount } from '../../src/devnet/accounts.ts'
import { startDevnet } from '../../src/devnet/devnet.ts'
import { createDiscordApi, TOKEN as DISCORD_TOKEN } from '../../test/bots/discord/discord-api.ts'
import { createBotApi, TOKEN } from '../../test/bots/telegram/bot-api.ts'
import { ANY_PORTS } from '../../test/devnet/any-ports.ts'
import { connectBooks } from '../../test/devnet/books.ts'
import { freePort, startVouch } from '../../test/flows/vouch-process.ts'
import { startSmtpServer } from '../../test/mail/smtp-server.ts'
import { Breach } from './findings.ts'
import { connectHubThief } from './hub-thief.ts'
import { createLedger } from './ledger.ts'
import { createPatience } from './patience.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

const SECRET = 'the-webhook-secret-of_this-drill-only'
/** What would be a provider's key in the addresses of nodes: nobody outside may ever read it. */
export const NODE_KEY = 'k3y0fTheProvider4Nodes'
export const PUBLIC_URL = 'https://vouch.example'
export const MAILS_PER_HOUR = 5
export const CLAIMS_PER_CLIENT = 60
/** Base units of eth. Above the cap a mailbox needs the sender's PIN as well. */
export const SMALLEST = 10n ** 12n
export const EMAIL_CAP = 10n ** 16n
/** Returns that one wallet may have in a day are a hundred, and one move has a dozen at most. */
const USES_OF_A_WALLET = 8
const FUNDS = 2n * 10n ** 18n

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/** `code` is `ok`, the error's, or of a page that is none the status. */
export type Answer = { status: number; code: string; json: unknown; text: string }
export type Asked = { client?: string; headers?: Record<string, string> }
export type Wallet = PrivateKeyAccount
export type World = Awaited<ReturnType<typeof startWorld>>

type Options = {
  /** What to run instead of the built server. */
  program?: string
  /** Claims run out while the drill goes on: there is time for what takes minutes. */
  isLong?: boolean
}

/** 260 s: far longer than any claim of a journey waits. */
const LIFETIME_DAYS = 0.003
const DAY_MS = 86_400_000
export const LIFETIME_MS = LIFETIME_DAYS * DAY_MS

/**
 * A Vouch of its own with everything around it: chains, Telegram, Discord, mail, and a proxy's word for who is calling. Nodes have a
 * key in their address, as a provider's have. When something cannot start, what did is stopped.
 */
export async function startWorld(options: Options = {}) {
  const parts: (() => unknown)[] = []
  const stop = async () => {
    for (const end of parts.splice(0).toReversed()) await end()
  }
  try {
    return { ...(await startParts(options, parts)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  { program = 'dist/server/vouch.js', isLong = false }: Options,
  parts: (() => unknown)[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'drill-attack-'))
  parts.push(() => rmSync(folder, { recursive: true, force: true }))
  const smtp = await startSmtpServer()
  parts.push(smtp.stop)
  const telegram = await createBotApi()
  parts.push(telegram.close)
  const discord = await createDiscordApi()
  parts.push(discord.stop)
  const devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
  parts.push(devnet.stop)
  const { network } = devnet
  const networkFile = join(folder, 'network.json')
  writeFileSync(networkFile, JSON.stringify(z.encode(Network, withKeys(network))))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const vaultKey = randomBytes(32)
  const discordKeys = generateKeyPairSync('ed25519')
  const vouch = await startVouch({
    dataDir: join(folder, 'data'),
    command: [process.execPath, program, 'start'],
    env: {
      PORT: `${port}`,
      PUBLIC_URL,
      NETWORK: networkFile,
      TRUSTED_PROXIES: '127.0.0.1',
      VAULT_KEY: vaultKey.toString('base64'),
      RELAYER_MNEMONIC: DEVNET_MNEMONIC,
      ...(isLong && { CLAIM_LIFETIME_DAYS: `${LIFETIME_DAYS}` }),
      CLAIMS_PER_CLIENT: `${CLAIMS_PER_CLIENT}`,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Vouch <vouch@example.com>',
      MAIL_JOIN_SEC: '1',
      MAIL_PER_HOUR: `${MAILS_PER_HOUR}`,
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_LOGIN_ROOT: 'https://oauth.telegram.org',
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_ROOT: discord.url,
      DISCORD_PUBLIC_KEY: rawKeyOf(discordKeys.publicKey),
    },
  })
  parts.push(vouch.stop)
  const thief = await connectHubThief(network)
  parts.push(thief.stop)
  const books = await connectBooks(network)
  const transport = patientHttp(chainOf(network, 'base').rpc_url)
  const node = createPublicClient({ transport, pollingInterval: 50, cacheTime: 0 })
  const over = new AbortController()
  const inTurn = createSerialQueue()
  let clients = 0
  let people = 1_000_000

  /**
   * Asks the server. `client` is where a proxy says that the call comes from, somewhere new unless told.
   * @throws {Error} it answered with a fault of its own {Breach} it told the key of a node
   */
  async function call(method: string, path: string, body?: object, asked: Asked = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': asked.client ?? newClient(),
        ...(body && { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 500 && response.status !== 503)
      throw new Error(`${method} ${path} was answered with ${response.status} ${text}`)
    if (text.includes(NODE_KEY)) throw new Breach(`${method} ${path} tells the key of a node`)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const json: unknown = isJson ? JSON.parse(text) : undefined
    const failure = Failure.safeParse(json)
    const plain = response.ok ? 'ok' : `HTTP ${response.status}`
    const code = failure.success ? failure.data.error.code : plain
    return { status: response.status, code, json, text }
  }

  /** An address that nobody has called from, as a proxy names it. */
  function newClient(): string {
    clients += 1
    return `45.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  }

  /** @throws {Error} it was reverted */
  async function transact(account: Wallet, transaction: Transaction): Promise<Hash> {
    // What comes before it in a block may make it dearer, so wallets leave a margin.
    const gas = ((await node.estimateGas({ account, ...transaction })) * 3n) / 2n
    const client = createWalletClient({ account, transport })
    const hash = await client.sendTransaction({ chain: null, gas, ...transaction })
    const { status } = await node.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`the transaction ${hash} did nothing`)
    return hash
  }

  const idle: { wallet: Wallet; uses: number }[] = []
  /** Lends a funded wallet to one move at a time. */
  async function withWallet<T>(work: (wallet: Wallet) => Promise<T>): Promise<T> {
    const lent = idle.pop() ?? { wallet: await newWallet(), uses: 0 }
    try {
      return await work(lent.wallet)
    } finally {
      lent.uses += 1
      if (lent.uses < USES_OF_A_WALLET) idle.push(lent)
    }
  }
  async function newWallet(): Promise<Wallet> {
    const wallet = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
    await inTurn(() => transact(evmAccount('alice'), { to: wallet.address, value: FUNDS }))
    return wallet
  }

  return {
    url,
    /** Whether there is time for what takes minutes. */
    isLong,
    network,
    devnet,
    books,
    thief,
    telegram,
    discord,
    vouch,
    ledger: createLedger(SMALLEST),
    ...createPatience(over.signal),
    /** Nobody waits for anything any more. */
    giveUp: () => over.abort(),
    vault: createVault({ keyEncryptionKey: vaultKey }),
    call,
    newClient,
    newPersonId: () => ++people,
    withWallet,
    transact,

    /** Signs and sends every message of a payload; gives the last one's hash. */
    async pay(wallet: Wallet, build: TransactionBuild): Promise<Hash> {
      if (build.type !== 'evm') throw new Error('the payload is for no EVM wallet')
      let hash: Hash | undefined
      for (const { to, data, value } of build.msgs) {
        if (!isHex(data) || !isHex(value)) throw new Error('the payload has no hex')
        hash = await transact(wallet, { to: getAddress(to), data, value: BigInt(value) })
      }
      if (hash === undefined) throw new Error('the payload has no message')
      return hash
    },

    /** Brings an update as Telegram does, or as somebody else with another secret or none; the answer's status. */
    async bringToTelegram(update: object, secret: string | undefined = SECRET): Promise<number> {
      return bring('/telegram/webhook', JSON.stringify(update), {
        ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }),
      })
    },

    /** Brings an interaction as Discord does; `signed` is what the signature is of, the body unless told. */
    async bringToDiscord(
      interaction: object,
      signed = JSON.stringify(interaction),
      key = discordKeys.privateKey,
    ) {
      const timestamp = '1767225600'
      const signature = sign(null, Buffer.from(`${timestamp}${signed}`), key).toString('hex')
      return bring('/discord/interactions', JSON.stringify(interaction), {
        'x-signature-timestamp': timestamp,
        'x-signature-ed25519': signature,
      })
    },

    /** Mails that came to an address, the oldest first. */
    mailsTo: (address: string) =>
      smtp.arrived.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail),
  }

  async function bring(path: string, body: string, headers: Record<string, string>) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    return (await fetch(`${url}${path}`, { ...init, body })).status
  }
}

type Transaction = { to: `0x${string}`; value?: bigint; data?: `0x${string}` }

/** The network as an operator writes it who pays a provider for nodes, and whose smallest claim costs something. */
function withKeys(network: Network): Network {
  return {
    ...network,
    chains: network.chains.map((chain) =>
      chain.family === 'evm'
        ? {
            ...chain,
            rpc_url: `${chain.rpc_url}/?apikey=${NODE_KEY}`,
            public_rpc_url: chain.rpc_url,
          }
        : chain,
    ),
    tokens: network.tokens.map((token) =>
      token.token === 'eth'
        ? { ...token, min_claim: `${SMALLEST}`, email_cap: `${EMAIL_CAP}` }
        : token,
    ),
  }
}

/** The 32 bytes that Discord's portal shows, in hex. */
function rawKeyOf(key: ReturnType<typeof generateKeyPairSync>['publicKey']): string {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
}
