import type { View } from '../../../src/bots/dispatch/command.ts'
import { TELEGRAM_LIMITS } from '../../../src/bots/telegram/pace.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import type { Db } from '../../../src/store/database.ts'
import { tellTopic } from '../../../src/store/chats/outbox.ts'
import { createBotApi } from './bot-api.ts'
import { dmOf, runBot } from './run-bot.ts'

/** Time as the bot and Telegram see it. */
export type DrillTime = {
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Lets time pass. */
  pass(ms: number): Promise<void>
  /** Makes a call to Telegram, which time may wait for. */
  calling<T>(call: () => Promise<T>): Promise<T>
}

type Options = {
  db: Db
  time: DrillTime
  followers: number
  changes: number
  betweenChangesMs: number
  /** How often somebody asks for something, in milliseconds. */
  betweenAsksMs: number
  /** Numbers from 0 to 1. */
  random: () => number
  /** Of all messages, how many Telegram refuses for one to three seconds although nothing was wrong. */
  refused: number
  /** Whether one follower's edits are answered as done and not shown: a drill has to notice. */
  swallows?: boolean
}

const STEP_MS = 100
const FIRST_FOLLOWER = 10_000
const FIRST_ASKER = 5_000_000

/**
 * A crowd follows one transaction, each in the own private chat, while others ask for something, against a Telegram that keeps
 * to its limits and now and then refuses for no reason. Gives what went wrong, and how long askers waited.
 */
export async function followCrowd(options: Options) {
  const { db, time, followers, changes, betweenChangesMs, betweenAsksMs, random, refused } = options
  const { swallows = false } = options
  const { betweenSendsMs, groupSendsPerMinute, sendsPerSecond } = TELEGRAM_LIMITS
  const api = await createBotApi({
    swallows: (chat) => swallows && chat === FIRST_FOLLOWER,
    pace: {
      now: time.now,
      betweenMs: betweenSendsMs - STEP_MS, // a call takes a moment on its way
      groupPerMinute: groupSendsPerMinute,
      perSecond: sendsPerSecond + 1,
      refuse: () => (random() < refused ? 1 + Math.floor(random() * 3) : undefined),
    },
  })
  let change = 0
  const card = () => ({ title: `Step ${change}`, tone: 'info' as const, blocks: [] })
  const crowd: View = async () => ({ card: card(), topics: ['crowd'] })
  const bot = runBot({
    db,
    apiRoot: api.url,
    limits: TELEGRAM_LIMITS,
    time,
    views: { crowd },
    calling: time.calling,
  })

  const asked: { chat: number; atMs: number; answeredMs?: number }[] = []
  async function ask(): Promise<void> {
    const id = FIRST_ASKER + asked.length
    const from = { id, is_bot: false, first_name: 'Asker', username: `asker_${asked.length}` }
    asked.push({ chat: id, atMs: time.now().getTime() })
    api.say(from, dmOf(from), '/balance')
    while (bot.ran.length < asked.length) await new Promise((resolve) => setImmediate(resolve))
  }

  function lookAtAnswers(): void {
    for (const one of asked)
      if (one.answeredMs === undefined && api.shown(one.chat).length > 0)
        one.answeredMs = time.now().getTime() - one.atMs
  }

  let nextAskMs = time.now().getTime()
  async function pass(ms: number): Promise<void> {
    const untilMs = time.now().getTime() + ms
    while (time.now().getTime() < untilMs) {
      if (time.now().getTime() >= nextAskMs) {
        nextAskMs += betweenAsksMs
        await ask()
      }
      await time.pass(STEP_MS)
      lookAtAnswers()
    }
  }

  const chats = Array.from({ length: followers }, (_, n) => FIRST_FOLLOWER + n)
  const behind = () => chats.filter((chat) => api.shown(chat)[0]?.text !== card().title)
  try {
    const store = createCardStore(db)
    for (const chat of chats) {
      const messageId = `${api.plant(chat, `<b>${card().title}</b>`)}`
      const message = { surface: 'telegram', chat: `${chat}`, messageId, view: 'crowd', key: 'x' }
      const shown = { shown: JSON.stringify(card()), topics: ['crowd'], changesAt: undefined }
      await store.register({ ...message, ...shown }, true, undefined, time.now())
    }
    await bot.start()
    bot.delivery.start()
    for (change = 1; ; change += 1) {
      await tellTopic(db, 'crowd', time.now())
      if (change === changes) break
      await pass(betweenChangesMs)
    }
    const endsAtMs = time.now().getTime() + (followers / 10) * 1_000 + 60_000
    while (behind().length > 0 && time.now().getTime() < endsAtMs) await pass(1_000)
    await pass(6_000) // for the last answers
  } finally {
    await Promise.all([bot.stop(), bot.delivery.stop(), time.pass(1_000)])
    await api.close()
  }
  const waitsMs = asked.map(({ answeredMs = Infinity }) => answeredMs).toSorted((a, b) => a - b)
  return {
    unexpected: api.unexpected,
    warnings: bot.logged,
    behind: behind().length,
    edits: chats.reduce((sum, chat) => sum + (api.shown(chat)[0]?.edits ?? 0), 0),
    answers: waitsMs.length,
    /** What 99 of 100 askers waited at most. */
    p99Ms: waitsMs[Math.ceil(waitsMs.length * 0.99) - 1] ?? 0,
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
