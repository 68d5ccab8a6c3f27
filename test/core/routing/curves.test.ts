import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  constantProductOutput,
  CurveError,
  firstLpAmount,
  laterLpAmount,
  LOCKED_LP,
  priceGapBps,
  removedAmounts,
  spotOutput,
  squareRoot,
  stableOutput,
  swapOutput,
  type Curve,
} from '../../../src/core/routing/curves.ts'
import { yieldOf } from '../../../src/core/routing/side-yield.ts'

const NO_FEES = { lpBps: 0n, protocolBps: 0n }
const CP: Curve = { type: 'constant_product' }
const STABLE: Curve = { type: 'stable', ampFactor: 1000n }
const E18 = 10n ** 18n

test.each([
  { net: 100n, reserves: [1000n, 1000n], out: 99n },
  { net: 100n, reserves: [10_000n, 1000n], out: 47n },
  { net: E18, reserves: [E18, 5n * E18], out: 1_169_582_311_873_333_606n },
] as const)('stable pays $out for $net with $reserves', ({ net, reserves, out }) => {
  expect(stableOutput(reserves[0], reserves[1], net, 1000n)).toBe(out)
})

test.each([
  { net: 100n, reserves: [1000n, 1000n], out: 91n },
  { net: 1n, reserves: [1000n, 1000n], out: 1n },
  { net: 1n, reserves: [1001n, 1000n], out: 0n },
  { net: 1000n, reserves: [1000n, 1000n], out: 500n },
  { net: 10n ** 30n, reserves: [1000n, 1000n], out: 1000n },
  { net: 3n, reserves: [7n, 100n], out: 30n },
] as const)('constant product pays $out for $net with $reserves', ({ net, reserves, out }) => {
  expect(constantProductOutput(reserves[0], reserves[1], net)).toBe(out)
})

test('fees are parts of the input, each rounded down', () => {
  const pool = { curve: CP, reserveIn: 10n ** 9n, reserveOut: 10n ** 9n }
  expect(swapOutput({ ...pool, fees: { lpBps: 10n, protocolBps: 20n } }, 999n)).toEqual({
    amountOut: constantProductOutput(10n ** 9n, 10n ** 9n, 998n),
    lpFee: 0n,
    protocolFee: 1n,
  })
})

test.each([
  { name: 'zero offer', run: () => constantProductOutput(1n, 1n, 0n), error: 'the offer is zero' },
  {
    name: 'zero reserve',
    run: () => constantProductOutput(0n, 1n, 1n),
    error: 'a reserve is zero',
  },
  { name: 'empty way out', run: () => stableOutput(1n, 0n, 1n, 1000n), error: 'a reserve is zero' },
  {
    name: 'stable, zero offer',
    run: () => stableOutput(1n, 1n, 0n, 1000n),
    error: 'offer is zero',
  },
  {
    name: 'a product over 256 bits',
    run: () => constantProductOutput(1n << 130n, 1n << 130n, 1n),
    error: 'over 256 bits',
  },
  {
    name: 'a stable reserve over 256 bits',
    run: () => stableOutput(1n << 200n, 1n << 200n, 1n, 1000n),
    error: 'over 256 bits',
  },
  ...[CP, STABLE].map((curve) => ({
    name: `all of a ${curve.type} pool`,
    run: () =>
      swapOutput(
        { curve, reserveIn: 10n ** 12n, reserveOut: 10n ** 12n, fees: NO_FEES },
        10n ** 36n,
      ),
    error: 'would empty the pool',
  })),
  { name: 'no amplification', run: () => stableOutput(9n, 9n, 1n, 0n), error: 'amplification' },
  {
    name: 'below one',
    run: () => stableOutput(9n, 9n, 1n, 49n),
    error: 'amplification is too small',
  },
  {
    name: 'first liquidity of dust',
    run: () => firstLpAmount(1000n, 1000n),
    error: '1000 stay locked',
  },
  {
    name: 'later liquidity of nothing',
    run: () => laterLpAmount({ reserve1: 0n, reserve2: 0n, totalLp: 0n }, 1n, 1n),
    error: 'the pool is empty',
  },
  {
    name: 'more LP tokens than there are',
    run: () => removedAmounts({ reserve1: 9n, reserve2: 9n, totalLp: 9n }, 10n),
    error: 'are more than the 9 there are',
  },
])('$name is an error', ({ run, error }) => {
  expect(run).toThrow(CurveError)
  expect(run).toThrow(error)
})

