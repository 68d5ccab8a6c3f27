import { setMaxListeners } from 'node:events'
import { z } from 'zod'

import { backOffMs } from '../../services/flow/back-off.ts'
import { StoreUnavailableError } from '../../core/terms/errors.ts'
import type { Account } from '../../core/terms/identity.ts'
import { readJson } from '../../core/terms/read-json.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import { forgetOld } from '../delivery/forget-old.ts'
import { isSameSecret } from '../../services/flow/is-same-secret.ts'
import type { Command, Speaker } from '../dispatch/command.ts'
import type { InlineOffer } from '../dispatch/inline-offer.ts'
import { isLate } from '../../services/flow/is-late.ts'
import { RetryLaterError, type Surface } from '../delivery/surface.ts'
import { groupOf, isInline, isWhisper, privateChatOf } from './chat-id.ts'
import { createPace, TELEGRAM_LIMITS, type Limits } from './pace.ts'
import { inlineQueryIn, personOf, Update } from './read-update.ts'
import { createUpdateSettler, SURFACE, type SettlerDeps } from './settler.ts'
import { createTelegramCalls } from './telegram-calls.ts'
import { TelegramSetupError } from './telegram-errors.ts'
import { createSayUnkept, type SayUnkept } from './say-unkept.ts'
import { createUnkept } from '../delivery/unkept.ts'
import { createUpdateLanes, type Settle } from '../delivery/update-lanes.ts'

type Deps = Omit<SettlerDeps, 'delivery'> & {
  token: string
  /** Where the Bot API is. */
  apiRoot: string
  /** Where Telegram brings updates, and the secret that shows that they are Telegram's. Without it, we fetch them. */
  webhook?: { url: string; secret: string } | undefined
  /** What a few words behind our name offer to send. */
  offerInline(query: string, speaker: Speaker): InlineOffer | undefined
  /** What links begin with. */
  publicUrl: string
  /** What the chats' menus offer. */
  commands: readonly Command[]
  /** Asked for when the bot starts: delivery itself needs this bot's surface first. */
  delivery: () => SettlerDeps['delivery']
  /** How often we write. Default: what Telegram allows. */
  limits?: Limits | undefined
  /** After which a call is given up. Default: longer than Telegram takes. */
  longestCallSec?: number | undefined
}

/** The first updates wait so long for whether they can be answered to one person alone. */
const WHISPERS_MS = 1_000
/** A wrong token, or another process with the same bot that may be about to stop. */
const SETUP_RETRY_MS = 5_000
const RETRY = { firstMs: 1_000, lastMs: 30_000 }
/** Telegram numbers updates anew only after a week without any. */
const HANDLED_LIFE_MS = 7 * DAY_MS

/** A call of Telegram to us, as it came. */
export type Delivered = { body: Buffer; secret: string }
type Connected = { bot: Account } | { error: unknown }
type Ready = { bot: Account; settler: Settle; sayUnkept: SayUnkept }

/**
 * The Telegram bot: long polling or a webhook, one update at a time per person, several persons at once. An update is stored
 * before it is confirmed to Telegram and forgotten only when its answer was sent, so none is lost or has its effect twice.
 */
