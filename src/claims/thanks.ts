import { accountKey, type Account } from '../core/terms/identity.ts'
import type { ClaimStore } from './claim-store.ts'
import type { ChatClaims, ClaimerView } from './claims.ts'
import { claimNotFound, notRecipient } from './errors.ts'

type Deps = { store: Pick<ClaimStore, 'claimer' | 'isThanked' | 'thankSender'>; now: () => Date }

/** Has senders told, once for each claimer, that its recipient says thanks. */
export function createThanks({ store, now }: Deps): Pick<ChatClaims, 'isThanked' | 'sayThanks'> {
  return {
    isThanked: (claimerId) => store.isThanked(claimerId),
    async sayThanks(claimerId, account) {
      if (await store.thankSender(claimerId, account, now())) return
      const claimer = await store.claimer(claimerId)
      throw claimer ? notRecipient(claimer.recipient) : claimNotFound()
    },
  }
}

/** Whether an account can say thanks for a claim once it is paid: it is the recipient's, and another one sent it. */
export const canThank = (
  { recipient, boundUserId, senderAccount }: ClaimerView,
  account: Account,
): boolean =>
  recipient.platform === account.platform &&
  boundUserId === account.userId &&
  senderAccount !== undefined &&
  senderAccount !== accountKey(account)
