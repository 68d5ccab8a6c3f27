import { createFlowSolver, type Arc } from '../src/core/routing/flow-solver.ts'
import { createPoolGraph } from '../src/core/routing/pool-graph.ts'
import type { Quote } from '../src/core/routing/router.ts'
import { yieldOf } from '../src/core/routing/side-yield.ts'
import type { PoolSet } from './router-pools.ts'

type Question = PoolSet['questions'][number]

/** Tokens away from the priced ones that still get a price. */
const FURTHEST = 12
const ROUNDS = 60
/** Of the bound: what the pools that are not solved over may add to it. */
const TIGHT = 1e-7

/**
 * What no routing can exceed, whatever its hops and legs: every price of every token gives such a bound (weak duality of
 * the convex problem), and the bound is lowest at the solution. All pools take part in it, so that it judges the choice of
 * pools as well; that nothing better exists holds however well the prices were solved for, and whatever answer they were
 * solved from.
 */
export function createOptimum({ pools }: PoolSet) {
  const { sides, tokens, tokenIndex, startOf, poolIndex } = createPoolGraph(pools)
  const solveFlow = createFlowSolver()
  const yields = sides.map(yieldOf)
  const rates = yields.map((pays) => pays?.rate(0) ?? 0)
  const endOf = (side: number) => startOf[side ^ 1] ?? 0

  const sidesOf = ({ paths }: Quote) =>
    paths.flatMap(({ route, pools: ids }) =>
      ids.map((id, step) => {
        const index = poolIndex.get(id) ?? 0
        return 2 * index + (pools[index]?.token1 === route[step] ? 0 : 1)
      }),
    )

  /** Gives each token without a price what it brings on the best way; answers the first side of that way, by token. */
  function reach(prices: Float64Array): Map<number, number> {
    const via = new Map<number, number>()
    for (let hops = 0, isDone = false; hops < FURTHEST && !isDone; hops++) {
      isDone = true
      for (const [side, rate] of rates.entries()) {
        const start = startOf[side] ?? 0
        const worth = rate * (prices[endOf(side)] ?? 0)
        if (worth <= (prices[start] ?? 0) || (prices[start] !== 0 && !via.has(start))) continue
        prices[start] = worth
        via.set(start, side)
        isDone = false
      }
    }
    return via
  }

  return ({ tokenIn, tokenOut, amountIn }: Question, answer: Quote): number => {
    const amount = Number(amountIn)
    const ends = [tokenIn, tokenOut].map((token) => tokenIndex.get(token) ?? 0)
    const known = new Set(sidesOf(answer))
    // The first guess: what a token brings without moving a price.
    let prices = new Float64Array(tokens.length)
    prices[ends[1] ?? 0] = 1
    reach(prices)
    let lowest = Infinity
    for (let round = 0; round < ROUNDS; round++) {
      const list = [
        ...new Set([...ends, ...[...known].flatMap((side) => [startOf[side] ?? 0, endOf(side)])]),
      ]
      const numbers = new Map(list.map((token, index) => [token, index]))
      const arcs = [...known].flatMap((side): Arc[] => {
        const pays = yields[side]
        const from = numbers.get(startOf[side] ?? 0)
        const to = numbers.get(endOf(side))
        return pays && from !== undefined && to !== undefined ? [{ from, to, yields: pays }] : []
      })
      const solved = list.map((token) => prices[token] ?? 0)
      const care = { largestStep: 0.5, rounds: 200, balanced: 1e-9 }
      solveFlow({ arcs, source: 0, sink: 1, amount, ...care }, solved, [])
      prices = new Float64Array(tokens.length)
      for (const [index, token] of list.entries()) prices[token] = solved[index] ?? 0
      const via = reach(prices)
      let bound = amount * (prices[ends[0] ?? 0] ?? 0)
      const left: { side: number; profit: number }[] = []
      for (const [side, pays] of yields.entries()) {
        const paid = prices[startOf[side] ?? 0] ?? 0
        const got = prices[endOf(side)] ?? 0
        const input = pays && got > 0 ? pays.inputAt(paid / got) : 0
        if (!pays || input === 0) continue
        const profit = got * pays.output(input) - paid * input
        bound += profit
        if (!known.has(side)) left.push({ side, profit })
      }
      lowest = Math.min(lowest, bound)
      const missing = left.reduce((sum, { profit }) => sum + profit, 0)
      if (missing <= TIGHT * bound) break
      for (const { side, profit } of left) {
        if (profit < 1e-3 * missing) continue
        for (let way: number | undefined = side; way !== undefined; way = via.get(endOf(way))) {
          if (known.has(way)) break
          known.add(way)
        }
      }
    }
    return lowest
  }
}
