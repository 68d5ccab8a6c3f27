import type { Account } from '../core/identity.ts'
import type { Card } from './commands/card.ts'
import type { Live, Services, View } from './commands/command.ts'
import type { Languages } from './languages.ts'
import { MessageGoneError, RetryLaterError, UnreachableError, type Surface } from './surface.ts'

/** A message of ours that follows its topics. `shown` is the card as it was last delivered, as JSON. */
export type LiveCard = {
  id: number
  surface: string
  chat: string
  messageId: string
  view: string
  key: string
  shown: string
}

export type OutboxRow = { id: string; attempts: number } & (
  | { kind: 'refresh'; topic: string }
  | { kind: 'notify'; view: string; key: string }
  /** A notice for an e-mail address; the key is the claimer's id. */
  | { kind: 'mail'; to: string; view: string; key: string }
)

/** A mail that is due: `id` is its row, the same at every try. */
type Notice = { id: string; to: string; view: string; claimerId: string }

/** What a card shows now, and when to look at it again. */
export type Shown = { shown: string; topics: string[]; changesAt: Date | undefined }

/** A private chat that reaches an account. */
export type Reach = { account: Account; surface: string; chat: string }

/** What delivery asks of the store. Each call is one statement or transaction. */
export type CardStore = {
  /** Rows that are due, oldest first. */
  dueRows(now: Date, limit: number): Promise<OutboxRow[]>
  markDelivered(rowId: string, now: Date): Promise<void>
  /** Counts the try and leaves the row alone until `notBefore`. */
  postpone(rowId: string, notBefore: Date): Promise<void>
  /** Where a notification goes. Nobody to reach: sets the row aside until the person appears, and gives `undefined`. */
  reachOrSetAside(rowId: string, now: Date): Promise<Reach | undefined>
  setAside(rowId: string): Promise<void>
  cardsOf(topic: string): Promise<LiveCard[]>
  card(id: number): Promise<LiveCard | undefined>
  /**
   * Keeps a message that was just sent, marks the row that asked for it as delivered, and has the card rendered once more:
   * what changed between rendering and now had no card to refresh.
   */
  register(
    message: Omit<LiveCard, 'id' | 'shown'> & Shown,
    rowId: string | undefined,
    now: Date,
  ): Promise<void>
  /** Keeps what an edited card shows. */
  update(id: number, shown: Shown, now: Date): Promise<void>
  forget(id: number): Promise<void>
  /** Whose private chat this is; `undefined` for a group. */
  readerOf(surface: string, chat: string): Promise<Account | undefined>
}

export type Delivery = {
  /** Sends a card, after what is under way in that chat, and follows it when it is live. Gives the message's id. */
  post(surface: string, chat: string, card: Card, live?: Live): Promise<string>
  /** Delivers everything that is due, and ends when each row was tried. */
  deliverDue(): Promise<void>
  start(): void
  /** Ends after the messages in hand. */
  stop(): Promise<void>
}

