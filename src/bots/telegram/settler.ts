import { backOffMs } from '../../services/flow/back-off.ts'
import { createRateLimit } from '../../services/flow/rate-limit.ts'
import { z } from 'zod'

import { StoppingError, StoreUnavailableError } from '../../core/terms/errors.ts'
import type { Account } from '../../core/terms/identity.ts'
import { ANSWER_LIFE_MS } from '../delivery/forget-old.ts'
import type { Accounts, Activity, MessageAuthors } from '../../services/people/people-port.ts'
import type { Membership, Reply, Speaker, Voice } from '../dispatch/command.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Languages } from '../delivery/languages.ts'
import { wordsIn } from '../words/words.ts'
import { LONG_HOLD_MS, RetryLaterError, UnreachableError } from '../delivery/surface.ts'
import { greeting } from '../cards/greeting.ts'
import { createAdminRights } from './admin-rights.ts'
import {
  Message,
  messagesFor,
  nobodyNotice,
  startNotice,
  writtenNotice,
  createPress,
  type Press,
} from './answer.ts'
import { isInline, isWhisper, privateChatOf, whisperChat } from './chat-id.ts'
import {
  addedIn,
  moveIn,
  peopleIn,
  reactionIn,
  readUpdate,
  talkIn,
  Update,
  type Heard,
} from './read-update.ts'
import { renderAlert } from './render.ts'
import type { TelegramCalls } from './telegram-calls.ts'
import { MessageRefusedError } from './telegram-errors.ts'
import type { SayUnkept } from './say-unkept.ts'
import type { Unkept } from '../delivery/unkept.ts'
import type { Settle } from '../delivery/update-lanes.ts'
import type { OpenUpdate, PutOff, UpdateStore } from '../delivery/update-store-port.ts'

export const SURFACE = 'telegram'
const RETRY = { firstMs: 1_000, lastMs: 30_000 }
/** A press lets us answer its presser alone for 15 s; who waits for longer than this is answered in private. */
const WHISPER_WAIT_MS = 5_000
/** Who asked a while ago may look at something else by now, and Telegram shows nothing later to one member alone: they are answered in private. */
const LOOKING_MS = 60_000
const TOO_LATE = /query is too old/
/** Who writes in the name of a chat is no account that a limit could count for: the chat is told once in so long. */
const NOBODY_MS = 60_000

