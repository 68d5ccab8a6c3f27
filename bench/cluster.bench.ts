import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

import { Client, Pool } from 'pg'

import { createClaimVisitors } from '../drill/claim-visitor.ts'
import { startSigner, withStage, type Paid, type Stage } from '../drill/stage.ts'
import { createDiscordApi, TOKEN } from '../test/bots/discord/discord-api.ts'
import { endAll, type Vouch } from '../test/flows/vouch-process.ts'
import { startPostgres } from '../test/store/start-postgres.ts'
import { openBareSqlite } from './bare-sqlite.ts'
import { report } from './figures.ts'
import { markOf, readRecorded, RECORDING, replay, type Recorded } from './recorded-statements.ts'

/**
 * Tips and claims a second over HTTP, of real servers on a local network: one on SQLite, and one, two and four on PostgreSQL. Tips come as Discord brings them, each from
 * somebody else, and count once they are shown; claims are asked for by those who have proven who they are, and count once their pay-out is signed and kept. Beside
 * them what the database alone does with the statements of the same tips and claims, as PostgreSQL wrote them down: over as many connections as a server has, but
 * pay-outs over one, since each is written down behind the one before it; on SQLite, as many short ones. Everything is synced to the disk. In rounds, in which each has
 * its turn in another order, so that a busy machine and a database that grows are the same for all. How far apart two of them are from round to round says how
 * much of their difference is chance.
 */
const ROUNDS = 12
/** In a round: some seconds. */
const TIPS = 96
const CLAIMS = 32
const AT_ONCE = 16
const SERVERS = [1, 2, 4]
/** Each comes as often behind each other one, since what one leaves to be done costs the next. */
const ORDERS = [
  [1, 2, 4],
  [4, 2, 1],
  [2, 4, 1],
  [1, 4, 2],
  [4, 1, 2],
  [2, 1, 4],
]
/** Tips whose statements are asked again, and half as many claims. */
const RECORDED = 60
/** The first of them are not measured: connections are opened, and caches filled. */
const WARMING = 12
/** Of one server. */
const CONNECTIONS = 12
const IDLE_MS = 3_000
const LOBBY = { id: '500', context: 0 as const }

const folder = mkdtempSync(join(tmpdir(), 'vouch-cluster-bench-'))
let log = ''
const postgres = await startPostgres(['fsync=on', 'full_page_writes=on', RECORDING], {
  logged: (text) => void (log += text),
})
const discord = await createDiscordApi()
discord.join(LOBBY.id)
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const keyBytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const discordEnv = {
  DISCORD_BOT_TOKEN: TOKEN,
  DISCORD_API_ROOT: discord.url,
  DISCORD_PUBLIC_KEY: keyBytes.toString('hex'),
}

