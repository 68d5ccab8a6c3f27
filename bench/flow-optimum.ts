import { solveFlow, type Arc } from '../src/core/routing/flow-solver.ts'
import { createPoolGraph } from '../src/core/routing/pool-graph.ts'
import { yieldOf } from '../src/core/routing/side-yield.ts'
import type { PoolSet } from './router-pools.ts'

/**
 * What no routing can exceed, whatever its hops and legs: every price of every token gives such a bound (weak duality of
 * the convex problem), and the bound is lowest at the solution. All pools take part, so that it judges the choice of
 * pools as well; that nothing better exists holds however well the prices were solved for.
 */
export function createOptimum({ pools, prices }: PoolSet) {
  const { sides, tokens, tokenIndex } = createPoolGraph(pools)
  const arcs = sides.flatMap((side, index): Arc[] => {
    const pool = pools[index >> 1]
    const yields = yieldOf(side)
    if (!pool || !yields) return []
    const ends = [tokenIndex.get(pool.token1) ?? 0, tokenIndex.get(pool.token2) ?? 0] as const
    const [from, to] = index % 2 === 0 ? ends : [ends[1], ends[0]]
    return [{ from, to, yields }]
  })
  return (question: PoolSet['questions'][number]): number => {
    const source = tokenIndex.get(question.tokenIn) ?? 0
    const sink = tokenIndex.get(question.tokenOut) ?? 0
    const amount = Number(question.amountIn)
    const priceOf = (token: string) => prices[Number(token.slice(1))] ?? 1
    const found = tokens.map((token) => priceOf(token) / priceOf(question.tokenOut))
    const inputs: number[] = []
    // The prices of the set are near; with long steps the many pools that begin or cease to trade would mislead it.
    const care = { largestStep: 0.01, rounds: 400 }
    solveFlow({ arcs, source, sink, amount, ...care }, found, inputs)
    let bound = (found[source] ?? 0) * amount
    for (const { from, to, yields } of arcs) {
      const paid = found[from] ?? 0
      const got = found[to] ?? 0
      const input = yields.inputAt(paid / got)
      if (input > 0) bound += got * yields.output(input) - paid * input
    }
    return bound
  }
}
