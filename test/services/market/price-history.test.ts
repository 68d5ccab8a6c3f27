import { setTimeout } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { PoolsOutdatedError } from '../../../src/core/routing/route-errors.ts'
import { createPriceHistory, createUsdCents } from '../../../src/services/market/price-history.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createPriceStore } from '../../../src/store/signing/price-store.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createFakeClock } from '../../fake-clock.ts'

test('looks once a minute; while pools cannot be read, nothing is kept and nobody is warned', async () => {
  const clock = createFakeClock()
  const start = Date.parse('2026-01-01T00:00:00Z')
  const store = createPriceStore(openDatabase(':memory:').db)
  const warned: object[] = []
  const looked: string[] = []
  const seen: (string | Error)[] = ['1', new PoolsOutdatedError(60_000, 77), '2', new Error('disk')]
  const history = createPriceHistory({
    async prices() {
      const next = seen.shift()
      if (next instanceof Error) throw next
      return new Map(next === undefined ? [] : [['eth', next]])
    },
    store,
    onPrices: async (prices, at) =>
      void looked.push(`${prices.get('eth')} at ${at.getTime() - start}`),
    log: { warn: (details) => void warned.push(details) },
    now: clock.now,
    async sleep(ms, signal) {
      clock.advanceMs(ms)
      if (seen.length === 0) await setTimeout(1)
      if (signal.aborted) return
    },
  })
  history.start()
  await expect.poll(() => seen.length).toBe(0)
  await history.stop()
  expect(await history.since('eth', new Date(0))).toEqual([
    { at: new Date(start), price: '1' },
    { at: new Date(start + 120_000), price: '2' },
  ])
  expect(warned).toHaveLength(1)
  expect(looked.slice(0, 2)).toEqual(['1 at 0', '2 at 120000'])
})

const START = new Date('2026-01-01T00:00:00Z')
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000)

test.each([
  { name: 'by the price that held then', token: 'eth', units: 10n ** 16n, at: 5, cents: 2000 },
  {
    name: 'by the next one where none was known',
    token: 'eth',
    units: 10n ** 18n,
    at: -5,
    cents: 200_000,
  },
  { name: 'by a later one after that', token: 'eth', units: 10n ** 18n, at: 10, cents: 250_000 },
  { name: 'rounded down to cents', token: 'eth', units: 1n, at: 5, cents: 0 },
  { name: 'never without a price', token: 'usdc', units: 1n, at: 5, cents: undefined },
  {
    name: 'never for a token that is not listed',
    token: 'gold',
    units: 1n,
    at: 5,
    cents: undefined,
  },
  {
    name: 'never beyond what can be added up',
    token: 'eth',
    units: 10n ** 40n,
    at: 5,
    cents: undefined,
  },
])('what an amount was worth is told $name', async ({ token, units, at, cents }) => {
  const store = createPriceStore(openDatabase(':memory:').db)
  await store.add(new Map([['eth', '2000']]), START)
  await store.add(new Map([['eth', '2500']]), later(10))
  expect(await createUsdCents(sampleNetwork, store)(token, units, later(at))).toBe(cents)
})

test('what an amount was worth is undefined by a price that nothing can be worth, and no error', async () => {
  const store = createPriceStore(openDatabase(':memory:').db)
  await store.add(new Map([['eth', '1'.padEnd(75, '0')]]), START)
  expect(await createUsdCents(sampleNetwork, store)('eth', 10n ** 15n, later(1))).toBeUndefined()
})
