import type { Network } from '../terms/network.ts'
import type { Pool } from '../routing/pool-graph.ts'
import { createWorth, sumOf, writeUsd } from './token-worth.ts'

/** Fees by token, in base units. */
type FeeTotals = readonly { denom: string; amount: bigint }[]
export type CollectedFees = { pool: Pool; lp_fees: FeeTotals; euclid_fees: FeeTotals }

/** What pools have collected, in USD at the present prices. A pool with fees in a token without a price has `null`. */
export function feesInUsd(
  network: Network,
  prices: ReadonlyMap<string, string>,
  collected: readonly CollectedFees[],
): {
  total_overall: string | null
  breakdown: { token1: string; token2: string; total_fee: string | null }[]
} {
  const worthOf = createWorth(network, prices)
  const fees = collected.map(({ pool, lp_fees, euclid_fees }) => ({
    pool,
    usd: sumOf(
      [...lp_fees, ...euclid_fees].map(({ denom, amount }) =>
        worthOf({ token: denom, units: amount }),
      ),
    ),
  }))
  return {
    total_overall: writeUsd(fees.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n)),
    breakdown: fees.map(({ pool: { token1, token2 }, usd }) => ({
      token1,
      token2,
      total_fee: writeUsd(usd),
    })),
  }
}
