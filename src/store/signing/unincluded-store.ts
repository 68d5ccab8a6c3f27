import { and, eq, min } from 'drizzle-orm'

import type { Db } from '../database.ts'
import { redemptions } from '../claims/claim-tables.ts'
import { relays } from './signing-tables.ts'
import { eqLiteral } from '../columns.ts'

/** What a transaction of ours is for: a pay-out or return of a claim, or a text that an owner of vouchers signed. */
const SENT_KINDS = ['pay_out', 'text'] as const
type SentKind = (typeof SENT_KINDS)[number]

/** What was signed, is sent again and again, and is in no block yet. */
export function createUnincludedStore(db: Db) {
  const isPayOutLeft = eqLiteral(redemptions.status, 'signed')
  const isTextLeft = eqLiteral(relays.status, 'signed')
  return {
    /** How long ago the oldest of each kind was signed; 0 where there is none. */
    async ages(now: Date): Promise<{ kind: SentKind; ageMs: number }[]> {
      const payOut = min(redemptions.createdAt)
      const text = min(relays.createdAt)
      const oldest = {
        pay_out: await db.select({ at: payOut }).from(redemptions).where(isPayOutLeft).get(),
        text: await db.select({ at: text }).from(relays).where(isTextLeft).get(),
      }
      const ageOf = (kind: SentKind) => now.getTime() - (oldest[kind]?.at ?? now).getTime()
      return SENT_KINDS.map((kind) => ({ kind, ageMs: ageOf(kind) }))
    },
    /** Whether a transaction of the hub, in whichever case its hash is written, pays a claim out or gives it back, and is one of them. */
    async isPayOut(txHash: string): Promise<boolean> {
      // Ours are kept as the hub writes them, in upper case; who follows transactions keeps them in lower case.
      const isIt = and(eq(redemptions.txHash, txHash.toUpperCase()), isPayOutLeft)
      return (
        (await db.select({ id: redemptions.id }).from(redemptions).where(isIt).get()) !== undefined
      )
    },
  }
}
