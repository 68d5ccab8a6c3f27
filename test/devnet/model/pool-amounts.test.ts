import { expect, test } from 'vitest'

import { stableOut } from './pool-amounts.ts'

// The model's own arithmetic, held to the protocol's published figures.
test.each([
  [100n, 1000n, 1000n, 99n],
  [100n, 10_000n, 1000n, 47n],
  [10n ** 18n, 10n ** 18n, 5n * 10n ** 18n, 1_169_582_311_873_333_606n],
])(
  'the stable curve gives for %s, with %s and %s in the pool, %s',
  (net, reserveIn, reserveOut, out) => {
    expect(stableOut(reserveIn, reserveOut, net, 1000n)).toBe(out)
  },
)
