import { balanceLegs } from './balance-legs.ts'
import { pathsOfFlow, type FlowPath } from './flow-paths.ts'
import { createFlowSolver, type Arc } from './flow-solver.ts'
import { createOutsidePrices } from './outside-prices.ts'
import type { FoundPath, PathQuestion } from './path-search.ts'
import type { PoolGraph } from './pool-graph.ts'
import { tradeLegs, type TradedPath } from './trade-legs.ts'

export type SplitQuestion = Omit<PathQuestion, 'count'> & { maxLegs: number }

/** A side outside the set that would pay: what the token at its end is worth, and what the side would add. */
type Offer = { side: number; worth: number; profit: number }

/** Rounds of looking for further pools that would pay, and tokens: more than sensible trades need. */
const ROUNDS = 30
const MOST_TOKENS = 500
/**
 * Curves that all solutions together may look at: ten times as many as a usual trade among 20,000 pools does. Stable ones take longest.
 * An amount that drains every pool has no prices at which it is traded, and would be looked for to the end in each round.
 */
const CURVES = 300_000
/** Of the trade's value: what all pools that are left out may add together. */
const WORTHLESS = 3e-6
/** Of the best offer: what is taken in the same round. */
const GOOD = 0.03
/** Of all that was offered: when no more is left of it, the market is looked at again. */
const DRY = 0.1
/** Of the trade's value: what the prices may leave unbalanced. */
const BALANCED = 1e-5
/** Of the trade's value: a side that takes less takes nothing but what is left unbalanced. */
const NOTHING = 1e-6

/**
 * Splits a trade over paths. The flow that pays most is found over a small set of pools, by prices; then all other pools
 * are held against these prices, and those that would pay join the set, until all together would add next to nothing. The
 * flow is taken apart into paths, their amounts are balanced, and the legs are traded one after another exactly as the
 * contracts will.
 */
