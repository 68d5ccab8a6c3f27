import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import type { Network } from '../../core/terms/network.ts'
import { Pair } from '../../core/payloads/pair.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import { QueryRefusedError, type Comet } from '../cosmwasm/comet-client.ts'

const Bps = z.int().min(0).max(10_000)
const State = z.object({
  pair: Pair,
  fee: z.object({ lp_fee_bps: Bps, euclid_fee_bps: Bps }),
  pool_config: z.union([
    z.object({
      stable: z.object({ amp_factor: z.union([z.int().positive(), z.string()]).nullish() }),
    }),
    z.object({ constant_product: z.object({}) }),
  ]),
})
const Liquidity = z.object({ token_1_reserve: BaseUnits, token_2_reserve: BaseUnits })
const Vlps = z.object({ vlps: z.array(z.object({ vlp: z.string().min(1) })) })

/** The protocol's own, for a stable pool that names none. */
const DEFAULT_AMP = 1000n
const PAGE = 100
const MOST_PAGES = 1000

/**
 * Reads of the hub's pools. `sinceHeight` refuses an answer from before that block: nodes behind one address can lag.
 * Throws what `Comet` throws.
 */
export function createVlpQueries(comet: Comet, network: Network) {
  return {
    /** The addresses of all pools, in the router's order. */
    async list(sinceHeight: number): Promise<string[]> {
      const found = new Set<string>()
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { get_all_vlps: { pagination: { skip: found.size, limit: PAGE } } }
        const answer = await comet.smartQuery(network.hub.router, query, sinceHeight)
        const before = found.size
        for (const { vlp } of Vlps.parse(answer).vlps) found.add(vlp)
        // The contract may give fewer than asked: only an empty page is the end.
        if (found.size === before) return [...found]
      }
      throw new Error(`the router lists more than ${found.size} pools`)
    },

    /** A pool as it is; `undefined` for one that no route can use: of another kind, or with a state we cannot read. */
    async pool(vlp: string, sinceHeight: number): Promise<Pool | undefined> {
      try {
        const [stateAnswer, liquidityAnswer] = await Promise.all([
          comet.smartQuery(vlp, { state: {} }, sinceHeight),
          comet.smartQuery(vlp, { liquidity: {} }, sinceHeight),
        ])
        const state = State.safeParse(stateAnswer).data
        const liquidity = Liquidity.safeParse(liquidityAnswer).data
        return state && liquidity && toPool(vlp, state, liquidity)
      } catch (error) {
        if (error instanceof QueryRefusedError) return undefined
        throw error
      }
    },
  }
}

function toPool(
  id: string,
  { pair, fee, pool_config }: z.infer<typeof State>,
  { token_1_reserve, token_2_reserve }: z.infer<typeof Liquidity>,
): Pool | undefined {
  if (pair.token_1 === pair.token_2 || fee.lp_fee_bps + fee.euclid_fee_bps > 10_000)
    return undefined
  return {
    id,
    token1: pair.token_1,
    token2: pair.token_2,
    reserve1: token_1_reserve,
    reserve2: token_2_reserve,
    lpFeeBps: fee.lp_fee_bps,
    protocolFeeBps: fee.euclid_fee_bps,
    ...('stable' in pool_config
      ? { kind: 'stable', ampFactor: BigInt(pool_config.stable.amp_factor ?? DEFAULT_AMP) }
      : { kind: 'constant_product' }),
  }
}
