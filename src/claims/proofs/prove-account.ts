import type { Account } from '../../core/terms/identity.ts'
import type { SessionProof } from '../audit.ts'
import type { ClaimerRecord, ClaimStore } from '../claim-store-port.ts'
import { notRecipient } from '../errors.ts'
import { checkRecipient, type RememberAccount } from '../recipients.ts'
import type { Session, Sessions } from './sessions.ts'

/** Sessions of one claim that may be open at a time: a person has a few browsers, and one proof of theirs gives a session each time that it is shown. */
const MOST_OPEN = 20

type Deps = {
  store: ClaimStore
  sessions: Sessions
  rememberAccount: RememberAccount
}

/** Lets in an account that has proven itself: the same rules as for one that stands before our bot. */
export function createProveAccount({ store, sessions, rememberAccount }: Deps) {
  /**
   * Opens a session for the account that the claimer is bound to, at the latest now.
   * @throws {NotYoursError} it is another's {ClaimHeldError} the sender has to say first who is meant
   */
  return async (claimer: ClaimerRecord, account: Account, by: SessionProof): Promise<Session> => {
    await rememberAccount(account) // binds what waits for its handle, or shows the sender whom it is held from
    checkRecipient((await store.claimer(claimer.id)) ?? claimer, account)
    const { row, ...session } = sessions.create(by)
    if (!(await store.proveClaimer(claimer.id, account.userId, row, MOST_OPEN)))
      throw notRecipient(claimer.recipient)
    return session
  }
}

export type ProveAccount = ReturnType<typeof createProveAccount>
