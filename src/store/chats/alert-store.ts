import { and, asc, count, eq, gte, lte, or } from 'drizzle-orm'

import { accountKey, readAccountKey } from '../../core/terms/identity.ts'
import {
  writeReached,
  type PriceAlert,
  type PriceAlertStore,
} from '../../services/market/price-alerts.ts'
import type { Db } from '../database.ts'
import { priceAlerts } from './chat-tables.ts'
import { tellPerson } from './outbox.ts'
import { noteMade } from './update-store.ts'
import { eqLiteral } from '../columns.ts'

/** Digits of a target in its column: more than a price with 18 decimals has, so texts are ordered as the numbers are. */
const DIGITS = 60
const USD = '' // of the column, where no other token is meant
const padded = (price: bigint): string => `${price}`.padStart(DIGITS, '0')

/** Alerts that wait for a price. One that was reached is gone in the transaction that has its owner told, so it is told once. */
export function createAlertStore(db: Db): PriceAlertStore {
  const isOf = (owner: PriceAlert['owner']) => eq(priceAlerts.ownerAccount, accountKey(owner))
  return {
    async add({ id, owner, token, other, side, target }, most, now, from) {
      return db.transaction(async (tx) => {
        const kept = await tx.select({ rows: count() }).from(priceAlerts).where(isOf(owner)).get()
        if ((kept?.rows ?? 0) >= most) return false
        await noteMade(tx, from, { kind: 'alert', id })
        const pair = { token, other: other ?? USD }
        const row = { id, ownerAccount: accountKey(owner), ownerHandle: owner.handle ?? null }
        await tx
          .insert(priceAlerts)
          .values({ ...row, ...pair, side, target: padded(target), createdAt: now })
          .run()
        return true
      })
    },
    async of(owner) {
      const theirs = db.select().from(priceAlerts).where(isOf(owner))
      return (await theirs.orderBy(asc(priceAlerts.createdAt), asc(priceAlerts.id)).all()).map(
        fromRow,
      )
    },
    async remove(owner, id) {
      const isIt = and(isOf(owner), eq(priceAlerts.id, id))
      return (await db.delete(priceAlerts).where(isIt).run()).changes === 1
    },
    async pairs() {
      const { token, other } = priceAlerts
      const rows = await db.selectDistinct({ token, other }).from(priceAlerts).all()
      return rows.map((row) => ({ token: row.token, other: row.other || undefined }))
    },
    async reach({ token, other }, price, most, now) {
      const { side, target } = priceAlerts
      const isReached = or(
        and(eqLiteral(side, 'above'), lte(target, padded(price))),
        and(eqLiteral(side, 'below'), gte(target, padded(price))),
      )
      const isPair = and(eq(priceAlerts.token, token), eq(priceAlerts.other, other ?? USD))
      return db.transaction(async (tx) => {
        const due = tx.select().from(priceAlerts).where(and(isPair, isReached))
        const rows = await due.limit(most).all()
        for (const row of rows) {
          await tx.delete(priceAlerts).where(eq(priceAlerts.id, row.id)).run()
          const { owner, ...alert } = fromRow(row)
          await tellPerson(
            tx,
            {
              fact: { kind: 'price-reached', reached: writeReached({ ...alert, price }) },
              once: row.id,
              to: { platform: owner.platform, handle: owner.handle ?? '' },
              userId: owner.userId,
            },
            now,
          )
        }
        return rows.length
      })
    },
  }
}

const fromRow = (row: typeof priceAlerts.$inferSelect): PriceAlert => ({
  id: row.id,
  owner: { ...readAccountKey(row.ownerAccount), handle: row.ownerHandle ?? undefined },
  token: row.token,
  other: row.other || undefined,
  side: row.side,
  target: BigInt(row.target),
})
