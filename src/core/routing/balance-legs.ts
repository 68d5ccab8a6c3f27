import type { Arc } from './flow-solver.ts'
import type { FlowPath } from './flow-paths.ts'

const ROUNDS = 30
/** Of the output: what a round must add for another one. */
const ENOUGH = 1e-8

/**
 * Shifts the input between given paths until one more unit pays the same on each, pools that several share counted once.
 * Amounts keep their sum; a path may end at 0. Changes `paths` in place.
 */
export function balanceLegs(arcs: readonly Arc[], paths: FlowPath[]): void {
  if (paths.length < 2) return
  /** By arc: what all paths take of it and what it pays them, at the amounts that were measured last. */
  const taken = new Float64Array(arcs.length)
  const paid = new Float64Array(arcs.length)
  const slopes = new Float64Array(paths.length)
  const eases = new Float64Array(paths.length)
  let amounts = paths.map(({ amount }) => amount)
  let best = totalOutput(amounts)
  measureSlopes()
  let caution = 1
  for (let round = 0; round < ROUNDS && caution > 1e-3; round++) {
    const next = shifted(amounts, caution)
    const output = totalOutput(next)
    if (output > best) {
      const gained = output - best
      amounts = next
      best = output
      caution = Math.min(1, caution * 1.5)
      if (gained < ENOUGH * best) break
      measureSlopes()
    } else caution /= 3
  }
  paths.forEach((path, index) => (path.amount = amounts[index] ?? 0))

  /** Legs one after another, each on what the ones before left. */
  function totalOutput(at: readonly number[]): number {
    taken.fill(0)
    paid.fill(0)
    let total = 0
    for (let leg = 0; leg < paths.length; leg++) {
      let carried = at[leg] ?? 0
      for (const index of paths[leg]?.arcs ?? []) {
        const all = (taken[index] ?? 0) + carried
        const output = arcs[index]?.yields.output(all) ?? 0
        taken[index] = all
        carried = output - (paid[index] ?? 0)
        paid[index] = output
      }
      total += carried
    }
    return total
  }

  /** What one more unit pays on each path, each on its own, and how much input it takes to lower that. */
  function measureSlopes(): void {
    paths.forEach((path, leg) => {
      let rate = 1
      let bend = 0
      for (const index of path.arcs) {
        const yields = arcs[index]?.yields
        if (!yields) continue
        const input = taken[index] ?? 0
        const here = yields.rate(input)
        bend += (rate * -yields.curvature(input)) / here
        rate *= here
      }
      slopes[leg] = rate
      eases[leg] = 1 / (bend * rate)
    })
  }

  /** One step of Newton's method that keeps the sum and no amount below zero. */
  function shifted(at: readonly number[], length: number): number[] {
    const fixed = new Set<number>()
    for (;;) {
      let weight = 0
      let sum = 0
      slopes.forEach((slope, leg) => {
        if (fixed.has(leg)) return
        const ease = eases[leg] ?? 0
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
        const ease = eases[leg] ?? 0
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
