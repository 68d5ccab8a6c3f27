import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { z } from 'zod'

import { createVault } from '../src/claims/vault.ts'
import { databaseFile, openDatabase } from '../src/store/database.ts'
import { restoreBackup } from '../src/store/restore-backup.ts'
import { writeBackup } from '../src/store/write-backup.ts'
import { FILLED_KEY, fillTable, tablesOf } from '../test/store/fill-table.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { withFolder } from './with-folder.ts'

const MIGRATIONS = 'migrations'
const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })
/** Kept empty: what is there is about a key, and earlier versions kept nothing. */
const EMPTY = 'vault_keys'
/** Each table's rows, by its name. */
type Content = Map<string, Record<string, unknown>[]>

/** `--rows n` for each table */
export const upgrade: Drill = {
  name: 'upgrade',
  about:
    'a database of each earlier version, with 1,000 rows in each table, is brought up to date, and back by a backup from before: nothing is lost',
  control: 'one row is lost on the way up',
  run: upgradeAll,
}

async function upgradeAll(options: DrillOptions) {
  const { broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { rows: { type: 'string' } } })
  const rows = sizeOf(options, values.rows, { long: 1_000, brief: 5 })
  const journal = Journal.parse(readJson(join(MIGRATIONS, 'meta/_journal.json')))
  const earlier = journal.entries.slice(0, broken ? 1 : -1).map(({ tag }) => tag)
  const problems: string[] = []
  let kept = 0
  for (const [at, tag] of earlier.entries()) {
    const found = await problemsOf(() =>
      withFolder(async (folder) => {
        const dataDir = join(folder, 'data')
        mkdirSync(dataDir)
        const before = makeEarlier({ folder, dataDir, upTo: at, rows })
        kept += [...before.values()].reduce((sum, each) => sum + each.length, 0)
        return upAndBack({ folder, dataDir, before, broken })
      }),
    )
    problems.push(...found.map((problem) => `from ${tag}: ${problem}`))
    say(`from ${tag}: ${found.length} problems`)
  }
  return {
    done: `${earlier.length} earlier versions, up and back`,
    numbers: `${kept} rows`,
    problems,
  }
}

/** Makes a database as the version with migrations up to one has it, with rows in each table. */
function makeEarlier(made: {
  folder: string
  dataDir: string
  upTo: number
  rows: number
}): Content {
  const migrationsFolder = join(made.folder, 'migrations')
  cpSync(MIGRATIONS, migrationsFolder, { recursive: true })
  const file = join(migrationsFolder, 'meta/_journal.json')
  const journal = Journal.parse(readJson(file))
  const entries = journal.entries.slice(0, made.upTo + 1)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  const sqlite = new Sqlite(databaseFile(made.dataDir))
  try {
    migrate(drizzle(sqlite), { migrationsFolder })
    sqlite.pragma('foreign_keys = OFF') // rows come table by table
    for (const table of tablesOf(sqlite)) if (table !== EMPTY) fillTable(sqlite, table, made.rows)
    return contentOf(sqlite)
  } finally {
    sqlite.close()
    rmSync(migrationsFolder, { recursive: true })
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

/** Rows that are no longer there, or not as they were, in the columns that both versions have. */
function lostIn(before: Content, after: Content): string[] {
  return [...before].flatMap(([table, rows]) => {
    const left = after.get(table)
    if (!left) return [`${table} is gone`]
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name in (left[0] ?? {}))
    const textOf = (row: Record<string, unknown>) =>
      JSON.stringify(columns.map((name) => row[name]))
    const there = new Set(left.map(textOf))
    const lost = rows.filter((row) => !there.has(textOf(row)))
    return lost.length === 0 ? [] : [`${lost.length} of ${rows.length} rows of ${table} are lost`]
  })
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
