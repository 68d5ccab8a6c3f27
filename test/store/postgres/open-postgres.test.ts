import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'

import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { claims } from '../../../src/store/claims/claim-tables.ts'
import { configuredPasskeyHost, goByPasskeyHost } from '../../../src/store/people/passkey-host.ts'
import { passkeyHosts } from '../../../src/store/people/people-tables.ts'
import { MIGRATION_LOCK } from '../../../src/store/postgres/bring-up-to-date.ts'
import { connectOnce } from '../../../src/store/postgres/connect-postgres.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import {
  isConnectionLost,
  isUndone,
  readPostgres,
} from '../../../src/store/postgres/postgres-errors.ts'
import { writers } from '../../../src/store/upkeep/upkeep-tables.ts'
import { sharedClock } from '../../../src/wiring/machine-clock.ts'
import { makePostgres } from '../any-database.ts'

const ignore = () => undefined
const QUIET = { log: { info: ignore, warn: ignore, error: ignore }, lost: ignore }

let made: Awaited<ReturnType<typeof makePostgres>>
beforeEach(async () => {
  made = await makePostgres()
})

/** As it is before the first start of any server. */
async function empty(): Promise<void> {
  await made.db.run(sql`drop schema drizzle cascade`)
  await made.db.run(sql`drop schema public cascade`)
  await made.db.run(sql`create schema public`)
}

test('servers that start at once make the tables once, and note once who did', async () => {
  await empty()
  const opened = await Promise.all([1, 2, 3].map(async () => openPostgres(made.url, QUIET)))
  expect(await made.db.select().from(writers).all()).toHaveLength(1)
  expect(await made.db.select().from(claims).all()).toEqual([])
  await Promise.all(opened.map(async ({ close }) => close()))
})

test('servers that start at once, before one of them leads, have passkeys belong to their host, once', async () => {
  const opened = await Promise.all([1, 2, 3].map(async () => openPostgres(made.url, QUIET)))
  const configured = configuredPasskeyHost('https://tips.example.com', {
    keyUrl: undefined,
    passkeyHost: undefined,
  })
  await Promise.all(opened.map(({ db }) => goByPasskeyHost(db, configured, new Date())))
  const hosts = await made.db.select().from(passkeyHosts).all()
  expect(hosts.map(({ host }) => host)).toEqual(['tips.example.com'])
  await Promise.all(opened.map(async ({ close }) => close()))
})

test('one that brings tables up to date is waited for, however long that takes', async () => {
  const first = await connectOnce(made.url)
  await first.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const opening = openPostgres(made.url, QUIET)
  let isOver = false
  const ended = opening.finally(() => (isOver = true)).catch(ignore)
  const asked = new Set<string>()
  await expect
    .poll(async () => {
      const { rows } = await first.query<{ at: Date }>(
        "select query_start as at from pg_stat_activity where pid <> pg_backend_pid() and query like '%pg_try_advisory_lock%'",
      )
      for (const { at } of rows) asked.add(at.toISOString())
      return asked.size
    })
    .toBeGreaterThan(2) // and so on
  expect(isOver).toBe(false)
  await first.end()
  await ended
  await (await opening).close()
})

test.each([-3_600_000, 0, 365 * 86_400_000])(
  'servers go by the clock of the database where their machine’s is set by %i ms',
  async (byMs) => {
    const rightMs = Date.now()
    const { others, close } = await openPostgres(made.url, QUIET)
    if (!others) throw new Error('no other servers may have it open')
    vi.useFakeTimers({ toFake: ['Date'], now: rightMs + byMs })
    try {
      const { machineMs } = await sharedClock(others.readClock)
      // A minute for what passes meanwhile: the clock that was set stands still.
      expect(Math.abs(machineMs() - rightMs)).toBeLessThan(60_000)
    } finally {
      vi.useRealTimers()
    }
    await close()
  },
)

test('a database that cannot keep every script is refused, and nothing is made in it', async () => {
  const name = `latin_${randomUUID().replaceAll('-', '')}`
  const maker = await connectOnce(made.url)
  await maker.query(
    `create database ${name} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`,
  )
  await maker.end()
  const url = new URL(`/${name}`, made.url).href
  await expect(openPostgres(url, QUIET)).rejects.toThrow(/keeps text as LATIN1.*--encoding UTF8/)
  const client = await connectOnce(url)
  const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'")
  await client.end()
  expect(rows).toEqual([])
})

