import { setTimeout as sleep } from 'node:timers/promises'

import { is, sql } from 'drizzle-orm'
import { getTableConfig as postgresConfig, PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import * as chatTables from '../../../src/store/chats/chat-tables.ts'
import * as claimTables from '../../../src/store/claims/claim-tables.ts'
import type { Db } from '../../../src/store/handle.ts'
import * as peopleTables from '../../../src/store/people/people-tables.ts'
import { connectPostgres } from '../../../src/store/postgres/connect-postgres.ts'
import { readPostgres } from '../../../src/store/postgres/postgres-errors.ts'
import { createPostgresSession } from '../../../src/store/postgres/postgres-session.ts'
import * as postgresTables from '../../../src/store/postgres/postgres-tables.ts'
import * as signingTables from '../../../src/store/signing/signing-tables.ts'
import * as trackingTables from '../../../src/store/tracking/tracking-tables.ts'
import { createStoreHealth } from '../../../src/store/upkeep/store-health.ts'
import * as upkeepTables from '../../../src/store/upkeep/upkeep-tables.ts'
import { until } from '../../until.ts'
import { makePostgres, openTestDatabase } from '../any-database.ts'
import { countRoundTrips } from './count-round-trips.ts'

let db: Db
beforeEach(async () => {
  ;({ db } = openTestDatabase())
  await db.run(sql`create table notes (number bigint primary key, owner text not null)`)
})
const put = (number: number, owner = 'alice') => sql`insert into notes values (${number}, ${owner})`
/** As a process does that gets no processor. */
const elapsedMs = () => performance.now()
const standStill = (ms: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const count = async (handle: Pick<Db, 'get'>, owner = 'alice') =>
  (await handle.get<{ n: number }>(sql`select count(*) as n from notes where owner = ${owner}`)).n

test('every table and column that SQLite has is there', () => {
  const all = {
    ...chatTables,
    ...claimTables,
    ...peopleTables,
    ...signingTables,
    ...trackingTables,
    ...upkeepTables,
  }
  const tables = Object.values(all).filter((each) => is(each, SQLiteTable))
  const theirs = Object.values(postgresTables).filter((each) => is(each, PgTable))
  const columnsOf = ({ name, columns }: { name: string; columns: { name: string }[] }) => [
    name,
    columns.flatMap((column) => (column.name === 'rowid' ? [] : [column.name])),
  ]
  expect(Object.fromEntries(theirs.map((table) => columnsOf(postgresConfig(table))))).toEqual(
    Object.fromEntries(tables.map((table) => columnsOf(getTableConfig(table)))),
  )
})

test('transactions at the same time have the effect that they would have one after another', async () => {
  // Each puts in the number after the highest that it sees.
  const next = () =>
    db.transaction(async (tx) => {
      const { n } = await tx.get<{ n: number }>(
        sql`select coalesce(max(number), 0) + 1 as n from notes`,
      )
      await tx.run(put(n))
      return n
    })
  const numbers = await Promise.all(Array.from({ length: 8 }, next))
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
})

test('two that each look whether the other has written do not both find nothing', async () => {
  const ifNone = (number: number, mine: string, other: string) =>
    db.transaction(async (tx) => {
      if ((await count(tx, other)) > 0) return false
      await tx.run(put(number, mine))
      return true
    })
  const outcomes = await Promise.all([ifNone(1, 'alice', 'bobby'), ifNone(2, 'bobby', 'alice')])
  expect(outcomes.filter(Boolean)).toHaveLength(1)
})

test('one that always meets others has them wait in the end, and is done', async () => {
  const { url, db: slow } = await makePostgres()
  const pool = connectPostgres(url, 2)
  onTestFinished(() => pool.end())
  const quick = createPostgresSession(pool, { sleep, random: Math.random, elapsedMs })
  await quick.run(sql`create table notes (number bigint primary key, owner text not null)`)
  const doesWait = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and relation = 'turns'::regclass and not granted`
  const beside: Promise<void>[] = []
  // Each reads what the other one writes, and the quick one is done first where it need not wait.
  const writeBeside = (number: number) => {
    let isOver = false
    const written = quick.transaction(async (tx) => {
      await count(tx, 'bobby')
      await tx.run(put(number, 'alice'))
    })
    beside.push(written.finally(() => (isOver = true)))
    return until(async () => expect(isOver || (await quick.get(doesWait))).toBeTruthy())
  }
  let tries = 0
  const seen = await slow.transaction(async (tx) => {
    tries += 1
    const before = await count(tx, 'alice')
    await writeBeside(tries)
    await tx.run(put(1_000, 'bobby'))
    return before
  })
  expect({ tries, seen }).toEqual({ tries: 4, seen: 3 })
  await Promise.all(beside)
  expect(await count(quick, 'alice')).toBe(4)
  expect(await count(quick, 'bobby')).toBe(1)
})

test('one that met others to the end is told of a crowd: the database itself is well', async () => {
  const { url } = await makePostgres()
  const pool = connectPostgres(url, 1)
  onTestFinished(() => pool.end())
  const told: string[] = []
  const tell = (_details: object, message: string) => void told.push(message)
  const log = { warn: tell, error: tell }
  const health = createStoreHealth({ log, elapsedMs, read: readPostgres })
  const session = createPostgresSession(pool, {
    sleep: async () => undefined,
    random: () => 1,
    elapsedMs,
    health,
  })
  const meet = sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`
  const met = session.transaction((tx) => tx.run(meet))
  await expect(met).rejects.toBeInstanceOf(StoreUnavailableError)
  expect(health.trouble()).toBe(undefined)
  expect(told).toEqual(['more is asked of the database at once than it carries'])
})

test('what fails keeps nothing, and its error is the database’s own, without the values of the statement', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.run(put(1))
    await tx.run(put(1, 'a secret'))
  })
  const error = await failing.catch((reason: unknown) => reason)
  expect(String(error)).toContain('duplicate key')
  expect(String(error)).not.toContain('secret')
  expect(await count(db)).toBe(0)
})

