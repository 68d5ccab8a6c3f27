import type { Mail, Mailer } from './mailer.ts'

/** A mail as the playground shows it. `at` is ISO 8601. */
export type ReceivedMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'> & { at: string }

/** The local network runs for weeks at most; older mails make room. */
const MOST_MAILS = 500

/**
 * Stands in for the mailboxes of everybody on the local network. It lives in memory only, since verification codes
 * must not come to rest anywhere.
 */
export function createMailbox(now: () => Date): Mailer & { mails(): ReceivedMail[] } {
  const received: ReceivedMail[] = []
  return {
    async send({ to, subject, text, html }) {
      received.push({ to, subject, text, html, at: now().toISOString() })
      if (received.length > MOST_MAILS) received.shift()
    },
    stop: async () => undefined,
    mails: () => [...received],
  }
}
