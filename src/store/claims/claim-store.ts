import type { ClaimStore } from '../../claims/claim-store.ts'
import { HANDLE_RULES } from '../../claims/handle-history.ts'
import { createChatProofStore } from './chat-proof-store.ts'
import { createClaimerStore } from './claimer-store.ts'
import { createCodeStore } from './code-store.ts'
import type { Db } from '../database.ts'
import { createGroupStore } from './group-store.ts'
import { createRedemptionStore } from './redemption-store.ts'
import { createSignInStore } from './sign-in-store.ts'

export function createClaimStore(db: Db, rules = HANDLE_RULES): ClaimStore {
  return {
    ...createClaimerStore(db, rules),
    ...createGroupStore(db),
    ...createCodeStore(db),
    ...createChatProofStore(db),
    ...createSignInStore(db),
    ...createRedemptionStore(db),
  }
}
