import { StoreUnavailableError } from '../../core/terms/errors.ts'
import type { Fact } from '../../core/terms/fact.ts'
import { backOffMs } from '../../services/flow/back-off.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'
import type { Card } from '../cards/card.ts'
import type { Live, Services, View } from '../dispatch/command.ts'
import { createCardRefresher, fingerprintOf } from './card-refresher.ts'
import type { CardStore, LiveCard, OutboxRow, Reach } from './card-store-port.ts'
import type { Languages } from './languages.ts'
import {
  isForOne,
  waitAfter,
  ChatMovedError,
  MessageGoneError,
  RetryLaterError,
  UnreachableError,
  type Surface,
} from './surface.ts'

export type Delivery = {
  /**
   * Sends a card, after what is under way in that chat, and follows it when it is live. Returns the message's id.
   * The chat's next message waits for `record`, so a crash leaves at most one message of a chat sent and not recorded. While nothing
   * can be written down, `record` is tried again: it may have had its effect before. `name` is what a platform tells it from others by.
   * @throws what `record` throws; the card is sent then
   */
  post(surface: string, chat: string, card: Card, live?: Live, sending?: Sending): Promise<string>
  /**
   * Whether a message to one person is the card that an answer would be: pressed there, it shows by itself what came of it.
   * @param pressed the message's id
   */
  shows(surface: string, chat: string, live: Live, pressed: string): Promise<boolean>
  /** Tries what is due once, of notices to people a few of each platform, and ends when each row was tried. */
  deliverDue(): Promise<void>
  start(): void
  /** Ends after the messages in hand. */
  stop(): Promise<void>
}

type Sending = { name?: string; record?: () => Promise<void> }
/** That a topic's cards were told of a change: when, and as which of all tellings of this process. */
type Telling = { at: Date; nth: number }
type Place = { surface: string; chat: string }
type MailRow = Extract<OutboxRow, { kind: 'mail' }>
type NotifyRow = Extract<OutboxRow, { kind: 'notify' }>