test('nobody sees half of a transaction, and it sees its own', async () => {
  await db.transaction(async (tx) => {
    await tx.run(put(1))
    expect(await count(tx)).toBe(1)
    expect(await count(db)).toBe(1) // any handle within it is part of it
  })
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const outside = begun.then(() => count(db, 'bobby'))
  await db.transaction(async (tx) => {
    await tx.run(put(2, 'bobby'))
    begin()
    expect(await outside).toBe(0)
  })
  expect(await count(db, 'bobby')).toBe(1)
})

test('a statement that it returns, and does not wait for, is a part of it', async () => {
  const whichOne = sql`select cast(pg_current_xact_id() as text) as id`
  let begun: Promise<unknown> = Promise.resolve()
  const returned = db.transaction((tx) => {
    begun = tx.get(whichOne).then((row) => row)
    return tx.get(whichOne)
  })
  expect(await returned).toEqual(await begun)
})

test('a statement that comes after its transaction has ended is refused, and so is a transaction in another', async () => {
  let late: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.run(put(1))
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => tx.run(put(2)))
    late.catch(() => undefined)
  })
  await expect(late).rejects.toThrow('after its transaction had ended')
  const nested = db.transaction(() => db.transaction(() => Promise.resolve(1)))
  await expect(nested).rejects.toThrow('not begun in another')
  expect(await count(db)).toBe(1)
})

test.each([
  { name: 'all of the process', stand: async (ms: number) => standStill(ms) },
  { name: 'only what the transaction waits for', stand: sleep },
])(
  'a transaction that stands still until its session is ended is done again, and kept once: $name',
  async ({ stand }) => {
    const { url } = await makePostgres()
    const pool = connectPostgres(url, 1, { idle_in_transaction_session_timeout: 100 })
    onTestFinished(() => pool.end())
    const session = createPostgresSession(pool, { sleep, random: Math.random, elapsedMs })
    await session.run(sql`create table notes (number bigint primary key, owner text)`)
    let tries = 0
    await session.transaction(async (tx) => {
      await tx.run(put(1))
      tries += 1
      if (tries === 1) await stand(1_000)
    })
    expect(tries).toBe(2)
    expect(await count(session)).toBe(1)
  },
)

test.each([
  { name: 'that cannot be reached', eachMs: 3_000, asked: 5 },
  { name: 'that refuses at once', eachMs: 1, asked: 20 },
])('nobody waits long for a database $name', async ({ eachMs, asked }) => {
  let nowMs = 0
  let connections = 0
  const gone = async (): Promise<never> => {
    connections += 1
    nowMs += eachMs
    throw new Error('timeout exceeded when trying to connect')
  }
  const session = createPostgresSession(
    { connect: gone, query: gone },
    { sleep: async () => undefined, random: () => 1, elapsedMs: () => nowMs },
  )
  await expect(session.transaction(async () => 1)).rejects.toThrow('timeout exceeded')
  expect(connections).toBe(asked)
})

