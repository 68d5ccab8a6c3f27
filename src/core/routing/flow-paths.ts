import type { Arc } from './flow-solver.ts'

/** A part of a flow that takes one path, as indexes of arcs. `amount` is what goes in at the source. */
export type FlowPath = { arcs: number[]; amount: number }

/**
 * Takes a flow apart into paths of up to `maxHops` arcs without a token twice, widest first. What is left over, because
 * it runs in circles or takes more hops, is not returned.
 */
export function pathsOfFlow(
  problem: { arcs: readonly Arc[]; source: number; sink: number; amount: number },
  inputs: readonly number[],
  maxHops: number,
): FlowPath[] {
  const { arcs, source, sink, amount } = problem
  const left = [...inputs]
  const rates = arcs.map(({ yields }, index) => {
    const input = inputs[index] ?? 0
    return input > 0 ? yields.output(input) / input : 0
  })
  const active = arcs.flatMap((_, index) => ((inputs[index] ?? 0) > 0 ? [index] : []))
  const paths: FlowPath[] = []
  const least = amount * 1e-7
  for (let round = 0; round < arcs.length; round++) {
    const widest = widestPath()
    if (!widest || widest.amount < least) break
    let carried = widest.amount
    for (const index of widest.arcs) {
      left[index] = Math.max(0, (left[index] ?? 0) - carried)
      carried *= rates[index] ?? 0
    }
    paths.push(widest)
  }
  return paths

  function widestPath(): FlowPath | undefined {
    type Label = {
      width: number
      rate: number
      arc: number
      before: Label | undefined
      token: number
    }
    let labels = new Map<number, Label>([
      [source, { width: Infinity, rate: 1, arc: -1, before: undefined, token: source }],
    ])
    let best: Label | undefined
    for (let hops = 0; hops < maxHops; hops++) {
      const next = new Map<number, Label>()
      for (const index of active) {
        const arc = arcs[index]
        const before = arc && labels.get(arc.from)
        if (!before || before.token === sink || visits(before, arc.to)) continue
        const width = Math.min(before.width, (left[index] ?? 0) / before.rate)
        if (width <= (next.get(arc.to)?.width ?? 0)) continue
        next.set(arc.to, {
          width,
          rate: before.rate * (rates[index] ?? 0),
          arc: index,
          before,
          token: arc.to,
        })
      }
      const arrived = next.get(sink)
      if (arrived && arrived.width > (best?.width ?? 0)) best = arrived
      labels = next
    }
    if (!best) return undefined
    const path: number[] = []
    for (let label: typeof best | undefined = best; label?.before; label = label.before)
      path.push(label.arc)
    return { arcs: path.reverse(), amount: best.width }
  }

  function visits(from: { token: number; before: unknown } | undefined, token: number): boolean {
    for (let label = from; label; label = label.before as typeof from /* labels link to labels */)
      if (label.token === token) return true
    return false
  }
}
