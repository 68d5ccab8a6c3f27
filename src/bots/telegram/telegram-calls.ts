import { Api, InputFile } from 'grammy'
import type { ChatMember, Message } from 'grammy/types'

import type { Card } from '../cards/card.ts'
import type { Command } from '../dispatch/command.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'
import { toPng } from '../pictures/to-png.ts'
import {
  ChatMovedError,
  LONG_HOLD_MS,
  MessageGoneError,
  RetryLaterError,
  UnreachableError,
} from '../delivery/surface.ts'
import { readChatId } from './chat-id.ts'
import { menusOf, profiles } from './menus.ts'
import type { Pace } from './pace.ts'
import { renderTelegram } from './render.ts'
import { MessageRefusedError, translateError, UnknownMethodError } from './telegram-errors.ts'

/** What we want to hear of. Edited messages and posts of channels are not among them: nobody's command stands there. */
export const UPDATES = [
  'message',
  'callback_query',
  'inline_query',
  'chosen_inline_result',
  'message_reaction',
  'my_chat_member',
] as const
/** How long Telegram holds a request for updates open when there are none. */
const POLL_SEC = 30
/** Longer than Telegram takes for any other answer. */
const TIMEOUT_SEC = 10

/** Groups that Telegram says nothing of for now; more are asked about again, the oldest first. */
const MOST_SILENT = 10_000

/** Statuses of whoever is not in a group. */
const NOT_IN: ReadonlySet<string> = new Set(['left', 'kicked'])

export type TelegramCalls = ReturnType<typeof createTelegramCalls>

/**
 * The calls we make to Telegram. What they throw is ours: grammY's own errors carry the request, and through it
 * the token and the links of private messages, so they end here.
 */