type Deps = {
  store: CardStore
  surfaces: readonly Surface[]
  views: Readonly<Record<string, View>>
  services: Services
  languages: Pick<Languages, 'wordsOf'>
  /** Mails a notice and marks its row; `undefined` where no mail can be sent, and then notices wait. */
  mail?: ((notice: Notice) => Promise<void>) | undefined
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const POLL_MS = 200
const ROWS_AT_ONCE = 200
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 5 * 60_000

/**
 * Brings the outbox to the chats. At least once: a stop between a send and its record sends again, which for an edit
 * changes nothing. Rows are independent, so one that keeps failing only waits longer itself.
 */
export function createDelivery({
  store,
  surfaces,
  views,
  services,
  languages,
  mail,
  log,
  now,
  sleep,
}: Deps): Delivery {
  const stopping = new AbortController()
  const rowsInHand = new Set<string>()
  const rounds = new Set<Promise<void>>()
  const edits = new Map<number, Promise<void>>()
  const lanes = new Map<string, Promise<unknown>>()
  let loop: Promise<void> = Promise.resolve()

  /** One message at a time per chat, so that nothing of a chat overtakes anything else. */
  function inLane<T>(
    { surface, chat }: { surface: string; chat: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const lane = `${surface} ${chat}`
    const mine = (lanes.get(lane) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => undefined) // its own caller hears of the failure
    lanes.set(lane, settled)
    void settled.then(() => lanes.get(lane) === settled && lanes.delete(lane))
    return mine
  }

  function surfaceNamed(name: string): Surface {
    const surface = surfaces.find((candidate) => candidate.name === name)
    if (!surface) throw new Error(`the surface ${name} is not running`)
    return surface
  }

  function viewNamed(name: string): View {
    const view = Object.hasOwn(views, name) ? views[name] : undefined
    if (!view) throw new Error(`there is no view ${name}`)
    return view
  }

  /** Everything told of a card before its turn comes is shown by the one edit. */
  function refresh(card: LiveCard): Promise<void> {
    const waiting = edits.get(card.id)
    if (waiting) return waiting
    const edit = inLane(card, async () => {
      edits.delete(card.id)
      await bringUpToDate(card.id)
    })
    edits.set(card.id, edit)
    return edit
  }

  async function bringUpToDate(id: number): Promise<void> {
    const card = await store.card(id)
    if (!card) return
    const surface = surfaces.find(({ name }) => name === card.surface)
    const privateChat = surface?.privateChatOf?.(card.chat) ?? card.chat
    const reader = await store.readerOf(card.surface, privateChat)
    const group = surface?.groupOf?.(card.chat) ?? card.chat
    const words = await languages.wordsOf(card.surface, group, reader)
    const rendered = await viewNamed(card.view)(card.key, services, { reader, words })
    if (!rendered) return
    const shown = JSON.stringify(rendered.card)
    if (shown !== card.shown) {
      try {
        await surfaceNamed(card.surface).edit(card.chat, card.messageId, rendered.card)
      } catch (error) {
        const isOver = error instanceof MessageGoneError || error instanceof UnreachableError
        if (!isOver) throw error
        await store.forget(id)
        return
      }
    }
    await store.update(id, { shown, topics: rendered.topics, changesAt: rendered.changesAt }, now())
  }

  async function send(
    surface: string,
    chat: string,
    card: Card,
    live: Live | undefined,
    rowId: string | undefined,
  ): Promise<string> {
    const messageId = await surfaceNamed(surface).send(chat, card)
    if (live) {
      const { view, key, topics, changesAt } = live
      await store.register(
        { surface, chat, messageId, view, key, shown: JSON.stringify(card), topics, changesAt },
        rowId,
        now(),
      )
    }
    return messageId
  }

  async function notify(row: Extract<OutboxRow, { kind: 'notify' }>): Promise<void> {
    const reach = await store.reachOrSetAside(row.id, now())
    if (!reach) return
    await inLane(reach, async () => {
      const words = await languages.wordsOf(reach.surface, reach.chat, reach.account)
      const audience = { reader: reach.account, words }
      const rendered = await viewNamed(row.view)(row.key, services, audience)
      if (!rendered) return store.markDelivered(row.id, now())
      const { card, ...rest } = rendered
      await send(reach.surface, reach.chat, card, { view: row.view, key: row.key, ...rest }, row.id)
    })
  }

  async function deliver(row: OutboxRow): Promise<void> {
    if (row.kind === 'notify') return notify(row)
    if (row.kind === 'mail')
      return mail
        ? mail({ id: row.id, to: row.to, view: row.view, claimerId: row.key })
        : store.setAside(row.id)
    const results = await Promise.allSettled((await store.cardsOf(row.topic)).map(refresh))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    await store.markDelivered(row.id, now())
  }

  async function tryRow(row: OutboxRow): Promise<void> {
    try {
      await deliver(row)
    } catch (error) {
      if (row.kind === 'notify' && error instanceof UnreachableError) return store.setAside(row.id)
      const askedToWait = error instanceof RetryLaterError
      const waitMs = askedToWait
        ? error.retryAfterMs
        : Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.attempts, 20), LAST_RETRY_MS)
      if (!askedToWait)
        log.warn(
          { row: row.id, kind: row.kind, attempts: row.attempts + 1, err: error },
          'a message could not be delivered; trying again',
        )
      await store.postpone(row.id, new Date(now().getTime() + waitMs))
    }
  }

  async function deliverDue(): Promise<void> {
    const due = (await store.dueRows(now(), ROWS_AT_ONCE + rowsInHand.size)).filter(
      ({ id }) => !rowsInHand.has(id),
    )
    for (const { id } of due) rowsInHand.add(id)
    await Promise.all(due.map((row) => tryRow(row).finally(() => rowsInHand.delete(row.id))))
  }

  /** Rounds overlap: a chat that hangs holds only its own rows. */
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const round = deliverDue().catch((error: unknown) =>
        log.warn({ err: error }, 'the outbox could not be read; trying again'),
      )
      rounds.add(round)
      void round.then(() => rounds.delete(round))
      await sleep(POLL_MS, stopping.signal)
    }
  }

  return {
    post: (surface, chat, card, live) =>
      inLane({ surface, chat }, () => send(surface, chat, card, live, undefined)),
    deliverDue,
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
      await Promise.all([...rounds, ...lanes.values()])
    },
  }
}
