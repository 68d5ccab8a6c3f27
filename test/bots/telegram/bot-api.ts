import type { ApiResponse, Chat, Message, Update, User, UserFromGetMe } from '@grammyjs/types'
import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'

import type { Limits } from '../../../src/bots/telegram/pace.ts'
import { answerFalsely, type Faults } from '../faults.ts'
import { badRequest, Payload, readContent, Refusal } from './bot-api-payloads.ts'

export const TOKEN = '4242:AAtest-Token_of_the_bot'
/** This one takes messages as fast as they come. */
export const NO_LIMITS: Limits = {
  betweenSendsMs: 0,
  groupSendsPerMinute: Infinity,
  sendsPerSecond: Infinity,
  keptForAnswers: 0,
}
export const BOT: User & { username: string } = {
  id: 4242,
  is_bot: true,
  first_name: 'Vouch',
  username: 'Vouch_Test_Bot',
}

/** What a chat shows of one message of the bot. */
export type ShownMessage = {
  id: number
  threadId: number | undefined
  edits: number
  picture?: Buffer
} & ReturnType<typeof readContent>

type Pace = {
  now: () => Date
  betweenMs: number
  groupPerMinute: number
  perSecond?: number
  /** Seconds to leave a chat alone, now and then although nothing was wrong. */
  refuse?: () => number | undefined
}

type Failure =
  | {
      error_code: number
      description: string
      parameters?: { retry_after?: number; migrate_to_chat_id?: number }
    }
  | 'no answer'

/**
 * Plays Telegram's Bot API for real grammY: its limits, its refusals, and updates that come again until they are
 * confirmed. Keeps books of what each chat shows, and of everything a bot should never do in `unexpected`.
 * @param pace the sends that it allows, with its clock; without it, as many as you like
 * @param swallows whether a chat's edits are answered as done and not shown
 * @param faults which calls fail, and how
 * @param whispers from which version on it shows messages to one member of a group alone; without it, it is older, and shows them to all;
 * `shown` knows the calls for it and shows them to all
 */
