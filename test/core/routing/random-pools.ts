import fc from 'fast-check'

import { swapOutput } from '../../../src/core/routing/curves.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'

const TOKENS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Digits of reserves: small ones make roundings count, large ones make doubles round. */
const SCALES = [2, 4, 7, 12, 24, 33]

/** Amounts of every size, from a few units to far beyond what doubles hold exactly. */
const anyAmount = (maxDigits: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: maxDigits }), fc.bigInt(1n, 10n ** 40n))
    .map(([digits, value]) => (value % 10n ** BigInt(digits)) + 1n)

const anyPool = (index: number, scales: readonly number[]): fc.Arbitrary<Pool> =>
  fc
    .record({
      kind: fc.constantFrom('constant_product', 'constant_product', 'stable'),
      pair: fc
        .tuple(fc.constantFrom(...TOKENS), fc.constantFrom(...TOKENS))
        .filter(([left, right]) => left !== right),
      scale: fc.constantFrom(...scales),
      skew: fc.tuple(fc.integer({ min: 50, max: 150 }), fc.integer({ min: 50, max: 150 })),
      odd: fc.tuple(fc.bigInt(0n, 10n ** 33n), fc.bigInt(0n, 10n ** 33n)),
      lpFeeBps: fc.constantFrom(0, 5, 30, 100, 6000),
      protocolFeeBps: fc.constantFrom(0, 0, 10),
      ampFactor: fc.constantFrom(100, 1000, 20_000),
    })
    .map(({ pair: [token1, token2], scale, skew, odd, ampFactor, ...pool }) => {
      const size = 10n ** BigInt(scale)
      return {
        ...pool,
        id: `p${index}`,
        token1,
        token2,
        reserve1: (size * BigInt(skew[0])) / 100n + (odd[0] % size),
        reserve2: (size * BigInt(skew[1])) / 100n + (odd[1] % size),
        ...(pool.kind === 'stable' ? { ampFactor } : {}),
      }
    })

/** A few tokens and many pools between them, several a pair, with prices that disagree: loops pay in such sets. */
export const anyPools = (maxPools: number, scales = SCALES): fc.Arbitrary<Pool[]> =>
  fc
    .integer({ min: 2, max: maxPools })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => anyPool(index, scales))),
    )

export const anyQuestion = fc.record({ amountIn: anyAmount(34), pools: anyPools(12) })

/** A trade that moves prices, among pools of about its size: there is something to split. */
export const anyLargeTrade = fc.constantFrom(7, 12, 24).chain((scale) =>
  fc.record({
    amountIn: fc.bigInt(10n ** BigInt(scale - 2), 10n ** BigInt(scale)),
    pools: anyPools(12, [scale]),
  }),
)

/** What a pool pays, and its state afterwards; `undefined` when its contract refuses or nothing comes out. */
export function trade(
  pool: Pool,
  tokenIn: string,
  amountIn: bigint,
): { amountOut: bigint; pool: Pool } | undefined {
  const isFirst = pool.token1 === tokenIn
  const [reserveIn, reserveOut] = isFirst
    ? [pool.reserve1, pool.reserve2]
    : [pool.reserve2, pool.reserve1]
  try {
    const { amountOut, protocolFee } = swapOutput(
      {
        curve:
          pool.kind === 'stable'
            ? { type: 'stable', ampFactor: BigInt(pool.ampFactor ?? 1000) }
            : { type: 'constant_product' },
        reserveIn,
        reserveOut,
        fees: { lpBps: BigInt(pool.lpFeeBps), protocolBps: BigInt(pool.protocolFeeBps) },
      },
      amountIn,
    )
    if (amountOut <= 0n) return undefined
    const gained = reserveIn + amountIn - protocolFee
    const left = reserveOut - amountOut
    return {
      amountOut,
      pool: {
        ...pool,
        ...(isFirst ? { reserve1: gained, reserve2: left } : { reserve1: left, reserve2: gained }),
      },
    }
  } catch {
    return undefined
  }
}

/** The outputs of every path without a token twice, largest first: the plain way, one recursion. */
export function allOutputs(
  pools: readonly Pool[],
  question: { tokenIn: string; tokenOut: string; amountIn: bigint; maxHops: number },
): bigint[] {
  const { tokenIn, tokenOut, maxHops } = question
  const outputs: bigint[] = []
  const walk = (token: string, amount: bigint, visited: readonly string[]) => {
    if (token === tokenOut) {
      outputs.push(amount)
      return
    }
    if (visited.length > maxHops) return
    for (const pool of pools) {
      if (pool.token1 !== token && pool.token2 !== token) continue
      const next = pool.token1 === token ? pool.token2 : pool.token1
      if (visited.includes(next)) continue
      const traded = trade(pool, token, amount)
      if (traded) walk(next, traded.amountOut, [...visited, next])
    }
  }
  walk(tokenIn, question.amountIn, [tokenIn])
  return outputs.toSorted((left, right) => (left < right ? 1 : left > right ? -1 : 0))
}
