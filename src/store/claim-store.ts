import type { ClaimStore } from '../claims/claim-store.ts'
import { createChatProofStore } from './chat-proof-store.ts'
import { createClaimerStore } from './claimer-store.ts'
import { createCodeStore } from './code-store.ts'
import type { Db } from './database.ts'
import { createGroupStore } from './group-store.ts'
import { createRedemptionStore } from './redemption-store.ts'
import { createSignInStore } from './sign-in-store.ts'

export function createClaimStore(db: Db): ClaimStore {
  return {
    ...createClaimerStore(db),
    ...createGroupStore(db),
    ...createCodeStore(db),
    ...createChatProofStore(db),
    ...createSignInStore(db),
    ...createRedemptionStore(db),
  }
}
