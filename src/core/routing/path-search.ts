import type { SwapSide } from './curves.ts'
import { executePath } from './execute-path.ts'
import { INPUT_SLACK, ROUNDING, STEP_SLACK, type PoolGraph } from './pool-graph.ts'

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

/** With up to this many hops the search in doubles knows the best simple path; only rounding is left to settle. */
const DIRECT_HOPS = 4

/**
 * The best paths by exact output, best first: no token and no pool twice in one path; of equals the one with fewer hops.
 *
 * First, level by level, an upper bound of what any path of `level` hops can bring to each token, rounding of doubles and
 * of whole numbers included; two bounds a token, from different neighbours, so that a path need not turn back. The paths
 * behind the best bounds are executed exactly. Then every path whose bound reaches what was found is looked for, from the
 * end to the start, and executed exactly as well: nothing better can be left.
 */
export function createPathSearch(graph: PoolGraph) {
  const { first, other, twin, paying, into, outOf, stable } = graph
  const tokenCount = graph.tokens.length
  const levels: Level[] = []
  const suffix: number[] = []
  const onSuffix = new Uint8Array(tokenCount)
  const path: number[] = []
  const seen = new Int32Array(tokenCount)
  let query = 0
  let from = 0
  let to = 0
  let amountIn = 0n
  let sides: readonly SwapSide[] = graph.sides
  let count = 1
  let found: FoundPath[] = []
  let least = 0

  function levelAt(index: number): Level {
    return (levels[index] ??= createLevel(tokenCount))
  }

  const bound = (top: number, half: number, input: number) =>
    (half > 0 ? (top * input) / (half + input) : stable.bound(-1 - half, input)) + STEP_SLACK

  /** From every token that the level before reached to all its neighbours. */
  function push(before: Level, level: Level): void {
    const { best, second, slot } = level
    for (let index = 0; index < before.reachedCount; index++) {
      const token = before.reached[index] ?? 0
      const here = before.best[token] ?? 0
      const alternative = before.second[token] ?? 0
      const cameFrom = token === from ? -1 : (other[before.slot[token] ?? 0] ?? 0)
      const end = first[token + 1] ?? 0
      for (let at = first[token] ?? 0; at < end; at++) {
        const next = other[at] ?? 0
        const input = next === cameFrom ? alternative : here
        if (input === 0 || next === from || next === to) continue
        const half = outOf[2 * at + 1] ?? 0
        const top = outOf[2 * at] ?? 0
        const value =
          half > 0 ? (top * input) / (half + input) + STEP_SLACK : bound(top, half, input)
        const known = best[next] ?? 0
        if (value > known) {
          if (known === 0) level.reached[level.reachedCount++] = next
          else if (other[slot[next] ?? 0] !== token) {
            second[next] = known
            level.secondSlot[next] = slot[next] ?? 0
          }
          best[next] = value
          slot[next] = twin[at] ?? 0
        } else if (value > (second[next] ?? 0) && other[slot[next] ?? 0] !== token) {
          second[next] = value
          level.secondSlot[next] = twin[at] ?? 0
        }
      }
    }
  }

  /** The last level before the end: only for tokens that have a pool with it. */
  function pull(before: Level, level: Level): void {
    query++
    const end = first[to + 1] ?? 0
    for (let last = first[to] ?? 0; last < end; last++) {
      const token = other[last] ?? 0
      if (token === from || seen[token] === query) continue
      seen[token] = query
      let best = 0
      let bestSlot = 0
      const stop = first[token + 1] ?? 0
      for (let at = first[token] ?? 0; at < stop; at++) {
        const previous = other[at] ?? 0
        let input = before.best[previous] ?? 0
        if (input === 0) continue
        if (other[before.slot[previous] ?? 0] === token) {
          input = before.second[previous] ?? 0
          if (input === 0) continue
        }
        const half = into[2 * at + 1] ?? 0
        const top = into[2 * at] ?? 0
        // Compared by multiplying: most pools do not even need the division.
        if (half > 0 && top * input <= (best - STEP_SLACK) * (half + input)) continue
        const value = bound(top, half, input)
        if (value > best) {
          best = value
          bestSlot = at
        }
      }
      if (best === 0) continue
      level.reached[level.reachedCount++] = token
      level.best[token] = best
      level.slot[token] = bestSlot
    }
  }

  /** Executes the path behind the bound of `token` at `level`, and on through `lastSlot`. */
  function trace(level: number, lastSlot: number): void {
    path.length = 0
    let next = to
    let at = lastSlot
    for (let depth = level; ; depth--) {
      path.push(paying[at] ?? 0)
      const token = other[at] ?? 0
      if (depth === 0) break
      const here = levelAt(depth)
      at = here.slot[token] ?? 0
      if (other[at] === next) at = here.secondSlot[token] ?? 0
      next = token
    }
    path.reverse()
    offer()
  }

  /** Takes the path in if it is simple, executable and among the best. */
  function offer(): void {
    if (visitsTwice() || found.some((known) => isSame(known.sides, path))) return
    const amountsOut = executePath(sides, path, amountIn)
    const amountOut = amountsOut?.at(-1)
    if (amountsOut === undefined || amountOut === undefined) return
    const worst = found.length < count ? undefined : found.at(-1)
    if (worst && !isBefore(amountOut, path, worst)) return
    let place = found.length
    for (; place > 0; place--) {
      const known = found[place - 1]
      if (!known || !isBefore(amountOut, path, known)) break
    }
    found.splice(place, 0, { sides: [...path], amountsOut, amountOut })
    if (found.length > count) found.pop()
    const last = found[count - 1]
    least = last ? Number(last.amountOut) / ROUNDING : 0
  }

  /** Only long paths can come back to a token: the bounds of short ones exclude it. */
  function visitsTwice(): boolean {
    if (path.length <= DIRECT_HOPS) return false
    const visited = new Set([from])
    return path.some((side) => {
      const token = other[graph.twin[graph.slotOf[side] ?? 0] ?? 0] ?? 0
      if (visited.has(token)) return true
      visited.add(token)
      return false
    })
  }

  /** What comes out at the end for an input of the first slot on the suffix: an upper bound. */
  function throughSuffix(input: number): number {
    let value = input
    for (let index = suffix.length - 1; index >= 0; index--) {
      const at = suffix[index] ?? 0
      value = bound(into[2 * at] ?? 0, into[2 * at + 1] ?? 0, value)
    }
    return value
  }

  /** Offers all paths of exactly `hops` hops to `token`, continued by the suffix, whose bound reaches the least wanted. */
  function extend(token: number, hops: number, start: number): void {
    let tooLittle = 0
    const level = levelAt(hops - 1)
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
      let input = start
      if (hops > 1) {
        input = level.best[previous] ?? 0
        if (input === 0 || onSuffix[previous] === 1) continue
        if (other[level.slot[previous] ?? 0] === token) input = level.second[previous] ?? 0
        if (input === 0) continue
      }
      const top = into[2 * at] ?? 0
      const half = into[2 * at + 1] ?? 0
      if (half > 0 && top * input <= (tooLittle - STEP_SLACK) * (half + input)) continue
      const value = bound(top, half, input)
      if (value <= tooLittle) continue
      if (throughSuffix(value) < least) {
        tooLittle = value
        continue
      }
      suffix.push(at)
      if (hops === 1) {
        path.length = 0
        for (let step = suffix.length - 1; step >= 0; step--)
          path.push(paying[suffix[step] ?? 0] ?? 0)
        offer()
      } else {
        onSuffix[previous] = 1
        extend(previous, hops - 1, start)
        onSuffix[previous] = 0
      }
      suffix.pop()
    }
  }

  /** Executes the paths behind the best bounds at the end, so that the search starts with a high bar. */
  function seed(maxHops: number): void {
    const values: number[] = []
    const slots: number[] = []
    const depths: number[] = []
    const end = first[to + 1] ?? 0
    for (let depth = 0; depth < maxHops; depth++) {
      const level = levelAt(depth)
      for (let at = first[to] ?? 0; at < end; at++) {
        const input = level.best[other[at] ?? 0] ?? 0
        if (input === 0) continue
        const value = bound(into[2 * at] ?? 0, into[2 * at + 1] ?? 0, input)
        if (values.length === count && value <= (values[count - 1] ?? 0)) continue
        let place = values.length < count ? values.length : count - 1
        for (; place > 0 && (values[place - 1] ?? 0) < value; place--) {
          values[place] = values[place - 1] ?? 0
          slots[place] = slots[place - 1] ?? 0
          depths[place] = depths[place - 1] ?? 0
        }
        values[place] = value
        slots[place] = at
        depths[place] = depth
      }
    }
    for (let index = 0; index < slots.length; index++) trace(depths[index] ?? 0, slots[index] ?? 0)
  }

  function search(maxHops: number): void {
    const start = Number(amountIn) * ROUNDING + INPUT_SLACK
    for (let hops = 0; hops < maxHops; hops++) clear(levelAt(hops))
    const origin = levelAt(0)
    origin.best[from] = start
    origin.reached[0] = from
    origin.reachedCount = 1
    for (let hops = 1; hops < maxHops; hops++) {
      if (hops > 1 && hops === maxHops - 1) pull(levelAt(hops - 1), levelAt(hops))
      else push(levelAt(hops - 1), levelAt(hops))
    }
    seed(maxHops)
    onSuffix[to] = 1
    for (let hops = 1; hops <= maxHops; hops++) extend(to, hops, start)
    onSuffix[to] = 0
  }

  return {
    /** Empty when no path can be executed. */
    best(question: PathQuestion): FoundPath[] {
      ;({ from, to, amountIn, count } = question)
      sides = graph.sides
      found = []
      least = 0
      // Long paths are searched against the best short ones: without them the first bar would be low.
      if (question.maxHops > DIRECT_HOPS) search(DIRECT_HOPS)
      search(question.maxHops)
      return found
    },
  }
}

