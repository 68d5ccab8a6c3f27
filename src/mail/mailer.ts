/** One mail to one person. `to` is a plain address, as `parseIdentity` gives it. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try of the same mail, so that a repeat can be recognised: the part of its Message-ID before the @. */
  id?: string
  /** Where its reader can ask for no more mails of its kind, by a POST too. */
  unsubscribeUrl?: string
}

/** Whoever takes mails: an SMTP server, or the playground's mailbox. */
export type Mailer = {
  /**
   * Ends when the mail was taken, within a deadline of its own.
   * @throws {MailRefusedError} its recipient or content is refused for good; any other error may be over later
   */
  send(mail: Mail): Promise<void>
  /** Ends what is under way. */
  stop(): Promise<void>
}

/** The mail server refuses this recipient or this mail, and would again. `message` is the server's own answer. */
export class MailRefusedError extends Error {}

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
