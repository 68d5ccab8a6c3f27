import { z } from 'zod'

import { and, eq, isNull } from 'drizzle-orm'

import { RoutesAnswer } from '../../calls/route-calls.ts'
import { Understood } from '../../core/signing/payment-terms.ts'
import { quoteTopic } from '../../services/market/quotes.ts'
import type { QuoteStore, SwapQuote } from '../../services/market/quote-store-port.ts'
import type { Db } from '../database.ts'
import { tellTopic } from '../chats/outbox.ts'
import { noteMade } from '../chats/update-store.ts'
import { quotes } from './signing-tables.ts'

export function createQuoteStore(db: Db): QuoteStore {
  return {
    async add(quote) {
      await db.insert(quotes).values(toRow(quote)).run()
    },
    async find(id) {
      const row = await db.select().from(quotes).where(eq(quotes.id, id)).get()
      return row && fromRow(row)
    },
    replace(quote, now, turnedBy) {
      return db.transaction(async (tx) => {
        const { id, ...changed } = toRow(quote)
        const isUnsigned = and(eq(quotes.id, id), isNull(quotes.signId))
        const { changes } = await tx.update(quotes).set(changed).where(isUnsigned).run()
        if (changes !== 1) return false
        await noteMade(tx, turnedBy, { kind: 'flip', id })
        await tellTopic(tx, quoteTopic(id), now)
        return true
      })
    },
  }
}

function toRow({
  chain_uid,
  signId,
  amount,
  answer,
  understood,
  ...same
}: SwapQuote): typeof quotes.$inferInsert {
  return {
    ...same,
    amount: `${amount}`,
    answer: z.encode(RoutesAnswer, answer),
    chainUid: chain_uid ?? null,
    signId: signId ?? null,
    understood: understood ? z.encode(Understood, understood) : null,
  }
}

function fromRow({
  chainUid,
  signId,
  amount,
  answer,
  understood,
  ...same
}: typeof quotes.$inferSelect): SwapQuote {
  return {
    ...same,
    amount: BigInt(amount),
    answer: z.decode(RoutesAnswer, answer),
    chain_uid: chainUid ?? undefined,
    signId: signId ?? undefined,
    understood: understood ? z.decode(Understood, understood) : undefined,
  }
}
