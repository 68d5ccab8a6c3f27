import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { splitEqually, splitRandomly } from '../../../src/core/terms/amounts.ts'

const sum = (shares: readonly bigint[]) => shares.reduce((total, share) => total + share, 0n)

/** Any amount and number of shares that it is enough for. */
const anySplit = fc
  .tuple(fc.integer({ min: 1, max: 50 }), fc.bigInt({ min: 0n, max: 2n ** 128n }))
  .map(([count, more]) => ({ count, amount: BigInt(count) + more }))

/** A source whose every value is as likely as any other, and that gives the same ones in each run. */
function seeded(seed: number) {
  let state = seed
  return (below: bigint): bigint => {
    let value = 0n
    for (let bits = 0; bits < 160; bits += 32) {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
      value = (value << 32n) | BigInt((mixed ^ (mixed >>> 14)) >>> 0)
    }
    return value % below
  }
}

describe('equal shares', () => {
  test.each([
    { amount: 100n, count: 3, shares: [34n, 33n, 33n] },
    { amount: 101n, count: 3, shares: [34n, 34n, 33n] },
    { amount: 3n, count: 3, shares: [1n, 1n, 1n] },
    { amount: 7n, count: 1, shares: [7n] },
  ])('$amount among $count: the rest goes to the first', ({ amount, count, shares }) => {
    expect(splitEqually(amount, count)).toEqual(shares)
  })

  test('come to the amount to the unit, and differ by one unit at most', () => {
    fc.assert(
      fc.property(anySplit, ({ amount, count }) => {
        const shares = splitEqually(amount, count)
        expect(shares).toHaveLength(count)
        expect(sum(shares)).toBe(amount)
        const [most = 0n] = shares
        const least = shares.at(-1) ?? 0n
        expect(most - least).toBeLessThanOrEqual(1n)
        expect(least).toBeGreaterThan(0n)
      }),
    )
  })
})

describe('random shares', () => {
  test('come to the amount to the unit, and each has a tenth of an equal one, and never nothing', () => {
    fc.assert(
      fc.property(anySplit, fc.integer(), ({ amount, count }, seed) => {
        const shares = splitRandomly(amount, count, seeded(seed))
        expect(shares).toHaveLength(count)
        expect(sum(shares)).toBe(amount)
        const tenth = amount / (BigInt(count) * 10n)
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(tenth > 0n ? tenth : 1n)
      }),
    )
  })

  test('no place has more to expect than another, and they do differ', () => {
    const count = 8
    const rounds = 4000
    const random = seeded(7)
    const totals = Array.from({ length: count }, () => 0n)
    let equal = 0
    for (let round = 0; round < rounds; round += 1) {
      const shares = splitRandomly(80_000n, count, random)
      for (const [index, share] of shares.entries()) totals[index] = (totals[index] ?? 0n) + share
      if (new Set(shares).size === 1) equal += 1
    }
    // The mean of a place is 10,000 with a standard error of about 130; six of them never happen by chance.
    for (const total of totals) expect(Math.abs(Number(total) / rounds - 10_000)).toBeLessThan(780)
    expect(equal).toBe(0)
  })

  test.each([
    { place: 'lowest', pick: () => 0n, shares: [1n, 1n, 28n] },
    { place: 'highest', pick: (below: bigint) => below - 1n, shares: [28n, 1n, 1n] },
  ])('the $place cuts leave every share its least', ({ pick, shares }) => {
    expect(splitRandomly(30n, 3, pick)).toEqual(shares)
  })
})
