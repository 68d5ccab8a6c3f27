import type { Pool } from '../routing/pool-graph.ts'
import { allVlps } from './all-vlps.ts'
import type { HubReads } from './hub-reads.ts'

/** Every pool of the hub with its reserves: two queries for each, beside the list. */
export async function readPools(reads: HubReads): Promise<Pool[]> {
  const vlps = await allVlps(reads)
  return Promise.all(
    vlps.map(async ({ vlp, token_1, token_2 }) => {
      const [state, liquidity] = await Promise.all([reads.vlpState(vlp), reads.vlpLiquidity(vlp)])
      const { pool_config, fee } = state
      return {
        id: vlp,
        token1: token_1,
        token2: token_2,
        reserve1: liquidity.token_1_reserve,
        reserve2: liquidity.token_2_reserve,
        lpFeeBps: fee.lp_fee_bps,
        protocolFeeBps: fee.euclid_fee_bps,
        ...('stable' in pool_config
          ? { kind: 'stable' as const, ampFactor: pool_config.stable.amp_factor }
          : { kind: 'constant_product' as const }),
      }
    }),
  )
}
