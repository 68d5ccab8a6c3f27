import { setTimeout } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { PoolsOutdatedError } from '../../../src/core/routing/route-errors.ts'
import { createPriceHistory } from '../../../src/services/market/price-history.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createPriceStore } from '../../../src/store/signing/price-store.ts'
import { createFakeClock } from '../../fake-clock.ts'

test('looks once a minute; while pools cannot be read, nothing is kept and nobody is warned', async () => {
  const clock = createFakeClock()
  const store = createPriceStore(openDatabase(':memory:').db)
  const warned: object[] = []
  const seen: (string | Error)[] = ['1', new PoolsOutdatedError(60_000, 77), '2', new Error('disk')]
  const history = createPriceHistory({
    async prices() {
      const next = seen.shift()
      if (next instanceof Error) throw next
      return new Map(next === undefined ? [] : [['eth', next]])
    },
    store,
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
  const start = Date.parse('2026-01-01T00:00:00Z')
  expect(await history.since('eth', new Date(0))).toEqual([
    { at: new Date(start), price: '1' },
    { at: new Date(start + 120_000), price: '2' },
  ])
  expect(warned).toHaveLength(1)
})
