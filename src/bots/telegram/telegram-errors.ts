import { GrammyError, HttpError } from 'grammy'
import { z } from 'zod'

import {
  ChatMovedError,
  RefusedError,
  RetryLaterError,
  UnreachableError,
} from '../delivery/surface.ts'

/** Telegram does not accept the token, or another process reads the same bot's updates: waiting does not help. */
export class TelegramSetupError extends Error {}

/** Telegram refuses this very message. */
export class MessageRefusedError extends RefusedError {}

/** The server of the Bot API does not know this method. */
export class UnknownMethodError extends Error {}

const NO_CHAT =
  /chat not found|PEER_ID_INVALID|user is deactivated|bot was kicked|not enough rights to send/i

/** What Telegram says of a refusal. Servers before it answer too, and any part may be missing or another thing. */
const Refusal = z.object({
  error_code: z.number().optional().catch(undefined),
  description: z.string().catch('no reason is given'),
  parameters: z
    .object({
      retry_after: z.number().positive().optional().catch(undefined),
      migrate_to_chat_id: z.number().optional().catch(undefined),
    })
    .catch({}),
})

/**
 * What a call threw, as an error of ours: grammY's own carry the request, and through it the token and the links of private
 * messages. `redact` takes the token out of a text.
 */
export function translateError(error: unknown, redact: (text: string) => string): Error {
  if (error instanceof GrammyError) {
    const { method } = error
    const { error_code: code = 0, parameters, ...said } = Refusal.parse(error)
    const description = redact(said.description)
    const message = `Telegram answered ${code} to ${method}: ${description}`
    if (code === 429) return new RetryLaterError((parameters.retry_after ?? 1) * 1_000)
    // Of a token that is none, all that is called is not found; whether it is one is asked by this.
    if (code === 401 || (code === 404 && method === 'getMe'))
      return new TelegramSetupError(`${message}. Check TELEGRAM_BOT_TOKEN and TELEGRAM_API_ROOT.`)
    if (code === 404) return new UnknownMethodError(message)
    if (code === 409)
      return new TelegramSetupError(
        `${message}. Only one process may run a bot: stop the other one.`,
      )
    if (parameters.migrate_to_chat_id !== undefined)
      return new ChatMovedError(`${parameters.migrate_to_chat_id}`)
    if (code === 403 || (code === 400 && NO_CHAT.test(description)))
      return new UnreachableError(message)
    const isOurs = code >= 400 && code < 500
    return isOurs ? new MessageRefusedError(message) : new Error(message)
  }
  if (!(error instanceof HttpError)) return new Error("Telegram's answer could not be read")
  const inner = error.error
  const reason = inner instanceof Error ? inner.message : String(inner)
  return new Error(`Telegram could not be reached: ${redact(reason)}`)
}
