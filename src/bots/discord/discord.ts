import { backOffMs } from '../../services/flow/back-off.ts'
import { setMaxListeners } from 'node:events'

import { InteractionType } from 'discord.js'

import { StoreUnavailableError } from '../../core/terms/errors.ts'
import { readJson } from '../../core/terms/read-json.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import { forgetOld } from '../delivery/forget-old.ts'
import type { Command } from '../dispatch/command.ts'
import { isLate } from '../../services/flow/is-late.ts'
import { RetryLaterError, type Surface } from '../delivery/surface.ts'
import { createUpdateLanes } from '../delivery/update-lanes.ts'
import type { OpenUpdate } from '../delivery/update-store-port.ts'
import { groupOf, isPassing, privateChatOf } from './chat-id.ts'
import { commandMenu } from './command-menu.ts'
import { createDiscordCalls, DiscordSetupError } from './discord-calls.ts'
import { createGateway } from './gateway.ts'
import {
  Interaction,
  isFromDiscord,
  readPrivateMessage,
  readTalk,
  userOf,
} from './read-interaction.ts'
import { createInteractionSettler, SURFACE, type Intake, type SettlerDeps } from './settler.ts'

type Deps = Omit<SettlerDeps, 'delivery'> & {
  token: string
  /** Where Discord's REST API is; it says where the gateway is. */
  apiRoot: string
  /** The application's key, 64 hex digits: then interactions come over HTTP, and there is no gateway. */
  publicKey?: string | undefined
  commands: readonly Command[]
  /** Asked for when the bot starts: delivery itself needs this bot's surface first. */
  delivery: () => SettlerDeps['delivery']
  /** After which a call is given up. Default: longer than Discord takes. */
  longestCallSec?: number | undefined
}

/** A call of Discord to us, as it came. */
export type Delivered = { body: Buffer; signature: string; timestamp: string }

const RETRY = { firstMs: 1_000, lastMs: 30_000 }
/** Interactions are never sent again after this. */
const HANDLED_LIFE_MS = DAY_MS

/**
 * The Discord bot. An interaction is stored before Discord hears that an answer comes, and forgotten only when the
 * answer was sent, so none is lost or has its effect twice. One at a time per person, several persons at once.
 */
