import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import type { Observation } from '../../core/tracking/observation.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { at } from '../columns.ts'

/** How far each chain was read: every final block up to `height` is in `observations`. Beside them, by names of its own (`booksCursor`), up to which number claims were looked at. */
export const cursors = sqliteTable('cursors', {
  chainUid: text('chain_uid').primaryKey(),
  height: integer('height').notNull(),
  /**
   * What the block after that one has to name as the one before it; null where it is not known, and the next one is taken as it is. A server of
   * the version before moves `height` alone, so it is said which block the hash is of.
   */
  hash: text('hash'),
  hashHeight: integer('hash_height'),
  /** The chain's own time that it was read up to at least; null where that is not known. */
  takenTo: at('taken_to'),
})

/** One row: the latest time that was seen, by our clock and the hub's blocks. A process that starts with an earlier clock goes on from there. */
export const seenTime = sqliteTable('seen_time', {
  id: integer('id').primaryKey(), // always 1
  at: at('at').notNull(),
})

/** What the protocol did in final blocks. */
export const observations = sqliteTable(
  'observations',
  {
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    msgIndex: integer('msg_index').notNull(),
    txId: text('tx_id'),
    height: integer('height').notNull(),
    observation: text('observation', { mode: 'json' }).$type<Observation>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainUid, table.txHash, table.msgIndex] }),
    index('observations_tx_id').on(table.txId),
  ],
)

/** Payouts that have ids of their own, and the transactions that have ordered them: the hub alone says which. */
export const payoutIds = sqliteTable(
  'payout_ids',
  {
    txId: text('tx_id').primaryKey(),
    parentTxId: text('parent_tx_id').notNull(),
  },
  (table) => [index('payout_ids_parent').on(table.parentTxId)],
)

/** Transactions that are being followed. */
export const watches = sqliteTable(
  'watches',
  {
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    txId: text('tx_id'), // null until the transaction was seen
    progress: text('progress', { mode: 'json' }).$type<Progress>().notNull(),
    outcome: text('outcome').notNull(),
    openedAt: at('opened_at').notNull(),
    /** The chain on which it must go on, null once it has ended, and the time there from which on that is late. */
    awaits: text('awaits'),
    dueMs: integer('due_ms'), // unix milliseconds
    /** When to ask its chain for the hash again; null once it is in a final block. */
    lookAt: at('look_at').default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.chainUid, table.txHash] }),
    index('watches_outcome').on(table.outcome),
    index('watches_tx_id').on(table.txId),
    index('watches_awaits').on(table.awaits, table.dueMs),
    index('watches_look').on(table.chainUid, table.lookAt),
  ],
)

/** What the hops of completed transactions took, the newest last: estimates come from them. */
export const hopTimes = sqliteTable(
  'hop_times',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    chainUid: text('chain_uid').notNull(),
    ms: integer('ms').notNull(),
  },
  (table) => [index('hop_times_place').on(table.kind, table.chainUid, table.id)],
)

/** What is told when a watch changes. */
export const watchTopics = sqliteTable(
  'watch_topics',
  {
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    topic: text('topic').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainUid, table.txHash, table.topic] })],
)

/**
 * Addresses of integrators that are told of a watch's changes. What is still to be told is one state, the newest: `dueAt` is
 * when to try, null while nothing is new. A row is gone once the end was told, or nobody took it for a day.
 */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(), // a digest of chain, hash and url: who asks twice is told once
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    url: text('url').notNull(),
    /**
     * The change that is to be told: since when, how often it was tried, and its number for message ids. Numbers grow from the
     * time (unix milliseconds), so that none comes again where an address is forgotten and taken in once more.
     */
    changedAt: at('changed_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    changes: integer('changes').notNull().default(1),
    dueAt: at('due_at'),
  },
  (table) => [
    index('webhooks_watch').on(table.chainUid, table.txHash),
    index('webhooks_due').on(table.dueAt),
  ],
)
