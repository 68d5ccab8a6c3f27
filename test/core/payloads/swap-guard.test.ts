import { expect, test } from 'vitest'

import { minimumOut } from '../../../src/core/payloads/swap-guard.ts'

test.each([
  ['minimum_receive alone', { minimumReceive: 9n }, 9n],
  ['slippage alone', { slippage: '500', expectedOut: 1000n }, 950n],
  ['slippage rounds down', { slippage: '1', expectedOut: 9_999n }, 9_998n],
  ['no slippage at all', { slippage: '0', expectedOut: 1000n }, 1000n],
  [
    'both: minimum_receive is larger',
    { minimumReceive: 951n, slippage: '500', expectedOut: 1000n },
    951n,
  ],
  [
    'both: slippage allows less',
    { minimumReceive: 949n, slippage: '500', expectedOut: 1000n },
    950n,
  ],
  ['both, and no estimate', { minimumReceive: 9n, slippage: '500' }, 9n],
  ['an estimate without slippage says nothing', { minimumReceive: 9n, expectedOut: 1000n }, 9n],
  ['an explicit nothing: the least that factories take', { minimumReceive: 0n }, 1n],
  [
    'an explicit nothing beside slippage',
    { minimumReceive: 0n, slippage: '500', expectedOut: 1000n },
    950n,
  ],
  [
    'all of uint256',
    { slippage: '9999', expectedOut: 2n ** 256n - 1n },
    (2n ** 256n - 1n) / 10_000n,
  ],
])('%s', (_what, guard, minimum) => {
  expect(
    minimumOut({
      minimumReceive: undefined,
      slippage: undefined,
      expectedOut: undefined,
      ...guard,
    }),
  ).toBe(minimum)
})

test.each([
  ['slippage of 100%', '10000', 1000n],
  ['an estimate that slips to nothing', '1', 1n],
])('%s is refused: it accepts an output of nothing', (_what, slippage, expectedOut) => {
  expect(() => minimumOut({ minimumReceive: undefined, slippage, expectedOut })).toThrow(
    /^slippage alone would accept an output of nothing/,
  )
})
