import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'

import type { Fact } from '../../core/terms/fact.ts'
import { Platform, type Account } from '../../core/terms/identity.ts'
import type { Db, Handle } from '../database.ts'
import { factOf, SET_ASIDE } from './outbox.ts'
import { cardTopics, liveCards, outbox } from './chat-tables.ts'
import { claimers } from '../claims/claim-tables.ts'
import { preparedOn } from '../prepared.ts'
import { accounts } from '../people/people-tables.ts'

type Message = { surface: string; chat: string; messageId: string; view: string; key: string }
/** The fingerprint of the card, the topics that it follows, and when it will read differently by itself. */
type Shown = { shown: string; topics: readonly string[]; changesAt: Date | undefined }
type DueRow = { id: string; attempts: number; createdAt: Date } & (
  | { kind: 'refresh'; topic: string }
  | { kind: 'notify'; platform: string; fact: Fact | undefined }
  | { kind: 'mail'; to: string }
)

/** Cards that one statement names; SQLite takes 32,766 parameters. */
const PARAMETERS = 10_000

/** Messages that follow what they show, and the outbox that tells them and people of changes. */
export function createCardStore(db: Db) {
  const { placeholder } = sql
  const isCard = (id: number) => eq(liveCards.id, id)
  const byId = db
    .select()
    .from(liveCards)
    .where(eq(liveCards.id, placeholder('id')))
    .prepare()
  const add = db
    .insert(liveCards)
    .values({
      surface: placeholder('surface'),
      chat: placeholder('chat'),
      messageId: placeholder('messageId'),
      view: placeholder('view'),
      key: placeholder('key'),
      shown: placeholder('shown'),
      dueAt: sql`${placeholder('dueAt')}`,
    })
    .onConflictDoUpdate({
      target: [liveCards.surface, liveCards.chat, liveCards.messageId],
      set: {
        view: sql`excluded.view`,
        key: sql`excluded.key`,
        shown: sql`excluded.shown`,
        dueAt: sql`excluded.due_at`,
      },
    })
    .returning({ id: liveCards.id })
    .prepare()
  const show = db
    .update(liveCards)
    .set({
      dueAt: sql`case when ${liveCards.changes} = ${placeholder('told')} then null else cast(${placeholder('nowMs')} as bigint) end`,
      attempts: 0,
      // What is to be written anew whatever it shows stays so where that was said meanwhile.
      shown: sql`case when ${liveCards.shown} = '' and ${liveCards.changes} <> ${placeholder('told')} then '' else coalesce(${placeholder('shown')}, ${liveCards.shown}) end`,
    })
    .where(eq(liveCards.id, placeholder('id')))
    .prepare()
  // By its topic alone, and not by its platform as well: SQLite would go through all cards of the platform.
  const bySubject = db
    .select(getTableColumns(liveCards))
    .from(cardTopics)
    .innerJoin(liveCards, eq(liveCards.id, cardTopics.cardId))
    .where(
      and(
        eq(cardTopics.topic, placeholder('topic')),
        eq(liveCards.view, placeholder('view')),
        eq(liveCards.key, placeholder('key')),
      ),
    )
    .prepare()
  const unfollow = db
    .delete(cardTopics)
    .where(eq(cardTopics.cardId, placeholder('cardId')))
    .prepare()
  const followOne = db
    .insert(cardTopics)
    .values({ cardId: placeholder('cardId'), topic: placeholder('topic') })
    .prepare()
  const tellLater = db
    .insert(outbox)
    .values({
      id: placeholder('id'),
      kind: 'refresh',
      topic: placeholder('topic'),
      createdAt: placeholder('now'),
      notBefore: placeholder('changesAt'),
    })
    .onConflictDoNothing()
    .prepare()

  /** Where private chats have their person's id, also of somebody who has not begun one. */
  const byPrivateChat = db
    .select()
    .from(accounts)
    .where(
      or(
        and(
          eq(accounts.surface, placeholder('surface')),
          eq(accounts.privateChat, placeholder('chat')),
        ),
        and(
          eq(accounts.platform, placeholder('surface')),
          eq(accounts.userId, placeholder('chat')),
        ),
      ),
    )
    .prepare()

  /** Sets a card's topics. A change that time alone brings is told in advance, once for all who ask for the same moment. */
  async function follow(
    cardId: number,
    { topics, changesAt }: Omit<Shown, 'shown'>,
    now: Date,
  ): Promise<void> {
    await unfollow.run({ cardId })
    for (const topic of new Set(topics)) await followOne.run({ cardId, topic })
    const [topic] = topics
    if (topic === undefined || changesAt === undefined) return
    await tellLater.run({ id: `${topic}@${changesAt.getTime()}`, topic, now, changesAt })
  }

  return {
    /** Returns rows that are due, oldest first, without those for people of the platforms in `left`. */
    async dueRows(now: Date, limit: number, left: readonly string[] = []): Promise<DueRow[]> {
      const isFree =
        left.length === 0
          ? undefined
          : or(isNull(outbox.platform), notInArray(outbox.platform, [...left]))
      const isDue = and(isNull(outbox.deliveredAt), lte(outbox.notBefore, now), isFree)
      const rows = await db
        .select()
        .from(outbox)
        .where(isDue)
        .orderBy(asc(outbox.notBefore), asc(outbox.createdAt))
        .limit(limit)
        .all()
      return rows.map(toDueRow)
    },
    markDelivered(rowId: string, now: Date): Promise<void> {
      return db.transaction((tx) => markDelivered(tx, rowId, now))
    },
    /** Counts the try and leaves the row alone until `notBefore`. */
    async postpone(rowId: string, notBefore: Date): Promise<void> {
      const attempts = sql`${outbox.attempts} + 1`
      await db.update(outbox).set({ attempts, notBefore }).where(eq(outbox.id, rowId)).run()
    },
    /**
     * The account and private chat that a notification goes to: by its immutable id where the row or by now its claimer
     * has one, else whoever shows the handle. Nobody to reach: sets the row aside in the same transaction, so that nobody
     * appears in between.
     */
    reachOrSetAside(
      rowId: string,
      now: Date,
    ): Promise<{ account: Account; surface: string; chat: string } | undefined> {
      return db.transaction(async (tx) => {
        const row = await tx.select().from(outbox).where(eq(outbox.id, rowId)).get()
        if (!row) return undefined
        const userId = row.userId ?? (await boundSince(tx, row.key))
        const isNamed =
          userId === undefined ? eq(accounts.handle, row.handle ?? '') : eq(accounts.userId, userId)
        const isReachable = and(
          eq(accounts.platform, row.platform ?? ''),
          isNamed,
          isNotNull(accounts.privateChat),
        )
        const found = await tx.select().from(accounts).where(isReachable).get()
        if (found?.privateChat)
          return { account: toAccount(found), surface: found.surface, chat: found.privateChat }
        // Whoever appears later hears of the claim itself, and needs no reminder with it.
        if (factOf(row)?.kind === 'claim-expiring') await markDelivered(tx, rowId, now)
        else await setAside(tx, rowId)
        return undefined
      })
    },
    async setAside(rowId: string): Promise<void> {
      await setAside(db, rowId)
    },
    /** Whether nobody has told or set aside a row since it was found due. */
    async isOpen(rowId: string): Promise<boolean> {
      const row = await db.select().from(outbox).where(eq(outbox.id, rowId)).get()
      return row?.deliveredAt === null && row.notBefore < SET_ASIDE
    },
    /** Sets aside a notification to somebody who cannot be written to, and all others for them that are due, in one transaction. */
    setAllAside(rowId: string, person: Account, now: Date): Promise<void> {
      return db.transaction(async (tx) => {
        await setAside(tx, rowId)
        const isDue = and(isNull(outbox.deliveredAt), lte(outbox.notBefore, now))
        // What a claim tells goes to the account that took it, whoever shows the handle by now.
        const isOfAnother = exists(
          tx
            .select({ id: claimers.id })
            .from(claimers)
            .where(and(eq(claimers.id, outbox.key), ne(claimers.boundUserId, person.userId))),
        )
        const byHandle = and(isNull(outbox.userId), hasHandle(person), not(isOfAnother))
        const isTheirs = or(eq(outbox.userId, person.userId), byHandle)
        const theirs = and(isDue, eq(outbox.platform, person.platform), isTheirs)
        await tx.update(outbox).set({ notBefore: SET_ASIDE }).where(theirs).run()
      })
    },
    /** Has all that was set aside for a person tried at once. */
    async wake(person: Account, now: Date): Promise<void> {
      const { platform, userId } = person
      // Two statements, since for one with "or" SQLite looks at all that was set aside, for whomever.
      for (const isTheirs of [eq(outbox.userId, userId), hasHandle(person)]) {
        const isAside = and(isNull(outbox.deliveredAt), eq(outbox.notBefore, SET_ASIDE))
        const theirs = and(isAside, eq(outbox.platform, platform), isTheirs)
        await db.update(outbox).set({ notBefore: now }).where(theirs).run()
      }
    },
    /** Has every card of a topic looked at anew, and marks the row that told it as delivered, in one transaction. */
    spread(topic: string, rowId: string, now: Date): Promise<void> {
      return db.transaction(async (tx) => {
        const cards = (await cardsOfTopic(tx).all({ topic })).map(({ id }) => id)
        for (let from = 0; from < cards.length; from += PARAMETERS)
          await tx
            .update(liveCards)
            .set({
              changes: sql`${liveCards.changes} + 1`,
              dueAt: sql`coalesce(${liveCards.dueAt}, ${now.getTime()})`, // a wait that was asked for stays
              crowd: cards.length,
            })
            .where(inArray(liveCards.id, cards.slice(from, from + PARAMETERS)))
            .run()
        await markDelivered(tx, rowId, now)
      })
    },
    /** Of each chat but those in `left`, the card that is to be looked at first; small crowds before large ones, then the longest due. */
    async dueCards(surface: string, now: Date, limit: number, left: readonly string[] = []) {
      const isFree = left.length === 0 ? undefined : notInArray(liveCards.chat, [...left])
      const isDue = and(eq(liveCards.surface, surface), lte(liveCards.dueAt, now), isFree)
      const { crowd, dueAt, id, chat } = liveCards
      const place = sql<number>`row_number() over (partition by ${chat} order by ${crowd}, ${dueAt}, ${id})`
      // What decides stands in the index: the cards themselves are read of those alone that come first.
      const due = db
        .select({ id, place: place.as('place') })
        .from(liveCards)
        .where(isDue)
        .as('due')
      return db
        .select(getTableColumns(liveCards))
        .from(due)
        .innerJoin(liveCards, eq(liveCards.id, due.id))
        .where(eq(due.place, 1))
        .orderBy(asc(crowd), asc(dueAt), asc(id))
        .limit(limit)
        .all()
    },
    /** Leaves a card alone until `notBefore`. */
    async postponeCard(id: number, notBefore: Date, attempts: number): Promise<void> {
      await db.update(liveCards).set({ dueAt: notBefore, attempts }).where(isCard(id)).run()
    },
    /** Leaves a card of a private chat alone until its person writes there. */
    async setCardAside(id: number): Promise<void> {
      await db.update(liveCards).set({ dueAt: SET_ASIDE, attempts: 0 }).where(isCard(id)).run()
    },
    async card(id: number) {
      return byId.get({ id })
    },
    /** Every message of a platform that shows this view of this key and follows `topic`. */
    async cardsOf(surface: string, of: { view: string; key: string; topic: string }) {
      return (await bySubject.all(of)).filter((card) => card.surface === surface)
    },
    /** Every message of a platform that follows `topic` and shows one of `views`, the oldest first. */
    async messagesOf(surface: string, topic: string, views: readonly string[]) {
      const { chat, messageId } = liveCards
      return db
        .select({ chat, messageId })
        .from(cardTopics)
        .innerJoin(liveCards, eq(liveCards.id, cardTopics.cardId))
        .where(
          and(
            eq(cardTopics.topic, topic),
            eq(liveCards.surface, surface),
            inArray(liveCards.view, [...views]),
          ),
        )
        .orderBy(asc(liveCards.id))
    },
    /**
     * Keeps a message that was just sent and marks the row that asked for it as delivered, in one transaction. `isDue`: the
     * card is looked at once more.
     */
    register(
      message: Message & Shown,
      isDue: boolean,
      rowId: string | undefined,
      now: Date,
    ): Promise<void> {
      return db.transaction(async (tx) => {
        const { id } = await add.get({ ...message, dueAt: isDue ? now.getTime() : null })
        await follow(id, message, now)
        if (rowId !== undefined) await markDelivered(tx, rowId, now)
      })
    },
    /**
     * Keeps what a card shows, unless it was forgotten; `undefined`: as before. It is due no more, unless it was told of a
     * change since it was read: `told` is the count of them that it shows.
     */
    update(id: number, shown: Shown | undefined, told: number, now: Date): Promise<void> {
      return db.transaction(async () => {
        const next = { id, told, nowMs: now.getTime(), shown: shown?.shown ?? null }
        const { changes } = await show.run(next)
        if (shown && changes === 1) await follow(id, shown, now)
      })
    },
    /** The card goes on as another message, in another chat. */
    async move(id: number, chat: string, messageId: string): Promise<void> {
      await db.update(liveCards).set({ chat, messageId }).where(isCard(id)).run()
    },
    async forget(id: number): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.delete(cardTopics).where(eq(cardTopics.cardId, id)).run()
        await tx.delete(liveCards).where(isCard(id)).run()
      })
    },
    /** Whose private chat this is or would be; `undefined` for a group. */
    async readerOf(surface: string, chat: string): Promise<Account | undefined> {
      const row = await byPrivateChat.get({ surface, chat })
      return row && toAccount(row)
    },
  }
}

