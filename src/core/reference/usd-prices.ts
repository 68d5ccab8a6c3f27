import { formatAmount } from '../terms/amounts.ts'
import type { Token } from '../terms/network.ts'
import { CurveError, spotOutput, type SwapSide } from '../routing/curves.ts'
import type { Pool } from '../routing/pool-graph.ts'

/** Pools in a row from a token to a stable one. */
const MAX_HOPS = 3
/** A value of one USD: 36 decimals keep base units of any token apart. */
const USD = 10n ** 36n
/** Decimals of a price as it is written. */
const PRICE_DECIMALS = 18
/** How many of the smallest price that can be written are one USD. */
const SMALLEST = 10n ** BigInt(PRICE_DECIMALS)
/** No whole token is worth more: what pools say beyond it is no price. */
const MOST_USD = 10n ** 12n
/** A stable curve's slope is asked with this many units, so that tokens with few decimals have an exact one too. */
const PROBE = 10n ** 30n

/** USD (36 decimals) per base unit, as a fraction. */
type Rate = { numerator: bigint; denominator: bigint }

/** A way of a token to a stable one: its price, and the USD (36 decimals) that its shallowest pool holds. */
type Path = { rate: Rate; depth: bigint }
/** Where every path ends: at a stable itself, before any pool. */
type Start = { rate: Rate; depth: undefined }

type Edge = { token: string; pool: Pool; side: SwapSide }

/**
 * Prices of whole tokens in USD, as decimal strings with up to 18 decimals, rounded down. A token that is a USD stable by
 * the network is worth 1. Any other's price is the median over all its paths through pools to a stable, weighted by depth: anybody can make a pool with
 * any price, and for next to nothing, so a mean would follow whoever made the wildest. The lower one where two halves meet.
 *
 * - A path has 1 to 3 pools, passes the network's own tokens alone and none twice, and a stable only at its end. Its price is the product of its pools'
 *   prices at their present reserves, without fees.
 * - A pool's depth is the USD value of what it holds of the token nearer to the stable, at the price that the rest of the
 *   path gives. A path is as deep as its shallowest pool: no more could pass.
 *
 * Tokens without a path, whose paths hold nothing, or whose price would be written as zero or is beyond any real one, are left out. Whole numbers all the way.
 */
export function usdPrices(
  pools: readonly Pool[],
  tokens: readonly Pick<Token, 'token' | 'decimals' | 'usd_stable'>[],
): Map<string, string> {
  const stables = tokens.filter((token) => token.usd_stable === true)
  const isStable = new Set(stables.map(({ token }) => token))
  const isListed = new Set(tokens.map(({ token }) => token))
  const edges = edgesOf(
    pools.filter(({ token1, token2 }) => isListed.has(token1) && isListed.has(token2)),
  )
  const pathsOf = new Map<string, Path[]>()

  /** Goes on from `token`, whose way to a stable is `path`, to every token that trades for it. */
  function extend(token: string, path: Path | Start, passed: readonly string[]): void {
    for (const { token: next, pool, side } of edges.get(token) ?? []) {
      if (isStable.has(next) || passed.includes(next)) continue
      const price = slopeOf(side)
      if (price === undefined) continue
      const { numerator, denominator } = path.rate
      const held =
        ((next === pool.token1 ? pool.reserve2 : pool.reserve1) * numerator) / denominator
      const longer = {
        rate: {
          numerator: numerator * price.numerator,
          denominator: denominator * price.denominator,
        },
        depth: path.depth === undefined || held < path.depth ? held : path.depth,
      }
      const known = pathsOf.get(next)
      if (known) known.push(longer)
      else pathsOf.set(next, [longer])
      if (passed.length < MAX_HOPS) extend(next, longer, [...passed, next])
    }
  }

  for (const { token, decimals } of stables) {
    const rate = { numerator: USD, denominator: 10n ** BigInt(decimals) }
    extend(token, { rate, depth: undefined }, [token])
  }

  const prices = new Map<string, string>()
  for (const { token, decimals } of tokens) {
    const price = isStable.has(token) ? USD : medianOf(pathsOf.get(token) ?? [], decimals)
    if (price !== undefined && price >= USD / SMALLEST && price <= MOST_USD * USD)
      prices.set(token, writePrice(price))
  }
  return prices
}

/** By token, the pools in which it is paid out for another: `side` takes that other token. */
function edgesOf(pools: readonly Pool[]): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>()
  const add = (paid: string, edge: Edge) => {
    const known = edges.get(paid)
    if (known) known.push(edge)
    else edges.set(paid, [edge])
  }
  for (const pool of pools) {
    const { token1, token2, reserve1, reserve2 } = pool
    const fees = { lpBps: 0n, protocolBps: 0n }
    const curve =
      pool.kind === 'stable'
        ? ({ type: 'stable', ampFactor: BigInt(pool.ampFactor ?? 1000) } as const)
        : ({ type: 'constant_product' } as const)
    const sides = { curve, fees }
    add(token1, {
      token: token2,
      pool,
      side: { ...sides, reserveIn: reserve2, reserveOut: reserve1 },
    })
    add(token2, {
      token: token1,
      pool,
      side: { ...sides, reserveIn: reserve1, reserveOut: reserve2 },
    })
  }
  return edges
}

/** What one unit pays at the present reserves; `undefined` where the curve has no price. */
function slopeOf(side: SwapSide): Rate | undefined {
  const { curve, reserveIn, reserveOut } = side
  if (reserveIn <= 0n || reserveOut <= 0n) return undefined
  if (curve.type === 'constant_product') return { numerator: reserveOut, denominator: reserveIn }
  try {
    return { numerator: spotOutput(side, PROBE), denominator: PROBE }
  } catch (error) {
    if (error instanceof CurveError) return undefined
    throw error
  }
}

/** The median price of a whole token, weighted by depth; `undefined` where no path holds anything. */
function medianOf(paths: readonly Path[], decimals: number): bigint | undefined {
  const whole = 10n ** BigInt(decimals)
  const priced = paths
    .filter(({ depth }) => depth > 0n)
    .map(({ rate, depth }) => ({ price: (whole * rate.numerator) / rate.denominator, depth }))
    .toSorted((one, other) => (one.price < other.price ? -1 : one.price > other.price ? 1 : 0))
  const total = priced.reduce((sum, { depth }) => sum + depth, 0n)
  let passed = 0n
  return priced.find(({ depth }) => (passed += depth) * 2n >= total)?.price
}

function writePrice(usd: bigint): string {
  return formatAmount(usd / (USD / SMALLEST), PRICE_DECIMALS)
}
