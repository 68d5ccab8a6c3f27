import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'

import { readBeside } from '../store/open-store.ts'
import { exportClaims } from '../store/claims/export-claims.ts'
import { explainFailure } from '../store/upkeep/explain-failure.ts'
import { readSettings, type Settings } from './read-settings.ts'

/**
 * Writes what redeeming without this server needs, also while it runs.
 * @throws {Error} there is a file of that name already, or it could not be written; then nothing is left of it
 */
export async function exportClaimsTo(file: string, settings: Settings): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already: an export replaces nothing.`)
  const { db, close } = await readBeside(readSettings(settings))
  const claims = await exportClaims(db, new Date())
  await close()
  writeWhole(file, `${JSON.stringify(claims, undefined, 2)}\n`)
  console.log(`${claims.claimers.length} claimers written to ${file}.
Its keys come from SIGNER_KEY, those of earlier versions are sealed with VAULT_KEY: without these the file redeems nothing, with them everything. Keep it apart from them.
It names people and their e-mail addresses: keep it as you keep the database.`)
}

/** Half an export would look like one, and stand in the way of the next try. */
function writeWhole(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } catch (error) {
    rmSync(file, { force: true })
    throw explainFailure(error, `${file} cannot be written`)
  } finally {
    closeSync(handle)
  }
}
