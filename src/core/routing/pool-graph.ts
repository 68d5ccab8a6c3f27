import { readySides, type ReadySide } from './curves.ts'
import { yieldOf, type Yield } from './side-yield.ts'
import { createStableSides, type StableSides } from './stable-sides.ts'

/** A pool as the router takes it. Reserves are base units; fees are basis points; `ampFactor` only for stable pools. */
export type Pool = {
  id: string
  kind: 'constant_product' | 'stable'
  token1: string
  token2: string
  reserve1: bigint
  reserve2: bigint
  lpFeeBps: number | bigint
  protocolFeeBps: number | bigint
  ampFactor?: number | bigint
}

/**
 * Pools as flat arrays. A *side* is a pool seen by a trader: `2 * pool` gives token 1 for token 2, one more the other way.
 * A *slot* is a pool in the list of one of its tokens; slots of a token lie together (`first[token]` to
 * `first[token + 1]`), so that a search reads memory in order.
 */
export type PoolGraph = {
  tokens: readonly string[]
  tokenIndex: ReadonlyMap<string, number>
  pools: Pool[]
  poolIndex: ReadonlyMap<string, number>
  first: Int32Array
  /** The pool's other token. */
  other: Int32Array
  /** The same pool's slot at the other token. */
  twin: Int32Array
  /** The side that pays the slot's token. */
  paying: Int32Array
  /** By side: the slot of the token it pays, and the token it takes. */
  slotOf: Int32Array
  startOf: Int32Array
  /**
   * Two numbers a slot for the side that pays its token, `slope` and `base`: what the side pays for `x` is at most
   * `1 / (slope / x + base)`. A negative slope, -1 - side, marks a stable pool, an infinite one a pool that pays nothing.
   */
  into: Float64Array
  /** The same for the side that takes the slot's token. */
  outOf: Float64Array
  /** By side, what the exact curves take. */
  sides: ReadySide[]
  /** By side, what it pays in doubles; nothing for dead sides. */
  yields: (Yield | undefined)[]
  /** By side: the marginal rate of the first unit; zero for dead sides. */
  rates: Float64Array
  stable: StableSides
}

/**
 * What whole numbers can add to an input at most: two fees rounded down, seen before fees of at most half the input.
 * Bounds carry it from the start, so that a search only multiplies, adds and divides once.
 */
export const INPUT_SLACK = 4
/** One unit for an output's rounding, then the slack for the next input. */
export const STEP_SLACK = 1 + INPUT_SLACK
/** Covers the rounding of doubles in one step, generously: each of the few operations loses at most 1.2e-16. */
export const ROUNDING = 1 - 1e-14
const BPS = 10_000

/** Lays pools out for searching. @throws {RangeError} a pool of one token with itself, an id twice, negative numbers */
export function createPoolGraph(pools: readonly Pool[]): PoolGraph {
  const tokens: string[] = []
  const tokenIndex = new Map<string, number>()
  const poolIndex = new Map<string, number>()
  const indexOf = (token: string) => {
    const known = tokenIndex.get(token)
    if (known !== undefined) return known
    tokenIndex.set(token, tokens.length)
    return tokens.push(token) - 1
  }
  const ends = new Int32Array(2 * pools.length)
  pools.forEach((pool, index) => {
    if (poolIndex.has(pool.id)) throw new RangeError(`The pool ${pool.id} is given twice.`)
    poolIndex.set(pool.id, index)
    ends[2 * index] = indexOf(pool.token1)
    ends[2 * index + 1] = indexOf(pool.token2)
  })
  const first = new Int32Array(tokens.length + 1)
  for (const end of ends) first[end + 1] = (first[end + 1] ?? 0) + 1
  for (let token = 0; token < tokens.length; token++)
    first[token + 1] = (first[token + 1] ?? 0) + (first[token] ?? 0)
  const graph: PoolGraph = {
    tokens,
    tokenIndex,
    pools: [...pools],
    poolIndex,
    first,
    other: new Int32Array(ends.length),
    twin: new Int32Array(ends.length),
    paying: new Int32Array(ends.length),
    slotOf: new Int32Array(ends.length),
    // Sides and ends of pools count alike.
    startOf: ends,
    into: new Float64Array(2 * ends.length),
    outOf: new Float64Array(2 * ends.length),
    sides: [],
    yields: [],
    rates: new Float64Array(ends.length),
    stable: createStableSides(ends.length),
  }
  // Slots of a token lie in the order of its neighbours, so that a search goes through what it keeps by token in order.
  const next = first.slice()
  for (const side of inOrderOf(ends, first)) {
    const end = ends[side ^ 1] ?? 0
    const slot = next[end] ?? 0
    next[end] = slot + 1
    graph.other[slot] = ends[side] ?? 0
    graph.paying[slot] = side
    graph.slotOf[side] = slot
  }
  graph.slotOf.forEach((slot, side) => (graph.twin[slot] = graph.slotOf[side ^ 1] ?? 0))
  pools.forEach((pool, index) => setPool(graph, index, pool))
  return graph
}

