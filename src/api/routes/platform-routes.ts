import type { FastifyInstance, FastifyReply } from 'fastify'

import { takeBytes } from '../take-bytes.ts'

type FromDiscord = { body: Buffer; signature: string; timestamp: string }
type ToDiscord = { status: 200 | 202 | 400 | 401 | 503; body?: object }
type FromTelegram = { body: Buffer; secret: string }

/** Above the longest update of Telegram's: a message answers another, each of 4096 characters with their markup. */
const BODY_LIMIT_BYTES = 1024 * 1024

/** `POST /discord/interactions`: what Discord sends of a bot that takes its interactions over HTTP. Only Discord calls it. */
export const discordRoutes =
  (receive: (delivered: FromDiscord) => Promise<ToDiscord>) => (server: FastifyInstance) => {
    void server.register(async (own) => {
      takeBytes(own) // what is signed are the bytes
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

/** `POST /telegram/webhook`: what Telegram brings to a bot that has a webhook. Only Telegram calls it. */
export const telegramRoutes =
  (receive: (delivered: FromTelegram) => Promise<number>) => (server: FastifyInstance) => {
    void server.register(async (own) => {
      // Nothing is read of a body before its secret was.
      takeBytes(own)
      const limit = { bodyLimit: BODY_LIMIT_BYTES }
      own.post<{ Body?: Buffer }>(
        '/telegram/webhook',
        limit,
        async (request, reply: FastifyReply) => {
          const secret = String(request.headers['x-telegram-bot-api-secret-token'] ?? '')
          const { body = Buffer.alloc(0) } = request
          return reply.status(await receive({ body, secret })).send()
        },
      )
    })
  }