export function createSplitSearch(graph: PoolGraph) {
  const { startOf, rates, yields } = graph
  const prices = new Float64Array(graph.tokens.length)
  const isIn = new Uint8Array(startOf.length)
  const solveFlow = createFlowSolver()
  const outside = createOutsidePrices(graph, { prices, isIn })
  /** By token: its number in the flow that is solved, from 1. */
  const numbers = new Int32Array(graph.tokens.length)

  /** What pays among the sides, at the prices as they are now. */
  function offersOf(sides: readonly number[]): Offer[] {
    const offers: Offer[] = []
    for (const side of sides) {
      if (isIn[side] === 1) continue
      const worth = outside.follow(side)
      const paid = prices[startOf[side] ?? 0] ?? 0
      const pays = yields[side]
      if (!pays || paid === 0 || worth * (rates[side] ?? 0) <= paid) continue
      const input = pays.inputAt(paid / worth)
      const profit = worth * pays.output(input) - paid * input
      if (profit > 0) offers.push({ side, worth, profit })
    }
    return offers
  }

  /** The flow that pays most: the sides that it takes, as arcs between numbered tokens, and what each takes. */
  function select({ from, to, amountIn, maxHops }: SplitQuestion, best: FoundPath) {
    const amount = Number(amountIn)
    const sides: number[] = []
    const inputs: number[] = []
    let arcs: Arc[] = []
    let tokens = [from, to]
    let curves = CURVES

    function add(side: number): void {
      if (isIn[side] === 1) return
      isIn[side] = 1
      sides.push(side)
    }

    /** Takes in a side with the way on. A new token gets a price between what it would cost and what it brings. */
    function take({ side, worth }: Offer): void {
      const way = [side]
      outside.follow(side, way)
      let price = Math.sqrt((worth * (prices[startOf[side] ?? 0] ?? 0)) / (rates[side] ?? 0))
      for (const part of way) {
        if (part !== side) price /= rates[part] ?? 0
        const end = startOf[part ^ 1] ?? 0
        if (prices[end] === 0) prices[end] = price
        add(part)
      }
    }

    /**
     * Solves the flow over the set. Sides that take nothing leave it then, and so do tokens that nothing flows through:
     * their price could be any, and what is measured against it would be wrong.
     */
    function solve(): void {
      const numbered: number[] = []
      const solved: number[] = []
      const numberOf = (token: number) => {
        if (numbers[token] === 0) {
          numbers[token] = numbered.push(token)
          solved.push(prices[token] ?? 0)
          prices[token] = 0
        }
        return (numbers[token] ?? 0) - 1
      }
      const source = numberOf(from)
      const sink = numberOf(to)
      arcs = []
      for (const side of sides) {
        const pays = yields[side]
        const ends = { from: numberOf(startOf[side] ?? 0), to: numberOf(startOf[side ^ 1] ?? 0) }
        if (pays) arcs.push({ ...ends, yields: pays })
      }
      const problem = { arcs, source, sink, amount, balanced: BALANCED, curves }
      curves -= solveFlow(problem, solved, inputs)
      tokens = []
      const keep = (number: number) => {
        const token = numbered[number] ?? 0
        if (prices[token] !== 0) return
        prices[token] = solved[number] ?? 0
        tokens.push(token)
      }
      keep(source)
      keep(sink)
      const nothing = NOTHING * amount * (solved[source] ?? 0)
      let kept = 0
      arcs.forEach((arc, index) => {
        const side = sides[index] ?? 0
        const input = inputs[index] ?? 0
        if (input * (solved[arc.from] ?? 0) <= nothing) {
          isIn[side] = 0
          return
        }
        keep(arc.from)
        keep(arc.to)
        sides[kept] = side
        arcs[kept] = arc
        inputs[kept++] = input
      })
      sides.length = arcs.length = inputs.length = kept
      for (const token of numbered) numbers[token] = 0
    }

    // The first prices: what one more unit brings on the best path when it has taken everything.
    let price = 1
    prices[to] = price
    for (let step = best.sides.length - 1; step >= 0; step--) {
      const side = best.sides[step] ?? 0
      const input = step === 0 ? amount : Number(best.amountsOut[step - 1] ?? 0n)
      price *= yields[side]?.rate(input) ?? 0
      const token = startOf[side] ?? 0
      prices[token] = price
      if (token !== from) tokens.push(token)
      add(side)
    }

    // First ways over one further token; where these offer nothing any more, all ways.
    let reach = 1
    let known: readonly Offer[] = []
    let dry = 0
    for (let round = 0; round < ROUNDS && tokens.length < MOST_TOKENS && curves > 0; round++) {
      const worthless = WORTHLESS * amount * (prices[from] ?? 0)
      let offers = offersOf(known.map(({ side }) => side))
      if (profitOf(offers) <= Math.max(worthless, dry)) {
        offers = offersOf(outside.scan(tokens, reach))
        const profit = profitOf(offers)
        dry = DRY * profit
        if (profit <= worthless) {
          if (reach >= maxHops - 1) break
          reach = maxHops - 1
          continue
        }
      }
      known = offers
      const highest = offers.reduce((most, { profit }) => Math.max(most, profit), 0)
      const good = offers.filter(({ profit }) => profit >= GOOD * highest)
      good.sort((left, right) => right.profit - left.profit)
      // Many are ways to the same end: when the set has doubled, new prices show which of them are needed.
      const most = 2 * sides.length + 8
      for (const offer of good) if (sides.length < most) take(offer)
      solve()
    }
    for (const side of sides) isIn[side] = 0
    for (const token of tokens) prices[token] = 0
    return { arcs, sides, inputs }
  }

  return {
    /** Legs whose inputs add up to the amount, or `undefined` when splitting finds nothing better than `best`. */
    split(question: SplitQuestion, best: FoundPath): TradedPath[] | undefined {
      const { amountIn, maxLegs } = question
      if (maxLegs < 2) return undefined
      const { arcs, sides, inputs } = select(question, best)
      if (arcs.length <= best.sides.length) return undefined
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

const profitOf = (offers: readonly Offer[]) => offers.reduce((sum, { profit }) => sum + profit, 0)

function fitTo(amount: number, paths: FlowPath[]): void {
  const sum = paths.reduce((total, path) => total + path.amount, 0)
  for (const path of paths) path.amount *= amount / sum
}
