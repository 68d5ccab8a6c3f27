import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Db } from './handle.ts'
import type { Cluster, Peer } from './postgres/join-cluster.ts'
import { createSerialSession } from './serial-session.ts'
import { checkPages } from './upkeep/check-pages.ts'
import { explainFailure } from './upkeep/explain-failure.ts'
import { leaveToOwner } from './upkeep/leave-to-owner.ts'
import { makeFolder } from './upkeep/make-folder.ts'
import { createStoreHealth, troubleOf, type StoreHealth } from './upkeep/store-health.ts'
import { probeWrites, watchStatements } from './upkeep/watch-writes.ts'
import { compareTables, describeNewer, MIGRATIONS, noteWriter } from './table-versions.ts'

export type { Db, Handle } from './handle.ts'

export type Database = { db: Db; close(): void | Promise<void> }
/** The server's own: it knows whether what it writes is kept. */
export type OwnDatabase = Database & {
  /** Where it is a file: leaves nothing in it of what was overwritten and deleted. It takes a while, for everybody. */
  eraseTraces?(): void
  /** Ends once this process is the one that leads on these data, for good: at once, or where another one leads, when that one ends. `waits` is called then. */
  lead(waits?: () => void): Promise<void>
  /** The name of this process among all that have ever had the database open. */
  self: string
  /** Whether the process of this name has ended. One that was not seen for so long that it may have is given up with that: it writes nothing from then on. */
  hasEnded(process: string): Promise<boolean>
  /** Where other processes may have it open: the one that leads, and how the others know this one. */
  others?: Pick<Cluster, 'answerAt' | 'leader' | 'tell' | 'hear' | 'withdraw' | 'answerNoMore'> &
    Pick<Peer, 'secret'> & {
      /** What the time is by the database, in unix milliseconds: all of them can go by that. */
      readClock(): Promise<number>
      /** Takes so many of the `most` calls that a client may lead to in a minute, over all servers; false where there are not as many left. */
      takeCalls(client: string, calls: number, most: number): Promise<boolean>
    }
  health: Pick<StoreHealth, 'trouble' | 'failures'> & {
    /** Tries to write where that has failed, and ends trouble that is over. */
    probe(): void | Promise<void>
  }
}

/** What is in a file answers at once. */
type OwnSqlite = Omit<OwnDatabase, 'health' | 'close' | 'eraseTraces'> & {
  health: Omit<OwnDatabase['health'], 'probe'> & { probe(): void }
  close(): void
  eraseTraces(): void
}

/** A look at the pages takes so long at a start; what it did not come to is told. */
const LOOK_MS = 10_000
/** A look at whether somebody holds the lock takes it for a moment; whoever starts in that moment waits for its end. */
const LOCK_PATIENCE_MS = 500
/** How long a connection waits for another one to have written: an operator's command writes for a moment. */
const WRITE_PATIENCE_MS = 5000

/** The one file that holds everything; SQLite's `-wal` and `-shm` stand beside it. */
export const databaseFile = (dataDir: string) => join(dataDir, 'vouch.sqlite')
const lockFile = (dataDir: string) => join(dataDir, 'vouch.lock')

/** What is in the database is for nobody else on the machine to read. */
const OWNER_ONLY = 0o600

export type OpenOptions = {
  log?: Parameters<typeof createStoreHealth>[0]['log']
  /** How long its pages may be looked at. */
  lookMs?: number
}
/** What a server opens its database with. `lost` is told that another process has taken over, and so this one has to end. */
export type ServerOptions = {
  log: NonNullable<OpenOptions['log']> & { info(details: object, message: string): void }
  lost: (error: Error) => void
}
const QUIET: NonNullable<OpenOptions['log']> = { warn: () => undefined, error: () => undefined }

