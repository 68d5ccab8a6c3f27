import type { Identity } from '../core/terms/identity.ts'
import type { Language } from '../core/terms/language.ts'

/**
 * Whoever brings codes took none now, and may take one later. `retryAfterMs` is how long they ask to be left alone, `isTold` whether whoever asked for the
 * code may hear of it: not where it would tell who has an account.
 */
export class CodeDelayedError extends Error {
  readonly retryAfterMs: number
  readonly isTold: boolean

  constructor(
    reason: string,
    { retryAfterMs = 0, isTold }: { retryAfterMs?: number; isTold: boolean },
  ) {
    super(reason)
    this.retryAfterMs = retryAfterMs
    this.isTold = isTold
  }
}

/** Brings a verification code to the recipient's own channel: a private chat, a mailbox. */
export type CodeSender = {
  /**
   * `boundUserId` is the account that must get the code, and nobody else, whatever handle it shows now; `undefined`
   * only on platforms without accounts, where the address itself is the channel.
   * @throws {CodeDelayedError} it is worth another try
   */
  send(message: {
    identity: Identity
    boundUserId: string | undefined
    code: string
    claimerId: string
    /** What whoever asked for it speaks, where that is known. */
    language?: Language | undefined
  }): Promise<void>
}
