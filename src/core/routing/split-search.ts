import { createMarginalRates } from './marginal-rates.ts'
import type { Outlooks } from './outlooks.ts'
import { balanceLegs } from './balance-legs.ts'
import { tradeLegs, type TradedPath } from './trade-legs.ts'
import { pathsOfFlow, type FlowPath } from './flow-paths.ts'
import { solveFlow, type Arc } from './flow-solver.ts'
import type { FoundPath, PathQuestion } from './path-search.ts'
import type { PoolGraph } from './pool-graph.ts'
import type { Yield } from './side-yield.ts'

export type SplitQuestion = Omit<PathQuestion, 'count'> & { maxLegs: number }

/** Rounds of looking for further pools that would pay. */
const ROUNDS = 6
const ARCS_PER_ROUND = 48
const MOST_TOKENS = 160
/** Of the output: what a further pool must seem to add. */
const WORTHWHILE = 5e-7

/**
 * Splits a trade over paths. The flow that pays most is found over a small set of pools, by prices; then all other pools
 * are held against these prices, and those that would pay join the set, until none would add anything. The flow is taken
 * apart into paths, their amounts are balanced, and the legs are traded one after another exactly as the contracts will.
 */
export function createSplitSearch(graph: PoolGraph, outlooks: Outlooks) {
  const { startOf } = graph
  const marginal = createMarginalRates(graph)
  const { rates } = marginal

  /** Sides through which some path would pay more than the common rate, most promising first. */
  function promising(common: number, output: number, known: ReadonlySet<number>): number[] {
    const scored: { side: number; score: number }[] = []
    for (const side of marginal.sides()) {
      const gain = marginal.through(side) / common - 1
      if (gain <= 1e-6 || known.has(side)) continue
      // A trade of half the depth times the gain takes the gain down to nothing; it earns half of it on average.
      const depth =
        depthOf(graph.yields[side]) * (common / (marginal.toToken(startOf[side] ?? 0) || 1))
      const score = (depth * gain * Math.min(gain, 1)) / 4 / output
      if (score >= WORTHWHILE) scored.push({ side, score })
    }
    scored.sort((left, right) => right.score - left.score)
    return scored.slice(0, ARCS_PER_ROUND).map(({ side }) => side)
  }

  /** The set of pools that is solved over, with a number and a price for each of its tokens. */
  function createSelection(from: number, to: number) {
    const tokens = new Map<number, number>()
    const prices: number[] = []
    const inputs: number[] = []
    const arcs: Arc[] = []
    const sides: number[] = []
    const known = new Set<number>()
    const numberOf = (token: number, price: number) => {
      const number = tokens.get(token)
      if (number !== undefined) return number
      tokens.set(token, prices.length)
      return prices.push(price) - 1
    }
    numberOf(from, 1)
    numberOf(to, 1)
    return {
      tokens,
      prices,
      inputs,
      arcs,
      sides,
      known,
      add(side: number, priceOf: (token: number) => number) {
        const start = startOf[side] ?? 0
        const end = startOf[side ^ 1] ?? 0
        const curve = graph.yields[side]
        // Nothing is sold into the start or bought from the end; the way back through a pool never pays.
        if (!curve || known.has(side) || known.has(side ^ 1) || end === from || start === to) return
        known.add(side)
        sides.push(side)
        arcs.push({
          from: numberOf(start, priceOf(start)),
          to: numberOf(end, priceOf(end)),
          yields: curve,
        })
      },
    }
  }

  type Selection = ReturnType<typeof createSelection>

  function select(question: SplitQuestion, best: FoundPath): Selection {
    const { from, to, amountIn, maxHops } = question
    const amount = Number(amountIn)
    const output = Number(best.amountOut)
    const selection = createSelection(from, to)
    // The first prices: what one more unit brings on the best path when it has taken everything.
    const along = new Map([[to, 1]])
    let price = 1
    for (let step = best.sides.length - 1; step >= 0; step--) {
      const side = best.sides[step] ?? 0
      const input = step === 0 ? amount : Number(best.amountsOut[step - 1] ?? 0n)
      price *= graph.yields[side]?.rate(input) ?? 0
      along.set(startOf[side] ?? 0, price)
    }
    for (const side of best.sides) selection.add(side, (token) => along.get(token) ?? 1)
    selection.prices[0] = price
    best.sides.forEach((side, step) => {
      const input = step === 0 ? amount : Number(best.amountsOut[step - 1] ?? 0n)
      rates[side] = graph.yields[side]?.rate(input) ?? 0
    })
    marginal.begin(from, to, outlooks.to(to, maxHops - 1), price)
    for (let round = 0; round < ROUNDS; round++) {
      const common = selection.prices[0] ?? 0
      if (!(common > 0)) break
      marginal.fill()
      const before = selection.sides.length
      const priceOf = (token: number) =>
        Math.sqrt(marginal.fromToken(token) * (common / (marginal.toToken(token) || 1))) || 1
      for (const side of promising(common, output, selection.known)) {
        if (selection.prices.length > MOST_TOKENS) break
        for (const part of marginal.complete(side)) selection.add(part, priceOf)
      }
      if (selection.sides.length === before) break
      solveFlow(
        { arcs: selection.arcs, source: 0, sink: 1, amount },
        selection.prices,
        selection.inputs,
      )
      selection.sides.forEach((side, index) => {
        rates[side] = selection.arcs[index]?.yields.rate(selection.inputs[index] ?? 0) ?? 0
      })
    }
    for (const side of selection.sides) rates[side] = graph.rates[side] ?? 0
    return selection
  }

  return {
    /** Legs whose inputs add up to the amount, or `undefined` when splitting finds nothing better than `best`. */
    split(question: SplitQuestion, best: FoundPath): TradedPath[] | undefined {
      const { amountIn, maxHops, maxLegs } = question
      const { arcs, sides, inputs } = select(question, best)
      if (sides.length === best.sides.length || maxLegs < 2) return undefined
      const amount = Number(amountIn)
      const problem = { arcs, source: 0, sink: 1, amount }
      let paths = pathsOfFlow(problem, inputs, maxHops)
      if (paths.length > maxLegs) {
        paths = paths.toSorted((left, right) => right.amount - left.amount).slice(0, maxLegs)
      }
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
    /** Takes over a pool's changed state. */
    refresh(pool: number): void {
      for (const side of [2 * pool, 2 * pool + 1]) rates[side] = graph.rates[side] ?? 0
    },
  }
}

/** The input that takes the rate down to a quarter. */
const depthOf = (yields: Yield | undefined) =>
  yields ? (-2 * yields.rate(0)) / yields.curvature(0) : 0

function fitTo(amount: number, paths: FlowPath[]): void {
  const sum = paths.reduce((total, path) => total + path.amount, 0)
  for (const path of paths) path.amount *= amount / sum
}
