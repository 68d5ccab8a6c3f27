import Sqlite from 'better-sqlite3'
import { existsSync } from 'node:fs'

import type { KeyCheck, Vault } from '../claims/vault.ts'
import { masterKeyId } from '../signer/claim-keys.ts'
import { databaseFile, explainOpening } from './database.ts'
import { compareTables, describeNewer, type TablesAge } from './table-versions.ts'
import { damageIn } from './upkeep/store-health.ts'

/** What a database file is like. Nothing in it is changed. */
export type Examination = {
  /** SQLite's own words for what is damaged; empty when all is well. */
  damage: string[]
  /** Whether its tables are this program's: `old` ones are brought up to date by a start, `unknown` ones are of a newer version. */
  tables: TablesAge
  /** Of `unknown` tables, which versions theirs and ours are, in words. */
  versions: string | undefined
  /** How many rows each table has. */
  rows: Record<string, number>
  /** Claims that nobody was paid yet; `undefined` where the tables are not ours to count in. */
  openClaims: number | undefined
  /** How many sealed claim keys each key-encryption key opens, by its id, and how many none does. */
  keys: { openedBy: Record<string, number>; unopened: number }
  /** The key-encryption key that it goes by; `undefined` where no server has used it yet, or an earlier version has. */
  keyInUse: KeyCheck | undefined
  /** How many claim keys come from each of the signer's master keys, by its name. */
  derivedFrom: Record<string, number>
  /** What a backup says of itself. */
  note: BackupNote | undefined
}

/** Stands in a table of its own in a backup, and goes when it is restored. */
export type BackupNote = {
  /** ISO 8601. */
  madeAt: string
  /** The name of the newest key-encryption key then. */
  keyId: string
}

const NOTE_TABLE = 'backup_note'

type Row = Record<string, unknown>
const all = (sqlite: Sqlite.Database, statement: string): Row[] =>
  // better-sqlite3 gives rows as objects, and does not say so in its types.
  sqlite.prepare(statement).all() as Row[]

/**
 * Looks at a database from its bytes up to its keys.
 * @param look `quick` passes over what takes long: whether indexes fit their tables
 * @throws {Error} SQLite cannot open it at all, or the disk keeps it from being looked at
 */
export function examineDatabase(
  sqlite: Sqlite.Database,
  { vault, look = 'whole' }: { vault?: Vault | undefined; look?: 'quick' | 'whole' } = {},
): Examination {
  const damage = findDamage(sqlite, look)
  const rows = damage.length === 0 ? countRows(sqlite) : {}
  const tables = damage.length === 0 ? compareTables(sqlite) : 'none'
  const isOurs = tables === 'current' || tables === 'old'
  return {
    damage,
    tables,
    versions: tables === 'unknown' ? describeNewer(sqlite) : undefined,
    rows,
    openClaims: isOurs ? countOpen(sqlite) : undefined,
    keys: isOurs && vault ? tryKeys(sqlite, vault) : { openedBy: {}, unopened: 0 },
    keyInUse: isOurs && 'vault_keys' in rows ? readKeyInUse(sqlite) : undefined,
    derivedFrom: isOurs ? countDerived(sqlite) : {},
    note: NOTE_TABLE in rows ? readNote(sqlite) : undefined,
  }
}

/**
 * Looks at the database in `dataDir`, also while a server has it open; `undefined` where there is none yet.
 * @throws {Error} it cannot be looked at, as on a full disk; says what to do
 */
export function examineDataDir(
  dataDir: string,
  options: { vault: Vault | undefined; look: 'quick' | 'whole' },
): Examination | undefined {
  if (!existsSync(databaseFile(dataDir))) return undefined
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(databaseFile(dataDir), { readonly: true })
    return examineDatabase(sqlite, options)
  } catch (error) {
    throw explainOpening(error, dataDir)
  } finally {
    sqlite?.close()
  }
}

/** How many rows each table of the database has. */
function countRows(sqlite: Sqlite.Database): Record<string, number> {
  const names = all(
    sqlite,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  ).map(({ name }) => String(name))
  return Object.fromEntries(
    names.map((name) => [
      name,
      Number(all(sqlite, `select count(*) as rows from "${name}"`)[0]?.['rows']),
    ]),
  )
}

export function writeNote(sqlite: Sqlite.Database, { madeAt, keyId }: BackupNote): void {
  sqlite.transaction(() => {
    eraseNote(sqlite)
    sqlite.exec(`create table ${NOTE_TABLE} (made_at text not null, key_id text not null)`)
    sqlite.prepare(`insert into ${NOTE_TABLE} values (?, ?)`).run(madeAt, keyId)
  })()
}

export function eraseNote(sqlite: Sqlite.Database): void {
  sqlite.exec(`drop table if exists ${NOTE_TABLE}`)
}

function readNote(sqlite: Sqlite.Database): BackupNote | undefined {
  const [row] = all(sqlite, `select made_at, key_id from ${NOTE_TABLE}`)
  return row && { madeAt: String(row['made_at']), keyId: String(row['key_id']) }
}

function readKeyInUse(sqlite: Sqlite.Database): KeyCheck | undefined {
  const [row] = all(
    sqlite,
    'select key_id, check_value from vault_keys order by number desc limit 1',
  )
  return row && { keyId: String(row['key_id']), check: String(row['check_value']) }
}

function findDamage(sqlite: Sqlite.Database, look: 'quick' | 'whole'): string[] {
  try {
    const check = look === 'quick' ? 'quick_check' : 'integrity_check'
    const words = all(sqlite, `pragma ${check}(10)`).map((row) => String(Object.values(row)[0]))
    const lost = all(sqlite, 'pragma foreign_key_check')
    return [
      ...words.filter((word) => word !== 'ok'),
      ...lost
        .slice(0, 10)
        .map(({ table, parent }) => `a row of ${String(table)} lacks its ${String(parent)}`),
    ]
  } catch (error) {
    return [damageIn(error)]
  }
}

function countOpen(sqlite: Sqlite.Database): number {
  const [row] = all(sqlite, "select count(*) as claims from claims where status <> 'paid'")
  return Number(row?.['claims'])
}

function countDerived(sqlite: Sqlite.Database): Record<string, number> {
  const rows = all(
    sqlite,
    "select sealed_key, count(*) as keys from claimers where substr(sealed_key, 1, 1) = x'02' group by 1",
  )
  return Object.fromEntries(
    rows.flatMap(({ sealed_key: key, keys }) => {
      const name = Buffer.isBuffer(key) ? masterKeyId(key) : undefined
      return name === undefined ? [] : [[name, Number(keys)]]
    }),
  )
}

/** Opens every sealed claim key with whatever key-encryption key fits, and keeps none of them. */
function tryKeys(sqlite: Sqlite.Database, vault: Vault): Examination['keys'] {
  const openedBy: Record<string, number> = {}
  let unopened = 0
  const sealed = sqlite.prepare(
    "select id, sealed_key from claimers where substr(sealed_key, 1, 1) = x'01'",
  )
  for (const row of sealed.iterate()) {
    // The statement names these two, and the table's column is a blob.
    const { id, sealed_key: key } = row as { id: string; sealed_key: Buffer }
    const keyId = vault.keyIdOf(id, key)
    if (keyId === undefined) unopened += 1
    else openedBy[keyId] = (openedBy[keyId] ?? 0) + 1
  }
  return { openedBy, unopened }
}
