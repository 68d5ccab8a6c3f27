import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'

import { Platform, type Account } from '../core/identity.ts'
import type { Db, Handle } from './database.ts'
import { SET_ASIDE, tellTopic } from './outbox.ts'
import { accounts, cardTopics, claimers, liveCards, outbox } from './tables.ts'

type Message = { surface: string; chat: string; messageId: string; view: string; key: string }
/** The card as JSON, the topics that it follows, and when it will read differently by itself. */
type Shown = { shown: string; topics: readonly string[]; changesAt: Date | undefined }
type DueRow = { id: string; attempts: number } & (
  | { kind: 'refresh'; topic: string }
  | { kind: 'notify'; view: string; key: string }
  | { kind: 'mail'; to: string; view: string; key: string }
)

/** Messages that follow what they show, and the outbox that tells them and people of changes. */
export function createCardStore(db: Db) {
  const isCard = (id: number) => eq(liveCards.id, id)

  return {
    /** Rows that are due, oldest first. */
    async dueRows(now: Date, limit: number): Promise<DueRow[]> {
      const isDue = and(isNull(outbox.deliveredAt), lte(outbox.notBefore, now))
      const rows = db
        .select()
        .from(outbox)
        .where(isDue)
        .orderBy(asc(outbox.notBefore), asc(outbox.createdAt))
        .limit(limit)
        .all()
      return rows.map(toDueRow)
    },
    async markDelivered(rowId: string, now: Date): Promise<void> {
      markDelivered(db, rowId, now)
    },
    /** Counts the try and leaves the row alone until `notBefore`. */
    async postpone(rowId: string, notBefore: Date): Promise<void> {
      const attempts = sql`${outbox.attempts} + 1`
      db.update(outbox).set({ attempts, notBefore }).where(eq(outbox.id, rowId)).run()
    },
    /**
     * The account and private chat that a notification goes to: by its immutable id where the row or by now its claimer
     * has one, else whoever shows the handle. Nobody to reach: sets the row aside in the same transaction, so that nobody
     * appears in between.
     */
    async reachOrSetAside(
      rowId: string,
      now: Date,
    ): Promise<{ account: Account; surface: string; chat: string } | undefined> {
      return db.transaction((tx) => {
        const row = tx.select().from(outbox).where(eq(outbox.id, rowId)).get()
        if (!row) return undefined
        const userId = row.userId ?? boundSince(tx, row.key)
        const isNamed =
          userId === undefined ? eq(accounts.handle, row.handle ?? '') : eq(accounts.userId, userId)
        const isReachable = and(
          eq(accounts.platform, row.platform ?? ''),
          isNamed,
          isNotNull(accounts.privateChat),
        )
        const found = tx.select().from(accounts).where(isReachable).get()
        if (found?.privateChat)
          return { account: toAccount(found), surface: found.surface, chat: found.privateChat }
        // Whoever appears later hears of the claim itself, and needs no reminder with it.
        if (row.view === 'reminder') markDelivered(tx, rowId, now)
        else setAside(tx, rowId)
        return undefined
      })
    },
    async setAside(rowId: string): Promise<void> {
      setAside(db, rowId)
    },
    async cardsOf(topic: string) {
      const ids = db
        .select({ id: cardTopics.cardId })
        .from(cardTopics)
        .where(eq(cardTopics.topic, topic))
      return db.select().from(liveCards).where(inArray(liveCards.id, ids)).all()
    },
    async card(id: number) {
      return db.select().from(liveCards).where(isCard(id)).get()
    },
    /**
     * Keeps a message that was just sent and marks the row that asked for it as delivered, in one transaction. Tells the
     * first topic: what changed between rendering and now had no card to refresh.
     */
    async register(message: Message & Shown, rowId: string | undefined, now: Date): Promise<void> {
      const { surface, chat, messageId, view, key, ...shown } = message
      db.transaction((tx) => {
        const row = { surface, chat, messageId, view, key, shown: shown.shown }
        const { id } = tx
          .insert(liveCards)
          .values(row)
          .onConflictDoUpdate({
            target: [liveCards.surface, liveCards.chat, liveCards.messageId],
            set: row,
          })
          .returning({ id: liveCards.id })
          .get()
        follow(tx, id, shown, now)
        if (rowId !== undefined) markDelivered(tx, rowId, now)
        const [topic] = shown.topics
        if (topic !== undefined) tellTopic(tx, topic, now)
      })
    },
    /** Keeps what an edited card shows, unless the card was forgotten. */
    async update(id: number, shown: Shown, now: Date): Promise<void> {
      db.transaction((tx) => {
        const { changes } = tx.update(liveCards).set({ shown: shown.shown }).where(isCard(id)).run()
        if (changes === 1) follow(tx, id, shown, now)
      })
    },
    async forget(id: number): Promise<void> {
      db.transaction((tx) => {
        tx.delete(cardTopics).where(eq(cardTopics.cardId, id)).run()
        tx.delete(liveCards).where(isCard(id)).run()
      })
    },
    /** Whose private chat this is; `undefined` for a group. */
    async readerOf(surface: string, chat: string): Promise<Account | undefined> {
      const isTheirs = and(eq(accounts.surface, surface), eq(accounts.privateChat, chat))
      const row = db.select().from(accounts).where(isTheirs).get()
      return row && toAccount(row)
    },
  }
}

function toDueRow(row: typeof outbox.$inferSelect): DueRow {
  const { id, attempts, kind, topic, platform, handle, view, key } = row
  if (kind === 'refresh') return { id, attempts, kind, topic }
  const shown = { view: view ?? '', key: key ?? '' }
  if (platform === 'email') return { id, attempts, kind: 'mail', to: handle ?? '', ...shown }
  return { id, attempts, kind, ...shown }
}

/** The account that a claimer was bound to; a notice may be older than that. */
function boundSince(handle: Handle, claimerId: string | null): string | undefined {
  const isClaimer = eq(claimers.id, claimerId ?? '')
  return handle.select().from(claimers).where(isClaimer).get()?.boundUserId ?? undefined
}

function toAccount({ platform, userId, handle }: typeof accounts.$inferSelect): Account {
  return { platform: Platform.parse(platform), userId, handle: handle ?? undefined }
}

function markDelivered(handle: Handle, rowId: string, now: Date): void {
  handle.update(outbox).set({ deliveredAt: now }).where(eq(outbox.id, rowId)).run()
}

function setAside(handle: Handle, rowId: string): void {
  handle.update(outbox).set({ notBefore: SET_ASIDE }).where(eq(outbox.id, rowId)).run()
}

/** Sets a card's topics. A change that time alone brings is told in advance, once for all who ask for the same moment. */
function follow(
  handle: Handle,
  cardId: number,
  { topics, changesAt }: Omit<Shown, 'shown'>,
  now: Date,
): void {
  handle.delete(cardTopics).where(eq(cardTopics.cardId, cardId)).run()
  for (const topic of new Set(topics)) handle.insert(cardTopics).values({ cardId, topic }).run()
  const [topic] = topics
  if (topic === undefined || changesAt === undefined) return
  const id = `${topic}@${changesAt.getTime()}`
  handle
    .insert(outbox)
    .values({ id, kind: 'refresh', topic, createdAt: now, notBefore: changesAt })
    .onConflictDoNothing()
    .run()
}