test('tables of a newer version are refused, and nothing is changed', async () => {
  await made.db.run(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 9000000000000)`,
  )
  await made.db.run(
    sql`insert into writers (version, migration, since) values ('9.0.0', '0099_of-tomorrow', 0)`,
  )
  await expect(openPostgres(made.url, QUIET)).rejects.toThrow(
    /by a newer version of Vouch: its tables are those of migration 0099_of-tomorrow, by Vouch 9\.0\.0, and this is Vouch/,
  )
  expect(await made.db.select().from(writers).all()).toHaveLength(1)
})

test.each<{
  name: string
  change: Partial<Record<'port' | 'password' | 'pathname', string>>
  says: string
}>([
  {
    name: 'a server that is not there',
    change: { port: '1' },
    says: 'Look whether PostgreSQL runs there',
  },
  {
    name: 'a wrong password',
    change: { password: 'pa55w0rd' },
    says: 'the user and the password are right',
  },
  {
    name: 'a database that is not there',
    change: { pathname: '/nowhere' },
    says: 'the database is there',
  },
])('$name is told in words that help, without the password', async ({ change, says }) => {
  const url: URL = Object.assign(new URL(made.url), change)
  const failed: unknown = await openPostgres(url.href, QUIET).catch((error: unknown) => error)
  expect(failed).toMatchObject({ message: expect.stringContaining(says) })
  expect(String(failed)).not.toContain(url.password)
})

/** A way to the database that can be cut. */
async function startWay() {
  const { hostname, port } = new URL(made.url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const own = await listen(0)
  return {
    url: Object.assign(new URL(made.url), { host: `127.0.0.1:${own}` }).href,
    async cut() {
      for (const socket of open) socket.destroy()
      open.clear()
      server.close()
      await once(server, 'close')
    },
    mend: () => listen(own),
  }
}

test('while the database is away nothing is kept, and it is said; afterwards it goes on by itself', async () => {
  const told: string[] = []
  const tell = (_details: object, message: string) => void told.push(message)
  const way = await startWay()
  const { db, health, close } = await openPostgres(way.url, {
    log: { info: ignore, warn: tell, error: tell },
    lost: ignore,
  })
  const write = () => db.shared.transaction((tx) => tx.run(sql`delete from write_probe`))
  await write()
  await way.cut()
  await expect(write()).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(db.select().from(claims).all()).rejects.toBeInstanceOf(StoreUnavailableError)
  expect(health.trouble()).toBe('unreachable')
  await way.mend()
  await health.probe()
  expect(health.trouble()).toBeUndefined()
  expect(told).toContain('the database keeps things again')
  await close()
  await way.cut()
})

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['57P01', 'unreachable'],
  ['08006', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['25P03', 'unreachable'],
  ['53100', 'full'],
  ['53300', 'busy'],
  ['40001', 'busy'],
  ['55P03', 'busy'],
  ['XX001', 'damaged'],
  ['25006', 'unwritable'],
  ['28P01', 'unwritable'],
  ['23505', undefined],
  ['42P01', undefined],
])('what %s says of the database: %s', (code, why) => {
  expect(readPostgres(withCode(code))?.why).toBe(why)
})

test.each([
  { name: 'said in words alone', error: new Error('Connection terminated unexpectedly'), is: true },
  {
    name: 'of every address of a name',
    error: new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
    is: true,
  },
  { name: 'of a statement', error: withCode('42601'), is: false },
])('a lost connection, $name: $is', ({ error, is }) => {
  expect(isConnectionLost(error)).toBe(is)
})

test.each([
  { name: 'it met another one', error: withCode('40001'), is: true },
  { name: 'it stood still until its session was ended', error: withCode('25P03'), is: true },
  {
    name: 'the driver knew before that the connection was gone',
    error: new Error('Client has encountered a connection error and is not queryable'),
    is: true,
  },
  { name: 'the connection broke', error: withCode('ECONNRESET'), is: false },
  { name: 'the server goes down', error: withCode('57P01'), is: false },
  { name: 'no answer came', error: new Error('Query read timeout'), is: false },
])('a transaction whose end failed since $name is surely undone: $is', ({ error, is }) => {
  expect(isUndone(error)).toBe(is)
})
