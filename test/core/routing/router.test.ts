import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import {
  createRouter,
  type QuotedPath,
  type RouteRequest,
} from '../../../src/core/routing/router.ts'
import { allOutputs, anyPools, anyQuestion, trade } from './random-pools.ts'

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

const quoteOrNothing = (pools: readonly Pool[], request: RouteRequest) => {
  const tokens = new Set(pools.flatMap(({ token1, token2 }) => [token1, token2]))
  if (!tokens.has(request.tokenIn) || !tokens.has(request.tokenOut)) return undefined
  try {
    return createRouter(pools).quote(request)
  } catch (error) {
    expect(error).toMatchObject({ name: 'Error', code: 'NOT_FOUND' })
    return undefined
  }
}

/** Trades a path as the contracts would, and says what each step paid. */
function replay(pools: readonly Pool[], { route, pools: ids, amountIn }: QuotedPath) {
  let amount = amountIn
  return ids.map((id, step) => {
    const found = pools.find((known) => known.id === id)
    const token = route[step] ?? ''
    expect([found?.token1, found?.token2]).toContain(route[step + 1])
    const traded = found && trade(found, token, amount)
    amount = traded?.amountOut ?? 0n
    return amount
  })
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
        { numRuns: 300 },
      )
    },
  )

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
          expect(path.amountsOut).toEqual(replay(pools, path))
          expect(path.amountsOut.at(-1)).toBe(path.amountOut)
          expect(new Set(path.route).size).toBe(path.route.length)
        }
      }),
      { numRuns: 300 },
    )
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
            const request = { tokenIn: 'a', tokenOut: 'b', amountIn, alternatives: 3 }
            const fresh = createRouter([...now.values()])
            expect(outcome(() => router.quote(request))).toEqual(
              outcome(() => fresh.quote(request)),
            )
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

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
  { name: 'the same token twice', ask: { tokenOut: 'a' }, code: 'INVALID_REQUEST' },
  { name: 'no pools between', ask: { tokenOut: 'y' }, code: 'NOT_FOUND' },
  { name: 'too few hops', ask: { tokenOut: 'c', maxHops: 1 }, code: 'NOT_FOUND' },
  { name: 'zero', ask: { amountIn: 0n }, code: 'INVALID_AMOUNT' },
  { name: 'a negative amount', ask: { amountIn: -1n }, code: 'INVALID_AMOUNT' },
  { name: 'an amount over 256 bits', ask: { amountIn: 1n << 256n }, code: 'INVALID_AMOUNT' },
  { name: 'an amount that pays nothing', ask: { tokenIn: 'f', tokenOut: 'g' }, code: 'NOT_FOUND' },
  { name: 'a product over 256 bits', ask: { amountIn: 1n << 250n }, code: 'NOT_FOUND' },
  { name: 'an empty pool', ask: { tokenIn: 'd', tokenOut: 'e' }, code: 'NOT_FOUND' },
  { name: 'no hops', ask: { maxHops: 0 }, code: 'INVALID_REQUEST' },
  { name: 'half a hop', ask: { maxHops: 1.5 }, code: 'INVALID_REQUEST' },
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
