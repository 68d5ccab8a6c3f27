import type { PoolGraph } from './pool-graph.ts'

/** Tokens with prices, in units of the trade's end, and the sides that are traded between them. */
export type PricedSet = {
  /** By token; 0 for all others. */
  prices: Float64Array
  /** By side: 1 when it is in the set. */
  isIn: Uint8Array
}

/** Ways grow while they are measured, so that some are longer than asked for. Longer ones than this run in circles. */
const LONGEST_WAY = 8
const NONE = -1
/** What must be won a unit: below is rounding. */
const CLEARLY_MORE = 1 + 1e-7

/**
 * Holds all pools against the prices of some tokens. A token without a price is worth what it brings at best on a way to
 * the priced ones; then only the sides that take a priced token can offer a profit, and the sum of all profits is how
 * much the whole market could add to what the priced tokens were traded for.
 */
export function createOutsidePrices(graph: PoolGraph, { prices, isIn }: PricedSet) {
  const { first, other, paying, startOf, into, outOf, rates } = graph
  const count = graph.tokens.length
  /** By token without a price, the reciprocal of its worth: as pools' slopes are, so that a step is one product. */
  const costs = new Float64Array(count).fill(Infinity)
  /** By token without a price: the least that one unit of it costs at the start of a way, in units of the trade's end. */
  const asked = new Float64Array(count).fill(Infinity)
  /** By token without a price: the first side of its way. `NONE` where the last scan saw none, as of a token that had a price then. */
  const via = new Int32Array(count).fill(NONE)
  const isNext = new Uint8Array(count)
  const touched: number[] = []
  const slopeOf = (slope: number) => (slope < 0 ? 1 / (rates[-1 - slope] ?? 0) : slope)

  const touch = (token: number) => {
    if (costs[token] === Infinity && asked[token] === Infinity) touched.push(token)
  }

  /** Lets a token have what it brings on the way that begins with the slot. */
  function offerWay(token: number, slot: number, cost: number, next: number[]): void {
    if (cost >= (costs[token] ?? 0)) return
    touch(token)
    costs[token] = cost
    via[token] = paying[slot] ?? 0
    if (isNext[token] === 1) return
    isNext[token] = 1
    next.push(token)
  }

  /** One step further away from the priced tokens; answers the tokens whose worth has changed. */
  function extend(frontier: readonly number[]): number[] {
    const next: number[] = []
    for (const token of frontier) {
      isNext[token] = 0
      const cost = costs[token] ?? 0
      const stop = first[token + 1] ?? 0
      for (let slot = first[token] ?? 0; slot < stop; slot++) {
        const start = other[slot] ?? 0
        const slope = into[2 * slot] ?? 0
        const through = slope < 0 ? cost / (rates[-1 - slope] ?? 0) : cost * slope
        if (through >= (costs[start] ?? 0) || prices[start] !== 0) continue
        offerWay(start, slot, through, next)
      }
    }
    return next
  }

  return {
    /**
     * The sides outside the set that would pay more than they take, with ways on of up to `reach` tokens without a price.
     * `tokens` are all of the set, of which the trade's start and end are the first.
     */
    scan(tokens: readonly number[], reach: number): number[] {
      const [from, to] = tokens
      for (const token of touched) {
        costs[token] = Infinity
        asked[token] = Infinity
        via[token] = NONE
      }
      touched.length = 0
      const offers: number[] = []
      let frontier: number[] = []
      for (const token of tokens) {
        const price = prices[token] ?? 0
        const stop = first[token + 1] ?? 0
        for (let slot = first[token] ?? 0; slot < stop; slot++) {
          const end = other[slot] ?? 0
          const worth = prices[end] ?? 0
          if (token !== to) {
            const paid = price * slopeOf(outOf[2 * slot] ?? 0)
            if (worth === 0) {
              if (paid < (asked[end] ?? 0)) {
                touch(end)
                asked[end] = paid
              }
            } else if (paid * CLEARLY_MORE < worth && end !== from) {
              const side = (paying[slot] ?? 0) ^ 1
              if (isIn[side] === 0) offers.push(side)
            }
          }
          if (worth !== 0 || token === from) continue
          const through = slopeOf(into[2 * slot] ?? 0) / price
          offerWay(end, slot, through, frontier)
        }
      }
      for (let step = 1; step < reach; step++) frontier = extend(frontier)
      for (const token of frontier) isNext[token] = 0
      for (const token of touched) {
        const most = 1 / ((costs[token] ?? 0) * CLEARLY_MORE)
        if (!((asked[token] ?? 0) < most)) continue
        const stop = first[token + 1] ?? 0
        for (let slot = first[token] ?? 0; slot < stop; slot++) {
          const start = other[slot] ?? 0
          const price = prices[start] ?? 0
          if (price === 0 || start === to) continue
          if (price * slopeOf(into[2 * slot] ?? 0) < most) offers.push(paying[slot] ?? 0)
        }
      }
      return offers
    },

    /**
     * What the token at the end of the side is worth at the prices as they are now, and the way that brings it there, as
     * the last scan knew it; nothing for a way that runs in circles or that it did not see. Adds the sides of the way to `way`.
     */
    follow(side: number, way?: number[]): number {
      let worth = 1
      let token = startOf[side ^ 1] ?? 0
      for (let length = 1; prices[token] === 0; length++) {
        if (length > LONGEST_WAY) return 0
        const next = via[token] ?? NONE
        if (next === NONE) return 0
        way?.push(next)
        worth *= rates[next] ?? 0
        token = startOf[next ^ 1] ?? 0
      }
      return worth * (prices[token] ?? 0)
    },
  }
}
