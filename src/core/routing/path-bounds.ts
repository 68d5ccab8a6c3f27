import { canReach, type Outlook } from './outlooks.ts'
import { INPUT_SLACK, ROUNDING, STEP_SLACK, type PoolGraph } from './pool-graph.ts'

/**
 * By token, at one number of hops: the least reciprocals of what can arrive, over paths that come from two different
 * neighbours, and the slots they came through. Infinite where nothing arrives.
 */
export type Level = {
  best: Float64Array
  slot: Int32Array
  second: Float64Array
  secondSlot: Int32Array
  reached: Int32Array
  reachedCount: number
}

export type BoundsQuestion = {
  from: number
  to: number
  amountIn: number
  maxHops: number
  /** What pays less is not looked at, as far as the outlooks show it. */
  least: number
  outlooks: readonly Outlook[] | undefined
}

/** The reciprocal of an amount, after whole numbers may have added to it what they can. */
export const widened = (reciprocal: number) =>
  reciprocal === Infinity ? Infinity : reciprocal / (1 + STEP_SLACK * reciprocal)

/**
 * Upper bounds of what paths can bring, level by level: level `n` for paths of exactly `n` hops. Amounts are kept as
 * reciprocals, because one divided by what a constant-product pool pays is a straight line in one divided by what it
 * takes: a step is one multiplication and one addition. Least reciprocals are most amounts.
 */
