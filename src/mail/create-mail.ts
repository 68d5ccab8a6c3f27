import { CodeDelayedError, type CodeSender } from '../claims/code-sender.ts'
import { DEFAULT_LANGUAGE, type Language } from '../core/terms/language.ts'
import { writtenWordsIn } from '../words/written-words.ts'
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
  const { mailer, store, now } = deps
  return {
    codes: createMailCodes(deps),
    notify: createClaimNotices(deps),
    start: () => store.wake(now()),
    stop: mailer.stop,
  }
}

/**
 * Brings verification codes to mailboxes: at once, and through no outbox, so that a code is kept nowhere. Ends the same
 * whether it was taken or refused for good. What whoever asks for one speaks is kept for the mails to come.
 */
export function createMailCodes({
  mailer,
  languages,
  log,
}: Pick<NoticeDeps, 'mailer' | 'languages' | 'log'>): CodeSender {
  return {
    async send({ identity: { handle: to }, code, claimerId, language }) {
      const spoken = language ?? (await languages.ofMailbox(to)) ?? DEFAULT_LANGUAGE
      try {
        await mailer.send({ to, ...renderLetter(codeLetter(code, spoken)) })
      } catch (error) {
        // Only the words: an error object may carry the mail. A server may quote from it.
        const words = error instanceof Error ? error.message : 'unknown'
        const reason = words.replaceAll(code, '…')
        if (!(error instanceof MailRefusedError))
          throw new CodeDelayedError(reason, { isTold: true })
        log.warn({ claimerId, reason }, 'a verification code could not be mailed')
      }
      if (language) await languages.hear(to, language)
    },
  }
}

/**
 * The mail with a verification code. It has no link: whoever asked has the page or the chat open, and finds the code in the subject
 * without opening the mail. Pure.
 */
export function codeLetter(code: string, language: Language): Letter {
  const { letters } = writtenWordsIn(language)
  return {
    language,
    subject: letters.codeIs(code),
    title: letters.yourCode,
    parts: [
      { kind: 'code', label: letters.code, code },
      { kind: 'text', text: letters.typeIt },
      { kind: 'text', text: letters.newestCounts },
      { kind: 'text', text: letters.notAsked },
    ],
  }
}
