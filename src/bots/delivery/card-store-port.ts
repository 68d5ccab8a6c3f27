import type { Fact } from '../../core/terms/fact.ts'
import type { Account } from '../../core/terms/identity.ts'

/**
 * A message of ours that follows its topics. `shown` is the fingerprint of the card as it was last delivered, empty where that is not known; `changes` how often it was
 * told of something new, `attempts` how often showing that has failed.
 */
export type LiveCard = {
  id: number
  surface: string
  chat: string
  messageId: string
  view: string
  key: string
  shown: string
  changes: number
  attempts: number
}

export type OutboxRow = { id: string; attempts: number; createdAt: Date } & (
  | { kind: 'refresh'; topic: string }
  /** `fact` is `undefined` for what only another version knows. */
  | { kind: 'notify'; platform: string; fact: Fact | undefined }
  /** A notice for an e-mail address. */
  | { kind: 'mail'; to: string }
)

/** What a card shows now, and when to look at it again. */
export type Shown = { shown: string; topics: string[]; changesAt: Date | undefined }

/** A private chat that reaches an account. */
export type Reach = { account: Account; surface: string; chat: string }

/** What delivery asks of the store. Each call is one statement or transaction. */
export type CardStore = {
  /** Returns rows that are due, oldest first, without those for people of the platforms in `left`. */
  dueRows(now: Date, limit: number, left?: readonly string[]): Promise<OutboxRow[]>
  markDelivered(rowId: string, now: Date): Promise<void>
  /** Counts the try and leaves the row alone until `notBefore`. */
  postpone(rowId: string, notBefore: Date): Promise<void>
  /** Where a notification goes. Nobody to reach: sets the row aside until the person appears, and gives `undefined`. */
  reachOrSetAside(rowId: string, now: Date): Promise<Reach | undefined>
  setAside(rowId: string): Promise<void>
  /** Whether nobody has told or set aside a row since it was found due. */
  isOpen(rowId: string): Promise<boolean>
  /** Sets aside a notification to somebody who cannot be written to, and all others for them that are due. */
  setAllAside(rowId: string, person: Account, now: Date): Promise<void>
  /** Has all that was set aside for a person tried at once. */
  wake(person: Account, now: Date): Promise<void>
  /** Has every card of a topic looked at anew, and marks the row as delivered. */
  spread(topic: string, rowId: string, now: Date): Promise<void>
  /** Of each chat but those in `left`, the card that is to be looked at first; small crowds before large ones, then the longest due. */
  dueCards(surface: string, now: Date, limit: number, left?: readonly string[]): Promise<LiveCard[]>
  /** Leaves a card alone until `notBefore`. */
  postponeCard(id: number, notBefore: Date, attempts: number): Promise<void>
  /** Leaves a card of a private chat alone until its person writes there. */
  setCardAside(id: number): Promise<void>
  card(id: number): Promise<LiveCard | undefined>
  /** Every message of a platform that shows this view of this key and follows `topic`. */
  cardsOf(surface: string, of: { view: string; key: string; topic: string }): Promise<LiveCard[]>
  /**
   * Keeps a message that was just sent, and marks the row that asked for it as delivered. `isDue` has the card looked at once
   * more: what changed between rendering and now had no card to refresh.
   */
  register(
    message: Omit<LiveCard, 'id' | 'shown' | 'changes' | 'attempts'> & Shown,
    isDue: boolean,
    rowId: string | undefined,
    now: Date,
  ): Promise<void>
  /**
   * Keeps what a card shows, `undefined` where that stays as it was. It stays due when it was told of more than the `told`
   * changes that it shows.
   */
  update(id: number, shown: Shown | undefined, told: number, now: Date): Promise<void>
  /** The card goes on as another message, in another chat. */
  move(id: number, chat: string, messageId: string): Promise<void>
  forget(id: number): Promise<void>
  /** Whose private chat this is or would be; `undefined` for a group. */
  readerOf(surface: string, chat: string): Promise<Account | undefined>
}
