import { z } from 'zod'

import type { Account } from '../../core/terms/identity.ts'
import type { Person } from '../../services/people/people-port.ts'
import type { Voice } from '../dispatch/command.ts'
import { INLINE_COMMANDS } from '../dispatch/inline-offer.ts'
import { mentionOf } from '../dispatch/params.ts'
import { parseClaim } from '../reading/parse-claim.ts'
import { readLanguage } from '../../core/terms/language.ts'
import { chatIdOf, inlineChat } from './chat-id.ts'

const User = z.object({
  id: z.int(),
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
})
type User = z.infer<typeof User>

const Chat = z.object({ id: z.int(), type: z.enum(['private', 'group', 'supergroup', 'channel']) })

/** Only the ordinary ones have an emoji. */
const Reaction = z.object({ type: z.string(), emoji: z.string().optional() })

/** Somebody or something speaks in a message without being known by `from`. */
const Sent = z.object({
  from: User.optional(),
  /** The chat in whose name it was written: a channel, or the group itself for an anonymous admin. */
  sender_chat: z.object({ id: z.int() }).optional(),
  via_bot: z.object({ id: z.int() }).optional(),
  forward_origin: z.object({}).optional(),
})

/** That there is one, and nothing of what is in it. */
const Kept = z
  .unknown()
  .optional()
  .transform((sent) => (sent === undefined ? undefined : true))
/** What somebody may send in the place of words. Whatever else has none says something itself, such as that a message was pinned. */
const MEDIA = {
  animation: Kept,
  audio: Kept,
  contact: Kept,
  dice: Kept,
  document: Kept,
  location: Kept,
  paid_media: Kept,
  photo: Kept,
  poll: Kept,
  sticker: Kept,
  story: Kept,
  venue: Kept,
  video: Kept,
  video_note: Kept,
  voice: Kept,
}
const MEDIA_KINDS = z.keyof(z.object(MEDIA)).options

/** Who is mentioned by account, as people without a username are; `offset` and `length` count UTF-16 units. */
const Entities = z
  .array(z.object({ type: z.string(), offset: z.int(), length: z.int(), user: User.optional() }))
  .optional()

const Message = Sent.extend({
  message_id: z.int(),
  /** Unix seconds. */
  date: z.int().nonnegative().optional(),
  chat: Chat,
  is_topic_message: z.boolean().optional(),
  message_thread_id: z.int().optional(),
  /** The group has become a supergroup with another id: told in both. */
  migrate_to_chat_id: z.int().optional(),
  migrate_from_chat_id: z.int().optional(),
  text: z.string().optional(),
  entities: Entities,
  ...MEDIA,
  /** What stands beneath a picture or the like. */
  caption: z.string().optional(),
  caption_entities: Entities,
  /** Of several pictures that were sent together. */
  media_group_id: z.string().optional(),
  /** In a forum, a message without a reply "answers" the one that opened its topic. */
  reply_to_message: Sent.extend({ forum_topic_created: z.object({}).optional() }).optional(),
})

/** The part of Telegram's Update that we read. Edited messages are no part of it: they never execute. */
export const Update = z.object({
  update_id: z.int(),
  message: Message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: User,
      data: z.string().optional(),
      /** Of a message that somebody sent through us into a chat that we are not in. */
      inline_message_id: z.string().optional(),
      message: z
        .object({
          message_id: z.int().optional(),
          /** Of a message that its reader alone sees; then `message_id` is 0. */
          ephemeral_message_id: z.int().optional(),
          chat: Chat,
          is_topic_message: z.boolean().optional(),
          message_thread_id: z.int().optional(),
        })
        .optional(),
    })
    .optional(),
  /** Somebody changed their reactions to a message; comes where we are an admin, and never says who wrote that. */
  message_reaction: z
    .object({
      chat: Chat,
      message_id: z.int(),
      date: z.int().optional(), // unix seconds
      /** Absent where an admin reacts in the name of the group. */
      user: User.optional(),
      old_reaction: z.array(Reaction),
      new_reaction: z.array(Reaction),
    })
    .optional(),
  /** What we are in a chat has changed: somebody added us, or took us out. */
  my_chat_member: z
    .object({
      chat: Chat,
      from: User,
      old_chat_member: z.object({ status: z.string() }),
      new_chat_member: z.object({ status: z.string() }),
    })
    .optional(),
  /** Somebody writes our name and a few words in any chat; comes with each letter. */
  inline_query: z.object({ id: z.string(), from: User, query: z.string() }).optional(),
  /** Somebody sent what we offered for those words. */
  chosen_inline_result: z
    .object({
      /** The command that was offered. */
      result_id: z.enum(INLINE_COMMANDS).catch('tip'),
      from: User,
      query: z.string(),
      inline_message_id: z.string().optional(),
    })
    .optional(),
})
export type Update = z.infer<typeof Update>

