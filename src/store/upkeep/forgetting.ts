import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'

import { FINAL_OUTCOMES } from '../../core/tracking/outcomes.ts'
import { beginningOf } from '../../core/tracking/observation.ts'
import {
  cardTopics,
  giveawayEntrants,
  giveaways,
  liveCards,
  outbox,
  playgroundMessages,
} from '../chats/chat-tables.ts'
import { claimers, claims, claimSessions, redemptions } from '../claims/claim-tables.ts'
import type { SignableBuild } from '../../core/payloads/meta-transaction.ts'
import type { Db } from '../database.ts'
import { chainOfSent, isUnforgotten } from '../signing/sign-request-store.ts'
import { prices, signPreparations, signRequests } from '../signing/signing-tables.ts'
import {
  hopTimes,
  observations,
  payoutIds,
  watches,
  watchTopics,
  webhooks,
} from '../tracking/tracking-tables.ts'
import { isUnseenOfStrangers, transactionsNaming } from '../tracking/tracking-store.ts'
import { eqLiteral, neLiteral } from '../columns.ts'

/** Rows that one portion looks at: few enough that no writer waits for it. */
const PORTION_ROWS = 500
/**
 * What is kept for a month is kept so much longer than what has just ended: cards that may still be edited, what somebody
 * follows that nobody found, and prices, further back than which no chart goes.
 */
const MONTH_MORE_MS = 29 * 24 * 60 * 60_000
/** Estimates come from the last few. */
const KEEP_HOP_TIMES = 200
/** What a chat of the playground still shows of what is older. */
const KEEP_MESSAGES = 200

/** Looks at the rows behind `after`, forgets what ended before `before`, and returns the last row that it saw; `undefined` at the end. */
export type Portion = (before: Date, after: number) => Promise<number | undefined>

/**
 * What nobody needs any more of transactions that ended: what each chain said of them, which is found again by their hash, the bytes that were signed or were to be
 * signed, and whom to tell. What they were about, who paid whom, how it ended and what guards money stays. Each portion is one transaction.
 */
