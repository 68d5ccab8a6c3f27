import { createHash, randomUUID } from 'node:crypto'

import {
  DiscordAPIError,
  InteractionResponseType,
  MessageFlags,
  RateLimitError,
  RequestMethod,
  RESTEvents,
  REST,
  Routes,
  type APIApplicationCommandOptionChoice,
  type APIGuildMember,
  type APIModalInteractionResponseCallbackData,
  type APIUser,
  type RESTGetCurrentApplicationResult,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js'
import { z } from 'zod'

import { keepNewest } from '../../services/flow/keep-newest.ts'
import type { Person } from '../../services/people/people-port.ts'
import { discordAccount, type Account } from '../../core/terms/identity.ts'
import { readJson } from '../../core/terms/read-json.ts'
import type { Card } from '../cards/card.ts'
import { toPng } from '../pictures/to-png.ts'
import {
  MessageGoneError,
  RefusedError,
  RetryLaterError,
  UnreachableError,
} from '../delivery/surface.ts'
import { endOfToken, readChatId, type AnswerChat } from './chat-id.ts'
import { PICTURE_FILE, renderDiscord } from './render.ts'

/** Discord does not accept the token: waiting does not help. */
export class DiscordSetupError extends Error {}

/** Discord refuses this very call. */
export class CallRefusedError extends RefusedError {
  /** @param discordCode Discord's own number of the reason */
  readonly discordCode: number

  constructor(message: string, discordCode: number) {
    super(message)
    this.discordCode = discordCode
  }
}

/** The first answer to an interaction came too late, or there was one already. */
const UNKNOWN_INTERACTION = 10_062
const ALREADY_ANSWERED = 40_060
const UNKNOWN_MESSAGE = 10_008
const THREAD_ARCHIVED = 50_083
/** Unknown channel or webhook, dead token, no access, no permission, private chats closed, thread locked. */
const UNREACHABLE = new Set([
  10_003, 10_013, 10_015, 50_001, 50_007, 50_013, 50_027, 50_278, 160_005,
])
const HasId = z.object({ id: z.string() })
const UNREADABLE = "Discord's answer could not be read"
const NONCE_LENGTH = 25
const TIMEOUT_SEC = 10
/** Longer than any limit of Discord's that is not told with a 429 takes to end. */
const LONGEST_WINDOW_MS = 60_000
const SLACK_MS = 1_000
const FORGET_TOKENS_MS = 10_000
/** The most that Discord gives of a server's members in one answer, and how many answers we take for one question. */
const MEMBERS_AT_ONCE = 1000
const MEMBER_PAGES = 50
/** For how long after the wait what was read of a server is not read again, and of how many roles that is kept. */
const READING_LIFE_MS = 60_000
const MOST_READINGS = 1000
/** How far the list of a server's members was read for a role: `after` is the last id. */
type Reading = { found: readonly Person[]; after: string; pages: number }
const MOST_CHANNELS = 10_000

export type DiscordCalls = ReturnType<typeof createDiscordCalls>

/**
 * The calls we make to Discord. What they throw is ours: the library's own errors carry the address and the body, and with
 * them tokens and the links of private messages, so they end here.
 */
export function createDiscordCalls({
  token,
  apiRoot,
  now,
  longestCallSec = TIMEOUT_SEC,
  mostChannels = MOST_CHANNELS,
}: {
  token: string
  apiRoot: string
  now: () => Date
  /** After which a call is given up. */
  longestCallSec?: number | undefined
  /** People whose private channel is remembered. */
  mostChannels?: number
}) {
  // Rather than wait inside the library, we hear how long, so that only the chat concerned waits.
  const options = {
    api: apiRoot.replace(/\/+$/, ''),
    version: '10',
    timeout: longestCallSec * 1000,
    rejectOnRateLimit: () => true,
  }
  const rest = new REST(options).setToken(token)
  // What the token of an interaction allows does not count among a bot's 50 requests a second, and needs no other token. The
  // library remembers the limits of each such token: forgetting them within the hour is not enough for a busy bot.
  const openRest = new REST({
    ...options,
    globalRequestsPerSecond: Infinity,
    handlerSweepInterval: FORGET_TOKENS_MS,
  })
  let applicationId = ''
  const privateChannels = new Map<string, string>() // by the person

  let refusals = 0 // by Discord itself
  let refusedUntilMs = 0
  const count = (_request: unknown, { status }: { status: number }) => {
    if (status === 429) refusals += 1
  }
  for (const client of [rest, openRest]) client.on(RESTEvents.Response, count)

  async function ours<T>(call: Promise<unknown>): Promise<T> {
    const before = refusals
    try {
      // The library types no answers; these are Discord's own, of API version 10.
      return (await call) as T
    } catch (error) {
      const ownError = translate(error)
      if (ownError instanceof RetryLaterError) return holdUp(ownError, refusals > before)
      throw ownError
    }
  }

  /** For what Discord answers with something that has an id: whatever its status says, what has none is from somebody before it. */
  async function withId<T extends { id: string }>(call: Promise<unknown>): Promise<T> {
    const answer = await ours<T>(call)
    if (!HasId.safeParse(answer).success) throw new Error(UNREADABLE)
    return answer
  }

  const idIn = async (call: Promise<unknown>) => (await withId(call)).id

  /**
   * Waits that Discord asks for stand. What the library counts out by itself it counts by the machine's clock, and all of it ends soon: where more than that is
   * left and Discord has not said so, somebody has set the clock, and what the library remembers is worth nothing.
   */
  function holdUp(wait: RetryLaterError, isByDiscord: boolean): never {
    const untilMs = now().getTime() + wait.retryAfterMs
    if (isByDiscord) refusedUntilMs = Math.max(refusedUntilMs, untilMs)
    else if (wait.retryAfterMs > LONGEST_WINDOW_MS && untilMs > refusedUntilMs + SLACK_MS) {
      for (const client of [rest, openRest]) {
        client.handlers.clear()
        client.globalReset = -1
      }
      throw new RetryLaterError(SLACK_MS, wait.scope)
    }
    throw wait
  }

  const webhook = (answer: AnswerChat, messageId: string) =>
    Routes.webhookMessage(applicationId, answer.token, messageId)

  /** By server and role: who was found before Discord asked to wait. Asked for again, the list goes on there: begun anew, it might never end. */
  const readings = new Map<string, Reading & { untilMs: number }>()

  function keepReading(question: string, reading: Reading, waitMs: number): void {
    readings.delete(question)
    readings.set(question, { ...reading, untilMs: now().getTime() + waitMs + READING_LIFE_MS })
    keepNewest(readings, MOST_READINGS)
  }

  async function channelOf(userId: string): Promise<string> {
    const known = privateChannels.get(userId)
    if (known !== undefined) return known
    const body = { recipient_id: userId }
    const id = await idIn(rest.post(Routes.userChannels(), { body }))
    privateChannels.set(userId, id)
    keepNewest(privateChannels, mostChannels) // any other is asked for again
    return id
  }

  /** Changes a message in a channel. In a thread that was archived meanwhile, which writing there would do by itself, it is opened again. */
  async function change(channelId: string, messageId: string, card: Card): Promise<void> {
    const message = await toMessage(card)
    const patch = () => idIn(rest.patch(Routes.channelMessage(channelId, messageId), message))
    try {
      await patch()
    } catch (error) {
      if (!(error instanceof CallRefusedError && error.discordCode === THREAD_ARCHIVED)) throw error
      await ours(rest.patch(Routes.channel(channelId), { body: { archived: false } }))
      await patch()
    }
  }

  async function sendTo(channelId: string, card: Card, name: string): Promise<string> {
    const { body: message, files } = await toMessage(card)
    // Discord answers a repeat within minutes with the message that is there. What reads the same may be another message.
    const nonce = createHash('sha256')
      .update(JSON.stringify([channelId, name]))
      .digest('base64url')
      .slice(0, NONCE_LENGTH)
    const body = { ...message, nonce, enforce_nonce: true }
    return idIn(rest.post(Routes.channelMessages(channelId), { body, files }))
  }

  async function editAnswer(answer: AnswerChat, messageId: string, card: Card): Promise<string> {
    if (now() >= endOfToken(answer)) throw new UnreachableError('the interaction’s token is dead')
    const message = await toMessage(card)
    return idIn(openRest.patch(webhook(answer, messageId), { ...message, auth: false }))
  }

  const removeAnswer = (answer: AnswerChat, messageId: string) =>
    ours<undefined>(openRest.delete(webhook(answer, messageId), { auth: false }))

  async function respond(interaction: { id: string; token: string }, body: object): Promise<void> {
    const { id, token: ownToken } = interaction
    const path = Routes.interactionCallback(id, ownToken)
    const request = { method: RequestMethod.Post, fullRoute: path, body, auth: false } as const
    const said = await ours<string>(openRest.queueRequest(request).then((answer) => answer.text()))
    // Discord says nothing to it, or what it made of it; a page is from somebody before it.
    if (said !== '' && readJson(said) === undefined) throw new Error(UNREADABLE)
  }

  /** False where Discord has had an answer, or waits for none any more. */
  async function respondInTime(interaction: { id: string; token: string }, body: object) {
    try {
      await respond(interaction, body)
      return true
    } catch (error) {
      if (error instanceof CallRefusedError && isLate(error)) return false
      throw error
    }
  }

  const ownApplication = (cut: { signal?: AbortSignal } = {}) =>
    withId<RESTGetCurrentApplicationResult>(rest.get(Routes.currentApplication(), cut))

  return {
    /** What the developer portal shows of our application. @throws {DiscordSetupError} */
    async application(): Promise<{
      id: string
      /** The bot's name, where there is one. */
      bot: string | undefined
      publicKey: string
      /** Where Discord sends interactions; `undefined` for the gateway. */
      interactionsUrl: string | undefined
    }> {
      const { id, bot, verify_key, interactions_endpoint_url: url } = await ownApplication()
      return {
        id,
        bot: bot?.username,
        publicKey: verify_key,
        interactionsUrl: url === null || url === '' ? undefined : url,
      }
    },

    /** Our own account. @throws {DiscordSetupError} */
    async me(cut?: { signal: AbortSignal }): Promise<Account> {
      const { id, bot } = await ownApplication(cut)
      if (!bot) throw new DiscordSetupError('This application has no bot. Add one in the portal.')
      applicationId = id
      return { platform: 'discord', userId: bot.id, handle: bot.username.toLowerCase() }
    },

    /**
     * Who has a role of a server, bots left out; of more than `most` any `most + 1`. `undefined` where Discord does not let
     * us see: the application lacks the Server Members Intent, the bot is no member, or the server is too large to read.
     * @throws {RetryLaterError} asked again within a minute after the wait, it goes on where it was
     */
    async membersWith(
      guildId: string,
      roleId: string,
      most: number,
    ): Promise<Person[] | undefined> {
      const question = `${guildId}/${roleId}`
      const begun = readings.get(question)
      const isFresh = begun !== undefined && now().getTime() < begun.untilMs
      const found: Person[] = isFresh ? [...begun.found] : []
      let after = isFresh ? begun.after : '0'
      for (let page = isFresh ? begun.pages : 0; page < MEMBER_PAGES; page += 1) {
        const query = new URLSearchParams({ limit: `${MEMBERS_AT_ONCE}`, after })
        const members = await unlessRefused(
          ours<APIGuildMember[]>(rest.get(Routes.guildMembers(guildId), { query })),
        ).catch((error: unknown) => {
          if (error instanceof RetryLaterError)
            keepReading(question, { found, after, pages: page }, error.retryAfterMs)
          throw error
        })
        readings.delete(question)
        if (!members) return undefined
        found.push(...members.filter((member) => hasRole(member, roleId)).map(personOf))
        const last = members.at(-1)
        if (found.length > most) return found.slice(0, most + 1)
        if (!last || members.length < MEMBERS_AT_ONCE) return found
        after = last.user.id
      }
      return undefined
    },

    /** Somebody by their id; `undefined` for a bot. */
    async person(id: string): Promise<Person | undefined> {
      const user = await withId<APIUser>(rest.get(Routes.user(id)))
      const account = discordAccount(user)
      return user.bot === true ? undefined : { account, name: `@${account.handle}` }
    },

    /** Replaces what Discord offers to choose from. */
    setMenu: (body: RESTPutAPIApplicationCommandsJSONBody, cut: { signal: AbortSignal }) =>
      ours<undefined>(rest.put(Routes.applicationCommands(applicationId), { body, ...cut })),

    /**
     * Tells Discord that an answer is coming: the first answer has to be there within 3 seconds. True also when it was told
     * before; false when it was not, and it is too late.
     */
    async defer(answer: AnswerChat): Promise<boolean> {
      const { interactionId: id, token: ownToken, isHidden } = answer
      const body = {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        data: { flags: isHidden ? MessageFlags.Ephemeral : 0 },
      }
      try {
        await respond({ id, token: ownToken }, body)
        return true
      } catch (error) {
        if (!(error instanceof CallRefusedError && isLate(error))) throw error
        if (error.discordCode === ALREADY_ANSWERED) return true
      }
      // An interaction that is not known any more may have been answered before we were stopped.
      try {
        await ours(openRest.get(webhook(answer, '@original'), { auth: false }))
        return true
      } catch (error) {
        if (error instanceof CallRefusedError || error instanceof UnreachableError) return false
        throw error
      }
    },

    /** Answers at once, for the asker alone. */
    refuse(interaction: { id: string; token: string }, card: Card): Promise<boolean> {
      const message = content(card)
      const data = { ...message, flags: message.flags | MessageFlags.Ephemeral }
      return respondInTime(interaction, {
        type: InteractionResponseType.ChannelMessageWithSource,
        data,
      })
    },

    openForm: (
      interaction: { id: string; token: string },
      data: APIModalInteractionResponseCallbackData,
    ) => respondInTime(interaction, { type: InteractionResponseType.Modal, data }),

    suggest: (
      interaction: { id: string; token: string },
      choices: APIApplicationCommandOptionChoice[],
    ) =>
      respondInTime(interaction, {
        type: InteractionResponseType.ApplicationCommandAutocompleteResult,
        data: { choices },
      }),

    /** Takes an answer away that was announced; one that is gone already is no error. */
    async remove(answer: AnswerChat): Promise<void> {
      await unlessRefused(removeAnswer(answer, '@original'))
    },

    /**
     * Deletes a message of ours. Where we are no member only an answer's token lets us, for 15 minutes; a message that is gone
     * already, or that we may not delete any more, is no error.
     * @throws {RetryLaterError}
     */
    async removeMessage(chatId: string, messageId: string): Promise<void> {
      const chat = readChatId(chatId)
      const channelId =
        chat.kind === 'answer'
          ? chat.channelId
          : chat.kind === 'user'
            ? await channelOf(chat.id)
            : chat.id
      const deleted = ours(rest.delete(Routes.channelMessage(channelId, messageId)))
      const byToken = (error: unknown) => {
        if (!(error instanceof UnreachableError) || chat.kind !== 'answer') throw error
        return removeAnswer(chat, messageId)
      }
      await unlessRefused(deleted.catch(byToken))
    },

    /** Returns the message's id. An answer has one message: sending it again changes nothing; any other is told by its name. @throws {RetryLaterError} {UnreachableError} {CallRefusedError} */
    async send(chatId: string, card: Card, name: string = randomUUID()): Promise<string> {
      const chat = readChatId(chatId)
      if (chat.kind === 'answer') return editAnswer(chat, '@original', card)
      return sendTo(chat.kind === 'user' ? await channelOf(chat.id) : chat.id, card, name)
    },

    /** @throws {RetryLaterError} {MessageGoneError} {CallRefusedError} */
    async edit(chatId: string, messageId: string, card: Card): Promise<void> {
      const chat = readChatId(chatId)
      try {
        if (chat.kind === 'answer' && chat.isHidden)
          return void (await editAnswer(chat, messageId, card))
        const channelId =
          chat.kind === 'answer'
            ? chat.channelId
            : chat.kind === 'user'
              ? await channelOf(chat.id)
              : chat.id
        try {
          await change(channelId, messageId, card)
        } catch (error) {
          // Where people brought us along themselves, we are no member: only the token lets us edit.
          if (!(error instanceof UnreachableError) || chat.kind !== 'answer') throw error
          await editAnswer(chat, messageId, card)
        }
      } catch (error) {
        if (error instanceof UnreachableError) throw new MessageGoneError(error.message)
        if (error instanceof CallRefusedError && error.discordCode === UNKNOWN_MESSAGE)
          throw new MessageGoneError(error.message)
        throw error
      }
    },
  }
}

const hasRole = ({ roles, user }: APIGuildMember, roleId: string) =>
  roles.includes(roleId) && user.bot !== true

function personOf({ user }: APIGuildMember): Person {
  const account = discordAccount(user)
  return { account, name: `@${account.handle}` }
}

async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof CallRefusedError) return undefined
    throw error
  }
}

