import { chainOf, type Network } from '../../core/terms/network.ts'
import { pageOf } from '../../core/reference/page.ts'
import type {
  ChainShare,
  FeeTotals,
  VlpFee,
  VlpLiquidity,
  VlpState,
} from '../../services/market/hub-reads-port.ts'
import type { Page, Resolver } from './resolver.ts'

export type VlpParent = { vlp: string }

/** The fields of one pool. */
export const vlpFields = (network: Network) =>
  ({
    async all_pools({ vlp }: VlpParent, page: Page, { hub }) {
      const { items, pagination } = pageOf(await (await hub()).vlpShares(vlp), page)
      const pools = items.map(({ chain_uid, pool }) => ({ chain_uid, pool: writeShare(pool) }))
      return { pools, pagination }
    },
    async pool({ vlp }: VlpParent, { chain_uid }: { chain_uid: string }, { hub }) {
      const shares = await (await hub()).vlpShares(vlp)
      const found = shares.find((share) => share.chain_uid === chain_uid)
      if (!found) chainOf(network, chain_uid)
      return writeShare(found?.pool ?? NO_SHARE)
    },
    liquidity: async ({ vlp }: VlpParent, _: unknown, { hub }) =>
      writeLiquidity(await (await hub()).vlpLiquidity(vlp)),
    fee: async ({ vlp }: VlpParent, _: unknown, { hub }): Promise<VlpFee> =>
      (await hub()).vlpFee(vlp),
    state: async ({ vlp }: VlpParent, _: unknown, { hub }) =>
      writeState(await (await hub()).vlpState(vlp)),
    async total_fees_collected({ vlp }: VlpParent, _: unknown, { hub }) {
      const fees = await (await hub()).vlpFees(vlp)
      return fees
        ? { lp_fees: { totals: fees.lp_fees }, euclid_fees: { totals: fees.euclid_fees } }
        : null
    },
    async total_fees_collected_per_denom(
      { vlp }: VlpParent,
      { denom }: { denom: string },
      { hub },
    ) {
      const fees = await (await hub()).vlpFees(vlp)
      return fees
        ? { lp_fees: totalIn(fees.lp_fees, denom), euclid_fees: totalIn(fees.euclid_fees, denom) }
        : null
    },
  }) satisfies Record<string, Resolver>

const NO_SHARE = { lp_shares: 0n, reserve_1: 0n, reserve_2: 0n }

const writeShare = ({ lp_shares, reserve_1, reserve_2 }: ChainShare['pool']) => ({
  lp_shares: `${lp_shares}`,
  reserve_1: `${reserve_1}`,
  reserve_2: `${reserve_2}`,
})

const totalIn = (totals: FeeTotals, token: string) =>
  `${totals.find(({ denom }) => denom === token)?.amount ?? 0n}`

const writeLiquidity = (liquidity: VlpLiquidity) => ({
  pair: liquidity.pair,
  token_1_reserve: `${liquidity.token_1_reserve}`,
  token_2_reserve: `${liquidity.token_2_reserve}`,
  total_lp_tokens: `${liquidity.total_lp_tokens}`,
})

const writeState = ({ total_lp_tokens, pool_config, ...state }: VlpState) => ({
  ...state,
  total_lp_tokens: `${total_lp_tokens}`,
  pool_config:
    'stable' in pool_config
      ? { stable: { amp_factor: `${pool_config.stable.amp_factor}` } }
      : pool_config,
})
