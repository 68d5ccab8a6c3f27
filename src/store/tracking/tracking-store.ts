import { and, asc, desc, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'

import { beginningOf, txIdOf, type Observation } from '../../core/tracking/observation.ts'
import { OWN_REASONS, OwnReason } from '../../core/terms/known-reason.ts'
import { askerOf } from '../../core/tracking/notice.ts'
import { FINAL_OUTCOMES, hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type { TrackingStore, Watch } from '../../services/tracking/tracking-store-port.ts'
import type { Db, Handle } from '../database.ts'
import { tellPerson, tellTopic } from '../chats/outbox.ts'
import {
  cursors,
  hopTimes,
  observations,
  payoutIds,
  watches,
  watchTopics,
} from './tracking-tables.ts'
import { tellWebhooks } from './webhook-store.ts'

type Row = typeof watches.$inferSelect

/** Hashes are kept in lower case: EVM wallets and CometBFT write them differently. */
const lower = (txHash: string) => txHash.toLowerCase()

export function createTrackingStore(db: Db): TrackingStore {
  const isWatch = (chainUid: string, txHash: string) =>
    and(eq(watches.chainUid, chainUid), eq(watches.txHash, lower(txHash)))

  // What every chain asks with every block.
  const { placeholder } = sql
  const cursorOf = db
    .select()
    .from(cursors)
    .where(eq(cursors.chainUid, placeholder('chainUid')))
    .prepare()
  const toLookUp = db
    .select()
    .from(watches)
    .where(
      and(
        eq(watches.chainUid, placeholder('chainUid')),
        sql`${watches.lookAt} <= ${placeholder('nowMs')}`,
        IS_PENDING,
      ),
    )
    .orderBy(asc(watches.lookAt))
    .limit(placeholder('limit'))
    .prepare()
  const awaitingUntil = db
    .select()
    .from(watches)
    .where(
      and(
        eq(watches.awaits, placeholder('chainUid')),
        sql`${watches.dueMs} <= ${placeholder('dueMs')}`,
      ),
    )
    .prepare()

  return {
    async cursor(chainUid) {
      return (await cursorOf.get({ chainUid }))?.height
    },
    async addBlock(chainUid, height, block) {
      await db.transaction(async (tx) => {
        for (const observation of block) await keep(tx, observation)
        await tx
          .insert(cursors)
          .values({ chainUid, height })
          .onConflictDoUpdate({ target: cursors.chainUid, set: { height } })
          .run()
      })
    },
    async addObservations(found) {
      await db.shared.transaction(async (tx) => {
        for (const observation of found) await keep(tx, observation)
      })
    },
    async observationsOf(txId) {
      const { txId: column } = observations
      // A range, since LIKE uses no index; ';' is the character after ':'.
      const isIt = (id: typeof column | typeof payoutIds.parentTxId) =>
        txId.endsWith(':') ? and(gt(id, txId), lt(id, `${txId.slice(0, -1)};`)) : eq(id, txId)
      // Asked first: PostgreSQL reads all of a table for "this, or what that query gives".
      const payouts = await db
        .select({ txId: payoutIds.txId })
        .from(payoutIds)
        .where(isIt(payoutIds.parentTxId))
        .all()
      const isPayout = inArray(
        column,
        payouts.map((payout) => payout.txId),
      )
      const isOfIt = payouts.length === 0 ? isIt(column) : or(isIt(column), isPayout)
      const rows = await db
        .select()
        .from(observations)
        .where(isOfIt)
        .orderBy(asc(observations.height), asc(observations.msgIndex))
        .all()
      return rows.map(({ observation }) => withReason(observation, observation.error))
    },
    async observationsIn(chainUid, txHash) {
      const isIn = and(eq(observations.chainUid, chainUid), eq(observations.txHash, lower(txHash)))
      return (
        await db.select().from(observations).where(isIn).orderBy(asc(observations.msgIndex)).all()
      ).map(({ observation }) => withReason(observation, observation.error))
    },
    async openWatch({ chain_uid, tx_hash, openedAt, ...watch }, topic) {
      const key = keyOf(chain_uid, tx_hash)
      return db.shared.transaction(async (tx) => {
        const row = { ...key, ...stateOf(watch), openedAt }
        const { changes } = await tx.insert(watches).values(row).onConflictDoNothing().run()
        if (topic !== undefined)
          await tx
            .insert(watchTopics)
            .values({ ...key, topic })
            .onConflictDoNothing()
            .run()
        return changes > 0
      })
    },
    async saveWatch({ chain_uid, tx_hash, ...watch }, { tell, hopTimes: times, now }) {
      await db.transaction(async (tx) => {
        await tx.update(watches).set(stateOf(watch)).where(isWatch(chain_uid, tx_hash)).run()
        for (const { kind, chain_uid: chainUid, ms } of times)
          await tx.insert(hopTimes).values({ kind, chainUid, ms }).run()
        if (!tell) return
        await tellWebhooks(tx, chain_uid, tx_hash, now)
        const isOfWatch = and(
          eq(watchTopics.chainUid, chain_uid),
          eq(watchTopics.txHash, lower(tx_hash)),
        )
        const hasEnded = hasNothingToCome(watch.progress.outcome)
        for (const { topic } of await tx.select().from(watchTopics).where(isOfWatch).all())
          await tellReader(tx, topic, { chain_uid, tx_hash, hasEnded, now })
      })
    },
    async watch(chainUid, txHash) {
      const row = await db.select().from(watches).where(isWatch(chainUid, txHash)).get()
      return row && fromRow(row)
    },
    async touchedWatches(chainUid, hashes, txIds) {
      const parents = (
        await db
          .select({ id: payoutIds.parentTxId })
          .from(payoutIds)
          .where(inArray(payoutIds.txId, txIds))
          .all()
      ).flatMap(({ id }) => [id, beginningOf(id)])
      const isTouched = or(
        and(eq(watches.chainUid, chainUid), inArray(watches.txHash, hashes.map(lower))),
        inArray(watches.txId, [...txIds, ...parents]),
      )
      return (await db.select().from(watches).where(and(isTouched, HAS_NOT_ENDED)).all()).map(
        fromRow,
      )
    },
    async watchesToLookUp(chainUid, now, limit) {
      return (await toLookUp.all({ chainUid, nowMs: now.getTime(), limit })).map(fromRow)
    },
    async watchesAwaiting(chainUid, dueMs) {
      const rows =
        dueMs === undefined
          ? await db.select().from(watches).where(eq(watches.awaits, chainUid)).all()
          : await awaitingUntil.all({ chainUid, dueMs })
      return rows.map(fromRow)
    },
    async hopTimes({ kind, chain_uid }, limit) {
      return (
        await db
          .select()
          .from(hopTimes)
          .where(and(eq(hopTimes.kind, kind), eq(hopTimes.chainUid, chain_uid)))
          .orderBy(desc(hopTimes.id))
          .limit(limit)
          .all()
      ).map(({ ms }) => ms)
    },
  }
}

/** Who asked for the end alone hears nothing before, and of the end once. */
async function tellReader(
  tx: Handle,
  topic: string,
  change: { chain_uid: string; tx_hash: string; hasEnded: boolean; now: Date },
): Promise<void> {
  const { chain_uid, tx_hash, hasEnded, now } = change
  const asker = askerOf(topic)
  if (!asker) return tellTopic(tx, topic, now)
  if (!hasEnded) return
  const { platform, userId } = asker
  const fact = { kind: 'transaction-ended', chainUid: chain_uid, txHash: tx_hash } as const
  const once = [chain_uid, tx_hash, platform, userId].join(':')
  const to = { platform, handle: '' } // found by the account itself
  await tellPerson(tx, { fact, once, to, userId }, now)
}

const IS_PENDING = eq(watches.outcome, 'pending')
const HAS_NOT_ENDED = notInArray(watches.outcome, [...FINAL_OUTCOMES])

async function keep(tx: Handle, observation: Observation): Promise<void> {
  const { chain_uid, tx_hash, msg_index, height } = observation
  const row = {
    ...keyOf(chain_uid, tx_hash),
    msgIndex: msg_index,
    txId: txIdOf(observation) ?? null,
    height,
    observation,
  }
  await tx.insert(observations).values(row).onConflictDoNothing().run()
  for (const event of observation.events)
    if (event.kind === 'send_packet' && event.parent_tx_id !== undefined)
      await tx
        .insert(payoutIds)
        .values({ txId: event.tx_id, parentTxId: event.parent_tx_id })
        .onConflictDoNothing()
        .run()
}

const keyOf = (chainUid: string, txHash: string) => ({ chainUid, txHash: lower(txHash) })

function stateOf({
  txId,
  progress,
  awaited,
  lookAt,
}: Omit<Watch, 'chain_uid' | 'tx_hash' | 'openedAt'>) {
  return {
    txId: txId ?? null,
    progress,
    outcome: progress.outcome,
    awaits: awaited?.chain_uid ?? null,
    dueMs: awaited?.dueMs ?? null,
    lookAt: lookAt ?? null,
  }
}

const REASONS = new Map(OwnReason.options.map((reason) => [OWN_REASONS[reason], reason]))

/** Rows of earlier versions have our own reasons as sentences alone. */
function withReason<Told extends { reason?: OwnReason | undefined }>(row: Told, words = ''): Told {
  const reason = row.reason ?? REASONS.get(words)
  return reason === undefined ? row : { ...row, reason }
}

function fromRow({
  chainUid,
  txHash,
  txId,
  progress,
  openedAt,
  awaits,
  dueMs,
  lookAt,
}: Row): Watch {
  return {
    chain_uid: chainUid,
    tx_hash: txHash,
    txId: txId ?? undefined,
    progress: {
      ...progress,
      hops: progress.hops.map((hop) => withReason(hop, hop.detail)),
    },
    openedAt,
    awaited: awaits === null ? undefined : { chain_uid: awaits, ...(dueMs !== null && { dueMs }) },
    lookAt: lookAt ?? undefined,
  }
}