export async function createBotApi({
  pace,
  swallows = () => false,
  faults,
  whispers,
}: {
  pace?: Pace
  swallows?: (chatId: number) => boolean
  faults?: Faults
  whispers?: '10.2' | '10.3' | 'shown' | undefined
} = {}) {
  const unexpected: string[] = []
  const calls: { method: string; payload: Record<string, unknown> }[] = []
  const chats = new Map<number, ShownMessage[]>()
  const reachable = new Set<number>() // people who pressed Start
  const presses = new Map<string, z.infer<typeof Payload.answerCallbackQuery>>()
  const failures = new Map<string, Failure[]>()
  const sentAt = new Map<number, number[]>()
  const heldUntil = new Map<number, number>()
  let lately: number[] = []
  let pending: Update[] = []
  const menus = new Map<string, { command: string; description: string }[]>()
  const profiles = new Map<string, { description?: string; about?: string }>() // by language
  const statuses = new Map<string, string>() // of people in groups
  const moved = new Map<number, number>() // groups that have become supergroups
  const inlineAnswers = new Map<string, z.infer<typeof Payload.answerInlineQuery>>()
  const inlineMessages = new Map<string, ShownMessage>()
  const whispered = new Map<string, ShownMessage[]>() // by group and reader
  const pressed = new Map<string, { chatId: number; userId: number }>()
  let ids = 1000
  let poll: { response: ServerResponse; offset: number; timer: NodeJS.Timeout } | undefined
  let isDown = false
  let lastError: { last_error_date?: number; last_error_message?: string } = {}
  let webhook: z.infer<typeof Payload.setWebhook> | undefined

  /** What people wrote in groups, as `chat/message`, and the groups in which we may delete it. */
  const said = new Set<string>()
  const mayDelete = new Set<number>()

  function checkAllowed(updates: string[]): void {
    if (
      updates.join() !==
      'message,callback_query,inline_query,chosen_inline_result,message_reaction,my_chat_member'
    )
      unexpected.push(`asked for updates it does not need: ${updates.join()}`)
  }

  const methods: Record<string, (payload: unknown) => unknown> = {
    getMe: () => ME,
    deleteWebhook() {
      webhook = undefined
      return true
    },
    setWebhook(payload) {
      webhook = Payload.setWebhook.parse(payload)
      checkAllowed(webhook.allowed_updates)
      return true
    },
    getWebhookInfo: () => ({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: pending.length,
      ...lastError,
    }),
    setMyCommands(payload) {
      const { scope, language_code = '', commands } = Payload.setMyCommands.parse(payload)
      menus.set(`${scope.type}/${language_code}`, commands)
      return true
    },
    setMyDescription(payload) {
      const { description, language_code = '' } = Payload.setMyDescription.parse(payload)
      profiles.set(language_code, { ...profiles.get(language_code), description })
      return true
    },
    setMyShortDescription(payload) {
      const { short_description: about, language_code = '' } =
        Payload.setMyShortDescription.parse(payload)
      profiles.set(language_code, { ...profiles.get(language_code), about })
      return true
    },
    sendMessage(payload) {
      const sending = Payload.sendMessage.parse(payload)
      const { chat_id, message_thread_id, ...content } = sending
      const shown = shownFor(sending)
      const message: ShownMessage = {
        id: ++ids,
        threadId: message_thread_id,
        ...readContent(content),
        edits: 0,
      }
      countSend(chat_id)
      shown.push(message)
      return isWhispered(shown) ? asWhisper(chat_id, message) : asMessage(chat_id, message)
    },
    sendPhoto(payload) {
      const sending = Payload.sendPhoto.parse(payload)
      const { chat_id, message_thread_id, photo, caption, ...content } = sending
      const shown = shownFor(sending)
      const message: ShownMessage = {
        id: ++ids,
        threadId: message_thread_id,
        ...readContent({ ...content, text: caption, isCaption: true }),
        picture: photo,
        edits: 0,
      }
      countSend(chat_id)
      shown.push(message)
      return isWhispered(shown) ? asWhisper(chat_id, message) : asMessage(chat_id, message)
    },
    editMessageText(payload) {
      const edit = Payload.editMessageText.parse(payload)
      if ('inline_message_id' in edit) {
        const { inline_message_id: id, ...set } = edit
        const shown = inlineMessages.get(id)
        if (!shown) throw badRequest('MESSAGE_ID_INVALID')
        change(0, shown, readContent(set))
        return true
      }
      const { chat_id, message_id, ...content } = edit
      const message = messageAt(chat_id, message_id)
      if (message.picture) throw badRequest('there is no text in the message to edit')
      return change(chat_id, message, readContent(content))
    },
    editMessageCaption(payload) {
      const { chat_id, message_id, caption, ...content } = Payload.editMessageCaption.parse(payload)
      const message = messageAt(chat_id, message_id)
      if (!message.picture) throw badRequest('there is no caption in the message to edit')
      return change(chat_id, message, readContent({ ...content, text: caption, isCaption: true }))
    },
    editMessageMedia(payload) {
      const { chat_id, message_id, media, ...content } = Payload.editMessageMedia.parse(payload)
      const message = messageAt(chat_id, message_id)
      const next = readContent({ ...content, text: media.caption, isCaption: true })
      return change(chat_id, message, { ...next, picture: media.media })
    },
    editEphemeralMessageText(payload) {
      const { text, reply_markup, ...at } = Payload.editEphemeralMessageText.parse(payload)
      return changeWhisper(at, readContent({ text, reply_markup }))
    },
    editEphemeralMessageCaption(payload) {
      const { caption, reply_markup, ...at } = Payload.editEphemeralMessageCaption.parse(payload)
      return changeWhisper(at, readContent({ text: caption, isCaption: true, reply_markup }))
    },
    editEphemeralMessageMedia(payload) {
      const { media, reply_markup, ...at } = Payload.editEphemeralMessageMedia.parse(payload)
      const next = readContent({ text: media.caption, isCaption: true, reply_markup })
      return changeWhisper(at, { ...next, picture: media.media })
    },
    deleteEphemeralMessage(payload) {
      const at = Payload.deleteEphemeralMessage.parse(payload)
      const shown = whispersFor(at)
      const message = shown.find(({ id }) => id === at.ephemeral_message_id)
      if (!message) throw badRequest('message to delete not found')
      shown.splice(shown.indexOf(message), 1)
      return true
    },
    getChatMember(payload) {
      const { chat_id, user_id } = Payload.getChatMember.parse(payload)
      chatFor(chat_id)
      return { status: statuses.get(`${chat_id}/${user_id}`) ?? 'left', user: { id: user_id } }
    },
    deleteMessage(payload) {
      const { chat_id, message_id } = Payload.deleteMessage.parse(payload)
      const shown = chatFor(chat_id)
      if (said.has(`${chat_id}/${message_id}`)) {
        if (!mayDelete.has(chat_id)) throw badRequest("message can't be deleted")
        return said.delete(`${chat_id}/${message_id}`)
      }
      if (!shown.some(({ id }) => id === message_id))
        throw badRequest('message to delete not found')
      chats.set(
        chat_id,
        shown.filter(({ id }) => id !== message_id),
      )
      return true
    },
    answerInlineQuery(payload) {
      const answer = Payload.answerInlineQuery.parse(payload)
      inlineAnswers.set(answer.inline_query_id, answer)
      return true
    },
    answerCallbackQuery(payload) {
      const answer = Payload.answerCallbackQuery.parse(payload)
      if (presses.has(answer.callback_query_id))
        throw badRequest('query is too old and response timeout expired or query ID is invalid')
      if (
        answer.url !== undefined &&
        !answer.url.startsWith(`https://t.me/${BOT.username.toLowerCase()}?start=`)
      )
        throw badRequest('URL_INVALID')
      presses.set(answer.callback_query_id, answer)
      return true
    },
  }

  type Sending = z.infer<typeof Payload.sendMessage | typeof Payload.sendPhoto>
  type WhisperAt = z.infer<typeof Payload.deleteEphemeralMessage>

  /** Where a new message shows: to its one reader, whose press allows that, or our being an admin, or in the chat. */
  function shownFor(sending: Sending): ShownMessage[] {
    const { chat_id, receiver_user_id, callback_query_id, ephemeral_message_parameters } = sending
    const shown = chatFor(chat_id)
    const flat =
      receiver_user_id === undefined ? undefined : { receiver_user_id, callback_query_id }
    const known = { '10.2': flat, '10.3': ephemeral_message_parameters, shown: undefined }
    const reader = whispers && known[whispers]
    if (!reader) return shown
    const ourStatus = statuses.get(`${chat_id}/${BOT.id}`)
    if (reader.callback_query_id === undefined && ourStatus === 'administrator')
      return whispersOf(chat_id, reader.receiver_user_id)
    const press = pressed.get(reader.callback_query_id ?? '')
    if (press?.chatId !== chat_id || press.userId !== reader.receiver_user_id)
      throw badRequest('query is too old and response timeout expired or query ID is invalid')
    return whispersOf(chat_id, reader.receiver_user_id)
  }

  function whispersOf(chatId: number, userId: number): ShownMessage[] {
    const key = `${chatId}/${userId}`
    const shown = whispered.get(key) ?? []
    whispered.set(key, shown)
    return shown
  }

  function whispersFor({ chat_id, receiver_user_id }: WhisperAt): ShownMessage[] {
    if (whispers === undefined) throw new Refusal(404, 'Not Found: method not found')
    chatFor(chat_id)
    return whispersOf(chat_id, receiver_user_id)
  }

  const isWhispered = (shown: ShownMessage[]) => [...whispered.values()].includes(shown)

  function changeWhisper(at: WhisperAt, next: Partial<ShownMessage>): true {
    const message = whispersFor(at).find(({ id }) => id === at.ephemeral_message_id)
    if (!message) throw badRequest('message to edit not found')
    change(at.chat_id, message, next)
    return true
  }

  function messageAt(chatId: number, messageId: number): ShownMessage {
    const message = chatFor(chatId).find(({ id }) => id === messageId)
    if (!message) throw badRequest('message to edit not found')
    return message
  }

  function change(chatId: number, message: ShownMessage, next: Partial<ShownMessage>): unknown {
    const isSame =
      next.html === message.html &&
      JSON.stringify(next.buttons) === JSON.stringify(message.buttons) &&
      (next.picture === undefined || message.picture?.equals(next.picture))
    if (isSame)
      throw badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same',
      )
    countSend(chatId)
    if (!swallows(chatId)) Object.assign(message, next, { edits: message.edits + 1 })
    return asMessage(chatId, message)
  }

  function chatFor(chatId: number): ShownMessage[] {
    const to = moved.get(chatId)
    if (to !== undefined)
      throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: to,
      })
    const shown = chats.get(chatId)
    if (!shown && chatId < 0) throw badRequest('chat not found')
    if (chatId > 0 && !reachable.has(chatId))
      throw new Refusal(403, "Forbidden: bot can't initiate conversation with a user")
    const messages = shown ?? []
    chats.set(chatId, messages)
    return messages
  }

  function countSend(chatId: number): void {
    if (!pace) return
    const nowMs = pace.now().getTime()
    const sent = (sentAt.get(chatId) ?? []).filter((at) => at > nowMs - 60_000)
    lately = lately.filter((at) => at > nowMs - 1_000)
    const isTooSoon = sent.some((at) => at > nowMs - pace.betweenMs)
    if (nowMs < (heldUntil.get(chatId) ?? 0))
      tooMany(chatId, `a message to ${chatId} inside a retry_after`)
    if (isTooSoon || (chatId < 0 && sent.length >= pace.groupPerMinute))
      tooMany(chatId, `too many messages to ${chatId}`)
    if (lately.length >= (pace.perSecond ?? Infinity))
      tooMany(chatId, 'too many messages in a second')
    const seconds = pace.refuse?.()
    if (seconds !== undefined) refuseFor(chatId, seconds)
    lately.push(nowMs)
    sentAt.set(chatId, [...sent, nowMs])
  }

  function tooMany(chatId: number, what: string): never {
    unexpected.push(what)
    return refuseFor(chatId, 3)
  }

  function refuseFor(chatId: number, seconds: number): never {
    heldUntil.set(chatId, (pace?.now().getTime() ?? 0) + seconds * 1_000)
    throw new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
  }

  function answerPoll(): void {
    if (!poll) return
    const { response, offset, timer } = poll
    const updates = pending
      .filter(({ update_id }) => update_id >= offset || repeats.has(update_id))
      .slice(0, 100)
    if (updates.length === 0) return
    for (const { update_id } of updates) repeats.delete(update_id)
    clearTimeout(timer)
    poll = undefined
    reply(response, { ok: true, result: updates })
  }
  const repeats = new Set<number>()

  function takePoll(response: ServerResponse, payload: unknown): void {
    const { offset, timeout, allowed_updates } = Payload.getUpdates.parse(payload)
    checkAllowed(allowed_updates)
    if (webhook) unexpected.push('fetched updates that are brought to it')
    if (poll)
      reply(poll.response, {
        ok: false,
        error_code: 409,
        description: 'Conflict: terminated by other getUpdates request',
      })
    pending = pending.filter(({ update_id }) => update_id >= offset || repeats.has(update_id))
    const timer = setTimeout(() => {
      poll = undefined
      reply(response, { ok: true, result: [] })
    }, timeout * 1_000)
    poll = { response, offset, timer }
    response.on('close', () => {
      clearTimeout(timer)
      if (poll?.response === response) poll = undefined
    })
    answerPoll()
  }

  function call(method: string, payload: unknown): ApiResponse<unknown> {
    try {
      const run = methods[method]
      if (!run) throw new Refusal(404, 'Not Found')
      return { ok: true, result: run(payload) }
    } catch (error) {
      const { code, message, parameters } =
        error instanceof Refusal ? error : badRequest(String(error))
      const isExpected =
        code === 403 ||
        code === 429 ||
        method === 'deleteEphemeralMessage' || // asked in order to learn whether it is known
        parameters ||
        /not modified|to edit not found|can't be deleted|too old/.test(message)
      if (!isExpected)
        unexpected.push(`${method}: ${code} ${message} for ${JSON.stringify(payload)}`)
      return {
        ok: false,
        error_code: code,
        description: message,
        ...(parameters && { parameters }),
      }
    }
  }

  // Connections stay open between rounds of a bench, as they do at Telegram.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', answer)
    function answer() {
      const [, bot, method = ''] = (request.url ?? '').split('/')
      if (isDown) return void request.socket.destroy()
      if (bot !== `bot${TOKEN}`)
        return reply(response, { ok: false, error_code: 401, description: 'Unauthorized' })
      const payload = readPayload(Buffer.concat(chunks), request.headers['content-type'] ?? '')
      calls.push({ method, payload })
      const failure = failures.get(method)?.shift()
      if (failure === 'no answer') {
        call(method, payload) // done, but nobody hears of it
        return void request.socket.destroy()
      }
      if (failure) return reply(response, { ok: false, ...failure })
      const fault = faults?.({ name: method, ...addressOf(payload), body: JSON.stringify(payload) })
      if (fault?.isDone === true) call(method, payload)
      if (fault) return answerFalsely(response, fault)
      if (method === 'getUpdates') return takePoll(response, payload)
      return reply(response, call(method, payload))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port')

  function push(update: Omit<Update, 'update_id'>): Update {
    const pushed = { update_id: ++ids, ...update }
    pending.push(pushed)
    answerPoll()
    return pushed
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    unexpected,
    calls,
    /** Pressed buttons' answers by the press's id. */
    presses,
    /** What the menus of a kind of chat offer to whose app speaks a language; '' is any other. */
    menu: (scope: string, language = '') => menus.get(`${scope}/${language}`),
    /** What the bot's profile says to whose app speaks a language; '' is any other. */
    profile: (language = '') => profiles.get(language),
    /** What the bot is in a chat changes through somebody. */
    change(from: User, chat: Chat, before: 'left' | 'member', after: 'left' | 'member'): void {
      const as = (status: 'left' | 'member') => ({ status, user: ME })
      push({
        my_chat_member: {
          from,
          chat,
          date: 1,
          old_chat_member: as(before),
          new_chat_member: as(after),
        },
      })
    },
    /** What was offered for what somebody wrote behind the bot's name, by the query's id. */
    inlineAnswers,
    /** What a message shows that somebody sent through the bot. */
    inlineMessage: (id: string) => inlineMessages.get(id),
    /** Somebody writes the bot's name and a few words in any chat; gives the query's id. */
    ask(from: User, query: string): string {
      const id = `query-${++ids}`
      push({ inline_query: { id, from, query, offset: '' } })
      return id
    },
    /** Somebody sends what was offered; gives the message's id. */
    choose(from: User, queryId: string, query: string): string {
      const [result] = inlineAnswers.get(queryId)?.results ?? []
      if (!result) throw new Error(`nothing was offered for ${queryId}`)
      const { input_message_content: content, reply_markup } = result
      const shown = readContent({ text: content.message_text, reply_markup })
      const id = `AgAA_${++ids}-x`
      inlineMessages.set(id, { id: 0, threadId: undefined, ...shown, edits: 0 })
      push({
        chosen_inline_result: { result_id: result.id, from, query, inline_message_id: id },
      })
      return id
    },
    /** Somebody presses a button of such a message; gives the press's id. */
    pressInline(from: User, inlineId: string, label: string): string {
      const button = inlineMessages.get(inlineId)?.buttons.find(({ text }) => text === label)
      if (button?.callback_data === undefined) throw new Error(`there is no button "${label}"`)
      const id = `press-${++ids}`
      const data = button.callback_data
      push({ callback_query: { id, from, chat_instance: '1', data, inline_message_id: inlineId } })
      return id
    },
    /** A group becomes a supergroup. */
    migrate(from: Chat, to: Chat): void {
      moved.set(from.id, to.id)
      chats.set(to.id, [])
      const admin: User = { id: 900, is_bot: false, first_name: 'Admin' }
      for (const [chat, told] of [
        [from, { migrate_to_chat_id: to.id }],
        [to, { migrate_from_chat_id: from.id }],
      ] as const) {
        const message = { message_id: ++ids, date: 1_767_225_600, from: admin, chat, ...told }
        // Telegram's Message is one type per kind of chat and content; this is its service message.
        push({ message: message as unknown as NonNullable<Update['message']> })
      }
    },
    /** An update could not be brought to the webhook. */
    failToBring: (at: Date, words: string) =>
      void (lastError = {
        last_error_date: Math.floor(at.getTime() / 1000),
        last_error_message: words,
      }),
    /** Where updates are brought, with what; `undefined` while they are fetched. */
    webhook: () => webhook,
    /** Updates that the bot has not confirmed. */
    unconfirmed: () => pending.map(({ update_id }) => update_id),
    /** What a group shows of the bot to one member alone, oldest first. */
    shownTo: (chatId: number, { id }: User) => whispered.get(`${chatId}/${id}`) ?? [],
    /** Somebody has just pressed a button. */
    plantPress: (id: string, { id: chatId }: Chat, { id: userId }: User): void =>
      void pressed.set(id, { chatId, userId }),
    /** Fifteen seconds pass for all presses so far. */
    forgetPresses: () => pressed.clear(),
    /** Somebody presses a button of what a group shows to them alone; gives the press's id. */
    pressWhisper(from: User, chat: Chat, messageId: number, label: string): string {
      const button = whispersOf(chat.id, from.id)
        .find(({ id }) => id === messageId)
        ?.buttons.find(({ text }) => text === label)
      if (button?.callback_data === undefined) throw new Error(`there is no button "${label}"`)
      const id = `press-${++ids}`
      pressed.set(id, { chatId: chat.id, userId: from.id })
      const message = {
        message_id: 0,
        ephemeral_message_id: messageId,
        date: 1_767_225_600,
        chat,
        from: BOT,
        text: '',
      }
      push({
        callback_query: { id, from, chat_instance: '1', data: button.callback_data, message },
      })
      return id
    },
    /** What a chat shows of the bot, oldest first. */
    shown: (chatId: number) => chats.get(chatId) ?? [],
    push,
    /** A message of the bot from before, in the private chat of somebody who pressed Start; gives its id. */
    plant(chatId: number, text: string): number {
      reachable.add(chatId)
      const message = { id: ++ids, threadId: undefined, ...readContent({ text }), edits: 0 }
      chatFor(chatId).push(message)
      return message.id
    },
    /** Somebody writes in a chat; in a private one this also lets the bot write to them. */
    say(
      from: User,
      chat: Chat,
      text: string,
      extra: Omit<Partial<Message>, 'reply_to_message'> & { reply_to_message?: object } = {},
    ): Update {
      if (chat.type === 'private') reachable.add(chat.id)
      if (!chats.has(chat.id)) chats.set(chat.id, [])
      const date = Math.floor(Date.now() / 1_000)
      const message = { message_id: ++ids, date, from, chat, text, ...extra }
      if (chat.type !== 'private') said.add(`${chat.id}/${message.message_id}`)
      // Telegram's Message is one type per kind of chat and content; this is its text in any of them.
      return push({ message: message as unknown as NonNullable<Update['message']> })
    },
    /** Whether a message of somebody is in its group still. */
    isSaid: (chatId: number, messageId = 0) => said.has(`${chatId}/${messageId}`),
    /** Makes us an admin who may delete what others wrote. */
    allowDeleting: (chatId: number) => void mayDelete.add(chatId),
    /** Somebody presses a button that the message shows; gives the press's id. */
    press(from: User, chat: Chat, messageId: number, label: string): string {
      const button = chats
        .get(chat.id)
        ?.find(({ id }) => id === messageId)
        ?.buttons.find(({ text }) => text === label)
      if (button?.callback_data === undefined)
        throw new Error(`the message ${messageId} has no button "${label}"`)
      const id = `press-${++ids}`
      pressed.set(id, { chatId: chat.id, userId: from.id })
      const message = { message_id: messageId, date: 1_767_225_600, chat, from: BOT, text: '' }
      push({
        callback_query: {
          id,
          from,
          chat_instance: '1',
          data: button.callback_data,
          message,
        },
      })
      return id
    },
    /** Sends a known update once more, although it may be confirmed. */
    repeat(update: Update): void {
      repeats.add(update.update_id)
      pending.push(update)
      answerPoll()
    },
    /** Somebody blocks the bot, until they write to it again. */
    block: ({ id }: User) => void reachable.delete(id),
    /** What somebody is in a group: `creator`, `administrator`, `member`. */
    setStatus(chatId: number, { id }: User, status: string): void {
      statuses.set(`${chatId}/${id}`, status)
    },
    /** Somebody deletes a message of the bot. */
    remove(chatId: number, messageId: number): void {
      chats.set(
        chatId,
        (chats.get(chatId) ?? []).filter(({ id }) => id !== messageId),
      )
    },
    /** The next call of the method fails so. */
    failNext(method: string, ...next: Failure[]): void {
      failures.set(method, [...(failures.get(method) ?? []), ...next])
    },
    /** Drops every connection, present and new. */
    setDown(down: boolean): void {
      isDown = down
      if (down) server.closeAllConnections()
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ME: UserFromGetMe = {
  ...BOT,
  is_bot: true,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
}

const asWhisper = (chatId: number, message: ShownMessage) => ({
  ...asMessage(chatId, message),
  message_id: 0,
  ephemeral_message_id: message.id,
})

function asMessage(chatId: number, { id, text }: ShownMessage) {
  return { message_id: id, date: 1_767_225_600, chat: { id: chatId }, from: BOT, text }
}

/** Private chats have their person's id. */
function addressOf({ chat_id: id }: Record<string, unknown>) {
  if (typeof id !== 'number') return { chat: undefined, reader: undefined }
  return { chat: `${id}`, reader: id > 0 ? `${id}` : undefined }
}

function reply(response: ServerResponse, body: ApiResponse<unknown>): void {
  response.writeHead(body.ok ? 200 : body.error_code, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** A call's fields; files stand where they are attached. */
function readPayload(bytes: Buffer, type: string): Record<string, unknown> {
  const Fields = z.record(z.string(), z.unknown())
  const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(type) ?? []
  if (boundary === undefined) return Fields.parse(JSON.parse(bytes.toString() || '{}'))
  const parts = partsOf(bytes, boundary)
  const attached = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('attach://') ? parts.get(value.slice(9)) : value
  const fields = [...parts].flatMap(([name, part]): [string, unknown][] => {
    if (
      /^(?:chat_id|message_id|message_thread_id|receiver_user_id|ephemeral_message_(?:id|parameters)|reply_markup)$/.test(
        name,
      )
    )
      return [[name, JSON.parse(part.toString())]]
    if (name !== 'media') return [[name, attached(part.toString())]]
    const media = Object.entries(Fields.parse(JSON.parse(part.toString())))
    return [[name, Object.fromEntries(media.map(([key, value]) => [key, attached(value)]))]]
  })
  const files = new Set(
    [...bytes.toString('latin1').matchAll(/attach:\/\/(\w+)/g)].map(([, name]) => name),
  )
  return Object.fromEntries(fields.filter(([name]) => !files.has(name)))
}

/** The parts of a multipart body by their names, byte by byte: Node's own reader refuses the headers that grammY writes. */
function partsOf(bytes: Buffer, boundary: string): Map<string, Buffer> {
  const parts = new Map<string, Buffer>()
  const mark = Buffer.from(`--${boundary}`)
  for (let start = bytes.indexOf(mark); start >= 0;) {
    const end = bytes.indexOf(mark, start + mark.length)
    if (end < 0) break
    const part = bytes.subarray(start + mark.length, end)
    const head = part.indexOf('\r\n\r\n')
    const [, name = ''] = /name="([^"]*)"/.exec(part.subarray(0, head).toString()) ?? []
    parts.set(name, part.subarray(head + 4, part.length - 2))
    start = end
  }
  return parts
}
