import type { Arc } from './flow-solver.ts'

/** A part of a flow that takes one path, as indexes of arcs. `amount` is what goes in at the source. */
export type FlowPath = { arcs: number[]; amount: number }

/** Of the whole amount: what is not worth a path. */
const LEAST = 1e-7

/**
 * Takes a flow apart into at most `maxLegs` paths of up to `maxHops` arcs without a token twice, widest first. What is
 * left over, because it runs in circles or takes more, is not returned.
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
  let active: number[] = []
  let count = 1 + Math.max(source, sink)
  arcs.forEach((arc, index) => {
    from[index] = arc.from
    to[index] = arc.to
    count = Math.max(count, 1 + arc.from, 1 + arc.to)
    const input = inputs[index] ?? 0
    if (!(input > 0)) return
    active.push(index)
    rates[index] = arc.yields.output(input) / input
  })
  /** By hops and token: the widest way there, what it makes of one unit, and its last arc. */
  const widths = new Float64Array((maxHops + 1) * count)
  const made = new Float64Array((maxHops + 1) * count)
  const last = new Int32Array((maxHops + 1) * count)

  const paths: FlowPath[] = []
  while (paths.length < Math.min(maxLegs, arcs.length)) {
    const widest = widestPath()
    if (!widest || widest.amount < amount * LEAST) break
    let carried = widest.amount
    for (const index of widest.arcs) {
      left[index] = Math.max(0, (left[index] ?? 0) - carried)
      carried *= rates[index] ?? 0
    }
    active = active.filter((index) => (left[index] ?? 0) > 0)
    paths.push(widest)
  }
  return paths

  function widestPath(): FlowPath | undefined {
    widths.fill(0)
    widths[source] = Infinity
    made[source] = 1
    let best = 0
    let bestHops = 0
    for (let hops = 1; hops <= maxHops; hops++) {
      const before = (hops - 1) * count
      const here = hops * count
      for (const index of active) {
        const start = from[index] ?? 0
        const end = to[index] ?? 0
        const makes = made[before + start] ?? 0
        const width = Math.min(widths[before + start] ?? 0, (left[index] ?? 0) / makes)
        if (!(width > (widths[here + end] ?? 0)) || start === sink) continue
        if (visits(hops - 1, start, end)) continue
        widths[here + end] = width
        made[here + end] = makes * (rates[index] ?? 0)
        last[here + end] = index
      }
      const arrived = widths[here + sink] ?? 0
      if (arrived <= best) continue
      best = arrived
      bestHops = hops
    }
    if (bestHops === 0) return undefined
    const path: number[] = []
    for (let hops = bestHops, token = sink; hops > 0; hops--) {
      const index = last[hops * count + token] ?? 0
      path.unshift(index)
      token = from[index] ?? 0
    }
    return { arcs: path, amount: best }
  }

  /** Whether the widest way of so many hops to a token leads through `wanted`. */
  function visits(hops: number, token: number, wanted: number): boolean {
    let at = token
    for (let hop = hops; hop > 0 && at !== wanted; hop--)
      at = from[last[hop * count + at] ?? 0] ?? 0
    return at === wanted
  }
}
