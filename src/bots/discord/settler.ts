import { backOffMs } from '../../services/flow/back-off.ts'
import { InteractionType } from 'discord.js'
import { z } from 'zod'

import { DomainError, StoreUnavailableError } from '../../core/terms/errors.ts'
import type { Account } from '../../core/terms/identity.ts'
import type { Accounts, Activity } from '../../services/people/people-port.ts'
import { Card } from '../cards/card.ts'
import { greeting } from '../cards/greeting.ts'
import type { Command, Reply, Role, Speaker, Voice } from '../dispatch/command.ts'
import { errorCard, type Dispatch } from '../dispatch/dispatch.ts'
import type { Suggestion } from '../dispatch/suggest.ts'
import type { Param } from '../dispatch/params.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Languages } from '../delivery/languages.ts'
import { wordsIn } from '../words/words.ts'
import { readLanguage } from '../../core/terms/language.ts'
import { ANSWER_LIFE_MS } from '../delivery/forget-old.ts'
import { UnsentMessage } from '../delivery/unsent-message.ts'
import { unreachableCard, writtenCard } from '../delivery/private-notices.ts'
import { LONG_HOLD_MS, RetryLaterError, UnreachableError } from '../delivery/surface.ts'
import { createUnkept } from '../delivery/unkept.ts'
import type { OpenUpdate, PutOff, UpdateStore } from '../delivery/update-store-port.ts'
import { chatIdOf, readChatId, type AnswerChat } from './chat-id.ts'
import { formFor } from './command-menu.ts'
import { CallRefusedError, type DiscordCalls } from './discord-calls.ts'
import {
  Interaction,
  maySetUp,
  membershipIn,
  readGuild,
  readReaction,
  peopleIn,
  readInteraction,
  readPrivateMessage,
  userOf,
  voiceIn,
  voiceOf,
  voiceOfPrivate,
  type Heard,
  type NamedRole,
  type PrivateMessage,
} from './read-interaction.ts'

export const SURFACE = 'discord'
const RETRY = { firstMs: 500, lastMs: 30_000 }
/** A server that we are in for longer was greeted, which is remembered for longer, or we were away. */
const JUST_MS = 10 * 60_000
const CHOICES = 25
const CHOICE_LENGTH = 100

/** What is still to be done for an interaction, in this order. */
const Task = z.discriminatedUnion('kind', [
  UnsentMessage.extend({
    kind: z.literal('send'),
    /** Where it is said when nobody can be written to there, and then nothing else is done; the same card unless there is another. */
    instead: z.object({ chat: z.string(), card: Card.optional() }).optional(),
  }),
  /** Takes the announced answer away. */
  z.object({ kind: z.literal('remove'), chat: z.string() }),
])
type Task = z.infer<typeof Task>
const Tasks = z.array(Task)

/** What is taken in, before it is kept. */
export type Intake = { updateId: string; person: string; update: unknown }

