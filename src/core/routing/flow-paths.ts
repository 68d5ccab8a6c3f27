import type { Arc } from './flow-solver.ts'

/** A part of a flow that takes one path, as indexes of arcs. `amount` is what goes in at the source. */
export type FlowPath = { arcs: number[]; amount: number }

/** Of the whole amount: what is not worth a path. */
const LEAST = 3e-4

/**
 * Takes a flow apart into at most `maxLegs` paths of up to `maxHops` arcs without a token twice, widest first. What is
 * left over, because it runs in circles, takes more or is too little, is not returned.
 */
export function pathsOfFlow(
  problem: { arcs: readonly Arc[]; source: number; sink: number; amount: number },
  inputs: readonly number[],
  { maxHops, maxLegs }: { maxHops: number; maxLegs: number },
): FlowPath[] {
  const { arcs, source, sink, amount } = problem
  const left = Float64Array.from(inputs)
  const rates = new Float64Array(arcs.length)
  const from = new Int32Array(arcs.length)
  const to = new Int32Array(arcs.length)
  let count = 1 + Math.max(source, sink)
  arcs.forEach((arc, index) => {
    from[index] = arc.from
    to[index] = arc.to
    count = Math.max(count, 1 + arc.from, 1 + arc.to)
    const input = inputs[index] ?? 0
    rates[index] = input > 0 ? arc.yields.output(input) / input : 0
  })
  const width = maxHops + 1
  /** By token and hops: the widest way there, what it makes of one unit, and its last arc. */
  const widths = new Float64Array(width * count)
  const made = new Float64Array(width * count)
  const last = new Int32Array(width * count)
  /** By token: the hops of the shortest and of the longest way there. */
  const shortest = new Int32Array(count)
  const longest = new Int32Array(count)

  const { active, hasCircles } = inOrder(arcs, inputs, source)
  let best = 0
  let bestHops = 0

  const paths: FlowPath[] = []
  for (let widest = widestPath(); widest; widest = widestPath()) {
    let carried = widest.amount
    for (const index of widest.arcs) {
      left[index] = Math.max(0, (left[index] ?? 0) - carried)
      carried *= rates[index] ?? 0
    }
    if (paths.push(widest) >= maxLegs) break
  }
  return paths

  function widestPath(): FlowPath | undefined {
    widths.fill(0)
    shortest.fill(maxHops)
    longest.fill(0)
    widths[source * width] = Infinity
    made[source * width] = 1
    shortest[source] = 0
    best = amount * LEAST
    bestHops = 0
    let kept = 0
    for (const index of active) if (left[index] !== 0) active[kept++] = index
    active.length = kept
    if (hasCircles) {
      for (let hops = 0; hops < maxHops; hops++) for (const index of active) extend(index, hops)
    } else {
      for (const index of active) {
        const start = from[index] ?? 0
        const stop = Math.min(longest[start] ?? 0, maxHops - 1)
        for (let hops = shortest[start] ?? 0; hops <= stop; hops++) extend(index, hops)
      }
    }
    if (bestHops === 0) return undefined
    const path: number[] = []
    for (let hops = bestHops, token = sink; hops > 0; hops--) {
      const index = last[token * width + hops] ?? 0
      path.unshift(index)
      token = from[index] ?? 0
    }
    return { arcs: path, amount: best }
  }

  /** Goes on through an arc from the widest way of so many hops to its start. */
  function extend(index: number, hops: number): void {
    const start = from[index] ?? 0
    const end = to[index] ?? 0
    const makes = made[start * width + hops] ?? 0
    const through = Math.min(widths[start * width + hops] ?? 0, (left[index] ?? 0) / makes)
    const place = end * width + hops + 1
    // No way gets wider further on.
    if (!(through > best) || through <= (widths[place] ?? 0)) return
    if (start === sink || (hasCircles && visits(hops, start, end))) return
    widths[place] = through
    made[place] = makes * (rates[index] ?? 0)
    last[place] = index
    shortest[end] = Math.min(shortest[end] ?? 0, hops + 1)
    longest[end] = Math.max(longest[end] ?? 0, hops + 1)
    if (end !== sink) return
    best = through
    bestHops = hops + 1
  }

  /** Whether the widest way of so many hops to a token leads through `wanted`. */
  function visits(hops: number, token: number, wanted: number): boolean {
    let at = token
    for (let hop = hops; hop > 0 && at !== wanted; hop--)
      at = from[last[at * width + hop] ?? 0] ?? 0
    return at === wanted
  }
}

/** The arcs that take something and can be reached, each after all that lead to it, unless some lead in circles. */
function inOrder(arcs: readonly Arc[], inputs: readonly number[], source: number) {
  const leaving = new Map<number, number[]>()
  arcs.forEach(({ from }, index) => {
    if (!((inputs[index] ?? 0) > 0)) return
    const known = leaving.get(from)
    if (known) known.push(index)
    else leaving.set(from, [index])
  })
  const done: number[] = []
  const isDone = new Map<number, boolean>()
  let hasCircles = false
  const visit = (token: number) => {
    isDone.set(token, false)
    for (const index of leaving.get(token) ?? []) {
      const next = arcs[index]?.to ?? 0
      const known = isDone.get(next)
      if (known === undefined) visit(next)
      else if (!known) hasCircles = true
    }
    isDone.set(token, true)
    done.push(token)
  }
  visit(source)
  return { active: done.toReversed().flatMap((token) => leaving.get(token) ?? []), hasCircles }
}