/** What somebody wants of us. */
export type Heard =
  | { kind: 'words'; text: string; voice: Voice }
  /** `messageId` is the pressed message's, where it is one that we sent; `isWhisper`: the presser alone sees it. */
  | {
      kind: 'press'
      action: string
      pressId: string
      messageId: string | undefined
      isWhisper: boolean
      voice: Voice
    }
  /** A command in the name of a group or channel: there is nobody whose wallet it could concern. */
  | { kind: 'nobody'; chat: string }

/** Whose command it is, in front of it: `@vouch_bot /tip @bobby 5 usdc`. */
const ADDRESS = /^@([A-Za-z0-9_]+)\s+(?=\/)/

/**
 * Reads what an update asks of us; `undefined` when it asks nothing: no text, talk in a group, a command for another
 * bot (named behind the command or in front of it), a forwarded message or one made by a bot (a person has not written those words). In private whatever is sent asks
 * something: what is neither a command nor a claim link, as talk does.
 * @param bot our own account
 * @param names the commands we know; in a group, an unknown one is ours only when it names us
 */
export function readUpdate(
  update: Update,
  bot: Account,
  names: readonly string[],
): Heard | undefined {
  const { message, callback_query: press, chosen_inline_result: chosen } = update
  if (press) return readPress(press, bot)
  if (chosen?.inline_message_id !== undefined) {
    const chat = inlineGroup(chosen.inline_message_id)
    const command = `/${chosen.result_id} ${chosen.query}`
    return { kind: 'words', text: command, voice: voiceIn(chat, chosen.from, bot) }
  }
  if (!message?.from) return undefined
  const isPrivate = message.chat.type === 'private'
  const isOthers = message.via_bot !== undefined || message.forward_origin !== undefined
  const text = isPrivate ? privateWords(message, bot) : isOthers ? undefined : message.text
  if (text === undefined) return undefined
  const [address = '', called] = ADDRESS.exec(text) ?? []
  const command = /^\/(?<name>[A-Za-z0-9_]+)(?:@(?<bot>[A-Za-z0-9_]+))?(?=\s|$)/.exec(
    text.slice(address.length),
  )?.groups
  const named = [called, command?.['bot']].flatMap((name) => name?.toLowerCase() ?? [])
  if (named.some((name) => name !== bot.handle)) return undefined
  const isForUs = named.length > 0
  if (!isPrivate && !isForUs && !names.includes(command?.['name']?.toLowerCase() ?? ''))
    return undefined
  const chat = chatIdOf(message)
  if (message.sender_chat) return { kind: 'nobody', chat }
  if (message.from.is_bot) return undefined
  const kind = isPrivate ? 'private' : 'group'
  const people = (isOthers ? [] : mentionsIn(message)).filter(({ user }) => !user.is_bot)
  const mentioned = people.map(({ user }) => ({ account: accountOf(user), name: nameOf(user) }))
  const voice: Voice = {
    ...voiceIn({ id: chat, kind }, message.from, bot),
    saidAt: message.date === undefined ? undefined : new Date(message.date * 1_000),
    ...answeredBy(message.reply_to_message, bot),
    ...(mentioned.length > 0 && { mentioned }),
  }
  const said = isOthers ? text : namingMentioned(message)
  return { kind: 'words', text: said.slice(address.length), voice }
}

type Message = NonNullable<Update['message']>

