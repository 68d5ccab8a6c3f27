import { existsSync, statSync } from 'node:fs'

import type { Config } from '../config.ts'
import { signerDir } from '../signer/signer-config.ts'
import { ledgerFile } from '../store/claims/signer-ledger.ts'
import { keyFile } from '../store/claims/vault-keys.ts'
import { databaseFile } from '../store/database.ts'

/**
 * Tells of a database that is about to begin, while what stands beside it has been used with one: somebody may have lost it, with all claims in it. Nothing is refused, since
 * a network may be begun anew on purpose.
 */
export function warnOfNewDatabase(
  {
    dataDir,
    databaseUrl,
    signer,
    signerDir: set,
  }: Pick<Config, 'dataDir' | 'databaseUrl' | 'signer' | 'signerDir'>,
  log: { warn(details: object, message: string): void },
): void {
  const file = databaseFile(dataDir)
  if (databaseUrl !== undefined || (existsSync(file) && statSync(file).size > 0)) return
  const ledgers = signer ? [] : [ledgerFile(signerDir({ dataDir, set }))] // one elsewhere may have started first
  const fromBefore = [keyFile(dataDir), ...ledgers].filter((each) => existsSync(each))
  if (fromBefore.length === 0) return
  log.warn(
    { database: file, fromBefore },
    'the database is new, but what stands beside it is from before: if that was not meant, stop the server and put the latest backup in its place with vouch restore',
  )
}
