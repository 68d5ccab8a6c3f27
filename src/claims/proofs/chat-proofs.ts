import { accountKey, type Account } from '../../core/terms/identity.ts'
import type { ClaimerRecord, ClaimStore } from '../claim-store.ts'
import { notRecipient } from '../errors.ts'
import { CODE_LIFETIME_MS, type Codes } from './codes.ts'

type Deps = {
  store: Pick<ClaimStore, 'openLink' | 'openedLink'>
  codes: Pick<Codes, 'verify'>
  now: () => Date
}

/**
 * Proving a mailbox in a chat: an account shows the claim's link, then types the code from the mailbox. What that opens
 * belongs to this account alone and ends like every session; a mailbox binds nothing for good.
 */
export function createChatProofs({ store, codes, now }: Deps) {
  return {
    /** @throws {NotYoursError} it is for a chat account, which proves itself otherwise */
    async openLink({ id, recipient, linkVersion }: ClaimerRecord, account: Account): Promise<void> {
      if (recipient.platform !== 'email') throw notRecipient(recipient)
      const time = now()
      const expiresAt = new Date(time.getTime() + CODE_LIFETIME_MS)
      const link = { account: accountKey(account), claimerId: id, linkVersion, expiresAt }
      await store.openLink(link, time)
    },

    /**
     * Checks a code for the link that the account opened last. False, and nothing compared, when there is none.
     * @throws {WrongCodeError} {TooManyTriesError}
     */
    async verify(account: Account, code: string): Promise<boolean> {
      const claimer = await store.openedLink(accountKey(account), now())
      if (!claimer) return false
      await codes.verify(claimer, code, accountKey(account))
      return true
    },
  }
}
