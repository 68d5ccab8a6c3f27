import type { Identity } from '../core/terms/identity.ts'

/** Brings a verification code to the recipient's own channel: a private chat, a mailbox. */
export type CodeSender = {
  /**
   * `boundUserId` is the account that must get the code, and nobody else, whatever handle it shows now; `undefined`
   * only on platforms without accounts, where the address itself is the channel.
   */
  send(message: {
    identity: Identity
    boundUserId: string | undefined
    code: string
    claimerId: string
  }): Promise<void>
}
