import Sqlite from 'better-sqlite3'
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { judgeKeys } from '../claims/key-check.ts'
import type { Vault } from '../claims/vault.ts'
import { databaseFile } from './database.ts'
import { CopyError, copyDatabase } from './upkeep/copy-database.ts'
import { adviceOn, said } from './upkeep/explain-failure.ts'
import { troubleOf } from './upkeep/store-health.ts'
import { examineDatabase, writeNote, type Examination } from './examine-database.ts'

type Options = {
  dataDir: string
  file: string
  /** `undefined` where the keys are not there: a copy needs none. */
  vault: Vault | undefined
  now: () => Date
  /** Hears how much is copied, of 1. */
  onProgress?: (share: number) => void
  /** Ends it; then nothing is left of it. */
  signal?: AbortSignal
}

export type Backup = Pick<
  Examination,
  'rows' | 'openClaims' | 'keys' | 'derivedFrom' | 'versions'
> & {
  /** The name of the key-encryption key that it needs; `undefined` where nobody has used one yet. */
  keyId: string | undefined
  /** Whether that one is among those that are set. */
  isKeySet: boolean
  bytes: number
  /** Of the file, in hex. */
  sha256: string
}

/**
 * Writes a copy of the database, as it is at one moment, while a server goes on writing, and looks the copy over from its
 * bytes to its keys. It comes under its name only when it is whole and on the disk, readable by its owner alone.
 * @throws {Error} there is no database, or already a file of that name; or the copy is not what it should be
 */
export async function writeBackup(options: Options): Promise<Backup> {
  const { dataDir, file } = options
  if (!existsSync(databaseFile(dataDir))) throw new Error(`There is no database in ${dataDir}.`)
  if (existsSync(file)) throw new Error(`${file} exists already: a backup replaces nothing.`)
  const partial = `${file}.partial`
  try {
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (error) {
    if (isCode(error, 'ENOENT'))
      throw new Error(`There is no folder ${dirname(partial)}: make it first.`, { cause: error })
    if (!isCode(error, 'EEXIST')) throw error
    throw new Error(
      `${partial} is there: another backup is writing it, or one was cut off. In that case delete it.`,
      { cause: error },
    )
  }
  try {
    const backup = await copyAndCheck(options, partial)
    publish(partial, file)
    return backup
  } finally {
    for (const end of ['', '-journal']) rmSync(`${partial}${end}`, { force: true })
  }
}

async function copyAndCheck(
  { dataDir, vault, now, onProgress, signal }: Options,
  partial: string,
): Promise<Backup> {
  const madeAt = now().toISOString()
  await copyAll(databaseFile(dataDir), partial, {
    onProgress: (share) => onProgress?.(share),
    signal,
  })
  const copy = new Sqlite(partial)
  try {
    copy.pragma('journal_mode = DELETE') // one file, that nothing has to stand beside
    const { damage, tables, versions, openClaims, keys, keyInUse, derivedFrom, rows } =
      examineDatabase(copy, { vault })
    const keyId = keyInUse?.keyId ?? vault?.keyIds[0]
    if (damage.length > 0)
      throw new Error(`The database is damaged, and so was its copy: ${damage.join('; ')}.`)
    if (tables === 'none') throw new Error(`${databaseFile(dataDir)} is no database of Vouch.`)
    writeNote(copy, { madeAt, keyId: keyId ?? '' })
    copy.close()
    return {
      rows,
      openClaims,
      keys,
      derivedFrom,
      versions,
      keyId,
      isKeySet: vault !== undefined && judgeKeys(keyInUse, vault.checks) !== 'foreign',
      bytes: statSync(partial).size,
      sha256: await sha256Of(partial),
    }
  } finally {
    copy.close()
  }
}

async function copyAll(
  from: string,
  to: string,
  options: Parameters<typeof copyDatabase>[2],
): Promise<void> {
  try {
    await copyDatabase(from, to, options)
  } catch (error) {
    if (!(error instanceof CopyError)) throw error
    if (troubleOf(error.code) === 'damaged')
      throw new Error(`The database is damaged: ${error.message}.`, { cause: error })
    const advice = adviceOn(error)
    throw new Error(
      `The database could not be copied: ${said(error)}.${advice === undefined ? '' : ` ${advice}`}`,
      { cause: error },
    )
  }
  syncFile(to)
}

/** Gives a file its name, which nothing has. */
function publish(partial: string, file: string): void {
  try {
    linkSync(partial, file) // refuses where a rename would replace
  } catch (error) {
    // Sticks and shares without hard links.
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS')) throw error
    if (existsSync(file)) throw new Error(`${file} exists already.`, { cause: error })
    renameSync(partial, file)
  }
  syncFolder(dirname(file))
}

/** Has the disk keep the names in a folder. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // it opens no folders
  sync(folder, 'r')
}

/** Has the disk keep a file: SQLite leaves that to whoever has it copied. */
const syncFile = (file: string): void => sync(file, 'r+')

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
