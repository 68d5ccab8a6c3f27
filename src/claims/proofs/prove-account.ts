import type { Account } from '../../core/identity.ts'
import type { ClaimerRecord, ClaimStore } from '../claim-store.ts'
import { ClaimHeldError, notRecipient } from '../errors.ts'
import { checkRecipient } from '../recipients.ts'
import type { Session, Sessions } from './sessions.ts'

type Deps = {
  store: ClaimStore
  sessions: Sessions
  /** Keeps what an account is called now. */
  meet(account: Account): Promise<void>
}

/** Lets in an account that has proven itself: the same rules as for one that stands before our bot. */
export function createProveAccount({ store, sessions, meet }: Deps) {
  /**
   * Opens a session and binds the claimer to the account for good.
   * @throws {NotYoursError} it is another's {ClaimHeldError} the handle changed hands: the sender is asked first
   */
  return async (claimer: ClaimerRecord, account: Account): Promise<Session> => {
    try {
      await checkRecipient(store, claimer, account)
    } catch (error) {
      // The sender is shown who it is held from.
      if (error instanceof ClaimHeldError) await meet(account)
      throw error
    }
    await meet(account)
    const { row, ...session } = sessions.create()
    if (!(await store.proveClaimer(claimer.id, account.userId, row)))
      throw notRecipient(claimer.recipient)
    return session
  }
}

export type ProveAccount = ReturnType<typeof createProveAccount>
