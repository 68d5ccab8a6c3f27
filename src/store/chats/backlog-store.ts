import {
  and,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'

import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import { Outcome } from '../../core/tracking/progress.ts'
import type { Db } from '../database.ts'
import { SET_ASIDE } from './outbox.ts'
import { liveCards, outbox } from './chat-tables.ts'
import { claimers } from '../claims/claim-tables.ts'
import { prices } from '../signing/signing-tables.ts'
import { watches, watchTopics } from '../tracking/tracking-tables.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** So long a change that was told is known as told. */
const KEEP_DELIVERED_MS = DAY_MS
/** What was asked about a transaction that does not exist stays so long, and where somebody follows it as long as its card. */
const KEEP_NOT_FOUND_MS = DAY_MS
const KEEP_FOLLOWED_MS = 30 * DAY_MS
/** No chart goes further back. */
const KEEP_PRICES_MS = 30 * DAY_MS

/** Named one by one: what an index finds is what a column is, not what it is not. */
const OPEN_OUTCOMES = Outcome.options.filter((outcome) => !hasNothingToCome(outcome))

/** Since when a watch has been open. */
export type Age = 'minute' | 'hour' | 'day' | 'older'

/** What waits to be done, and forgetting what is done. Nothing of money is ever forgotten here. */
export function createBacklogStore(db: Db) {
  return {
    /** Watches that have not ended, by state and age. */
    async openWatches(now: Date): Promise<{ outcome: string; age: Age; count: number }[]> {
      const since = (ms: number) => now.getTime() - ms
      const age = sql<Age>`case
        when ${watches.openedAt} > ${since(MINUTE_MS)} then 'minute'
        when ${watches.openedAt} > ${since(HOUR_MS)} then 'hour'
        when ${watches.openedAt} > ${since(DAY_MS)} then 'day' else 'older' end`
      return db
        .select({ outcome: watches.outcome, age, count: count() })
        .from(watches)
        .where(inArray(watches.outcome, OPEN_OUTCOMES))
        .groupBy(sql`1`, sql`2`) // by what is selected
        .all()
    },
    /** Watches that are late: something that should have come did not. */
    async stuckWatches(): Promise<number> {
      const isStuck = inArray(watches.outcome, ['timed_out', 'needs_attention'])
      return (await db.select({ count: count() }).from(watches).where(isStuck).get())?.count ?? 0
    },
    /**
     * Messages that are to be told and cards that are to be edited, those overdue among them, and messages that wait for a person
     * to appear.
     */
    async outbox(now: Date): Promise<{ waiting: number; overdue: number; setAside: number }> {
      const isOpen = isNull(outbox.deliveredAt)
      const many = async (also: ReturnType<typeof eq>) =>
        (await db.select({ count: count() }).from(outbox).where(and(isOpen, also)).get())?.count ??
        0
      const cards = async (due: SQL | undefined) =>
        (await db.select({ count: count() }).from(liveCards).where(due).get())?.count ?? 0
      const minuteAgo = new Date(now.getTime() - MINUTE_MS)
      return {
        waiting:
          (await many(lt(outbox.notBefore, SET_ASIDE))) +
          (await cards(lt(liveCards.dueAt, SET_ASIDE))),
        overdue:
          (await many(lt(outbox.notBefore, minuteAgo))) +
          (await cards(lt(liveCards.dueAt, minuteAgo))),
        setAside:
          (await many(eq(outbox.notBefore, SET_ASIDE))) +
          (await cards(eq(liveCards.dueAt, SET_ASIDE))),
      }
    },
    /**
     * Forgets refreshes that were delivered long ago. Transactions that nobody found go, since anybody can ask for what does not exist. Prices of more than
     * a month ago go too. Notices to people stay, since their ids keep them from being sent twice. Who asked for a claimer is
     * forgotten after a day.
     */
    async prune(now: Date): Promise<{ rows: number }> {
      const before = (ms: number) => new Date(now.getTime() - ms)
      return db.transaction(async (tx) => {
        const isTold = and(
          eq(outbox.kind, 'refresh'),
          lt(outbox.deliveredAt, before(KEEP_DELIVERED_MS)),
        )
        const rows = (await tx.delete(outbox).where(isTold).run()).changes
        const topics = tx
          .select()
          .from(watchTopics)
          .where(
            and(eq(watchTopics.chainUid, watches.chainUid), eq(watchTopics.txHash, watches.txHash)),
          )
        const isForgotten = or(
          and(notExists(topics), lt(watches.openedAt, before(KEEP_NOT_FOUND_MS))),
          lt(watches.openedAt, before(KEEP_FOLLOWED_MS)),
        )
        await tx
          .delete(watches)
          .where(and(eq(watches.outcome, 'not_found'), isForgotten))
          .run()
        const itsWatch = tx
          .select()
          .from(watches)
          .where(
            and(eq(watches.chainUid, watchTopics.chainUid), eq(watches.txHash, watchTopics.txHash)),
          )
        await tx.delete(watchTopics).where(notExists(itsWatch)).run()
        // The last price before that time still held after it.
        const isPassed = sql`exists (select 1 from ${prices} as newer where newer.token = ${prices.token}
          and newer.at > ${prices.at} and newer.at <= ${before(KEEP_PRICES_MS).getTime()})`
        await tx.delete(prices).where(isPassed).run()
        const isOld = and(isNotNull(claimers.askedBy), lt(claimers.createdAt, before(DAY_MS)))
        await tx.update(claimers).set({ askedBy: null }).where(isOld).run()
        return { rows }
      })
    },
  }
}
