import { balanceLegs } from './balance-legs.ts'
import { pathsOfFlow, type FlowPath } from './flow-paths.ts'
import { solveFlow, type Arc } from './flow-solver.ts'
import { createOutsidePrices } from './outside-prices.ts'
import type { FoundPath, PathQuestion } from './path-search.ts'
import type { PoolGraph } from './pool-graph.ts'
import { tradeLegs, type TradedPath } from './trade-legs.ts'

export type SplitQuestion = Omit<PathQuestion, 'count'> & { maxLegs: number }

/** Rounds of looking for further pools that would pay, and tokens: more than sensible trades need. */
const ROUNDS = 30
const MOST_TOKENS = 500
/** Of the trade's value: what all pools that are left out may add together. */
const WORTHLESS = 3e-6
/** Of all that is offered: what is left for the next round, when better prices show what was not meant. */
const LEFT = 0.4
/** Of the trade's value: what the last prices may leave unbalanced. What this costs is the square of it. */
const BALANCED = 1e-4

/**
 * Splits a trade over paths. The flow that pays most is found over a small set of pools, by prices; then all other pools
 * are held against these prices, and those that would pay join the set, until all together would add next to nothing. The
 * flow is taken apart into paths, their amounts are balanced, and the legs are traded one after another exactly as the
 * contracts will.
 */
export function createSplitSearch(graph: PoolGraph) {
  const { startOf } = graph
  const outside = createOutsidePrices(graph)

  /** The set of pools that is solved over, with a number and a price for each of its tokens: first the ends of the trade. */
  function select({ from, to, amountIn, maxHops }: SplitQuestion, best: FoundPath) {
    const amount = Number(amountIn)
    const tokens: number[] = []
    const prices: number[] = []
    const numbers = new Map<number, number>()
    const inputs: number[] = []
    const arcs: Arc[] = []
    const sides: number[] = []
    const known = new Set<number>()

    function numberOf(token: number, price: number): number {
      const number = numbers.get(token)
      if (number !== undefined) return number
      numbers.set(token, tokens.length)
      tokens.push(token)
      return prices.push(price) - 1
    }

    function add(side: number, startPrice: number, endPrice: number): void {
      const yields = graph.yields[side]
      // The way back through a pool never pays.
      if (!yields || known.has(side) || known.has(side ^ 1)) return
      known.add(side)
      sides.push(side)
      const start = numberOf(startOf[side] ?? 0, startPrice)
      arcs.push({ from: start, to: numberOf(startOf[side ^ 1] ?? 0, endPrice), yields })
    }

    // The first prices: what one more unit brings on the best path when it has taken everything.
    numberOf(from, 1)
    numberOf(to, 1)
    let price = 1
    for (let step = best.sides.length - 1; step >= 0; step--) {
      const side = best.sides[step] ?? 0
      const input = step === 0 ? amount : Number(best.amountsOut[step - 1] ?? 0n)
      const after = price
      price *= graph.yields[side]?.rate(input) ?? 0
      add(side, price, after)
    }
    prices[0] = price

    // First ways over one further token; where these offer nothing any more, all ways.
    let reach = 1
    for (let round = 0; round < ROUNDS && tokens.length < MOST_TOKENS; round++) {
      const offers = outside.offers(tokens, prices, known, reach)
      let left = offers.reduce((sum, { profit }) => sum + profit, 0)
      const value = amount * (prices[0] ?? 0)
      if (!(left > WORTHLESS * value)) {
        if (reach >= maxHops - 1) break
        reach = maxHops - 1
        continue
      }
      const enough = Math.max(LEFT * left, (WORTHLESS / 2) * value)
      for (const { side, profit } of offers) {
        if (left < enough || tokens.length > MOST_TOKENS) break
        left -= profit
        // Between what a new token would cost and what it brings.
        const start = outside.of(startOf[side] ?? 0)
        const end = outside.of(startOf[side ^ 1] ?? 0)
        const between = Math.sqrt(start / (end * (graph.rates[side] ?? 0)))
        for (const part of outside.onward(side))
          add(
            part,
            between * outside.of(startOf[part] ?? 0),
            between * outside.of(startOf[part ^ 1] ?? 0),
          )
      }
      solveFlow({ arcs, source: 0, sink: 1, amount, balanced: BALANCED }, prices, inputs)
    }
    return { arcs, sides, inputs }
  }

  return {
    /** Legs whose inputs add up to the amount, or `undefined` when splitting finds nothing better than `best`. */
    split(question: SplitQuestion, best: FoundPath): TradedPath[] | undefined {
      const { amountIn, maxLegs } = question
      if (maxLegs < 2) return undefined
      const { arcs, sides, inputs } = select(question, best)
      if (sides.length === best.sides.length) return undefined
      const amount = Number(amountIn)
      const problem = { arcs, source: 0, sink: 1, amount }
      const paths = pathsOfFlow(problem, inputs, question)
      fitTo(amount, paths)
      balanceLegs(arcs, paths)
      const legs = paths
        .filter((path) => path.amount > 0)
        .map((path) => ({
          sides: path.arcs.map((index) => sides[index] ?? 0),
          share: path.amount / amount,
        }))
      const traded = tradeLegs(graph.sides, legs, amountIn)
      if (!traded) return undefined
      const total = traded.reduce((sum, leg) => sum + leg.amountOut, 0n)
      return total > best.amountOut ? traded : undefined
    },
  }
}

function fitTo(amount: number, paths: FlowPath[]): void {
  const sum = paths.reduce((total, path) => total + path.amount, 0)
  for (const path of paths) path.amount *= amount / sum
}