test('LP amounts: first, later, and what they are worth', () => {
  expect(firstLpAmount(4_000_000n, 9_000_000n)).toBe(6_000_000n)
  const pool = { reserve1: 4_000_000n, reserve2: 9_000_000n, totalLp: 6_000_000n }
  expect(laterLpAmount(pool, 400_000n, 900_000n)).toBe(600_000n)
  expect(laterLpAmount(pool, 400_000n, 100_000n)).toBe(66_666n)
  expect(removedAmounts(pool, 600_000n)).toEqual([400_000n, 900_000n])
  expect(priceGapBps(pool, 400_000n, 900_000n)).toBe(0n)
  expect(priceGapBps(pool, 400_000n, 891_000n)).toBe(100n)
  expect(priceGapBps(pool, 400_001n, 900_000n)).toBe(1n)
})

test('spot output is the price before the trade', () => {
  const pool = { reserveIn: 2000n, reserveOut: 1000n, fees: NO_FEES }
  expect(spotOutput({ ...pool, curve: CP }, 500n)).toBe(250n)
  const even = { reserveIn: 10n ** 12n, reserveOut: 10n ** 12n, fees: NO_FEES, curve: STABLE }
  expect(spotOutput(even, 10n ** 9n)).toBeGreaterThan(999_990_000n)
  expect(spotOutput(even, 10n ** 9n)).toBeLessThanOrEqual(10n ** 9n)
})

const amount = (max: bigint) => fc.bigInt({ min: 1n, max })
const fees = fc.record({
  lpBps: fc.bigInt({ min: 0n, max: 100n }),
  protocolBps: fc.bigInt({ min: 0n, max: 100n }),
})

test('constant product never pays more than its product and its spot price allow', () => {
  fc.assert(
    fc.property(
      amount(10n ** 30n),
      amount(10n ** 30n),
      amount(10n ** 30n),
      fees,
      (x, y, offer, f) => {
        const net = offer - (offer * f.lpBps) / 10_000n - (offer * f.protocolBps) / 10_000n
        fc.pre(net > 0n && constantProductOutput(x, y, net) < y)
        const pool = { curve: CP, reserveIn: x, reserveOut: y, fees: f }
        const { amountOut, lpFee, protocolFee } = swapOutput(pool, offer)
        // Rounding the new reserve down gives away less than one unit; the spot price bounds what that is worth.
        expect((x + net) * (y - amountOut + 1n)).toBeGreaterThan(x * y)
        expect(amountOut * x).toBeLessThanOrEqual(y * net)
        expect(offer).toBe(net + lpFee + protocolFee)
      },
    ),
  )
})

/** A of the curve that both sides of a trade satisfy; compared in atoms with a generous tolerance of the iteration. */
function invariant(x: bigint, y: bigint, ampFactor: bigint): bigint {
  const leverage = (2n * ampFactor * E18) / 100n
  let d = x + y
  for (let round = 0; round < 255; round++) {
    const p = (((d * d) / (2n * x)) * d) / (2n * y)
    const next =
      (((leverage * (x + y)) / E18 + 2n * p) * d) / ((d * (leverage - E18)) / E18 + 3n * p)
    if (next === d) return d
    d = next
  }
  return d
}

test('a stable pool never loses more than the rounding of one payout', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10_000n, max: 10n ** 24n }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom(100n, 1000n, 10_000n),
      (x, skew, percent, amp) => {
        const y = x * BigInt(skew)
        const net = (x * BigInt(percent)) / 100n
        const out = stableOutput(x, y, net, amp)
        expect(out).toBeLessThan(y)
        const before = invariant(x * E18, y * E18, amp)
        const after = invariant((x + net) * E18, (y - out + 1n) * E18, amp)
        expect(after + E18 / 1000n).toBeGreaterThanOrEqual(before)
      },
    ),
  )
})

