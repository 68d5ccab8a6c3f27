import type { Outlook } from './outlooks.ts'
import { widened, type PathBounds } from './path-bounds.ts'
import { INPUT_SLACK, ROUNDING, type PoolGraph } from './pool-graph.ts'

export type Walk = { from: number; to: number; amountIn: bigint; maxHops: number }

/** Takes a path in; answers the least output that is wanted from then on, in doubles. */
type Offer = (path: number[]) => number

/** Tokens that a walk goes on from. A good one needs hardly more than the path has; many equal paths could need all. */
const MOST_TOKENS = 32

/**
 * Walks from the start towards the end, always to the most promising neighbour first, and back only to those from which the
 * end could still get what is wanted.
 */
export function createPathWalk(graph: PoolGraph, bounds: PathBounds) {
  const { first, other, paying, outOf } = graph
  const visited = new Uint8Array(graph.tokens.length)
  let widest = 0
  for (let token = 0; token < graph.tokens.length; token++)
    widest = Math.max(widest, (first[token + 1] ?? 0) - (first[token] ?? 0))
  /** By hop, for each slot of the token there: the least reciprocal that the end can get through it. */
  const promises: Float64Array[] = []
  const path: number[] = []
  let to = 0
  let outlooks: readonly Outlook[] = []
  let offer: Offer = () => 0
  let least = 0
  let tokensLeft = 0

  /** Goes on from a token that gets `input`, a reciprocal, with `hops` more hops at most. */
  function goOn(token: number, hops: number, input: number): void {
    if (tokensLeft-- <= 0) return
    const ahead = outlooks[hops - 2]
    const start = first[token] ?? 0
    const end = first[token + 1] ?? 0
    const promised = (promises[hops] ??= new Float64Array(widest))
    let best = Infinity
    let bestAt = -1
    visited[token] = 1
    for (let at = start; at < end; at++) {
      const next = other[at] ?? 0
      let promise = Infinity
      if (next === to) promise = after(at, input)
      else if (ahead && visited[next] === 0)
        promise = (ahead[3 * next] ?? 0) * after(at, input) + (ahead[3 * next + 1] ?? 0)
      promised[at - start] = promise
      if (promise >= best) continue
      best = promise
      bestAt = at
    }
    if (bestAt >= 0 && isWanted(best, bestAt, ahead)) take(bestAt, hops, input)
    for (let at = start; at < end; at++) {
      const promise = promised[at - start] ?? 0
      if (promise < Infinity && at !== bestAt && isWanted(promise, at, ahead)) take(at, hops, input)
    }
    visited[token] = 0
  }

  /** What comes out of the side that takes the slot's token, after rounding. */
  function after(at: number, input: number): number {
    const slope = outOf[2 * at] ?? 0
    return widened(slope >= 0 ? slope * input + (outOf[2 * at + 1] ?? 0) : bounds.outOf(at, input))
  }

  function isWanted(promise: number, at: number, ahead: Outlook | undefined): boolean {
    const next = other[at] ?? 0
    const wanted = least * ROUNDING - (next === to ? 0 : (ahead?.[3 * next + 2] ?? 0))
    return wanted <= 0 || promise * ROUNDING * wanted <= 1
  }

  function take(at: number, hops: number, input: number): void {
    path.push((paying[at] ?? 0) ^ 1)
    const next = other[at] ?? 0
    if (next === to) least = offer(path.slice())
    else goOn(next, hops - 1, after(at, input))
    path.pop()
  }

  /**
   * Whether it saw to the end that nothing better is left; otherwise it stopped, and what it found is a high bar.
   * `ahead` says what an amount can still become, by the hops left.
   */
  return (walk: Walk, ahead: readonly Outlook[], receive: Offer): boolean => {
    to = walk.to
    outlooks = ahead
    offer = receive
    least = 0
    tokensLeft = MOST_TOKENS
    goOn(walk.from, walk.maxHops, ROUNDING / (Number(walk.amountIn) + INPUT_SLACK))
    return tokensLeft >= 0
  }
}
