import { and, desc, eq, gte, lte } from 'drizzle-orm'

import type { PriceStore } from '../../services/market/price-history.ts'
import type { Db } from '../database.ts'
import { prices as points } from './signing-tables.ts'

export function createPriceStore(db: Db): PriceStore {
  const heldAt: PriceStore['heldAt'] = (token, time) =>
    db
      .select({ at: points.at, price: points.price })
      .from(points)
      .where(and(eq(points.token, token), lte(points.at, time)))
      .orderBy(desc(points.at))
      .limit(1)
      .get()
  const since = (token: string, from: Date) =>
    db
      .select({ at: points.at, price: points.price })
      .from(points)
      .where(and(eq(points.token, token), gte(points.at, from)))
      .orderBy(points.at)
  return {
    heldAt,
    async nearest(token, time) {
      return (await heldAt(token, time)) ?? since(token, time).limit(1).get()
    },
    async add(prices, at) {
      await db.transaction(async (tx) => {
        for (const [token, price] of prices) {
          const isToken = eq(points.token, token)
          const newest = await tx
            .select()
            .from(points)
            .where(isToken)
            .orderBy(desc(points.at))
            .limit(1)
            .get()
          if (newest?.price !== price)
            await tx.insert(points).values({ token, at, price }).onConflictDoNothing().run()
        }
      })
    },
    async since(token, from) {
      return since(token, (await heldAt(token, from))?.at ?? from).all()
    },
  }
}
