import { InvalidAmountError, InvalidRequestError, UnknownTokenError } from '../terms/errors.ts'
import { ROUTE_HOPS } from '../terms/open-limits.ts'
import { createOutlooks } from './outlooks.ts'
import { createPathSearch, type FoundPath } from './path-search.ts'
import { createPoolGraph, setPool, type Pool } from './pool-graph.ts'
import { NoRouteError, SameTokenError } from './route-errors.ts'
import { createSplitSearch } from './split-search.ts'
import { CurveError, spotOutput, type SwapSide } from './curves.ts'

/** What is asked. Amounts are base units of `tokenIn`. */
export type RouteRequest = {
  tokenIn: string
  tokenOut: string
  amountIn: bigint
  /** Swaps one after another in one path: 1 to 6. Unless said 4, and 10 for the paths of a split. */
  maxHops?: number
  /** How many further single paths to name beside the best, best first. None unless said. */
  alternatives?: number
  /** Whether the amount may be split over several paths, when that pays more. */
  split?: boolean
  /** How many paths a split may take: as many as pay, unless said. */
  maxLegs?: number
}

/**
 * One way through the pools: executed on the reserves that were quoted, it pays exactly `amountOut`. The paths of a split
 * do so one after another, in the order given.
 */
export type QuotedPath = {
  /** Tokens from the first to the last. */
  route: string[]
  /** Ids of the pools between them. */
  pools: string[]
  amountIn: bigint
  amountOut: bigint
  /** What each pool pays, in the token after it; the last is `amountOut`. */
  amountsOut: bigint[]
}

export type Quote = { amountOut: bigint; paths: QuotedPath[]; alternatives: QuotedPath[] }

const MAX_AMOUNT = (1n << 256n) - 1n
const MAX_HOPS = 6
/** Unless said: longer single paths seldom pay more, and take far longer to rule out. */
const PATH_HOPS = 4
/** Unless said: the flow that pays most takes a part of a wide market by longer ways. */
const LEG_HOPS = ROUTE_HOPS

/**
 * Finds the best ways through pools, exactly as the contracts will pay them. Pure: the same pools and the same question
 * give the same answer.
 * @throws {RangeError} an id twice, a pool of one token with itself, negative reserves or fees
 * @example createRouter(pools).quote({ tokenIn: 'usdc', tokenOut: 'eth', amountIn: 5_000_000n }).amountOut
 */
