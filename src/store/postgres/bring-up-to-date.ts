import { setTimeout as sleep } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

import {
  ageOf,
  nameNewer,
  POSTGRES_MIGRATIONS,
  thisWriter,
  type History,
} from '../table-versions.ts'
import { readPostgres } from './postgres-errors.ts'

/** The oldest that the tests run with. */
const OLDEST_SERVER = 140_000
/** Who brings tables up to date holds this advisory lock: a number that nobody else comes to by chance. */
export const MIGRATION_LOCK = 8_628_472_119
const LOOK_AGAIN_MS = 250
/** A change of a table waits so long for those who use it: what comes after it waits behind it. Then it lets them go on, and tries again. */
const TABLE_WAIT_MS = 1_000
const BETWEEN_TRIES_MS = 2_000
const TRIES = 100
/** A start uses so many at most, one after another: a session ends when the database starts anew, or when this process stands still in a transaction for too long. */
const CONNECTIONS = 5

/** What messages call the database that the configuration names. */
export const CONFIGURED = 'the database at DATABASE_URL'
export const startOf = (called: string) => called.replace(/^the/, 'The')

const Rows = <Shape extends z.ZodType>(shape: Shape) => z.object({ rows: z.array(shape) })
const Applied = Rows(z.object({ created_at: z.coerce.number() }))
const Written = Rows(z.object({ version: z.string(), migration: z.string() }))
const Found = Rows(z.object({ found: z.string().nullable() }))
const Version = Rows(z.object({ server_version_num: z.coerce.number() }))
const Encoding = Rows(z.object({ server_encoding: z.string() }))
const Locked = Rows(z.object({ is_ours: z.boolean() }))
const Indexes = Rows(z.object({ name: z.string(), is_whole: z.boolean() }))

type Asked = Pick<PoolClient, 'query'>
/** What of a start takes long: a line for the log. */
export type Tell = (details: object, message: string) => void

/** @throws {Error} its tables are of another version than this program, or it has none */
export async function checkCurrent(asked: Asked, called = CONFIGURED): Promise<void> {
  const history = await readHistory(asked)
  if (ageOf(history, POSTGRES_MIGRATIONS) === 'current') return
  throw new Error(
    history.had
      ? `The tables of ${called} are of another version of Vouch than this program. Start the server of this version once, or use the program of that one.`
      : `${startOf(called)} has no tables of Vouch yet: the first start of a server makes them.`,
  )
}

/**
 * Makes its tables, or brings them up to date, while nobody else does. Servers of the version before go on meanwhile: nothing that they write waits for longer than a change of
 * a table's definition takes. Who loses the connection goes on over another one; who dies leaves it to the next one, who goes on.
 * @throws {Error} it is too old, keeps text as something else than UTF-8, was lost again and again, or its tables are of a newer version
 */
export async function bringUpToDate(
  pool: Pool,
  called = CONFIGURED,
  tell: Tell = () => undefined,
): Promise<void> {
  for (let left = CONNECTIONS; ; left -= 1) {
    const client = await pool.connect()
    let why: Error | undefined
    client.on('error', (error) => void (why ??= error))
    try {
      await bringUpToDateOver(client, called, tell)
      return
    } catch (error) {
      // Asked, since what is thrown may be that the transaction could not be rolled back, and not why.
      if (await answers(client)) throw error
      if (left <= 1) {
        const told = readPostgres(error) || !why ? error : why
        const words = told instanceof Error ? told.message : String(told)
        throw new Error(
          `${startOf(called)} was lost ${CONNECTIONS} times while its tables were brought up to date (${words}). What was done is kept: start again once it stays there.`,
          { cause: error },
        )
      }
      tell(
        { connections: left - 1 },
        'the connection was lost; the tables are brought up to date over another one',
      )
    } finally {
      client.release(true) // and the lock with it
    }
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Whether the connection can still be used. */
async function answers(client: PoolClient): Promise<boolean> {
  try {
    await client.query('select 1')
    return true
  } catch {
    return false
  }
}

async function bringUpToDateOver(client: PoolClient, called: string, tell: Tell): Promise<void> {
  const [{ server_version_num: version } = { server_version_num: 0 }] = Version.parse(
    await client.query('show server_version_num'),
  ).rows
  if (version < OLDEST_SERVER)
    throw new Error(
      `${startOf(called)} is PostgreSQL ${Math.floor(version / 10_000)}, and Vouch needs ${OLDEST_SERVER / 10_000} or newer.`,
    )
  const [encoding] = Encoding.parse(await client.query('show server_encoding')).rows
  if (encoding?.server_encoding !== 'UTF8')
    throw new Error(
      `${startOf(called)} keeps text as ${encoding?.server_encoding}, and Vouch writes what people write, in any script: make the database anew with "createdb --encoding UTF8 --template template0".`,
    )
  // Asked again and again: an index is built once every statement that was under way before is over, and one that waits for a lock is one of them.
  while (!(await tryLock(client))) await sleep(LOOK_AGAIN_MS)
  await migrateAlone(client, called, tell)
}

const tryLock = async (asked: Asked): Promise<boolean> =>
  Locked.parse(await asked.query('select pg_try_advisory_lock($1) as is_ours', [MIGRATION_LOCK]))
    .rows[0]?.is_ours === true

async function migrateAlone(client: PoolClient, called: string, tell: Tell): Promise<void> {
  const before = await readHistory(client)
  if (ageOf(before, POSTGRES_MIGRATIONS) === 'unknown')
    throw new Error(
      `${startOf(called)} was written by a newer version of Vouch: ${nameNewer(before, POSTGRES_MIGRATIONS)}. Nothing was changed. Run that version or a newer one.`,
    )
  if (before.had === undefined || before.had.length === 0)
    await migrate(drizzle(client), { migrationsFolder: POSTGRES_MIGRATIONS })
  else await migrateInUse(client, before.had, tell)
  const { version, migration } = thisWriter(POSTGRES_MIGRATIONS)
  if (before.writer?.version === version && before.writer.migration === migration) return
  await client.query(
    'insert into writers (version, migration, since) values ($1, $2, extract(epoch from now())::bigint * 1000)',
    [version, migration],
  )
}

/**
 * Each migration is a transaction of its own, but for its indexes on tables that were there before: they come last, and are built beside what is written
 * (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 */
async function migrateInUse(client: PoolClient, had: readonly number[], tell: Tell): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: POSTGRES_MIGRATIONS })
  for (const migration of migrations.filter(({ folderMillis }) => !had.includes(folderMillis)))
    await changeTables(client, migration, tell)
  await client.query('set lock_timeout = 0') // what a build waits for waits for nobody
  const there = new Map(
    Indexes.parse(
      await client.query(
        `select relname as name, indisvalid as is_whole from pg_index
         join pg_class on pg_class.oid = indexrelid where relnamespace = current_schema()::regnamespace`,
      ),
    ).rows.map(({ name, is_whole }) => [name, is_whole]),
  )
  for (const [name, statement] of indexesOf(migrations)) {
    if (there.get(name) === true) continue
    tell({ index: name }, 'an index is built; servers that run go on meanwhile')
    // One that was given up in the middle is there, and of no use.
    await client.query(`drop index concurrently if exists "${name}"`)
    await client.query(statement.replace(/\bINDEX\b/, 'INDEX CONCURRENTLY'))
  }
}

