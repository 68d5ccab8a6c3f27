import Sqlite from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Db = BetterSQLite3Database
/** The handle inside a transaction, or the database itself: what one statement needs. */
export type Handle = Pick<Db, 'select' | 'insert' | 'update' | 'delete'>

export type Database = { db: Db; close(): void }

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
/** A look at whether somebody holds the lock takes it for a moment; whoever starts in that moment waits for its end. */
const LOCK_PATIENCE_MS = 500
/** How long a connection waits for another one to have written: an operator's command writes for a moment. */
const WRITE_PATIENCE_MS = 5000

/** The one file that holds everything; SQLite's `-wal` and `-shm` stand beside it. */
export const databaseFile = (dataDir: string) => join(dataDir, 'vouch.sqlite')
const lockFile = (dataDir: string) => join(dataDir, 'vouch.lock')

/** What is in the database is for nobody else on the machine to read. */
const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/**
 * Opens the database in `dataDir` (or in memory) and brings its tables up to date.
 * @throws {Error} another process has this `dataDir` open: two would send the same money twice
 */
export function openDatabase(dataDir: string | ':memory:'): Database {
  if (dataDir === ':memory:') return connect(new Sqlite(':memory:'), () => undefined)
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER })
  closeToOthers(dataDir)
  const unlock = lockData(dataDir)
  closeSync(openSync(databaseFile(dataDir), 'a', OWNER_ONLY)) // SQLite would let others read a file that it makes
  return connect(new Sqlite(databaseFile(dataDir), { timeout: WRITE_PATIENCE_MS }), unlock)
}

/** Takes from everybody else the rights that an earlier version, or a copy made by hand, left them. */
function closeToOthers(dataDir: string): void {
  const database = databaseFile(dataDir)
  const files = [database, `${database}-wal`, `${database}-shm`, join(dataDir, 'vault.key')]
  for (const file of files) if (existsSync(file)) chmodSync(file, OWNER_ONLY)
}

/** Reads the database in `dataDir`, also while a server has it open; nothing is written, not even its tables brought up to date. */
export function readDatabase(dataDir: string): Database {
  const sqlite = new Sqlite(databaseFile(dataDir), { readonly: true })
  return { db: drizzle(sqlite), close: () => void sqlite.close() }
}

/**
 * A connection that writes, by the rules that hold for all of them. Others may write beside it: an operator's command while the server runs. So each
 * transaction takes the right to write when it begins, and waits for it: one that had only read before another wrote could not go on.
 */
export function writeTo(sqlite: Sqlite.Database): Db {
  sqlite.pragma('synchronous = FULL') // what was acknowledged survives a power cut
  sqlite.pragma('foreign_keys = ON')
  const db = drizzle(sqlite)
  const begin = db.transaction.bind(db)
  const transaction: Db['transaction'] = (work) => begin(work, { behavior: 'immediate' })
  return Object.assign(db, { transaction })
}

function connect(sqlite: Sqlite.Database, unlock: () => void): Database {
  sqlite.pragma('journal_mode = WAL')
  const db = writeTo(sqlite)
  migrate(db, { migrationsFolder: MIGRATIONS })
  return {
    db,
    close() {
      sqlite.close()
      unlock()
    },
  }
}

/**
 * Keeps every other process off the data until the function that it returns is called. The system gives the lock up when the
 * process dies, however it dies.
 * @throws {Error} another process has it
 */
export function lockData(dataDir: string): () => void {
  const release = tryLock(dataDir, LOCK_PATIENCE_MS)
  if (release) return release
  throw new Error(
    `Another Vouch process is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
}

/** Whether a process has the data open, a server that runs for example. */
export function isDataLocked(dataDir: string): boolean {
  if (!existsSync(lockFile(dataDir))) return false
  const release = tryLock(dataDir, 0)
  release?.()
  return release === undefined
}

/** An exclusive transaction on a file of its own. */
function tryLock(dataDir: string, patienceMs: number): (() => void) | undefined {
  const holder = new Sqlite(lockFile(dataDir), { timeout: patienceMs })
  try {
    holder.exec('BEGIN EXCLUSIVE')
    return () => void holder.close()
  } catch {
    holder.close()
    return undefined
  }
}
