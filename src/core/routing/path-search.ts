import { type ReadySide, CurveError, readyOutput } from './curves.ts'
import type { Outlook, Outlooks } from './outlooks.ts'
import { createPathBounds, widened } from './path-bounds.ts'
import { createPathWalk } from './path-walk.ts'
import { ROUNDING, type PoolGraph } from './pool-graph.ts'

/** Pool sides in the order they are taken, and what they pay, exactly: each, and the last. */
export type FoundPath = { sides: number[]; amountsOut: bigint[]; amountOut: bigint }

export type PathQuestion = {
  from: number
  to: number
  amountIn: bigint
  maxHops: number
  /** How many of the best paths to find. */
  count: number
}

/** A last step of paths: how many come before it, its slot, and the bound of what it pays, as a reciprocal. */
type End = { level: number; at: number; value: number }

const byValue = (left: End, right: End) => left.value - right.value

/** Of the longest paths that can be asked for. */
const MAX_HOPS = 6

/** What bounds make of rounding is far less. */
const CLEARLY_LESS = 1 - 1e-9

/** With up to this many hops the bounds are those of simple paths; only rounding is left to settle. */
const DIRECT_HOPS = 4

/**
 * The best paths by exact output, best first: no token and no pool twice in one path; of equals the one with fewer hops.
 *
 * First an upper bound of what any path of so many hops can bring to each token, rounding of doubles and of whole numbers
 * included; two bounds a token, from different neighbours, so that a path need not turn back. The paths behind the best
 * bounds are executed exactly. Then every path whose bound reaches what was found is looked for, from the end to the
 * start, and executed exactly as well: nothing better can be left.
 */
