import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { createVault } from '../claims/vault.ts'
import { timeInName } from '../store/restore-backup.ts'
import { findVaultKeys } from '../store/claims/vault-keys.ts'
import { writeBackup, type Backup } from '../store/write-backup.ts'
import { readSettings, refuseOnPostgres, type Settings } from './read-settings.ts'
import { showProgress } from './show-progress.ts'

/** Within DATA_DIR, where a backup goes that nobody named a place for. */
const FOLDER = 'backups'

/**
 * Writes a backup, also while the server runs, and says what is in it.
 * @param place the new file, or a folder for one; `backups` in DATA_DIR unless given
 * @returns whether the keys that are set open it; true where none is set, and nobody could say
 * @throws {Error} it could not be written, or is not what it should be; then there is no file of that name
 */
export async function backup(place: string | undefined, settings: Settings): Promise<boolean> {
  const config = readSettings(settings)
  refuseOnPostgres(config)
  const { dataDir } = config
  const keys = findVaultKeys(config)
  const now = () => new Date()
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('The backup was stopped. Nothing is left of it.'))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const file = fileFor(place, dataDir, now())
  const beganMs = performance.now()
  const written = await writeBackup({
    dataDir,
    file,
    vault: keys && createVault(keys),
    now,
    onProgress: showProgress,
    signal: stopping.signal,
  })
  console.log(describe(file, written, performance.now() - beganMs))
  const warnings = warningsOf(written)
  for (const each of warnings) console.error(each)
  return warnings.length === 0 || keys === undefined
}

function fileFor(place: string | undefined, dataDir: string, now: Date): string {
  const name = `vouch-${timeInName(now)}.sqlite`
  if (place === undefined) {
    mkdirSync(join(dataDir, FOLDER), { recursive: true, mode: 0o700 })
    return join(dataDir, FOLDER, name)
  }
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(place, name) : place
}

function describe(
  file: string,
  { rows, openClaims, keys, derivedFrom, versions, keyId, bytes, sha256 }: Backup,
  tookMs: number,
): string {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const sealed = sealedIn(keys)
  const seen =
    openClaims === undefined
      ? `every page was looked over. Its claims were not counted nor its keys tried, since a newer version of Vouch wrote it: ${versions}.`
      : `unpaid claims: ${openClaims}; every page, row and key was looked over.`
  return [
    `Backup written to ${file}`,
    `${(bytes / 1_000_000).toFixed(1)} MB in ${(tookMs / 1000).toFixed(1)} s, ${rowCount} rows in ${Object.keys(rows).length} tables, ${seen}`,
    `sha256 ${sha256}`,
    `Keep what is not in it elsewhere: VAULT_KEY, named ${keyId ?? 'as it will be'}${sealed > 0 ? `, which opens ${sealed} claim keys of earlier versions` : ''}`,
    ...Object.entries(derivedFrom).map(
      ([id, count]) => `and the signer's key, named ${id}, which ${count} claim keys come from.`,
    ),
  ].join('\n')
}

const sealedIn = ({ openedBy }: Backup['keys']): number =>
  Object.values(openedBy).reduce((sum, count) => sum + count, 0)

/** What does not open with the keys that are set. */
function warningsOf({ isKeySet, keys }: Backup): string[] {
  return [
    ...(isKeySet
      ? []
      : [
          'Beware: that key is not among those that are set. Without it nothing of this backup opens: find it before you need it.',
        ]),
    ...(keys.unopened > 0
      ? [
          `Beware: ${keys.unopened} of ${keys.unopened + sealedIn(keys)} sealed claim keys open with none of the keys that are set. Set VAULT_KEY, or VAULT_KEY_OLD, to the one that they were made with.`,
        ]
      : []),
  ]
}