/** What is said in private, empty where that is no words. Of what others have written, which may be forwarded with it, only a claim link is meant: it opens a claim, and does nothing. */
function privateWords(message: Message, bot: Account): string | undefined {
  const { text, caption, via_bot: via, forward_origin: origin, media_group_id: group } = message
  const said = text ?? caption
  const isSent = said !== undefined || MEDIA_KINDS.some((kind) => message[kind])
  // One of several has the words for all; of what was made by us we hear otherwise.
  if (!isSent || (said === undefined && group !== undefined) || `${via?.id}` === bot.userId)
    return undefined
  if (said === undefined) return ''
  if (!via && !origin) return said
  return said.split(/\s+/u).find((word) => parseClaim(word)?.kind === 'open') ?? ''
}

/** Whom a command names by account, and where; a name can have any words. */
function mentionsIn({ caption = '', caption_entities = [], ...message }: Message) {
  const { text = caption, entities = caption_entities } = message
  const [address = ''] = ADDRESS.exec(text) ?? []
  if (!text.startsWith('/', address.length)) return []
  return entities
    .flatMap(({ type, offset, length, user }) =>
      type === 'text_mention' && user ? [{ offset, length, user }] : [],
    )
    .toSorted((one, other) => one.offset - other.offset)
}

/** What was written, with a word of its own in the place of each name that means an account. A bot always has a username. */
function namingMentioned(message: Message): string {
  let said = message.text ?? message.caption ?? ''
  for (const { offset, length, user } of mentionsIn(message).toReversed()) {
    const word = user.is_bot ? `@${user.username ?? ''}` : mentionOf({ userId: `${user.id}` })
    const behind = said.slice(offset + length)
    // A comma behind a name stays with it.
    said = `${said.slice(0, offset)} ${word}${/^[,，、]/.test(behind) ? '' : ' '}${behind}`
  }
  return said
}

/** What somebody has written behind our name so far. Which chat it is for, we are not told. */
export function inlineQueryIn(
  { inline_query: asked }: Update,
  bot: Account,
): { id: string; query: string; voice: Voice } | undefined {
  if (!asked) return undefined
  const { id, from, query } = asked
  return { id, query, voice: voiceIn({ id: `${from.id}`, kind: 'private' }, from, bot) }
}

/** A reaction that somebody added to a message of a group. `messageId` is that of the message. */
export function reactionIn(
  { message_reaction: changed }: Update,
  bot: Account,
): { emoji: string; messageId: string; voice: Voice } | undefined {
  if (!changed?.user || changed.user.is_bot || changed.chat.type === 'private') return undefined
  const before = new Set(changed.old_reaction.map(({ emoji }) => emoji))
  const emoji = changed.new_reaction.map((each) => each.emoji).find((each) => !before.has(each))
  if (emoji === undefined) return undefined
  const chat = { id: `${changed.chat.id}`, kind: 'group' } as const
  const saidAt = changed.date === undefined ? undefined : new Date(changed.date * 1_000)
  const voice = { ...voiceIn(chat, changed.user, bot), saidAt }
  return { emoji, messageId: `${changed.message_id}`, voice }
}

/** Who has added us to a group, as if they spoke there. */
export function addedIn({ my_chat_member: changed }: Update, bot: Account): Voice | undefined {
  if (!changed?.chat.type.endsWith('group')) return undefined
  const isIn = ({ status }: { status: string }) => !['left', 'kicked'].includes(status)
  if (isIn(changed.old_chat_member) || !isIn(changed.new_chat_member)) return undefined
  return voiceIn({ id: `${changed.chat.id}`, kind: 'group' }, changed.from, bot)
}

/** A group that has become a supergroup. */
export function moveIn({ message }: Update): { from: string; to: string } | undefined {
  if (!message) return undefined
  const { chat, migrate_to_chat_id: to, migrate_from_chat_id: from } = message
  if (to !== undefined) return { from: `${chat.id}`, to: `${to}` }
  return from === undefined ? undefined : { from: `${from}`, to: `${chat.id}` }
}

