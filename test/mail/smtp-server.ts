import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: the envelope's recipients, the raw bytes, and what a mail program reads in them. */
export type Arrived = { recipients: string[]; raw: string; mail: Email }

/** Whom it knows; others may come without a name. */
export const USER = 'vouch'
export const PASSWORD = 'p@ss:word/of the mail server'

/** A real SMTP server on this machine, which keeps what arrives. */
export async function startSmtpServer(host = '127.0.0.1') {
  const arrived: Arrived[] = []
  /** The reply to each recipient from now on, instead of taking it. */
  let refusal: { code: number; words: string } | undefined
  let isHanging = false
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
    onRcptTo(_address, _session, done) {
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      const keep = async () => {
        const raw = Buffer.concat(chunks)
        const recipients = envelope.rcptTo.map(({ address }) => address)
        arrived.push({ recipients, raw: raw.toString(), mail: await PostalMime.parse(raw) })
        done()
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
    refuse: (code: number, words: string) => void (refusal = { code, words }),
    accept: () => void (refusal = undefined),
    hang: () => void (isHanging = true),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>