export function createDiscord(deps: Deps): {
  /** @throws {DiscordSetupError} Discord does not accept the token, and says so at once. Unreachable is no error: it goes on trying. */
  start(): Promise<void>
  /** Ends after what is in hand; what is not finished by then goes on at the next start. */
  stop(): Promise<void>
  /** Forgets some of what is so old that it never comes again, or is of no use any more; says whether there may be more. */
  forgetOld(): Promise<boolean>
  surface: Surface
  /** Takes an interaction that came over HTTP. */
  receive(delivered: Delivered): Promise<{ status: 200 | 202 | 400 | 401 | 503; body?: object }>
} {
  const { token, apiRoot, publicKey, commands, store, accounts, activity, log, now, sleep } = deps
  const calls = createDiscordCalls({ token, apiRoot, now, longestCallSec: deps.longestCallSec })
  const gateway = createGateway({
    token,
    apiRoot,
    log,
    lost: () => goOnConnecting(Promise.resolve({ retryAfterMs: 0 })),
    take: (interaction) =>
      void take(interaction).catch((error: unknown) =>
        log.error({ err: error }, 'an interaction could not be taken in'),
      ),
    hear: (message) =>
      void hear(message).catch((error: unknown) =>
        log.warn({ err: error }, 'a message could not be taken in'),
      ),
    join: (guild) =>
      void join(guild).catch((error: unknown) =>
        log.warn({ err: error }, 'a server could not be greeted'),
      ),
    react: (reaction) =>
      void react(reaction).catch((error: unknown) =>
        log.warn({ err: error }, 'a reaction could not be taken in'),
      ),
  })
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal) // each answer that waits for its turn listens
  const lanes = createUpdateLanes({
    sleep,
    stopping: signal,
    onError: (error) =>
      log.error({ err: error }, 'an interaction stays unsettled until the next start'),
  })
  let settler: ReturnType<typeof createInteractionSettler> | undefined
  let running: Promise<void> = Promise.resolve()

  async function connect(): Promise<void> {
    const bot = await calls.me({ signal })
    await calls.setMenu(commandMenu(commands), { signal })
    settler ??= createInteractionSettler({
      ...deps,
      delivery: deps.delivery(),
      calls,
      bot,
      stopping: signal,
    })
    for (const row of await unsettledOnce()) enqueue(row, settler)
    if (publicKey === undefined) await gateway.open()
  }

  let isResumed = false
  async function unsettledOnce(): Promise<OpenUpdate[]> {
    if (isResumed) return []
    isResumed = true
    return store.unsettled()
  }

  /** `undefined` once it is connected, otherwise how long Discord asks to wait. */
  async function connectOrWarn(): Promise<{ retryAfterMs: number } | undefined> {
    try {
      await connect()
      return undefined
    } catch (error) {
      if (error instanceof DiscordSetupError) throw error
      if (!signal.aborted) log.warn({ err: error }, 'Discord cannot be reached; trying again')
      return { retryAfterMs: error instanceof RetryLaterError ? error.retryAfterMs : 0 }
    }
  }

  async function keepTrying(first: ReturnType<typeof connectOrWarn>): Promise<void> {
    let failed = await first
    for (let failures = 0; failed && !signal.aborted; failures += 1) {
      await sleep(Math.max(failed.retryAfterMs, backOffMs(failures, RETRY)), signal)
      if (!signal.aborted) failed = await connectOrWarn()
    }
  }

  function goOnConnecting(first: ReturnType<typeof connectOrWarn>): void {
    running = keepTrying(first).catch((error: unknown) =>
      log.error({ err: error }, 'the Discord bot has stopped'),
    )
  }

  async function hear(message: unknown): Promise<void> {
    const written = readPrivateMessage(message)
    if (written) return takeIn({ updateId: written.id, person: written.author.id, update: written })
    const talk = readTalk(message)
    if (!talk) return
    await accounts.hear(talk.account, SURFACE, now())
    await activity.spoke(talk.account, talk.name, talk.chat, now())
  }

  async function react(added: unknown): Promise<void> {
    const intake = await settler?.intakeOf(added)
    if (intake) await takeIn(intake)
  }

  async function join(guild: unknown): Promise<void> {
    const intake = settler?.intakeOfServer(guild)
    if (intake) await takeIn(intake)
  }

  /** What Discord tells once and waits for no answer to: what comes while we know nothing of ourselves, or stop, is not heard. */
  async function takeIn(intake: Intake): Promise<void> {
    if (!settler || signal.aborted) return
    try {
      for (const row of await store.receive([intake], now())) enqueue(row, settler)
    } catch (error) {
      if (error instanceof StoreUnavailableError) await settler.refusePrivately(intake, error)
      throw error
    }
  }

  /** Returns false while we know nothing of ourselves yet. */
  async function take(raw: unknown): Promise<boolean> {
    if (!settler || signal.aborted) return false
    const read = Interaction.safeParse(raw)
    if (!read.success) {
      log.error({}, 'Discord sent an unreadable interaction; it is left out')
      return true
    }
    const interaction = read.data
    try {
      if (await settler.answerAtOnce(interaction)) return true
      const person = userOf(interaction).id
      const intake = [{ updateId: interaction.id, person, update: interaction }]
      for (const row of await store.receive(intake, now())) enqueue(row, settler)
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      log.warn({ err: error }, 'an interaction could not be kept; whoever asked is told so')
      await settler.refuseUnkept(interaction, error)
    }
    return true
  }

  /** Discord hears at once that an answer comes, whatever else this person waits for. */
  function enqueue(row: OpenUpdate, { announce, settle }: NonNullable<typeof settler>): void {
    lanes.enter(row, () => {
      const announced = row.state === 'received' ? announce(row) : Promise.resolve(true)
      announced.catch(() => undefined) // heard of where it is awaited
      return (open) => settle(open, announced)
    })
  }

  return {
    async start() {
      const first = connectOrWarn()
      if (await isLate(first))
        log.warn({}, 'Discord does not answer yet; the bot goes on connecting')
      goOnConnecting(first)
    },
    async stop() {
      stopping.abort()
      await gateway.close()
      await Promise.all([running, lanes.drained()])
    },
    forgetOld: () => forgetOld(store, HANDLED_LIFE_MS, now()),
    surface: {
      name: SURFACE,
      send: (chat, card, _urgency, name) => calls.send(chat, card, name),
      keepsFirst: true,
      meetsAway: true, // who uses a command in a server may have direct messages closed
      edit: calls.edit,
      remove: calls.removeMessage,
      privateChatOf,
      isPassing,
      groupOf,
    },
    async receive(delivered) {
      if (publicKey === undefined || !isFromDiscord(publicKey, delivered)) return { status: 401 }
      const raw = readJson(delivered.body.toString())
      if (typeof raw !== 'object' || raw === null) return { status: 400 }
      if ('type' in raw && raw.type === InteractionType.Ping)
        return { status: 200, body: { type: 1 } }
      return { status: (await take(raw)) ? 202 : 503 }
    },
  }
}
