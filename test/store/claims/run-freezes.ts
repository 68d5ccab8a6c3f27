import { setTimeout as sleepFor } from 'node:timers/promises'

import { createFreezeStore } from '../../../src/store/claims/freeze-store.ts'
import { openBeside } from '../../../src/store/open-store.ts'

// An operator's commands, one after another, in a process of their own: `node run-freezes.ts <data dir> <claim> …`.
const [dataDir = '', ...claimIds] = process.argv.slice(2)
const { db, close } = await openBeside({ databaseUrl: undefined, dataDir })
const store = createFreezeStore(db)
console.log('ready')
for (const claimId of claimIds) {
  await store.freeze({ kind: 'claim', claimId }, { hashOf: String }, new Date())
  await sleepFor(2) // whoever holds the right to write without a pause keeps the other from ever getting it
}
await close()
