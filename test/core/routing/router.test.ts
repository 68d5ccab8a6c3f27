import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createOptimum } from '../../../bench/flow-optimum.ts'
import { createPoolSet } from '../../../bench/router-pools.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import {
  createRouter,
  type QuotedPath,
  type RouteRequest,
} from '../../../src/core/routing/router.ts'
import { ROUTE_HOPS } from '../../../src/core/terms/open-limits.ts'
import { allOutputs, anyLargeTrade, anyPools, anyQuestion, trade } from './random-pools.ts'

/** How many times as many random sets as in every run: `PROPERTY_TIMES=40` makes more than 200,000. */
const TIMES = Number(process.env['PROPERTY_TIMES'] ?? 1)

const pool = (id: string, token1: string, token2: string, facts: Partial<Pool> = {}): Pool => ({
  id,
  kind: 'constant_product',
  token1,
  token2,
  reserve1: 1_000_000n,
  reserve2: 1_000_000n,
  lpFeeBps: 30,
  protocolFeeBps: 0,
  ...facts,
})

/** Asked twice, because the router knows more about the way to a token that was asked for before. */
const quoteOrNothing = (pools: readonly Pool[], request: RouteRequest) => {
  const tokens = new Set(pools.flatMap(({ token1, token2 }) => [token1, token2]))
  if (!tokens.has(request.tokenIn) || !tokens.has(request.tokenOut)) return undefined
  const router = createRouter(pools)
  try {
    const first = router.quote(request)
    const again = router.quote(request)
    expect(again.amountOut).toBe(first.amountOut)
    return again
  } catch (error) {
    expect(error).toMatchObject({ name: 'Error', code: 'NO_ROUTE' })
    return undefined
  }
}