type Deps = {
  store: CardStore
  surfaces: readonly Surface[]
  views: Readonly<Record<string, View>>
  /** Which of the views tells a fact, and its key. */
  viewOf: (fact: Fact) => { view: string; key: string }
  services: Services
  languages: Pick<Languages, 'wordsOf'>
  /** A live card as the group is to see it; as it is, where groups can set nothing. */
  cardIn?: (surface: string, group: string, card: Card) => Promise<Card>
  /** Has what is kept of a chat go on under its new id; a repeat changes nothing. */
  moveChat?: (surface: string, move: { from: string; to: string }, now: Date) => Promise<void>
  /** Mails what is due for an address, or puts it off, and marks its rows; `undefined` where no mail can be sent, and then they wait. */
  mail?: ((to: string) => Promise<void>) | undefined
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const POLL_MS = 100
/** What is for a bot that is switched off here looks again so often whether it runs: it may be so for minutes, or for good. */
const SWITCHED_OFF_MS = 3_600_000
/** Between two tries to write down that a message was sent. */
const KEEP = { firstMs: 100, lastMs: 5_000 }
const ROWS_AT_ONCE = 200
/** Topics of which it is known when they were told of a change last: many more than are, while an answer is on its way. */
const TOLD_TOPICS = 10_000
/** Notices of one platform that may be under way: with each round so many, more than the platforms take. All of them are rendered before the first is refused. */
const NOTICES_AT_ONCE = 10

/** Who takes no messages and is met all the same is tried again so often at most; each try may count as a fault of ours. */
const AWAY_MS = 2 * 60_000
/** People of whom that is known. One beyond is tried once more than that. */
const PEOPLE_AWAY = 10_000

const laneOf = ({ surface, chat }: Place) => `${surface} ${chat}`

/**
 * Brings the outbox to the chats. At least once: a stop between a send and its record sends again, which for an edit
 * changes nothing. Rows and cards are independent, so one that keeps failing only waits longer itself. What changes often is
 * shown as often as the platform takes it, the latest state last; what somebody waits for goes before all that.
 */
export function createDelivery({
  store,
  surfaces,
  views,
  viewOf,
  services,
  languages,
  cardIn = async (_surface, _group, card) => card,
  moveChat = async () => undefined,
  mail,
  log,
  now,
  sleep,
}: Deps): Delivery {
  const stopping = new AbortController()
  const rowsInHand = new Map<string, OutboxRow>()
  /** By surface: until when it takes no notices, in unix milliseconds. */
  const heldUntilMs = new Map<string, number>()
  /** By platform: the surface that refused a notice to its people last. */
  const refusedBy = new Map<string, string>()
  /** By private chat of a platform that meets people who take no messages: until when it is left alone, in unix milliseconds. */
  const awayUntilMs = new Map<string, number>()
  /** By topic: when its cards were told of a change last, the latest at the end; and from when on that is known of all topics. */
  const told = new Map<string, Telling>()
  let begunAt = now()
  let forgotten: Telling = { at: begunAt, nth: 0 }
  let tellings = 0
  const following = new Set<Promise<unknown>>()
  const isHeld = (surface: string) => (heldUntilMs.get(surface) ?? 0) > now().getTime()
  const rounds = new Set<Promise<void>>()
  const lanes = new Map<string, Promise<unknown>>()
  let loop: Promise<void> = Promise.resolve()

  /** One message at a time per chat, so that nothing of a chat overtakes anything else. */
  function inLane<T>(at: Place, work: () => Promise<T>): Promise<T> {
    const lane = laneOf(at)
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

  /** Its language and settings come along before anything is shown there. */
  function goOnIn({ name, groupOf = (place) => place }: Surface, from: string, to: string) {
    return moveChat(name, { from: groupOf(from), to: groupOf(to) }, now())
  }

  /** Groups have a say in what all of them see, and in nothing that one of them is shown alone. */
  async function cardAt(surface: Surface, chat: string, card: Card): Promise<Card> {
    if (isForOne(surface, chat)) return card
    return cardIn(surface.name, surface.groupOf?.(chat) ?? chat, card)
  }

  const refreshers = surfaces.map((surface) =>
    createCardRefresher({
      store,
      surface,
      viewNamed,
      services,
      languages,
      cardAt,
      moveChat: goOnIn,
      inLane,
      tellings: () => tellings,
      isToldAfter: (nth, topics) => tellingsOf(topics).some((telling) => telling.nth > nth),
      follow,
      log,
      now,
      stopping: stopping.signal,
    }),
  )

  /** The messages to one person that are this very card; none in a group, where others have read and answered them. */
  async function sameIn(surface: string, chat: string, live: Live): Promise<LiveCard[]> {
    const { view, key, topics } = live
    const [topic] = topics
    const platform = surfaceNamed(surface)
    const place = (of: string) => platform.privateChatOf?.(of) ?? of
    if (topic === undefined || !(await store.readerOf(surface, place(chat)))) return []
    const same = await store.cardsOf(surface, { view, key, topic })
    return same.filter((card) => place(card.chat) === place(chat))
  }

  /**
   * One card for one thing: a message takes the place of those that were kept before it. An answer and a notice come to one person in two ways, perhaps at the same
   * time: were each to go by which is not itself, both would be gone.
   */
  async function takePlaces(surface: string, chat: string, live: Live, messageId: string) {
    const platform = surfaceNamed(surface)
    const passes = (place: string) => platform.isPassing?.(place) ?? false
    if (passes(chat)) return
    const same = await sameIn(surface, chat, live)
    const newest = same.find((card) => card.messageId === messageId)
    if (!newest) return // a newer one has its place
    for (const card of same) {
      if (card.id >= newest.id || passes(card.chat)) continue
      try {
        if (!platform.remove) return
        await platform.remove(card.chat, card.messageId)
      } catch (error) {
        if (error instanceof RetryLaterError) continue // it stays current, and the next message of this card tries again
        if (!(error instanceof MessageGoneError)) {
          log.warn({ card: card.id, err: error }, 'an older card could not be deleted; it stays')
          continue
        }
      }
      await store.forget(card.id)
    }
  }

  /** What was sent is not sent again because that cannot be written down right now. */
  async function keep(work: () => Promise<void>): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || stopping.signal.aborted) throw error
        await sleep(backOffMs(failures, KEEP), stopping.signal)
      }
    }
  }

  function noteTold(topic: string): void {
    told.delete(topic)
    told.set(topic, { at: now(), nth: (tellings += 1) })
    const [oldest] = told
    if (told.size <= TOLD_TOPICS || !oldest) return
    told.delete(oldest[0])
    forgotten = oldest[1]
  }

  /** When topics were told of a change last, as far as that is known. */
  function tellingsOf(topics: readonly string[]): Telling[] {
    return [forgotten, ...topics.flatMap((topic) => told.get(topic) ?? [])]
  }

  /** Whether a card shows every change that its topics were told of until now. */
  const isCurrent = ({ renderedAt, topics }: Live): boolean =>
    renderedAt !== undefined && tellingsOf(topics).every(({ at }) => at < renderedAt)

  /** Has a card follow its topics. What is told meanwhile waits for it, and so finds the card. */
  async function follow(work: () => Promise<void>): Promise<void> {
    const followed = work()
    following.add(followed)
    try {
      await followed
    } finally {
      following.delete(followed)
    }
  }

  /** Whether a row may have been tried before, by this process or by one that is gone: also by one whose clock was ahead of ours. */
  const wasTried = ({ attempts, createdAt }: OutboxRow) =>
    attempts > 0 || createdAt < begunAt || createdAt > now()

  async function send(
    surface: string,
    chat: string,
    card: Card,
    live: Live | undefined,
    sending: Sending & { row?: NotifyRow },
  ): Promise<string> {
    const { row, name = row?.id, record } = sending
    const urgency = row ? 'bulk' : 'answer'
    const platform = surfaceNamed(surface)
    const fitting = live ? await cardAt(platform, chat, card) : card
    let messageId: string
    try {
      messageId = await platform.send(chat, fitting, urgency, name)
    } catch (error) {
      if (!(error instanceof ChatMovedError)) throw error
      await goOnIn(platform, chat, error.to)
      return send(surface, error.to, card, live, sending)
    }
    if (live) {
      const { view, key, topics, changesAt } = live
      // A notice is rendered anew with each try: what may have come to be by an earlier one reads as things were then.
      const isOlder = platform.keepsFirst === true && row !== undefined && wasTried(row)
      const shown = isOlder ? '' : fingerprintOf(fitting)
      const isDue = isOlder || !isCurrent(live)
      const message = { surface, chat, messageId, view, key, shown, topics, changesAt }
      await keep(() => follow(() => store.register(message, isDue, row?.id, now())))
    }
    if (record) await keep(record)
    if (live) await takePlaces(surface, chat, live, messageId)
    return messageId
  }

  function leaveAlone(surface: string, platform: string, forMs: number): void {
    heldUntilMs.set(surface, Math.max(heldUntilMs.get(surface) ?? 0, now().getTime() + forMs))
    refusedBy.set(platform, surface)
  }

  /**
   * Tells a person of a fact. Returns whom, where they can not be written to: all that is due for them is set aside then.
   * @param isAgain it was found out a moment ago, and nothing is set aside by this try
   */
  async function tell(row: NotifyRow, isAgain = false): Promise<Reach | undefined> {
    const { fact } = row
    if (!fact) throw new Error('this version knows no such fact')
    const reach = await store.reachOrSetAside(row.id, now())
    if (!reach) return undefined
    const platform = surfaces.find(({ name }) => name === reach.surface)
    if (!platform) throw new RetryLaterError(SWITCHED_OFF_MS)
    let isAway = false
    await inLane(reach, async () => {
      if (isHeld(reach.surface)) return // the row stays due
      if (!isAgain) {
        if (!(await store.isOpen(row.id))) return // what was told before it has found nobody
        leaveAway(reach)
      }
      const words = await languages.wordsOf(reach.surface, reach.chat, reach.account)
      const audience = { reader: reach.account, words }
      const { view, key } = viewOf(fact)
      const renderedAt = now()
      const rendered = await viewNamed(view)(key, services, audience)
      if (!rendered || rendered.isGone) return store.markDelivered(row.id, now())
      const { card, ...rest } = rendered
      try {
        await send(reach.surface, reach.chat, card, { view, key, renderedAt, ...rest }, { row })
      } catch (error) {
        if (error instanceof UnreachableError) {
          isAway = true
          if (isAgain) noteAway(reach, platform)
          else await store.setAllAside(row.id, reach.account, now())
          return
        }
        if (!(error instanceof RetryLaterError) || error.scope !== 'all') throw error
        leaveAlone(reach.surface, row.platform, error.retryAfterMs) // the row stays due
      }
    })
    return isAway ? reach : undefined
  }

  /** @throws {RetryLaterError} not long ago they took no messages, and that they were met since says nothing */
  function leaveAway(at: Place): void {
    const leftMs = (awayUntilMs.get(laneOf(at)) ?? 0) - now().getTime()
    if (leftMs > 0) throw new RetryLaterError(leftMs)
    awayUntilMs.delete(laneOf(at))
  }

  function noteAway(at: Place, { meetsAway }: Surface): void {
    if (!meetsAway) return
    awayUntilMs.set(laneOf(at), now().getTime() + AWAY_MS)
    keepNewest(awayUntilMs, PEOPLE_AWAY)
  }

  /**
   * Who cannot be written to has everything set aside that is due for them. Whoever came back while they were found to be away has woken nothing, so then one
   * of them is tried once more.
   */
  async function notify(row: NotifyRow): Promise<void> {
    const away = await tell(row)
    if (!away) return
    try {
      if (await tell(row, true)) return
    } catch (error) {
      await tryLater([row], error)
    }
    // It was told, or nobody has found out, as where the platform takes no notices at the moment: the others are due again, and so is this one.
    await store.wake(away.account, now())
  }

  async function deliver(row: Exclude<OutboxRow, MailRow>): Promise<void> {
    if (row.kind === 'notify') return notify(row)
    noteTold(row.topic)
    await Promise.allSettled(following)
    await store.spread(row.topic, row.id, now())
  }

  async function tryRow(row: Exclude<OutboxRow, MailRow>): Promise<void> {
    try {
      await deliver(row)
    } catch (error) {
      await tryLater([row], error)
    }
  }

  /** What is due for one mailbox is one mail, so it is tried together and fails together. */
  async function tryMail(to: string, rows: readonly MailRow[]): Promise<void> {
    if (!mail) return void (await Promise.all(rows.map(({ id }) => store.setAside(id))))
    await inLane({ surface: 'email', chat: to }, () =>
      mail(to).catch((error: unknown) => tryLater(rows, error)),
    )
  }

  async function tryLater(rows: readonly OutboxRow[], error: unknown): Promise<void> {
    const attempts = Math.max(...rows.map((row) => row.attempts))
    const { waitMs, isFailure } = waitAfter(error, attempts)
    if (isFailure)
      log.warn(
        { rows: rows.map(({ id }) => id), attempts: attempts + 1, err: error },
        'a message could not be delivered; trying again',
      )
    const notBefore = new Date(now().getTime() + waitMs)
    await Promise.all(rows.map(({ id }) => store.postpone(id, notBefore)))
  }

  /** What is due and not in hand: of notices so many of each platform as may be under way, however many of another one wait before them. */
  async function dueNow(): Promise<OutboxRow[]> {
    const found = new Map<string, OutboxRow>()
    const underWay = new Map<string, number>()
    const left = new Set([...refusedBy].flatMap(([platform, by]) => (isHeld(by) ? platform : [])))
    for (const row of rowsInHand.values()) if (row.kind === 'notify') count(row.platform)
    for (;;) {
      const most = ROWS_AT_ONCE + rowsInHand.size
      const leftBefore = left.size
      const rows = await store.dueRows(now(), most, [...left])
      for (const row of rows) {
        if (rowsInHand.has(row.id) || found.has(row.id)) continue
        if (row.kind === 'notify') {
          if (left.has(row.platform)) continue
          count(row.platform)
        }
        found.set(row.id, row)
      }
      if (rows.length < most || left.size === leftBefore) return [...found.values()]
    }

    function count(platform: string): void {
      const many = (underWay.get(platform) ?? 0) + 1
      underWay.set(platform, many)
      if (many >= NOTICES_AT_ONCE) left.add(platform)
    }
  }

  async function deliverDue(): Promise<void> {
    const due = await dueNow()
    for (const row of due) rowsInHand.set(row.id, row)
    const mails = new Map<string, MailRow[]>()
    const tries: Promise<void>[] = []
    const begin = (rows: readonly OutboxRow[], tried: Promise<void>) =>
      tries.push(tried.finally(() => rows.forEach(({ id }) => rowsInHand.delete(id))))
    for (const row of due) {
      if (row.kind === 'mail') mails.set(row.to, [...(mails.get(row.to) ?? []), row])
      else begin([row], tryRow(row))
    }
    for (const [to, rows] of mails) begin(rows, tryMail(to, rows))
    await Promise.all(tries)
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
    post: (surface, chat, card, live, sending = {}) =>
      inLane({ surface, chat }, () => send(surface, chat, card, live, sending)),
    async shows(surface, chat, live, pressed) {
      return (await sameIn(surface, chat, live)).some(({ messageId }) => messageId === pressed)
    },
    deliverDue,
    start() {
      begunAt = now()
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
      await Promise.all([...rounds, ...lanes.values()])
    },
  }
}
