import {
  and,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notLike,
  sql,
  type SQL,
} from 'drizzle-orm'

import { END_TOPICS } from '../../core/tracking/notice.ts'
import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import { Outcome } from '../../core/tracking/progress.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/terms/durations.ts'
import type { Db } from '../database.ts'
import { SET_ASIDE } from './outbox.ts'
import { liveCards, outbox } from './chat-tables.ts'
import { watches, watchTopics } from '../tracking/tracking-tables.ts'
import { inLiterals } from '../columns.ts'

/** What was late for longer has been told, and waking somebody for it again moves nothing. */
const STUCK_MS = 7 * DAY_MS

/** Named one by one: what an index finds is what a column is, not what it is not. */
const OPEN_OUTCOMES = Outcome.options.filter((outcome) => !hasNothingToCome(outcome))

/** Since when a watch has been open. */
export type Age = 'minute' | 'hour' | 'day' | 'older'

/** How much waits to be done. */
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
    /**
     * Watches that are late: something that should have come did not. Only of the last days, and of what people do here: anybody may have any
     * transaction of a chain followed, and what its nodes hid for good never comes. Of a text that may have run elsewhere, nothing is awaited.
     */
    async stuckWatches(now: Date): Promise<number> {
      const { chainUid, txHash, openedAt, outcome } = watches
      const isOurs = db
        .select({ topic: watchTopics.topic })
        .from(watchTopics)
        .where(
          and(
            eq(watchTopics.chainUid, chainUid),
            eq(watchTopics.txHash, txHash),
            notLike(watchTopics.topic, `${END_TOPICS}%`),
          ),
        )
      const isStuck = and(
        inLiterals(outcome, ['timed_out', 'needs_attention']),
        isNotNull(watches.awaits),
        gt(openedAt, new Date(now.getTime() - STUCK_MS)),
        exists(isOurs),
      )
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
  }
}
