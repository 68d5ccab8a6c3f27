import {
  ApplicationCommandOptionType,
  ChannelType,
  ComponentType,
  InteractionType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js'
import { z } from 'zod'
import { createPublicKey, verify } from 'node:crypto'

import { discordAccount, type Account } from '../../core/terms/identity.ts'
import type { Command, Membership, Voice } from '../dispatch/command.ts'
import { RoleAloneError, UnreadableCommandError, UnseenPersonError } from '../dispatch/errors.ts'
import { mentionOf, writeInput } from '../dispatch/params.ts'
import { wordsIn } from '../words/words.ts'
import { readLanguage } from '../../core/terms/language.ts'
import { chatIdOf, endOfHidden, type AnswerChat } from './chat-id.ts'
import type { Person } from '../../services/people/people-port.ts'

const User = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string().min(1),
  discriminator: z.string().optional(),
  bot: z.boolean().optional(),
})
type User = z.infer<typeof User>

/** A message of a menu. What a webhook writes has an author of any name, which is nobody's. */
const Written = z
  .object({ author: User, webhook_id: z.string().nullish() })
  .transform(({ author, webhook_id }) => ({
    author: typeof webhook_id === 'string' ? { ...author, bot: true } : author,
  }))

const Option = z.object({
  name: z.string(),
  type: z.enum(ApplicationCommandOptionType),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
})

const Field = z.object({
  component: z.object({ custom_id: z.string(), value: z.string().optional() }).optional(),
})

/** The part of Discord's interaction that we read. */
export const Interaction = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  type: z.enum(InteractionType),
  token: z.string().min(1),
  channel_id: z.string().optional(),
  guild_id: z.string().optional(),
  locale: z.string().optional(),
  guild_locale: z.string().optional(),
  /** 0 in a server, 1 in the private chat with us, 2 in private chats of others. */
  context: z.int().nullish(),
  member: z
    .object({
      user: User,
      permissions: z
        .string()
        .regex(/^\d{1,20}$/)
        .optional(),
      joined_at: z.iso.datetime({ offset: true }).nullish(),
      roles: z.array(z.string()).optional(),
    })
    .optional(),
  user: User.optional(),
  /** Whose button was pressed. */
  message: z.object({ id: z.string(), flags: z.int().optional() }).optional(),
  data: z
    .object({
      name: z.string().optional(),
      options: z.array(Option).optional(),
      target_id: z.string().optional(),
      resolved: z
        .object({
          users: z.record(z.string(), User).optional(),
          roles: z.record(z.string(), z.object({ name: z.string() })).optional(),
          messages: z.record(z.string(), Written).optional(),
        })
        .optional(),
      custom_id: z.string().optional(),
      component_type: z.enum(ComponentType).optional(),
      components: z.array(Field).optional(),
    })
    .optional(),
})
export type Interaction = z.infer<typeof Interaction>

/** A role of a server. Its id is the server's own for the role that everybody has. */
export type NamedRole = { id: string; guildId: string; name: string }

/** What somebody wants of us. */
export type Heard =
  | {
      kind: 'words'
      text: string
      voice: Voice
      answer: AnswerChat
      /** The role that was named in the place of a person. */
      role?: NamedRole | undefined
    }
  /** `messageId` is the pressed message's, `overAt` when it can be changed no more, of what the presser alone sees. */
  | {
      kind: 'press'
      action: string
      messageId: string | undefined
      overAt: Date | undefined
      voice: Voice
      answer: AnswerChat
    }
  /** A field's suggestions are asked for while somebody types. */
  | { kind: 'typing'; command: Command; field: string; typed: string; voice: Voice }
  /** The menu of a person or message: the rest is asked in a form. */
  | { kind: 'menu'; command: Command; person: Account; voice: Voice }

/** The person that a form is about is in the form's own id: nothing is kept until it is sent. */
export const formIdOf = (command: Command, { userId, handle = '' }: Account) =>
  `form:${command.name}:${userId}:${handle}`

/** A command's names in the menus; Discord says the English one, whatever it showed. */
export const menuLabels = ({ menu }: Command): string[] =>
  menu ? [menu.person(wordsIn('en')), menu.message(wordsIn('en'))] : []

/** Whose interaction it is. @throws {Error} it is nobody's */
export function userOf({ member, user }: Interaction): User {
  const found = member?.user ?? user
  if (!found) throw new Error('the interaction is nobody’s')
  return found
}