describe('the best single path', () => {
  test.each([{ maxHops: 1 }, { maxHops: 2 }, { maxHops: 3 }, { maxHops: 4 }, { maxHops: 5 }])(
    'equals exhaustive search to the unit, up to $maxHops hops',
    ({ maxHops }) => {
      fc.assert(
        fc.property(anyQuestion, ({ pools, amountIn }) => {
          const question = { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops }
          const all = allOutputs(pools, question)
          const quote = quoteOrNothing(pools, question)
          expect(quote?.amountOut).toBe(all[0])
        }),
        { numRuns: 300 * TIMES },
      )
    },
  )

  test('is exact among pools so small that every rounding decides', () => {
    fc.assert(
      fc.property(anyPools(14, [1, 2]), fc.bigInt(2n, 60n), (pools, amountIn) => {
        const question = { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops: 4 }
        expect(quoteOrNothing(pools, question)?.amountOut).toBe(allOutputs(pools, question)[0])
      }),
      { numRuns: 1500 * TIMES },
    )
  })

  test('is exact among empty pools, pools of a few units, and pools near the limit of 256 bits', () => {
    fc.assert(
      fc.property(
        anyPools(14, [0, 1, 3, 38, 60]),
        fc.constantFrom(1, 2, 4, 20, 39, 61),
        fc.bigInt(1n, 10n ** 70n),
        (pools, digits, value) => {
          const amountIn = (value % 10n ** BigInt(digits)) + 1n
          const question = { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops: 4 }
          expect(quoteOrNothing(pools, question)?.amountOut).toBe(allOutputs(pools, question)[0])
        },
      ),
      { numRuns: 1500 * TIMES },
    )
  })

  test('is exact among more equally promising ways than a walk from the start follows', () => {
    const sevens = [0, 1, 2, 3, 4, 5, 6]
    const reserve = fc.integer({ min: 480, max: 520 })
    const legs = fc.array(fc.tuple(reserve, reserve), { minLength: 63, maxLength: 63 })
    fc.assert(
      fc.property(legs, fc.bigInt(20n, 90n), (reserves, amountIn) => {
        const ends = [
          ...sevens.flatMap((m) => [['a', `m${m}`] as const, [`n${m}`, 'b'] as const]),
          ...sevens.flatMap((m) => sevens.map((n) => [`m${m}`, `n${n}`] as const)),
        ]
        const pools = ends.map(([token1, token2], index) => {
          const [reserve1 = 1, reserve2 = 1] = reserves[index] ?? []
          return pool(`${token1}${token2}`, token1, token2, {
            reserve1: BigInt(reserve1),
            reserve2: BigInt(reserve2),
          })
        })
        const question = { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops: 4 }
        expect(quoteOrNothing(pools, question)?.amountOut).toBe(allOutputs(pools, question)[0])
      }),
      { numRuns: 60 * TIMES },
    )
  })

  test('takes the shortest of equal paths', () => {
    const even = { reserve1: 10n ** 30n, reserve2: 10n ** 30n, lpFeeBps: 0 }
    const router = createRouter([
      pool('ac', 'a', 'c', even),
      pool('cb', 'c', 'b', even),
      pool('ab2', 'a', 'b', even),
      pool('ab1', 'a', 'b', even),
    ])
    for (let times = 0; times < 3; times++) {
      const { paths } = router.quote({ tokenIn: 'a', tokenOut: 'b', amountIn: 1000n })
      expect(paths.map(({ pools: ids, amountOut }) => ({ ids, amountOut }))).toEqual([
        { ids: ['ab2'], amountOut: 1000n },
      ])
    }
  })

  test('comes with the next best different paths, best first, each as it will be paid', () => {
    fc.assert(
      fc.property(anyQuestion, ({ pools, amountIn }) => {
        const question = { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops: 4 }
        const quote = quoteOrNothing(pools, { ...question, alternatives: 6 })
        const paths = quote ? [...quote.paths, ...quote.alternatives] : []
        expect(paths.map(({ amountOut }) => amountOut)).toEqual(
          allOutputs(pools, question).slice(0, 7),
        )
        expect(new Set(paths.map(({ pools: ids }) => ids.join())).size).toBe(paths.length)
        for (const path of paths) {
          expect(path.amountsOut).toEqual(replayAndMove(pools, path).amounts)
          expect(path.amountsOut.at(-1)).toBe(path.amountOut)
          expect(new Set(path.route).size).toBe(path.route.length)
        }
      }),
      { numRuns: 300 * TIMES },
    )
  })

  test('takes a way that an update has made the best', () => {
    const deep = { reserve1: 10n ** 24n, reserve2: 10n ** 24n }
    const router = createRouter([
      pool('ab', 'a', 'b', deep),
      pool('ac', 'a', 'c', deep),
      pool('cb', 'c', 'b', { ...deep, reserve2: 10n ** 12n }),
    ])
    const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 10n ** 18n }
    const idsOf = () => router.quote(request).paths[0]?.pools
    expect([idsOf(), idsOf()]).toEqual([['ab'], ['ab']])
    router.update([pool('cb', 'c', 'b', { ...deep, reserve2: 10n ** 25n })])
    expect([idsOf(), idsOf()]).toEqual([
      ['ac', 'cb'],
      ['ac', 'cb'],
    ])
  })

  test('is the same after an update in place as in a fresh router', () => {
    fc.assert(
      fc.property(
        anyPools(10),
        anyPools(10),
        fc.bigInt(1n, 10n ** 20n),
        (before, after, amountIn) => {
          const router = createRouter(before)
          // Pools with the same tokens change in place; others are new ones or replace those of their id.
          const inPlace = before.map((known, index) => ({
            ...known,
            ...stateOf(after[index] ?? known),
          }))
          for (const changed of [inPlace.slice(0, 3), after]) {
            router.update(changed)
            const now = new Map(
              [...before, ...inPlace.slice(0, 3), ...(changed === after ? after : [])].map(
                (known) => [known.id, known],
              ),
            )
            const fresh = createRouter([...now.values()])
            // Asked several times, so that the next change finds all that a router keeps about an end.
            for (const alternatives of [3, 0, 0]) {
              const request = { tokenIn: 'a', tokenOut: 'b', amountIn, alternatives }
              expect(outcome(() => router.quote(request))).toEqual(
                outcome(() => fresh.quote(request)),
              )
            }
          }
        },
      ),
      { numRuns: 200 * TIMES },
    )
  })
})