/** By token, at one number of hops: the two best bounds and the slots they came through. */
type Level = {
  best: Float64Array
  slot: Int32Array
  second: Float64Array
  secondSlot: Int32Array
  reached: Int32Array
  reachedCount: number
}

function createLevel(tokenCount: number): Level {
  return {
    best: new Float64Array(tokenCount),
    slot: new Int32Array(tokenCount),
    second: new Float64Array(tokenCount),
    secondSlot: new Int32Array(tokenCount),
    reached: new Int32Array(tokenCount),
    reachedCount: 0,
  }
}

function clear(level: Level): void {
  for (let index = 0; index < level.reachedCount; index++) {
    const token = level.reached[index] ?? 0
    level.best[token] = 0
    level.second[token] = 0
  }
  level.reachedCount = 0
}

const isSame = (left: readonly number[], right: readonly number[]) =>
  left.length === right.length && left.every((side, index) => side === right[index])

function isBefore(amountOut: bigint, path: readonly number[], known: FoundPath): boolean {
  if (amountOut !== known.amountOut) return amountOut > known.amountOut
  if (path.length !== known.sides.length) return path.length < known.sides.length
  const differs = path.findIndex((side, index) => side !== known.sides[index])
  return differs >= 0 && (path[differs] ?? 0) < (known.sides[differs] ?? 0)
}
