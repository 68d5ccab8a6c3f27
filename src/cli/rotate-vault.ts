import { pino } from 'pino'

import { createKeyRotation } from '../claims/key-rotation.ts'
import { createOptOuts } from '../claims/opt-outs.ts'
import { createClaimStore } from '../store/claims/claim-store.ts'
import { openDatabase } from '../store/database.ts'
import { createOptOutStore } from '../store/claims/opt-out-store.ts'
import { openVault } from '../store/claims/vault-keys.ts'
import { readSettings, refuseOnPostgres, type Settings } from './read-settings.ts'

/**
 * Seals every claim key with VAULT_KEY, for a server that stands still. With `giveUp`, the name of the key that the database goes by, it goes by VAULT_KEY
 * from now on though that key is lost.
 * @throws {Error} there is no old key, a server runs, or no key opens what is there
 */
export async function rotateVault({
  giveUp,
  ...settings
}: Settings & { giveUp?: string }): Promise<void> {
  const config = readSettings(settings)
  if (config.vaultKeysOld.length === 0 && giveUp === undefined)
    throw new Error(
      'VAULT_KEY_OLD is not set: there is nothing to rotate from. See docs/claims.md.',
    )
  const log = pino({ level: 'warn' }, pino.destination(2))
  refuseOnPostgres(config, 'A server does this by itself: start one with VAULT_KEY_OLD.')
  const { db, close } = openDatabase(config.dataDir, { log })
  try {
    const now = () => new Date()
    const vault = await openVault(db, config, { now, giveUp })
    const store = createClaimStore(db)
    const optOutStore = createOptOutStore(db)
    const rotation = createKeyRotation({
      store,
      vault,
      optOuts: createOptOuts({ store: optOutStore, claimers: store, vault, now }),
      log,
    })
    if (giveUp !== undefined)
      console.log(`The database goes by VAULT_KEY, named ${vault.keyIds[0]}, from now on.`)
    const { rewrapped, passedOver } = await rotation.run()
    console.log(`${rewrapped} claim keys sealed with VAULT_KEY, ${passedOver} were already.`)
  } finally {
    close()
  }
}
