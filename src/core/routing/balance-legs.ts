import type { Arc } from './flow-solver.ts'
import type { FlowPath } from './flow-paths.ts'

const ROUNDS = 30

/**
 * Shifts the input between given paths until one more unit pays the same on each, pools that several share counted once.
 * Amounts keep their sum; a path may end at 0. Changes `paths` in place.
 */
export function balanceLegs(arcs: readonly Arc[], paths: FlowPath[]): void {
  if (paths.length < 2) return
  let amounts = paths.map(({ amount }) => amount)
  let best = totalOutput(amounts)
  let caution = 1
  for (let round = 0; round < ROUNDS && caution > 1e-3; round++) {
    const next = shifted(amounts, caution)
    const output = totalOutput(next)
    if (output > best) {
      const gained = output - best
      amounts = next
      best = output
      caution = Math.min(1, caution * 1.5)
      if (gained < 1e-9 * best) break
    } else caution /= 3
  }
  paths.forEach((path, index) => (path.amount = amounts[index] ?? 0))

  /** Legs one after another, each on what the ones before left. */
  function totalOutput(at: readonly number[], taken = new Map<number, number>()): number {
    let total = 0
    paths.forEach((path, leg) => {
      let carried = at[leg] ?? 0
      for (const index of path.arcs) {
        const before = taken.get(index) ?? 0
        const yields = arcs[index]?.yields
        taken.set(index, before + carried)
        carried = yields ? yields.output(before + carried) - yields.output(before) : 0
      }
      total += carried
    })
    return total
  }

  /** One step of Newton's method, each path on its own, that keeps the sum and no amount below zero. */
  function shifted(at: readonly number[], length: number): number[] {
    const taken = new Map<number, number>()
    totalOutput(at, taken)
    const slopes: number[] = []
    const bends: number[] = []
    for (const path of paths) {
      let rate = 1
      let bend = 0
      for (const index of path.arcs) {
        const yields = arcs[index]?.yields
        if (!yields) continue
        const input = taken.get(index) ?? 0
        const here = yields.rate(input)
        bend += (rate * -yields.curvature(input)) / here
        rate *= here
      }
      slopes.push(rate)
      bends.push(1 / (bend * rate))
    }
    const fixed = new Set<number>()
    for (;;) {
      let weight = 0
      let sum = 0
      slopes.forEach((slope, leg) => {
        if (fixed.has(leg)) return
        const ease = bends[leg] ?? 0
        weight += ease
        sum += ease * slope
      })
      // Paths that are given up hand what they had to the others.
      let freed = 0
      for (const leg of fixed) freed += at[leg] ?? 0
      const common = weight > 0 ? sum / weight : 0
      let dropped = false
      const next = at.map((amount, leg) => {
        if (fixed.has(leg)) return 0
        const ease = bends[leg] ?? 0
        const moved =
          amount + length * ease * ((slopes[leg] ?? 0) - common) + (freed * ease) / weight
        if (moved >= 0) return moved
        fixed.add(leg)
        dropped = true
        return 0
      })
      if (!dropped || fixed.size >= at.length) return next
    }
  }
}