export function createForgetting(db: Db): Record<string, Portion> {
  /** What `isOver` asks of a watch. */
  const state = {
    outcome: watches.outcome,
    progress: watches.progress,
    openedAt: watches.openedAt,
  }

  /** Of some rows of observations, those that carry on what somebody follows, or followed until it ended `before` or later. */
  async function followed<Row extends { chainUid: string; txHash: string; txId: string | null }>(
    rows: readonly Row[],
    before: Date,
  ): Promise<Set<Row>> {
    const txIds = [...new Set(rows.flatMap(({ txId }) => txId ?? []))]
    const parents = new Map(
      (await db.select().from(payoutIds).where(inArray(payoutIds.txId, txIds)).all()).map(
        ({ txId, parentTxId }) => [txId, parentTxId],
      ),
    )
    // A watch may know only how an id begins.
    const idsOf = ({ txId }: Row) =>
      [txId, parents.get(txId ?? '')].flatMap((id) => (id ? [id, beginningOf(id)] : []))
    const columns = {
      chainUid: watches.chainUid,
      txHash: watches.txHash,
      txId: watches.txId,
      ...state,
    }
    const named = await transactionsNaming(db, [...txIds, ...new Set(parents.values())])
    const uids = [...new Set([...rows, ...named].map(({ chainUid }) => chainUid))]
    const hashes = [...new Set([...rows, ...named].map(({ txHash }) => txHash))]
    const watched = [
      ...(await db
        .select(columns)
        .from(watches)
        .where(inArray(watches.txId, [...new Set(rows.flatMap(idsOf))]))
        .all()),
      ...(await db
        .select(columns)
        .from(watches)
        .where(and(inArray(watches.chainUid, uids), inArray(watches.txHash, hashes)))
        .all()),
    ]
    const open = watched.filter((watch) => !isOver(watch, before))
    const transactions = new Set(open.map(({ chainUid, txHash }) => `${chainUid}/${txHash}`))
    const isOpenIn = ({ chainUid, txHash }: { chainUid: string; txHash: string }) =>
      transactions.has(`${chainUid}/${txHash}`)
    const ids = new Set([...open, ...named.filter(isOpenIn)].flatMap(({ txId }) => txId ?? []))
    return new Set(rows.filter((row) => isOpenIn(row) || idsOf(row).some((id) => ids.has(id))))
  }

  return {
    observations: (before, after) =>
      db.transaction(async (tx) => {
        const rows = await tx
          .select({
            row: sql<number>`${observations}.rowid`,
            chainUid: observations.chainUid,
            txHash: observations.txHash,
            txId: observations.txId,
            observation: observations.observation,
          })
          .from(observations)
          .where(sql`${observations}.rowid > ${after}`)
          .orderBy(sql`${observations}.rowid`)
          .limit(PORTION_ROWS)
          .all()
        const old = rows.filter(({ observation }) => observation.timeMs < before.getTime())
        if (old.length === 0) return undefined // later rows came later
        const needed = await followed(old, before)
        const gone = old.filter((row) => !needed.has(row))
        const isGone = inArray(
          sql`${observations}.rowid`,
          gone.map(({ row }) => row),
        )
        await tx.delete(observations).where(isGone).run()
        const ids = gone.flatMap(({ txId }) => txId ?? [])
        await tx.delete(payoutIds).where(inArray(payoutIds.txId, ids)).run()
        return lastOf(rows)
      }),

    signRequests: (before, after) =>
      db.transaction(async (tx) => {
        const itsWatch = and(
          eq(watches.chainUid, chainOfSent),
          eq(watches.txHash, sql`lower(${signRequests.txHash})`),
        )
        const rows = await tx
          .select({
            row: sql<number>`${signRequests}.rowid`,
            id: signRequests.id,
            watch: state,
            build: signRequests.build,
          })
          .from(signRequests)
          .leftJoin(watches, itsWatch)
          .where(and(isUnforgotten, sql`${signRequests}.rowid > ${after}`))
          .orderBy(sql`${signRequests}.rowid`)
          .limit(PORTION_ROWS)
          .all()
        const over = rows.filter(({ watch }) => watch && isOver(watch, before))
        for (const { id, build } of over) {
          const less = build ? withoutBytes(build) : undefined
          const change = { isForgotten: true, ...(less && { build: less }) }
          await tx.update(signRequests).set(change).where(eq(signRequests.id, id)).run()
        }
        const isOfThem = inArray(
          signPreparations.signId,
          over.map(({ id }) => id),
        )
        await tx.delete(signPreparations).where(isOfThem).run()
        return lastOf(rows)
      }),

    redemptions: (before, after) =>
      db.transaction(async (tx) => {
        // What is in a final block is never sent again. In the words of the index: an order of rows that are left.
        const isDone = and(
          gt(redemptions.id, after),
          lt(redemptions.createdAt, before),
          sql`${redemptions.status} = 'included' and length(${redemptions.txBytes}) > 0`,
        )
        const rows = await tx
          .select({ row: redemptions.id, claimerId: claims.claimerId })
          .from(redemptions)
          .innerJoin(claims, eq(claims.claimId, redemptions.claimId))
          .where(isDone)
          .orderBy(redemptions.id)
          .limit(PORTION_ROWS)
          .all()
        const isOne = inArray(
          redemptions.id,
          rows.map(({ row }) => row),
        )
        await tx
          .update(redemptions)
          .set({ txBytes: Buffer.alloc(0) })
          .where(isOne)
          .run()
        const isOwed = and(eq(claims.claimerId, claimers.id), neLiteral(claims.status, 'paid'))
        const isPaid = and(
          inArray(claimers.id, [...new Set(rows.map(({ claimerId }) => claimerId))]),
          notExists(tx.select({ id: claims.claimId }).from(claims).where(isOwed)),
        )
        await tx.update(claimers).set({ isOver: true }).where(isPaid).run()
        return lastOf(rows)
      }),

    /** The accounts of winners who had themselves forgotten: nobody asks any more whether they won that day. */
    winners: async (before) => {
      const isItsEnd = and(
        eq(giveaways.id, giveawayEntrants.giveawayId),
        lt(giveaways.endsAt, before),
      )
      const ended = db.select({ id: giveaways.id }).from(giveaways).where(isItsEnd)
      // In the words of the index.
      const isLeaving = sql`${giveawayEntrants.ticket} is null and ${giveawayEntrants.userId} is not null`
      await db
        .update(giveawayEntrants)
        .set({ userId: null })
        .where(and(isLeaving, exists(ended)))
        .run()
      return undefined
    },

    /** Cards of `/track`; their messages stay as they are. */
    cards: (before, after) =>
      db.transaction(async (tx) => {
        const rows = await tx
          .select({ row: liveCards.id, key: sql<string>`lower(${liveCards.key})` })
          .from(liveCards)
          .where(and(eqLiteral(liveCards.view, 'track'), gt(liveCards.id, after)))
          .orderBy(liveCards.id)
          .limit(PORTION_ROWS)
          .all()
        const places = rows.map(({ key }) => key.split(':'))
        const isNamed = and(
          inArray(watches.chainUid, [...new Set(places.map(([chainUid = '']) => chainUid))]),
          inArray(
            watches.txHash,
            places.map(([, txHash = '']) => txHash),
          ),
        )
        const isOld = lt(watches.openedAt, new Date(before.getTime() - MONTH_MORE_MS))
        const hasNone = inArray(watches.outcome, [...FINAL_OUTCOMES, 'not_found'])
        const over = await tx
          .select({ chainUid: watches.chainUid, txHash: watches.txHash })
          .from(watches)
          .where(and(isNamed, isOld, hasNone))
          .all()
        const keys = new Set(over.map(({ chainUid, txHash }) => `${chainUid}:${txHash}`))
        const gone = rows.filter(({ key }) => keys.has(key)).map(({ row }) => row)
        await tx.delete(cardTopics).where(inArray(cardTopics.cardId, gone)).run()
        await tx.delete(liveCards).where(inArray(liveCards.id, gone)).run()
        return lastOf(rows)
      }),

    /** What was told of changes. Notices to people stay, since their ids keep them from being sent twice. */
    refreshes: async (before) => {
      const isTold = and(eqLiteral(outbox.kind, 'refresh'), lt(outbox.deliveredAt, before))
      const told = db.select({ id: outbox.id }).from(outbox).where(isTold).limit(PORTION_ROWS)
      return againIfFull(await db.delete(outbox).where(inArray(outbox.id, told)).run())
    },

    /**
     * Transactions that nobody found: anybody can ask for what does not exist. Where somebody follows one, it stays as long as its card; what was signed here stays,
     * since without it the payment would count as sent.
     */
    notFound: async (before) => {
      const { chainUid, txHash, openedAt, outcome } = watches
      const topics = db
        .select()
        .from(watchTopics)
        .where(and(eq(watchTopics.chainUid, chainUid), eq(watchTopics.txHash, txHash)))
      const isOld = or(
        and(notExists(topics), lt(openedAt, before)),
        lt(openedAt, new Date(before.getTime() - MONTH_MORE_MS)),
      )
      const signedHere = db
        .select({ hash: sql`lower(${signRequests.txHash})` })
        .from(signRequests)
        .where(isUnforgotten)
      const old = db
        .select({ chainUid, txHash })
        .from(watches)
        .where(and(eqLiteral(outcome, 'not_found'), isOld, notInArray(txHash, signedHere)))
        .limit(PORTION_ROWS)
      const isOne = sql`(${chainUid}, ${txHash}) in ${old}`
      return againIfFull(await db.delete(watches).where(isOne).run())
    },

    /** What strangers asked for and no final block has shown, however often its chain could be asked. */
    unseen: async (before) => {
      const { chainUid, txHash, openedAt } = watches
      const old = db
        .select({ chainUid, txHash })
        .from(watches)
        .where(and(isUnseenOfStrangers(db), lt(openedAt, before)))
        .limit(PORTION_ROWS)
      const isOne = sql`(${chainUid}, ${txHash}) in ${old}`
      return againIfFull(await db.delete(watches).where(isOne).run())
    },

    /** Addresses that were told all there is of what is followed no more, because nobody found it. */
    webhooks: async () => {
      const { chainUid, txHash } = watches
      const watch = db
        .select({ chainUid })
        .from(watches)
        .where(and(eq(chainUid, webhooks.chainUid), eq(txHash, webhooks.txHash)))
      const over = db
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(and(isNull(webhooks.dueAt), notExists(watch)))
        .limit(PORTION_ROWS)
      return againIfFull(await db.delete(webhooks).where(inArray(webhooks.id, over)).run())
    },

    /** The last price before the month still held in it, and stays. */
    prices: async (before) => {
      const since = before.getTime() - MONTH_MORE_MS
      const isPassed = sql`exists (select 1 from ${prices} as newer where newer.token = ${prices.token}
        and newer.at > ${prices.at} and newer.at <= ${since})`
      const { token, at } = prices
      const passed = db.select({ token, at }).from(prices).where(isPassed).limit(PORTION_ROWS)
      const isOne = sql`(${token}, ${at}) in ${passed}`
      return againIfFull(await db.delete(prices).where(isOne).run())
    },

    /** Who asked for a claimer, which nothing but the limits of a day looks at. */
    askers: async (before) => {
      const isOld = and(isNotNull(claimers.askedBy), lt(claimers.createdAt, before))
      const old = db.select({ id: claimers.id }).from(claimers).where(isOld).limit(PORTION_ROWS)
      const isOne = inArray(claimers.id, old)
      return againIfFull(await db.update(claimers).set({ askedBy: null }).where(isOne).run())
    },

    /** Sessions that opened a claim until then: whoever proves themselves over and over gets as many. */
    sessions: async (before) => {
      const { tokenHash, expiresAt } = claimSessions
      const isOld = lt(expiresAt, before)
      const old = db.select({ tokenHash }).from(claimSessions).where(isOld).limit(PORTION_ROWS)
      const isOne = inArray(tokenHash, old)
      return againIfFull(await db.delete(claimSessions).where(isOne).run())
    },

    /** Also those whose watch is gone. */
    watchTopics: (before, after) =>
      db.transaction(async (tx) => {
        const rows = await tx
          .select({
            row: sql<number>`${watchTopics}.rowid`,
            watch: state,
          })
          .from(watchTopics)
          .leftJoin(
            watches,
            and(eq(watches.chainUid, watchTopics.chainUid), eq(watches.txHash, watchTopics.txHash)),
          )
          .where(sql`${watchTopics}.rowid > ${after}`)
          .orderBy(sql`${watchTopics}.rowid`)
          .limit(PORTION_ROWS)
          .all()
        const gone = rows
          .filter(({ watch }) => !watch || isOver(watch, before))
          .map(({ row }) => row)
        await tx
          .delete(watchTopics)
          .where(inArray(sql`${watchTopics}.rowid`, gone))
          .run()
        return lastOf(rows)
      }),

    hopTimes: async () => {
      const { kind, chainUid, id } = hopTimes
      const places = await db.selectDistinct({ kind, chainUid }).from(hopTimes).all()
      const gone: number[] = []
      for (const place of places) {
        const isThere = and(eq(kind, place.kind), eq(chainUid, place.chainUid))
        const oldest = await db
          .select({ id })
          .from(hopTimes)
          .where(isThere)
          .orderBy(desc(id))
          .limit(1)
          .offset(KEEP_HOP_TIMES - 1)
          .get()
        if (!oldest) continue
        const isOld = and(isThere, lt(id, oldest.id))
        const old = await db.select({ id }).from(hopTimes).where(isOld).limit(PORTION_ROWS).all()
        gone.push(...old.map((row) => row.id))
      }
      await db.delete(hopTimes).where(inArray(id, gone)).run()
      return gone.length === 0 ? undefined : 0
    },

    playgroundMessages: async (before) => {
      const { chat, seq, id, at } = playgroundMessages
      const chats = await db
        .select({ chat })
        .from(playgroundMessages)
        .groupBy(chat)
        .having(sql`count(*) > ${KEEP_MESSAGES}`)
        .all()
      const gone: number[] = []
      for (const one of chats) {
        const newer = db
          .select({ seq })
          .from(playgroundMessages)
          .where(eq(chat, one.chat))
          .orderBy(desc(seq))
          .limit(1)
          .offset(KEEP_MESSAGES - 1)
        const isOld = and(eq(chat, one.chat), lt(seq, newer), lt(at, before))
        const old = await db
          .select({ id })
          .from(playgroundMessages)
          .where(isOld)
          .limit(PORTION_ROWS)
          .all()
        gone.push(...old.map((row) => row.id))
      }
      await db.delete(playgroundMessages).where(inArray(id, gone)).run()
      return gone.length === 0 ? undefined : 0
    },
  }
}

