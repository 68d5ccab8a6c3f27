import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'

import type { OptOutStore } from '../../claims/opt-outs.ts'
import type { Db, Handle } from '../database.ts'
import { claimers } from './claim-tables.ts'
import { claimerFromRow } from './claimer-rows.ts'
import { optOuts } from '../people/people-tables.ts'
import { eqLiteral } from '../columns.ts'

/** Mailboxes that asked for no notices. */
export function createOptOutStore(db: Db): OptOutStore {
  /** A hash, or what it was moved to. A vault key can change more than once in the life of a link. */
  async function newestOf(handle: Handle, hash: string): Promise<string> {
    const row = await handle.select().from(optOuts).where(eq(optOuts.hash, hash)).get()
    return row && row.movedTo !== null ? await newestOf(handle, row.movedTo) : hash
  }

  return {
    async isOut(hash) {
      const isChosen = and(
        eq(optOuts.hash, await newestOf(db, hash)),
        isNotNull(optOuts.optedOutAt),
      )
      return (await db.select().from(optOuts).where(isChosen).get()) !== undefined
    },
    async choose(hash, at) {
      const optedOutAt = at ?? null
      return db.shared.transaction(async (tx) => {
        const newest = await newestOf(tx, hash)
        await tx
          .insert(optOuts)
          .values({ hash: newest, optedOutAt })
          .onConflictDoUpdate({ target: optOuts.hash, set: { optedOutAt } })
          .run()
        return newest
      })
    },
    // Any server does it: whoever opens an old link has what they choose carried over at once.
    async move(from, to) {
      await db.shared.transaction(async (tx) => {
        const isUnmoved = and(eq(optOuts.hash, from), isNull(optOuts.movedTo))
        const old = await tx.select().from(optOuts).where(isUnmoved).get()
        if (!old) return
        await tx.update(optOuts).set({ movedTo: to, optedOutAt: null }).where(isUnmoved).run()
        const optedOutAt = sql`coalesce(${optOuts.optedOutAt}, excluded.opted_out_at)`
        await tx
          .insert(optOuts)
          .values({ hash: to, optedOutAt: old.optedOutAt })
          // Back to a key of before: what was moved away from it comes back.
          .onConflictDoUpdate({ target: optOuts.hash, set: { optedOutAt, movedTo: null } })
          .run()
      })
    },
    async mailClaimers(after, most) {
      const byMail = and(gt(claimers.id, after), eqLiteral(claimers.platform, 'email'))
      const rows = db.select().from(claimers).where(byMail).orderBy(asc(claimers.id))
      return (await rows.limit(most).all()).map(claimerFromRow)
    },
  }
}