const isLate = ({ discordCode }: CallRefusedError) =>
  discordCode === UNKNOWN_INTERACTION || discordCode === ALREADY_ANSWERED

const CARD_FLAGS: number = MessageFlags.IsComponentsV2

function content(card: Card) {
  return {
    flags: CARD_FLAGS,
    components: [renderDiscord(card)],
    allowed_mentions: { parse: [] },
  }
}

/** A card with its picture, which comes as a file beside the body. */
async function toMessage(card: Card) {
  const picture = card.blocks.find((block) => block.kind === 'picture')
  const body = content(card)
  if (!picture) return { body, files: [] }
  const file = { name: PICTURE_FILE, data: await toPng(picture.svg), contentType: 'image/png' }
  return { body: { ...body, attachments: [{ id: 0, filename: PICTURE_FILE }] }, files: [file] }
}

/** What Discord says of a refusal. Servers before it answer too, and any part may be missing or another thing. */
const Text = z.string().optional().catch(undefined)
const Said = z
  .object({ message: Text, error: Text })
  .catch({ message: undefined, error: undefined })

function translate(error: unknown): Error {
  if (error instanceof RateLimitError)
    return new RetryLaterError(Math.max(error.retryAfter, error.timeToReset, 1))
  if (error instanceof DiscordAPIError) {
    const code = Number(error.code ?? 0)
    const said = Said.parse(error.rawError)
    const message = `Discord answered ${error.status} (${code}) to ${error.method}: ${said.message ?? said.error ?? 'no reason is given'}`
    if (UNREACHABLE.has(code)) return new UnreachableError(message)
    if (error.status === 401)
      return new DiscordSetupError(`${message}. Check DISCORD_BOT_TOKEN and DISCORD_API_ROOT.`)
    return error.status < 500 ? new CallRefusedError(message, code) : new Error(message)
  }
  // Of the library itself, over something that is no answer of Discord's API.
  if (error instanceof TypeError) return new Error(UNREADABLE)
  // A name or a code: what else it says may have the address in it, and that a token.
  const reason = error instanceof Error ? ('code' in error ? error.code : error.name) : 'unknown'
  return new Error(`Discord could not be reached: ${String(reason)}`)
}
