import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'

import {
  databaseFile,
  explainOpening,
  lockFolder,
  openDatabase,
  writeTo,
  type Database,
  type OwnDatabase,
  type ServerOptions,
} from './database.ts'
import { createSerialSession } from './serial-session.ts'
import { compareTables, describeNewer } from './table-versions.ts'

/**
 * How long a command waits for its turn to write. SQLite gives turns by chance: beside a server that writes without a pause, and on one
 * core, the turn can be seconds away, and an operator who freezes something would rather wait than read that it did not work.
 */
const PATIENCE_MS = 60_000

/** Where everything is kept: a PostgreSQL, or without one the folder with SQLite's file. */
export type StorePlace = { databaseUrl: string | undefined; dataDir: string }

/** Opens the database of this server, looks it over, and brings its tables up to date. @throws {Error} see `openDatabase` and `openPostgres` */
export async function openStore(
  { databaseUrl, dataDir }: StorePlace,
  options: ServerOptions,
): Promise<OwnDatabase> {
  if (databaseUrl === undefined) return openDatabase(dataDir, { log: options.log })
  const unlock = lockFolder(dataDir) // what else stands there, the signer's folder for one, is one process's as well
  try {
    const store = await (await loadPostgres()).openPostgres(databaseUrl, options)
    return { ...store, close: () => Promise.resolve(store.close()).finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens the database for an operator's small writes, whether servers have it open or not. They own the data: what is
 * written here is one short transaction, and a server finds it with its next statement.
 * @throws {Error} there is none, its tables are of another version than this program, or the disk refuses
 */
export const openBeside = (place: StorePlace): Promise<Database> => openFor(place, 'write')

/** The same, to read. */
export const readBeside = (place: StorePlace): Promise<Database> => openFor(place, 'read')

async function openFor(
  { databaseUrl, dataDir }: StorePlace,
  to: 'read' | 'write',
): Promise<Database> {
  return databaseUrl === undefined
    ? open(dataDir, to)
    : (await loadPostgres()).openPostgresBeside(databaseUrl)
}

/** Only who has a PostgreSQL waits for its driver to load. */
const loadPostgres = () => import('./postgres/open-postgres.ts')

function open(dataDir: string, to: 'read' | 'write'): Database {
  if (!existsSync(databaseFile(dataDir))) throw new Error(`There is no database in ${dataDir}.`)
  const options = { readonly: to === 'read', timeout: PATIENCE_MS }
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(databaseFile(dataDir), options)
    refuseOtherVersion(sqlite, dataDir)
    const db = to === 'read' ? createSerialSession(sqlite) : writeTo(sqlite)
    return { db, close: () => void sqlite?.close() }
  } catch (error) {
    sqlite?.close()
    throw explainOpening(error, dataDir)
  }
}

function refuseOtherVersion(sqlite: Sqlite.Database, dataDir: string): void {
  const tables = compareTables(sqlite)
  if (tables === 'current') return
  const versions = tables === 'unknown' ? `: ${describeNewer(sqlite)}` : ''
  throw new Error(
    `The tables in ${dataDir} are of another version of Vouch than this program${versions}. Start the server of this version once, or use the program of that one.`,
  )
}
