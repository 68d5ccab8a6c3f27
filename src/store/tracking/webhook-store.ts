import {
  and,
  asc,
  eq,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm'

import type { WebhookStore } from '../../services/tracking/webhooks.ts'
import type { Db, Handle } from '../database.ts'
import { preparedOn } from '../prepared.ts'
import { watches, webhooks } from './tracking-tables.ts'

/** After more, an address is one that refuses. */
const FEW_ATTEMPTS = 3

/** Addresses are kept in the form that `URL` gives them. */
const isOn = (host: string) =>
  or(
    ...['https', 'http'].map((scheme) => {
      const beginning = `${scheme}://${host}/`
      return eq(sql`substr(${webhooks.url}, 1, ${beginning.length})`, beginning)
    }),
  )

/** A number that no message had yet: the time, or one more where that is not later. */
const nextChange = (nowMs: number | Placeholder) => {
  const time = sql`cast(${nowMs} as bigint)`
  return sql`case when ${webhooks.changes} < ${time} then ${time} else ${webhooks.changes} + 1 end`
}

export function createWebhookStore(db: Db): WebhookStore {
  const isHook = (id: string) => eq(webhooks.id, id)
  return {
    async add({ id, chain_uid: chainUid, tx_hash, url }, now) {
      const place = { chainUid, txHash: tx_hash.toLowerCase(), url }
      const row = { id, ...place, changes: now.getTime(), changedAt: now, dueAt: now }
      await db.shared
        .insert(webhooks)
        .values(row)
        .onConflictDoUpdate({
          target: webhooks.id,
          set: { changes: nextChange(row.changes), changedAt: now, dueAt: now },
          setWhere: isNull(webhooks.dueAt),
        })
        .run()
    },
    async due(host, now, limit) {
      const seen = db
        .select({ chainUid: watches.chainUid })
        .from(watches)
        .where(
          and(
            eq(watches.chainUid, webhooks.chainUid),
            eq(watches.txHash, webhooks.txHash),
            isNull(watches.lookAt),
          ),
        )
      const turn = sql`case when ${webhooks.attempts} > 0 and ${notExists(seen)} then 2
        when ${webhooks.attempts} > ${FEW_ATTEMPTS} then 1 else 0 end`
      return (
        await db
          .select()
          .from(webhooks)
          .where(and(lte(webhooks.dueAt, now), isOn(host)))
          .orderBy(turn, asc(webhooks.dueAt))
          .limit(limit)
          .all()
      ).map(({ chainUid, txHash, dueAt: _dueAt, ...hook }) => ({
        ...hook,
        chain_uid: chainUid,
        tx_hash: txHash,
      }))
    },
    async keepOnly(hosts) {
      await db
        .delete(webhooks)
        .where(not(or(...hosts.map(isOn)) ?? sql`false`))
        .run()
    },
    async settle({ id, changes }, now) {
      const isNewest = eq(webhooks.changes, changes)
      await db.transaction(async (tx) => {
        await tx
          .update(webhooks)
          .set({ dueAt: null, attempts: 0 })
          .where(and(isHook(id), isNewest))
          .run()
        await tx
          .update(webhooks)
          .set({ dueAt: now, changedAt: now, attempts: 0 })
          .where(and(isHook(id), ne(webhooks.changes, changes)))
          .run()
      })
    },
    async postpone(id, dueAt) {
      const attempts = sql`${webhooks.attempts} + 1`
      await db.update(webhooks).set({ attempts, dueAt }).where(isHook(id)).run()
    },
    async remove(id) {
      await db.delete(webhooks).where(isHook(id)).run()
    },
  }
}

/** A watch has another state. What waits to be told already keeps its turn. Call it in the transaction of the change itself. */
export async function tellWebhooks(
  handle: Handle,
  chainUid: string,
  txHash: string,
  now: Date,
): Promise<void> {
  const nowMs = now.getTime()
  await anotherState(handle).run({ chainUid, txHash: txHash.toLowerCase(), nowMs })
}

const anotherState = preparedOn((handle) => {
  const nowMs = sql`cast(${sql.placeholder('nowMs')} as bigint)`
  return handle
    .update(webhooks)
    .set({
      changes: nextChange(sql.placeholder('nowMs')),
      changedAt: sql`case when ${webhooks.dueAt} is null then ${nowMs} else ${webhooks.changedAt} end`,
      dueAt: sql`coalesce(${webhooks.dueAt}, ${nowMs})`,
    })
    .where(
      and(
        eq(webhooks.chainUid, sql.placeholder('chainUid')),
        eq(webhooks.txHash, sql.placeholder('txHash')),
      ),
    )
    .prepare()
})
