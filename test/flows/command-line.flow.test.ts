import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { Network } from '../../src/core/terms/network.ts'
import { DEVNET_MNEMONIC } from '../../src/devnet/accounts.ts'
import { openVault } from '../../src/store/claims/vault-keys.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import { openDatabase } from '../../src/store/database.ts'
import { createDiscordApi, TOKEN as DISCORD_TOKEN } from '../bots/discord/discord-api.ts'
import { createBotApi, TOKEN as TELEGRAM_TOKEN } from '../bots/telegram/bot-api.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { startDevnetProcess } from '../devnet/devnet-process.ts'
import { claimerRow } from '../store/claim-rows.ts'
import { runCommand } from './run-command.ts'
import { freePort, startVouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'

const COMMANDS = [
  'start',
  'devnet',
  'doctor',
  'claims',
  'claims export',
  'claims redeem',
  'claims recover',
  'signer',
  'approvals',
  'approve',
  'vault',
  'vault rotate',
  'backup',
  'restore',
  'store',
  'store copy',
  'freeze',
  'release',
  'reread',
  'freezes',
  'audit',
]
const KEY = Buffer.alloc(32, 7).toString('base64')

/** Nobody listens there. */
const AWAY = 'postgres://vouch:pa55w0rd@127.0.0.1:1/vouch'

describe('the command line', () => {
  test('every command explains itself', async () => {
    const { stdout } = await runCommand(['--help'])
    for (const command of COMMANDS) {
      const [first = ''] = command.split(' ')
      expect(stdout).toMatch(new RegExp(`^  ${first} `, 'm'))
      const help = await runCommand([...command.split(' '), '--help'])
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout).toContain(`Usage: vouch ${command} `)
    }
  })

  test('it explains a command that is asked for by name, too', async () => {
    const asked = await runCommand(['help', 'backup'])
    expect(asked).toEqual(await runCommand(['backup', '--help']))
    expect((await runCommand(['help'])).stdout).toEqual((await runCommand(['--help'])).stdout)
  })

  test('it says which version it is', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await runCommand(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each(['20.20.2', '22.17.1', '23.11.1', '25.9.0'])(
    'under Node %s it says which it needs, whatever else that Node lacks',
    async (node) => {
      const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
      const needs = `This is Node ${node}, and Vouch needs ${engines.node}.\n`
      expect(
        await runCommand(['--help'], { NODE_OPTIONS: asNode(node, { lacking: true }) }),
      ).toEqual({ code: 78, stdout: '', stderr: needs })
    },
  )

  test.each(['22.18.0', '24.0.0', '26.0.0', '27.1.0'])('under Node %s it runs', async (node) =>
    expect(await runCommand(['--version'], { NODE_OPTIONS: asNode(node) })).toMatchObject({
      code: 0,
      stderr: '',
    }),
  )

  test.each([
    { typed: '', says: 'Usage: vouch ' },
    { typed: 'strat', says: '(Did you mean start?)' },
    { typed: 'claims', says: 'Usage: vouch claims ' },
    { typed: 'claims exprot', says: '(Did you mean export?)' },
    { typed: 'claims export', says: "missing required argument 'file'" },
    { typed: 'restore a.sqlite b.sqlite', says: 'too many arguments' },
    { typed: 'backup --chekc', says: "unknown option '--chekc'" },
    { typed: 'store copy', says: "required option '--from <place>' not specified" },
    { typed: 'store copy --from sqlite:data', says: "required option '--to <place>' not" },
    { typed: 'freeze', says: "missing required argument 'kind'" },
    { typed: 'freeze person 12', says: 'Allowed choices are claim, account, platform, all.' },
    { typed: 'reread base -1', says: 'It must be a whole number from 1 to ' },
    { typed: 'reread base 0', says: 'It must be a whole number from 1 to ' },
    { typed: 'devnet --port many', says: 'It must be a whole number from 0 to 65535.' },
    { typed: 'devnet --block-time-ms 49', says: 'It must be a whole number from 50 to 60000.' },
  ])('wrong usage ends with 2 and the help: vouch $typed', async ({ typed, says }) => {
    const { code, stdout, stderr } = await runCommand(typed === '' ? [] : typed.split(' '))
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(says)
    expect(stderr).toContain('Usage: vouch ')
  })

  test.each([
    { typed: 'start --config nowhere.env', env: {}, says: 'There is no file nowhere.env.' },
    { typed: 'backup', env: { PORT: 'many' }, says: 'The configuration cannot be used: PORT' },
    {
      typed: 'start',
      env: { NETWORK: 'nowhere.json', VAULT_KEY: KEY, RELAYER_MNEMONIC: 'a b c d e f g h i j k l' },
      says: 'The network file nowhere.json cannot be used: there is no such file.',
    },
    {
      typed: 'start',
      env: { NETWORK: '.', VAULT_KEY: KEY, RELAYER_MNEMONIC: 'a b c d e f g h i j k l' },
      says: 'The network file . cannot be used: it is a folder.',
    },
    { typed: 'start --config .', env: {}, says: 'There is no file .: it is a folder.' },
    { typed: 'start', env: { DATA_DIR: 'package.json' }, says: 'package.json cannot be DATA_DIR' },
    { typed: 'start', env: { DATA_DIR: '/proc/vouch' }, says: '/proc/vouch cannot be DATA_DIR' },
    { typed: 'signer', env: {}, says: "The signer's configuration cannot be used: NETWORK" },
  ])('what only an operator can mend ends with 78, and one line: $says', async (row) => {
    const { code, stdout, stderr } = await runCommand(row.typed.split(' '), row.env)
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' })
    expect(stderr).toContain(row.says)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('a server whose signer cannot use its configuration ends like the signer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-signer-refused-'))
    const env = { DATA_DIR: folder, PORT: '0', SIGNER_CLAIM_USD: '1,000' }
    const { code, stderr } = await runCommand(['start'], env)
    expect(stderr).toContain('SIGNER_CLAIM_USD must be whole USD, or "none"')
    expect(code).toBe(78)
    rmSync(folder, { recursive: true })
  })

  test.each([
    { typed: 'backup', env: { DATA_DIR: '/nowhere' }, says: 'There is no database in' },
    { typed: 'restore nowhere.sqlite', env: {}, says: 'There is no file nowhere.sqlite.' },
    { typed: 'restore docs', env: {}, says: 'There is no file docs: it is a folder.' },
    { typed: 'backup', env: { DATABASE_URL: AWAY }, says: "Use PostgreSQL's own means: pg_dump" },
    {
      typed: 'vault rotate --give-up 1',
      env: { DATABASE_URL: AWAY },
      says: 'A server does this by itself',
    },
    { typed: 'start', env: { DATABASE_URL: AWAY }, says: 'Look whether PostgreSQL runs there' },
    {
      typed: 'freezes',
      env: { DATABASE_URL: AWAY },
      says: 'The database at DATABASE_URL cannot be opened',
    },
    {
      typed: 'store copy --from data --to sqlite:other',
      env: {},
      says: '--from must be sqlite:<data folder>, or like postgres://',
    },
    {
      typed: 'store copy --from sqlite:/nowhere --to sqlite:/elsewhere',
      env: {},
      says: 'There is no database in /nowhere.',
    },
    { typed: 'claims export docs/api.md', env: {}, says: 'docs/api.md exists already' },
    { typed: 'freeze claim', env: {}, says: 'Say which claim: its number' },
    { typed: 'freeze all', env: { DATA_DIR: '/nowhere' }, says: 'There is no database in' },
    { typed: 'reread base 7', env: { DATA_DIR: '/nowhere' }, says: 'There is no database in' },
    { typed: 'audit', env: { DATA_DIR: '/nowhere' }, says: 'There is no database in' },
    { typed: 'audit --claim 12x', env: {}, says: '--claim takes the number of a claim' },
    { typed: 'audit --expect abc', env: {}, says: '--expect takes the hash of a head' },
    { typed: 'audit --since yesterday', env: {}, says: '"yesterday" is not a time' },
    { typed: 'vault rotate', env: {}, says: 'VAULT_KEY_OLD is not set' },
    {
      typed: 'claims redeem own 12 base 0x0',
      env: { NETWORK: 'n.json', RELAYER_MNEMONIC: 'a b c d e f g h i j k l', CLAIM_KEY: 'short' },
      says: 'Set CLAIM_KEY to the key of the claim',
    },
    { typed: 'claims redeem own 12 base 0x0', env: {}, says: 'Set NETWORK to the network file' },
  ])('what cannot be done ends with 1 and one line: $says', async ({ typed, env, says }) => {
    const { code, stdout, stderr } = await runCommand(typed.split(' '), env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(says)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  describe('on a disk that takes too little', () => {
    const LONG = 'h'.repeat(50_000)
    let folder: string
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vouch-full-'))
      const { db, close } = openDatabase(folder)
      await db
        .insert(claimers)
        .values(claimerRow({ handle: LONG }))
        .run()
      close()
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    /** 20 kB are less than SQLite keeps beside a database, 33 kB less than it writes for what is written. */
    test.each([
      { typed: 'freeze all', kB: 20, says: /^The database in \S+ cannot be opened: .*make room/ },
      {
        typed: `freeze all --reason ${LONG}`,
        kB: 33,
        says: /\(SQLITE_IOERR_WRITE\)\. .*make room/,
      },
      { typed: 'backup', kB: 20, says: /^The database could not be copied: .*make room/ },
      { typed: 'reread base 7', kB: 20, says: /^The database in \S+ cannot be .*make room/ },
      { typed: 'audit', kB: 20, says: /^The database in \S+ cannot be .*make room/ },
      { typed: 'claims export', kB: 20, says: /^The database in \S+ cannot be .*make room/ },
      { typed: 'claims export', kB: 33, says: /^EFBIG/ },
    ])('$typed says so, and leaves nothing half done: $kB kB', async ({ typed, kB, says }) => {
      const file = typed === 'claims export' ? [join(folder, 'export.json')] : []
      const { code, stdout, stderr } = await runCommand(
        [...typed.split(' '), ...file],
        { DATA_DIR: folder },
        undefined,
        kB,
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(says)
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
      expect(readdirSync(folder)).not.toContain('export.json')
    })
  })

  test('on chains of others it does not start with what only a local network is for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-unsafe-'))
    const network = join(folder, 'network.json')
    writeFileSync(network, JSON.stringify(sampleNetwork))
    const { code, stdout, stderr } = await runCommand(['start'], {
      DATA_DIR: join(folder, 'data'),
      NETWORK: network,
      VAULT_KEY: Buffer.alloc(32).toString('base64'),
      RELAYER_MNEMONIC: DEVNET_MNEMONIC,
    })
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' })
    expect(stderr.match(/^- \w+/gm)).toEqual(['- VAULT_KEY', '- RELAYER_MNEMONIC', '- PUBLIC_URL'])
    expect(readdirSync(folder)).toEqual(['network.json']) // nothing was made
    rmSync(folder, { recursive: true })
  })
})

describe('backup and restore', () => {
  test('a backup of a newer version says what it did not look at', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vouch-newer-'))
    const { db, close } = openDatabase(dataDir)
    await db.run("insert into __drizzle_migrations (hash, created_at) values ('new', 9e15)")
    close()
    const { code, stdout } = await runCommand(['backup'], { DATA_DIR: dataDir })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /every page was looked over\. Its claims were not counted .*a newer version of Vouch wrote it: .*, and this is Vouch /,
    )
    expect(stdout).not.toMatch(/unpaid claims|every page, row and key/)
    rmSync(dataDir, { recursive: true })
  })

  const fivePaid = 5_000_000n

  async function tip(client: VouchClient, words: string) {
    const answer = await client.say('alice', 'lobby', words)
    await client.sign('alice', signIdOf(answer))
    return cardOf(answer).id
  }

  test('a backup made while tips go on starts a server that pays what was open in it', async () => {
    const vouch = await startVouch()
    const env = { DATA_DIR: vouch.dataDir }
    const client = createVouchClient(vouch.url)
    const before = await client.balance('bobby', 'base', 'usdc')
    const card = await tip(client, '/tip @bobby 5 usdc')
    await expect
      .poll(async () => (await client.message('lobby', card)).card?.title)
      .toBe('@bobby can claim 5 USDC')

    let isDone = false
    const tips = (async () => {
      for (let count = 0; ; count += 1) {
        if (isDone) return count
        await client.say('carol', 'lobby', '/tip @david 1 usdc')
      }
    })()
    const backup = await runCommand(['backup'], env)
    isDone = true
    expect(await tips).toBeGreaterThan(0)
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    const [, file = ''] = /^Backup written to (.+)$/m.exec(backup.stdout) ?? []
    expect(readdirSync(join(vouch.dataDir, 'backups'))).toEqual([file.split('/').at(-1)])
    expect(await runCommand(['backup', file], env)).toMatchObject({ code: 1, stdout: '' })

    const check = await runCommand(['restore', file, '--check'], env)
    expect(check).toMatchObject({ code: 0, stderr: '' })
    expect(check.stdout).toMatch(
      /is good, made .*unpaid claims: 1, and every claim key that is sealed in it opens/,
    )
    const refused = await runCommand(['restore', file], env)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('a server runs on')

    await client.say('bobby', 'dm:bobby', '/help') // it did not suffer
    await vouch.kill()
    const restored = await runCommand(['restore', file], env)
    expect(restored).toMatchObject({ code: 0, stderr: '' })

    const again = await startVouch({ dataDir: vouch.dataDir })
    const later = createVouchClient(again.url)
    await later.say('bobby', 'dm:bobby', '/claim all to base')
    await expect.poll(() => later.balance('bobby', 'base', 'usdc')).toBe(before + fivePaid)
    expect(again.warnings()).toEqual([])
    await again.stop()
  })
})

