import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { bringUpToDate } from '../../../src/store/postgres/bring-up-to-date.ts'
import { connectOnce, connectPostgres } from '../../../src/store/postgres/connect-postgres.ts'
import { POSTGRES_MIGRATIONS } from '../../../src/store/table-versions.ts'
import { makePostgres } from '../any-database.ts'
import { withMigrationsUpTo } from '../older-migrations.ts'

/** The newest migration that an old version knows: the next one has an index on almost every table. */
const KNOWN = '0002_find-out-who-does-what'

let made: Awaited<ReturnType<typeof makePostgres>>
let connected: Client[] = []
let definitions: unknown

const DEFINITIONS = `select indexdef as definition, indisvalid as is_whole from pg_indexes
  join pg_class on relname = indexname join pg_index on indexrelid = pg_class.oid
  where schemaname = 'public' and relnamespace = 'public'::regnamespace
  union all select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, ''), true
  from information_schema.columns where table_schema = 'public' order by 1`

async function connect(): Promise<Client> {
  const client = await connectOnce(made.url)
  client.on('error', () => undefined)
  connected.push(client)
  return client
}

/** A database of the version before, and what its tables are to be. */
beforeEach(async () => {
  made = await makePostgres()
  connected = []
  definitions = (await (await connect()).query(DEFINITIONS)).rows
  await empty(await connect())
  await withMigrationsUpTo(POSTGRES_MIGRATIONS, KNOWN, async (migrationsFolder) =>
    migrate(drizzle(await connect()), { migrationsFolder }),
  )
})
afterEach(async () => {
  await Promise.all(connected.map(async (client) => client.end()))
})

function begin(onConnect: (client: PoolClient) => void = () => undefined) {
  const pool = connectPostgres(made.url, 1, { query_timeout: 0 }).on('connect', onConnect)
  const told: string[] = []
  const ended = (async () => {
    try {
      await bringUpToDate(pool, undefined, (_details, message) => void told.push(message))
    } finally {
      await pool.end()
    }
  })()
  ended.catch(() => undefined)
  return { ended, told }
}

const hold = async (statement: string) => {
  const client = await connect()
  await client.query('set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  await client.query(statement)
  return client
}

/** Waits until the migration waits for somebody. */
async function waits(asked: Client, statement: string): Promise<number> {
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%${statement}%'`
  let pid: number | undefined
  await expect
    .poll(async () => (pid = (await asked.query<{ pid: number }>(waiting)).rows[0]?.pid))
    .toBeDefined()
  return pid ?? 0
}

async function empty(asked: Client): Promise<void> {
  await asked.query('drop schema drizzle cascade; drop schema public cascade; create schema public')
}

/** As a process does that the machine gives no time. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const UPDATE = (id: string) =>
  `insert into handled_updates (surface, update_id, handled_at) values ('telegram', '${id}', 0)`
const INDEXES = 'create index concurrently'
const LOST = 'the connection was lost; the tables are brought up to date over another one'

test('tables of the version before become those of this one', async () => {
  const { ended, told } = begin()
  await ended
  expect((await (await connect()).query(DEFINITIONS)).rows).toEqual(definitions)
  expect(told).toContain('an index is built; servers that run go on meanwhile')
  const again = begin()
  await again.ended
  expect(again.told).toEqual([])
})

test('while an index waits for a transaction of the version before, others of it write into the same table', async () => {
  const slow = await hold(UPDATE('slow'))
  const { ended } = begin()
  const other = await connect()
  await waits(other, INDEXES)
  await other.query(UPDATE('meanwhile'))
  await slow.query('commit')
  await ended
  expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
})

test('a change of a table that waits for a transaction lets others pass, and is made once that is over', async () => {
  const slow = await hold('lock table claim_groups in row exclusive mode')
  const { ended, told } = begin()
  const other = await connect()
  await other.query('set lock_timeout = 0')
  await waits(other, 'drop index')
  await other.query('update claim_groups set closed_at = 0') // behind it
  await expect
    .poll(() => told)
    .toContain('a table is in use; it is changed once it is free for a moment')
  await slow.query('commit')
  await ended
  expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
})

test('a start that loses its connection in the middle goes on over another one', async () => {
  const slow = await hold(UPDATE('slow'))
  const { ended, told } = begin()
  const other = await connect()
  await other.query('select pg_terminate_backend($1)', [await waits(other, INDEXES)])
  await slow.query('commit')
  await ended
  expect(told).toContain(LOST)
  expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
})

test('a first start that loses its connection in the middle makes its tables over another one', async () => {
  const other = await connect()
  await empty(other)
  const slow = await hold('create table claims (id text)')
  const { ended, told } = begin()
  await other.query('select pg_terminate_backend($1)', [await waits(other, 'create table')])
  await slow.query('rollback')
  await ended
  expect(told).toEqual([LOST])
  expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
})

test.for([
  { kind: 'first', isFirst: true },
  { kind: 'later', isFirst: false },
])(
  'a $kind start that stands still in a transaction until the database ends it goes on over another connection',
  async ({ isFirst }) => {
    const other = await connect()
    if (isFirst) await empty(other)
    let stood = false
    const { ended, told } = begin((client) =>
      client.on('drain', () => {
        if (stood || client.getTransactionStatus() !== 'T') return
        stood = true
        standStill(3_000) // the database waits for two seconds
      }),
    )
    await ended
    expect(stood).toBe(true)
    expect(told).toContain(LOST)
    expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
  },
)

test('what was ended in the middle is brought to its end by the next one, with no index half built', async () => {
  const slow = await hold(UPDATE('slow'))
  const { ended, told } = begin()
  const other = await connect()
  for (const lost of [1, 2, 3, 4, 5]) {
    // From the second on it waits to drop what is half built. After the fifth it gives up.
    const waiting = await waits(other, 'index concurrently')
    await other.query('select pg_terminate_backend($1)', [waiting])
    if (lost < 5) await expect.poll(() => told.filter((line) => line === LOST).length).toBe(lost)
  }
  await expect(ended).rejects.toThrow(
    'The database at DATABASE_URL was lost 5 times while its tables were brought up to date (terminating connection due to administrator command). What was done is kept: start again once it stays there.',
  )
  await slow.query('commit')
  const broken = await other.query('select 1 from pg_index where not indisvalid')
  expect(broken.rowCount).toBe(1)
  await begin().ended
  expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
})

test('servers that start together bring the tables up to date once, and none stands in the way of the other', async () => {
  const slow = await hold(UPDATE('slow'))
  const begun = [begin(), begin(), begin()]
  const other = await connect()
  await waits(other, INDEXES)
  await slow.query('commit')
  await Promise.all(begun.map(({ ended }) => ended))
  expect((await other.query(DEFINITIONS)).rows).toEqual(definitions)
  expect((await other.query('select 1 from writers')).rowCount).toBe(1)
})
