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
import { countRoundTrips } from '../test/store/postgres/count-round-trips.ts'
import { growDatabase } from '../test/store/postgres/grown-database.ts'
import { hotOperations } from '../test/store/postgres/hot-operations.ts'
import { startPostgres } from '../test/store/start-postgres.ts'
import { report } from './figures.ts'

/**
 * What everything that the program asks of a PostgreSQL costs there once it has served so many claims, as PostgreSQL itself explains it; of several numbers of claims, how that grows with
 * them.
 *   npm run bench -- growth 1000000
 *   npm run bench -- growth 2000 20000 200000
 * `DATABASE_URL` names another server than one from npm's binaries; there the user has to be a superuser, and a database is made and dropped.
 */
const given = process.argv.slice(2).map(Number)
const SIZES = given.length > 0 ? given : [20_000]
/** SQLite is measured with the same rows, where there are few enough to copy. */
const MOST_COPIED = 200_000
/** A statement that looks at more rows than these for what it gives, or at a table as a whole, is marked. */
const FEW_ROWS = 500

const elsewhere = process.env['DATABASE_URL']
const mb = (bytes: string | number) => (Number(bytes) / 1e6).toFixed(1)

const server =
  elsewhere === undefined
    ? await startPostgres([
        'shared_buffers=1GB',
        'max_wal_size=1GB',
        'wal_level=minimal',
        'max_wal_senders=0',
      ])
    : { url: elsewhere, stop: async () => undefined }
const name = `vouch_growth_${process.pid}`
const maker = new Client({ connectionString: new URL('/postgres', server.url).href })
await maker.connect()

type Cost = {
  statements: number
  trips: number
  rows: number
  read: number
  pages: number
  ms: number
}
/** By what is done, at each number of claims. */
const costs = new Map<string, Cost[]>()
try {
  for (const claims of SIZES) await measureAt(claims)
  if (SIZES.length > 1) showSlopes()
} finally {
  await maker.end()
  await server.stop()
}

async function measureAt(count: number): Promise<void> {
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
    const sizes = await growDatabase(filling, count, { now, tell })
    await showSizes(filling, count)
    if (count <= MOST_COPIED) await showSqlite(filling, count)

    const heard: Explained[] = []
    const explained = explainStatements(asking, (one) => heard.push(one))
    const connections = countRoundTrips(explained)
    const fences = { own: () => 'select 1', shared: 'select 1' } // each write is a transaction, as a server's is
    const db = createPostgresSession(connections, {
      sleep,
      random: Math.random,
      elapsedMs: () => performance.now(),
      fences,
    })
    console.log('when | what | statements | round trips | rows | read | buffers | ms')
    for (const { when, what, run } of hotOperations(db, sizes, now)) {
      heard.length = 0
      const before = connections.counted()
      const failed = await run().then(
        () => undefined,
        (error: unknown) => error,
      )
      const sum = (of: (each: Explained) => number) =>
        heard.reduce((all, each) => all + of(each), 0)
      const cost = {
        statements: heard.length,
        trips: connections.counted() - before,
        rows: sum((one) => one.rows),
        read: sum((one) => one.read),
        pages: sum((one) => one.buffers),
        ms: sum((one) => one.ms),
      }
      const named = `${when} | ${what}`
      costs.set(named, [...(costs.get(named) ?? []), cost])
      const { ms, ...counts } = cost
      console.log(`${named} | ${Object.values(counts).join(' | ')} | ${ms.toFixed(1)}`)
      if (failed !== undefined) {
        console.error(failed)
        process.exitCode = 1
      }
      for (const { text, rows, read, buffers, ms: took, looks } of heard)
        if (
          read > FEW_ROWS + 10 * rows ||
          buffers > FEW_ROWS ||
          looks.some((look) => look.startsWith('Seq'))
        )
          console.log(
            `  ! ${rows} of ${read} rows, ${buffers} buffers, ${took.toFixed(1)} ms by ${looks.join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
          )
    }
  } finally {
    await filling.end()
    await asking.end()
    await maker.query(`drop database ${name} with (force)`)
  }
}

/** The slope is by how much what is looked at grows where the claims do: 0 not at all, 1 as much as they. */
function showSlopes(): void {
  console.log(`when | what | round trips | pages at ${SIZES.join(', ')} claims | slope`)
  for (const [named, all] of costs) {
    const [first, last] = [all[0], all.at(-1)]
    if (!first || !last) continue
    const grown = Math.log((SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1))
    const slope = Math.log(Math.max(1, last.pages) / Math.max(1, first.pages)) / grown
    const pages = all.map((cost) => cost.pages)
    console.log(`${named} | ${last.trips} | ${pages.join(', ')} | ${slope.toFixed(2)}`)
  }
}

/** What each table takes, with its indexes: of all, and for each claim. */
async function showSizes(filling: Client, count: number): Promise<void> {
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
      `${table} | ${live} | ${mb(bytes)} | ${mb(indexes)} | ${(Number(bytes) / count).toFixed(0)}`,
    )
  const each = Number(whole?.bytes) / count
  console.log(`all | | ${mb(whole?.bytes ?? 0)} | | ${each.toFixed(0)}`)
  report(`a claim of ${count}, PostgreSQL`, each / 1_000, 'kB')
}

/** What the same rows take in SQLite's file. */
async function showSqlite(filling: Client, count: number): Promise<void> {
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
      if (isThere.get(table) !== undefined) await copy(filling, sqlite, table, columns) // what processes tell one another, PostgreSQL alone has
    sqlite.exec('vacuum')
    const bytes = Number(sqlite.prepare('select sum(pgsize - unused) from dbstat').pluck().get())
    console.log(`SQLite, the same rows | | ${mb(bytes)} | | ${(bytes / count).toFixed(0)}`)
    report(`a claim of ${count}, SQLite`, bytes / count / 1_000, 'kB')
  } finally {
    sqlite.close()
    rmSync(folder, { recursive: true })
  }
}

async function copy(
  filling: Client,
  sqlite: Sqlite.Database,
  table: string,
  columns: string[],
): Promise<void> {
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