test('one more unit pays less where both fees take a unit with it', () => {
  const feesOfOne = { lpBps: 1n, protocolBps: 1n }
  const pool = { curve: CP, reserveIn: 10n ** 15n, reserveOut: 3n * 10n ** 15n, fees: feesOfOne }
  expect(swapOutput(pool, 10n ** 15n - 1n).amountOut).toBe(1_499_849_984_998_501n)
  expect(swapOutput(pool, 10n ** 15n).amountOut).toBe(1_499_849_984_998_500n)
})

test('both curves pay no less for two units more, and nobody gains by going back', () => {
  const curve = fc.constantFrom(CP, STABLE)
  fc.assert(
    fc.property(curve, amount(10n ** 15n), amount(10n ** 15n), fees, (c, a, b, f) => {
      const [small, large] = a < b ? [a, b] : [b, a]
      const pool = { curve: c, reserveIn: 10n ** 15n, reserveOut: 3n * 10n ** 15n, fees: f }
      fc.pre(small > 100n)
      const first = swapOutput(pool, small)
      // One unit more can cost a unit of each of the two fees, which leaves less for the curve: two more never do.
      expect(swapOutput(pool, large + 2n).amountOut).toBeGreaterThanOrEqual(first.amountOut)
      const back = {
        curve: c,
        reserveIn: pool.reserveOut - first.amountOut,
        reserveOut: pool.reserveIn + small - first.protocolFee,
        fees: f,
      }
      fc.pre(first.amountOut > 100n)
      // One unit may be rounded in the trader's favour on each way.
      expect(swapOutput(back, first.amountOut).amountOut).toBeLessThanOrEqual(small + 4n)
    }),
  )
})

test('adding and removing liquidity never creates value', () => {
  const big = amount(10n ** 27n)
  fc.assert(
    fc.property(big, big, big, big, (r1, r2, a1, a2) => {
      fc.pre(squareRoot(r1 * r2) > LOCKED_LP)
      const totalLp = firstLpAmount(r1, r2)
      const lp = laterLpAmount({ reserve1: r1, reserve2: r2, totalLp }, a1, a2)
      const grown = { reserve1: r1 + a1, reserve2: r2 + a2, totalLp: totalLp + lp }
      const [back1, back2] = removedAmounts(grown, lp)
      // Whoever put in less on one side cannot take out more than the share of both sides that they paid for.
      expect(back1 * (totalLp + lp)).toBeLessThanOrEqual((r1 + a1) * lp)
      // The others' part of the pool is worth no less than before.
      expect((r1 + a1 - back1) * (r2 + a2 - back2)).toBeGreaterThanOrEqual(r1 * r2)
    }),
  )
})

test('the square root is the whole part', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 256n }), (value) => {
      const root = squareRoot(value)
      expect(root * root).toBeLessThanOrEqual(value)
      expect((root + 1n) * (root + 1n)).toBeGreaterThan(value)
    }),
  )
})

test('what a pool takes until it pays no more than a rate is found however lopsided it is', () => {
  const exponent = fc.integer({ min: 6, max: 33 })
  const share = fc.double({ min: -60, max: -1e-3, noNaN: true })
  const amp = fc.constantFrom(10n, 100n, 1000n, 10_000n)
  fc.assert(
    fc.property(exponent, exponent, share, amp, (digitsIn, digitsOut, logarithm, ampFactor) => {
      const yields = yieldOf({
        curve: { type: 'stable', ampFactor },
        reserveIn: 10n ** BigInt(digitsIn),
        reserveOut: 10n ** BigInt(digitsOut),
        fees: { lpBps: 30n, protocolBps: 0n },
      })
      const wanted = (yields?.rate(0) ?? 0) * Math.exp(logarithm)
      const input = yields?.inputAt(wanted) ?? 0
      expect(input).toBeGreaterThan(0)
      expect((yields?.rate(input) ?? 0) / wanted).toBeCloseTo(1, 6)
    }),
  )
})
