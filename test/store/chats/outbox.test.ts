import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { viewOf } from '../../../src/bots/cards/views.ts'
import type { Fact } from '../../../src/core/terms/fact.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { tellPerson } from '../../../src/store/chats/outbox.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const claimerId = '6f1c'

/** A fact with the row that it has had in every version, by which each version finds the same card. */
const facts: { fact: Fact; once: string; row: { id: string; view: string; key: string } }[] = [
  {
    fact: { kind: 'claim-funded', claimerId },
    once: '7',
    row: { id: 'claimable:7', view: 'claimable', key: claimerId },
  },
  {
    fact: { kind: 'claim-held', claimerId },
    once: `${claimerId}:42`,
    row: { id: `held:${claimerId}:42`, view: 'claimable', key: claimerId },
  },
  {
    fact: { kind: 'claim-confirmed', claimerId },
    once: claimerId,
    row: { id: `confirmed:${claimerId}`, view: 'claimable', key: claimerId },
  },
  {
    fact: { kind: 'claim-expiring', claimerId },
    once: '1:7',
    row: { id: 'reminder:1:7', view: 'reminder', key: claimerId },
  },
  {
    fact: { kind: 'link-renewed', claimerId },
    once: `2:${claimerId}`,
    row: { id: `link:2:${claimerId}`, view: 'claimable', key: claimerId },
  },
  {
    fact: { kind: 'recipient-unclear', claimerId },
    once: claimerId,
    row: { id: `ask:${claimerId}`, view: 'held', key: claimerId },
  },
  {
    fact: { kind: 'thanks-said', claimerId },
    once: claimerId,
    row: { id: `thanks:${claimerId}`, view: 'thanks', key: claimerId },
  },
  {
    fact: { kind: 'transaction-ended', chainUid: 'base', txHash: '0xab' },
    once: 'base:0xab:telegram:42',
    row: { id: 'ended:base:0xab:telegram:42', view: 'track', key: 'base:0xab' },
  },
  {
    fact: { kind: 'wallet-linked', walletId: 'w1' },
    once: 'l1',
    row: { id: 'wallet-linked:l1', view: 'wallet-linked', key: 'w1' },
  },
  {
    fact: { kind: 'bill-due', billId: 'b1' },
    once: 'b1:0:1767225600000',
    row: { id: 'bill:b1:0:1767225600000', view: 'bill', key: 'b1' },
  },
]

test.each(facts)('$fact.kind is stored as ever, once, and read back', async (given) => {
  const { fact, once, row } = given
  const { db } = openTestDatabase()
  const to = { platform: 'telegram', handle: 'bobby' } as const
  await tellPerson(db, { fact, once, to, userId: undefined }, NOW)
  await tellPerson(db, { fact, once, to, userId: undefined }, NOW)
  expect(await db.select().from(outbox).all()).toMatchObject([row])
  const due = await createCardStore(db).dueRows(NOW, 10)
  expect(due).toEqual([
    {
      id: row.id,
      attempts: 0,
      createdAt: NOW,
      kind: 'notify',
      platform: 'telegram',
      fact,
    },
  ])
  // A reminder is told by the claim's own card by now, so that it takes that one's place.
  const view = row.view === 'reminder' ? 'claimable' : row.view
  expect(viewOf(fact)).toEqual({ view, key: row.key })
})