export function createPathBounds(graph: PoolGraph) {
  const { first, other, twin, into, outOf, stable } = graph
  const tokenCount = graph.tokens.length
  const levels: Level[] = []
  const seen = new Int32Array(tokenCount)
  let query = 0

  const degreeOf = (token: number) => (first[token + 1] ?? 0) - (first[token] ?? 0)

  function levelAt(index: number): Level {
    return (levels[index] ??= createLevel(tokenCount))
  }

  /** Through a side, before widening. */
  function through(slope: number, base: number, input: number): number {
    if (slope >= 0) return slope * input + base
    return input === Infinity ? Infinity : 1 / stable.bound(-1 - slope, 1 / input)
  }

  /** From every token that the level before reached to all its neighbours. */
  function push(before: Level, level: Level, from: number): void {
    const { best, slot, second, secondSlot, reached } = level
    let count = 0
    for (let index = 0; index < before.reachedCount; index++) {
      const token = before.reached[index] ?? 0
      const here = before.best[token] ?? 0
      const alternative = before.second[token] ?? 0
      // A path does not turn back.
      const cameFrom = token === from ? -1 : (other[before.slot[token] ?? 0] ?? 0)
      const end = first[token + 1] ?? 0
      for (let at = first[token] ?? 0; at < end; at++) {
        const next = other[at] ?? 0
        const input = next === cameFrom ? alternative : here
        const slope = outOf[2 * at] ?? 0
        const base = outOf[2 * at + 1] ?? 0
        const value = slope >= 0 ? slope * input + base : through(slope, base, input)
        if (value >= (second[next] ?? 0)) continue
        const known = best[next] ?? 0
        const isSameWay = other[slot[next] ?? 0] === token
        if (value < known) {
          if (known === Infinity) reached[count++] = next
          else if (!isSameWay) {
            second[next] = known
            secondSlot[next] = slot[next] ?? 0
          }
          best[next] = value
          slot[next] = twin[at] ?? 0
        } else if (!isSameWay) {
          second[next] = value
          secondSlot[next] = twin[at] ?? 0
        }
      }
    }
    level.reachedCount = count
  }

  /** The last level before the end: only for tokens that have a pool with it. */
  function pull(before: Level, level: Level, to: number): void {
    const { best, slot, reached } = level
    query++
    let count = 0
    const end = first[to + 1] ?? 0
    for (let last = first[to] ?? 0; last < end; last++) {
      const token = other[last] ?? 0
      if (best[token] === -1 || seen[token] === query) continue
      seen[token] = query
      let least = Infinity
      let leastSlot = 0
      const stop = first[token + 1] ?? 0
      for (let at = first[token] ?? 0; at < stop; at++) {
        const previous = other[at] ?? 0
        let input = before.best[previous] ?? 0
        if (input === Infinity) continue
        if (other[before.slot[previous] ?? 0] === token) input = before.second[previous] ?? 0
        const slope = into[2 * at] ?? 0
        const base = into[2 * at + 1] ?? 0
        const value = slope >= 0 ? slope * input + base : through(slope, base, input)
        if (value >= least) continue
        least = value
        leastSlot = at
      }
      if (least === Infinity) continue
      reached[count++] = token
      best[token] = least
      slot[token] = leastSlot
    }
    level.reachedCount = count
  }

  /** Makes the values the inputs of the next step, and gives up the tokens from which the end would get too little. */
  function settle(level: Level, outlook: Outlook | undefined, least: number): void {
    const { best, second, reached, reachedCount } = level
    let count = 0
    for (let index = 0; index < reachedCount; index++) {
      const token = reached[index] ?? 0
      const value = widened(best[token] ?? 0)
      if (outlook && !canReach(outlook, token, value, least)) {
        best[token] = second[token] = Infinity
        continue
      }
      best[token] = value
      second[token] = widened(second[token] ?? 0)
      reached[count++] = token
    }
    level.reachedCount = count
  }

  /** Whether the tokens reached have more slots than the neighbours of the end. */
  function isWide({ reached, reachedCount }: Level, to: number): boolean {
    let slots = 0
    for (let index = 0; index < reachedCount; index++) slots += degreeOf(reached[index] ?? 0)
    const end = first[to + 1] ?? 0
    for (let at = first[to] ?? 0; at < end && slots > 0; at++) slots -= degreeOf(other[at] ?? 0)
    return slots > 0
  }

  return {
    levelAt,

    /** Bounds for paths from one token towards another; at the last level only for tokens beside the end. */
    measure({ from, to, amountIn, maxHops, least, outlooks }: BoundsQuestion): void {
      const origin = levelAt(0)
      clear(origin)
      origin.best[from] = ROUNDING / (amountIn + INPUT_SLACK)
      origin.reached[0] = from
      origin.reachedCount = 1
      for (let hops = 1; hops < maxHops; hops++) {
        const level = levelAt(hops)
        clear(level)
        // Nothing is less: no path comes back to its start, or goes on from its end.
        level.best[from] = level.second[from] = -1
        level.best[to] = level.second[to] = -1
        const before = levelAt(hops - 1)
        if (hops > 1 && hops === maxHops - 1 && isWide(before, to)) pull(before, level, to)
        else push(before, level, from)
        level.best[from] = level.second[from] = Infinity
        level.best[to] = level.second[to] = Infinity
        settle(level, outlooks?.[maxHops - hops - 1], least)
      }
    },

    /** The reciprocal of the most that the side which pays the slot's token can pay for an input. */
    into(at: number, input: number): number {
      return through(into[2 * at] ?? 0, into[2 * at + 1] ?? 0, input)
    },

    /** The same of the side that takes the slot's token. */
    outOf(at: number, input: number): number {
      return through(outOf[2 * at] ?? 0, outOf[2 * at + 1] ?? 0, input)
    },
  }
}

export type PathBounds = ReturnType<typeof createPathBounds>

function createLevel(tokenCount: number): Level {
  return {
    best: new Float64Array(tokenCount).fill(Infinity),
    slot: new Int32Array(tokenCount),
    second: new Float64Array(tokenCount).fill(Infinity),
    secondSlot: new Int32Array(tokenCount),
    reached: new Int32Array(tokenCount),
    reachedCount: 0,
  }
}

function clear(level: Level): void {
  for (let index = 0; index < level.reachedCount; index++) {
    const token = level.reached[index] ?? 0
    level.best[token] = Infinity
    level.second[token] = Infinity
  }
  level.reachedCount = 0
}
