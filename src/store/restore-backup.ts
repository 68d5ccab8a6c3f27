import Sqlite from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { judgeKeys } from '../claims/key-check.ts'
import type { Vault } from '../claims/vault.ts'
import { databaseFile, lockData } from './database.ts'
import { eraseNote, examineDatabase, type Examination } from './examine-database.ts'
import { leaveToOwner } from './upkeep/leave-to-owner.ts'
import { makeFolder } from './upkeep/make-folder.ts'
import { syncFolder } from './write-backup.ts'

type Options = {
  dataDir: string
  file: string
  vault: Vault | undefined
  now: () => Date
}

export type Restored = {
  examination: Examination
  /** Where the database is that was there before; `undefined` where there was none. */
  keptAs: string | undefined
}

/**
 * Looks a backup over as a restore does: its bytes, its tables, and whether the configured keys open its claim keys. A server
 * may run meanwhile.
 * @throws {Error} says why it cannot be restored
 */
export async function checkBackup(options: Options): Promise<Examination> {
  const { examination, remove } = await takeIn(options)
  remove()
  return examination
}

/**
 * Puts a backup in the database's place, once it is looked over. The database that was there is kept beside it. Cut off at any
 * moment, the one or the other is there, whole.
 * @throws {Error} the backup cannot be restored, or a server has the data open; then nothing was changed
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { dataDir, now } = options
  const { copy, examination, remove } = await takeIn(options)
  try {
    const unlock = lockForRestore(dataDir)
    try {
      return { examination, keptAs: swap(copy, databaseFile(dataDir), now()) }
    } finally {
      unlock()
    }
  } finally {
    remove()
  }
}

function lockForRestore(dataDir: string): () => void {
  try {
    return lockData(dataDir)
  } catch (cause) {
    throw new Error(
      `The backup is good, but a server runs on ${dataDir}: stop it, then restore again. Nothing was changed.`,
      { cause },
    )
  }
}

/** Copies the backup beside the database, where it can be renamed in one step, and looks it over there. */
async function takeIn({ dataDir, file, vault }: Options) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new Error(`There is no file ${file}.`)
  if (found.isDirectory()) throw new Error(`There is no file ${file}: it is a folder.`)
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(
      `${file} is no backup: ${file}-wal beside it holds a part of it. Copy a database with "vouch backup".`,
    )
  makeFolder(dataDir, 'DATA_DIR')
  const copy = `${databaseFile(dataDir)}.restoring-${randomBytes(4).toString('hex')}`
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${copy}${end}`, { force: true })
  }
  try {
    await pipeline(
      createReadStream(file),
      createWriteStream(copy, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return { copy, examination: prepare(copy, file, vault), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** @throws {Error} the copy is of no use */
function prepare(copy: string, file: string, vault: Vault | undefined): Examination {
  const sqlite = new Sqlite(copy)
  try {
    const examination = examineDatabase(sqlite, { vault })
    const { damage, tables, versions } = examination
    if (damage.length > 0) throw new Error(`${file} is damaged: ${damage.join('; ')}.`)
    if (tables === 'none') throw new Error(`${file} is no database of Vouch.`)
    if (tables === 'unknown')
      throw new Error(
        `${file} was made by a newer version of Vouch than this one: ${versions}. Restore it with that version.`,
      )
    checkKeys(examination, file, vault)
    eraseNote(sqlite)
    sqlite.pragma('journal_mode = DELETE') // all of it in the one file
    return examination
  } finally {
    sqlite.close()
  }
}

function checkKeys(
  { keys, keyInUse, note }: Examination,
  file: string,
  vault: Vault | undefined,
): void {
  const isForeign = vault !== undefined && judgeKeys(keyInUse, vault.checks) === 'foreign'
  if (vault && !isForeign && keys.unopened === 0) return
  const keyId = keyInUse?.keyId ?? note?.keyId
  const needed = keyId ? ` It was made with the key ${keyId}` : ''
  const have = vault ? `, and what is set is ${vault.keyIds.join(', ')}` : ''
  throw new Error(
    `${isForeign ? 'Links, PINs and codes' : vault ? `${keys.unopened} claim keys` : 'The claim keys'} of ${file} cannot be opened.` +
      (needed === '' ? '' : `${needed}${have}.`) +
      ' Set VAULT_KEY (or VAULT_KEY_OLD) to the key that it was made with.',
  )
}

/** Renames the copy over the database, and returns where that one is now. */
function swap(copy: string, database: string, now: Date): string | undefined {
  const isFirst = !existsSync(database)
  const keptAs = `${database}.before-restore-${timeInName(now)}`
  leaveToOwner(copy, isFirst ? dirname(database) : database)
  if (!isFirst) {
    checkpoint(database)
    keep(database, keptAs)
    // A log that could not be written into its database belongs to the kept one; beside the new one it would be read into it.
    for (const end of ['-wal', '-shm'])
      if (existsSync(`${database}${end}`)) renameSync(`${database}${end}`, `${keptAs}${end}`)
  }
  renameSync(copy, database)
  syncFolder(dirname(database))
  return isFirst ? undefined : keptAs
}

/** A second name for the file, so that there is never no database: a server would begin an empty one. */
function keep(database: string, keptAs: string): void {
  if (existsSync(keptAs)) throw new Error(`${keptAs} exists already. Restore again in a second.`)
  try {
    linkSync(database, keptAs)
  } catch {
    copyFileSync(database, keptAs) // where there are no hard links
  }
}

/** Writes what stands in the log into the database. One that is too damaged for that is kept with its log. */
function checkpoint(database: string): void {
  try {
    const sqlite = new Sqlite(database)
    try {
      sqlite.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      sqlite.close()
    }
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
  }
}

/** UTC to the second, for a file's name: 20260131T235959Z. */
export function timeInName(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
