import type { FastifyInstance } from 'fastify'

/** A mail of the playground's mailbox. `at` is ISO 8601. */
export type PlaygroundMail = {
  to: string
  subject: string
  text: string
  html: string
  at: string
}

/** `/playground/api/mail`: every mail of the local network, oldest first; none where an SMTP server takes them. */
export const playgroundMailRoutes =
  (mails: () => PlaygroundMail[]) => (server: FastifyInstance) => {
    server.get('/playground/api/mail', async () => ({ mails: mails() }))
  }
