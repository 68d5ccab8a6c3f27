import type { Network } from '../terms/network.ts'
import type { Pool } from '../routing/pool-graph.ts'
import { createWorth, sumOf, writeUsd, type Holding } from './token-worth.ts'

/** The pools, and prices as `usdPrices` gives them. */
export type PricedPools = { pools: readonly Pool[]; prices: ReadonlyMap<string, string> }

/** A pool as lists show it. `total_liquidity` is USD, `null` where one of its tokens has no price. */
export type PoolLiquidity = {
  pair: { token_1: string; token_2: string }
  vlp: string
  total_liquidity: string | null
  /** What a pool yields and when it was made is not known: there is no history of it. */
  apr: null
  created_at: null
  tags: string[]
}

export type PoolFilter = {
  /** One of the pool's tokens. */
  token?: string | null | undefined
  /** Leaves out pools with a token that nobody reviewed. */
  only_show_verified?: boolean | null | undefined
  /** Without it the order is the router's. What is not known comes last, either way. */
  sort_by?: 'CREATED_AT' | 'TOTAL_LIQUIDITY' | null | undefined
  /** Descending unless it is `ASC`. */
  sort_order?: 'ASC' | 'DESC' | null | undefined
}

/** A token's part of all pools. `total_liquidity` is USD, `null` for a token without a price. */
export type TokenLiquidity = { token: string; total_liquidity: string | null; total_volume: null }

/** The pools that are asked for, with what they hold in USD. */
export function poolLiquidities(
  network: Network,
  market: PricedPools,
  { token, only_show_verified, sort_by, sort_order }: PoolFilter,
): PoolLiquidity[] {
  const worthOf = createWorth(network, market.prices)
  const isVerified = new Set(
    network.tokens.flatMap((known) => (known.verified === true ? [known.token] : [])),
  )
  const listed = market.pools
    .filter(
      ({ token1, token2 }) =>
        ((token ?? '') === '' || token === token1 || token === token2) &&
        (only_show_verified !== true || (isVerified.has(token1) && isVerified.has(token2))),
    )
    .map((pool) => ({ pool, usd: sumOf(reservesOf(pool).map(worthOf)) }))
  if (sort_by === 'TOTAL_LIQUIDITY')
    listed.sort((left, right) => byWorth(left.usd, right.usd, sort_order === 'ASC'))
  return listed.map(({ pool: { id, token1, token2 }, usd }) => ({
    pair: { token_1: token1, token_2: token2 },
    vlp: id,
    total_liquidity: writeUsd(usd),
    apr: null,
    created_at: null,
    tags: [],
  }))
}

/** Every token that has a pool, in the order in which the router's list of pools names them. */
export function tokenLiquidities(network: Network, market: PricedPools): TokenLiquidity[] {
  const worthOf = createWorth(network, market.prices)
  const held = new Map<string, bigint>()
  for (const { token, units } of market.pools.flatMap(reservesOf))
    held.set(token, (held.get(token) ?? 0n) + units)
  return [...held].map(([token, units]) => ({
    token,
    total_liquidity: writeUsd(worthOf({ token, units })),
    total_volume: null,
  }))
}

/** USD in all pools together, as far as their tokens have prices; `null` where there are pools and none has. */
export function totalLiquidity(network: Network, market: PricedPools): string | null {
  const worthOf = createWorth(network, market.prices)
  const known = market.pools.flatMap(reservesOf).flatMap((held) => worthOf(held) ?? [])
  if (known.length === 0 && market.pools.length > 0) return null
  return writeUsd(known.reduce((sum, usd) => sum + usd, 0n))
}

const reservesOf = ({ token1, token2, reserve1, reserve2 }: Pool): Holding[] => [
  { token: token1, units: reserve1 },
  { token: token2, units: reserve2 },
]

function byWorth(
  left: bigint | undefined,
  right: bigint | undefined,
  isAscending: boolean,
): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined)
  if (left === right) return 0
  return left < right === isAscending ? -1 : 1
}
