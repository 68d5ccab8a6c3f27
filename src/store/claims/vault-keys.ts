import { and, count, desc, eq, sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { ForeignKeyError, judgeKeys } from '../../claims/key-check.ts'
import { ConfigurationError } from '../../core/terms/configuration-error.ts'
import { createVault, type KeyCheck, type Vault } from '../../claims/vault.ts'
import type { Db } from '../database.ts'
import { DERIVED, masterKeyId } from '../../signer/claim-keys.ts'
import { makeKeyFile } from '../upkeep/make-key-file.ts'
import { readKeyFile } from '../upkeep/read-key-file.ts'
import { claimers, vaultKeys } from './claim-tables.ts'

/** As configured: base64, the newest first; `undefined` where one is to be made in `dataDir`. */
type Configured = { vaultKey: string | undefined; vaultKeysOld: readonly string[]; dataDir: string }
type Keys = { keyEncryptionKey: Buffer; oldKeys: Buffer[] }

/** Where a local network keeps the key-encryption key that it made. */
export const keyFile = (dataDir: string): string => join(dataDir, 'vault.key')

/**
 * The key-encryption keys that there are; `undefined` where the first start has yet to make one.
 * @throws {ConfigurationError} the file with the key holds none
 */
export function findVaultKeys({ vaultKey, vaultKeysOld, dataDir }: Configured): Keys | undefined {
  const oldKeys = vaultKeysOld.map((key) => Buffer.from(key, 'base64'))
  if (vaultKey !== undefined) return { keyEncryptionKey: Buffer.from(vaultKey, 'base64'), oldKeys }
  return existsSync(keyFile(dataDir))
    ? { keyEncryptionKey: readKeyFile(keyFile(dataDir), 'VAULT_KEY'), oldKeys }
    : undefined
}

/**
 * The vault of this database, for a command beside the server: it changes nothing. `undefined` where there is no key yet.
 * @throws {ForeignKeyError} the key that the database goes by is not among those that are set
 */
export async function readVault(
  db: Pick<Db, 'select'>,
  config: Configured,
): Promise<Vault | undefined> {
  const inUse = await readKeyInUse(db)
  const keys = findVaultKeys(config)
  if (!keys) {
    if (inUse) throw foreign(inUse, [], config)
    return undefined
  }
  const vault = createVault(keys)
  if (inUse && judgeKeys(inUse, vault.checks) === 'foreign')
    throw foreign(inUse, vault.keyIds, config)
  return vault
}

/**
 * The vault of this database, whose key is from now on the newest of those that are set. On the local network one is made at the first start, beside the
 * database and not in it, and never again: what is in the database belongs to the key that it was made with.
 * @param giveUp the name of a key that is lost for good: what it sealed and hashed is given up
 * @throws {ForeignKeyError} the key that the database goes by is not among those that are set; then nothing was changed
 * @throws {Error} there is no key, and the database has claimers
 */
export async function openVault(
  db: Db,
  config: Configured,
  { now, giveUp }: { now: () => Date; giveUp?: string | undefined },
): Promise<Vault> {
  const inUse = await readKeyInUse(db)
  const isGivenUp = inUse !== undefined && giveUp === inUse.keyId
  const keys = findVaultKeys(config) ?? (await firstKeys(db, config, isGivenUp ? undefined : inUse))
  const vault = createVault(keys)
  const [newest] = vault.checks
  if (newest && judgeKeys(inUse, vault.checks) !== 'same')
    // Several servers may start at once: what another one has just begun to go by counts.
    await db.shared.transaction(async (tx) => {
      const current = await readKeyInUse(tx)
      const verdict = judgeKeys(current, vault.checks)
      if (current && verdict === 'foreign' && current.keyId !== giveUp)
        throw foreign(current, vault.keyIds, config)
      if (verdict !== 'same')
        await tx
          .insert(vaultKeys)
          .values({ ...newest, since: now() })
          .run()
    })
  return vault
}

async function firstKeys(
  db: Db,
  { vaultKeysOld, dataDir, ...config }: Configured,
  inUse: InUse | undefined,
): Promise<Keys> {
  if (inUse) throw foreign(inUse, [], { dataDir, ...config })
  const [found] = await db.select({ rows: count() }).from(claimers).all()
  if ((await readKeyInUse(db)) === undefined && found && found.rows > 0)
    throw new ConfigurationError(
      `${keyFile(dataDir)} is not there, and the database has claimers that were made with it: put it back, or set VAULT_KEY to that key. Where it is lost for good, a new DATA_DIR begins anew.`,
    )
  makeKeyFile(keyFile(dataDir))
  return {
    keyEncryptionKey: readKeyFile(keyFile(dataDir), 'VAULT_KEY'),
    oldKeys: vaultKeysOld.map((key) => Buffer.from(key, 'base64')),
  }
}

type InUse = KeyCheck & { since: Date }

/** The key that the database goes by; `undefined` before the first start with one. */
export async function readKeyInUse(db: Pick<Db, 'select'>): Promise<InUse | undefined> {
  const { keyId, check, since } = vaultKeys
  const [row] = await db
    .select({ keyId, check, since })
    .from(vaultKeys)
    .orderBy(desc(vaultKeys.number))
    .limit(1)
    .all()
  return row
}

/** How many claim keys that may still be needed come from each of the signer's master keys, by its name. */
export async function countDerivedKeys(db: Pick<Db, 'select'>): Promise<Record<string, number>> {
  const { heldKey: key, isOver } = claimers
  const isDerived = eq(sql`substr(${key}, 1, 1)`, Buffer.of(DERIVED))
  const rows = await db
    .select({ key, keys: count() })
    .from(claimers)
    .where(and(eq(isOver, false), isDerived))
    .groupBy(key)
    .all()
  return Object.fromEntries(
    rows.flatMap((row) => {
      const name = row.key ? masterKeyId(row.key) : undefined
      return name === undefined ? [] : [[name, row.keys]]
    }),
  )
}

const foreign = (
  inUse: InUse,
  set: readonly string[],
  { dataDir, vaultKey }: Pick<Configured, 'dataDir' | 'vaultKey'>,
) => new ForeignKeyError(inUse, set, { dataDir, isConfigured: vaultKey !== undefined })
