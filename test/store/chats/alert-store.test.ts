import { beforeEach, expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { createAlertPass, readReached } from '../../../src/services/market/price-alerts.ts'
import { createAlertStore } from '../../../src/store/chats/alert-store.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { createForgetPerson } from '../../../src/store/people/forget-person.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const DOLLAR = 10n ** 18n
const account = (name: string) => ({
  platform: 'telegram' as const,
  userId: `id-${name}`,
  handle: name,
})
const prices = (eth: string, usdc = '1') =>
  new Map([
    ['eth', eth],
    ['usdc', usdc],
  ])

let { db } = openTestDatabase()
let store = createAlertStore(db)
let look = createAlertPass(store)
let alerts = 0
beforeEach(() => {
  ;({ db } = openTestDatabase())
  store = createAlertStore(db)
  look = createAlertPass(store)
  alerts = 0
})

const wait = (
  who: string,
  side: 'above' | 'below',
  target: bigint,
  pair: { token: string; other?: string } = { token: 'eth' },
  most = 20,
) =>
  store.add(
    { id: `a${(alerts += 1)}`, owner: account(who), other: undefined, ...pair, side, target },
    most,
    NOW,
  )
const told = async () =>
  (await db.select().from(outbox).all()).map(({ userId, key }) => {
    const { side, target, price } = readReached(key ?? '')
    return `${userId} ${side} ${target / DOLLAR} at ${price / DOLLAR}`
  })
const left = async (who: string) => (await store.of(account(who))).map(({ id }) => id)

test.each([
  { side: 'above', price: '2999.999999999999999999', isTold: false },
  { side: 'above', price: '3000', isTold: true },
  { side: 'above', price: '12000', isTold: true },
  { side: 'below', price: '3000.000000000000000001', isTold: false },
  { side: 'below', price: '3000', isTold: true },
  { side: 'below', price: '9', isTold: true },
] as const)('$side 3000 at $price: told $isTold', async ({ side, price, isTold }) => {
  await wait('alice', side, 3000n * DOLLAR)
  await look(prices(price), NOW)
  expect(await told()).toHaveLength(isTold ? 1 : 0)
  expect(await left('alice')).toEqual(isTold ? [] : ['a1'])
})

test('a pair is at the price of one token in the other, and nothing while one of them has none', async () => {
  const pair = { token: 'usdc', other: 'eth' }
  await wait('alice', 'below', DOLLAR / 3000n, pair)
  await look(new Map([['eth', '4000']]), NOW)
  await look(prices('2999'), NOW)
  expect(await told()).toEqual([])
  await look(prices('3001'), NOW)
  expect(await told()).toEqual(['id-alice below 0 at 0'])
})

test('each is told once, of many looks and two servers, and everybody is', async () => {
  for (let person = 0; person < 150; person += 1) await wait(`p${person}`, 'above', 3000n * DOLLAR)
  await wait('late', 'above', 3500n * DOLLAR)
  const other = createAlertPass(createAlertStore(db))
  await Promise.all([look(prices('3100'), NOW), other(prices('3100'), NOW)])
  await look(prices('3100'), NOW)
  const rows = await told()
  expect(new Set(rows).size).toBe(150)
  expect(rows).toHaveLength(150)
  expect(await left('late')).toEqual(['a151'])
})

test('one person has so many and no more, removes their own alone, and has all forgotten', async () => {
  expect(await wait('alice', 'above', 1n, undefined, 2)).toBe(true)
  expect(await wait('alice', 'above', 2n, undefined, 2)).toBe(true)
  expect(await wait('alice', 'above', 3n, undefined, 2)).toBe(false)
  expect(await wait('bobby', 'above', 3n, undefined, 2)).toBe(true)
  expect(await store.remove(account('bobby'), 'a1')).toBe(false)
  expect(await store.remove(account('alice'), 'a1')).toBe(true)
  expect(await left('alice')).toEqual(['a2'])
  await createForgetPerson(db, () => NOW)(account('alice'))
  expect([await left('alice'), await left('bobby')]).toEqual([[], ['a4']])
})