describe('what a router answers that lived through many changes', () => {
  const anyState = anyPools(2).map(([state]) => state)
  test('is what a fresh router answers', () => {
    fc.assert(
      fc.property(
        anyPools(14),
        fc.array(fc.record({ at: fc.nat(), state: anyState }), { minLength: 1, maxLength: 10 }),
        fc.bigInt(1n, 10n ** 20n),
        (pools, changes, amountIn) => {
          const router = createRouter(pools)
          const now = [...pools]
          const request = { tokenIn: 'a', tokenOut: 'b', amountIn }
          const asked = [
            request,
            request,
            { ...request, tokenOut: 'c' },
            { ...request, maxHops: 3 },
            { ...request, split: true },
          ]
          for (const { at, state } of changes) {
            for (const question of asked) outcome(() => router.quote(question))
            const index = at % now.length
            const known = now[index]
            if (!known || !state) continue
            now[index] = { ...known, ...stateOf(state) }
            router.update([now[index]])
            const fresh = createRouter(now)
            for (const question of asked)
              expect(outcome(() => router.quote(question))).toEqual(
                outcome(() => fresh.quote(question)),
              )
          }
        },
      ),
      { numRuns: 200 * TIMES },
    )
  })
})

describe('pools that promise more than they hold', () => {
  const few = { reserve1: 1000n, reserve2: 10n ** 30n }
  const deep = { reserve1: 10n ** 30n, reserve2: 10n ** 30n }

  test.each([{ alternatives: 0 }, { alternatives: 3 }])(
    'hide no honest way, however many ways lead through them ($alternatives alternatives)',
    ({ alternatives }) => {
      const names = Array.from({ length: 9 }, (_, at) => `m${at}`)
      const made = names.flatMap((name, at) => [
        pool(`a${name}`, 'a', name, few),
        pool(`${name}b`, name, 'b', { reserve1: 1000n, reserve2: 10n ** 18n }),
        ...names.slice(at + 1).map((other) => pool(`${name}${other}`, name, other, deep)),
      ])
      const honest = [pool('ac', 'a', 'c'), pool('cb', 'c', 'b')]
      const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 10n ** 6n, alternatives }
      const router = createRouter([...made, ...honest])
      for (let times = 0; times < 2; times++)
        expect(router.quote(request).paths[0]?.pools).toEqual(['ac', 'cb'])
    },
  )
})

