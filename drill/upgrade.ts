import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import { z } from 'zod'

import { createVault } from '../src/claims/vault.ts'
import { databaseFile, openDatabase } from '../src/store/database.ts'
import { bringUpToDate } from '../src/store/postgres/bring-up-to-date.ts'
import { connectPostgres } from '../src/store/postgres/connect-postgres.ts'
import { restoreBackup } from '../src/store/restore-backup.ts'
import { MIGRATIONS, POSTGRES_MIGRATIONS } from '../src/store/table-versions.ts'
import { writeBackup } from '../src/store/write-backup.ts'
import { FILLED_KEY, fillTable, tablesOf } from '../test/store/fill-table.ts'
import { versionsIn, withMigrationsUpTo } from '../test/store/older-migrations.ts'
import { contentOf as contentOfPostgres, fillTables } from '../test/store/postgres/fill-tables.ts'
import { lostIn, type Content } from '../test/store/rows-kept.ts'
import { startPostgres } from '../test/store/start-postgres.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { withFolder } from './with-folder.ts'

/** Nothing is given up while a machine stands still. */
const PATIENT = {
  connectionTimeoutMillis: 0,
  query_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}
/** Kept empty: what is there is about a key, and earlier versions kept nothing. */
const EMPTY = 'vault_keys'

/** `--rows n` for each table */
export const upgrade: Drill = {
  name: 'upgrade',
  about:
    'a database of each earlier version, SQLite and PostgreSQL, with 1,000 rows in each table, is brought up to date, and the former back by a backup from before: nothing is lost',
  control: 'one row is lost on the way up',
  run: upgradeAll,
}

async function upgradeAll(options: DrillOptions) {
  const { broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { rows: { type: 'string' } } })
  const rows = sizeOf(options, values.rows, { long: 1_000, brief: 5 })
  const problems: string[] = []
  let kept = 0
  const count = (content: Content) => {
    for (const { length } of content.values()) kept += length
  }
  const earlierIn = (folder: string) => versionsIn(folder).slice(0, broken ? 1 : -1)
  const earlier = { SQLite: earlierIn(MIGRATIONS), PostgreSQL: earlierIn(POSTGRES_MIGRATIONS) }
  /** Has each of the earlier versions brought up. */
  async function bringAll(of: keyof typeof earlier, bring: (version: string) => Promise<string[]>) {
    for (const version of earlier[of]) {
      const found = await problemsOf(() => bring(version))
      problems.push(...found.map((problem) => `${of}, from ${version}: ${problem}`))
      say(`${of}, from ${version}: ${found.length} problems`)
    }
  }
  await bringAll('SQLite', (version) =>
    withFolder(async (folder) => {
      const dataDir = join(folder, 'data')
      mkdirSync(dataDir)
      const before = await makeEarlier({ dataDir, version, rows })
      count(before)
      return upAndBack({ folder, dataDir, before, broken })
    }),
  )
  const postgres = await startPostgres()
  try {
    await bringAll('PostgreSQL', (version) =>
      upOnPostgres({ ...postgres, version, rows, broken, count }),
    )
  } finally {
    await postgres.stop()
  }
  return {
    done: `${earlier.SQLite.length} earlier versions up and back on SQLite, ${earlier.PostgreSQL.length} up on PostgreSQL`,
    numbers: `${kept} rows`,
    problems,
  }
}

/** Makes a database as the version with migrations up to one has it, with rows in each table. */
async function makeEarlier(made: {
  dataDir: string
  version: string
  rows: number
}): Promise<Content> {
  const sqlite = new Sqlite(databaseFile(made.dataDir))
  try {
    await withMigrationsUpTo(MIGRATIONS, made.version, async (migrationsFolder) =>
      migrate(drizzle(sqlite), { migrationsFolder }),
    )
    sqlite.pragma('foreign_keys = OFF') // rows come table by table
    for (const table of tablesOf(sqlite)) if (table !== EMPTY) fillTable(sqlite, table, made.rows)
    return contentOf(sqlite)
  } finally {
    sqlite.close()
  }
}

/** Makes such a database on PostgreSQL, and brings it up to date. */
async function upOnPostgres(made: {
  url: string
  version: string
  rows: number
  broken: boolean
  count(content: Content): void
}): Promise<string[]> {
  const { url, version, rows, broken, count } = made
  const name = `from_${version.slice(0, 4)}`
  const maker = connectPostgres(new URL('/postgres', url).href, 1)
  await maker.query(`create database ${name}`)
  await maker.end()
  const pool = connectPostgres(new URL(`/${name}`, url).href, 1, PATIENT)
  const asked = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
  try {
    const before = await asked(async (client) => {
      await withMigrationsUpTo(POSTGRES_MIGRATIONS, version, (migrationsFolder) =>
        migratePostgres(drizzlePostgres(client), { migrationsFolder }),
      )
      await fillTables(client, rows)
      return contentOfPostgres(client)
    })
    count(before)
    await bringUpToDate(pool)
    if (broken) await asked(loseRowOnPostgres)
    return lostIn(before, await asked(contentOfPostgres))
  } finally {
    await pool.end()
  }
}

function contentOf(sqlite: Sqlite.Database): Content {
  return new Map(
    tablesOf(sqlite).map((table) => [
      table,
      z
        .array(z.record(z.string(), z.unknown()))
        .parse(sqlite.prepare(`select * from "${table}"`).all()),
    ]),
  )
}

async function upAndBack(made: {
  folder: string
  dataDir: string
  before: Content
  broken: boolean
}): Promise<string[]> {
  const { folder, dataDir, before, broken } = made
  const file = join(folder, 'backup.sqlite')
  const options = {
    dataDir,
    file,
    vault: createVault({ keyEncryptionKey: FILLED_KEY }),
    now: () => new Date(),
  }
  await writeBackup(options)
  const bringUp = () => {
    openDatabase(dataDir).close()
    const sqlite = new Sqlite(databaseFile(dataDir))
    try {
      if (broken) loseRow(sqlite)
      return [...lostIn(before, contentOf(sqlite)), ...faultsOf(sqlite)]
    } finally {
      sqlite.close()
    }
  }
  const up = bringUp()
  await restoreBackup(options)
  const restored = new Sqlite(databaseFile(dataDir), { readonly: true })
  const back = lostIn(before, contentOf(restored)).map((lost) => `back: ${lost}`)
  restored.close()
  return [...up, ...back, ...bringUp().map((lost) => `up again: ${lost}`)]
}

function loseRow(sqlite: Sqlite.Database): void {
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec('delete from claims where rowid = 1')
}

async function loseRowOnPostgres(client: PoolClient): Promise<void> {
  await client.query('set session_replication_role = replica') // what belongs to it stays
  await client.query('delete from claims where rowid = 1')
}

/** What SQLite itself finds wrong. */
function faultsOf(sqlite: Sqlite.Database): string[] {
  const foreign = z
    .array(z.looseObject({ table: z.string() }))
    .parse(sqlite.pragma('foreign_key_check'))
  const whole = z.string().parse(sqlite.pragma('integrity_check', { simple: true }))
  return [
    ...foreign.slice(0, 3).map(({ table }) => `a row of ${table} has lost what it belongs to`),
    ...(whole === 'ok' ? [] : [whole]),
  ]
}
