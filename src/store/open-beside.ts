import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { existsSync } from 'node:fs'

import { databaseFile, writeTo, WRITE_PATIENCE_MS, type Database } from './database.ts'
import { compareTables } from './examine-database.ts'

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
  const options = { readonly: to === 'read', timeout: WRITE_PATIENCE_MS }
  const sqlite = new Sqlite(databaseFile(dataDir), options)
  const close = () => void sqlite.close()
  if (compareTables(sqlite) === 'current')
    return { db: to === 'read' ? drizzle(sqlite) : writeTo(sqlite), close }
  close()
  throw new Error(
    `The tables in ${dataDir} are of another version of Vouch than this program. Start the server of this version once, or use the program of that one.`,
  )
}
