import { createHash } from 'node:crypto'

import { readAccountKey, type Account } from '../../core/terms/identity.ts'
import type { Card } from '../cards/card.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'
import type { Services, View } from '../dispatch/command.ts'
import type { CardStore, LiveCard } from './card-store-port.ts'
import type { Languages } from './languages.ts'
import {
  waitAfter,
  ChatMovedError,
  MessageGoneError,
  RetryLaterError,
  UnreachableError,
  type Surface,
} from './surface.ts'

type Deps = {
  store: Pick<
    CardStore,
    | 'dueCards'
    | 'card'
    | 'update'
    | 'move'
    | 'postponeCard'
    | 'setCardAside'
    | 'forget'
    | 'readerOf'
  >
  surface: Surface
  viewNamed(name: string): View
  services: Services
  languages: Pick<Languages, 'wordsOf'>
  /** A live card as whoever reads a chat is to see it. */
  cardAt(surface: Surface, chat: string, card: Card): Promise<Card>
  /** Has what is kept of a chat go on under its new id: the platform may say so here first. */
  moveChat(surface: Surface, from: string, to: string): Promise<void>
  /** Runs the work after what is under way in the chat. */
  inLane(at: { surface: string; chat: string }, work: () => Promise<void>): Promise<void>
  /** How many changes topics were told of until now. */
  tellings(): number
  /** Whether one of these topics was told of a change after so many tellings. */
  isToldAfter(tellings: number, topics: readonly string[]): boolean
  /** Keeps what a card follows; topics are told of nothing while it is at work. */
  follow(work: () => Promise<void>): Promise<void>
  log: { warn(details: object, message: string): void }
  now: () => Date
  stopping: AbortSignal
}

/** What people send through us where we are not (`INLINE_COMMANDS`) has these cards, by the ids of their sign requests. */
const VIEWS_OF_REQUESTS = ['tip', 'share-out']
/** Cards that are rendered before it is known how many of them may go. */
const CARDS_AT_ONCE = 30
/** Chats that are known to take no edits for now: far more than one minute's places refuse. Of one beyond, each card asks by itself. */
const CHATS_HELD = 1_000

/**
 * Keeps the live cards of one platform up to date. A card that changes often is edited as often as the platform takes it,
 * to its latest state; however many wait, each chat has one in hand, so that none holds up another.
 */