/** Sides by the tokens they take; those of one token in their own order. */
function inOrderOf(tokens: Int32Array, first: Int32Array): Int32Array {
  const next = first.slice()
  const order = new Int32Array(tokens.length)
  tokens.forEach((token, side) => {
    const place = next[token] ?? 0
    next[token] = place + 1
    order[place] = side
  })
  return order
}

/** Takes over a pool's reserves, fees and amplification in place. @throws {RangeError} as `createPoolGraph` */
export function setPool(graph: PoolGraph, index: number, pool: Pool): void {
  const { reserve1, reserve2 } = pool
  const lpBps = BigInt(pool.lpFeeBps)
  const protocolBps = BigInt(pool.protocolFeeBps)
  if (pool.token1 === pool.token2)
    throw new RangeError(`The pool ${pool.id} has the same token on both sides.`)
  if (reserve1 < 0n || reserve2 < 0n || lpBps < 0n || protocolBps < 0n)
    throw new RangeError(`The pool ${pool.id} has a negative reserve or fee.`)
  if (lpBps + protocolBps > 10_000n)
    throw new RangeError(`The pool ${pool.id} takes more than the whole input as fees.`)
  const fees = { lpBps, protocolBps }
  const curve =
    pool.kind === 'stable'
      ? ({ type: 'stable', ampFactor: BigInt(pool.ampFactor ?? 1000) } as const)
      : ({ type: 'constant_product' } as const)
  graph.pools[index] = pool
  const [ahead, back] = readySides({ curve, reserveIn: reserve1, reserveOut: reserve2, fees })
  graph.sides[2 * index] = ahead
  graph.sides[2 * index + 1] = back
  // A bound may assume lower fees than there are; so the slack of rounded fees stays small whatever they are.
  const kept = Math.max((BPS - Number(lpBps + protocolBps)) / BPS, 0.5)
  const isEmpty = reserve1 === 0n || reserve2 === 0n
  for (const side of [2 * index, 2 * index + 1]) {
    const [reserveIn, reserveOut] = side % 2 === 0 ? [reserve1, reserve2] : [reserve2, reserve1]
    // Constant product pays top * x / (half + x): in reciprocals a straight line, and so is a whole path.
    let slope = isEmpty ? Infinity : (Number(reserveIn) / kept / Number(reserveOut)) * ROUNDING
    let base = isEmpty ? Infinity : ROUNDING / Number(reserveOut)
    if (curve.type === 'stable' && !isEmpty) {
      const amp = Number(curve.ampFactor)
      graph.stable.set(side, {
        reserveIn: Number(reserveIn),
        reserveOut: Number(reserveOut),
        amp,
        kept,
      })
      slope = -1 - side
      base = 0
    }
    const exact = graph.sides[side]
    const yields = exact && yieldOf(exact)
    graph.yields[side] = yields
    graph.rates[side] = yields?.rate(0) ?? 0
    const slot = graph.slotOf[side] ?? 0
    const twin = graph.twin[slot] ?? 0
    graph.into[2 * slot] = slope
    graph.into[2 * slot + 1] = base
    graph.outOf[2 * twin] = slope
    graph.outOf[2 * twin + 1] = base
  }
}
