import { Api, GrammyError, HttpError } from 'grammy'

import { wordsIn } from '../messages/words.ts'
import type { Card } from '../commands/card.ts'
import type { Command } from '../commands/command.ts'
import { MessageGoneError, RetryLaterError, UnreachableError } from '../surface.ts'
import { readChatId } from './chat-id.ts'
import type { Pace } from './pace.ts'
import { renderTelegram } from './render.ts'

/** Telegram does not accept the token, or another process reads the same bot's updates: waiting does not help. */
export class TelegramSetupError extends Error {}

/** Telegram refuses this very message: sending it again does not help. */
export class MessageRefusedError extends Error {}

/** What we want to hear of. Edited messages and posts of channels are not among them: nobody's command stands there. */
const UPDATES = ['message', 'callback_query'] as const
/** How long Telegram holds a request for updates open when there are none. */
const POLL_SEC = 30
/** Longer than Telegram takes for any other answer. */
const TIMEOUT_SEC = 10

export type TelegramCalls = ReturnType<typeof createTelegramCalls>

/**
 * The calls we make to Telegram. What they throw is ours: grammY's own errors carry the request, and through it
 * the token and the links of private messages, so they end here.
 */
export function createTelegramCalls({
  token,
  apiRoot,
  pace,
}: {
  token: string
  apiRoot: string
  pace: Pace
}) {
  const root = apiRoot.replace(/\/+$/, '')
  const api = new Api(token, { apiRoot: root, timeoutSeconds: TIMEOUT_SEC })
  const pollApi = new Api(token, { apiRoot: root, timeoutSeconds: POLL_SEC + TIMEOUT_SEC })
  const redact = (text: string) =>
    text.replaceAll(token, '<token>').replaceAll(encodeURIComponent(token), '<token>')

  async function ours<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (error) {
      throw translate(error, redact)
    }
  }

  /** @throws {RetryLaterError} the chat's turn has not come, or Telegram says so */
  async function paced<T>(
    chatId: number,
    urgency: 'answer' | 'bulk',
    call: () => Promise<T>,
  ): Promise<T> {
    const wait = pace.take(`${chatId}`, urgency)
    if (wait) throw new RetryLaterError(wait.waitMs, wait.scope)
    try {
      return await ours(call())
    } catch (error) {
      if (error instanceof RetryLaterError) pace.hold(`${chatId}`, error.retryAfterMs)
      throw error
    }
  }

  return {
    /** Our own account. @throws {TelegramSetupError} */
    me: () => ours(api.getMe()),

    /** Updates from `offset` on; the earlier ones are confirmed by it. Waits up to 30 s for one. @throws {TelegramSetupError} {RetryLaterError} */
    updates(offset: number, signal: AbortSignal): Promise<{ update_id: number }[]> {
      const other = {
        offset,
        timeout: POLL_SEC,
        allowed_updates: UPDATES,
      } as const
      // grammY declares the signal of its polyfill, and takes Node's own.
      return ours(pollApi.getUpdates(other, signal as unknown as Parameters<Api['getUpdates']>[1]))
    },

    /** Has updates brought to the webhook, or kept for us to ask, and shows the commands in the chats' menu. */
    async setUp(
      commands: readonly Command[],
      webhook: { url: string; secret: string } | undefined,
    ): Promise<void> {
      await ours(
        webhook
          ? api.setWebhook(webhook.url, {
              secret_token: webhook.secret,
              allowed_updates: UPDATES,
            })
          : api.deleteWebhook(),
      )
      const menu = commands.map(({ name, summary }) => ({
        command: name,
        description: summary(wordsIn('en')).slice(0, 256),
      }))
      await ours(api.setMyCommands(menu))
    },

    /** Gives the new message's id. @throws {RetryLaterError} {UnreachableError} {MessageRefusedError} */
    async send(chat: string, card: Card, urgency: 'answer' | 'bulk'): Promise<string> {
      const { chatId, threadId } = readChatId(chat)
      const { html, other } = toMessage(card)
      const thread = threadId === undefined ? {} : { message_thread_id: threadId }
      const sent = await paced(chatId, urgency, () =>
        api.sendMessage(chatId, html, { ...other, ...thread }),
      )
      return `${sent.message_id}`
    },

    /** @throws {RetryLaterError} {MessageGoneError} {MessageRefusedError} */
    async edit(chat: string, messageId: string, card: Card): Promise<void> {
      const { chatId } = readChatId(chat)
      const { html, other } = toMessage(card)
      try {
        await paced(chatId, 'bulk', () =>
          api.editMessageText(chatId, Number(messageId), html, other),
        )
      } catch (error) {
        if (error instanceof UnreachableError) throw new MessageGoneError(error.message)
        if (!(error instanceof MessageRefusedError)) throw error
        if (error.message.includes('message is not modified')) return
        if (GONE.test(error.message)) throw new MessageGoneError(error.message)
        throw error
      }
    },

    /** Ends the waiting of a pressed button: with a notice for the presser, by opening a link, or silently. False: too late. */
    async answerPress(
      pressId: string,
      answer: { notice?: string; url?: string },
    ): Promise<boolean> {
      const { notice, url } = answer
      try {
        await ours(
          api.answerCallbackQuery(pressId, {
            ...(notice === undefined ? {} : { text: notice, show_alert: true }),
            ...(url === undefined ? {} : { url }),
          }),
        )
        return true
      } catch (error) {
        if (error instanceof MessageRefusedError) return false
        throw error
      }
    },
  }
}

const GONE =
  /message to edit not found|message can't be edited|MESSAGE_ID_INVALID|group chat was upgraded/i
const NO_CHAT =
  /chat not found|PEER_ID_INVALID|user is deactivated|bot was kicked|not enough rights to send/i

function toMessage(card: Card) {
  const { html, keyboard } = renderTelegram(card)
  const other = {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true }, // previews would visit claim links
    reply_markup: { inline_keyboard: keyboard },
  } as const
  return { html, other }
}

function translate(error: unknown, redact: (text: string) => string): Error {
  if (error instanceof GrammyError) {
    const { error_code: code, method, parameters } = error
    const description = redact(error.description)
    const message = `Telegram answered ${code} to ${method}: ${description}`
    if (code === 429) return new RetryLaterError((parameters.retry_after ?? 1) * 1_000)
    if (code === 401 || code === 404)
      return new TelegramSetupError(`${message}. Check TELEGRAM_BOT_TOKEN and TELEGRAM_API_ROOT.`)
    if (code === 409)
      return new TelegramSetupError(
        `${message}. Only one process may run a bot: stop the other one.`,
      )
    if (code === 403 || (code === 400 && NO_CHAT.test(description)))
      return new UnreachableError(message)
    return code < 500 ? new MessageRefusedError(message) : new Error(message)
  }
  const inner = error instanceof HttpError ? error.error : error
  const reason = inner instanceof Error ? inner.message : String(inner)
  return new Error(`Telegram could not be reached: ${redact(reason)}`)
}