describe('a split', () => {
  test('adds up to the unit, pays leg by leg what it says, and never less than the best single path', () => {
    let better = 0
    fc.assert(
      fc.property(
        fc.oneof(anyQuestion, anyLargeTrade, anyLargeTrade),
        fc.constantFrom(2, 3, 5, Infinity),
        ({ pools, amountIn }, maxLegs) => {
          const question = { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops: 4 }
          const single = quoteOrNothing(pools, question)
          const quote = quoteOrNothing(pools, { ...question, split: true, maxLegs })
          expect(quote === undefined).toBe(single === undefined)
          if (!quote || !single) return
          expect(quote.amountOut >= single.amountOut).toBe(true)
          if (quote.amountOut > single.amountOut) better++
          expect(quote.paths.length).toBeLessThanOrEqual(maxLegs)
          expect(sumOf(quote.paths.map((path) => path.amountIn))).toBe(amountIn)
          expect(sumOf(quote.paths.map((path) => path.amountOut))).toBe(quote.amountOut)
          let now: readonly Pool[] = pools
          for (const path of quote.paths) {
            expect(new Set(path.route).size).toBe(path.route.length)
            expect(path.pools.length).toBeLessThanOrEqual(4)
            const after = replayAndMove(now, path)
            expect(after.amounts).toEqual(path.amountsOut)
            now = after.pools
          }
        },
      ),
      { numRuns: 400 * TIMES },
    )
    // Random pools seldom give nothing to split: were it so, this test would see no split at all.
    expect(better).toBeGreaterThan(50)
  })

  test.each([
    { pools: 150, seed: 42, first: 0, times: 1n, below: 0.2 },
    { pools: 500, seed: 42, first: 0, times: 1n, below: 0.2 },
    // Wide trades: some take a pool the other way than it first seemed, some need longer paths than six pools.
    { pools: 150, seed: 7, first: 95, times: 10n, below: 1 },
    { pools: 2_000, seed: 7, first: 65, times: 3n, below: 1 },
  ])(
    'of $pools pools and $times times as much pays within $below bps of what no routing can exceed',
    ({ pools, seed, first, times, below }) => {
      const set = createPoolSet(pools, first + 12, seed)
      const router = createRouter(set.pools)
      const optimum = createOptimum(set)
      for (const { tokenIn, tokenOut, amountIn } of set.questions.slice(first)) {
        const question = { tokenIn, tokenOut, amountIn: times * amountIn }
        const quote = router.quote({ ...question, split: true })
        const most = optimum(question, quote)
        const paid = Number(quote.amountOut)
        expect((1 - paid / most) * 1e4).toBeLessThan(below)
        // Above the bound there is only what doubles round away.
        expect(paid / most).toBeLessThan(1 + 1e-9)
      }
    },
  )

  test('takes longer paths than a single one may have, unless told how long they may be', () => {
    const tokens = ['a', 'c', 'd', 'e', 'f', 'b']
    const chain = tokens
      .slice(1)
      .map((token, index) => pool(`p${index}`, tokens[index] ?? '', token, { lpFeeBps: 1 }))
    const router = createRouter([...chain, pool('ab', 'a', 'b', { lpFeeBps: 100 })])
    const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 100_000n, split: true }
    const lengths = ({ paths }: { paths: QuotedPath[] }) =>
      paths.map(({ pools: ids }) => ids.length).toSorted((left, right) => left - right)
    expect(lengths(router.quote(request))).toEqual([1, 5])
    expect(lengths(router.quote({ ...request, maxHops: 4 }))).toEqual([1])
  })

  test('has no path longer than routes may be, also where longer ones would pay', () => {
    const { pools, questions } = createPoolSet(150, 12, 1)
    const router = createRouter(pools.map((known) => ({ ...known, lpFeeBps: 1 })))
    const lengths = questions.flatMap((asked) => {
      const { paths } = router.quote({ ...asked, amountIn: asked.amountIn * 100n, split: true })
      return paths.map(({ pools: ids }) => ids.length)
    })
    expect(Math.max(...lengths)).toBe(ROUTE_HOPS)
  })

  test('of two equal pools takes half each, and is the same every time', () => {
    const router = createRouter([pool('p1', 'a', 'b'), pool('p2', 'a', 'b')])
    const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 100_000n, split: true }
    const quote = router.quote(request)
    expect(quote.paths.map(({ amountIn }) => amountIn)).toEqual([50_000n, 50_000n])
    expect(quote.amountOut).toBe(94_966n)
    expect(router.quote(request)).toEqual(quote)
  })

  test('is the same every time, also where a token left the flow after pools were measured by it', () => {
    const free = { reserve1: 50n, reserve2: 50n, lpFeeBps: 0 }
    const deep = { ...free, reserve1: 5n * 10n ** 23n, reserve2: 5n * 10n ** 23n }
    const router = createRouter([
      pool('p0', 'a', 'e', free),
      pool('p1', 'e', 'a', deep),
      pool('p2', 'a', 'c', free),
      pool('p3', 'e', 'a', { ...free, reserve1: 58n }),
      pool('p4', 'a', 'd', free),
      pool('p5', 'a', 'c', free),
      pool('p6', 'f', 'a', free),
      pool('p7', 'a', 'd', free),
      pool('p8', 'b', 'a', free),
      pool('p9', 'a', 'f', free),
      pool('p10', 'a', 'e', free),
      pool('p11', 'b', 'e', { ...free, kind: 'stable', ampFactor: 100, reserve1: 67n }),
    ])
    const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 8n, maxHops: 4, split: true }
    expect(router.quote(request)).toEqual(router.quote(request))
  })

  test.each([
    { ways: 6, digits: [30, 18], amountIn: 1n << 128n },
    { ways: 12, digits: [30, 18], amountIn: 1n << 128n },
    { ways: 96, digits: [30, 18], amountIn: 1n << 128n },
    { ways: 48, digits: [24, 24], amountIn: 1n << 116n },
  ])(
    'of an amount that all but drains each of $ways ways of stable pools is given up soon',
    ({ ways, digits: [digits1 = 0, digits2 = 0], amountIn }) => {
      const stable = {
        kind: 'stable',
        ampFactor: 1000,
        reserve1: 10n ** BigInt(digits1),
        reserve2: 10n ** BigInt(digits2),
      } as const
      const pools = [pool('ab', 'a', 'b', stable)]
      for (let way = 0; way < ways; way++)
        pools.push(pool(`a${way}`, 'a', `m${way}`, stable), pool(`b${way}`, `m${way}`, 'b', stable))
      const router = createRouter(pools)
      const request = { tokenIn: 'a', tokenOut: 'b', amountIn }
      const single = router.quote(request)
      const { quote, looks } = countLooks(() => router.quote({ ...request, split: true }))
      expect(quote.amountOut >= single.amountOut).toBe(true)
      expect(looks).toBeLessThan(2_000_000)
    },
  )

  test('after an update in place is the split of a fresh router', () => {
    const before = [pool('p1', 'a', 'b'), pool('p2', 'a', 'b'), pool('p3', 'a', 'b')]
    const changed = [pool('p2', 'a', 'b', { reserve1: 9_000_000n, reserve2: 9_000_000n })]
    const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 500_000n, split: true }
    const router = createRouter(before)
    router.quote(request)
    router.update(changed)
    const fresh = createRouter(
      before.map((known) => changed.find(({ id }) => id === known.id) ?? known),
    )
    expect(router.quote(request)).toEqual(fresh.quote(request))
  })
})

