import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import Sqlite from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { migrate as migrateSqlite } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'

import { connectPostgres } from '../src/store/postgres/connect-postgres.ts'
import { createPostgresSession } from '../src/store/postgres/postgres-session.ts'
import { explainStatements, type Explained } from '../test/store/postgres/explain-statements.ts'
import { growDatabase } from '../test/store/postgres/grown-database.ts'
import { hotOperations } from '../test/store/postgres/hot-operations.ts'
import { startPostgres } from '../test/store/start-postgres.ts'

/**
 * What everything that the program asks of a PostgreSQL costs there once it has served so many claims, as PostgreSQL itself explains it.
 *   npm run bench -- growth 1000000
 * `DATABASE_URL` names another server than one from npm's binaries; there the user has to be a superuser, and a database is made and dropped.
 */
const CLAIMS = Number(process.argv[2] ?? 20_000)
/** SQLite is measured with the same rows, where there are few enough to copy. */
const MOST_COPIED = 200_000
/** A statement that looks at more rows than these for what it gives, or at a table as a whole, is marked. */
const FEW_ROWS = 500

const given = process.env['DATABASE_URL']
const mb = (bytes: string | number) => (Number(bytes) / 1e6).toFixed(1)

const server =
  given === undefined
    ? await startPostgres([
        'shared_buffers=1GB',
        'max_wal_size=1GB',
        'wal_level=minimal',
        'max_wal_senders=0',
      ])
    : { url: given, stop: async () => undefined }
const name = `vouch_growth_${process.pid}`
const maker = new Client({ connectionString: new URL('/postgres', server.url).href })
await maker.connect()
await maker.query(`create database ${name}`)
const url = new URL(`/${name}`, server.url).href
const filling = new Client({ connectionString: url })
await filling.connect()
const asking = connectPostgres(url, 2)
try {
  await migrate(drizzle(filling), { migrationsFolder: 'migrations/postgres' })
  const now = new Date()
  const begun = performance.now()
  const tell = (step: string) =>
    console.error(`${((performance.now() - begun) / 1000).toFixed(0)} s: ${step}`)
  const sizes = await growDatabase(filling, CLAIMS, { now, tell })
  await showSizes()
  if (CLAIMS <= MOST_COPIED) await showSqlite()

  const heard: Explained[] = []
  const connections = explainStatements(asking, (explained) => heard.push(explained))
  const db = createPostgresSession(connections, { sleep, random: Math.random })
  console.log('when | what | statements | rows | read | buffers | ms')
  for (const { when, what, run } of hotOperations(db, sizes, now)) {
    heard.length = 0
    const failed = await run().then(
      () => undefined,
      (error: unknown) => error,
    )
    const sum = (of: (each: Explained) => number) => heard.reduce((all, each) => all + of(each), 0)
    const counts = [
      heard.length,
      sum((one) => one.rows),
      sum((one) => one.read),
      sum((one) => one.buffers),
    ]
    console.log(`${when} | ${what} | ${counts.join(' | ')} | ${sum((one) => one.ms).toFixed(1)}`)
    if (failed !== undefined) {
      console.error(failed)
      process.exitCode = 1
    }
    for (const { text, rows, read, buffers, ms, looks } of heard)
      if (
        read > FEW_ROWS + 10 * rows ||
        buffers > FEW_ROWS ||
        looks.some((look) => look.startsWith('Seq'))
      )
        console.log(
          `  ! ${rows} of ${read} rows, ${buffers} buffers, ${ms.toFixed(1)} ms by ${looks.join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
        )
  }
} finally {
  await filling.end()
  await asking.end()
  await maker.query(`drop database ${name} with (force)`)
  await maker.end()
  await server.stop()
}

/** What each table takes, with its indexes: of all, and for each claim. */
async function showSizes(): Promise<void> {
  const { rows } = await filling.query<{
    name: string
    bytes: string
    indexes: string
    live: string
  }>(
    `select relname as name, pg_total_relation_size(relid) as bytes, pg_indexes_size(relid) as indexes, n_live_tup as live
      from pg_stat_user_tables where schemaname = 'public' order by 2 desc limit 20`,
  )
  const {
    rows: [whole],
  } = await filling.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  console.log('table | rows | MB | of them indexes | bytes a claim')
  for (const { name: table, bytes, indexes, live } of rows)
    console.log(
      `${table} | ${live} | ${mb(bytes)} | ${mb(indexes)} | ${(Number(bytes) / CLAIMS).toFixed(0)}`,
    )
  console.log(`all | | ${mb(whole?.bytes ?? 0)} | | ${(Number(whole?.bytes) / CLAIMS).toFixed(0)}`)
}

/** What the same rows take in SQLite's file. */
async function showSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-growth-'))
  const sqlite = new Sqlite(join(folder, 'vouch.sqlite'))
  try {
    migrateSqlite(drizzleSqlite(sqlite), { migrationsFolder: 'migrations' })
    sqlite.pragma('foreign_keys = off') // tables come in any order
    const { rows } = await filling.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = 'public' and column_name <> 'rowid' group by 1`,
    )
    const isThere = sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    for (const { name: table, columns } of rows)
      if (isThere.get(table) !== undefined) await copy(sqlite, table, columns) // what processes tell one another, PostgreSQL alone has
    sqlite.exec('vacuum')
    const bytes = sqlite.prepare('select sum(pgsize - unused) from dbstat').pluck().get()
    console.log(
      `SQLite, the same rows | | ${mb(Number(bytes))} | | ${(Number(bytes) / CLAIMS).toFixed(0)}`,
    )
  } finally {
    sqlite.close()
    rmSync(folder, { recursive: true })
  }
}

async function copy(sqlite: Sqlite.Database, table: string, columns: string[]): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join()
  const insert = sqlite.prepare(
    `insert into ${table} (${names}) values (${columns.map(() => '?').join()})`,
  )
  await filling.query('begin')
  const key = table === 'audit_log' ? 'order by number' : ''
  await filling.query(`declare copied cursor for select ${names} from ${table} ${key}`)
  for (;;) {
    const part = { text: 'fetch 5000 from copied', rowMode: 'array' as const }
    const { rows } = await filling.query<unknown[]>(part)
    if (rows.length === 0) break
    sqlite.transaction(() => rows.forEach((row) => insert.run(...row)))()
  }
  await filling.query('commit')
}