export function createTelegram(deps: Deps): {
  /** @throws {TelegramSetupError} Telegram does not accept the token, and says so at once. Unreachable is no error: it goes on trying. */
  start(): Promise<void>
  /** Ends after what is in hand; what is not finished by then goes on at the next start. */
  stop(): Promise<void>
  /** Forgets some of what is so old that it never comes again, or is of no use any more; says whether there may be more. */
  forgetOld(): Promise<boolean>
  surface: Surface
  /** Where people write to the bot in private; `undefined` before Telegram has told its name. */
  chatUrl(): string | undefined
  /** Takes an update that Telegram brought, and answers the HTTP status; it is worked on afterwards. */
  receive(delivered: Delivered): Promise<200 | 400 | 401 | 503>
} {
  const {
    token,
    apiRoot,
    webhook,
    publicUrl,
    offerInline,
    commands,
    limits = TELEGRAM_LIMITS,
    longestCallSec,
    store,
    log,
    now,
    sleep,
  } = deps
  const pace = createPace({ limits, now })
  const calls = createTelegramCalls({
    token,
    apiRoot,
    pace,
    publicUrl,
    log,
    now,
    longestCallSec,
  })
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal) // each answer that waits for its turn listens
  const lanes = createUpdateLanes({
    sleep,
    stopping: signal,
    onError: (error) => log.error({ err: error }, 'an update stays unsettled until the next start'),
  })
  let running: Promise<void> = Promise.resolve()
  let ready: Ready | undefined

  async function connect(): Promise<Account> {
    const me = await calls.me(signal)
    await calls.takeUpdatesFrom(webhook, signal)
    await isLate(learnWhispers(), WHISPERS_MS)
    return { platform: 'telegram', userId: `${me.id}`, handle: me.username.toLowerCase() }
  }

  /** Until Telegram has said it, which nothing waits long for, answers for one person alone go to their private chat. */
  async function learnWhispers(failures = 0): Promise<void> {
    try {
      await calls.learnWhispers(signal)
    } catch (error) {
      if (failures === 0 && !signal.aborted)
        log.warn(
          { err: error },
          'Telegram does not say whether it shows anything to one person alone; asking again',
        )
      void pause(error, failures).then(() =>
        signal.aborted ? undefined : learnWhispers(failures + 1),
      )
    }
  }

  async function connectOrWarn(): Promise<Connected> {
    try {
      return { bot: await connect() }
    } catch (error) {
      if (error instanceof TelegramSetupError) throw error
      if (!signal.aborted) log.warn({ err: error }, 'Telegram cannot be reached; trying again')
      return { error }
    }
  }

  function sayRefused(error: unknown): Connected {
    log.error({ err: error }, 'Telegram does not accept this bot')
    return { error }
  }

  /** Waits, longer with each failure in a row, or as long as Telegram says. */
  async function pause(error: unknown, failures: number): Promise<void> {
    const isSetup = error instanceof TelegramSetupError
    await sleep(
      error instanceof RetryLaterError
        ? error.retryAfterMs
        : isSetup
          ? SETUP_RETRY_MS
          : backOffMs(failures, RETRY),
      signal,
    )
  }

  async function run(first: Promise<Connected>): Promise<void> {
    let connected = await first.catch(sayRefused)
    for (let failures = 0; 'error' in connected; failures += 1) {
      await pause(connected.error, failures)
      if (signal.aborted) return
      connected = await connectOrWarn().catch(sayRefused)
    }
    const { bot } = connected
    const names = commands.map(({ name }) => name)
    const delivery = deps.delivery()
    const unkept = createUnkept({ languages: deps.languages, now })
    const sayUnkept = createSayUnkept({ calls, bot, names, unkept, log })
    const settler = createUpdateSettler({
      ...deps,
      delivery,
      calls,
      bot,
      names,
      unkept,
      sayUnkept,
      stopping: signal,
    })
    for (const row of await store.unsettled()) lanes.enter(row, () => settler)
    void setMenus()
    ready = { bot, settler, sayUnkept } // from here on, updates may be brought to us
    if (!webhook) await poll(ready)
  }

  /** Again where Telegram asks to wait; otherwise what went wrong would again, and the menus stand from the last start. */
  async function setMenus(): Promise<void> {
    while (!signal.aborted) {
      try {
        return await calls.setMenus(commands)
      } catch (error) {
        log.warn({ err: error }, 'the menus could not be set')
        if (!(error instanceof RetryLaterError)) return
        await sleep(error.retryAfterMs, signal)
      }
    }
  }

  /** Once it returned, Telegram may forget them. */
  async function take(
    updates: { update_id: number }[],
    { bot, settler, sayUnkept }: Ready,
  ): Promise<void> {
    const kept = updates.filter((update) => !isAnsweredInline(update, bot))
    const intake = kept.map((update) => ({
      updateId: `${update.update_id}`,
      person: whose(update),
      update,
    }))
    try {
      for (const row of await store.receive(intake, now())) lanes.enter(row, () => settler)
    } catch (error) {
      if (error instanceof StoreUnavailableError)
        for (const { updateId, update } of intake) void sayUnkept(updateId, update, error)
      throw error
    }
  }

  /** What people write in other chats changes nothing, comes with each letter and is out of date in seconds: it is not kept. */
  function isAnsweredInline(update: unknown, bot: Account): boolean {
    const read = Update.safeParse(update)
    const asked = read.success ? inlineQueryIn(read.data, bot) : undefined
    if (!asked) return false
    void answerInline(asked).catch((error: unknown) =>
      log.warn({ err: error }, 'an offer for another chat could not be made'),
    )
    return true
  }

  async function answerInline({ id, query, voice }: NonNullable<ReturnType<typeof inlineQueryIn>>) {
    const words = await deps.languages.wordsFor(SURFACE, voice)
    const offer = offerInline(query, {
      ...voice,
      words,
      surface: SURFACE,
      isAdmin: async () => false, // of a chat that we do not see
      membership: async () => ({ isMember: undefined, since: undefined, roles: undefined }),
    })
    await calls.answerInline(id, { offer, hint: words.inline.how })
  }

  async function poll(parts: Ready): Promise<void> {
    let offset = 0
    let failures = 0
    while (!signal.aborted) {
      try {
        const updates = await calls.updates(offset, signal)
        await take(updates, parts)
        offset = (updates.at(-1)?.update_id ?? offset - 1) + 1 // the next call confirms what is stored now
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'updates could not be taken from Telegram; trying again')
        await pause(error, failures)
        failures += 1
      }
    }
  }

  return {
    async start() {
      const first = connectOrWarn()
      if (await isLate(first))
        log.warn({}, 'Telegram does not answer yet; the bot goes on connecting')
      running = run(first).catch((error: unknown) =>
        log.error({ err: error }, 'the Telegram bot has stopped'),
      )
    },
    async stop() {
      stopping.abort()
      await Promise.all([running, lanes.drained()])
    },
    forgetOld: () => forgetOld(store, HANDLED_LIFE_MS, now()),
    surface: {
      name: SURFACE,
      send: calls.send,
      edit: calls.edit,
      remove: calls.remove,
      privateChatOf,
      isPassing: isWhisper,
      isMessage: isInline,
      groupOf,
    },
    chatUrl: () => ready && `https://t.me/${ready.bot.handle ?? ''}`,
    async receive({ body, secret }) {
      if (!webhook || !isSameSecret(secret, webhook.secret)) return 401
      if (!ready || signal.aborted) return 503 // Telegram brings it again
      const update = readBrought(body)
      if (!update) return 400
      try {
        await take([update], ready)
        return 200
      } catch (error) {
        log.warn({ err: error }, 'an update could not be stored; Telegram brings it again')
        return 503
      }
    },
  }
}

const Brought = z.looseObject({ update_id: z.int() })

const readBrought = (body: Buffer): z.infer<typeof Brought> | undefined =>
  Brought.safeParse(readJson(body.toString())).data

function whose(update: unknown): string {
  const read = Update.safeParse(update)
  return read.success ? personOf(read.data) : 'nobody'
}
