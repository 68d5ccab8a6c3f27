import { existsSync } from 'node:fs'

import pino from 'pino'

import { createKeyRotation } from '../src/claims/key-rotation.ts'
import { createVault } from '../src/claims/vault.ts'
import { readConfig } from '../src/config.ts'
import { createClaimStore } from '../src/store/claim-store.ts'
import { openDatabase } from '../src/store/database.ts'
import { readVaultKeys } from '../src/store/vault-keys.ts'

// Seals every claim key with VAULT_KEY, for a server that stands still; one that runs does it by itself.
//   VAULT_KEY=<new> VAULT_KEY_OLD=<old> npm run vault:rotate
if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfig(process.env)
if (config.vaultKeysOld.length === 0) {
  console.error('VAULT_KEY_OLD is not set: there is nothing to rotate from. See docs/claims.md.')
  process.exit(2)
}
const { db, close } = openDatabase(config.dataDir)
const log = pino({ level: 'warn' }, pino.destination(2))
const vault = createVault(readVaultKeys(config))
const { rewrapped, passedOver } = await createKeyRotation({
  store: createClaimStore(db),
  vault,
  log,
}).run()
close()
console.log(`${rewrapped} claim keys sealed with VAULT_KEY, ${passedOver} were already.`)
