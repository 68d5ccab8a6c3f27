import { createVault } from '../claims/vault.ts'
import type { Examination } from '../store/examine-database.ts'
import { checkBackup, restoreBackup } from '../store/restore-backup.ts'
import { findVaultKeys } from '../store/claims/vault-keys.ts'
import { readSettings, refuseOnPostgres, type Settings } from './read-settings.ts'

/**
 * Puts a backup in the database's place, for a server that stands still; with `check` it only looks the backup over.
 * @throws {Error} the backup cannot be restored, or a server runs; then nothing was changed
 */
export async function restore(
  file: string,
  { check, ...settings }: Settings & { check: boolean },
): Promise<void> {
  const config = readSettings(settings)
  refuseOnPostgres(config)
  const { dataDir } = config
  const keys = findVaultKeys(config)
  const options = { dataDir, file, vault: keys && createVault(keys), now: () => new Date() }
  if (check) {
    console.log(`${describe(file, await checkBackup(options))}\nNothing was changed.`)
    return
  }
  const { examination, keptAs } = await restoreBackup(options)
  console.log(describe(file, examination))
  console.log(
    `Restored to ${dataDir}. Start the server: it reads from the chains what happened since.`,
  )
  if (keptAs !== undefined)
    console.log(`The database before is kept. To take this back: vouch restore ${keptAs}`)
}

function describe(file: string, { openClaims, note, rows, tables }: Examination): string {
  const made = note ? `, made ${note.madeAt}` : ''
  const old =
    tables === 'old' ? ' It is of an earlier version, and the next start brings it up to date.' : ''
  return `${file} is good${made}: claimers: ${rows['claimers']}, unpaid claims: ${openClaims}, and every claim key that is sealed in it opens.${old}`
}