/** A migration without its indexes on tables that were there before. */
async function changeTables(
  client: PoolClient,
  { sql, hash, folderMillis }: MigrationMeta,
  tell: Tell,
): Promise<void> {
  const made = new Set(sql.flatMap((statement) => CREATE_TABLE.exec(statement)?.[1] ?? []))
  const isLater = (statement: string) => {
    const [, , table] = CREATE_INDEX.exec(statement) ?? []
    return table !== undefined && !made.has(table)
  }
  for (let left = TRIES; ; left -= 1) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${TABLE_WAIT_MS}`)
      // An index that goes again may not have been built in between.
      for (const statement of sql)
        if (!isLater(statement))
          await client.query(statement.replace(/^DROP INDEX /m, 'DROP INDEX IF EXISTS '))
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [hash, folderMillis],
      )
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (readPostgres(error)?.code !== LOCK_NOT_AVAILABLE || left <= 1) throw error
      tell({ tries: left }, 'a table is in use; it is changed once it is free for a moment')
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const CREATE_TABLE = /^CREATE TABLE "([^"]+)"/m
const CREATE_INDEX = /^CREATE (?:UNIQUE )?INDEX "([^"]+)" ON "([^"]+)"/m
const DROP_INDEX = /^DROP INDEX "([^"]+)"/m
const DROP_TABLE = /^DROP TABLE "([^"]+)"/m

/** The indexes that there are after all migrations, with the statement that makes each. */
function indexesOf(migrations: readonly MigrationMeta[]): Map<string, string> {
  const statements = new Map<string, { table: string; statement: string }>()
  for (const statement of migrations.flatMap(({ sql }) => sql)) {
    const [, name, table] = CREATE_INDEX.exec(statement) ?? []
    if (name !== undefined && table !== undefined) statements.set(name, { table, statement })
    statements.delete(DROP_INDEX.exec(statement)?.[1] ?? '')
    const gone = DROP_TABLE.exec(statement)?.[1]
    for (const [index, { table: its }] of statements) if (its === gone) statements.delete(index)
  }
  return new Map([...statements].map(([name, { statement }]) => [name, statement]))
}

/** What the database tells of the versions that it has had. */
async function readHistory(asked: Asked): Promise<History> {
  const has = async (name: string) =>
    Found.parse(await asked.query('select to_regclass($1) as found', [name])).rows[0]?.found !==
    null
  if (!(await has('drizzle.__drizzle_migrations'))) return { had: undefined, writer: undefined }
  const applied = Applied.parse(
    await asked.query('select created_at from drizzle.__drizzle_migrations order by created_at'),
  )
  const written = (await has('writers'))
    ? Written.parse(
        await asked.query('select version, migration from writers order by number desc limit 1'),
      )
    : { rows: [] }
  return { had: applied.rows.map(({ created_at: time }) => time), writer: written.rows[0] }
}
