import { CodeDelayedError, type CodeSender } from '../claims/code-sender.ts'
import { createClaimNotices, type NoticeDeps, type SendClaimNotices } from './claim-notices.ts'
import { renderLetter, type Letter } from './letter.ts'
import { MailRefusedError } from './mailer.ts'

type Deps = Omit<NoticeDeps, 'store'> & {
  store: NoticeDeps['store'] & {
    /** Makes due what was set aside while no mail could be sent. */
    wake(now: Date): Promise<void>
  }
}

/** Everything that goes out by mail: verification codes at once, notices when the outbox says so. */
export function createMail(deps: Deps): {
  codes: CodeSender
  notify: SendClaimNotices
  start(): Promise<void>
  stop(): Promise<void>
} {
  const { mailer, store, log, now } = deps
  return {
    codes: createMailCodes({ mailer, log }),
    notify: createClaimNotices(deps),
    start: () => store.wake(now()),
    stop: mailer.stop,
  }
}

/**
 * Brings verification codes to mailboxes: at once, and through no outbox, so that a code is kept nowhere. Ends the same
 * whether it was taken or refused for good.
 */
export function createMailCodes({ mailer, log }: Pick<NoticeDeps, 'mailer' | 'log'>): CodeSender {
  return {
    async send({ identity, code, claimerId }) {
      try {
        await mailer.send({ to: identity.handle, ...renderLetter(codeLetter(code)) })
      } catch (error) {
        // Only the words: an error object may carry the mail. A server may quote from it.
        const words = error instanceof Error ? error.message : 'unknown'
        const reason = words.replaceAll(code, '…')
        if (!(error instanceof MailRefusedError))
          throw new CodeDelayedError(reason, { isTold: true })
        log.warn({ claimerId, reason }, 'a verification code could not be mailed')
      }
    },
  }
}

/** The mail with a verification code. It has no link: whoever asked has the page or the chat open. Pure. */
export function codeLetter(code: string): Letter {
  return {
    subject: 'Your verification code',
    title: 'Your verification code',
    parts: [
      { kind: 'code', label: 'Code', code },
      {
        kind: 'text',
        text: 'Type it where you asked for it, on the claim page or in your private chat with the bot, within 10 minutes.',
      },
      {
        kind: 'text',
        text: 'If you did not ask for it, do nothing. Give it to nobody, and never write it in a group.',
      },
    ],
  }
}
