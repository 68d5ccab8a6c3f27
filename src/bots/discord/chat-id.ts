/**
 * Where we write on Discord: a channel, a person's private chat, or the answer to one interaction, which its token lets us
 * write for 15 minutes. `readBy` is the only reader of an answer: of one that nobody else sees (`isHidden`), or in the private chat.
 * `guildId` is the server that a channel or thread belongs to, if it belongs to one.
 */
export type Chat =
  | { kind: 'channel'; id: string; guildId: string | undefined }
  | { kind: 'user'; id: string }
  | {
      kind: 'answer'
      interactionId: string
      channelId: string
      guildId: string | undefined
      readBy: string | undefined
      isHidden: boolean
      token: string
    }

export type AnswerChat = Extract<Chat, { kind: 'answer' }>

/** A chat as one text: `server/9/1` or `channel/1`, `user/2`, `answer/3/9.1/hidden/2/<token>`. */
export function chatIdOf(chat: Chat): string {
  if (chat.kind === 'user') return `user/${chat.id}`
  const { guildId } = chat
  if (chat.kind === 'channel')
    return guildId === undefined ? `channel/${chat.id}` : `server/${guildId}/${chat.id}`
  const { interactionId, channelId, readBy = '', isHidden, token } = chat
  const place = guildId === undefined ? channelId : `${guildId}.${channelId}`
  const scope = isHidden ? 'hidden' : 'shown'
  return ['answer', interactionId, place, scope, readBy, token].join('/')
}

/** @throws {Error} the text is no chat of Discord */
export function readChatId(text: string): Chat {
  const [kind, id = '', place = '', scope, readBy, ...token] = text.split('/')
  if (kind === 'server' && place !== '') return { kind: 'channel', id: place, guildId: id }
  if (kind === 'channel' && place === '') return { kind, id, guildId: undefined }
  if (kind === 'user' && place === '') return { kind, id }
  if (kind !== 'answer' || token.length === 0) throw new Error('this is not a Discord chat.')
  const [channelId = '', guildId] = place.split('.').toReversed()
  return {
    kind,
    interactionId: id,
    channelId,
    guildId,
    readBy: readBy === '' ? undefined : readBy,
    isHidden: scope === 'hidden',
    token: token.join('/'),
  }
}

/** The ordinary private chat of the one person who reads this chat; the chat itself when there is no such person. */
export function privateChatOf(chat: string): string {
  const read = readChatId(chat)
  if (read.kind !== 'answer' || read.readBy === undefined) return chat
  return chatIdOf({ kind: 'user', id: read.readBy })
}

/** Whether only one person sees it, in a channel of others: until they close it. */
export function isPassing(chat: string): boolean {
  const read = readChatId(chat)
  return read.kind === 'answer' && read.isHidden
}

/** The channel that an answer stands in; the chat itself when it is no answer. */
export function groupOf(chat: string): string {
  const read = readChatId(chat)
  if (read.kind !== 'answer') return chat
  return chatIdOf({ kind: 'channel', id: read.channelId, guildId: read.guildId })
}

/**
 * Where people open the server that a group's subject names; `undefined` for a chat that belongs to none.
 * @example serverUrl('chat:discord:server/9') // 'https://discord.com/channels/9'
 */
export function serverUrl(subject: string): string | undefined {
  const [, guildId] = /^chat:discord:server\/(\d+)$/.exec(subject) ?? []
  return guildId && `https://discord.com/channels/${guildId}`
}

/**
 * Where those who see a server's channel open one of its messages; `undefined` for any other chat, and for what only one person sees.
 * @example messageUrl('server/9/1', '8') // 'https://discord.com/channels/9/1/8'
 */
export function messageUrl(chat: string, messageId: string): string | undefined {
  if (isPassing(chat) || !/^\d+$/.test(messageId)) return undefined
  const place = readChatId(groupOf(chat))
  return place.kind === 'channel' && place.guildId !== undefined
    ? `https://discord.com/channels/${place.guildId}/${place.id}/${messageId}`
    : undefined
}

/** Discord's ids carry their time: milliseconds since 2015 in all but the last 22 bits. */
const EPOCH_MS = 1_420_070_400_000
const TOKEN_LIFE_MS = 15 * 60_000
/** So long Discord waits for an answer to be announced. */
const ANNOUNCE_MS = 3_000

const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH_MS

/** When the interaction's token dies. */
export const endOfToken = ({ interactionId }: Pick<AnswerChat, 'interactionId'>): Date =>
  new Date(timeOf(interactionId) + TOKEN_LIFE_MS)

/** From when on a message that only one person sees can be changed no more, at the earliest: its interaction is a little older than it. */
export const endOfHidden = (messageId: string): Date =>
  new Date(timeOf(messageId) + TOKEN_LIFE_MS - ANNOUNCE_MS)
