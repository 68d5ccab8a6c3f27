import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'

import { databaseFile, isDataLocked, lockData, openDatabase } from '../database.ts'
import { compareTables, describeNewer } from '../table-versions.ts'
import {
  BATCH,
  COPIED_TABLES,
  expectEmpty,
  nameRow,
  quote,
  type CopiedTable,
  type Row,
  type Side,
  type Value,
} from './side.ts'

/** Less than any `rowid`. */
const BEFORE_ALL = -(2n ** 63n)
/** What the driver puts in the place of bytes that are no character. */
const REPLACED = '\uFFFD'

/**
 * Holds the database of a data folder to copy it elsewhere.
 * @throws {Error} there is none, its tables are of another version, or a server runs on it
 */
export function openSqliteSource(dataDir: string, name: string): Side {
  if (!existsSync(databaseFile(dataDir))) throw new Error(`There is no database in ${dataDir}.`)
  const unlock = lock(dataDir)
  try {
    return open(dataDir, name, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Holds the database of a data folder to copy another one into it. It is made, or its tables are brought up to date, as a server does it.
 * @throws {Error} it has rows, its tables are of a newer version, or a server runs on it; then nothing was changed
 */
export function openSqliteTarget(dataDir: string, name: string): Side {
  if (isDataLocked(dataDir)) throw isRunning(dataDir)
  if (existsSync(databaseFile(dataDir))) {
    const found = new Sqlite(databaseFile(dataDir), { readonly: true })
    try {
      expectEmpty(name, filledIn(found))
    } finally {
      found.close()
    }
  }
  const own = openDatabase(dataDir)
  try {
    return open(dataDir, name, () => own.close())
  } catch (error) {
    own.close()
    throw error
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockData(dataDir)
  } catch (cause) {
    throw isDataLocked(dataDir) ? isRunning(dataDir, cause) : cause
  }
}

const isRunning = (dataDir: string, cause?: unknown) =>
  new Error(`A Vouch process runs on ${dataDir}: stop it, then copy again. Nothing was changed.`, {
    cause,
  })

/** @param release gives up what keeps servers off it */
function open(dataDir: string, name: string, release: () => void): Side {
  const sqlite = new Sqlite(databaseFile(dataDir), { fileMustExist: true })
  try {
    const tables = compareTables(sqlite)
    if (tables !== 'current')
      throw new Error(
        `The tables in ${dataDir} are of another version of Vouch than this program${tables === 'unknown' ? `: ${describeNewer(sqlite)}` : ''}. Start the server of this version once, or use the program of that one.`,
      )
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    sqlite.defaultSafeIntegers() // numbers as `bigint`: exact to the last of 64 bits
    sqlite.exec('begin immediate') // the one who may write: operators' commands wait
  } catch (error) {
    sqlite.close()
    throw error
  }
  return createSqliteSide(sqlite, name, release)
}

/** What a side does, on a connection in a transaction that reads whole numbers as `bigint`. */
export function createSqliteSide(sqlite: Sqlite.Database, name: string, release: () => void): Side {
  const one = (text: string, ...params: unknown[]): unknown =>
    sqlite.prepare(text).pluck().get(params)
  return {
    name,
    count: async ({ name: table }, condition = 'true') =>
      Number(one(`select count(*) from ${quote(table)} where ${condition}`)),
    async *read(table) {
      const columns = table.columns.map((column) => quote(column.name)).join()
      const number = quote(table.columns[0].name)
      const next = sqlite
        .prepare<[bigint, number], unknown[]>(
          `select ${columns} from ${quote(table.name)} where ${number} > ? order by ${number} limit ?`,
        )
        .raw()
      let after = BEFORE_ALL
      for (;;) {
        const rows = next.all(after, BATCH).map((values) => rowOf(sqlite, table, values))
        if (rows.length > 0) yield rows
        after = rows.at(-1)?.[0] ?? after
        if (rows.length < BATCH) return undefined
      }
    },
    async write({ name: table, columns }, rows) {
      const names = columns.map((column) => quote(column.name)).join()
      const insert = sqlite.prepare(
        `insert into ${quote(table)} (${names}) values (${columns.map(() => '?').join()})`,
      )
      for (const row of rows) insert.run(row)
    },
    async lastNumber({ name: table, columns: [number], numbering }) {
      const largest = toBigInt(one(`select max(${quote(number.name)}) from ${quote(table)}`))
      if (numbering !== 'lasting') return largest
      const given = toBigInt(one('select seq from sqlite_sequence where name = ?', table))
      return given > largest ? given : largest
    },
    async goOnAfter({ name: table, numbering }, number) {
      if (numbering !== 'lasting' || number === 0n) return // a `rowid` comes after the largest that is there
      sqlite.prepare('delete from sqlite_sequence where name = ?').run(table)
      sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, number)
    },
    async expectNoServer() {}, // its lock is ours
    async keep() {
      sqlite.exec('commit')
    },
    async close() {
      sqlite.close()
      release()
    },
  }
}

/** The tables of ours that have rows. */
const filledIn = (sqlite: Sqlite.Database): string[] =>
  COPIED_TABLES.map(({ name }) => name).filter(
    (name) =>
      sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) &&
      sqlite.prepare(`select 1 from ${quote(name)} limit 1`).get(),
  )

const toBigInt = (value: unknown): bigint => (typeof value === 'bigint' ? value : 0n)

/** SQLite lets a column hold values of any type, and texts be bytes that are none: what would become another value on the way is refused. */
function rowOf(sqlite: Sqlite.Database, table: CopiedTable, values: readonly unknown[]): Row {
  const [number, ...others] = values
  if (typeof number !== 'bigint') throw new Error(`A row of ${table.name} has no number.`)
  const row: Row = [number]
  for (const [at, { name, holds }] of table.columns.slice(1).entries()) {
    const value = others[at]
    const where = () => `${name} of ${nameRow(table, row)}`
    if (!isHeldBy(holds, value))
      throw new Error(`${where()} holds a value that is no ${holds}: mend it first.`)
    if (
      typeof value === 'string' &&
      value.includes(REPLACED) &&
      !isExact(sqlite, table, name, row[0], value)
    )
      throw new Error(`${where()} holds bytes that are no UTF-8: mend it first.`)
    row.push(value)
  }
  return row
}

function isHeldBy(holds: CopiedTable['columns'][number]['holds'], value: unknown): value is Value {
  if (value === null) return true
  if (holds === 'bytea') return Buffer.isBuffer(value)
  return typeof value === (holds === 'text' ? 'string' : 'bigint')
}

/** Whether a text that was read is what stands there, rather than has a character in the place of bytes that are none. */
function isExact(
  sqlite: Sqlite.Database,
  { name: table, columns: [number] }: CopiedTable,
  column: string,
  row: bigint,
  text: string,
): boolean {
  const bytes = sqlite
    .prepare(
      `select cast(${quote(column)} as blob) from ${quote(table)} where ${quote(number.name)} = ?`,
    )
    .pluck()
    .get(row)
  return Buffer.isBuffer(bytes) && bytes.equals(Buffer.from(text))
}
