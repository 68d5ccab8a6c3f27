import { outlookRate, type Outlook } from './outlooks.ts'
import type { PoolGraph } from './pool-graph.ts'

/** By token: the best marginal rate over some hops, and the side that makes it; -1 when fewer hops are as good. */
type Rates = { rate: Float64Array; via: Int32Array }

/** What a path must pay more than the rest of a trade, to be worth taking. */
const CLEARLY_MORE = 1.000001

/**
 * What the next unit of a trade would bring, over paths of pools of which some have already taken a part of it. Only sides
 * that could matter for the trade are looked at: those through which the very first unit would bring more than the
 * trade's last one.
 */
export function createMarginalRates(graph: PoolGraph) {
  const { first, other, paying, startOf } = graph
  const count = graph.tokens.length
  const rates = graph.rates.slice()
  const ahead: Rates[] = []
  const behind: Rates[] = []
  const seenSide = new Int32Array(graph.sides.length)
  const seenToken = new Int32Array(count)
  let query = 0
  let sides: number[] = []
  let tokens: number[] = []
  let last = 0
  let ends = { from: 0, to: 0 }

  const at = (levels: Rates[], hops: number) =>
    (levels[hops] ??= { rate: new Float64Array(count), via: new Int32Array(count) })

  function note(token: number): void {
    if (seenToken[token] === query) return
    seenToken[token] = query
    tokens.push(token)
  }

  return {
    /** By side; those of pools that have taken a part of the trade are set for the time of the trade. */
    rates,

    /** Begins a trade whose last unit brings `common`: finds the sides that could matter. */
    begin(from: number, to: number, outlooks: readonly Outlook[], common: number): void {
      query++
      sides = []
      tokens = []
      last = outlooks.length
      ends = { from, to }
      note(from)
      note(to)
      let level = new Map([[from, 1]])
      for (let left = last; left >= 0; left--) {
        const next = new Map<number, number>()
        const outlook = outlooks[left - 1]
        for (const [token, reached] of level) {
          const stop = first[token + 1] ?? 0
          for (let slot = first[token] ?? 0; slot < stop; slot++) {
            const end = other[slot] ?? 0
            const side = (paying[slot] ?? 0) ^ 1
            const rate = reached * (graph.rates[side] ?? 0)
            const onward = end === to ? 1 : outlook ? outlookRate(outlook, end) : 0
            if (end === from || rate * onward <= common * CLEARLY_MORE) continue
            if (seenSide[side] !== query) {
              seenSide[side] = query
              sides.push(side)
              note(end)
            }
            if (end !== to && rate > (next.get(end) ?? 0)) next.set(end, rate)
          }
        }
        level = next
      }
    },

    /** Finds the best rates from the start to each token, and from each token to the end, by up to so many hops. */
    fill(): void {
      for (let hops = 0; hops <= last; hops++) {
        const front = at(ahead, hops)
        const back = at(behind, hops)
        for (const token of tokens) {
          front.rate[token] = hops === 0 ? 0 : (at(ahead, hops - 1).rate[token] ?? 0)
          back.rate[token] = hops === 0 ? 0 : (at(behind, hops - 1).rate[token] ?? 0)
          front.via[token] = back.via[token] = -1
        }
        if (hops === 0) {
          front.rate[ends.from] = back.rate[ends.to] = 1
          continue
        }
        const frontBefore = at(ahead, hops - 1).rate
        const backBefore = at(behind, hops - 1).rate
        for (const side of sides) {
          const start = startOf[side] ?? 0
          const end = startOf[side ^ 1] ?? 0
          const rate = rates[side] ?? 0
          const reached = (frontBefore[start] ?? 0) * rate
          if (reached > (front.rate[end] ?? 0)) {
            front.rate[end] = reached
            front.via[end] = side
          }
          const worth = (backBefore[end] ?? 0) * rate
          if (worth > (back.rate[start] ?? 0)) {
            back.rate[start] = worth
            back.via[start] = side
          }
        }
      }
    },

    /** Sides that could matter. */
    sides: () => sides,
    /** From the start to a token, and from a token to the end. */
    toToken: (token: number) => ahead[last]?.rate[token] ?? 0,
    fromToken: (token: number) => behind[last]?.rate[token] ?? 0,

    /** The best rate over any path through the side. */
    through(side: number): number {
      const start = startOf[side] ?? 0
      const end = startOf[side ^ 1] ?? 0
      let best = 0
      for (let hops = 0; hops <= last; hops++) {
        const rate = (ahead[hops]?.rate[start] ?? 0) * (behind[last - hops]?.rate[end] ?? 0)
        if (rate > best) best = rate
      }
      return best * (rates[side] ?? 0)
    },

    /** The sides of the best path through one, in no order. */
    complete(side: number): number[] {
      const path = [side]
      let split = 0
      let best = 0
      for (let hops = 0; hops <= last; hops++) {
        const rate =
          (ahead[hops]?.rate[startOf[side] ?? 0] ?? 0) *
          (behind[last - hops]?.rate[startOf[side ^ 1] ?? 0] ?? 0)
        if (rate <= best) continue
        best = rate
        split = hops
      }
      let token = startOf[side] ?? 0
      for (let hops = split; hops > 0; hops--) {
        const via = ahead[hops]?.via[token] ?? -1
        if (via < 0) continue
        path.push(via)
        token = startOf[via] ?? 0
      }
      token = startOf[side ^ 1] ?? 0
      for (let hops = last - split; hops > 0; hops--) {
        const via = behind[hops]?.via[token] ?? -1
        if (via < 0) continue
        path.push(via)
        token = startOf[via ^ 1] ?? 0
      }
      return path
    },
  }
}
