import { accountKey } from '../core/terms/identity.ts'
import type { ClaimStore } from './claim-store-port.ts'
import type { ChatClaims } from './claims.ts'
import { ClaimFrozenError, claimNotFound, notRecipient } from './errors.ts'
import { onlyAhead } from './handle-history.ts'

type Deps = {
  store: ClaimStore
  /** An account as a keyed hash, for the audit log. */
  hashOf(account: string): string
  now: () => Date
}

/** The sender's word on who is meant, where several have shown a handle. */
export function createRecipientChoice({
  store,
  hashOf,
  now,
}: Deps): Pick<ChatClaims, 'candidatesOf' | 'confirmRecipient'> {
  return {
    async candidatesOf(claimerId) {
      const claimer = await store.claimer(claimerId)
      if (!claimer) return []
      const { recipient, doubt, boundUserId, coolingEndsAt } = claimer
      const isOpen = doubt !== undefined || onlyAhead(coolingEndsAt, now()) !== undefined
      const all = isOpen ? await store.sightingsOf(recipient) : []
      return boundUserId === undefined ? all : all.filter(({ userId }) => userId === boundUserId)
    },
    async confirmRecipient(claimerId, sender, userId) {
      const claimer = await store.claimer(claimerId)
      if (claimer?.senderAccount !== accountKey(sender)) throw claimNotFound()
      const { platform } = claimer.recipient
      const hashes = {
        by: hashOf(accountKey(sender)),
        account: hashOf(accountKey({ platform, userId })),
      }
      if (await store.confirmClaimer(claimerId, userId, hashes, now())) return
      const frozen = (await store.claimsOf(claimerId)).find(({ isFrozen }) => isFrozen)
      throw frozen ? new ClaimFrozenError(frozen.claimId) : notRecipient(claimer.recipient)
    },
  }
}
