import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'

import { databaseFile, writeTo, type Database } from './database.ts'
import { createSerialSession } from './serial-session.ts'
import { compareTables, describeNewer } from './table-versions.ts'

/**
 * How long a command waits for its turn to write. SQLite gives turns by chance: beside a server that writes without a pause, and on one
 * core, the turn can be seconds away, and an operator who freezes something would rather wait than read that it did not work.
 */
const PATIENCE_MS = 60_000

/**
 * Opens the database in `dataDir` for an operator's small writes, whether a server has it open or not. The server owns the data: what is
 * written here is one short transaction, and the server finds it with its next statement.
 * @throws {Error} there is none, or its tables are of another version than this program
 */
export const openBeside = (dataDir: string): Database => open(dataDir, 'write')

/** The same, to read. */
export const readBeside = (dataDir: string): Database => open(dataDir, 'read')

function open(dataDir: string, to: 'read' | 'write'): Database {
  if (!existsSync(databaseFile(dataDir))) throw new Error(`There is no database in ${dataDir}.`)
  const options = { readonly: to === 'read', timeout: PATIENCE_MS }
  const sqlite = new Sqlite(databaseFile(dataDir), options)
  const close = () => void sqlite.close()
  const tables = compareTables(sqlite)
  if (tables === 'current')
    return { db: to === 'read' ? createSerialSession(sqlite) : writeTo(sqlite), close }
  const versions = tables === 'unknown' ? `: ${describeNewer(sqlite)}` : ''
  close()
  throw new Error(
    `The tables in ${dataDir} are of another version of Vouch than this program${versions}. Start the server of this version once, or use the program of that one.`,
  )
}
