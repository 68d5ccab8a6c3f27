import { balanceLegs } from './balance-legs.ts'
import { tradeLegs, type TradedPath } from './trade-legs.ts'
import { pathsOfFlow, type FlowPath } from './flow-paths.ts'
import { solveFlow, type Arc } from './flow-solver.ts'
import type { FoundPath, PathQuestion } from './path-search.ts'
import type { PoolGraph } from './pool-graph.ts'
import { yieldOf, type Yield } from './side-yield.ts'

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
export function createSplitSearch(graph: PoolGraph) {
  const sideCount = graph.sides.length
  const fromOf = new Int32Array(sideCount)
  const toOf = new Int32Array(sideCount)
  for (let side = 0; side < sideCount; side++) {
    fromOf[side] = graph.other[graph.slotOf[side] ?? 0] ?? 0
    toOf[side] = graph.other[graph.slotOf[side ^ 1] ?? 0] ?? 0
  }
  const rates = graph.rates.slice()
  const ahead: Float64Array[] = []
  const behind: Float64Array[] = []
  const yields = new Map<number, Yield>()

  function arcOf(side: number): Yield | undefined {
    const known = yields.get(side)
    if (known) return known
    const exact = graph.sides[side]
    const made = exact && yieldOf(exact)
    if (made) yields.set(side, made)
    return made
  }

  /** Best marginal rates from `from` to each token, and from each token to `to`, by up to so many hops. */
  function fillRates(from: number, to: number, maxHops: number): void {
    const count = graph.tokens.length
    for (let hops = 0; hops < maxHops; hops++) {
      const front = (ahead[hops] ??= new Float64Array(count))
      const back = (behind[hops] ??= new Float64Array(count))
      const frontBefore = ahead[hops - 1]
      const backBefore = behind[hops - 1]
      if (!frontBefore || !backBefore) {
        front.fill(0)
        back.fill(0)
        front[from] = 1
        back[to] = 1
        continue
      }
      front.set(frontBefore)
      back.set(backBefore)
      for (let side = 0; side < sideCount; side++) {
        const start = fromOf[side] ?? 0
        const end = toOf[side] ?? 0
        const rate = rates[side] ?? 0
        const reached = (frontBefore[start] ?? 0) * rate
        if (reached > (front[end] ?? 0)) front[end] = reached
        const worth = (backBefore[end] ?? 0) * rate
        if (worth > (back[start] ?? 0)) back[start] = worth
      }
    }
  }

  /** Sides through which some path of up to `maxHops` would pay more than the common rate, most promising first. */
  function promising(maxHops: number, common: number, output: number, known: ReadonlySet<number>) {
    const sides: number[] = []
    const scores: number[] = []
    const last = maxHops - 1
    for (let side = 0; side < sideCount; side++) {
      const rate = rates[side] ?? 0
      if (rate === 0) continue
      const start = fromOf[side] ?? 0
      const end = toOf[side] ?? 0
      // Up to the most hops on both ends, first: most pools fall here already.
      if ((ahead[last]?.[start] ?? 0) * rate * (behind[last]?.[end] ?? 0) <= common * 1.000001)
        continue
      let through = 0
      for (let hops = 0; hops <= last; hops++)
        through = Math.max(
          through,
          (ahead[hops]?.[start] ?? 0) * rate * (behind[last - hops]?.[end] ?? 0),
        )
      const gain = through / common - 1
      if (gain <= 1e-6 || known.has(side)) continue
      // A trade of half the depth times the gain takes the gain down to nothing; it earns half of it on average.
      const depth = (graph.depths[side] ?? 0) * (common / (ahead[last]?.[start] ?? 1))
      const score = (depth * gain * Math.min(gain, 1)) / 4 / output
      if (score < WORTHWHILE) continue
      let place = sides.length < ARCS_PER_ROUND ? sides.length : ARCS_PER_ROUND - 1
      if (sides.length >= ARCS_PER_ROUND && score <= (scores[place] ?? 0)) continue
      for (; place > 0 && (scores[place - 1] ?? 0) < score; place--) {
        sides[place] = sides[place - 1] ?? 0
        scores[place] = scores[place - 1] ?? 0
      }
      sides[place] = side
      scores[place] = score
    }
    return sides
  }

  /** The best continuation at marginal rates, as sides: back to the start, or on to the end. */
  function complete(side: number, maxHops: number): number[] {
    const path = [side]
    const last = maxHops - 1
    let split = 0
    let through = 0
    const start = fromOf[side] ?? 0
    const end = toOf[side] ?? 0
    for (let hops = 0; hops <= last; hops++) {
      const value = (ahead[hops]?.[start] ?? 0) * (behind[last - hops]?.[end] ?? 0)
      if (value > through) {
        through = value
        split = hops
      }
    }
    let token = start
    for (let hops = split; hops > 0; hops--) {
      const wanted = ahead[hops]?.[token] ?? 0
      if (wanted === ahead[hops - 1]?.[token]) continue
      const before = slotWith(token, ahead[hops - 1], 0, wanted)
      if (before === undefined) break
      path.push(graph.paying[before] ?? 0)
      token = graph.other[before] ?? 0
    }
    token = end
    for (let hops = last - split; hops > 0; hops--) {
      const wanted = behind[hops]?.[token] ?? 0
      if (wanted === behind[hops - 1]?.[token]) continue
      const next = slotWith(token, behind[hops - 1], 1, wanted)
      if (next === undefined) break
      path.push((graph.paying[next] ?? 0) ^ 1)
      token = graph.other[next] ?? 0
    }
    return path
  }

  /** The slot whose pool makes `wanted` of the other token's rate; `flip` 0 when it pays the slot's token, 1 when it takes it. */
  function slotWith(token: number, known: Float64Array | undefined, flip: 0 | 1, wanted: number) {
    const end = graph.first[token + 1] ?? 0
    for (let slot = graph.first[token] ?? 0; slot < end; slot++) {
      const rate = rates[(graph.paying[slot] ?? 0) ^ flip] ?? 0
      if ((known?.[graph.other[slot] ?? 0] ?? 0) * rate === wanted) return slot
    }
    return undefined
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
        const start = fromOf[side] ?? 0
        const end = toOf[side] ?? 0
        const curve = arcOf(side)
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
      price *= arcOf(side)?.rate(input) ?? 0
      along.set(fromOf[side] ?? 0, price)
    }
    for (const side of best.sides) selection.add(side, (token) => along.get(token) ?? 1)
    selection.prices[0] = price
    best.sides.forEach((side, step) => {
      const input = step === 0 ? amount : Number(best.amountsOut[step - 1] ?? 0n)
      rates[side] = arcOf(side)?.rate(input) ?? 0
    })
    for (let round = 0; round < ROUNDS; round++) {
      const common = selection.prices[0] ?? 0
      if (!(common > 0)) break
      fillRates(from, to, maxHops)
      const before = selection.sides.length
      const priceOf = (token: number) =>
        Math.sqrt(
          (behind[maxHops - 1]?.[token] ?? 0) * (common / (ahead[maxHops - 1]?.[token] ?? 1)),
        ) || 1
      for (const side of promising(maxHops, common, output, selection.known)) {
        if (selection.prices.length > MOST_TOKENS) break
        for (const part of complete(side, maxHops)) selection.add(part, priceOf)
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
      yields.clear()
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

function fitTo(amount: number, paths: FlowPath[]): void {
  const sum = paths.reduce((total, path) => total + path.amount, 0)
  for (const path of paths) path.amount *= amount / sum
}
