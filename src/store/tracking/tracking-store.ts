import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'

import { beginningOf, txIdOf, type Observation } from '../../core/tracking/observation.ts'
import { OWN_REASONS, OwnReason } from '../../core/terms/known-reason.ts'
import { askerOf } from '../../core/tracking/notice.ts'
import { FINAL_OUTCOMES, hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type {
  TrackingStore,
  Watch,
  WatchChange,
} from '../../services/tracking/tracking-store-port.ts'
import type { Db, Handle } from '../database.ts'
import { askedTogether, readInLists } from '../asked-together.ts'
import { booksCursor } from '../../claims/books-check.ts'
import { audit } from '../claims/audit-log.ts'
import { tellPerson, tellTopic } from '../chats/outbox.ts'
import { redemptions } from '../claims/claim-tables.ts'
import { relays } from '../signing/signing-tables.ts'
import {
  cursors,
  hopTimes,
  observations,
  payoutIds,
  watches,
  watchTopics,
  webhooks,
} from './tracking-tables.ts'
import { tellWebhooks } from './webhook-store.ts'
import { eqLiteral } from '../columns.ts'
import { insertRow, preparedOn } from '../prepared.ts'

type Row = typeof watches.$inferSelect
type TxKey = Pick<Row, 'chainUid' | 'txHash'>
type TxIdColumn = typeof observations.txId | typeof payoutIds.parentTxId

const { placeholder } = sql

/** Hashes are kept in lower case: EVM wallets and CometBFT write them differently. */
const lower = (txHash: string) => txHash.toLowerCase()

export function createTrackingStore(db: Db): TrackingStore {
  // What every chain asks with every block.
  const cursorOf = db
    .select()
    .from(cursors)
    .where(eq(cursors.chainUid, placeholder('chainUid')))
    .prepare()
  const cursorAt = db
    .insert(cursors)
    .values({
      chainUid: placeholder('chainUid'),
      height: placeholder('height'),
      hash: placeholder('hash'),
      hashHeight: placeholder('height'),
      takenTo: sql`${placeholder('takenTo')}`,
    })
    .onConflictDoUpdate({
      target: cursors.chainUid,
      set: {
        height: sql`${placeholder('height')}`,
        hash: sql`${placeholder('hash')}`,
        hashHeight: sql`${placeholder('height')}`,
        takenTo: sql`coalesce(excluded.taken_to, ${cursors.takenTo})`,
      },
      setWhere: sql`${cursors.height} = ${placeholder('from')}`,
    })
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
    .orderBy(desc(exists(topicsOfWatch(db))), asc(watches.lookAt))
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

  const watchCalled = db
    .select()
    .from(watches)
    .where(
      and(eq(watches.chainUid, placeholder('chainUid')), eq(watches.txHash, placeholder('txHash'))),
    )
    .prepare()
  const observedIn = db
    .select({ observation: observations.observation })
    .from(observations)
    .where(
      and(
        eq(observations.chainUid, placeholder('chainUid')),
        eq(observations.txHash, placeholder('txHash')),
      ),
    )
    .orderBy(asc(observations.msgIndex))
    .prepare()
  const inTransaction = askedTogether<TxKey, Observation[]>({
    one: async (key) => (await observedIn.all(key)).map(asKept),
    async all(keys) {
      const found = new Map<string, Observation[]>()
      for (const [chainUid, ofChain] of grouped(keys, (key) => key.chainUid)) {
        const rows = await readInLists(
          ofChain.map(({ txHash }) => txHash),
          (hashes) =>
            db
              .select({ txHash: observations.txHash, observation: observations.observation })
              .from(observations)
              .where(and(eq(observations.chainUid, chainUid), inArray(observations.txHash, hashes)))
              .orderBy(asc(observations.msgIndex))
              .all(),
        )
        for (const [txHash, own] of grouped(rows, (row) => row.txHash))
          found.set(`${chainUid} ${txHash}`, own.map(asKept))
      }
      return ({ chainUid, txHash }) => found.get(`${chainUid} ${txHash}`) ?? []
    },
  })

  const observedWhere = (isIt: SQL | undefined) =>
    db
      .select({ txId: observations.txId, observation: observations.observation })
      .from(observations)
      .where(isIt)
      .orderBy(asc(observations.height), asc(observations.msgIndex))
  const payoutsWhere = (isIt: SQL | undefined) => db.select().from(payoutIds).where(isIt)
  const prepareBy = (isIt: (column: TxIdColumn) => SQL | undefined) => ({
    isIt,
    payouts: payoutsWhere(isIt(payoutIds.parentTxId)).prepare(),
    own: observedWhere(isIt(observations.txId)).prepare(),
  })
  const calledBy = prepareBy((column) => eq(column, placeholder('id')))
  // A range, since LIKE uses no index.
  const begunBy = prepareBy((column) =>
    and(gt(column, placeholder('id')), lt(column, placeholder('end'))),
  )
  /** By an id, or by the beginning of one, with a colon at its end. */
  async function observedBy(txId: string): Promise<Observation[]> {
    const { payouts, own, isIt } = txId.endsWith(':') ? begunBy : calledBy
    // ';' is the character after ':'.
    const asked = { id: txId, end: `${txId.slice(0, -1)};` }
    // Asked first: PostgreSQL reads all of a table for "this, or what that query gives".
    const ids = (await payouts.all(asked)).map((payout) => payout.txId)
    const rows =
      ids.length === 0
        ? await own.all(asked)
        : await observedWhere(or(isIt(observations.txId), inArray(observations.txId, ids)))
            .prepare()
            .all(asked)
    return rows.map(asKept)
  }
  const ofId = askedTogether<string, Observation[]>({
    one: observedBy,
    async all(txIds) {
      const ordered = await readInLists(txIds, (ids) =>
        payoutsWhere(inArray(payoutIds.parentTxId, ids)).all(),
      )
      const rows = await readInLists([...txIds, ...ordered.map(({ txId }) => txId)], (ids) =>
        observedWhere(inArray(observations.txId, ids)).all(),
      )
      const payouts = grouped(ordered, ({ parentTxId }) => parentTxId)
      const found = grouped(rows, ({ txId }) => txId)
      return (txId) => {
        const own = found.get(txId) ?? []
        const paid = payouts.get(txId)?.flatMap((payout) => found.get(payout.txId) ?? []) ?? []
        return [...own, ...paid].toSorted(inOrder).map(asKept)
      }
    },
  })

  return {
    async cursor(chainUid) {
      return (await cursorOf.get({ chainUid }))?.height
    },
    async lastTaken(chainUid) {
      const row = await cursorOf.get({ chainUid })
      if (!row) return undefined
      const { height, hash, hashHeight } = row
      return { height, hash: hashHeight === height && hash !== null ? hash : undefined }
    },
    async takenTo(chainUid) {
      return (await cursorOf.get({ chainUid }))?.takenTo ?? undefined
    },
    async moveCursor(chainUid, { height, hash }, from, takenTo) {
      const to = { height, hash: hash ?? null, takenTo: takenTo?.getTime() ?? null }
      const { changes } = await cursorAt.run({ chainUid, ...to, from: from ?? null })
      return changes > 0
    },
    async addObservations(found) {
      await db.shared.transaction(async (tx) => {
        for (const observation of found) await keep(tx, observation)
      })
    },
    observationsOf: (txId) => (txId.endsWith(':') ? observedBy(txId) : ofId(txId)),
    observationsIn: (chainUid, txHash) => inTransaction(keyOf(chainUid, txHash)),
    async openWatch({ chain_uid, tx_hash, openedAt, ...watch }, topic) {
      const key = keyOf(chain_uid, tx_hash)
      return db.shared.transaction(async (tx) => {
        const row = { ...key, ...stateOf(watch), openedAt }
        const { changes } = await insertRow(tx, watches, row, 'kept')
        if (topic !== undefined) await insertRow(tx, watchTopics, { ...key, topic }, 'kept')
        return changes > 0
      })
    },
    async forgetUnseen(most) {
      const { chainUid, txHash, openedAt } = watches
      const oldest = db
        .select({ chainUid, txHash })
        .from(watches)
        .where(isUnseenOfStrangers(db))
        .orderBy(desc(openedAt))
        .limit(FORGOTTEN_AT_ONCE)
        .offset(most)
      const isOne = sql`(${chainUid}, ${txHash}) in ${oldest}`
      await db.shared.delete(watches).where(isOne).run()
    },
    async saveWatches(changes, now) {
      await db.transaction(async (tx) => {
        for (const change of changes) await saveWatch(tx, change, now)
      })
    },
    async watch(chainUid, txHash) {
      const row = await watchCalled.get(keyOf(chainUid, txHash))
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
      const ids = [...txIds, ...parents]
      const here = hashes.map((txHash) => keyOf(chainUid, txHash))
      const places = grouped(
        [...here, ...(await transactionsNaming(db, ids))],
        (key) => key.chainUid,
      )
      const isTouched = or(
        ...[...places].map(([uid, keys]) => {
          const named = [...new Set(keys.map(({ txHash }) => txHash))]
          return and(eq(watches.chainUid, uid), inArray(watches.txHash, named))
        }),
        inArray(watches.txId, ids),
      )
      return (await db.select().from(watches).where(and(isTouched, HAS_NOT_ENDED)).all()).map(
        fromRow,
      )
    },
    async watchesToLookUp(chainUid, now, limit) {
      return (await toLookUp.all({ chainUid, nowMs: now.getTime(), limit })).map(fromRow)
    },
    async watchesDue(chainUid, dueMs) {
      return (await awaitingUntil.all({ chainUid, dueMs })).map(fromRow)
    },
    async watchesAwaiting(awaits, limit, after, isTimed = false) {
      const { chainUid, txHash, dueMs } = watches
      const isNext =
        after && sql`(${chainUid}, ${txHash}) > (${after.chain_uid}, ${lower(after.tx_hash)})`
      const rows = await db
        .select()
        .from(watches)
        .where(and(eq(watches.awaits, awaits), isNext, isTimed ? isNotNull(dueMs) : undefined))
        .orderBy(asc(chainUid), asc(txHash))
        .limit(limit)
        .all()
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

/**
 * Has a chain read again from a block on, whatever stood before that one, and writes that into the audit log. What was taken in stays, and is not kept twice.
 * All numbers of a hub's claims are looked at again, too.
 * Returns up to where it had been read; `undefined` where that is not so far, for no block may be left out.
 */
export async function readAgainFrom(
  db: Db,
  chainUid: string,
  height: number,
  now: Date,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const isIt = and(eq(cursors.chainUid, chainUid), gte(cursors.height, height - 1))
    const before = await tx.select().from(cursors).where(isIt).get()
    if (!before) return undefined
    const place = { height: height - 1, hash: null, hashHeight: null, takenTo: null }
    await tx.update(cursors).set(place).where(isIt).run()
    // Of blocks that are gone, the numbers of claims may have been given again.
    const books = booksCursor(chainUid)
    const isOfBooks = sql`substr(${cursors.chainUid}, 1, ${books.length}) = ${books}`
    await tx.update(cursors).set({ height: -1 }).where(isOfBooks).run()
    const heights = { from: height, to: before.height }
    await audit(tx, { kind: 'reread', chain: chainUid, ...heights }, now)
    return before.height
  })
}

/** The transactions that were observed under one of these ids, on any chain: one of several senders is followed by all of its ids. */
export const transactionsNaming = (handle: Handle, txIds: readonly string[]) =>
  handle
    .selectDistinct({
      chainUid: observations.chainUid,
      txHash: observations.txHash,
      txId: observations.txId,
    })
    .from(observations)
    .where(inArray(observations.txId, [...txIds]))
    .all()

/** Of what is unseen, so much is forgotten at a time: others wait for it. */
const FORGOTTEN_AT_ONCE = 2_000

/** A watch's topics, where a watch is selected. */
const topicsOfWatch = (handle: Handle) =>
  handle
    .select({ topic: watchTopics.topic })
    .from(watchTopics)
    .where(and(eq(watchTopics.chainUid, watches.chainUid), eq(watchTopics.txHash, watches.txHash)))

/**
 * What only strangers asked for, and no final block has shown: it has no reader and no webhook, and is none of the transactions that we send. Anybody can make
 * any number of those up; whoever asks for one again has it followed anew.
 */
export function isUnseenOfStrangers(handle: Handle): SQL | undefined {
  const { chainUid, txHash, lookAt } = watches
  const hooks = handle
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.chainUid, chainUid), eq(webhooks.txHash, txHash)))
  // Few, by an index of their own.
  const sent = [redemptions, relays].map((ours) =>
    handle
      .select({ hash: sql`lower(${ours.txHash})` })
      .from(ours)
      .where(eqLiteral(ours.status, 'signed')),
  )
  return and(
    IS_PENDING,
    isNotNull(lookAt),
    notExists(topicsOfWatch(handle)),
    notExists(hooks),
    ...sent.map((hashes) => sql`${txHash} not in ${hashes}`),
  )
}