export type SettlerDeps = {
  store: UpdateStore
  dispatch: Dispatch
  delivery: Pick<Delivery, 'post' | 'shows'>
  languages: Languages
  accounts: Pick<Accounts, 'remember'>
  activity: Pick<Activity, 'spoke'>
  authors: MessageAuthors
  /** Has everything that is kept of a chat go on under its new id. */
  moveChat(surface: string, move: { from: string; to: string }, now: Date): Promise<void>
  log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

type Pressed = Extract<Heard, { kind: 'press' }>

/** What is left to be sent, and the button that waits for its end. */
type Job = { messages: Message[]; press: Press | undefined }

/**
 * Brings one update to its end: understand, answer, send. What it returns never throws, and ends with the update settled, set aside,
 * put off, or stored for the next start when we are stopping. Each step is stored before the next begins, so after a crash
 * it goes on where it was. An answer exists once; only its sending can repeat, when the process dies between
 * Telegram's acceptance and our record of it, and then the very same message comes twice.
 */
export function createUpdateSettler(
  deps: SettlerDeps & {
    calls: TelegramCalls
    bot: Account
    names: readonly string[]
    unkept: Pick<Unkept, 'isTold'>
    sayUnkept: SayUnkept
    stopping: AbortSignal
  },
): Settle {
  const { store, dispatch, delivery, languages, accounts, activity, authors, moveChat } = deps
  const { log, now, sleep } = deps
  const { calls, bot, names, unkept, sayUnkept, stopping } = deps
  const rights = createAdminRights({ calls, now })
  const nobodies = createRateLimit({ most: 1, withinMs: NOBODY_MS, now })
  const startUrl = `https://t.me/${bot.handle ?? ''}?start=answer`

  /** Runs what the update asks for, and stores what is to be sent. */
  async function understand(row: OpenUpdate): Promise<Job> {
    const update = Update.safeParse(row.content)
    if (!update.success) {
      log.error({ update: row.updateId }, 'Telegram sent an unreadable update; it is left out')
      return { messages: [], press: undefined }
    }
    for (const { account, privateChat } of peopleIn(update.data))
      await accounts.remember(account, SURFACE, privateChat, now())
    const move = moveIn(update.data)
    if (move) await moveChat(SURFACE, move, now())
    const talk = talkIn(update.data)
    if (talk) {
      await activity.spoke(talk.account, talk.name, talk.chat, now())
      await authors.wrote({ surface: SURFACE, ...talk.message }, talk, now())
    }
    const reaction = reactionIn(update.data, bot)
    if (reaction) return keep(row, await answerReaction(reaction))
    const added = addedIn(update.data, bot)
    if (added) {
      const words = await languages.wordsFor(SURFACE, added)
      return keep(row, [{ chat: added.chat.id, card: greeting(words, SURFACE) }])
    }
    const heard = readUpdate(update.data, bot, names)
    if (!heard) return { messages: [], press: undefined }
    if (heard.kind === 'nobody') {
      const { chat } = heard
      if (nobodies.take(chat).count > nobodies.most) return { messages: [], press: undefined }
      const words = await languages.wordsOf(SURFACE, chat, undefined)
      return keep(row, [nobodyNotice(chat, words)])
    }
    const { voice } = heard
    const isGroup = voice.chat.kind === 'group'
    const said = update.data.message?.message_id
    const speaker = {
      ...voice,
      words: await languages.wordsFor(SURFACE, voice),
      surface: SURFACE,
      update: await store.handled(row),
      isAdmin: async () => isGroup && rights.isAdmin(voice.chat.id, voice.account.userId),
      membership: () => membershipOf(voice),
      deleteCommand:
        isGroup && said !== undefined ? () => deleteCommand(voice.chat.id, `${said}`) : undefined,
    }
    const waiting = speaker.chat.kind === 'private' ? await store.waitingFor(row.person) : []
    const ids = waiting.map(({ updateId }) => updateId)
    const late = waiting
      .flatMap(({ content }) => readMessages(content))
      .map((message) => ({ ...message, waits: false }))
    if (heard.kind === 'words') {
      // Somebody who was sent here for an answer gets it instead of a greeting.
      if (late.length > 0 && /^\/start\b/i.test(heard.text)) return keep(row, late, ids)
      const reply = await dispatch.runCommand(heard.text, speaker)
      const whisper = reply?.audience === 'asker' ? await asideOf(voice) : undefined
      return keep(row, [...(reply ? messagesFor(reply, speaker, whisper) : []), ...late], ids)
    }
    // A press is answered once, and this one may have been: the answer is a message then.
    const isAnswered = unkept.isTold(row.updateId)
    const press = createPress({ id: heard.pressId, isAnswered, calls, log, sleep, stopping })
    const reply = await dispatch.runAction(heard.action, speaker)
    const isTold =
      !reply || (await isShown(reply, heard)) || (await tellPresser(reply, speaker, press))
    const whisper = isGroup && calls.canWhisper() ? whisperOf(heard) : undefined
    const messages = isTold ? [] : messagesFor(reply, speaker, whisper)
    return keep(row, [...messages, ...late], ids, press)
  }

  /** For whoever reacted alone: nobody else asked for anything. */
  async function answerReaction({
    emoji,
    messageId,
    voice,
  }: NonNullable<ReturnType<typeof reactionIn>>): Promise<Message[]> {
    const { account, chat } = voice
    const message = { surface: SURFACE, chat: chat.id, messageId }
    const reply = await dispatch.runReaction(
      { emoji, author: () => authors.authorOf(message) },
      {
        ...voice,
        words: await languages.wordsOf(SURFACE, account.userId, account),
        surface: SURFACE,
        isAdmin: async () => false,
        membership: () => membershipOf(voice),
      },
    )
    if (!reply) return []
    const whisper = await asideOf(voice)
    const answer = { chat: account.userId, card: reply.card, live: reply.live }
    return [whisper === undefined ? answer : { ...answer, whisper }]
  }

  const membershipOf = async ({ chat, account }: Voice): Promise<Membership> => ({
    isMember: chat.kind === 'group' ? await calls.isMember(chat.id, account.userId) : undefined,
    since: undefined,
    roles: undefined,
  })

  async function keep(
    row: OpenUpdate,
    messages: Message[],
    takenOver: string[] = [],
    press?: Press,
  ): Promise<Job> {
    // Where nothing is to be sent, it is settled at once.
    if (messages.length > 0) await store.keep(row.updateId, 'answered', messages, takenOver)
    return { messages, press }
  }

  /**
   * Waits for its turn, which what is swept up in that chat may have taken. False: it stays, for example because we may not delete there, or Telegram asks for a long wait.
   * @throws {StoppingError} it was not its turn yet
   */
  async function deleteCommand(chat: string, messageId: string): Promise<boolean> {
    const giveUpMs = now().getTime() + LONG_HOLD_MS
    for (;;) {
      try {
        await calls.remove(chat, messageId, 'answer')
        return true
      } catch (error) {
        const waitMs = error instanceof RetryLaterError ? error.retryAfterMs : Infinity
        if (now().getTime() + waitMs > giveUpMs) {
          log.warn({ err: error }, 'a message that others should not read could not be deleted')
          return false
        }
        await sleep(waitMs, stopping)
        if (stopping.aborted) throw new StoppingError()
      }
    }
  }

  /** The card that was pressed may show by itself what came of it. */
  async function isShown({ live }: Reply, pressed: Pressed): Promise<boolean> {
    const { voice, messageId } = pressed
    if (!live || messageId === undefined) return false
    const chat = (pressed.isWhisper ? whisperOf(pressed) : undefined) ?? voice.chat.id
    return delivery.shows(SURFACE, chat, live, messageId)
  }

  /** Where the presser alone sees an answer. Of a chat that we are not in we know nothing. */
  const whisperOf = ({ voice, pressId }: Pressed): string | undefined =>
    isInline(voice.chat.id) ? undefined : whisperChat(voice.chat.id, voice.account.userId, pressId)

  /** Where somebody who pressed nothing alone sees an answer, in a group of which we are an admin; `undefined` where it has to be the private chat. */
  async function asideOf({ chat, account, saidAt }: Voice): Promise<string | undefined> {
    const isLooking = saidAt !== undefined && now().getTime() - saidAt.getTime() < LOOKING_MS
    if (chat.kind !== 'group' || !isLooking || !calls.canWhisper()) return undefined
    try {
      const isOurs = await rights.isAdmin(chat.id, bot.userId)
      return isOurs ? whisperChat(chat.id, account.userId) : undefined
    } catch (error) {
      // What was asked for is done: it is not done again for the sake of where the answer stands.
      if (!(error instanceof RetryLaterError))
        log.warn({ err: error }, 'what we are in a group could not be learnt; answering in private')
      return undefined
    }
  }

  /** Short words for the presser alone need no message. */
  async function tellPresser(reply: Reply, { chat }: Speaker, press: Press): Promise<boolean> {
    if (reply.audience === 'everyone' || reply.live || chat.kind === 'private') return false
    const notice = renderAlert(reply.card)
    return notice === undefined ? false : press.answer({ notice })
  }

  /** Stores what is left to be sent, or that nothing is. */
  const record = (updateId: string, { messages }: Job): Promise<void> =>
    messages.length > 0 ? store.keep(updateId, 'answered', messages) : store.settle(updateId)

  /** `job.messages` is always what is left, so a later try goes on behind what was sent. */
  async function sendAll(row: OpenUpdate, job: Job): Promise<PutOff | undefined> {
    const { updateId } = row
    if (job.messages.length === 0) await store.settle(updateId)
    for (let message = job.messages[0]; message; message = job.messages[0]) {
      if (message.waits) {
        await store.keep(updateId, 'waiting', job.messages)
        return undefined
      }
      const { askedIn, orElse, orElseCard, backTo, whisper, ...same } = message
      const isInstead = orElse === undefined && orElseCard !== undefined
      const shown = isInstead ? { chat: message.chat, card: orElseCard } : same
      const rest = job.messages.slice(1)
      if (whisper !== undefined) {
        const aside = { ...same, chat: whisper }
        const told = await send(aside, WHISPER_WAIT_MS, () => {
          job.messages = rest
          return record(updateId, job)
        })
        if (told === 'stopped') return undefined
        if (told === 'sent') continue
        job.messages = [{ ...same, askedIn }, ...rest]
        await record(updateId, job)
        continue
      }
      const outcome = await send(shown, LONG_HOLD_MS, () => {
        const isTold = !askedIn || isInline(askedIn.chat)
        job.messages = isTold ? rest : [writtenNotice(askedIn), ...rest]
        return record(updateId, job)
      })
      if (outcome === 'stopped') return undefined
      if (outcome === 'sent') {
        if (!askedIn || !job.press) continue
        const { written } = wordsIn(askedIn.language).privateAnswers
        if (!(await job.press.answer({ notice: written })) || isInline(askedIn.chat)) continue
        job.messages = rest
      } else if (orElse !== undefined) {
        const isHeld = typeof outcome === 'object'
        const aside = { ...same, orElseCard, chat: orElse }
        job.messages = [isHeld ? { ...aside, backTo: message.chat } : aside, ...rest]
      } else if (typeof outcome === 'object')
        return { row: { ...row, state: 'answered', content: job.messages }, ...outcome }
      else if (backTo !== undefined && outcome === 'unreachable')
        job.messages = [{ ...same, chat: backTo }, ...rest]
      else if (outcome === 'refused') job.messages = rest
      else if (!askedIn) {
        // Who blocks us gets the answer when they write again.
        const isTheirs = privateChatOf(message.chat) === row.person
        job.messages = isTheirs ? [...rest, { ...shown, waits: true }] : rest
      } else {
        const isTold = await job.press?.answer({ url: startUrl })
        const notice = isTold || isInline(askedIn.chat) ? [] : [startNotice(askedIn, startUrl)]
        job.messages = [...notice, ...rest, { ...same, waits: true }]
      }
      await record(updateId, job)
    }
    await job.press?.answer({})
    return undefined
  }

  /** Sends one message, and waits where Telegram asks for it, unless that is long. `sent` stores that it was, before its chat's next message goes out. */
  async function send(
    message: Message,
    longMs: number,
    sent: () => Promise<void>,
  ): Promise<'sent' | 'unreachable' | 'refused' | 'stopped' | { waitMs: number }> {
    const { chat, card, live } = message
    for (;;) {
      try {
        await delivery.post(SURFACE, chat, card, live, { record: sent })
        return 'sent'
      } catch (error) {
        if (error instanceof UnreachableError) return 'unreachable'
        if (error instanceof MessageRefusedError) {
          if (!isWhisper(chat))
            log.error(
              { err: error, title: card.title },
              'Telegram refused an answer; it is left out',
            )
          else if (!TOO_LATE.test(error.message))
            log.warn({ err: error }, 'who asked in a group could not be answered there')
          return 'refused'
        }
        if (!(error instanceof RetryLaterError)) throw error
        if (stopping.aborted) return 'stopped'
        if (error.retryAfterMs > longMs) return { waitMs: error.retryAfterMs }
        await sleep(error.retryAfterMs, stopping)
      }
    }
  }

  return async function settle(row) {
    let job: Job | undefined
    for (let failures = 0; !stopping.aborted; failures += 1) {
      try {
        job ??=
          row.state === 'received'
            ? await understand(row)
            : { messages: readMessages(row.content), press: undefined }
        return await sendAll(row, job)
      } catch (error) {
        if (now().getTime() - row.receivedAt.getTime() > ANSWER_LIFE_MS) {
          log.error(
            { err: error, update: row.updateId },
            'an update could not be answered for a day; it is given up',
          )
          await store.settle(row.updateId)
          return undefined
        }
        if (!job && error instanceof StoreUnavailableError)
          await sayUnkept(row.updateId, row.content, error)
        log.warn(
          { err: error, update: row.updateId },
          'an update could not be answered yet; trying again',
        )
        const waitMs =
          error instanceof RetryLaterError ? error.retryAfterMs : backOffMs(failures, RETRY)
        if (waitMs > LONG_HOLD_MS) return { row, waitMs }
        await sleep(waitMs, stopping)
      }
    }
    return undefined
  }
}

const Messages = z.array(Message)
const readMessages = (content: unknown): Message[] => Messages.parse(content)
