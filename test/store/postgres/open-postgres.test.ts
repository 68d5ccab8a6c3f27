import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'

import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { claims } from '../../../src/store/claims/claim-tables.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { isConnectionLost, readPostgres } from '../../../src/store/postgres/postgres-errors.ts'
import { writers } from '../../../src/store/upkeep/upkeep-tables.ts'
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
  const opened = await Promise.all([1, 2, 3].map(() => openPostgres(made.url, QUIET)))
  expect(await made.db.select().from(writers).all()).toHaveLength(1)
  expect(await made.db.select().from(claims).all()).toEqual([])
  await Promise.all(opened.map(({ close }) => close()))
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

test('while PostgreSQL lets nobody in, nothing is kept and it is said; afterwards it goes on by itself', async () => {
  const told: string[] = []
  const tell = (_details: object, message: string) => void told.push(message)
  const { db, health, close } = await openPostgres(made.url, {
    log: { info: ignore, warn: tell, error: tell },
    lost: ignore,
  })
  const name = new URL(made.url).pathname.slice(1)
  const operator = new pg.Client({ connectionString: new URL('/postgres', made.url).href })
  await operator.connect()
  await operator.query(`update pg_database set datallowconn = false where datname = '${name}'`)
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  )
  const write = () => db.transaction(async (tx) => tx.run(sql`delete from write_probe`))
  await expect
    .poll(() => write().catch((error: unknown) => error))
    .toBeInstanceOf(StoreUnavailableError)
  expect(health.trouble()).toBeDefined()
  await operator.query(`update pg_database set datallowconn = true where datname = '${name}'`)
  await health.probe()
  expect(health.trouble()).toBeUndefined()
  expect(told).toContain('the database keeps things again')
  await operator.end()
  await close()
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