/** Call it in a transaction. */
async function saveWatch(
  tx: Handle,
  { watch, tell, hopTimes: times }: WatchChange,
  now: Date,
): Promise<void> {
  const { chain_uid, tx_hash, progress } = watch
  const { setState, topicsOf } = changing(tx)
  const key = keyOf(chain_uid, tx_hash)
  const { lookAt, ...state } = stateOf(watch)
  await setState.run({
    ...key,
    ...state,
    progress: JSON.stringify(progress),
    lookAt: lookAt?.getTime() ?? null,
  })
  for (const { kind, chain_uid: chainUid, ms } of times)
    await insertRow(tx, hopTimes, { kind, chainUid, ms })
  if (!tell) return
  await tellWebhooks(tx, chain_uid, tx_hash, now)
  const hasEnded = hasNothingToCome(progress.outcome)
  for (const { topic } of await topicsOf.all(key))
    await tellReader(tx, topic, { chain_uid, tx_hash, hasEnded, now })
}

const changing = preparedOn((handle) => {
  const [chainUid, txHash] = [placeholder('chainUid'), placeholder('txHash')]
  const given = (column: string) => sql`${placeholder(column)}`
  return {
    setState: handle
      .update(watches)
      .set({
        txId: given('txId'),
        progress: given('progress'),
        outcome: given('outcome'),
        awaits: given('awaits'),
        dueMs: given('dueMs'),
        lookAt: given('lookAt'),
      })
      .where(and(eq(watches.chainUid, chainUid), eq(watches.txHash, txHash)))
      .prepare(),
    topicsOf: handle
      .select({ topic: watchTopics.topic })
      .from(watchTopics)
      .where(and(eq(watchTopics.chainUid, chainUid), eq(watchTopics.txHash, txHash)))
      .prepare(),
  }
})

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

const IS_PENDING = eqLiteral(watches.outcome, 'pending')
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
  await insertRow(tx, observations, row, 'kept')
  for (const event of observation.events)
    if (event.kind === 'send_packet' && event.parent_tx_id !== undefined)
      await insertRow(tx, payoutIds, { txId: event.tx_id, parentTxId: event.parent_tx_id }, 'kept')
}

/** By what they have in common, each in the order in which it was. */
function grouped<One, Key>(all: readonly One[], keyOfOne: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all) {
    const group = groups.get(keyOfOne(one))
    if (group) group.push(one)
    else groups.set(keyOfOne(one), [one])
  }
  return groups
}

type Kept = { observation: Observation }

const inOrder = ({ observation: one }: Kept, { observation: other }: Kept) =>
  one.height - other.height || one.msg_index - other.msg_index

const asKept = ({ observation }: Kept) => withReason(observation, observation.error)

const keyOf = (chainUid: string, txHash: string): TxKey => ({ chainUid, txHash: lower(txHash) })

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