/**
 * Opens the database in `dataDir` (or in memory), looks at its pages, and brings its tables up to date.
 * @throws {ConfigurationError} no folder can be there
 * @throws {Error} another process has this `dataDir` open: two would send the same money twice
 * @throws {Error} its pages are damaged, its tables are of a newer version, or nothing can be written; then nothing was changed
 */
export function openDatabase(dataDir: string | ':memory:', options: OpenOptions = {}): OwnSqlite {
  if (dataDir === ':memory:') return openInMemory(options)
  const unlock = lockFolder(dataDir)
  try {
    closeSync(openSync(databaseFile(dataDir), 'a', OWNER_ONLY)) // SQLite would let others read a file that it makes
    const sqlite = new Sqlite(databaseFile(dataDir), { timeout: WRITE_PATIENCE_MS })
    return connect(sqlite, unlock, { dataDir, ...options })
  } catch (error) {
    unlock()
    throw explainOpening(error, dataDir)
  }
}

/** What the first one in memory was made as: every further one begins as a copy of it, in a quarter of the time that all migrations take. */
let madeInMemory: Buffer | undefined

function openInMemory(options: OpenOptions): OwnSqlite {
  const sqlite = new Sqlite(madeInMemory ?? ':memory:')
  const database = connect(sqlite, () => undefined, { dataDir: ':memory:', ...options })
  madeInMemory ??= sqlite.serialize()
  return database
}

/**
 * Makes `dataDir` where there is none, closes it to others, and keeps every other process off it until the function that is returned is called.
 * @throws {ConfigurationError} no folder can be there
 */
export function lockFolder(dataDir: string): () => void {
  makeFolder(dataDir, 'DATA_DIR')
  try {
    closeToOthers(dataDir)
  } catch (error) {
    throw explainOpening(error, dataDir)
  }
  return lockData(dataDir)
}

/** Takes from everybody else the rights that an earlier version, or a copy made by hand, left them. */
function closeToOthers(dataDir: string): void {
  const database = databaseFile(dataDir)
  const files = [database, `${database}-wal`, `${database}-shm`, join(dataDir, 'vault.key')]
  for (const file of files) if (existsSync(file)) chmodSync(file, OWNER_ONLY)
}

/**
 * A connection that writes, by the rules that hold for all of them. Others may write beside it: an operator's command while the server runs. So each
 * transaction takes the right to write when it begins, and waits for it: one that had only read before another wrote could not go on.
 * @param health hears of what fails and what is written; without it, failures are SQLite's own
 */
export function writeTo(sqlite: Sqlite.Database, health?: StoreHealth): Db {
  sqlite.pragma('synchronous = FULL') // what was acknowledged survives a power cut
  sqlite.pragma('foreign_keys = ON')
  if (health) watchStatements(sqlite, health)
  return createSerialSession(sqlite, health)
}

function connect(
  sqlite: Sqlite.Database,
  unlock: () => void,
  { dataDir, log = QUIET, lookMs = LOOK_MS }: OpenOptions & { dataDir: string },
): OwnSqlite {
  const health = createStoreHealth({ log, elapsedMs: () => performance.now() })
  const self = randomUUID()
  try {
    lookOver(sqlite, { dataDir, log, lookMs })
    sqlite.pragma('journal_mode = WAL')
    const db = writeTo(sqlite, health)
    migrate(drizzle(sqlite), { migrationsFolder: MIGRATIONS })
    if (compareTables(sqlite) !== 'current')
      throw new Error(
        `The tables of the database in ${dataDir} lack migrations from before the newest that they have had: it was written by a version of Vouch that this one does not come after. Run that version, or restore a backup from before: vouch restore <file>.`,
      )
    noteWriter(sqlite)
    return {
      db,
      lead: async () => undefined, // whoever came second was refused
      self,
      hasEnded: async (process) => process !== self,
      health: { ...health, probe: () => probeWrites(sqlite, health) },
      eraseTraces() {
        sqlite.exec('vacuum') // freed pages keep their old bytes
        sqlite.pragma('wal_checkpoint(truncate)') // and so does the log of writes
      },
      close() {
        sqlite.close()
        unlock()
      },
    }
  } catch (error) {
    sqlite.close()
    throw health.cause() ?? error // drizzle tells how its own end of a migration failed
  }
}

