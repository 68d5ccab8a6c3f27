import { accountKey, type Account } from '../core/terms/identity.ts'
import type { ClaimerRecord, ClaimStore } from './claim-store-port.ts'
import type { ClaimTime } from './claim-time.ts'
import { claimNotFound, notRecipient } from './errors.ts'
import type { Proofs } from './proofs/proofs.ts'
import { checkRecipient, claimerFor, type RememberAccount } from './recipients.ts'

type Deps = {
  store: ClaimStore
  proofs: Pick<Proofs, 'claimerOf'>
  rememberAccount: RememberAccount
  now: () => Date
  claimTime: ClaimTime
}

/**
 * What one proof says beyond its own claim: whoever proved to be the recipient of one is the recipient of all that wait
 * for the same account. An e-mail address is its own account; elsewhere the proof has bound the claimer to one.
 */
export function createSamePerson({ store, proofs, rememberAccount, now, claimTime }: Deps) {
  /** The account that a claimer was proven for; `undefined` where the platform has accounts, but none was bound. */
  async function accountOf(claimerId: string): Promise<Account | undefined> {
    const claimer = await store.claimer(claimerId)
    if (!claimer) throw claimNotFound()
    const { platform, handle } = claimer.recipient
    if (platform === 'email') return mailbox(handle)
    const { boundUserId: userId } = claimer
    if (userId === undefined) return undefined
    // It may be called otherwise by now: what is bound to the account is its own, and nothing else.
    return { platform, userId, handle: undefined }
  }

  async function withMailboxes(account: Account): Promise<Account[]> {
    const proven = await store.provenMailboxes(accountKey(account), now())
    return [account, ...proven.map(mailbox)]
  }

  return {
    /**
     * Checks that a claimer is for whoever proved to be the recipient of the claimer `own`, and gives the account that it is bound to.
     * @throws {NotFoundError} it is somebody else's, whose name is nobody's business
     */
    async check(own: string, claimer: ClaimerRecord): Promise<string | undefined> {
      if (claimer.id === own) return claimer.boundUserId
      const account = await accountOf(own)
      if (!account || account.platform !== claimer.recipient.platform) throw claimNotFound()
      if (account.platform === 'email') {
        if (account.handle !== claimer.recipient.handle) throw claimNotFound()
        return undefined
      }
      if (claimer.boundUserId !== account.userId) throw claimNotFound()
      return account.userId
    },

    /**
     * Checks that a claimer is for an account: as itself, or as whoever proved the mailbox in a chat a short while ago. Returns the
     * account that it is bound to; a mailbox binds nothing.
     * @throws {NotYoursError} {ClaimHeldError}
     */
    async checkAccount(account: Account, claimer: ClaimerRecord): Promise<string | undefined> {
      const { recipient } = claimer
      if (recipient.platform === 'email') {
        const proven = await store.provenMailboxes(accountKey(account), now())
        if (!proven.includes(recipient.handle)) throw notRecipient(recipient)
        return undefined
      }
      checkRecipient(await claimerFor({ store, rememberAccount }, claimer, account), account)
      return account.userId
    },

    /** What waits for an account, oldest first, and then what waits for the mailboxes that it proved in a chat. */
    async waitingFor(account: Account): ReturnType<ClaimStore['waitingFor']> {
      const all = await withMailboxes(account)
      return (await Promise.all(all.map((one) => store.waitingFor(one, claimTime())))).flat()
    },

    /** What was paid to an account and to the mailboxes that it proved in a chat, the newest first. */
    async paidTo(account: Account, most: number): ReturnType<ClaimStore['paidTo']> {
      const all = await withMailboxes(account)
      const paid = (await Promise.all(all.map((one) => store.paidTo(one, most)))).flat()
      return paid.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, most)
    },

    /** Claimers beside the session's own with something that waits for the same account, the longest waiting first. */
    async others(session: string): Promise<ClaimerRecord[]> {
      const own = await proofs.claimerOf(session)
      const account = await accountOf(own)
      if (!account) return []
      const found = new Map<string, ClaimerRecord>()
      for (const { claimer } of await store.waitingFor(account, claimTime()))
        if (claimer.id !== own) found.set(claimer.id, claimer)
      return [...found.values()]
    },
  }
}

/** An e-mail address is its own account. */
const mailbox = (handle: string): Account => ({ platform: 'email', userId: handle, handle })

export type SamePerson = ReturnType<typeof createSamePerson>