test.each([
  {
    name: 'of a database that has just answered is told of a crowd',
    laterMs: 4_999,
    trouble: undefined,
  },
  {
    name: 'of one that has not answered for long is told of a loss',
    laterMs: 5_000,
    trouble: 'unreachable',
  },
])('who waits in vain for a connection $name', async ({ laterMs, trouble }) => {
  const { url } = await makePostgres()
  const pool = connectPostgres(url, 1)
  onTestFinished(() => pool.end())
  let nowMs = 0
  const told: string[] = []
  const tell = (_details: object, message: string) => void told.push(message)
  const health = createStoreHealth({
    log: { warn: tell, error: tell },
    elapsedMs: () => nowMs,
    read: readPostgres,
  })
  const session = createPostgresSession(pool, {
    sleep: async () => undefined,
    random: () => 1,
    elapsedMs: () => nowMs,
    health,
  })
  expect(await session.get(sql`select 1 as one`)).toEqual({ one: 1 })
  const held = await pool.connect()
  pool.options.connectionTimeoutMillis = 50 // nobody gives it back
  try {
    nowMs += laterMs
    await expect(session.get(sql`select 1`)).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(session.transaction(async () => 1)).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(health.trouble()).toBe(trouble)
    expect(told).toHaveLength(1)
  } finally {
    held.release()
  }
})

test('what only read does not say that a database that kept nothing keeps things again', async () => {
  const { url } = await makePostgres()
  const pool = connectPostgres(url, 1)
  onTestFinished(() => pool.end())
  const tell = () => undefined
  const health = createStoreHealth({
    log: { warn: tell, error: tell },
    elapsedMs: () => 0,
    read: readPostgres,
  })
  const session = createPostgresSession(pool, {
    sleep: async () => undefined,
    random: () => 1,
    elapsedMs: () => 0,
    health,
  })
  await session.run(sql`create table kept (it int)`)
  health.failed(Object.assign(new Error('no space left on device'), { code: '53100' }))
  const trouble = health.trouble()
  expect(trouble).toBeDefined()
  await session.transaction((tx) => tx.get(sql`select 1 as one`))
  await session.transaction((tx) => tx.run(sql`delete from kept`)) // there was nothing
  expect(health.trouble()).toBe(trouble)
  await session.transaction((tx) => tx.run(sql`insert into kept values (1)`))
  expect(health.trouble()).toBeUndefined()
})

describe('with a fence', () => {
  const HELD = 'select 1'
  const LOST = 'select 1 where false'
  /** A session of its own, and the pool below it. */
  async function open(own: string | undefined, shared = HELD) {
    const { url } = await makePostgres()
    const pool = connectPostgres(url, 1)
    onTestFinished(() => pool.end())
    const connections = countRoundTrips(pool)
    const fences = { own: () => own, shared }
    const session = createPostgresSession(connections, {
      sleep,
      random: Math.random,
      elapsedMs,
      fences,
    })
    await session.shared.run(sql`create table notes (number bigint primary key, owner text)`)
    const tripsOf = async (work: () => Promise<unknown>) => {
      const before = connections.counted()
      await work()
      return connections.counted() - before
    }
    return { session, tripsOf }
  }

  test('its beginning and its fence go along with the first statement of a transaction', async () => {
    const { session, tripsOf } = await open(HELD)
    expect(await tripsOf(() => count(session))).toBe(1)
    expect(await tripsOf(() => session.run(put(1)))).toBe(2)
    const three = session.transaction.bind(session, async (tx: Pick<Db, 'run'>) => {
      for (const number of [2, 3, 4]) await tx.run(put(number))
    })
    expect(await tripsOf(three)).toBe(4)
  })

  test.each([
    { name: 'another process has taken over', own: LOST, error: 'This server is being stopped' },
    { name: 'it never led', own: undefined, error: 'Only the server that leads writes this' },
  ])(
    'nothing is kept where $name, although the statement was on its way',
    async ({ own, error }) => {
      const { session } = await open(own)
      await expect(session.run(put(1))).rejects.toThrow(error)
      const caught = session.transaction((tx) => tx.run(put(2)).catch(() => undefined))
      await expect(caught).rejects.toThrow(error)
      await session.shared.run(put(3))
      expect(await session.all(sql`select number from notes`)).toEqual([{ number: 3 }])
    },
  )
})
