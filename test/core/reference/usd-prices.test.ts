import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { usdPrices } from '../../../src/core/reference/usd-prices.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'

const USDC = { token: 'usdc', decimals: 6, usd_stable: true }
const DAI = { token: 'dai', decimals: 18, usd_stable: true }
const ETH = { token: 'eth', decimals: 18 }
const OSMO = { token: 'osmo', decimals: 6 }
const ATOM = { token: 'atom', decimals: 6 }
const FAR = { token: 'far', decimals: 8 }
const ALL = [USDC, DAI, ETH, OSMO, ATOM, FAR]
const decimalsOf = (id: string) => ALL.find(({ token }) => token === id)?.decimals ?? 0

/** A pool of whole tokens. */
function pool(token1: string, whole1: bigint, token2: string, whole2: bigint): Pool {
  return {
    id: `${token1}-${token2}-${whole1}`,
    kind: 'constant_product',
    token1,
    token2,
    reserve1: whole1 * 10n ** BigInt(decimalsOf(token1)),
    reserve2: whole2 * 10n ** BigInt(decimalsOf(token2)),
    lpFeeBps: 30,
    protocolFeeBps: 10,
  }
}
const stable = (made: Pool): Pool => ({ ...made, kind: 'stable', ampFactor: 1000n })

test.each([
  { name: 'a stable is worth one, pools or not', pools: [], price: { usdc: '1', dai: '1' } },
  {
    name: 'one pool: its ratio, whatever the decimals',
    pools: [pool('eth', 400n, 'usdc', 1_000_000n)],
    price: { eth: '2500' },
  },
  {
    name: 'the order of a pair does not matter',
    pools: [pool('usdc', 1_000_000n, 'eth', 400n)],
    price: { eth: '2500' },
  },
  {
    name: 'what does not divide is rounded down at 18 decimals',
    pools: [pool('eth', 3n, 'usdc', 1n)],
    price: { eth: '0.333333333333333333' },
  },
  {
    name: 'two pools: the deeper one counts',
    pools: [pool('eth', 100n, 'usdc', 100_000n), pool('dai', 600_000n, 'eth', 300n)],
    price: { eth: '2000' },
  },
  {
    name: 'two equally deep: the cheaper one',
    pools: [pool('eth', 100n, 'usdc', 300_000n), pool('dai', 300_000n, 'eth', 150n)],
    price: { eth: '2000' },
  },
  {
    name: 'three pools: the price of the middle one by depth',
    pools: [
      pool('eth', 100n, 'usdc', 100_000n), // 1,000 each
      pool('dai', 240_000n, 'eth', 120n), // 2,000 each
      pool('usdc', 300_000n, 'eth', 100n), // 3,000 each
    ],
    price: { eth: '2000' },
  },
  {
    name: 'a path is as deep as its shallowest pool',
    pools: [
      pool('eth', 100n, 'usdc', 200_000n), // 2,000 each
      pool('atom', 1_000_000n, 'eth', 1_000n), // 2 each, 2,000,000 deep, behind 200,000
      pool('atom', 200_001n, 'usdc', 200_001n), // 1 each, deeper by one
    ],
    price: { atom: '1' },
  },
  {
    name: 'three pools in a row, not four',
    pools: [
      pool('osmo', 10n, 'usdc', 20n),
      pool('atom', 10n, 'osmo', 10n),
      pool('atom', 10n, 'eth', 10n),
      pool('eth', 10n, 'far', 10n),
    ],
    price: { osmo: '2', atom: '2', eth: '2', far: undefined },
  },
  {
    name: 'a path ends at the first stable',
    pools: [pool('eth', 10n, 'usdc', 10n), pool('dai', 1n, 'usdc', 9n)],
    price: { eth: '1', dai: '1' },
  },
  {
    name: 'without a path there is no price',
    pools: [pool('atom', 10n, 'osmo', 10n)],
    price: { atom: undefined, osmo: undefined },
  },
  {
    name: 'what would be written as zero is no price',
    pools: [pool('osmo', 10n ** 19n, 'usdc', 1n), pool('atom', 10n ** 18n, 'usdc', 1n)],
    price: { osmo: undefined, atom: '0.000000000000000001' },
  },
  {
    name: 'what would be more than any token is worth is no price',
    pools: [pool('osmo', 1n, 'usdc', 10n ** 12n + 1n), pool('atom', 1n, 'usdc', 10n ** 12n)],
    price: { osmo: undefined, atom: '1000000000000' },
  },
  {
    name: 'a dollar in pools of invented tokens moves no price, however wild theirs is',
    pools: [
      pool('eth', 4_000n, 'usdc', 10_000_000n),
      pool('usdc', 1n, 'own', 1n),
      pool('own', 10n ** 38n, 'eth', 1n),
      pool('own', 10n ** 38n, 'other', 1n),
      pool('other', 10n ** 38n, 'eth', 1n),
    ],
    price: { eth: '2500' },
  },
  {
    name: 'nor in pools of known ones',
    pools: [
      pool('eth', 4_000n, 'usdc', 10_000_000n),
      pool('usdc', 1n, 'far', 10n ** 9n),
      pool('far', 10n ** 9n, 'osmo', 1n),
      pool('osmo', 10n ** 9n, 'eth', 1n),
      pool('osmo', 1n, 'eth', 10n ** 9n),
    ],
    price: { eth: '2500' },
  },
  {
    name: 'an empty pool is no path',
    pools: [pool('eth', 0n, 'usdc', 0n)],
    price: { eth: undefined },
  },
])('$name', ({ pools, price }) => {
  const prices = usdPrices(pools, ALL)
  for (const [token, expected] of Object.entries(price)) expect(prices.get(token)).toBe(expected)
})

