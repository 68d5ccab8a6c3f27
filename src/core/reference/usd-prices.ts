import { formatAmount } from '../terms/amounts.ts'
import type { Token } from '../terms/network.ts'
import { CurveError, spotOutput, type SwapSide } from '../routing/curves.ts'
import type { Pool } from '../routing/pool-graph.ts'

/** Pools in a row from a token to a stable one. */
const MAX_HOPS = 3
/**
 * Of the paths that reach a token through as many pools, so many of the deepest go on to further tokens. Anybody can make the pools between all listed tokens
 * that there are none of yet, for next to nothing, and all paths through them would be as many as the cube of the tokens.
 */
const GO_ON = 10
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

/** A way of a token to a stable one: its price, the USD (36 decimals) that its shallowest pool holds, and all tokens on it, itself the last. */
type Path = { rate: Rate; depth: bigint; passed: readonly string[] }
/** Where every path ends: at a stable itself, before any pool. */
type Start = Omit<Path, 'depth'> & { depth: undefined }

/** A pool in which a token is paid out for `next`: how much of the token it holds, and what it pays for a unit of `next`. */
type Edge = { next: string; held: bigint; price: Rate }

/**
 * Prices of whole tokens in USD, as decimal strings with up to 18 decimals, rounded down. A token that is a USD stable by
 * the network is worth 1. Any other's price is the median over all its paths through pools to a stable, weighted by depth: anybody can make a pool with
 * any price, and for next to nothing, so a mean would follow whoever made the wildest. The lower one where two halves meet.
 *
 * - A path has 1 to 3 pools, passes the network's own tokens alone and none twice, and a stable only at its end. Its price is the product of its pools'
 *   prices at their present reserves, without fees.
 * - Of the paths that reach a token through one pool, and of those through two, the ten deepest go on to further tokens.
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
  // In one order, whatever theirs is: of equally deep paths the first go on.
  const edges = edgesOf(
    pools
      .filter(({ token1, token2 }) => isListed.has(token1) && isListed.has(token2))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  )
  const pathsOf = new Map<string, Path[]>()

  let ends: (Path | Start)[] = stables.map(({ token, decimals }) => ({
    rate: { numerator: USD, denominator: 10n ** BigInt(decimals) },
    depth: undefined,
    passed: [token],
  }))
  for (let hops = 1; hops <= MAX_HOPS; hops++) {
    const reached = new Map<string, Path[]>()
    for (const path of ends) {
      for (const edge of edges.get(path.passed.at(-1) ?? '') ?? []) {
        if (isStable.has(edge.next) || path.passed.includes(edge.next)) continue
        const longer = through(edge, path)
        if (longer.depth > 0n) addTo(reached, edge.next, longer)
      }
    }
    for (const [token, paths] of reached) for (const path of paths) addTo(pathsOf, token, path)
    ends = [...reached.values()].flatMap(deepest)
  }

  const prices = new Map<string, string>()
  for (const { token, decimals } of tokens) {
    const price = isStable.has(token) ? USD : medianOf(pathsOf.get(token) ?? [], decimals)
    if (price !== undefined && price >= USD / SMALLEST && price <= MOST_USD * USD)
      prices.set(token, writePrice(price))
  }
  return prices
}

function addTo<Each>(lists: Map<string, Each[]>, token: string, each: Each): void {
  const known = lists.get(token)
  if (known) known.push(each)
  else lists.set(token, [each])
}

/** The path of `next` that leads through the pool and on along `path`. */
function through({ next, held, price }: Edge, { rate, depth, passed }: Path | Start): Path {
  const worth = (held * rate.numerator) / rate.denominator
  return {
    rate: {
      numerator: rate.numerator * price.numerator,
      denominator: rate.denominator * price.denominator,
    },
    depth: depth === undefined || worth < depth ? worth : depth,
    passed: [...passed, next],
  }
}

const deepest = (paths: readonly Path[]): Path[] =>
  paths
    .toSorted((one, other) => (one.depth > other.depth ? -1 : one.depth < other.depth ? 1 : 0))
    .slice(0, GO_ON)

/** By token, the pools in which it is paid out for another, at a price. */
function edgesOf(pools: readonly Pool[]): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>()
  for (const pool of pools) {
    const { token1, token2, reserve1, reserve2 } = pool
    const fees = { lpBps: 0n, protocolBps: 0n }
    const curve =
      pool.kind === 'stable'
        ? ({ type: 'stable', ampFactor: BigInt(pool.ampFactor ?? 1000) } as const)
        : ({ type: 'constant_product' } as const)
    const add = (token: string, held: bigint, next: string, taken: bigint) => {
      const price = slopeOf({ curve, fees, reserveIn: taken, reserveOut: held })
      if (price) addTo(edges, token, { next, held, price })
    }
    add(token1, reserve1, token2, reserve2)
    add(token2, reserve2, token1, reserve1)
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

/** The median price of a whole token, weighted by depth; `undefined` where there is no path. */
function medianOf(paths: readonly Path[], decimals: number): bigint | undefined {
  const whole = 10n ** BigInt(decimals)
  const priced = paths
    .map(({ rate, depth }) => ({ price: (whole * rate.numerator) / rate.denominator, depth }))
    .toSorted((one, other) => (one.price < other.price ? -1 : one.price > other.price ? 1 : 0))
  const total = priced.reduce((sum, { depth }) => sum + depth, 0n)
  let passed = 0n
  return priced.find(({ depth }) => (passed += depth) * 2n >= total)?.price
}

function writePrice(usd: bigint): string {
  return formatAmount(usd / (USD / SMALLEST), PRICE_DECIMALS)
}