/**
 * Whether a transaction ended before a time: by the block of its last hop, or by when it was opened where that came later, as of one that was asked for once it had
 * ended.
 */
function isOver(
  {
    outcome,
    progress,
    openedAt,
  }: Pick<typeof watches.$inferSelect, 'outcome' | 'progress' | 'openedAt'>,
  before: Date,
): boolean {
  const times = progress.hops.map(({ timeMs = 0 }) => timeMs)
  const hasEnded = FINAL_OUTCOMES.some((end) => end === outcome)
  return hasEnded && Math.max(openedAt.getTime(), ...times) < before.getTime()
}

/** A portion that takes whatever is left begins at the front again. */
const againIfFull = ({ changes }: { changes: number }): number | undefined =>
  changes < PORTION_ROWS ? undefined : 0

/** Where the next portion begins; `undefined` where these rows were the last. */
const lastOf = (rows: readonly { row: number }[]): number | undefined =>
  rows.length < PORTION_ROWS ? undefined : rows.at(-1)?.row

/** Whom it is for stays: claims are found by that. `undefined` where nothing is left to be forgotten. */
function withoutBytes(build: SignableBuild): SignableBuild | undefined {
  if (build.type !== 'meta') return build.msgs.length === 0 ? undefined : { ...build, msgs: [] }
  const { data, sign } = build
  if (sign.text === '') return undefined
  return { ...build, data: { ...data, call_data: [] }, sign: { ...sign, text: '' } }
}