test('of the paths that reach a token, the ten deepest go on to further ones', () => {
  const deep = Array.from({ length: 10 }, (_, each) =>
    pool('osmo', 100n + BigInt(each), 'usdc', 200n),
  )
  const shallow = Array.from({ length: 12 }, (_, each) =>
    pool('osmo', 60n + BigInt(each), 'usdc', 199n),
  )
  const pools = [...shallow, ...deep, pool('atom', 1_000n, 'osmo', 1_000n)]
  const [osmo, atom] = ['osmo', 'atom'].map((token) => Number(usdPrices(pools, ALL).get(token)))
  expect(osmo).toBeGreaterThan(2.5) // by all 22 of its own
  expect(atom).toBeLessThan(2) // by the deep ones, at 2 and less
})

test.each([
  { reserves: [5_000n, 5_000n], least: 0.999999, most: 1 },
  { reserves: [8_000n, 2_000n], least: 0.79, most: 0.81 }, // by the ratio it would be 0.25
] as const)(
  'the price of a stable curve is its slope: $reserves',
  ({ reserves: [osmo, usdc], least, most }) => {
    const price = Number(usdPrices([stable(pool('osmo', osmo, 'usdc', usdc))], ALL).get('osmo'))
    expect(price).toBeGreaterThan(least)
    expect(price).toBeLessThanOrEqual(most)
  },
)

