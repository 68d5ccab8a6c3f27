import type { CodeSender } from '../claims/code-sender.ts'
import { codeLetter } from './code-letter.ts'
import { renderLetter } from './letter.ts'
import type { Mailer } from './mailer.ts'

type Deps = { mailer: Mailer; log: { warn(details: object, message: string): void } }

/**
 * Brings verification codes to mailboxes: at once, and through no outbox, so that a code is kept nowhere. Ends the same
 * whether it was taken or not.
 */
export function createMailCodes({ mailer, log }: Deps): CodeSender {
  return {
    async send({ identity, code, claimerId }) {
      try {
        await mailer.send({ to: identity.handle, ...renderLetter(codeLetter(code)) })
      } catch (error) {
        // Only the words: an error object may carry the mail. A server may quote from it.
        const words = error instanceof Error ? error.message : 'unknown'
        const reason = words.replaceAll(code, '…')
        log.warn({ claimerId, reason }, 'a verification code could not be mailed')
      }
    },
  }
}