/** The people that an interaction shows: who speaks, and whom it is about. None of them is a bot. */
export function peopleIn(interaction: Interaction): Account[] {
  const { users = {}, messages = {} } = interaction.data?.resolved ?? {}
  const authors = Object.values(messages).map(({ author }) => author)
  const people = [userOf(interaction), ...Object.values(users), ...authors].filter(
    ({ bot }) => bot !== true,
  )
  return [...new Map(people.map((user) => [user.id, discordAccount(user)])).values()]
}

/**
 * Reads what an interaction asks of us; `undefined` when it is none of ours.
 * @throws {UnreadableCommandError} a field holds what cannot belong there, or a bot was named
 */
export function readInteraction(
  interaction: Interaction,
  bot: Account,
  commands: readonly Command[],
): Heard | undefined {
  const { type, data = {} } = interaction
  const voice = voiceOf(interaction, bot)
  const command = commands.find(
    (known) => known.name === data.name || menuLabels(known).includes(data.name ?? ''),
  )
  if (type === InteractionType.MessageComponent) {
    if (data.component_type !== ComponentType.Button || data.custom_id === undefined)
      return undefined
    const answer = answerOf(interaction, true)
    const { id: messageId, flags = 0 } = interaction.message ?? {}
    const isHidden = messageId !== undefined && (flags & MessageFlags.Ephemeral) !== 0
    const overAt = isHidden ? endOfHidden(messageId) : undefined
    return { kind: 'press', action: data.custom_id, messageId, overAt, voice, answer }
  }
  if (type === InteractionType.ModalSubmit) return readForm(interaction, voice, commands)
  if (!command) return undefined
  const options = data.options ?? []
  if (type === InteractionType.ApplicationCommandAutocomplete) {
    const focused = options.find((option) => option.focused === true)
    if (!focused) return undefined
    const typed = `${focused.value ?? ''}`
    return { kind: 'typing', command, field: focused.name, typed, voice }
  }
  if (type !== InteractionType.ApplicationCommand) return undefined
  const answer = answerOf(interaction, command.audience === 'asker')
  if (data.target_id !== undefined)
    return { kind: 'menu', command, person: personAt(data.target_id, interaction, bot), voice }
  const entered = new Map<string, string>()
  let role: NamedRole | undefined
  for (const { name, type: kind, value } of options) {
    const isPeople =
      kind === ApplicationCommandOptionType.User ||
      kind === ApplicationCommandOptionType.Mentionable
    const word = `${value ?? ''}`
    const field = command.params?.find((param) => param.name === name)
    if (field?.kind === 'names') entered.set(name, namingPicked(word, interaction, bot, voice))
    else if (field?.kind === 'role') role = roleOnlyAt(word, interaction)
    else if (!isPeople) entered.set(name, word)
    else {
      role = roleAt(word, interaction)
      if (!role) voice.replyTo = { ...named(personAt(word, interaction, bot)), isNamed: true }
    }
  }
  return { kind: 'words', text: writtenFrom(entered, command, voice), voice, answer, role }
}

const PICKED = /<@!?(\d{1,20})>/g
const PICKED_ROLE = /<@&\d{1,20}>/

/**
 * What was typed into a field, with those as words of their own who were picked there; the voice then says who they are.
 * @throws {UnreadableCommandError} a role was picked, or whom we cannot see
 */
function namingPicked(typed: string, interaction: Interaction, bot: Account, voice: Voice): string {
  if (PICKED_ROLE.test(typed)) throw new RoleAloneError()
  return typed.replaceAll(PICKED, (_mention, id: string) => {
    const person = personAt(id, interaction, bot)
    voice.mentioned = [...(voice.mentioned ?? []), named(person)]
    return ` ${mentionOf(person)} `
  })
}

function readForm(
  interaction: Interaction,
  voice: Voice,
  commands: readonly Command[],
): Heard | undefined {
  const [prefix, name, userId = '', handle = ''] = interaction.data?.custom_id?.split(':') ?? []
  const command = commands.find((known) => known.name === name)
  if (prefix !== 'form' || !command) return undefined
  const entered = new Map(
    (interaction.data?.components ?? []).flatMap(({ component }) =>
      component ? [[component.custom_id, component.value ?? ''] as const] : [],
    ),
  )
  voice.replyTo = { ...named({ platform: 'discord', userId, handle }), isNamed: true }
  const text = writtenFrom(entered, command, voice)
  return { kind: 'words', text, voice, answer: answerOf(interaction, false) }
}