/** The people an update shows, with the private chat where it is one: the writer, and whom they answer or mention. */
export function peopleIn({
  message,
  callback_query: press,
  chosen_inline_result: chosen,
  message_reaction: reaction,
}: Update): { account: Account; privateChat: string | undefined }[] {
  const chat = press ? press.message?.chat : message?.chat
  const privateChat = chat?.type === 'private' ? `${chat.id}` : undefined
  const speaker = message?.sender_chat ? undefined : message?.from
  const writer = press?.from ?? chosen?.from ?? reaction?.user ?? speaker
  const answered = message?.reply_to_message
  const author = answered?.sender_chat ? undefined : answered?.from
  const mentioned = message ? mentionsIn(message).map(({ user }) => user) : []
  const others = [author, ...mentioned].flatMap((user) =>
    user && !user.is_bot && user.id !== writer?.id ? [user] : [],
  )
  return [
    ...(writer && !writer.is_bot ? [{ account: accountOf(writer), privateChat }] : []),
    ...others.map((user) => ({ account: accountOf(user), privateChat: undefined })),
  ]
}

/** Who says something in a group, whatever it is; `undefined` for bots, and for those who speak in another's name. */
export function talkIn({
  message,
}: Update): (Person & { chat: string; message: { chat: string; messageId: string } }) | undefined {
  if (!message?.from || message.from.is_bot || message.sender_chat || message.via_bot)
    return undefined
  if (message.chat.type === 'private') return undefined
  const { from } = message
  return {
    account: accountOf(from),
    name: nameOf(from),
    chat: chatIdOf(message),
    // Reactions do not say in which topic of the group the message stands.
    message: { chat: `${message.chat.id}`, messageId: `${message.message_id}` },
  }
}

/** Whose update it is, or the chat where it is nobody's: updates of one are handled one after the other. */
export function personOf(update: Update): string {
  const { message, callback_query: press, chosen_inline_result: chosen } = update
  const other = update.message_reaction?.user?.id ?? update.my_chat_member?.from.id
  return `${press?.from.id ?? chosen?.from.id ?? other ?? message?.from?.id ?? message?.chat.id ?? 0}`
}

function readPress(press: NonNullable<Update['callback_query']>, bot: Account): Heard | undefined {
  const { id, from, data, message, inline_message_id: inlineId } = press
  if (data === undefined || from.is_bot) return undefined
  const isPrivate = message?.chat.type === 'private'
  const chat: Voice['chat'] | undefined = message
    ? { id: chatIdOf(message), kind: isPrivate ? 'private' : 'group' }
    : inlineId === undefined
      ? undefined
      : inlineGroup(inlineId)
  if (!chat) return undefined
  const whisperId = message?.ephemeral_message_id
  const messageId = whisperId ?? message?.message_id
  return {
    kind: 'press',
    action: data,
    pressId: id,
    messageId: messageId === undefined ? undefined : `${messageId}`,
    isWhisper: whisperId !== undefined,
    voice: voiceIn(chat, from, bot),
  }
}

const inlineGroup = (inlineMessageId: string): Voice['chat'] => ({
  id: inlineChat(inlineMessageId),
  kind: 'group',
  isMessage: true,
})

function voiceIn(chat: Voice['chat'], from: User, bot: Account): Voice {
  return {
    account: accountOf(from),
    name: nameOf(from),
    chat,
    replyTo: undefined,
    bot,
    language: { person: readLanguage(from.language_code) },
  }
}

/** Whose message it answers. All that is said in a topic answers the message that made it. */
function answeredBy(
  answered: Message['reply_to_message'],
  bot: Account,
): Pick<Voice, 'replyTo' | 'answersNobody'> {
  if (!answered || answered.forum_topic_created) return { replyTo: undefined }
  const { from, sender_chat } = answered
  const isOthersBot = from?.is_bot === true && `${from.id}` !== bot.userId // ours is refused by name
  if (!from || sender_chat || isOthersBot) return { replyTo: undefined, answersNobody: true }
  return { replyTo: { account: accountOf(from), name: nameOf(from) } }
}

function accountOf({ id, username }: User): Voice['account'] {
  return { platform: 'telegram', userId: `${id}`, handle: username?.toLowerCase() }
}

/** `@handle`, or the chosen name with nothing in it that could pass for a handle or become a link. */
function nameOf({ username, first_name, last_name }: User): string {
  if (username !== undefined) return `@${username.toLowerCase()}`
  const name = `${first_name} ${last_name ?? ''}`
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} '’-]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, 40).join('').trim() || 'Somebody'
}
