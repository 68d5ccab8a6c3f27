import { expect, test } from 'vitest'

import type { RoutesAnswer } from '../../../src/calls/route-calls.ts'
import {
  createQuotes,
  QUOTE_LIFE_MS,
  checkSignable,
  verdictOn,
} from '../../../src/services/market/quotes.ts'
import { quotes as quotesTable } from '../../../src/store/signing/signing-tables.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createQuoteStore } from '../../../src/store/signing/quote-store.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { createFakeClock } from '../../fake-clock.ts'

const question = { tokenIn: 'usdc', tokenOut: 'eth', amount: 100n, chain_uid: 'base' }

function answerOf(amount_in: bigint, amount_out: bigint, total_price_impact: string): RoutesAnswer {
  const step = { route: ['usdc', 'eth'], dex: 'euclid', amount_in, amount_out }
  const path = [
    { ...step, chain_uid: 'vsl', amount_out_for_hops: [{ token: 'eth', amount: amount_out }] },
  ]
  return { paths: [{ path, total_price_impact }], pools: { height: 1, age_ms: 0 } }
}

function setUp(impact = '0.10') {
  const clock = createFakeClock()
  const { db } = openDatabase(':memory:')
  const asked: unknown[] = []
  let price = 2n
  let ids = 0
  const quotes = createQuotes({
    async findRoutes(request) {
      asked.push(request)
      return answerOf(request.amount_in, request.amount_in * price, impact)
    },
    store: createQuoteStore(db),
    newId: () => `q${(ids += 1)}`,
    now: clock.now,
  })
  const told = async () => (await db.select().from(outbox).all()).map(({ topic }) => topic)
  const stored = async () => (await db.select().from(quotesTable).get())?.answer
  return { quotes, stored, clock, asked, told, setPrice: (next: bigint) => (price = next) }
}

test('an answer is stored as the interface writes it', async () => {
  const { quotes, stored } = setUp()
  await quotes.create(question, 'telegram:1')
  const path = { route: ['usdc', 'eth'], dex: 'euclid', chain_uid: 'vsl' }
  const amounts = { amount_in: '100', amount_out: '200', amount_out_for_hops: ['eth: 200'] }
  expect(await stored()).toEqual({
    paths: [{ path: [{ ...path, ...amounts }], total_price_impact: '0.10' }],
    pools: { height: 1, age_ms: 0 },
  })
})

test('a refresh asks the same again, keeps the new price, and tells the card', async () => {
  const { quotes, clock, asked, told, setPrice } = setUp()
  const quote = await quotes.create(question, 'telegram:1')
  expect(await quotes.find('q1')).toEqual(quote)
  expect(await told()).toEqual([])
  setPrice(3n)
  clock.advanceMs(5000)
  await quotes.refresh('q1', 'telegram:1')
  const after = await quotes.find('q1')
  expect(after).toMatchObject({ ...question, quotedAt: clock.now() })
  expect(after.answer.paths[0]?.path[0]?.amount_out).toBe(300n)
  expect(asked[1]).toEqual(asked[0])
  expect(await told()).toEqual(['quote:q1'])
})

test('a flip asks for the way back with what was paid, from whatever chain', async () => {
  const { quotes, asked } = setUp()
  await quotes.create(question, 'telegram:1')
  await quotes.flip('q1', 'telegram:1')
  expect(asked[1]).toEqual({ amount_in: 200n, token_in: 'eth', token_out: 'usdc', split: true })
  expect(await quotes.find('q1')).toMatchObject({
    tokenIn: 'eth',
    amount: 200n,
    chain_uid: undefined,
  })
})