export type SettlerDeps = {
  store: UpdateStore
  dispatch: Dispatch
  delivery: Pick<Delivery, 'post' | 'shows'>
  languages: Pick<Languages, 'languageOf' | 'wordsFor' | 'wordsOf'>
  accounts: Accounts
  activity: Pick<Activity, 'spoke'>
  suggest(
    kind: Param['kind'],
    typed: string,
    speaker: Pick<Speaker, 'account' | 'words'>,
  ): Promise<Suggestion[]>
  log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Brings one interaction to its end: announce an answer, understand, answer; a message to us in private, a reaction and a server to be greeted the same, unannounced. What is to be sent is stored before it is sent.
 * The answer to an interaction is one message that is set, not added, so a crash between sending and its record changes
 * nothing that people see.
 */
export function createInteractionSettler(
  deps: SettlerDeps & {
    calls: DiscordCalls
    bot: Account
    commands: readonly Command[]
    stopping: AbortSignal
  },
) {
  const unkept = createUnkept(deps)
  const { store, dispatch, delivery, languages, accounts, activity, suggest, log, now, sleep } =
    deps
  const { calls, bot, commands, stopping } = deps

  /**
   * Answers what needs no record, since it changes nothing: suggestions, forms, refusals. Returns whether that was all.
   */
  async function answerAtOnce(interaction: Interaction): Promise<boolean> {
    let heard: Heard | undefined
    try {
      heard = readInteraction(interaction, bot, commands)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      await calls.refuse(
        interaction,
        errorCard(error, wordsIn(readLanguage(interaction.locale) ?? 'en')),
      )
      return true
    }
    if (heard === undefined) return true
    if (heard.kind !== 'menu' && heard.kind !== 'typing') return false
    const { account } = heard.voice
    const words = await languages.wordsFor(SURFACE, heard.voice)
    if (heard.kind === 'menu') {
      await calls.openForm(interaction, formFor(heard.command, heard.person, words))
    } else {
      const param = heard.command.params?.find(({ name }) => name === heard.field)
      const found = param ? await suggest(param.kind, heard.typed, { account, words }) : []
      const choices = found.slice(0, CHOICES).map(({ label, value }) => ({
        name: label.slice(0, CHOICE_LENGTH),
        value: value.slice(0, CHOICE_LENGTH),
      }))
      await calls.suggest(interaction, choices)
    }
    return true
  }

  /**
   * Tells whoever asked that what they ask for can be kept only later, and is done then: where an answer is announced, in its place. Never throws.
   */
  async function sayLater(row: OpenUpdate, error: StoreUnavailableError): Promise<void> {
    const voice = voiceAlone(row.content)
    if (voice) return sayUnkept(row.updateId, voice, error, true)
    if (readGuild(row.content)) return undefined // nobody asked
    const heard = readInteraction(Interaction.parse(row.content), bot, commands)
    if (!(heard?.kind === 'words' || heard?.kind === 'press')) return
    if (!unkept.isDue(row.updateId)) return
    await told(async () =>
      calls.send(chatIdOf(heard.answer), await unkept.cardFor(heard.voice, error, true)),
    )
  }

  /** Tells somebody in private that what they ask for cannot be kept. Never throws. */
  async function sayUnkept(
    updateId: string,
    voice: Voice,
    error: StoreUnavailableError,
    comesAgain: boolean,
  ): Promise<void> {
    const chat = chatIdOf({ kind: 'user', id: voice.account.userId })
    if (!unkept.isDue(updateId, chat)) return
    await told(async () =>
      calls.send(chat, await unkept.cardFor(voice, error, comesAgain), `unkept/${updateId}`),
    )
  }

  async function told(say: () => Promise<unknown>): Promise<void> {
    try {
      await say()
    } catch (failure) {
      log.warn({ err: failure }, 'nobody could be told that nothing can be kept')
    }
  }

  /** Runs what was written to us in private, and stores what is to be sent. */
  async function understandPrivate(row: OpenUpdate, message: PrivateMessage): Promise<Task[]> {
    const voice = voiceOfPrivate(message, bot)
    const { account } = voice
    const chat = chatIdOf({ kind: 'user', id: account.userId })
    await accounts.remember(account, SURFACE, chat, now())
    for (const named of voice.mentioned ?? [])
      await accounts.remember(named.account, SURFACE, undefined, now())
    const reply = await dispatch.runCommand(message.content, {
      ...voice,
      words: await languages.wordsFor(SURFACE, voice),
      surface: SURFACE,
      update: await store.handled(row),
      isAdmin: async () => false,
      membership: async () => ({ isMember: undefined, since: undefined, roles: undefined }),
    })
    const tasks = reply ? [{ kind: 'send' as const, chat, card: reply.card, live: reply.live }] : []
    await store.keep(row.updateId, 'answered', tasks)
    return tasks
  }

  /** Runs what a reaction stands for, in private: a server's message allows no answer for one person alone. */
  async function understandReaction(
    row: OpenUpdate,
    { emoji, authorId, voice }: NonNullable<ReturnType<typeof readReaction>>,
  ): Promise<Task[]> {
    const { account } = voice
    const chat = chatIdOf({ kind: 'user', id: account.userId })
    const reply = await dispatch.runReaction(
      { emoji, author: () => calls.person(authorId) },
      {
        ...voice,
        words: await languages.wordsOf(SURFACE, chat, account),
        surface: SURFACE,
        isAdmin: async () => false,
        membership: async () => ({ isMember: true, since: undefined, roles: undefined }),
      },
    )
    if (!reply) return []
    await accounts.remember(account, SURFACE, chat, now())
    // Who takes no messages of ours gets none; nothing was sent or signed.
    const tasks = [{ kind: 'send' as const, chat, card: reply.card, live: reply.live }]
    await store.keep(row.updateId, 'answered', tasks)
    return tasks
  }

  /** Greets a server; one that lets us write nowhere yet is not. */
  async function understandServer(row: OpenUpdate, voice: Voice | undefined): Promise<Task[]> {
    if (!voice) return []
    const words = await languages.wordsFor(SURFACE, voice)
    const card = greeting(words, SURFACE)
    const tasks = [{ kind: 'send' as const, chat: voice.chat.id, card }]
    await store.keep(row.updateId, 'answered', tasks)
    return tasks
  }

  /** Who wrote to us alone, or reacted: Discord waits for no answer, and it is given in private. */
  function voiceAlone(content: unknown): Voice | undefined {
    const message = readPrivateMessage(content)
    return message ? voiceOfPrivate(message, bot) : readReaction(content, bot)?.voice
  }

  /** Runs what the interaction asks for, and stores what is to be sent. */
  async function understand(row: OpenUpdate, announced: Promise<boolean>): Promise<Task[]> {
    const message = readPrivateMessage(row.content)
    if (message) return understandPrivate(row, message)
    const reaction = readReaction(row.content, bot)
    if (reaction) return understandReaction(row, reaction)
    const guild = readGuild(row.content)
    if (guild) return understandServer(row, voiceIn(guild, bot))
    const interaction = Interaction.parse(row.content)
    const heard = readInteraction(interaction, bot, commands)
    // Discord told the person that it failed: whoever still wants it asks again.
    if (!(heard?.kind === 'words' || heard?.kind === 'press') || !(await announced)) return []
    const speakerId = userOf(interaction).id
    for (const account of peopleIn(interaction)) {
      const isSpeaker = account.userId === speakerId
      const privateChat = isSpeaker ? chatIdOf({ kind: 'user', id: speakerId }) : undefined
      await accounts.remember(account, SURFACE, privateChat, now())
    }
    const words = await languages.wordsFor(SURFACE, heard.voice)
    const role = heard.kind === 'words' && heard.role ? roleOf(heard.role) : undefined
    const speaker = {
      ...heard.voice,
      words,
      role,
      surface: SURFACE,
      update: await store.handled(row),
      isAdmin: async () => heard.voice.chat.kind === 'group' && maySetUp(interaction),
      membership: async () => membershipIn(interaction),
    }
    if (heard.kind === 'words' && speaker.chat.kind === 'group')
      await activity.spoke(speaker.account, speaker.name, speaker.chat.id, now())
    const isOver = heard.kind === 'press' && heard.overAt !== undefined && now() >= heard.overAt
    const reply =
      heard.kind === 'words'
        ? await dispatch.runCommand(heard.text, speaker)
        : await dispatch.runAction(heard.action, speaker, isOver)
    // The card that was pressed may show by itself what came of it.
    const isShown =
      heard.kind === 'press' &&
      !isOver &&
      heard.messageId !== undefined &&
      reply?.live !== undefined &&
      (await delivery.shows(SURFACE, chatIdOf(heard.answer), reply.live, heard.messageId))
    const tasks = tasksFor(isShown ? undefined : reply, heard, speaker)
    await store.keep(row.updateId, 'answered', tasks)
    return tasks
  }

  function roleOf({ id, guildId, name }: NamedRole): Role {
    return {
      id,
      name,
      isEverybody: id === guildId,
      members: (most) => calls.membersWith(guildId, id, most),
    }
  }

  function tasksFor(
    reply: Reply | undefined,
    { kind, answer }: Extract<Heard, { answer: AnswerChat }>,
    speaker: Speaker,
  ): Task[] {
    const chat = chatIdOf(answer)
    const ownChat = chatIdOf({ kind: 'user', id: speaker.account.userId })
    if (!reply) return [{ kind: 'remove', chat }]
    const { card, live, audience, groupOnly } = reply
    const message = { kind: 'send' as const, card, live }
    const isPrivate = speaker.chat.kind === 'private'
    if (kind === 'press' && audience === 'everyone' && !isPrivate)
      return [
        { ...message, chat: speaker.chat.id, instead: { chat, card: groupOnly?.orElse } },
        { kind: 'remove', chat },
      ]
    if (audience === 'asker' && !answer.isHidden && !isPrivate)
      return [
        { ...message, chat: ownChat, instead: { chat, card: unreachableCard(speaker) } },
        { kind: 'send', chat, card: writtenCard(speaker) },
      ]
    // A token that died meanwhile leaves the ordinary ways.
    const instead =
      answer.readBy === undefined
        ? { chat: speaker.chat.id }
        : { chat: ownChat, card: groupOnly?.orElse }
    return [{ ...message, chat, instead }]
  }

  /** Each task that is done leaves the record, so a later try goes on behind it. */
  async function work(updateId: string, tasks: Task[]): Promise<void> {
    for (let task = tasks[0]; task; task = tasks[0]) {
      // How many are left tells a task from the update's others, also after a restart.
      const outcome = await inTime(task, `${updateId}/${tasks.length}`)
      if (outcome === 'stopped') return
      tasks.splice(0, outcome === 'elsewhere' ? tasks.length : 1)
      if (tasks.length > 0) await store.keep(updateId, 'answered', tasks)
    }
    await store.settle(updateId)
  }

  /** Does one task, and waits where Discord asks for it, unless that is long. */
  async function inTime(task: Task, name: string): Promise<'done' | 'elsewhere' | 'stopped'> {
    for (;;) {
      try {
        return await perform(task, name)
      } catch (error) {
        if (error instanceof CallRefusedError) {
          log.error({ err: error }, 'Discord refused an answer; it is left out')
          return 'done'
        }
        if (isLong(error) || !(error instanceof RetryLaterError)) throw error
        if (stopping.aborted) return 'stopped'
        await sleep(error.retryAfterMs, stopping)
      }
    }
  }

  async function perform(task: Task, name: string): Promise<'done' | 'elsewhere'> {
    if (task.kind === 'remove') {
      const answer = readChatId(task.chat)
      if (answer.kind === 'answer') await calls.remove(answer)
      return 'done'
    }
    const { chat, card, live, instead } = task
    try {
      await delivery.post(SURFACE, chat, card, live, { name })
      return 'done'
    } catch (error) {
      const isRefused = error instanceof CallRefusedError
      if (!(error instanceof UnreachableError || isRefused) || (isRefused && !instead)) throw error
      if (!instead) return 'done'
    }
    try {
      const other = instead.card
      await delivery.post(SURFACE, instead.chat, other ?? card, other ? undefined : live, { name })
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      log.warn({ err: error }, 'nobody can be told an answer; it is left out')
    }
    return 'elsewhere'
  }

  const isOfUse = ({ receivedAt }: OpenUpdate) =>
    now().getTime() - receivedAt.getTime() <= ANSWER_LIFE_MS

  /** @throws {RetryLaterError} that Discord asks for a long wait; what else `what` throws once an answer is of no use */
  async function again<T>(row: OpenUpdate, what: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; !stopping.aborted; failures += 1) {
      try {
        return await what()
      } catch (error) {
        if (!isOfUse(row) || isLong(error)) throw error
        log.warn({ err: error }, 'an interaction could not be answered yet; trying again')
        const waitMs = backOffMs(failures, RETRY)
        await sleep(error instanceof RetryLaterError ? error.retryAfterMs : waitMs, stopping)
      }
    }
    return undefined
  }

  return {
    answerAtOnce,

    /** Answers an interaction that could not be kept, for its asker alone: Discord brings it no more. Never throws. */
    async refuseUnkept(interaction: Interaction, error: StoreUnavailableError): Promise<void> {
      if (interaction.type === InteractionType.ApplicationCommandAutocomplete) return // it takes suggestions alone
      const voice = voiceOf(interaction, bot)
      await told(async () => calls.refuse(interaction, await unkept.cardFor(voice, error, false)))
    },

    /** The same of what is answered in private, once a minute. Never throws. */
    async refusePrivately({ updateId, update }: Intake, error: StoreUnavailableError) {
      const voice = voiceAlone(update)
      if (voice) await sayUnkept(updateId, voice, error, false)
    },

    /** A reaction as it is taken in, under an id of ours: Discord gives it none. `undefined` for what stands for nothing. @throws {StoreUnavailableError} */
    async intakeOf(added: unknown): Promise<Intake | undefined> {
      const reaction = readReaction(added, bot)
      if (!reaction) return undefined
      const { emoji, messageId, voice } = reaction
      const { account, chat } = voice
      if (!(await dispatch.isReactionMeant(emoji, { surface: SURFACE, chat }))) return undefined
      const made = [messageId, account.userId, emoji, now().getTime()]
      return { updateId: `reaction/${made.join('/')}`, person: account.userId, update: added }
    },

    /**
     * A server that the bot was just added to, as it is taken in to be greeted: Discord tells of all servers at each connection. `undefined` for one that we are in for longer, or
     * where there is nowhere to write.
     */
    intakeOfServer(joined: unknown): Intake | undefined {
      const guild = readGuild(joined)
      const voice = guild && voiceIn(guild, bot)
      const joinedMs = new Date(guild?.joined_at ?? 0).getTime()
      if (!guild || !voice || now().getTime() - joinedMs > JUST_MS) return undefined
      return { updateId: `joined/${guild.id}/${joinedMs}`, person: voice.chat.id, update: guild }
    },

    /** Announces the answer, at once, where Discord waits for one. False: too late, and nothing may be done any more. */
    async announce(row: OpenUpdate): Promise<boolean> {
      if (voiceAlone(row.content) || readGuild(row.content)) return true
      const heard = readInteraction(Interaction.parse(row.content), bot, commands)
      if (!(heard?.kind === 'words' || heard?.kind === 'press')) return false
      try {
        return (await again(row, () => calls.defer(heard.answer))) ?? false
      } catch (error) {
        if (isLong(error)) return false
        throw error
      }
    },

    /** Ends with the interaction settled, put off, or stored for the next start when we are stopping. */
    async settle(row: OpenUpdate, announced: Promise<boolean>): Promise<PutOff | undefined> {
      let tasks = row.state === 'received' ? undefined : Tasks.parse(row.content)
      try {
        await again(row, async () => {
          tasks ??= await understand(row, announced).catch(async (error: unknown) => {
            if (error instanceof StoreUnavailableError) await sayLater(row, error)
            throw error
          })
          await work(row.updateId, tasks)
        })
        return undefined
      } catch (error) {
        if (!isLong(error) || !isOfUse(row)) throw error
        const left = tasks ? { ...row, state: 'answered' as const, content: tasks } : row
        return { row: left, waitMs: error.retryAfterMs }
      }
    },
  }
}

/** What waits so long holds up nothing else of its person's. */
const isLong = (error: unknown): error is RetryLaterError =>
  error instanceof RetryLaterError && error.retryAfterMs > LONG_HOLD_MS