/** The text form of what was entered, but for the note, which the voice has then. */
function writtenFrom(
  entered: ReadonlyMap<string, string>,
  { name, params = [] }: Command,
  voice: Voice,
): string {
  voice.note = entered.get(NOTE)
  const parts = params.filter((param) => param.name !== NOTE)
  return `/${name} ${writeInput(parts, entered)}`
}

/** The field that is somebody's own words: read with the rest, they would be other parts, as `on me` is a chain. */
const NOTE = 'note'

/** Whether Discord says that they may manage the server. It says so anew with each interaction. */
export const maySetUp = ({ member }: Interaction): boolean =>
  (BigInt(member?.permissions ?? '0') &
    (PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator)) !==
  0n

/** What Discord says of somebody in a server, with each interaction; of other chats it says nothing. */
export function membershipIn({ member }: Interaction): Membership {
  const { joined_at: joined, roles } = member ?? {}
  return {
    isMember: member && true,
    since: typeof joined === 'string' ? new Date(joined) : undefined,
    roles: roles && new Set(roles),
  }
}

/** Where the answer goes. In our private chat nothing needs hiding, and stays there to be read again. */
export function answerOf(interaction: Interaction, isForAsker: boolean): AnswerChat {
  const { id, token, channel_id: channelId = '', guild_id: guildId } = interaction
  const isHidden = isForAsker && !isPrivate(interaction)
  const readBy = isHidden || isPrivate(interaction) ? userOf(interaction).id : undefined
  return { kind: 'answer', interactionId: id, channelId, guildId, readBy, isHidden, token }
}

function roleAt(id: string, { data, guild_id: guildId }: Interaction): NamedRole | undefined {
  const role = data?.resolved?.roles?.[id]
  return role && guildId !== undefined ? { id, guildId, name: role.name } : undefined
}

/** @throws {UnreadableCommandError} it is none, or one that we cannot see: what was to be for it alone would be for everybody */
function roleOnlyAt(id: string, interaction: Interaction): NamedRole {
  const role = roleAt(id, interaction)
  if (role) return role
  throw new UnreadableCommandError('This is no role of this server.', [], 'Choose a role.', {
    kind: 'not_a_role',
  })
}

/** @throws {UnreadableCommandError} another bot, which could never claim anything */
function personAt(
  id: string,
  interaction: Interaction,
  bot: Account,
): ReturnType<typeof discordAccount> {
  const { users, messages } = interaction.data?.resolved ?? {}
  const user = messages?.[id]?.author ?? users?.[id]
  if (!user) throw new UnseenPersonError()
  if (user.bot === true && user.id !== bot.userId)
    throw new UnreadableCommandError(
      `${user.username} is a bot, and bots cannot claim tips.`,
      [],
      'Name a person.',
      { kind: 'bot_named', name: user.username },
    )
  return discordAccount(user)
}

/** Who asks, and where. */
export function voiceOf(interaction: Interaction, bot: Account): Voice {
  const { channel_id: id = '', guild_id: guildId } = interaction
  const channel = chatIdOf({ kind: 'channel', id, guildId })
  return {
    ...named(discordAccount(userOf(interaction))),
    chat: { id: channel, kind: isPrivate(interaction) ? 'private' : 'group' },
    replyTo: undefined,
    bot,
    language: {
      person: readLanguage(interaction.locale),
      group: readLanguage(interaction.guild_locale),
    },
  }
}

const named = (account: Account) => ({ account, name: `@${account.handle ?? 'somebody'}` })

const isPrivate = ({ context, guild_id }: Interaction) =>
  context === 1 || (typeof context !== 'number' && guild_id === undefined)

/** An Ed25519 key as X.509 says it, up to the key itself. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether Discord signed this very body: Ed25519 over the timestamp and the bytes that came.
 * @param publicKey the application's, 64 hex digits
 */
