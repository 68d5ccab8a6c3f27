import { describe, expect, test } from 'vitest'

import { feesInUsd } from '../../../src/core/reference/collected-fees.ts'
import {
  poolLiquidities,
  tokenLiquidities,
  totalLiquidity,
} from '../../../src/core/reference/liquidity.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { sampleNetwork } from '../sample-network.ts'

const pool = (id: string, token1: string, token2: string, reserves: [bigint, bigint]): Pool => ({
  id,
  kind: 'constant_product',
  token1,
  token2,
  reserve1: reserves[0],
  reserve2: reserves[1],
  lpFeeBps: 0,
  protocolFeeBps: 0,
})
const small = pool('small', 'eth', 'usdc', [10n ** 15n, 2_500_000n])
const large = pool('large', 'euclid', 'usdc', [4_000_000n, 400_000_000n])
const unpriced = pool('unpriced', 'eth', 'mars', [10n ** 18n, 5n])
const market = {
  pools: [small, unpriced, large],
  prices: new Map([
    ['usdc', '1'],
    ['eth', '2500'],
    ['euclid', '0.1'],
  ]),
}
const network = {
  ...sampleNetwork,
  tokens: sampleNetwork.tokens.map((token) => ({ ...token, verified: token.token !== 'euclid' })),
}
const ids = (filter: Parameters<typeof poolLiquidities>[2]) =>
  poolLiquidities(network, market, filter).map(({ vlp }) => vlp)

describe('pools', () => {
  test('are worth both sides; what has a side without a price is not known', () => {
    expect(
      poolLiquidities(network, market, {}).map(({ vlp, total_liquidity }) => [
        vlp,
        total_liquidity,
      ]),
    ).toEqual([
      ['small', '5'],
      ['unpriced', null],
      ['large', '400.4'],
    ])
  })

  test.each([
    { filter: { token: 'eth' }, found: ['small', 'unpriced'] },
    { filter: { only_show_verified: true }, found: ['small'] },
    { filter: { token: '', only_show_verified: false }, found: ['small', 'unpriced', 'large'] },
    {
      filter: { sort_by: 'TOTAL_LIQUIDITY' as const },
      found: ['large', 'small', 'unpriced'],
    },
    {
      filter: { sort_by: 'TOTAL_LIQUIDITY' as const, sort_order: 'ASC' as const },
      found: ['small', 'large', 'unpriced'],
    },
    {
      filter: { sort_by: 'CREATED_AT' as const, sort_order: 'DESC' as const },
      found: ['small', 'unpriced', 'large'],
    },
  ])('are picked and sorted by $filter', ({ filter, found }) => {
    expect(ids(filter)).toEqual(found)
  })
})

test('a token has what all pools hold of it', () => {
  expect(tokenLiquidities(network, market)).toEqual([
    { token: 'eth', total_liquidity: '2502.5', total_volume: null },
    { token: 'usdc', total_liquidity: '402.5', total_volume: null },
    { token: 'mars', total_liquidity: null, total_volume: null },
    { token: 'euclid', total_liquidity: '0.4', total_volume: null },
  ])
})

test.each([
  { what: 'of priced tokens alone', pools: market.pools, prices: market.prices, total: '2905.4' },
  { what: 'without pools', pools: [], prices: market.prices, total: '0' },
  { what: 'without prices', pools: market.pools, prices: new Map(), total: null },
])('all pools together are worth the sum $what', ({ pools, prices, total }) => {
  expect(totalLiquidity(network, { pools, prices })).toBe(total)
})

test('fees are worth what their tokens cost now', () => {
  const collected = [
    {
      pool: small,
      lp_fees: [{ denom: 'eth', amount: 10n ** 15n }],
      euclid_fees: [{ denom: 'usdc', amount: 500_000n }],
    },
    {
      pool: unpriced,
      lp_fees: [{ denom: 'mars', amount: 1n }],
      euclid_fees: [],
    },
    { pool: large, lp_fees: [{ denom: 'mars', amount: 0n }], euclid_fees: [] },
  ]
  expect(feesInUsd(network, market.prices, collected)).toEqual({
    total_overall: '3',
    breakdown: [
      { token1: 'eth', token2: 'usdc', total_fee: '3' },
      { token1: 'eth', token2: 'mars', total_fee: null },
      { token1: 'euclid', token2: 'usdc', total_fee: '0' },
    ],
  })
})
