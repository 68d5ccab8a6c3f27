import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { DomainError } from '../../../src/core/terms/errors.ts'
import { Network } from '../../../src/core/terms/network.ts'
import {
  RoutesAnswer,
  type RoutePath,
  type RoutesAnswerJson,
} from '../../../src/calls/route-calls.ts'
import type { Venue } from '../../../src/services/market/find-routes.ts'
import { createJsonRoutes } from '../json-edge.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { PoolsOutdatedError } from '../../../src/core/routing/route-errors.ts'
import { createRouter } from '../../../src/core/routing/router.ts'
import { threeChains } from '../../core/three-chains.ts'
import { allOutputs, anyLargeTrade, anyQuestion, trade } from '../../core/routing/random-pools.ts'

const FEES = { lpFeeBps: 20, protocolFeeBps: 5 }
const pool = (token1: string, token2: string, reserve1: bigint, reserve2: bigint): Pool => ({
  id: `${token1}-${token2}`,
  kind: 'constant_product',
  token1,
  token2,
  reserve1,
  reserve2,
  ...FEES,
})
/** eth to usdc directly, or over euclid or osmo. */
const POOLS = [
  pool('eth', 'usdc', 1_000_000n, 3_000_000n),
  pool('eth', 'euclid', 1_000_000n, 9_000_000n),
  pool('euclid', 'usdc', 9_000_000n, 2_900_000n),
  pool('eth', 'osmo', 500_000n, 500_000n),
  pool('osmo', 'usdc', 500_000n, 1_400_000n),
]

function finder(pools: readonly Pool[], venues: readonly Venue[] = []) {
  const state = { pools, height: 77, ageMs: 1200 }
  const find = createJsonRoutes({
    network: threeChains,
    pools: { current: async () => state },
    venues,
  })
  return { find, state }
}
const ask = (more: object = {}) => ({
  amount_in: '1000',
  token_in: 'eth',
  token_out: 'usdc',
  ...more,
})
const routesOf = ({ paths }: RoutesAnswerJson) => paths.map(({ path }) => path[0]?.route.join(' '))

test('answers the best path first, then the others, in the shape of the interface', async () => {
  const { find } = finder(POOLS)
  const answer = await find(ask())
  expect(answer).toEqual(z.encode(RoutesAnswer, z.decode(RoutesAnswer, answer)))
  expect(routesOf(answer)).toEqual(['eth usdc', 'eth euclid usdc', 'eth osmo usdc'])
  const [, over] = answer.paths
  const [first, second] = [trade(POOLS[1] ?? POOL_MISSING, 'eth', 1000n), POOLS[2]]
  const last = trade(second ?? POOL_MISSING, 'euclid', first?.amountOut ?? 0n)
  expect(over).toEqual({
    path: [
      {
        route: ['eth', 'euclid', 'usdc'],
        dex: 'euclid',
        amount_in: '1000',
        amount_out: `${last?.amountOut}`,
        chain_uid: 'vsl',
        amount_out_for_hops: [`euclid: ${first?.amountOut}`, `usdc: ${last?.amountOut}`],
      },
    ],
    total_price_impact: expect.stringMatching(/^\d+\.\d\d$/),
  })
  expect(answer.pools).toEqual({ height: 77, age_ms: 1200 })
  expect(answer.split).toBe(undefined)
})
const POOL_MISSING = pool('a', 'b', 1n, 1n)

describe('on some chains only', () => {
  test.each([
    { chain_uids: [], routes: ['eth usdc', 'eth euclid usdc', 'eth osmo usdc'] },
    { chain_uids: null, routes: ['eth usdc', 'eth euclid usdc', 'eth osmo usdc'] },
    { chain_uids: ['vsl'], routes: ['eth usdc', 'eth euclid usdc', 'eth osmo usdc'] },
    { chain_uids: ['base'], routes: ['eth usdc'] },
    { chain_uids: ['base', 'osmosis'], routes: ['eth usdc', 'eth osmo usdc'] },
    { chain_uids: ['neuron', 'base'], routes: ['eth usdc', 'eth euclid usdc'] },
  ])('$chain_uids', async ({ chain_uids, routes }) => {
    expect(routesOf(await finder(POOLS).find(ask({ chain_uids })))).toEqual(routes)
  })
})

