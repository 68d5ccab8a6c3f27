import Sqlite from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Db = BetterSQLite3Database
/** The handle inside a transaction, or the database itself: what one statement needs. */
export type Handle = Pick<Db, 'select' | 'insert' | 'update' | 'delete'>

export type Database = { db: Db; close(): void }

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Opens the database in `dataDir` (or in memory) and brings its tables up to date.
 * @throws {Error} another process has this `dataDir` open: two would send the same money twice
 */
export function openDatabase(dataDir: string | ':memory:'): Database {
  if (dataDir === ':memory:') return connect(new Sqlite(':memory:'), () => undefined)
  mkdirSync(dataDir, { recursive: true })
  const unlock = lock(dataDir)
  return connect(new Sqlite(join(dataDir, 'vouch.sqlite')), unlock)
}

/** Reads the database in `dataDir`, also while a server has it open; nothing is written, not even its tables brought up to date. */
export function readDatabase(dataDir: string): Database {
  const sqlite = new Sqlite(join(dataDir, 'vouch.sqlite'), { readonly: true })
  return { db: drizzle(sqlite), close: () => void sqlite.close() }
}

function connect(sqlite: Sqlite.Database, unlock: () => void): Database {
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL') // what was acknowledged survives a power cut
  sqlite.pragma('foreign_keys = ON')
  const db = drizzle(sqlite)
  migrate(db, { migrationsFolder: MIGRATIONS })
  return {
    db,
    close() {
      sqlite.close()
      unlock()
    },
  }
}

/** An exclusive transaction on a file of its own: the system gives it up when the process dies, however it dies. */
function lock(dataDir: string): () => void {
  const holder = new Sqlite(join(dataDir, 'vouch.lock'), { timeout: 0 })
  try {
    holder.exec('BEGIN EXCLUSIVE')
  } catch {
    holder.close()
    throw new Error(
      `Another Vouch process is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  return () => holder.close()
}