/** Runs a quote and counts how often it looks at a stable curve: each look takes one root. */
function countLooks<Result>(run: () => Result) {
  const { sqrt } = Math
  let looks = 0
  Math.sqrt = (value) => {
    looks++
    return sqrt(value)
  }
  try {
    const quote = run()
    return { quote, looks }
  } finally {
    Math.sqrt = sqrt
  }
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Trades a path as the contracts would: what each step paid, and the pools afterwards. */
function replayAndMove(pools: readonly Pool[], { route, pools: ids, amountIn }: QuotedPath) {
  const now = new Map(pools.map((known) => [known.id, known]))
  let amount = amountIn
  const amounts = ids.map((id, step) => {
    const found = now.get(id)
    const traded = found && trade(found, route[step] ?? '', amount)
    if (traded) now.set(id, traded.pool)
    amount = traded?.amountOut ?? 0n
    return amount
  })
  return { amounts, pools: [...now.values()] }
}

const stateOf = ({ reserve1, reserve2, lpFeeBps, protocolFeeBps }: Pool) => ({
  reserve1,
  reserve2,
  lpFeeBps,
  protocolFeeBps,
})

function outcome<Value>(run: () => Value): Value | string {
  try {
    return run()
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

test.each([
  { name: 'an unknown token in', ask: { tokenIn: 'x' }, code: 'UNKNOWN_TOKEN' },
  { name: 'an unknown token out', ask: { tokenOut: 'x' }, code: 'UNKNOWN_TOKEN' },
  { name: 'the same token twice', ask: { tokenOut: 'a' }, code: 'SAME_TOKEN' },
  { name: 'no pools between', ask: { tokenOut: 'y' }, code: 'NO_ROUTE' },
  { name: 'too few hops', ask: { tokenOut: 'c', maxHops: 1 }, code: 'NO_ROUTE' },
  { name: 'zero', ask: { amountIn: 0n }, code: 'INVALID_AMOUNT' },
  { name: 'a negative amount', ask: { amountIn: -1n }, code: 'INVALID_AMOUNT' },
  { name: 'an amount over 256 bits', ask: { amountIn: 1n << 256n }, code: 'INVALID_AMOUNT' },
  { name: 'an amount that pays nothing', ask: { tokenIn: 'f', tokenOut: 'g' }, code: 'NO_ROUTE' },
  { name: 'a product over 256 bits', ask: { amountIn: 1n << 250n }, code: 'NO_ROUTE' },
  { name: 'an amount that empties the pool', ask: { amountIn: 1n << 128n }, code: 'NO_ROUTE' },
  { name: 'an empty pool', ask: { tokenIn: 'd', tokenOut: 'e' }, code: 'NO_ROUTE' },
  { name: 'no hops', ask: { maxHops: 0 }, code: 'INVALID_REQUEST' },
  { name: 'half a hop', ask: { maxHops: 1.5 }, code: 'INVALID_REQUEST' },
  { name: 'no legs', ask: { split: true, maxLegs: 0 }, code: 'INVALID_REQUEST' },
  { name: 'too many hops', ask: { maxHops: 7 }, code: 'INVALID_REQUEST' },
])('refuses $name', ({ ask, code }) => {
  const router = createRouter([
    pool('ab', 'a', 'b'),
    pool('bc', 'b', 'c'),
    pool('yz', 'y', 'z'),
    pool('fg', 'f', 'g', { reserve2: 900n }),
    pool('de', 'd', 'e', { reserve1: 0n, reserve2: 0n }),
  ])
  const request = { tokenIn: 'a', tokenOut: 'b', amountIn: 1000n, ...ask }
  expect(() => router.quote(request)).toThrow(expect.objectContaining({ code }))
})

test.each([
  { name: 'an id twice', pools: [pool('ab', 'a', 'b'), pool('ab', 'a', 'b')] },
  { name: 'a token with itself', pools: [pool('aa', 'a', 'a')] },
  { name: 'a negative reserve', pools: [pool('ab', 'a', 'b', { reserve1: -1n })] },
  { name: 'fees over the whole input', pools: [pool('ab', 'a', 'b', { lpFeeBps: 10_001 })] },
])('takes no pools with $name', ({ pools }) => {
  expect(() => createRouter(pools)).toThrow(RangeError)
})

test.each([
  { name: 'a hundredth of the reserve', amountIn: 10_000n, impact: '1.28' },
  { name: 'the whole reserve', amountIn: 1_000_000n, impact: '50.07' },
])('price impact against the price before: $name', ({ amountIn, impact }) => {
  const router = createRouter([pool('ab', 'a', 'b')])
  const { paths } = router.quote({ tokenIn: 'a', tokenOut: 'b', amountIn })
  expect(router.priceImpact(paths)).toBe(impact)
})

test('price impact of a stable pool without fees is near nothing in the middle, and two hops add up', () => {
  const stable = { kind: 'stable', ampFactor: 1000, lpFeeBps: 0 } as const
  const router = createRouter([pool('ab', 'a', 'b', stable), pool('bc', 'b', 'c')])
  const impactTo = (tokenOut: string) =>
    router.priceImpact(router.quote({ tokenIn: 'a', tokenOut, amountIn: 10_000n }).paths)
  expect(impactTo('b')).toBe('0.09')
  expect(impactTo('c')).toBe('1.36')
})
