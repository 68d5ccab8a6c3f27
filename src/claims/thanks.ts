import { accountKey, type Account } from '../core/terms/identity.ts'
import type { ClaimStore } from './claim-store-port.ts'
import type { ChatClaims, ClaimerView, LinkedClaims } from './claims.ts'
import { claimNotFound, notRecipient } from './errors.ts'
import type { Proofs } from './proofs/proofs.ts'
import type { SamePerson } from './same-person.ts'

type Deps = {
  store: Pick<ClaimStore, 'claimer' | 'isThanked' | 'thankSender'>
  proofs: Pick<Proofs, 'claimerOf'>
  samePerson: Pick<SamePerson, 'check'>
  now: () => Date
}

/** Has senders told, once for each claimer, that its recipient says thanks. */
export function createThanks({
  store,
  proofs,
  samePerson,
  now,
}: Deps): Pick<ChatClaims, 'isThanked' | 'sayThanks'> & Pick<LinkedClaims, 'sayThanksProven'> {
  return {
    isThanked: (claimerId) => store.isThanked(claimerId),
    async sayThanks(claimerId, account) {
      if (await store.thankSender(claimerId, account, now())) return
      const claimer = await store.claimer(claimerId)
      throw claimer ? notRecipient(claimer.recipient) : claimNotFound()
    },
    async sayThanksProven(claimerId, session) {
      const own = await proofs.claimerOf(session)
      const claimer = await store.claimer(claimerId)
      if (!claimer) throw claimNotFound()
      const boundUserId = await samePerson.check(own, claimer)
      const account = recipientAccount({ recipient: claimer.recipient, boundUserId })
      if (account && (await store.thankSender(claimerId, account, now()))) return
      throw notRecipient(claimer.recipient)
    },
  }
}

/** Whose a claim is: the account that it is bound to, or the mailbox, which is its own account. `undefined` while nobody is known. */
export function recipientAccount({
  recipient: { platform, handle },
  boundUserId,
}: Pick<ClaimerView, 'recipient' | 'boundUserId'>): Account | undefined {
  const userId = platform === 'email' ? handle : boundUserId
  return userId === undefined ? undefined : { platform, userId, handle: undefined }
}

/** Whether an account can say thanks for a claim once it is paid: it is the recipient's, and another one sent it. */
export function canThank(claim: ClaimerView, account: Account): boolean {
  const recipient = recipientAccount(claim)
  const { senderAccount } = claim
  return (
    recipient?.platform === account.platform &&
    recipient.userId === account.userId &&
    senderAccount !== undefined &&
    senderAccount !== accountKey(account)
  )
}
