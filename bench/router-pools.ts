import type { Pool } from '../src/core/routing/pool-graph.ts'

/** Numbers from 0 to 1, the same for the same seed. */
export function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type PoolSet = {
  pools: Pool[]
  questions: { tokenIn: string; tokenOut: string; amountIn: bigint }[]
}

/**
 * Constant-product pools of 18-decimal tokens around a few hubs, worth from 10 thousand to 1.5 million on a side, with
 * prices that disagree by less than the fees; and trades worth from 30 to 4,500.
 */
export function createPoolSet(count: number, questionCount: number, seed = 42): PoolSet {
  const dice = createDice(seed)
  const tokenCount = Math.round(count / (count <= 150 ? 5 : 6))
  const hubs = Math.round(Math.log2(tokenCount))
  const below = (limit: number) => Math.floor(dice() * limit)
  const prices = Array.from({ length: tokenCount }, () => Math.exp((dice() - 0.5) * 8))
  const units = (token: number, worth: number) =>
    BigInt(Math.floor((worth / (prices[token] ?? 1)) * 1e6)) * 10n ** 12n + BigInt(below(1e9))
  const otherThan = (token: number, pick: () => number) => {
    const picked = pick()
    return picked === token ? (token + 1) % tokenCount : picked
  }
  const pools = Array.from({ length: count }, (_, index): Pool => {
    const token1 = index < tokenCount ? index : below(tokenCount)
    const token2 = otherThan(token1, () => below(dice() < 0.6 ? hubs : tokenCount))
    const worth = Math.exp(dice() * 5) * 1e4
    return {
      id: `p${index}`,
      kind: 'constant_product',
      token1: `t${token1}`,
      token2: `t${token2}`,
      reserve1: units(token1, worth),
      reserve2: units(token2, worth * Math.exp((dice() - 0.5) * 0.004)),
      lpFeeBps: 30,
      protocolFeeBps: 0,
    }
  })
  const questions = Array.from({ length: questionCount }, () => {
    const token = below(tokenCount)
    const end = otherThan(token, () => below(tokenCount))
    return {
      tokenIn: `t${token}`,
      tokenOut: `t${end}`,
      amountIn: units(token, Math.exp(dice() * 5) * 30),
    }
  })
  return { pools, questions }
}