export function isFromDiscord(
  publicKey: string,
  { body, signature, timestamp }: { body: Buffer; signature: string; timestamp: string },
): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false
  const key = createPublicKey({
    key: Buffer.concat([KEY_PREFIX, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return verify(null, signed, key, Buffer.from(signature, 'hex'))
}

/** The part of a server's message that we read: who wrote it and where, and nothing of what it says. */
const Message = z.object({
  channel_id: z.string(),
  guild_id: z.string(),
  author: z.object({
    id: z.string(),
    username: z.string().min(1),
    discriminator: z.string().optional(),
    bot: z.boolean().optional(),
  }),
  webhook_id: z.string().optional(),
})

/**
 * The part that we read of what somebody writes to us in private. It is of no server, as are copies of our own hidden answers, which
 * come the same way.
 */
export const PrivateMessage = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  channel_id: z.string(),
  guild_id: z.undefined().optional(),
  author: User,
  content: z.string().refine((content) => content.trim() !== ''),
  /** Whom the text names. */
  mentions: z.array(User).default([]),
})
export type PrivateMessage = z.infer<typeof PrivateMessage>

/** What a person writes to us in private; `undefined` for what bots write, us among them, and for what stands elsewhere. */
export function readPrivateMessage(message: unknown): PrivateMessage | undefined {
  const read = PrivateMessage.safeParse(message)
  return read.success && read.data.author.bot !== true ? read.data : undefined
}

/** Who wrote to us in private. Discord says no language there: it is the one that their commands came in. */
export function voiceOfPrivate(
  { channel_id: id, author, mentions }: PrivateMessage,
  bot: Account,
): Voice {
  return {
    ...named(discordAccount(author)),
    chat: { id: chatIdOf({ kind: 'channel', id, guildId: undefined }), kind: 'private' },
    replyTo: undefined,
    mentioned: mentions
      .filter((each) => each.bot !== true)
      .map((each) => named(discordAccount(each))),
    bot,
    language: {},
  }
}

/** The part of Discord's reaction that we read. */
const ReactionAdded = z.object({
  user_id: z.string(),
  channel_id: z.string(),
  message_id: z.string(),
  guild_id: z.string(),
  member: z.object({ user: User }),
  message_author_id: z.string(),
  /** An emoji of a server's own has an id, and its name is no sign. */
  emoji: z.object({ id: z.string().nullish(), name: z.string().nullish() }),
})

/** A reaction that somebody added to somebody's message in a server; `undefined` for what bots do, and for what stands elsewhere. */
export function readReaction(
  added: unknown,
  bot: Account,
): { emoji: string; messageId: string; authorId: string; voice: Voice } | undefined {
  const read = ReactionAdded.safeParse(added)
  if (!read.success) return undefined
  const { member, channel_id: id, guild_id: guildId, emoji, message_author_id } = read.data
  if (member.user.bot === true || !emoji.name || emoji.id) return undefined
  const chat = { id: chatIdOf({ kind: 'channel', id, guildId }), kind: 'group' } as const
  return {
    emoji: emoji.name,
    messageId: read.data.message_id,
    authorId: message_author_id,
    voice: { ...named(discordAccount(member.user)), chat, replyTo: undefined, bot, language: {} },
  }
}

/** Of the kinds of channels, of which there may be more than we know. */
const TEXT_CHANNEL: number = ChannelType.GuildText

const Guild = z.object({
  id: z.string(),
  joined_at: z.iso.datetime({ offset: true }),
  preferred_locale: z.string().optional(),
  system_channel_id: z.string().nullish(),
  channels: z.array(z.object({ id: z.string(), type: z.int(), position: z.int().optional() })),
})
type Guild = z.infer<typeof Guild>

/** A server that we are in, without the much that is not read of it. `undefined` for anything else. */
export const readGuild = (guild: unknown): Guild | undefined => Guild.safeParse(guild).data

/** Us, as if we spoke in a server: where it says what is new, or else in its first text channel. `undefined` where it has none. */
export function voiceIn(
  { id: guildId, preferred_locale, system_channel_id, channels }: Guild,
  bot: Account,
): Voice | undefined {
  const [first] = channels
    .filter(({ type }) => type === TEXT_CHANNEL)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
  const id = system_channel_id ?? first?.id
  if (id === undefined) return undefined
  const chat = { id: chatIdOf({ kind: 'channel', id, guildId }), kind: 'group' } as const
  const language = { group: readLanguage(preferred_locale) }
  return { ...named(bot), chat, replyTo: undefined, bot, language }
}

/** Who says something in a server, and where; `undefined` for bots and webhooks. */
export function readTalk(message: unknown): (Person & { chat: string }) | undefined {
  const read = Message.safeParse(message)
  if (!read.success || read.data.author.bot === true || read.data.webhook_id !== undefined)
    return undefined
  const { author, channel_id: id, guild_id: guildId } = read.data
  const account = discordAccount(author)
  return {
    account,
    name: `@${account.handle}`,
    chat: chatIdOf({ kind: 'channel', id, guildId }),
  }
}