/** @throws {Error} its pages are damaged, or its tables are of a newer version than this program */
function lookOver(
  sqlite: Sqlite.Database,
  { dataDir, log, lookMs }: { dataDir: string; log: typeof QUIET; lookMs: number },
): void {
  const { damage, unseen } = checkPages(sqlite, {
    budgetMs: lookMs,
    elapsedMs: () => performance.now(),
  })
  if (damage.length > 0) throw damaged(dataDir, damage)
  if (unseen.length > 0)
    log.warn(
      { tables: unseen },
      'there was no time to look at the pages of all tables; "vouch doctor" looks at them beside the server',
    )
  if (compareTables(sqlite) === 'unknown')
    throw new Error(
      `The database in ${dataDir} was written by a newer version of Vouch: ${describeNewer(sqlite)}. Nothing was changed. Run that version or a newer one, or restore a backup from before: vouch restore <file>.`,
    )
}

const damaged = (dataDir: string, words: readonly string[]) =>
  new Error(
    `The database in ${dataDir} is damaged: ${words.join('; ')}. Nothing was changed. Put the latest backup in its place: vouch restore <file>; the one that is there is kept beside it.`,
  )

/** What an operator can do about it, where the disk or the file is the reason. */
export const explainOpening = (cause: unknown, dataDir: string): unknown =>
  explainFailure(cause, `The database in ${dataDir} cannot be opened`, (words) =>
    damaged(dataDir, words),
  )

/**
 * Keeps every other process off the data until the function that it returns is called. The system gives the lock up when the
 * process dies, however it dies.
 * @throws {Error} another process has it, or the disk does not let anybody have it
 */
export function lockData(dataDir: string): () => void {
  const release = lockOrExplain(dataDir)
  if (release) return release
  throw new Error(
    `Another Vouch process is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
}

/** One that dies with its server ends a moment after it, and the next server's signer waits for that. */
const SIGNER_PATIENCE_MS = 5000

/**
 * Keeps every other signer off a signer's folder, which is there already, as `lockData` does with a server's.
 * @throws {Error} another signer has it
 */
export function lockSigner(dir: string, patienceMs: number = SIGNER_PATIENCE_MS): () => void {
  const release = tryLock(join(dir, 'signer.lock'), patienceMs)
  if (release) return release
  throw new Error(
    `Another signer is running on ${dir}. Stop it first, or give this one a SIGNER_DIR of its own.`,
  )
}

function lockOrExplain(dataDir: string): (() => void) | undefined {
  try {
    return tryLock(lockFile(dataDir), LOCK_PATIENCE_MS)
  } catch (error) {
    throw explainOpening(error, dataDir)
  }
}

/** Whether a process has the data open, a server that runs for example. Where the disk does not even tell that, nobody has. */
export function isDataLocked(dataDir: string): boolean {
  if (!existsSync(lockFile(dataDir))) return false
  try {
    const release = tryLock(lockFile(dataDir), 0)
    release?.()
    return release === undefined
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    return false
  }
}

/** An exclusive transaction on a file of its own; `undefined` where somebody else has one. @throws what the disk says */
function tryLock(file: string, patienceMs: number): (() => void) | undefined {
  const isNew = !existsSync(file)
  const holder = new Sqlite(file, { timeout: patienceMs })
  try {
    holder.exec('BEGIN EXCLUSIVE')
    if (isNew) leaveToOwner(file, dirname(file))
    return () => void holder.close()
  } catch (error) {
    holder.close()
    if (error instanceof Sqlite.SqliteError && troubleOf(error.code) === 'busy') return undefined
    throw error
  }
}