test('a backup that the key that is set does not open is written, and ends with 1: a timer tells of it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-backup-foreign-'))
  const { db, close } = openDatabase(dataDir)
  await openVault(db, { vaultKey: KEY, vaultKeysOld: [], dataDir }, { now: () => new Date() })
  close()
  const file = join(dataDir, 'backup.sqlite')
  const other = Buffer.alloc(32, 8).toString('base64')
  const backup = await runCommand(['backup', file], { DATA_DIR: dataDir, VAULT_KEY: other })
  expect(backup.code).toBe(1)
  expect(backup.stdout).toContain(`Backup written to ${file}`)
  expect(backup.stderr).toMatch(/^Beware: that key is not among those that are set\./)
  const well = await runCommand(['backup', `${file}2`], { DATA_DIR: dataDir, VAULT_KEY: KEY })
  expect(well).toMatchObject({ code: 0, stderr: '' })
  rmSync(dataDir, { recursive: true })
})

describe('doctor', () => {
  type Found = { check: string; state: string; what: string; fix?: string }
  const bad = (findings: Found[]) =>
    findings.filter(({ state }) => state === 'failure' || state === 'warning')

  test('a server on chains of others is in order, until the chains are gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-doctor-flow-'))
    const devnet = await startDevnetProcess(folder, [])
    const [telegram, discord] = [await createBotApi(), await createDiscordApi()]
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
    const env = {
      NETWORK: devnet.networkFile,
      VAULT_KEY: key,
      RELAYER_MNEMONIC: DEVNET_MNEMONIC,
      METRICS_PORT: String(await freePort()),
      TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_ROOT: discord.url,
    }
    const vouch = await startVouch({ env })
    await expect.poll(async () => (await fetch(`${vouch.url}/ready`)).status).toBe(200)
    const port = new URL(vouch.url).port
    const metrics = await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)
    expect(await metrics.text()).toMatch(/^vouch_http_requests_total\{.*route="\/ready"/m)
    expect((await fetch(`${vouch.url}/metrics`)).status).toBe(404)
    const config = join(folder, 'prod.env')
    const lines = { ...env, DATA_DIR: vouch.dataDir, PORT: port }
    const text = Object.entries(lines).map(([name, value]) => `${name}="${value}"`)
    writeFileSync(config, text.join('\n'), { mode: 0o600 })

    const well = await runCommand(['doctor', '--json', '--config', config])
    expect(well).toMatchObject({ code: 0, stderr: '' })
    const { findings } = JSON.parse(well.stdout)
    expect(bad(findings).map(({ check, what }) => `${check}: ${what}`)).toEqual([
      expect.stringContaining('public URL: PUBLIC_URL is not set'),
      expect.stringContaining('relayer: RELAYER_MNEMONIC is one that everybody knows'),
    ])
    const told = findings.map(({ check, what }: Found) => `${check}: ${what}`)
    for (const expected of [
      `port: A server runs, answers on 127.0.0.1:${port} and is ready.`,
      'Telegram: Telegram takes the token of @Vouch_Test_Bot; it fetches its updates.',
      'Discord: Discord takes the token of vouch; interactions come over the gateway.',
      ...devnet.network.chains.map(({ chain_uid }) => `chains: ${chain_uid} (`),
    ])
      expect(told).toContainEqual(expect.stringContaining(expected))

    // The same contracts under another name than theirs.
    const otherNetwork = join(folder, 'other.json')
    writeFileSync(
      otherNetwork,
      JSON.stringify({ ...z.encode(Network, devnet.network), generation: 'published' }),
    )
    const other = { ...env, NETWORK: otherNetwork, DATA_DIR: join(folder, 'other'), PORT: '0' }
    const strange = await runCommand(['doctor'], other)
    expect(strange).toMatchObject({ code: 1, stderr: '' })
    expect(strange.stdout).toMatch(
      /^FAILURE .*The router \S+ on neuron is of the generation "interface"/m,
    )
    expect(strange.stdout).toMatch(/^ +-> Set "generation" in the network file/m)
    const refused = await runCommand(['start'], other)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/are not of the generation "published":\n- The router/)

    await devnet.end('SIGTERM')
    // Another network could come up on these ports meanwhile, and would be as well as ours was.
    const held = await Promise.all(devnet.network.chains.map(({ rpc_url }) => holdPort(rpc_url)))
    const broken = await runCommand(['doctor', '--config', config])
    for (const server of held) server.close()
    expect(broken).toMatchObject({ code: 1, stderr: '' })
    for (const { chain_uid } of devnet.network.chains)
      expect(broken.stdout).toMatch(new RegExp(`^FAILURE .* ${chain_uid} \\(.*no connection`, 'm'))
    expect(broken.stdout).toMatch(/^ +-> Check rpc_url in the network file/m)
    for (const secret of [key, TELEGRAM_TOKEN, DISCORD_TOKEN, 'junk'])
      expect(well.stdout + broken.stdout).not.toContain(secret)

    await vouch.kill()
    await telegram.close()
    await discord.stop()
    rmSync(folder, { recursive: true })
  })

  test('with nothing set it finds nothing wrong', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vouch-doctor-flow-'))
    const { code, stdout, stderr } = await runCommand(['doctor'], { DATA_DIR: dataDir, PORT: '0' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('\n0 failures, 0 warnings, ')
    rmSync(dataDir, { recursive: true })
  })
})

/** Has the Node that runs the tests say that it is another; `lacking` leaves programs of node:module what Node 18 has, of what is used. */
function asNode(version: string, { lacking = false } = {}): string {
  const old = `export const { createRequire } = process.getBuiltinModule('node:module')`
  const program = `
    import { registerHooks } from 'node:module'
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    const old = { url: ${JSON.stringify(asUrl(old))}, shortCircuit: true }
    if (${lacking})
      registerHooks({ resolve: (name, context, next) => name === 'node:module' ? old : next(name, context) })`
  return `--import=${asUrl(program)}`
}

const asUrl = (program: string) => `data:text/javascript,${encodeURIComponent(program)}`

/** Takes the port of a URL, and ends every connection to it at once. */
async function holdPort(url: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  return server
}