function toDueRow(row: typeof outbox.$inferSelect): DueRow {
  const { id, attempts, createdAt, kind, topic, platform, handle } = row
  const tried = { id, attempts, createdAt }
  if (kind === 'refresh') return { ...tried, kind, topic }
  if (platform === 'email') return { ...tried, kind: 'mail', to: handle ?? '' }
  return { ...tried, kind, platform: platform ?? '', fact: factOf(row) }
}

/** The account that a claimer was bound to; a notice may be older than that. */
async function boundSince(handle: Handle, claimerId: string | null): Promise<string | undefined> {
  const isClaimer = eq(claimers.id, claimerId ?? '')
  return (await handle.select().from(claimers).where(isClaimer).get())?.boundUserId ?? undefined
}

function toAccount({ platform, userId, handle }: typeof accounts.$inferSelect): Account {
  return { platform: Platform.parse(platform), userId, handle: handle ?? undefined }
}

const marked = preparedOn((handle) =>
  handle
    .update(outbox)
    .set({ deliveredAt: sql`${sql.placeholder('nowMs')}` })
    .where(eq(outbox.id, sql.placeholder('rowId')))
    .prepare(),
)
async function markDelivered(handle: Handle, rowId: string, now: Date): Promise<void> {
  await marked(handle).run({ rowId, nowMs: now.getTime() })
}

const cardsOfTopic = preparedOn((handle) =>
  handle
    .select({ id: cardTopics.cardId })
    .from(cardTopics)
    .where(eq(cardTopics.topic, sql.placeholder('topic')))
    .prepare(),
)

/** Of those who show no handle nothing is found by it, though rows for accounts alone have an empty one. */
const hasHandle = ({ handle }: Account) =>
  and(eq(outbox.handle, handle ?? ''), ne(outbox.handle, ''))

async function setAside(handle: Handle, rowId: string): Promise<void> {
  await handle.update(outbox).set({ notBefore: SET_ASIDE }).where(eq(outbox.id, rowId)).run()
}