export function createPathSearch(graph: PoolGraph, outlooks: Outlooks) {
  const { first, other, twin, paying } = graph
  const bounds = createPathBounds(graph)
  const walk = createPathWalk(graph, bounds)
  /** Slots between the token that is looked at and the end, the last first. */
  const suffix = new Int32Array(MAX_HOPS)
  let suffixHops = 0
  const visited = new Uint8Array(graph.tokens.length)
  const ends: End[] = []
  let from = 0
  let to = 0
  let amountIn = 0n
  let sides: readonly ReadySide[] = graph.sides
  let count = 1
  let found: FoundPath[] = []
  /** The least output wanted, in doubles, and its reciprocal. */
  let least = 0
  let most = Infinity

  /** Executes the path behind the bound of the token at `level`, and on through `lastSlot`. */
  function trace(level: number, lastSlot: number): void {
    const path = [paying[lastSlot] ?? 0]
    let next = to
    let at = lastSlot
    for (let depth = level; depth > 0; depth--) {
      const token = other[at] ?? 0
      const here = bounds.levelAt(depth)
      at = here.slot[token] ?? 0
      if (other[at] === next) at = here.secondSlot[token] ?? 0
      path.unshift(paying[at] ?? 0)
      next = token
    }
    offer(path)
  }

  /** Takes the path in if it is simple, executable and among the best. */
  function offer(path: number[]): void {
    if (visitsTwice(path) || isFound(path)) return
    const amountsOut = executePath(sides, path, amountIn)
    const amountOut = amountsOut?.at(-1)
    if (amountsOut === undefined || amountOut === undefined) return
    const worst = found.length < count ? undefined : found.at(-1)
    if (worst && !isBefore(amountOut, path, worst)) return
    const entry = { sides: path, amountsOut, amountOut }
    if (found.length < count) found.push(entry)
    let place = found.length - 1
    for (; place > 0; place--) {
      const known = found[place - 1]
      if (!known || !isBefore(amountOut, path, known)) break
      found[place] = known
    }
    found[place] = entry
    const last = found[count - 1]
    if (!last) return
    least = Number(last.amountOut) * ROUNDING
    most = 1 / least
  }

  /** The same, for a walk: answers the least output wanted from then on. */
  function offerNext(path: number[]): number {
    offer(path)
    return least
  }

  function isFound(path: readonly number[]): boolean {
    for (const known of found) if (isSame(known.sides, path)) return true
    return false
  }

  /** Only long paths can come back to a token: the bounds of short ones exclude it. */
  function visitsTwice(path: readonly number[]): boolean {
    if (path.length <= DIRECT_HOPS) return false
    return new Set(path.map((side) => graph.startOf[side ^ 1])).size < path.length
  }

  function suffixPath(): number[] {
    const path: number[] = []
    for (let index = suffixHops - 1; index >= 0; index--) path.push(paying[suffix[index] ?? 0] ?? 0)
    return path
  }

  /** What comes out at the end after the first slot on the suffix paid `value`, all as reciprocals. */
  function throughSuffix(value: number): number {
    let input = widened(value)
    for (let index = suffixHops - 1; index >= 0; index--)
      input = widened(bounds.into(suffix[index] ?? 0, input))
    return input
  }

  /** Offers all paths of exactly `hops` hops to `token`, continued by the suffix, whose bound reaches the least wanted. */
  function extend(token: number, hops: number): void {
    // What the token has no use for; the rest of the path is the same for all its neighbours.
    let tooLittle = Infinity
    const level = bounds.levelAt(hops - 1)
    if (level.reachedCount === 0) return
    visited[token] = 1
    // The start has one bound only, and may have far more pools than the token, or far fewer.
    const fromStart =
      hops === 1 &&
      (first[from + 1] ?? 0) - (first[from] ?? 0) < (first[token + 1] ?? 0) - (first[token] ?? 0)
    const center = fromStart ? from : token
    const wanted = fromStart ? token : from
    const end = first[center + 1] ?? 0
    for (let index = first[center] ?? 0; index < end; index++) {
      const neighbour = other[index] ?? 0
      if (hops === 1 && neighbour !== wanted) continue
      const at = fromStart ? (twin[index] ?? 0) : index
      const previous = fromStart ? from : neighbour
      let input = level.best[previous] ?? 0
      if (input === Infinity || visited[previous] === 1) continue
      if (hops > 1 && other[level.slot[previous] ?? 0] === token)
        input = level.second[previous] ?? 0
      const value = bounds.into(at, input)
      if (value >= tooLittle) continue
      if (throughSuffix(value) > most) {
        tooLittle = value
        continue
      }
      suffix[suffixHops++] = at
      if (hops === 1) offer(suffixPath())
      else extend(previous, hops - 1)
      suffixHops--
    }
    visited[token] = 0
  }

  /** Collects the last steps, by level and slot, that may bring the least wanted. */
  function collectEnds(maxHops: number): void {
    ends.length = 0
    const stop = first[to + 1] ?? 0
    for (let level = 0; level < maxHops; level++) {
      const { best, reachedCount } = bounds.levelAt(level)
      if (reachedCount === 0) continue
      for (let at = first[to] ?? 0; at < stop; at++) {
        const input = best[other[at] ?? 0] ?? 0
        if (input === Infinity) continue
        const value = bounds.into(at, input)
        if (widened(value) <= most) ends.push({ level, at, value })
      }
    }
  }

  /** Executes the paths behind the best bounds at the end: a high bar, which few of the others reach. */
  function seed(): void {
    for (const { level, at, value } of bestEnds()) if (value < most * CLEARLY_LESS) trace(level, at)
  }

  /** As many as are asked for. Mostly that is one, for which sorting them all would take longer than all else. */
  function bestEnds(): readonly End[] {
    if (count > 1) return ends.toSorted(byValue).slice(0, count)
    let best = ends[0]
    for (const end of ends) if (best && end.value < best.value) best = end
    return best ? [best] : []
  }

  function search(maxHops: number, known: readonly Outlook[] | undefined): void {
    bounds.measure({ from, to, amountIn: Number(amountIn), maxHops, least, outlooks: known })
    collectEnds(maxHops)
    seed()
    const wanted = ends.filter(({ value }) => widened(value) <= most).toSorted(byValue)
    visited[to] = 1
    for (const { level, at, value } of wanted) {
      if (widened(value) > most) break
      suffix[0] = at
      suffixHops = 1
      if (level === 0) offer(suffixPath())
      else extend(other[at] ?? 0, level)
    }
    visited[to] = 0
  }

  /** Whether any pool of the start takes the amount. Most do, and where none does, no bound would tell the search so. */
  function canBegin(): boolean {
    for (let at = first[from] ?? 0; at < (first[from + 1] ?? 0); at++)
      if (executePath(sides, [(paying[at] ?? 0) ^ 1], amountIn)) return true
    return false
  }

  return {
    /** Empty when no path can be executed. */
    best(question: PathQuestion): FoundPath[] {
      const { maxHops } = question
      ;({ from, to, amountIn, count } = question)
      sides = graph.sides
      found = []
      least = 0
      most = Infinity
      const known = outlooks.known(to, maxHops - 1)
      // One walk with the outlooks mostly settles it; what it found is a high bar for the search otherwise.
      const start = { from, to, amountIn, maxHops }
      if (known && count === 1 && walk(start, known, offerNext)) return found
      if (found.length === 0 && !canBegin()) return found
      // Long paths are searched against the best short ones: without them the first bar would be low.
      if (maxHops > DIRECT_HOPS) search(DIRECT_HOPS, known)
      search(maxHops, known)
      return found
    },
  }
}

const isSame = (left: readonly number[], right: readonly number[]) =>
  left.length === right.length && left.every((side, index) => side === right[index])

function isBefore(amountOut: bigint, path: readonly number[], known: FoundPath): boolean {
  if (amountOut !== known.amountOut) return amountOut > known.amountOut
  if (path.length !== known.sides.length) return path.length < known.sides.length
  const differs = path.findIndex((side, index) => side !== known.sides[index])
  return differs >= 0 && (path[differs] ?? 0) < (known.sides[differs] ?? 0)
}

/**
 * What each of a chain of pool sides pays for `amountIn`, exactly; `undefined` when the contracts would refuse: nothing paid in
 * some step, a pool emptied, or a number over 256 bits.
 */
function executePath(
  sides: readonly ReadySide[],
  path: readonly number[],
  amountIn: bigint,
): bigint[] | undefined {
  const amounts: bigint[] = []
  let amount = amountIn
  try {
    for (let step = 0; step < path.length; step++) {
      const side = sides[path[step] ?? -1]
      if (!side) return undefined
      amount = readyOutput(side, amount)
      if (amount <= 0n) return undefined
      amounts.push(amount)
    }
    return amounts
  } catch (error) {
    if (error instanceof CurveError) return undefined
    throw error
  }
}
