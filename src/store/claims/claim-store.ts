import { and, count, eq, gt, lte } from 'drizzle-orm'

import type { ClaimStore, SignInStore } from '../../claims/claim-store-port.ts'
import { HANDLE_RULES } from '../../claims/handle-history.ts'
import { createChatProofStore, createCodeStore } from './code-store.ts'
import { createClaimerStore } from './claimer-store.ts'
import type { Db } from '../database.ts'
import { createGroupStore } from './group-store.ts'
import { createRedemptionStore } from './redemption-store.ts'
import { signIns } from './claim-tables.ts'

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

function createSignInStore(db: Db): SignInStore {
  return {
    async addSignIn(signIn, most, now) {
      return db.shared.transaction(async (tx) => {
        await tx.delete(signIns).where(lte(signIns.expiresAt, now)).run()
        const isOfClaimer = eq(signIns.claimerId, signIn.claimerId)
        const open =
          (await tx.select({ rows: count() }).from(signIns).where(isOfClaimer).get())?.rows ?? 0
        if (open >= most) return false
        await tx.insert(signIns).values(signIn).run()
        return true
      })
    },
    async takeSignIn(keyHash, now) {
      const isOpen = and(eq(signIns.keyHash, keyHash), gt(signIns.expiresAt, now))
      return (await db.shared.delete(signIns).where(isOpen).run()).changes === 1
    },
  }
}