test.each(['refresh', 'flip', 'findOwn'] as const)('%s is for the owner alone', async (what) => {
  const { quotes, told } = setUp()
  await quotes.create(question, 'telegram:1')
  await expect(quotes[what]('q1', 'telegram:2')).rejects.toMatchObject({ code: 'NOT_YOURS' })
  await expect(quotes[what]('q2', 'telegram:1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await told()).toEqual([])
})

test('a new price forgets the second question', async () => {
  const { quotes } = setUp()
  const quote = await quotes.create(question, 'telegram:1')
  await quotes.askAgain(quote)
  expect((await quotes.find('q1')).isAskedAgain).toBe(true)
  expect(await quotes.refresh('q1', 'telegram:1')).toMatchObject({ id: 'q1' })
  expect((await quotes.find('q1')).isAskedAgain).toBe(false)
})

test.each(['refresh', 'flip'] as const)(
  'what was signed stays as it was signed: a %s of it is another quote, also where it was signed meanwhile',
  async (what) => {
    const { quotes } = setUp()
    const quote = await quotes.create(question, 'telegram:1')
    const meanwhile = quotes[what]('q1', 'telegram:1')
    expect(await quotes.keepSigned(quote, 's1')).toBe('s1')
    const first = await meanwhile
    const second = await quotes[what]('q1', 'telegram:1')
    expect([first.id, second.id]).toEqual(['q2', 'q3'])
    for (const { id } of [first, second])
      expect(await quotes.find(id)).toMatchObject({
        tokenIn: what === 'flip' ? 'eth' : 'usdc',
        ownerAccount: 'telegram:1',
        signId: undefined,
      })
    expect(await quotes.find('q1')).toEqual({ ...quote, signId: 's1' })
  },
)

test('a quote is signed once: of two that were made of it, the first one stays', async () => {
  const { quotes } = setUp()
  const quote = await quotes.create(question, 'telegram:1')
  expect(await quotes.keepSigned(quote, 's1')).toBe('s1')
  expect(await quotes.keepSigned(quote, 's2')).toBe('s1')
})

test.each([
  ['0.00', 'fine'],
  ['-0.30', 'fine'],
  ['2.50', 'fine'],
  ['2.51', 'warns'],
  ['5.00', 'warns'],
  ['5.01', 'asks'],
  ['10.00', 'asks'],
  ['10.01', 'refuses'],
  ['100.00', 'refuses'],
  ['', 'asks'],
])('a price impact of "%s" %s', (impact, verdict) => {
  expect(verdictOn(impact)).toBe(verdict)
})

test.each([
  { impact: '5.00', again: false, meant: false, ageMs: 0, ends: 'ready' },
  { impact: '5.00', again: false, meant: false, ageMs: QUOTE_LIFE_MS - 1, ends: 'ready' },
  {
    impact: '5.00',
    again: false,
    meant: false,
    ageMs: QUOTE_LIFE_MS,
    ends: 'is more than a minute old',
  },
  { impact: '5.01', again: false, meant: false, ageMs: 0, ends: 'ask again' },
  { impact: '5.01', again: true, meant: false, ageMs: 0, ends: 'ask again' },
  { impact: '5.01', again: false, meant: true, ageMs: 0, ends: 'ask again' },
  { impact: '5.01', again: true, meant: true, ageMs: 0, ends: 'ready' },
  {
    impact: '5.01',
    again: true,
    meant: true,
    ageMs: QUOTE_LIFE_MS,
    ends: 'is more than a minute old',
  },
  { impact: '10.01', again: true, meant: true, ageMs: 0, ends: 'would lose 10.01 %' },
])(
  'signing at $impact %, asked again $again, meant $meant, after $ageMs ms: $ends',
  async (row) => {
    const { quotes, clock } = setUp(row.impact)
    const quote = { ...(await quotes.create(question, 'telegram:1')), isAskedAgain: row.again }
    clock.advanceMs(row.ageMs)
    const outcome = (() => {
      try {
        return checkSignable(quote, row.meant, clock.now())
      } catch (error) {
        return String(error)
      }
    })()
    expect(outcome).toContain(row.ends)
  },
)
