import type { FastifyInstance, FastifyReply } from 'fastify'

type Delivered = { body: Buffer; signature: string; timestamp: string }
type Answer = { status: 200 | 202 | 400 | 401 | 503; body?: object }

/** `POST /discord/interactions`: what Discord sends of a bot that takes its interactions over HTTP. Only Discord calls it. */
export const discordRoutes =
  (receive: (delivered: Delivered) => Promise<Answer>) => (server: FastifyInstance) => {
    void server.register(async (own) => {
      // What is signed are the bytes.
      own.removeAllContentTypeParsers()
      own.addContentTypeParser(
        '*',
        { parseAs: 'buffer' },
        async (_request: unknown, body: Buffer) => body,
      )
      own.post<{ Body: Buffer }>('/discord/interactions', async (request, reply: FastifyReply) => {
        const header = (name: string) => String(request.headers[name] ?? '')
        const { status, body } = await receive({
          body: request.body,
          signature: header('x-signature-ed25519'),
          timestamp: header('x-signature-timestamp'),
        })
        return reply.status(status).send(body)
      })
    })
  }
