import { and, asc, eq } from 'drizzle-orm'

import { txIdOf } from '../core/tracking/observation.ts'
import type { TrackingStore, Watch } from '../core/tracking/tracker.ts'
import type { Db } from './database.ts'
import { tellTopic } from './outbox.ts'
import { cursors, observations, watches, watchTopics } from './tables.ts'

type Row = typeof watches.$inferSelect

/** Hashes are kept in lower case: EVM wallets and CometBFT write them differently. */
const key = (txHash: string) => txHash.toLowerCase()

export function createTrackingStore(db: Db): TrackingStore {
  const isWatch = (chainUid: string, txHash: string) =>
    and(eq(watches.chainUid, chainUid), eq(watches.txHash, key(txHash)))

  return {
    async cursor(chainUid) {
      return db.select().from(cursors).where(eq(cursors.chainUid, chainUid)).get()?.height
    },
    async addBlock(chainUid, height, block) {
      db.transaction((tx) => {
        for (const observation of block) {
          const { tx_hash, msg_index } = observation
          const row = {
            chainUid,
            txHash: key(tx_hash),
            msgIndex: msg_index,
            txId: txIdOf(observation) ?? null,
            height,
            observation,
          }
          tx.insert(observations).values(row).onConflictDoNothing().run()
        }
        tx.insert(cursors)
          .values({ chainUid, height })
          .onConflictDoUpdate({ target: cursors.chainUid, set: { height } })
          .run()
      })
    },
    async observationsOf(txId) {
      const rows = db
        .select()
        .from(observations)
        .where(eq(observations.txId, txId))
        .orderBy(asc(observations.height), asc(observations.msgIndex))
        .all()
      return rows.map(({ observation }) => observation)
    },
    async observationsIn(chainUid, txHash) {
      const isIn = and(eq(observations.chainUid, chainUid), eq(observations.txHash, key(txHash)))
      return db
        .select()
        .from(observations)
        .where(isIn)
        .orderBy(asc(observations.msgIndex))
        .all()
        .map(({ observation }) => observation)
    },
    async openWatch({ chain_uid, tx_hash, txId, progress, openedAt }, topic) {
      const row = {
        chainUid: chain_uid,
        txHash: key(tx_hash),
        txId: txId ?? null,
        progress,
        outcome: progress.outcome,
        openedAt,
      }
      db.transaction((tx) => {
        tx.insert(watches).values(row).onConflictDoNothing().run()
        tx.insert(watchTopics)
          .values({ chainUid: chain_uid, txHash: key(tx_hash), topic })
          .onConflictDoNothing()
          .run()
      })
    },
    async saveProgress({ chain_uid, tx_hash, txId, progress }, now) {
      db.transaction((tx) => {
        tx.update(watches)
          .set({ txId: txId ?? null, progress, outcome: progress.outcome })
          .where(isWatch(chain_uid, tx_hash))
          .run()
        const isOfWatch = and(
          eq(watchTopics.chainUid, chain_uid),
          eq(watchTopics.txHash, key(tx_hash)),
        )
        for (const { topic } of tx.select().from(watchTopics).where(isOfWatch).all())
          tellTopic(tx, topic, now)
      })
    },
    async watch(chainUid, txHash) {
      const row = db.select().from(watches).where(isWatch(chainUid, txHash)).get()
      return row && fromRow(row)
    },
    async openWatches() {
      return db.select().from(watches).where(eq(watches.outcome, 'pending')).all().map(fromRow)
    },
  }
}

function fromRow({ chainUid, txHash, txId, progress, openedAt }: Row): Watch {
  return { chain_uid: chainUid, tx_hash: txHash, txId: txId ?? undefined, progress, openedAt }
}
