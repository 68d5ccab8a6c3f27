import { existsSync, writeFileSync } from 'node:fs'

import { readBeside } from '../store/open-store.ts'
import { exportClaims } from '../store/claims/export-claims.ts'
import { readSettings, type Settings } from './read-settings.ts'

/**
 * Writes what redeeming without this server needs, also while it runs.
 * @throws {Error} there is a file of that name already
 */
export async function exportClaimsTo(file: string, settings: Settings): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already: an export replaces nothing.`)
  const { db, close } = await readBeside(readSettings(settings))
  const claims = await exportClaims(db, new Date())
  await close()
  writeFileSync(file, `${JSON.stringify(claims, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  console.log(`${claims.claimers.length} claimers written to ${file}.
Its keys come from SIGNER_KEY, those of earlier versions are sealed with VAULT_KEY: without these the file redeems nothing, with them everything. Keep it apart from them.
It names people and their e-mail addresses: keep it as you keep the database.`)
}
