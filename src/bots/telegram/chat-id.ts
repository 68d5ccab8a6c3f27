/**
 * A Telegram chat as we write it: `12345`, or `-10012345/67` for the topic 67 of a forum, so that an answer stays in the
 * topic where it was asked for.
 */
export function chatIdOf(message: {
  chat: { id: number }
  is_topic_message?: boolean | undefined
  message_thread_id?: number | undefined
}): string {
  const { chat, is_topic_message, message_thread_id } = message
  return is_topic_message && message_thread_id !== undefined
    ? `${chat.id}/${message_thread_id}`
    : `${chat.id}`
}

/**
 * A message of somebody's own, sent through us into a chat that we are not in: all that can be done there is to set it. Of its
 * chat we know nothing.
 */
export const inlineChat = (inlineMessageId: string) => `inline/${inlineMessageId}`

/** Whether all that we can write there is one message, which shows something already. */
export const isInline = (chat: string) => chat.startsWith('inline/')

/** In the place of a press: no press of Telegram's is called so. */
const NO_PRESS = '-'

/**
 * What one member alone sees in a group: for a while, since their app forgets it. Below the message whose button they pressed (`pressId`), or, where we are an admin,
 * without any press. https://core.telegram.org/bots/api#ephemeral-messages-and-commands
 */
export const whisperChat = (group: string, userId: string, pressId = NO_PRESS) =>
  `whisper/${group}/${userId}/${pressId}`

const WHISPER = /^whisper\/(-\d+(?:\/\d+)?)\/(\d+)\/([\w-]+)$/

/** A topic of a private chat, which bots can have as well; groups have negative ids. */
const PRIVATE_TOPIC = /^(\d+)\/\d+$/

/** The private chat of the one person who reads this chat, which has the person's id; the chat itself when there is no such person. */
export const privateChatOf = (chat: string) =>
  WHISPER.exec(chat)?.[2] ?? PRIVATE_TOPIC.exec(chat)?.[1] ?? chat

/** Whether only one member sees it, in a group. */
export const isWhisper = (chat: string) => chat.startsWith('whisper/')

/** The group in which one member alone sees it; the chat itself when all of it see it. */
export const groupOf = (chat: string) => WHISPER.exec(chat)?.[1] ?? chat

type Target =
  | {
      chatId: number
      threadId: number | undefined
      whisper?: { userId: number; pressId: string | undefined } | undefined
    }
  | { inlineMessageId: string }

/** @throws {Error} the text is no chat of Telegram */
export function readChatId(text: string): Target {
  const [, inlineMessageId] = /^inline\/([\w-]+)$/.exec(text) ?? []
  if (inlineMessageId !== undefined) return { inlineMessageId }
  const [, group, userId, press] = WHISPER.exec(text) ?? []
  if (group !== undefined) {
    const pressId = press === NO_PRESS ? undefined : press
    return { ...readChatId(group), whisper: { userId: Number(userId), pressId } }
  }
  const parts = /^(-?\d+)(?:\/(\d+))?$/.exec(text)
  if (!parts) throw new Error(`"${text}" is not a Telegram chat.`)
  return {
    chatId: Number(parts[1]),
    threadId: parts[2] === undefined ? undefined : Number(parts[2]),
  }
}

/**
 * Where the members of a supergroup open one of its messages; `undefined` for any other chat, whose messages have no address.
 * @example messageUrl('-10012345/67', '8') // 'https://t.me/c/12345/67/8'
 */
export function messageUrl(chat: string, messageId: string): string | undefined {
  const [, group, thread] = /^-100(\d+)(?:\/(\d+))?$/.exec(chat) ?? []
  if (group === undefined || !/^\d+$/.test(messageId)) return undefined
  return ['https://t.me/c', group, ...(thread === undefined ? [] : [thread]), messageId].join('/')
}