export function createRouter(pools: readonly Pool[]) {
  let graph = createPoolGraph(pools)
  let outlooks = createOutlooks(graph)
  let paths = createPathSearch(graph, outlooks)
  let splits = createSplitSearch(graph)

  function quotedPath(path: FoundPath, amountIn: bigint): QuotedPath {
    const { sides, amountsOut, amountOut } = path
    const route = [graph.tokens[graph.startOf[sides[0] ?? 0] ?? 0] ?? '']
    const ids: string[] = []
    for (const side of sides) {
      route.push(graph.tokens[graph.startOf[side ^ 1] ?? 0] ?? '')
      ids.push(graph.pools[side >> 1]?.id ?? '')
    }
    return { route, pools: ids, amountIn, amountOut, amountsOut }
  }

  function tokenAt(token: string): number {
    const index = graph.tokenIndex.get(token)
    if (index === undefined) throw new UnknownTokenError(token, graph.tokens.slice(0, 20))
    return index
  }

  return {
    /**
     * The best path of up to `maxHops` pools, to the unit; with `split`, several paths where they pay more: their inputs
     * add up to `amountIn`, what they pay to `amountOut`. Alternatives are for the whole amount, never split.
     * @throws {UnknownTokenError} no pool has the token
     * @throws {SameTokenError} one token on both ends
     * @throws {NoRouteError} nothing connects the tokens, or nothing that connects them would pay anything
     * @throws {InvalidAmountError} zero, or over 256 bits
     * @throws {InvalidRequestError} a limit that is out of range
     */
    quote(request: RouteRequest): Quote {
      const {
        tokenIn,
        tokenOut,
        amountIn,
        maxHops = PATH_HOPS,
        alternatives = 0,
        split = false,
        maxLegs = Infinity,
      } = request
      const from = tokenAt(tokenIn)
      const to = tokenAt(tokenOut)
      if (from === to) throw new SameTokenError(tokenIn)
      if (amountIn <= 0n || amountIn > MAX_AMOUNT)
        throw new InvalidAmountError(
          `${amountIn}`,
          amountIn > 0n ? 'needs over 256 bits' : 'is not above zero',
          'Name an amount above zero that the token can have.',
          { kind: 'amount_too_large' },
        )
      checkCount('max_hops', maxHops, 1, MAX_HOPS)
      checkCount('alternatives', alternatives, 0, 100)
      if (maxLegs !== Infinity) checkCount('max_legs', maxLegs, 1, 1000)
      const found = paths.best({ from, to, amountIn, maxHops, count: 1 + alternatives })
      const best = found[0]
      if (!best) throw new NoRouteError(tokenIn, tokenOut)
      const hopsOfLegs = request.maxHops ?? LEG_HOPS
      const legs = split
        ? splits.split({ from, to, amountIn, maxHops: hopsOfLegs, maxLegs }, best)
        : undefined
      const others = found.slice(1).map((path) => quotedPath(path, amountIn))
      if (!legs)
        return {
          amountOut: best.amountOut,
          paths: [quotedPath(best, amountIn)],
          alternatives: others,
        }
      return {
        amountOut: legs.reduce((sum, leg) => sum + leg.amountOut, 0n),
        paths: legs.map((leg) => quotedPath(leg, leg.amountIn)),
        alternatives: others,
      }
    },

    /**
     * The price impact of paths that are taken together: percent with two decimals against the prices before the trade,
     * fees included; `undefined` when it cannot be said exactly.
     */
    priceImpact(taken: readonly QuotedPath[]): string | undefined {
      return priceImpact(
        taken.map(({ route, pools: ids, amountIn, amountOut }) => ({
          amountIn,
          amountOut,
          sides: ids.flatMap((id, step) => {
            const index = graph.poolIndex.get(id)
            if (index === undefined) return []
            const side =
              graph.sides[2 * index + (graph.pools[index]?.token1 === route[step] ? 0 : 1)]
            return side ? [side] : []
          }),
        })),
      )
    },

    /**
     * Takes over the state of some pools, known by their ids, in place; pools that are new are added, and a known id with
     * other tokens replaces its pool.
     * @throws {RangeError} as `createRouter`; the pools before the wrong one are taken over then
     */
    update(changed: readonly Pool[]): void {
      const isKnown = (pool: Pool) => {
        const known = graph.pools[graph.poolIndex.get(pool.id) ?? -1]
        return known?.token1 === pool.token1 && known.token2 === pool.token2
      }
      if (changed.every(isKnown)) {
        outlooks.forget()
        for (const pool of changed) {
          const index = graph.poolIndex.get(pool.id) ?? -1
          setPool(graph, index, pool)
        }
        return
      }
      const byId = new Map([...graph.pools, ...changed].map((pool) => [pool.id, pool]))
      graph = createPoolGraph([...byId.values()])
      outlooks = createOutlooks(graph)
      paths = createPathSearch(graph, outlooks)
      splits = createSplitSearch(graph)
    },
  }
}

function checkCount(field: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new InvalidRequestError(
    field,
    `is ${value}`,
    `Give a whole number from ${least} to ${most}.`,
  )
}

/** One way of a trade: the sides it takes, and what went in and came out. */
export type TradedLeg = { sides: readonly SwapSide[]; amountIn: bigint; amountOut: bigint }

/** Slopes are asked with this many units, so that pools of tokens with few decimals have exact ones too. */
const PROBE = 10n ** 30n

/**
 * How much less a trade pays than the prices before it promise, fees included: percent with two decimals, rounded
 * towards zero, for example `0.31`. `undefined` when the prices do not fit the contracts' numbers.
 */
function priceImpact(legs: readonly TradedLeg[]): string | undefined {
  try {
    let atSpot = 0n
    let paid = 0n
    for (const { sides, amountIn, amountOut } of legs) {
      let numerator = amountIn
      let denominator = 1n
      for (const side of sides) {
        if (side.curve.type === 'constant_product') {
          numerator *= side.reserveOut
          denominator *= side.reserveIn
        } else {
          numerator *= spotOutput(side, PROBE)
          denominator *= PROBE
        }
      }
      if (denominator === 0n) return undefined
      // Scaled, so that a sum of legs loses nothing that two decimals could show.
      atSpot += (numerator * PROBE) / denominator
      paid += amountOut * PROBE
    }
    if (atSpot === 0n) return undefined
    const hundredths = ((atSpot - paid) * 10_000n) / atSpot
    const size = hundredths < 0n ? -hundredths : hundredths
    const digits = `${size}`.padStart(3, '0')
    return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  } catch (error) {
    if (error instanceof CurveError) return undefined
    throw error
  }
}