describe('refuses', () => {
  test.each([
    ['a token that nobody knows', { token_in: 'doge' }, 'UNKNOWN_TOKEN', /^token_in: .*"doge"/],
    ['an unknown token out', { token_out: 'doge' }, 'UNKNOWN_TOKEN', /^token_out: /],
    ['one token twice', { token_out: 'eth' }, 'SAME_TOKEN', /eth is on both sides/],
    ['an unknown chain', { chain_uids: ['base', 'mars'] }, 'UNKNOWN_CHAIN', /^chain_uids.1: /],
    ['chains without the tokens', { chain_uids: ['osmosis'] }, 'NO_ROUTE', /No path/],
    ['an amount of nothing', { amount_in: '0' }, 'INVALID_REQUEST', /^amount_in/],
    ['an amount with a dot', { amount_in: '1.5' }, 'INVALID_REQUEST', /^amount_in/],
    ['a number for an amount', { amount_in: 5 }, 'INVALID_REQUEST', /^amount_in/],
    ['an amount over 256 bits', { amount_in: '9'.repeat(78) }, 'INVALID_AMOUNT', /256 bits/],
    ['too many legs', { split: true, max_legs: 21 }, 'INVALID_REQUEST', /^max_legs/],
    ['no legs', { split: true, max_legs: 0 }, 'INVALID_REQUEST', /^max_legs/],
    ['a misspelt field', { chain_uid: ['base'] }, 'INVALID_REQUEST', /was chain_uids meant/],
    ['a body that is no object', [], 'INVALID_REQUEST', /^The request/],
  ])('%s', async (_what, more, code, words) => {
    const request = Array.isArray(more) ? more : ask(more)
    const refused = await finder(POOLS)
      .find(request)
      .catch((error: DomainError) => error)
    expect(refused).toMatchObject({ code, message: expect.stringMatching(words) })
  })

  test('an amount too small to buy anything', async () => {
    const scarce = [pool('eth', 'usdc', 10n ** 12n, 10n)]
    await expect(finder(scarce).find(ask({ amount_in: '1' }))).rejects.toMatchObject({
      code: 'NO_ROUTE',
    })
  })

  test('a token of the network that no pool has, and finds one of a pool that the network does not list', async () => {
    const { find } = finder([pool('eth', 'mytoken', 1_000_000n, 1_000_000n)])
    await expect(find(ask())).rejects.toMatchObject({ code: 'NO_ROUTE' })
    expect(routesOf(await find(ask({ token_out: 'mytoken' })))).toEqual(['eth mytoken'])
  })

  test('everything while the pools are too old', async () => {
    const find = createJsonRoutes({
      network: threeChains,
      pools: { current: () => Promise.reject(new PoolsOutdatedError(31_000, 77)) },
      venues: [],
    })
    await expect(find(ask())).rejects.toMatchObject({ code: 'POOLS_OUTDATED' })
  })
})

test('follows pools that change, appear and go, as a fresh router would', async () => {
  const { find, state } = finder(POOLS)
  const states = [
    POOLS,
    POOLS.map((each, index) => (index === 0 ? { ...each, reserve2: 2_000_000n } : each)),
    [
      ...POOLS,
      pool('eth', 'mytoken', 5_000_000n, 5_000_000n),
      pool('mytoken', 'usdc', 5_000_000n, 20_000_000n),
    ],
    POOLS.slice(1),
    [...POOLS.slice(2), pool('eth', 'mytoken', 5_000_000n, 5_000_000n)], // as many as before, and the best is gone
  ]
  for (const pools of states) {
    state.pools = pools
    const best = createRouter(pools).quote({ tokenIn: 'eth', tokenOut: 'usdc', amountIn: 1000n })
    const [path] = (await find(ask())).paths
    expect(path?.path[0]?.amount_out).toBe(`${best.amountOut}`)
  }
})

