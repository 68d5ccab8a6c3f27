import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { claimLetter } from '../../src/mail/claim-letter.ts'
import { renderLetter } from '../../src/mail/letter.ts'
import { MailRefusedError, type Mailer } from '../../src/mail/mailer.ts'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { startSmtpServer, type SmtpServer } from './smtp-server.ts'

const FROM = { name: 'Vouch', address: 'vouch@example.com' }
const hello = { to: 'bobby@example.org', subject: 'Hi', text: 'Hello\n', html: '<p>Hello</p>' }

/** What an attempt was refused with. */
async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  try {
    return await attempt
  } catch (error) {
    return error
  }
}

let smtp: SmtpServer
let mailer: Mailer
beforeEach(async () => {
  smtp = await startSmtpServer()
  mailer = createSmtpMailer({ url: smtp.url, from: FROM })
})
afterEach(async () => {
  await mailer.stop()
  await smtp.stop()
})

test('a mail arrives as text and HTML, from and to one person, and says that a machine wrote it', async () => {
  await mailer.send({ ...hello, id: 'claimable.7.abc' })
  const [{ recipients, mail } = { recipients: [], mail: undefined }] = smtp.arrived
  expect(recipients).toEqual(['bobby@example.org'])
  expect(mail).toMatchObject({
    from: { name: 'Vouch', address: 'vouch@example.com' },
    to: [{ address: 'bobby@example.org' }],
    subject: 'Hi',
    messageId: '<claimable.7.abc@example.com>',
  })
  expect([mail?.text?.trim(), mail?.html?.trim()]).toEqual(['Hello', '<p>Hello</p>'])
  const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]))
  expect(headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'All',
  })
  expect(Object.keys(headers).filter((key) => key.startsWith('list-'))).toEqual([])
})

test.each<{ code: number; words: string; at?: 'DATA'; isFinal: boolean }>([
  { code: 550, words: 'no such mailbox', isFinal: true },
  { code: 550, words: '5.1.1 no such mailbox', isFinal: true },
  { code: 552, words: '5.2.2 mailbox full', isFinal: true },
  { code: 450, words: 'try again later', isFinal: false },
  // As relays say it that have a fault of our set-up wait for the recipient.
  { code: 554, words: '5.7.1 <b@x.org>: Relay access denied', isFinal: false },
  { code: 553, words: '5.7.1 <v@x.org>: not owned by user vouch', isFinal: false },
  { code: 550, words: '5.7.60 Client does not have permissions', isFinal: false },
  { code: 501, words: '5.1.7 Bad sender address syntax', isFinal: false },
  { code: 550, words: '5.1.8 Sender address rejected: Domain not found', isFinal: false },
  { code: 550, words: '5.4.5 Daily user sending limit exceeded', isFinal: false },
  { code: 530, words: '5.5.1 Authentication Required', isFinal: false },
  { code: 530, words: 'log in first', isFinal: false },
  { code: 535, words: '5.7.8 Credentials not accepted', isFinal: false },
  { code: 554, words: 'message refused', at: 'DATA', isFinal: true },
  { code: 552, words: '5.3.4 message too big', at: 'DATA', isFinal: true },
  { code: 554, words: '5.7.1 looks like spam', at: 'DATA', isFinal: true },
  { code: 550, words: '5.4.5 Daily sending quota exceeded', at: 'DATA', isFinal: false },
  { code: 550, words: '5.7.26 the sender is unauthenticated', at: 'DATA', isFinal: false },
  { code: 550, words: '5.1.8 sender is not known', at: 'DATA', isFinal: false },
  { code: 530, words: '5.7.0 Must issue a STARTTLS command first', at: 'DATA', isFinal: false },
])('a $code "$words" is final: $isFinal', async ({ code, words, at, isFinal }) => {
  smtp.refuse(code, words, at)
  const failure = await failureOf(mailer.send(hello))
  expect(failure).toBeInstanceOf(Error)
  expect(failure instanceof MailRefusedError).toBe(isFinal)
  expect(String(failure)).toContain(words)
  smtp.accept()
  await mailer.send(hello) // the connection is of use again
  expect(smtp.arrived).toHaveLength(1)
})

test('a server that is away is no refusal', async () => {
  await smtp.stop()
  const failure = await failureOf(mailer.send(hello))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(MailRefusedError)
})

test('a server that hangs is given up at the deadline', async () => {
  smtp.hang()
  const hasty = createSmtpMailer({ url: smtp.url, from: FROM, deadlineMs: 200 })
  const failure = await failureOf(hasty.send(hello))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(MailRefusedError)
  await hasty.stop()
  expect(smtp.arrived).toEqual([])
})

test('a stop waits for the mail in hand', async () => {
  const sent = mailer.send(hello)
  await mailer.stop()
  await sent
  expect(smtp.arrived).toHaveLength(1)
})

test('another machine is told nothing without TLS, unless the URL says so', async () => {
  const other = await startSmtpServer('127.0.0.2')
  const strict = createSmtpMailer({ url: other.url, from: FROM })
  await expect(strict.send(hello)).rejects.toThrow(/tls/i)
  const lax = createSmtpMailer({ url: `${other.url}?requireTLS=false`, from: FROM })
  await lax.send(hello)
  expect(other.arrived).toHaveLength(1)
  for (const each of [strict, lax]) await each.stop()
  await other.stop()
})

test('two addresses in one text are not read as two: neither gets the mail', async () => {
  const to = 'hello@example.com, eve@evil.example'
  await mailer.send({ ...hello, to }).catch(() => undefined) // a server may refuse the one that they make
  const recipients = smtp.arrived.flatMap((arrived) => arrived.recipients)
  expect(recipients).not.toContain('hello@example.com')
  expect(recipients).not.toContain('eve@evil.example')
})

test('whoever sends under whatever name, the mail has one recipient and our own headers', async () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'x\r\nBcc: eve@evil.example',
      'x\nTo: eve@evil.example',
      '=?utf-8?q?=0ABcc:x?=',
    ),
  )
  const run = async (senderName: string, note: string) => {
    smtp.arrived.length = 0
    const url = 'https://vouch.example/claim/1#s'
    const sum = '5 USDC'
    const news = {
      senderName,
      sum,
      note,
      url,
      isNewLink: false,
      needsPin: false,
      untilDay: undefined,
    }
    const unsubscribeUrl = 'https://vouch.example/unsubscribe/t'
    const told = {
      news: [news] as const,
      sum,
      isReminder: false,
      isLanguageKnown: true,
      unsubscribeUrl,
    }
    await mailer.send({ to: hello.to, ...renderLetter(claimLetter(told, 'en')) })
    const [arrived] = smtp.arrived
    expect(arrived?.recipients).toEqual([hello.to])
    expect(new Set(arrived?.mail.headers.map(({ key }) => key))).toEqual(
      new Set([
        'from',
        'to',
        'subject',
        'auto-submitted',
        'x-auto-response-suppress',
        'message-id',
        'date',
        'mime-version',
        'content-type',
      ]),
    )
    expect(arrived?.mail.to?.map(({ address }) => address)).toEqual([hello.to])
  }
  await fc.assert(fc.asyncProperty(name, name, run), { numRuns: 40 })
})