export function createCardRefresher(deps: Deps) {
  const { store, surface, viewNamed, services, languages, cardAt, inLane, log, now, stopping } =
    deps
  const { tellings, isToldAfter, follow, moveChat } = deps
  const chatsInHand = new Set<string>()
  /** By chat, and of all: until when the platform takes no edits there, in unix milliseconds. */
  const chatsHeld = new Map<string, number>()
  let heldUntilMs = 0

  /** Never throws. */
  async function refresh(card: LiveCard): Promise<void> {
    try {
      await bringUpToDate(card.id)
    } catch (error) {
      if (error instanceof RetryLaterError && error.scope === 'all') {
        heldUntilMs = now().getTime() + error.retryAfterMs // the card stays due
        return
      }
      const { id, chat, attempts } = card
      const { waitMs, isFailure } = waitAfter(error, attempts)
      if (!isFailure) leaveAlone(chat, waitMs)
      if (isFailure)
        log.warn(
          { card: id, attempts: attempts + 1, err: error },
          'a card could not be edited; trying again',
        )
      const notBefore = new Date(now().getTime() + waitMs)
      await store.postponeCard(id, notBefore, isFailure ? attempts + 1 : attempts)
    }
  }

  /** However many cards wait in a chat that takes none for now, one has found that out: the others are not rendered to be told the same. */
  function leaveAlone(chat: string, forMs: number): void {
    chatsHeld.delete(chat)
    chatsHeld.set(chat, now().getTime() + forMs)
    keepNewest(chatsHeld, CHATS_HELD)
  }

  function chatsHeldNow(): string[] {
    const nowMs = now().getTime()
    for (const [chat, untilMs] of chatsHeld) if (untilMs <= nowMs) chatsHeld.delete(chat)
    return [...chatsHeld.keys()]
  }

  async function bringUpToDate(id: number, isAside = false): Promise<void> {
    const card = await store.card(id) // as it is now that its turn has come
    if (!card) return
    const { chat, messageId, changes } = card
    const before = tellings()
    let rendered = await renderIn(chat, card)
    if (!rendered) return store.update(id, undefined, changes, now())
    const { fitting, reader } = rendered
    // Rows of earlier versions hold the card itself.
    if (fingerprintOf(fitting) !== card.shown && JSON.stringify(fitting) !== card.shown) {
      try {
        await surface.edit(chat, messageId, fitting)
      } catch (error) {
        if (error instanceof ChatMovedError) {
          // Its message stayed behind; a new one goes on in its place, as it is to be seen there.
          await moveChat(surface, chat, error.to)
          rendered = (await renderIn(error.to, card)) ?? rendered
          await store.move(id, error.to, await surface.send(error.to, rendered.fitting, 'bulk'))
        } else {
          // Who blocked us may come back, and then their private chat itself is looked at; a group that has thrown us out does not.
          const isOwnChat = (surface.privateChatOf?.(chat) ?? chat) === chat
          if (error instanceof UnreachableError && reader && isOwnChat) {
            if (isAside) return
            await store.setCardAside(id)
            // Who came back meanwhile has woken nothing.
            return bringUpToDate(id, true).catch(async (failure: unknown) => {
              await store.postponeCard(id, now(), 0) // nobody has found out, so it is due again
              throw failure
            })
          }
          const isOver = error instanceof MessageGoneError || error instanceof UnreachableError
          if (!isOver) throw error
          return store.forget(id)
        }
      }
    }
    const { topics, changesAt } = rendered
    const shown = fingerprintOf(rendered.fitting)
    await follow(() => {
      // What it did not follow yet was told without it: it shows one change less than it was told of.
      const told = isToldAfter(before, topics) ? changes - 1 : changes
      return store.update(id, { shown, topics, changesAt }, told, now())
    })
  }

  /** A card as whoever reads a chat is to see it there. */
  async function renderIn(chat: string, card: LiveCard) {
    const { view, key } = card
    const reader = await store.readerOf(surface.name, surface.privateChatOf?.(chat) ?? chat)
    const group = surface.groupOf?.(chat) ?? chat
    const person = reader ?? (surface.isMessage?.(chat) ? await senderOf(card) : undefined)
    const words = await languages.wordsOf(surface.name, group, person)
    const rendered = await viewNamed(view)(key, services, { reader, words })
    if (!rendered) return undefined
    return { ...rendered, reader, fitting: await cardAt(surface, chat, rendered.card) }
  }

  /** Who sent a message of their own through us: whoever asks for what it shows. */
  async function senderOf({ view, key }: LiveCard): Promise<Account | undefined> {
    if (!VIEWS_OF_REQUESTS.includes(view)) return undefined
    const { ownerAccount } = await services.signRequests.find(key)
    if (ownerAccount === undefined) return undefined
    return { ...readAccountKey(ownerAccount), handle: undefined }
  }

  return {
    /** Looks at each due card once, chats beside each other, until the platform has had enough. */
    async refreshDue(): Promise<void> {
      const tried = new Set<number>()
      while (!stopping.aborted && heldUntilMs <= now().getTime()) {
        const limit = CARDS_AT_ONCE + chatsInHand.size
        const found = await store.dueCards(surface.name, now(), limit, chatsHeldNow())
        const due = found.filter(({ id, chat }) => !tried.has(id) && !chatsInHand.has(chat))
        if (due.length === 0) return
        for (const { id, chat } of due) {
          tried.add(id)
          chatsInHand.add(chat)
        }
        const edits = due.map((card) =>
          inLane(card, () => refresh(card)).finally(() => chatsInHand.delete(card.chat)),
        )
        await Promise.all(edits)
      }
    },
  }
}

/** Tells whether a card looks as it did: a card itself is a kilobyte, and most of them are never looked at again. */
export function fingerprintOf(card: Card): string {
  return createHash('sha256').update(JSON.stringify(card)).digest('base64url')
}