test('routes over external exchanges stand among the others by what they pay, when they are asked for', async () => {
  const step = { route: ['eth', 'usdc'], dex: 'elsewhere', chain_uid: 'base' }
  const paid = { token: 'usdc', amount: 999_999n }
  const amounts = { amount_in: 1000n, amount_out: paid.amount, amount_out_for_hops: [paid] }
  const abroad: RoutePath = { path: [{ ...step, ...amounts }], total_price_impact: '0.10' }
  const { find } = finder(POOLS, [{ routes: async () => [abroad] }])
  expect((await find(ask({ external: true }))).paths[0]).toEqual({
    path: [
      {
        ...step,
        amount_in: '1000',
        amount_out: '999999',
        amount_out_for_hops: ['usdc: 999999'],
      },
    ],
    total_price_impact: '0.10',
  })
  expect(routesOf(await find(ask({ external: false })))).toHaveLength(3)
})

describe('any pools', () => {
  const network = Network.parse({ ...threeChains, tokens: [] })
  const findIn = (pools: readonly Pool[]) =>
    createJsonRoutes({
      network,
      pools: { current: async () => ({ pools, height: 1, ageMs: 0 }) },
      venues: [],
    })
  const answerOf = async (pools: readonly Pool[], amountIn: bigint, more: object = {}) =>
    findIn(pools)({ amount_in: `${amountIn}`, token_in: 'a', token_out: 'b', ...more }).catch(
      (error: DomainError) => {
        expect(['NO_ROUTE', 'UNKNOWN_TOKEN']).toContain(error.code)
      },
    )

  test('the first path is the best there is, and they come in the order of what they pay', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestion, async ({ pools, amountIn }) => {
        const answer = await answerOf(pools, amountIn)
        const [best] = allOutputs(pools, { tokenIn: 'a', tokenOut: 'b', amountIn, maxHops: 4 })
        const paid = answer?.paths.map(({ path }) => BigInt(path[0]?.amount_out ?? 0)) ?? []
        expect(paid[0]).toBe(best)
        expect(paid).toEqual(
          paid.toSorted((left, right) => (left < right ? 1 : left > right ? -1 : 0)),
        )
      }),
      { numRuns: 150 },
    )
  })

  test("a split's legs add up to the whole, and traded one after another each pays what it says", async () => {
    let splits = 0
    await fc.assert(
      fc.asyncProperty(
        anyLargeTrade,
        fc.integer({ min: 1, max: 5 }),
        async (question, max_legs) => {
          const { amountIn } = question
          const answer = await answerOf(question.pools, amountIn, { split: true, max_legs })
          if (!answer?.split) return
          const { amount_out, legs } = answer.split
          const sum = (of: 'amount_in' | 'amount_out') =>
            legs.reduce((total, leg) => total + BigInt(leg[of]), 0n)
          expect(legs.length).toBeLessThanOrEqual(max_legs)
          expect(sum('amount_in')).toBe(amountIn)
          expect(`${sum('amount_out')}`).toBe(amount_out)
          expect(BigInt(amount_out)).toBeGreaterThanOrEqual(
            BigInt(answer.paths[0]?.path[0]?.amount_out ?? 0),
          )
          if (legs.length > 1) splits += 1
          // Several pools can join one pair here; which one a leg took shows in what it pays.
          let states = [question.pools]
          for (const {
            amount_in,
            path: [step],
          } of legs) {
            states = states.flatMap((pools) => afterLeg(pools, BigInt(amount_in), step))
            expect(states.length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 100 },
    )
    expect(splits).toBeGreaterThan(5)
  })
})

/** The pools after a leg, for every choice of pools that pays exactly what its step says hop by hop. */
function afterLeg(
  pools: Pool[],
  amountIn: bigint,
  step: { route: string[]; amount_out_for_hops: string[] } | undefined,
): Pool[][] {
  let states = [{ pools, amount: amountIn }]
  step?.amount_out_for_hops.forEach((said, hop) => {
    const tokens = [step.route[hop], step.route[hop + 1]]
    states = states.flatMap((state) =>
      state.pools.flatMap((each, index) => {
        if (!tokens.includes(each.token1) || !tokens.includes(each.token2)) return []
        const traded = trade(each, tokens[0] ?? '', state.amount)
        if (!traded || `${tokens[1]}: ${traded.amountOut}` !== said) return []
        return [{ pools: state.pools.with(index, traded.pool), amount: traded.amountOut }]
      }),
    )
  })
  return states.map((state) => state.pools)
}