describe('for any pools', () => {
  const whole = fc.bigInt({ min: 1n, max: 10n ** 9n })
  const pair = fc
    .tuple(fc.constantFrom(...ALL), fc.constantFrom(...ALL))
    .filter(([one, other]) => one.token !== other.token)
  const anyPool = fc
    .tuple(pair, whole, whole)
    .map(([[one, other], whole1, whole2]) => pool(one.token, whole1, other.token, whole2))
  const anyPools = fc.array(anyPool, { maxLength: 7 })

  test('prices are those of walking every path from the token', () => {
    fc.assert(
      fc.property(anyPools, (pools) => {
        const prices = usdPrices(pools, ALL)
        for (const { token } of [ETH, OSMO, ATOM, FAR]) {
          const walked = walkAll(token, pools)
          const price = prices.get(token)
          if (price === undefined) expect(medianOf(walked) ?? Infinity).toBeGreaterThan(9e11)
          else expect(isMedian(Number(price), walked)).toBe(true)
        }
      }),
    )
  })

  test('the order of the pools does not matter', () => {
    fc.assert(
      fc.property(anyPools, (pools) => {
        expect(usdPrices(pools.toReversed(), ALL)).toEqual(usdPrices(pools, ALL))
      }),
    )
  })

  test('pools that lead to no stable change nothing, and get no price themselves', () => {
    fc.assert(
      fc.property(anyPools, whole, (pools, amount) => {
        const island = { ...pool('far', amount, 'far', amount), token1: 'x', token2: 'y' }
        const tokens = [...ALL, { token: 'x', decimals: 0 }, { token: 'y', decimals: 0 }]
        expect(usdPrices([...pools, island], tokens)).toEqual(usdPrices(pools, ALL))
      }),
    )
  })

  test('prices do not depend on how deep everything is together', () => {
    fc.assert(
      fc.property(anyPools, fc.bigInt({ min: 2n, max: 1_000n }), (pools, factor) => {
        const deeper = pools.map((each) => ({
          ...each,
          reserve1: each.reserve1 * factor,
          reserve2: each.reserve2 * factor,
        }))
        const prices = usdPrices(pools, ALL)
        for (const [token, price] of usdPrices(deeper, ALL))
          expect(isNear(Number(price), Number(prices.get(token)))).toBe(true)
      }),
    )
  })
})

/** Up to what doubles lose, and the 18 decimals that are written. */
const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(1e-11 * Math.abs(other), 2e-18)

type Walked = { price: number; depth: number }

const depthWhere = (paths: readonly Walked[], isMeant: (price: number) => boolean) =>
  paths.reduce((sum, { price, depth }) => (isMeant(price) ? sum + depth : sum), 0)

/** Half at most is cheaper, half at most is dearer, and it is the price of one of them. */
const isMedian = (price: number, paths: readonly Walked[]) => {
  const half = (depthWhere(paths, () => true) / 2) * (1 + 1e-9)
  return (
    paths.some((one) => isNear(price, one.price)) &&
    depthWhere(paths, (one) => one < price && !isNear(price, one)) <= half &&
    depthWhere(paths, (one) => one > price && !isNear(price, one)) <= half
  )
}

const medianOf = (paths: readonly Walked[]) =>
  paths.map(({ price }) => price).find((price) => isMedian(price, paths))

/** The same by its words, forwards and in plain numbers: each path from the token, then its pools' values from its end. */
function walkAll(token: string, pools: readonly Pool[]): Walked[] {
  const amounts = (each: Pool, at: string): [own: number, other: number, otherToken: string] => {
    const one = Number(each.reserve1) / 10 ** decimalsOf(each.token1)
    const two = Number(each.reserve2) / 10 ** decimalsOf(each.token2)
    return at === each.token1 ? [one, two, each.token2] : [two, one, each.token1]
  }
  const paths: Walked[] = []
  const walk = (at: string, taken: Pool[], seen: string[]) => {
    if (at === 'usdc' || at === 'dai') {
      let price = 1
      let depth = Infinity
      let end = at
      for (const each of taken.toReversed()) {
        const [held, other, otherToken] = amounts(each, end)
        depth = Math.min(depth, held * price)
        price *= held / other
        end = otherToken
      }
      paths.push({ price, depth })
      return
    }
    if (taken.length === 3) return
    for (const each of pools) {
      if (each.token1 !== at && each.token2 !== at) continue
      const [, , next] = amounts(each, at)
      if (!seen.includes(next)) walk(next, [...taken, each], [...seen, next])
    }
  }
  walk(token, [], [token])
  return paths
}
