import type { ClaimStore } from '../claims/claim-store.ts'
import { createClaimerStore } from './claimer-store.ts'
import { createCodeStore } from './code-store.ts'
import type { Db } from './database.ts'
import { createRedemptionStore } from './redemption-store.ts'

export function createClaimStore(db: Db): ClaimStore {
  return { ...createClaimerStore(db), ...createCodeStore(db), ...createRedemptionStore(db) }
}
