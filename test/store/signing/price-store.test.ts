import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { forgetAll } from '../upkeep/forget-all.ts'
import { createPriceStore } from '../../../src/store/signing/price-store.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T00:00:00Z')
const at = (day: number) => new Date(START + day * DAY_MS)

async function withPrices(...days: [number, string][]) {
  const { db } = openTestDatabase()
  const store = createPriceStore(db)
  for (const [day, price] of days) await store.add(new Map([['eth', price]]), at(day))
  const read = async (from: number) =>
    (await store.since('eth', at(from))).map((point) => [
      (point.at.getTime() - START) / DAY_MS,
      point.price,
    ])
  return { db, store, read }
}

test('a price is kept when it has changed, and one that came back is a change', async () => {
  const { read } = await withPrices([0, '1'], [1, '1'], [2, '2'], [3, '1'], [4, '1'])
  expect(await read(0)).toEqual([
    [0, '1'],
    [2, '2'],
    [3, '1'],
  ])
})

test.each([
  { name: 'before the first', from: -1, points: [0, 2, 5] },
  { name: 'at one', from: 2, points: [2, 5] },
  { name: 'between two: the one that held comes first', from: 3, points: [2, 5] },
  { name: 'after the last', from: 9, points: [5] },
])('since $name', async ({ from, points }) => {
  const { read } = await withPrices([0, '1'], [2, '2'], [5, '3'])
  expect((await read(from)).map(([day]) => day)).toEqual(points)
})

test('tokens do not mix, and one of which nothing is known has no prices', async () => {
  const { store, read } = await withPrices([0, '1'])
  await store.add(new Map([['btc', '9']]), at(1))
  expect(await read(0)).toEqual([[0, '1']])
  expect(await store.since('usdc', at(0))).toEqual([])
})

test('after a month prices go, but never the one that still held then', async () => {
  const { db, read } = await withPrices([0, '1'], [2, '2'], [20, '3'])
  await forgetAll(db, at(40))
  expect(await read(0)).toEqual([
    [2, '2'],
    [20, '3'],
  ])
})
