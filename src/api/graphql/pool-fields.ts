import { accountsOf } from '../../core/reference/accounts.ts'
import { feesInUsd } from '../../core/reference/collected-fees.ts'
import { poolLiquidities, totalLiquidity, type PoolFilter } from '../../core/reference/liquidity.ts'
import { pageOf } from '../../core/reference/page.ts'
import type { Network } from '../../core/terms/network.ts'
import { collectedFees } from '../../services/market/every-pool.ts'
import type { Maybe, Page, Resolver } from './resolver.ts'

/** The fields of all pools together. Vouch keeps no history, so what only one can tell is `null` or an empty list. */
export const poolFields = (network: Network) =>
  ({
    async fees_collected(_, __: unknown, { hub }) {
      const reads = await hub()
      const collected = await collectedFees(reads)
      if (collected.length === 0 && reads.market().pools.length > 0) return null
      const fees = feesInUsd(network, reads.market().prices, collected)
      return {
        total_overall: asFloat(fees.total_overall),
        breakdown: fees.breakdown.map((pool) => ({ ...pool, total_fee: asFloat(pool.total_fee) })),
      }
    },
    my_pools(_, args: { user_address: string; chain_uid?: Maybe<string> }) {
      const { user_address, chain_uid } = args
      accountsOf(network, user_address, (chain_uid ?? '') === '' ? [] : [chain_uid ?? ''])
      return []
    },
    async token_pair_with_liquidity(_, { limit, offset, ...filter }: Page & PoolFilter, { hub }) {
      const listed = poolLiquidities(network, (await hub()).market(), filter)
      const { items, pagination } = pageOf(listed, { limit, offset })
      return { results: items, pagination }
    },
    volume: async (_, __: unknown, { hub }) => ({
      volume_24hours: null,
      total_volume: null,
      total_liquidity: totalLiquidity(network, (await hub()).market()),
      volume_breakdown_24hours: [],
    }),
  }) satisfies Record<string, Resolver>

/** The public service has these fees as numbers. They are only shown: nothing is worked out from them. */
const asFloat = (usd: string | null): number | null => (usd === null ? null : Number(usd))
