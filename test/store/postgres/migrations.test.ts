import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { bringUpToDate, checkCurrent } from '../../../src/store/postgres/bring-up-to-date.ts'
import { connectPostgres } from '../../../src/store/postgres/connect-postgres.ts'
import {
  ageOf,
  nameNewer,
  POSTGRES_MIGRATIONS,
  thisWriter,
} from '../../../src/store/table-versions.ts'
import { makePostgres } from '../any-database.ts'
import { versionsIn, withMigrationsUpTo } from '../older-migrations.ts'
import { lostIn } from '../rows-kept.ts'
import { contentOf, fillTables } from './fill-tables.ts'

const EARLIER = versionsIn(POSTGRES_MIGRATIONS).slice(0, -1)
const ROWS = 3
/** Nothing is given up while a machine stands still. */
const PATIENT = {
  connectionTimeoutMillis: 0,
  query_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

let made: Awaited<ReturnType<typeof makePostgres>>
let pool: Pool
let client: PoolClient
/** What tables and indexes a first start of this version makes. */
let ofFirstStart: unknown
beforeEach(async () => {
  made = await makePostgres()
  pool = connectPostgres(made.url, 2, PATIENT)
  client = await pool.connect()
  ofFirstStart = await definitions()
  await client.query(
    'drop schema drizzle cascade; drop schema public cascade; create schema public',
  )
})
afterEach(async () => {
  client.release()
  await pool.end()
  made.close()
})

const definitions = async () =>
  (
    await client.query(
      `select indexdef as definition from pg_indexes where schemaname = 'public'
       union all select table_name || '.' || column_name || ' ' || data_type || is_nullable || coalesce(column_default, '')
       from information_schema.columns where table_schema = 'public'
       union all select tgrelid::regclass::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
       order by 1`,
    )
  ).rows

async function applied(): Promise<number[]> {
  const { rows } = await client.query<{ time: string }>(
    'select created_at as time from drizzle.__drizzle_migrations order by 1',
  )
  return rows.map(({ time }) => Number(time))
}

test.each(EARLIER)(
  'a database of the version up to %s is brought up to date with every row of every table, and that version refuses it from then on',
  async (version) => {
    const inVersion = <T>(work: (folder: string) => Promise<T>) =>
      withMigrationsUpTo(POSTGRES_MIGRATIONS, version, work)
    await inVersion((migrationsFolder) => migrate(drizzle(client), { migrationsFolder }))
    await fillTables(client, ROWS)
    const before = await contentOf(client)
    expect([...before.values()].every((rows) => rows.length === ROWS)).toBe(true)

    // Commands beside a server change nothing of it.
    await expect(checkCurrent(client)).rejects.toThrow('are of another version of Vouch')
    expect(await contentOf(client)).toEqual(before)

    await bringUpToDate(pool)
    expect(lostIn(before, await contentOf(client))).toEqual([])
    expect(await definitions()).toEqual(ofFirstStart)
    await checkCurrent(client)

    const writer = thisWriter(POSTGRES_MIGRATIONS)
    const history = { had: await applied(), writer }
    await inVersion(async (folder) => {
      expect(ageOf(history, folder)).toBe('unknown')
      expect(nameNewer(history, folder)).toMatch(
        new RegExp(`those of migration ${writer.migration}, .*which knows them up to ${version}$`),
      )
    })
  },
)
