import type { FastifyInstance, FastifyReply } from 'fastify'

type Delivered = { body: Buffer; secret: string }

/** Above the longest update: a message answers another, each of 4096 characters with their markup. */
const BODY_LIMIT_BYTES = 1024 * 1024

/** `POST /telegram/webhook`: what Telegram brings to a bot that has a webhook. Only Telegram calls it. */
export const telegramRoutes =
  (receive: (delivered: Delivered) => Promise<number>) => (server: FastifyInstance) => {
    void server.register(async (own) => {
      // Nothing is read of a body before its secret was.
      own.removeAllContentTypeParsers()
      own.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
        async (_request: unknown, body: Buffer) => body,
      )
      own.post<{ Body: Buffer | undefined }>(
        '/telegram/webhook',
        async (request, reply: FastifyReply) => {
          const secret = String(request.headers['x-telegram-bot-api-secret-token'] ?? '')
          return reply
            .status(await receive({ body: request.body ?? Buffer.alloc(0), secret }))
            .send()
        },
      )
    })
  }
