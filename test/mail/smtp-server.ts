import { setTimeout as pass } from 'node:timers/promises'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: the envelope's recipients, the raw bytes, and what a mail program reads in them. */
export type Arrived = { recipients: string[]; raw: string; mail: Email }

/** How a mail is failed: refused, taken late, or kept waiting for an answer or cut off, and taken all the same or not. */
export type MailFault =
  | { kind: 'refused'; code: number; words: string }
  | { kind: 'late'; ms: number }
  | { kind: 'hangs' | 'cut'; isTaken: boolean }

/** Whom it knows; others may come without a name. */
export const USER = 'vouch'
export const PASSWORD = 'p@ss:word/of the mail server'

/** A real SMTP server on this machine, which keeps what arrives. `faults` says how the mail to an address is failed, if it is. */
export async function startSmtpServer(
  host = '127.0.0.1',
  faults: (to: string) => MailFault | undefined = () => undefined,
) {
  const arrived: Arrived[] = []
  /** The reply to each recipient, or to each mail, from now on, instead of taking it. */
  let refusal: { code: number; words: string; at: 'RCPT TO' | 'DATA' } | undefined
  let isHanging = false
  const failing = new Map<string, MailFault>() // by the session
  const server = new SMTPServer({
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) return done(null, { user: username })
      // Some servers repeat what they were given.
      done(new Error(`535 5.7.8 ${username}:${password} is not known here`))
    },
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // A client keeps its connections for the next mail, and a server that stops would wait half a minute for it.
    closeTimeout: 1,
    onConnect(_session, done) {
      if (!isHanging) done()
    },
    onRcptTo({ address }, { id }, done) {
      const fault = faults(address)
      const refused = fault?.kind === 'refused' ? fault : refusal?.at === 'RCPT TO' && refusal
      if (refused)
        return done(Object.assign(new Error(refused.words), { responseCode: refused.code }))
      if (fault) failing.set(id, fault)
      done()
    },
    onData(stream, { envelope, id }, done) {
      const chunks: Buffer[] = []
      const fault = failing.get(id)
      failing.delete(id)
      const cut = () => {
        for (const connection of server.connections)
          if (connection.session.id === id) connection._socket.destroy()
      }
      const keep = async () => {
        const isLost = fault?.kind === 'hangs' || fault?.kind === 'cut'
        if (refusal?.at === 'DATA')
          return done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
        if (isLost && !fault.isTaken) return fault.kind === 'cut' ? cut() : undefined
        const raw = Buffer.concat(chunks)
        const recipients = envelope.rcptTo.map(({ address }) => address)
        arrived.push({ recipients, raw: raw.toString(), mail: await PostalMime.parse(raw) })
        if (fault?.kind === 'cut') return cut()
        if (fault?.kind === 'late') await pass(fault.ms)
        if (fault?.kind !== 'hangs') done()
      }
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => void keep())
    },
  })
  server.on('error', () => undefined) // a client that gives up is no fault of the server
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, host, () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return {
    url: `smtp://${host}:${port}`,
    arrived,
    refuse: (code: number, words: string, at: 'RCPT TO' | 'DATA' = 'RCPT TO') =>
      void (refusal = { code, words, at }),
    accept: () => void (refusal = undefined),
    hang: () => void (isHanging = true),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>
