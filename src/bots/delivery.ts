import type { Card } from './commands/card.ts'
import type { Live, Services, View } from './commands/command.ts'
import { createCardRefresher } from './card-refresher.ts'
import type { CardStore, OutboxRow } from './card-store-port.ts'
import type { Languages } from './languages.ts'
import { waitAfter } from './retry-wait.ts'
import { ChatMovedError, UnreachableError, type Surface } from './surface.ts'

/** A mail that is due: `id` is its row, the same at every try. */
type Notice = { id: string; to: string; view: string; claimerId: string }

export type Delivery = {
  /**
   * Sends a card, after what is under way in that chat, and follows it when it is live. Returns the message's id.
   * The chat's next message waits for `record`, so a crash leaves at most one message of a chat sent and not recorded.
   * @throws what `record` throws; the card is sent then
   */
  post(
    surface: string,
    chat: string,
    card: Card,
    live?: Live,
    record?: () => Promise<void>,
  ): Promise<string>
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
  /** A live card as the group is to see it; as it is, where groups can set nothing. */
  cardIn?: (surface: string, group: string, card: Card) => Promise<Card>
  /** Mails a notice and marks its row; `undefined` where no mail can be sent, and then notices wait. */
  mail?: ((notice: Notice) => Promise<void>) | undefined
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const POLL_MS = 100
const ROWS_AT_ONCE = 200

/**
 * Brings the outbox to the chats. At least once: a stop between a send and its record sends again, which for an edit
 * changes nothing. Rows and cards are independent, so one that keeps failing only waits longer itself. What changes often is
 * shown as often as the platform takes it, the latest state last; what somebody waits for goes before all that.
 */
export function createDelivery({
  store,
  surfaces,
  views,
  services,
  languages,
  cardIn = async (_surface, _group, card) => card,
  mail,
  log,
  now,
  sleep,
}: Deps): Delivery {
  const stopping = new AbortController()
  const rowsInHand = new Set<string>()
  const rounds = new Set<Promise<void>>()
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

  const refreshers = surfaces.map((surface) =>
    createCardRefresher({
      store,
      surface,
      viewNamed,
      services,
      languages,
      cardIn,
      inLane,
      log,
      now,
      stopping: stopping.signal,
    }),
  )

  async function send(
    surface: string,
    chat: string,
    card: Card,
    live: Live | undefined,
    { rowId, record }: { rowId?: string | undefined; record?: (() => Promise<void>) | undefined },
  ): Promise<string> {
    const urgency = rowId === undefined ? 'answer' : 'bulk'
    const platform = surfaceNamed(surface)
    const group = platform.groupOf?.(chat) ?? chat
    const fitting = live ? await cardIn(surface, group, card) : card
    let messageId: string
    try {
      messageId = await platform.send(chat, fitting, urgency)
    } catch (error) {
      if (!(error instanceof ChatMovedError)) throw error
      return send(surface, error.to, card, live, { rowId, record })
    }
    if (live) {
      const { view, key, topics, changesAt } = live
      await store.register(
        { surface, chat, messageId, view, key, shown: JSON.stringify(fitting), topics, changesAt },
        rowId,
        now(),
      )
    }
    await record?.()
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
      const live = { view: row.view, key: row.key, ...rest }
      await send(reach.surface, reach.chat, card, live, { rowId: row.id })
    })
  }

  async function deliver(row: OutboxRow): Promise<void> {
    if (row.kind === 'notify') return notify(row)
    if (row.kind === 'mail')
      return mail
        ? mail({ id: row.id, to: row.to, view: row.view, claimerId: row.key })
        : store.setAside(row.id)
    await store.spread(row.topic, row.id, now())
  }

  async function tryRow(row: OutboxRow): Promise<void> {
    try {
      await deliver(row)
    } catch (error) {
      if (row.kind === 'notify' && error instanceof UnreachableError) return store.setAside(row.id)
      const { waitMs, isFailure } = waitAfter(error, row.attempts)
      if (isFailure)
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
    await Promise.all(refreshers.map((refresher) => refresher.refreshDue()))
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
    post: (surface, chat, card, live, record) =>
      inLane({ surface, chat }, () => send(surface, chat, card, live, { record })),
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