/** So many at once, until all are done. */
async function many<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) {
  const waiting = items.values()
  const one = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

type Kind = 'tips' | 'claims'
/** What was done in each round, and how long it took. */
const measured = new Map<string, { count: number; ms: number }[]>()

async function measure(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  const before = measured.get(what) ?? []
  measured.set(what, [...before, { count, ms: performance.now() - from }])
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Over all rounds. */
function perSecond(what: string): number {
  const rounds = measured.get(what) ?? []
  return (sum(rounds.map(({ count }) => count)) * 1000) / sum(rounds.map(({ ms }) => ms))
}

/** How many times as fast one was as another, round by round: their geometric mean, and how far off it may be by chance alone (two standard errors). */
function timesAsFast(what: string, than: string): { times: number; factor: number } {
  const speeds = (name: string) => (measured.get(name) ?? []).map(({ count, ms }) => count / ms)
  const others = speeds(than)
  const ratios = speeds(what).map((speed, round) => Math.log(speed / (others[round] ?? Number.NaN)))
  const mean = sum(ratios) / ratios.length
  const variance = sum(ratios.map((ratio) => (ratio - mean) ** 2)) / (ratios.length - 1)
  return { times: Math.exp(mean), factor: Math.exp(2 * Math.sqrt(variance / ratios.length)) }
}

let people = 0
async function bringTip(url: string): Promise<void> {
  people += 1
  const from = { id: `1${people}`, username: `sender${people}` }
  const to = { id: `2${people}`, username: `friend${people}` }
  const fields = { to, amount: '1', token: 'usdc' }
  const body = JSON.stringify(discord.command(from, LOBBY, 'tip', fields))
  const timestamp = '1767225600'
  const headers = {
    'content-type': 'application/json',
    'x-signature-timestamp': timestamp,
    'x-signature-ed25519': sign(null, Buffer.from(`${timestamp}${body}`), privateKey).toString(
      'hex',
    ),
  }
  const { status } = await fetch(`${url}/discord/interactions`, { method: 'POST', headers, body })
  if (status !== 202) throw new Error(`a tip was answered with ${status}`)
}

async function tip(urls: readonly string[], count: number): Promise<void> {
  const shown = () => discord.shown(LOBBY.id).filter(({ buttons }) => buttons.length > 0).length
  const before = shown()
  await many(
    Array.from({ length: count }, (_, at) => urls[at % urls.length] ?? ''),
    bringTip,
  )
  while (shown() < before + count) await pass(2)
}

type Proven = Paid & { session: string }
let paid = 0
async function prove({ visitors, fund }: Stage, count: number): Promise<Proven[]> {
  const claims = await fund(count, 10n ** 14n)
  const proven: Proven[] = []
  await many(claims, async (sent) => {
    proven.push({ ...sent, session: await visitors.prove(sent) })
  })
  return proven
}

async function claim({ smtp, env }: Stage, urls: readonly string[], proven: readonly Proven[]) {
  const vaultKey = Buffer.from(env.VAULT_KEY, 'base64')
  await many(proven, async (sent) => {
    paid += 1
    const url = urls[paid % urls.length] ?? ''
    const address = `0x${(0xc1a1_0000 + paid).toString(16).padStart(40, '0')}`
    const { redeem } = createClaimVisitors({ url: () => url, smtp, vaultKey })
    const { outcome, json } = await redeem(sent, sent.session, { chain_uid: 'base', address })
    if (outcome !== 'ok') throw new Error(`a claim was answered with ${JSON.stringify(json)}`)
  })
}

const maker = new Client({ connectionString: new URL('/postgres', postgres.url).href })
maker.on('error', () => undefined)
await maker.connect()
const databaseUrl = (name: string) => new URL(`/${name}`, postgres.url).href

/** What so many tips and claims ask of PostgreSQL, one after another; `before` is a database as it was then. */
async function record(stage: Stage, start: () => Promise<Vouch>, name: string, before: string) {
  const first = await start()
  await tip([first.url], WARMING)
  const proven = await prove(stage, RECORDED / 2)
  await first.stop()
  await maker.query(`create database ${before} template ${name}`)
  await maker.query(`alter database ${name} set log_statement = 'all'`)
  const second = await start()
  const marker = new Client({ connectionString: databaseUrl(name) })
  marker.on('error', () => undefined) // whoever asks hears of it
  await marker.connect()
  const mark = (what: string) => marker.query(markOf(what))
  await pass(IDLE_MS)
  await mark('idle')
  await pass(IDLE_MS)
  for (let at = 0; at < RECORDED; at += 1) {
    await mark(`tip ${at}`)
    await tip([second.url], 1)
  }
  for (const [at, one] of proven.entries()) {
    await mark(`claim ${at}`)
    await claim(stage, [second.url], [one])
  }
  await mark('end')
  await marker.end()
  await second.stop()
  await maker.query(`alter database ${name} reset log_statement`)
  const found = readRecorded(log, 'idle')
  const named = (kind: string) =>
    [...found].flatMap(([mark_, recorded]) => (mark_.startsWith(kind) ? [recorded] : []))
  return { tips: named('tip'), claims: named('claim') }
}

async function measureReplayed(
  what: string,
  before: string,
  recorded: readonly Recorded[],
  most: number,
) {
  await maker.query(`create database replayed template ${before}`)
  const pool = new Pool({ connectionString: databaseUrl('replayed'), max: most })
  pool.on('error', () => undefined) // the operation hears of it
  // Cards get their numbers in another order than theirs was.
  await pool.query('alter table card_topics drop constraint card_topics_card_id_live_cards_id_fk')
  // Nor is all of the audit log asked again: what came by itself is left out.
  await pool.query('alter table audit_log disable trigger user')
  await replay(pool, recorded.slice(0, WARMING))
  const others = recorded.slice(WARMING)
  await measure(what, others.length, () => replay(pool, others))
  await pool.end()
  await maker.query('drop database replayed')
}

function countsOf(operations: readonly Recorded[]) {
  const all = operations.flat()
  const each = (count: number) => Math.round(count / operations.length)
  const isRead = (text: string) => /^\s*\(?(?:select|begin|commit)\b/i.test(text)
  const texts = all.flatMap((one) => one.map(({ text }) => text))
  return {
    reads: each(texts.filter((text) => /^\s*\(?select\b/i.test(text)).length),
    writes: each(texts.filter((text) => !isRead(text)).length),
    commits: each(all.filter((one) => one.some(({ text }) => !isRead(text))).length),
  }
}

try {
  await withStage(async (stage) => {
    const signer = await startSigner(stage)
    const start = (more: Record<string, string>) =>
      stage.start({ ...signer, ...discordEnv, CLIENT_CALLS_PER_MINUTE: '1000000', ...more })
    await maker.query('create database vouch')
    const onPostgres = (name: string) =>
      start({ DATABASE_URL: databaseUrl('vouch'), DATA_DIR: join(stage.folder, name) })
    const recorded = await record(stage, () => onPostgres('first'), 'vouch', 'before')
    for (const [what, operations] of Object.entries(recorded)) {
      const { reads, writes, commits } = countsOf(operations)
      console.log(`${what}: ${reads} reads, ${writes} writes, ${commits} synced`)
    }

    const measureServers = async (what: string, urls: readonly string[]) => {
      await measure(`${what} tips`, TIPS, () => tip(urls, TIPS))
      const proven = await prove(stage, CLAIMS)
      await measure(`${what} claims`, CLAIMS, () => claim(stage, urls, proven))
    }
    const show = (what: string, raw: string) => {
      const one = (kind: Kind) => {
        const [ours, theirs] = [perSecond(`${what} ${kind}`), perSecond(`${raw} ${kind}`)]
        return `${ours.toFixed(1)} ${kind}/s, ${(ours / theirs).toFixed(2)} of ${theirs.toFixed(1)}/s`
      }
      console.log(`${what}: ${one('tips')}; ${one('claims')}`)
    }
    const named = (count: number) => `PostgreSQL, ${count} server${count > 1 ? 's' : ''}`
    const standing: Vouch[] = []
    for (const name of Array.from({ length: Math.max(...SERVERS) }, (_, at) => `server${at}`))
      standing.push(await onPostgres(name))
    const urls = standing.map(({ url }) => url)
    await tip(urls, AT_ONCE)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const count of ORDERS[round % ORDERS.length] ?? SERVERS)
        await measureServers(named(count), urls.slice(0, count))
      await measureReplayed('its statements tips', 'before', recorded.tips, CONNECTIONS)
      await measureReplayed('its statements claims', 'before', recorded.claims, 1)
    }
    await Promise.all(standing.map((server) => server.stop()))

    const server = await start({})
    const bare = openBareSqlite(folder)
    await tip([server.url], AT_ONCE)
    for (let round = 0; round < ROUNDS; round += 1) {
      await measureServers('SQLite, 1 server', [server.url])
      for (const kind of ['tips', 'claims'] as const) {
        const counts = countsOf(recorded[kind])
        await measure(`SQLite alone ${kind}`, RECORDED, async () => {
          for (let at = 0; at < RECORDED; at += 1) bare.operate(counts)
        })
      }
    }
    bare.close()
    await server.stop()
    show('SQLite, 1 server', 'SQLite alone')
    for (const count of SERVERS) show(named(count), 'its statements')
    for (const kind of ['tips', 'claims'] as const) {
      const [one = 1, ...more] = SERVERS
      const alone = perSecond(`${named(one)} ${kind}`) / perSecond(`its statements ${kind}`)
      report(`${named(one)}, ${kind} to its statements alone`, alone, 'x', { atLeast: 0.5 })
      for (const count of more) {
        const { times, factor } = timesAsFast(`${named(count)} ${kind}`, `${named(one)} ${kind}`)
        const [least, most] = [times / factor, times * factor].map((bound) => bound.toFixed(2))
        console.log(
          `${named(count)}, ${kind}: ${times.toFixed(2)} (${least} to ${most}) of one server`,
        )
        report(`${named(count)}, ${kind} to one server`, times, 'x', { atLeast: 1 })
      }
    }
    if (discord.unexpected.length > 0) throw new Error(discord.unexpected.join('\n'))
  })
} finally {
  await endAll()
  await discord.stop()
  await maker.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
