import { createTransport } from 'nodemailer'

import { MailRefusedError, type Mailer } from './mailer.ts'

/** Who mails are from: shown name and plain address. */
export type Sender = { name: string; address: string }

const DEADLINE_MS = 30_000
/** How long mails in hand may take after a stop was asked for; what is cut off is tried again at the next start. */
const DRAIN_MS = 5_000
const MOST_CONNECTIONS = 5
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Sends over SMTP. Without `smtps:` the connection must switch to TLS before anything is said, except to this machine itself;
 * `?requireTLS=false` in the URL allows a server that cannot.
 * @param url for example `smtps://user:password@smtp.example.com`
 */
export function createSmtpMailer({
  url,
  from,
  deadlineMs = DEADLINE_MS,
}: {
  url: string
  from: Sender
  /** How long one mail may take; 30 seconds unless told. */
  deadlineMs?: number
}): Mailer {
  const stopping = new AbortController()
  const sending = new Set<Promise<unknown>>()
  const transport = createTransport({
    ...connection(url, deadlineMs),
    pool: true,
    maxConnections: MOST_CONNECTIONS,
  })
  const [, domain = ''] = from.address.split('@')

  return {
    async send({ to, subject, text, html, id, unsubscribeUrl }) {
      const sent = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // RFC 8058: a mail program may offer a button that posts this. Whatever relay signs the mail signs these headers, too.
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` }, // in one line
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(deadlineMs)]),
      })
      sending.add(sent)
      try {
        await sent
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message, { cause: error }) : error
      } finally {
        sending.delete(sent)
      }
    },
    async stop() {
      const timer = setTimeout(() => stopping.abort(), DRAIN_MS)
      await Promise.allSettled(sending)
      clearTimeout(timer)
      transport.close()
    },
  }
}

/**
 * Connects and logs in as for a mail, and sends none.
 * @throws {Error} the server's own words, or why it was not reached; `code` is `EAUTH` where it refuses the log-in
 */
export async function tryLogin(url: string, deadlineMs: number): Promise<void> {
  const transport = createTransport(connection(url, deadlineMs))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function connection(url: string, deadlineMs: number) {
  return {
    url,
    requireTLS: !LOOPBACK.includes(new URL(url).hostname),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Refusals that are about our own set-up (log-in, sender, quota), which an operator can mend, are tried again: those of other commands, and what a server says of them only at the
 * recipient, as Postfix does unless told otherwise.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('permanent' in error) || error.permanent !== true) return false
  if (!('command' in error) || (error.command !== 'RCPT TO' && error.command !== 'DATA'))
    return false
  const reply = 'response' in error ? String(error.response) : ''
  if (LOG_IN_FIRST.test(reply) || ABOUT_SENDER.test(reply)) return false
  return error.command === 'DATA' || !NOT_ALLOWED.test(reply)
}

const LOG_IN_FIRST = /^53[05]\b/
/** By the status of RFC 3463: 5.1.7 and 5.1.8 the sender's address, 5.4.5 a quota; by RFC 7372, RFC 7489 and RFC 7505, 5.7.20 to 5.7.29 how a sender's domain proves itself. */
const ABOUT_SENDER = /^\d{3}[ -]5\.(?:1\.[78]|4\.5|7\.2\d)\b/
/** 5.7: who may send, and to whom. Of a whole mail it may be about what is in it, as spam, and is final. */
const NOT_ALLOWED = /^\d{3}[ -]5\.7\./
