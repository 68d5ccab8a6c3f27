import type { FastifyInstance, FastifyReply } from 'fastify'

import { errorBody, type ApiErrorCode } from '../error-body.ts'
import { takeBytes } from '../take-bytes.ts'

type FromDiscord = { body: Buffer; signature: string; timestamp: string }
type ToDiscord = { status: 200 | 202 | 400 | 401 | 503; body?: object }
type FromTelegram = { body: Buffer; secret: string }

/** Above the longest update of Telegram's: a message answers another, each of 4096 characters with their markup. */
const BODY_LIMIT_BYTES = 1024 * 1024

/** What is said with a status to whoever sets a bot up; platforms read the status alone. */
const REFUSALS: Record<number, readonly [code: ApiErrorCode, message: string, fix: string]> = {
  400: ['INVALID_REQUEST', 'The body is none of the platform’s.', 'Send what the platform sends.'],
  401: [
    'PROOF_REQUIRED',
    'Nothing shows that this comes from the platform, or the bot takes nothing here.',
    'Compare what is set here with what the platform was told.',
  ],
  503: ['STARTING', 'The bot cannot take this right now.', 'Send it again in some seconds.'],
}

function refusalOf(status: number, requestId: string): object | undefined {
  const refusal = REFUSALS[status]
  return refusal && errorBody(...refusal, requestId)
}

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
        return reply.status(status).send(body ?? refusalOf(status, request.id))
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
          const status = await receive({ body, secret })
          return reply.status(status).send(refusalOf(status, request.id))
        },
      )
    })
  }
