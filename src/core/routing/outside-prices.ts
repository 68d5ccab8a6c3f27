import type { PoolGraph } from './pool-graph.ts'

/** A side that would pay more than it takes, at the prices; `profit` is in the unit of prices. */
type Offer = { side: number; profit: number }

/** Ways grow while they are measured, so that some are longer than asked for. Longer ones than this run in circles. */
const LONGEST_WAY = 8
/** What must be won a unit: below is rounding. */
const CLEARLY_MORE = 1 + 1e-7

/**
 * Holds all pools against the prices of some tokens. A token without a price is worth what it brings at best on a way to
 * the priced ones; then only the sides that take a priced token can offer a profit, and the sum of all profits is how
 * much the whole market could add to what the priced tokens were traded for.
 */
export function createOutsidePrices(graph: PoolGraph) {
  const { first, other, paying, startOf, into, outOf, rates } = graph
  const count = graph.tokens.length
  /** By token, the reciprocal of its price: as pools' slopes are, so that a step is one product. */
  const costs = new Float64Array(count).fill(Infinity)
  /** By token without a price: the first side of its way. */
  const via = new Int32Array(count)
  const isPriced = new Uint8Array(count)
  const isNext = new Uint8Array(count)
  let touched: number[] = []
  let ends = { from: 0, to: 0 }

  /** One step further away from the priced tokens; answers the tokens whose worth has changed. */
  function extend(frontier: readonly number[]): number[] {
    const next: number[] = []
    for (const token of frontier) {
      isNext[token] = 0
      if (token === ends.from) continue
      const cost = costs[token] ?? 0
      const stop = first[token + 1] ?? 0
      for (let slot = first[token] ?? 0; slot < stop; slot++) {
        const start = other[slot] ?? 0
        const slope = into[2 * slot] ?? 0
        const through = slope < 0 ? cost / (rates[-1 - slope] ?? 0) : cost * slope
        const known = costs[start] ?? 0
        if (through >= known || isPriced[start] === 1) continue
        if (known === Infinity) touched.push(start)
        costs[start] = through
        via[start] = paying[slot] ?? 0
        if (isNext[start] === 1) continue
        isNext[start] = 1
        next.push(start)
      }
    }
    return next
  }

  return {
    /**
     * What is offered at these prices of these tokens, of which the trade's start and end are the first: most profitable
     * first, on ways of up to `reach` tokens without a price, and none through the pools of the sides in `known`.
     */
    offers(
      tokens: readonly number[],
      prices: readonly number[],
      known: ReadonlySet<number>,
      reach: number,
    ): Offer[] {
      ends = { from: tokens[0] ?? 0, to: tokens[1] ?? 0 }
      for (const token of touched) {
        costs[token] = Infinity
        isPriced[token] = 0
      }
      touched = [...tokens]
      tokens.forEach((token, index) => {
        costs[token] = 1 / (prices[index] ?? 0)
        isPriced[token] = 1
      })
      let frontier = tokens
      for (let step = 0; step < reach; step++) frontier = extend(frontier)
      for (const token of frontier) isNext[token] = 0
      const offers: Offer[] = []
      for (const token of tokens) {
        if (token === ends.to) continue
        const cost = (costs[token] ?? 0) / CLEARLY_MORE
        const stop = first[token + 1] ?? 0
        for (let slot = first[token] ?? 0; slot < stop; slot++) {
          const end = other[slot] ?? 0
          const slope = outOf[2 * slot] ?? 0
          const through = (slope < 0 ? 1 / (rates[-1 - slope] ?? 0) : slope) * (costs[end] ?? 0)
          if (!(through < cost) || end === ends.from) continue
          const side = (paying[slot] ?? 0) ^ 1
          const yields = graph.yields[side]
          if (!yields || known.has(side) || known.has(side ^ 1)) continue
          const got = 1 / (costs[end] ?? 0)
          const paid = 1 / (costs[token] ?? 0)
          const input = yields.inputAt(paid / got)
          offers.push({ side, profit: got * yields.output(input) - paid * input })
        }
      }
      return offers.sort((left, right) => right.profit - left.profit)
    },

    /** What a token is worth. */
    of: (token: number) => 1 / (costs[token] ?? Infinity),

    /** The side, and those of the best way from where it ends to a priced token; none when the way runs in circles. */
    onward(side: number): number[] {
      const way = [side]
      let token = startOf[side ^ 1] ?? 0
      while (isPriced[token] === 0) {
        if (way.length > LONGEST_WAY) return []
        const next = via[token] ?? 0
        way.push(next)
        token = startOf[next ^ 1] ?? 0
      }
      return way
    },
  }
}
