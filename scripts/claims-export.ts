import { existsSync, writeFileSync } from 'node:fs'

import { readConfig } from '../src/config.ts'
import { readDatabase } from '../src/store/database.ts'
import { exportClaims } from '../src/store/export-claims.ts'

// Writes what redeeming without this server needs, also while it runs.
//   npm run claims:export -- claims.json
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Say where to: npm run claims:export -- claims.json')
  process.exit(2)
}
if (existsSync('.env')) process.loadEnvFile('.env')
const { db, close } = readDatabase(readConfig(process.env).dataDir)
const claims = exportClaims(db, new Date())
close()
writeFileSync(file, `${JSON.stringify(claims, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
console.log(`${claims.claimers.length} claimers written to ${file}.
Its keys are sealed with VAULT_KEY: without that key the file redeems nothing, with it everything. Keep the two apart.
It names people and their e-mail addresses: keep it as you keep the database.`)
