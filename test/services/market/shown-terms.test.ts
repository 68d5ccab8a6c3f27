import { expect, test } from 'vitest'

import { RateLimitedError } from '../../../src/claims/errors.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { FREE_PAYOUTS } from '../../../src/core/terms/payout-terms.ts'
import { createShownTerms } from '../../../src/services/market/shown-terms.ts'

test('an answer serves everybody for five seconds, and that there was none, too', async () => {
  let nowMs = 0
  let asked = 0
  let isAway = false
  const read = createShownTerms(
    async (_token, chain) => {
      asked += 1
      if (isAway) throw new ChainUnavailableError(chain, 'it hangs')
      return { fee: { units: BigInt(asked) }, isLocked: false }
    },
    () => new Date(nowMs),
  )
  const units = async () => (await read('usdc', 'base')).fee
  expect([await units(), await units()]).toEqual([{ units: 1n }, { units: 1n }])
  await read('usdc', 'polygon')
  expect(asked).toBe(2)
  nowMs = 5_000
  isAway = true
  expect(await read('usdc', 'base')).toEqual(FREE_PAYOUTS)
  await read('usdc', 'base')
  expect(asked).toBe(3)
  nowMs = 10_000
  isAway = false
  expect(await units()).toEqual({ units: 4n })
})

test('a fault of ours is not taken for a free payout', async () => {
  const read = createShownTerms(
    () => Promise.reject(new TypeError('a bug')),
    () => new Date(0),
  )
  await expect(read('usdc', 'base')).rejects.toThrow('a bug')
})

test('that somebody has asked too much is not taken for a free payout', async () => {
  const read = createShownTerms(
    () => Promise.reject(new RateLimitedError('You are asking', 60)),
    () => new Date(0),
  )
  await expect(read('usdc', 'base')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})