export function createTelegramCalls({
  token,
  apiRoot,
  pace,
  publicUrl,
  log,
  now,
  longestCallSec = TIMEOUT_SEC,
}: {
  token: string
  apiRoot: string
  pace: Pace
  /** What our own links begin with. */
  publicUrl: string
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** After which a call is given up. */
  longestCallSec?: number | undefined
}) {
  const root = apiRoot.replace(/\/+$/, '')
  const api = new Api(token, { apiRoot: root, timeoutSeconds: longestCallSec })
  const pollApi = new Api(token, { apiRoot: root, timeoutSeconds: POLL_SEC + longestCallSec })
  const redact = (text: string) =>
    text.replaceAll(token, '<token>').replaceAll(encodeURIComponent(token), '<token>')

  async function ours<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (error) {
      throw translateError(error, redact)
    }
  }

  /** Pages that open inside Telegram, in a private chat; it insists on https. */
  const miniAppsIn = (chatId: number) => (url: string) => {
    const isOurs = [`${publicUrl}/sign/`, `${publicUrl}/claim/`].some((page) =>
      url.startsWith(page),
    )
    return chatId > 0 && isOurs && publicUrl.startsWith('https://')
  }

  /** @throws {RetryLaterError} the chat's turn has not come, or Telegram says so */
  async function paced<T>(
    chat: number | string,
    urgency: 'answer' | 'bulk',
    call: () => Promise<T>,
  ): Promise<T> {
    const place = pace.take(`${chat}`, urgency)
    if ('waitMs' in place) throw new RetryLaterError(place.waitMs, place.scope)
    try {
      return await ours(call())
    } catch (error) {
      if (error instanceof RetryLaterError) {
        pace.hold(`${chat}`, error.retryAfterMs)
        // Once: while it is held nothing is sent there.
        if (error.retryAfterMs > LONG_HOLD_MS)
          log.warn(
            { chat, retryAfterSec: error.retryAfterMs / 1000 },
            'Telegram takes no more messages for a chat; what is for it waits, answers go to the askers in private',
          )
      }
      throw error
    } finally {
      place.done()
    }
  }

  /** By group: until when Telegram says nothing of its people, in unix milliseconds. */
  const silentUntilMs = new Map<number, number>()

  /** What Telegram says of somebody in a group. It is not asked while it wants to be left alone. @throws {RetryLaterError} {MessageRefusedError} {UnreachableError} */
  async function memberOf(chatId: number, userId: string): Promise<ChatMember> {
    const leftMs = (silentUntilMs.get(chatId) ?? 0) - now().getTime()
    if (leftMs > 0) throw new RetryLaterError(leftMs)
    try {
      return await ours(api.getChatMember(chatId, Number(userId)))
    } catch (error) {
      if (!(error instanceof RetryLaterError)) throw error
      silentUntilMs.delete(chatId)
      silentUntilMs.set(chatId, now().getTime() + error.retryAfterMs)
      keepNewest(silentUntilMs, MOST_SILENT)
      log.warn(
        { chat: chatId, retryAfterSec: error.retryAfterMs / 1000 },
        'Telegram says nothing of the people of a group for now; who asks for what needs it is told so',
      )
      throw error
    }
  }

  /** Whether a message can be for one member of a group alone. Telegram's own servers can do that; one of the operator's may be older. */
  let canWhisper = false

  /**
   * Sends what one member of a group alone sees. A group that has become another one is no way for it: there it would be for all.
   * @throws {RetryLaterError} {MessageRefusedError} {UnreachableError}
   */
  async function whisper(chatId: number, call: () => Promise<Message>): Promise<number> {
    if (!canWhisper) throw new MessageRefusedError('Telegram shows nothing to one person alone')
    const sent = await unlessMoved(
      paced(chatId, 'answer', call),
      (error) => new MessageRefusedError(error.message),
    )
    if (sent.ephemeral_message_id !== undefined) return sent.ephemeral_message_id
    canWhisper = false
    log.warn(
      { chat: chatId },
      'Telegram showed all of a group what is for one person; it is deleted',
    )
    await ours(api.deleteMessage(chatId, sent.message_id))
    throw new MessageRefusedError('Telegram showed it to all; it was deleted')
  }

  async function setInline(id: string, card: Card, urgency: 'answer' | 'bulk'): Promise<void> {
    const { html, keyboard: inline_keyboard } = renderTelegram(card, false)
    const other = { parse_mode: 'HTML', ...NO_PREVIEW, reply_markup: { inline_keyboard } } as const
    await unlessSame(
      paced(`inline/${id}`, urgency, () => api.editMessageTextInline(id, html, other)),
    )
  }

  return {
    /** Our own account. @throws {TelegramSetupError} */
    me: (signal?: AbortSignal) => ours(api.getMe(forGrammy(signal))),

    /** Where Telegram brings updates, how many wait, and what became of the last try that failed. @throws {TelegramSetupError} */
    async deliveryState(): Promise<{
      /** Empty while updates are kept to be fetched. */
      url: string
      waiting: number
      lastError: { at: Date; words: string } | undefined
    }> {
      const info = await ours(api.getWebhookInfo())
      const { url = '', pending_update_count: waiting } = info
      const { last_error_date: atSec, last_error_message: words } = info
      return {
        url,
        waiting,
        lastError:
          atSec === undefined || words === undefined
            ? undefined
            : { at: new Date(atSec * 1000), words },
      }
    },

    /** Updates from `offset` on; the earlier ones are confirmed by it. Waits up to 30 s for one. @throws {TelegramSetupError} {RetryLaterError} */
    updates(offset: number, signal: AbortSignal): Promise<{ update_id: number }[]> {
      const other = {
        offset,
        timeout: POLL_SEC,
        allowed_updates: UPDATES,
      } as const
      return ours(pollApi.getUpdates(other, forGrammy(signal)))
    },

    /** Has updates brought to the webhook, or kept for us to ask. */
    async takeUpdatesFrom(
      webhook: { url: string; secret: string } | undefined,
      signal: AbortSignal,
    ): Promise<void> {
      if (webhook) {
        const other = { secret_token: webhook.secret, allowed_updates: UPDATES } as const
        await ours(api.setWebhook(webhook.url, other, forGrammy(signal)))
        return
      }
      try {
        await ours(api.deleteWebhook({}, forGrammy(signal)))
      } catch (error) {
        // A server without webhooks keeps them for us anyway.
        if (!(error instanceof UnknownMethodError)) throw error
      }
    },

    /**
     * Finds out whether messages can be for one member of a group alone. Nothing is sent: who knows the method says that there is
     * no such message, and who does not says that there is no such method. Any other answer tells nothing.
     * @throws {RetryLaterError}
     */
    async learnWhispers(signal?: AbortSignal): Promise<void> {
      try {
        await ours(api.deleteEphemeralMessage(1, 1, 1, forGrammy(signal)))
        canWhisper = true
      } catch (error) {
        const isKnown = error instanceof MessageRefusedError || error instanceof UnreachableError
        if (!isKnown && !(error instanceof UnknownMethodError)) throw error
        canWhisper = isKnown
      }
    },

    canWhisper: () => canWhisper,

    /** Whether somebody runs a group, by their own name. @throws {RetryLaterError} {UnreachableError} */
    async isAdmin(chat: string, userId: string): Promise<boolean> {
      const target = readChatId(chat)
      if (!('chatId' in target)) return false
      const { status } = await memberOf(target.chatId, userId)
      return status === 'creator' || status === 'administrator'
    },

    /** Whether somebody is in a group; `undefined` where Telegram does not say, as in many groups in which we are no admin. @throws {RetryLaterError} {UnreachableError} */
    async isMember(chat: string, userId: string): Promise<boolean | undefined> {
      const target = readChatId(chat)
      if (!('chatId' in target)) return undefined
      try {
        const member = await memberOf(target.chatId, userId)
        return member.status === 'restricted' ? member.is_member : !NOT_IN.has(member.status)
      } catch (error) {
        if (error instanceof MessageRefusedError) return undefined
        throw error
      }
    },

    /** Shows the commands in the chats' menus, and what we are in our profile, to each in their language. */
    async setMenus(commands: readonly Command[]): Promise<void> {
      for (const { description, about, ...whose } of profiles()) {
        await ours(api.setMyDescription(description, whose))
        await ours(api.setMyShortDescription(about, whose))
      }
      for (const { commands: menu, ...where } of menusOf(commands))
        await ours(api.setMyCommands(menu, where))
    },

    /**
     * Returns the new message's id. Through somebody's own message nothing is sent: it is set.
     * @throws {RetryLaterError} {UnreachableError} {ChatMovedError} {MessageRefusedError}
     */
    async send(chat: string, card: Card, urgency: 'answer' | 'bulk'): Promise<string> {
      const target = readChatId(chat)
      if ('inlineMessageId' in target) {
        await setInline(target.inlineMessageId, card, urgency)
        return target.inlineMessageId
      }
      const { chatId, threadId, whisper: alone } = target
      const {
        html,
        keyboard: inline_keyboard,
        picture,
      } = renderTelegram(card, undefined, miniAppsIn(chatId))
      const thread = threadId === undefined ? {} : { message_thread_id: threadId }
      const reader = alone && readerIn(alone)
      const other = {
        parse_mode: 'HTML',
        reply_markup: { inline_keyboard },
        ...thread,
        ...reader,
      } as const
      const file = picture === undefined ? undefined : await fileOf(picture)
      const call = (): Promise<Message> =>
        file
          ? api.sendPhoto(chatId, file, { caption: html, ...other })
          : api.sendMessage(chatId, html, { ...other, ...NO_PREVIEW })
      const id = alone
        ? await whisper(chatId, call)
        : (await paced(chatId, urgency, call)).message_id
      return `${file ? PHOTO : ''}${id}`
    },

    /** Nothing of what is somebody's own message. @throws {RetryLaterError} {MessageGoneError} {MessageRefusedError} it is older than 48 hours */
    async remove(
      chat: string,
      messageId: string,
      urgency: 'answer' | 'bulk' = 'bulk',
    ): Promise<void> {
      const target = readChatId(chat)
      if ('inlineMessageId' in target) return
      const id = Number(messageId.slice(messageId.startsWith(PHOTO) ? PHOTO.length : 0))
      const { chatId, whisper: alone } = target
      // What the FAQ counts for a chat are messages; of all calls it is one.
      const place = `remove/${chatId}`
      const remove = () =>
        alone ? api.deleteEphemeralMessage(chatId, alone.userId, id) : api.deleteMessage(chatId, id)
      await unlessUnreachable(unlessGone(paced(place, urgency, remove)))
    },

    /** @throws {RetryLaterError} {MessageGoneError} {UnreachableError} {ChatMovedError} {MessageRefusedError} */
    async edit(chat: string, messageId: string, card: Card): Promise<void> {
      const target = readChatId(chat)
      if ('inlineMessageId' in target)
        return unlessUnreachable(unlessGone(setInline(target.inlineMessageId, card, 'bulk')))
      const { chatId, whisper: alone } = target
      const isPhoto = messageId.startsWith(PHOTO)
      const id = Number(messageId.slice(isPhoto ? PHOTO.length : 0))
      const {
        html,
        keyboard: inline_keyboard,
        picture,
      } = renderTelegram(card, isPhoto, miniAppsIn(chatId))
      const markup = { reply_markup: { inline_keyboard } }
      const caption = { caption: html, parse_mode: 'HTML' } as const
      const media =
        isPhoto && picture !== undefined
          ? ({ type: 'photo', media: await fileOf(picture), ...caption } as const)
          : undefined
      const words = { parse_mode: 'HTML', ...NO_PREVIEW, ...markup } as const
      if (alone) {
        const of = [chatId, alone.userId, id] as const
        const change = () =>
          media
            ? api.editEphemeralMessageMedia(...of, media, markup)
            : isPhoto
              ? api.editEphemeralMessageCaption(...of, html, { parse_mode: 'HTML', ...markup })
              : api.editEphemeralMessageText(...of, html, words)
        const changed = unlessMoved(
          paced(chatId, 'bulk', change),
          (error) => new MessageGoneError(error.message),
        )
        return unlessUnreachable(unlessGone(changed))
      }
      const change = () =>
        media
          ? api.editMessageMedia(chatId, id, media, markup)
          : isPhoto
            ? api.editMessageCaption(chatId, id, { ...caption, ...markup })
            : api.editMessageText(chatId, id, html, words)
      await unlessGone(paced(chatId, 'bulk', change))
    },

    /** Offers what somebody may send through us into any chat; with nothing to offer, `hint` says how to ask. */
    async answerInline(
      queryId: string,
      { offer, hint }: { offer?: InlineOffer | undefined; hint: string },
    ): Promise<void> {
      const results = offer ? [toArticle(offer)] : []
      await ours(
        api.answerInlineQuery(queryId, results, {
          cache_time: 0,
          is_personal: true,
          ...(offer ? {} : { button: { text: hint, start_parameter: 'inline' } }),
        }),
      )
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

/** grammY declares the signal of its polyfill, and takes Node's own. */
const forGrammy = (signal: AbortSignal | undefined) =>
  signal as unknown as Parameters<Api['getMe']>[0]

const NOT_THERE = /message to (?:edit|delete) not found|MESSAGE_ID_INVALID/i
/** What cannot be edited any more says no longer how things are; what is too old to be deleted can be edited still. */
const GONE = new RegExp(`${NOT_THERE.source}|message can't be edited`, 'i')

/** The one member of a group who sees it. Servers of before 10.3 read the first two, and the others what stands around them. */
const readerIn = ({ userId, pressId }: { userId: number; pressId: string | undefined }) => {
  const press = pressId === undefined ? {} : { callback_query_id: pressId }
  const reader = { receiver_user_id: userId, ...press }
  return { ...reader, ephemeral_message_parameters: reader }
}

/** A group that has become another one shows to all of it what is sent there. */
async function unlessMoved<T>(
  call: Promise<T>,
  otherwise: (error: ChatMovedError) => Error,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof ChatMovedError ? otherwise(error) : error
  }
}

/** A message that reads so already is fine. */
async function unlessSame(edit: Promise<unknown>): Promise<void> {
  try {
    await edit
  } catch (error) {
    const isSame =
      error instanceof MessageRefusedError && error.message.includes('message is not modified')
    if (!isSame) throw error
  }
}

/** @throws {MessageGoneError} there is no such message to edit */
async function unlessGone(edit: Promise<unknown>): Promise<void> {
  try {
    await unlessSame(edit)
  } catch (error) {
    const isGone = error instanceof MessageRefusedError && GONE.test(error.message)
    throw isGone ? new MessageGoneError(error.message) : error
  }
}

/** @throws {MessageGoneError} nothing can be changed in its chat, now or later */
async function unlessUnreachable(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    throw error instanceof UnreachableError ? new MessageGoneError(error.message) : error
  }
}

/** What somebody may send: how it is listed, and the message. */
type InlineOffer = { command: string; title: string; description: string; card: Card }

/** Telegram tells us the id of what was sent: the command. */
function toArticle({ command, title, description, card }: InlineOffer) {
  const { html, keyboard: inline_keyboard } = renderTelegram(card, false)
  return {
    type: 'article',
    id: command,
    title,
    description,
    input_message_content: { message_text: html, parse_mode: 'HTML', ...NO_PREVIEW },
    reply_markup: { inline_keyboard },
  } as const
}

/** Previews would visit claim links. */
const NO_PREVIEW = { link_preview_options: { is_disabled: true } } as const

/** What stands before the id of a message with a picture: it stays one, and is edited in other ways than words are. */
const PHOTO = 'photo/'

const fileOf = async (svg: string) => new InputFile(await toPng(svg), 'picture.png')
