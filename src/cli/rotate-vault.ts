import { pino } from 'pino'

import { createKeyRotation } from '../claims/key-rotation.ts'
import { createOptOuts } from '../claims/opt-outs.ts'
import { createVault } from '../claims/vault.ts'
import { createClaimStore } from '../store/claims/claim-store.ts'
import { openDatabase } from '../store/database.ts'
import { createOptOutStore } from '../store/claims/opt-out-store.ts'
import { readVaultKeys } from '../store/claims/vault-keys.ts'
import { readSettings, type Settings } from './read-settings.ts'

/**
 * Seals every claim key with VAULT_KEY, for a server that stands still.
 * @throws {Error} there is no old key, a server runs, or no key opens what is there
 */
export async function rotateVault(settings: Settings): Promise<void> {
  const config = readSettings(settings)
  if (config.vaultKeysOld.length === 0)
    throw new Error(
      'VAULT_KEY_OLD is not set: there is nothing to rotate from. See docs/claims.md.',
    )
  const { db, close } = openDatabase(config.dataDir)
  try {
    const store = createClaimStore(db)
    const vault = createVault(readVaultKeys(config))
    const optOutStore = createOptOutStore(db)
    const now = () => new Date()
    const rotation = createKeyRotation({
      store,
      vault,
      optOuts: createOptOuts({ store: optOutStore, claimers: store, vault, now }),
      log: pino({ level: 'warn' }, pino.destination(2)),
    })
    const { rewrapped, passedOver } = await rotation.run()
    console.log(`${rewrapped} claim keys sealed with VAULT_KEY, ${passedOver} were already.`)
  } finally {
    close()
  }
}
