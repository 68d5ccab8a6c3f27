import { z } from 'zod'

import { generationOf } from '../../core/generations/generations.ts'
import { Pair } from '../../core/payloads/pair.ts'
import { isTradable } from '../../core/routing/curves.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import type { Pools } from '../../services/operations/operations.ts'
import { createLpTokenReader } from '../evm/lp-token.ts'
import { nothing, PAGE, type AskContract } from './ask-contract.ts'
import { AmpFactor, Liquidity } from './contract-answers.ts'

const LpToken = z
  .object({ token_address: z.string().min(1) })
  .optional()
  .catch(undefined)
const VlpAddresses = z.object({ vlps: z.array(z.object({ vlp: z.string().min(1) })) })
const RegisteredVlp = z.object({ vlp: z.string() }).optional().catch(undefined)
const VlpPair = z.object({ pair: Pair }).optional().catch(undefined)

/** What a route needs of a pool's state, and no more: an odd word elsewhere in it must not close the pool. */
const Bps = z.int().min(0).max(10_000)
const RoutableState = z
  .object({
    pair: Pair,
    fee: z.object({ lp_fee_bps: Bps, euclid_fee_bps: Bps }),
    pool_config: z.union([
      z.object({
        stable: z.object({
          // One that could not trade, which some routers let anybody make, would only stand in the way of those that do.
          amp_factor: AmpFactor.refine(isTradable),
        }),
      }),
      z.object({ constant_product: z.object({}) }),
    ]),
  })
  .optional()
  .catch(undefined)
const Reserves = Liquidity.pick({ token_1_reserve: true, token_2_reserve: true })
  .optional()
  .catch(undefined)

const MOST_PAGES = 1000

/** Reads of the pools as routes use them. `sinceHeight` refuses an answer from before that block: nodes behind one address can lag. */
export type PoolReads = Pick<Pools, 'pairOf'> & {
  /** The newest block. */
  height(): Promise<number>
  /** The addresses of all pools, in the router's order. */
  poolAddresses(sinceHeight: number): Promise<string[]>
  /** A pool as it is; `undefined` for one that no route can use: of another kind, or with a state we cannot read. */
  pool(vlp: string, sinceHeight: number): Promise<Pool | undefined>
}

export function createPoolReads(
  network: Network,
  ask: AskContract,
  options: { deadlineMs?: number },
): Pools & Omit<PoolReads, 'height'> {
  const { router } = network.hub
  const refused = nothing
  const { approvesLpTokens } = generationOf(network)
  const evmLpTokens = new Map(
    network.chains.flatMap((chain) =>
      chain.family === 'evm' && approvesLpTokens
        ? [[chain.chain_uid, createLpTokenReader(chain, options)] as const]
        : [],
    ),
  )

  async function pairOf(vlp: string): Promise<Pair | undefined> {
    const pair = (await ask(VlpPair, vlp, { state: {} }, { refused }))?.pair
    if (!pair) return undefined
    // Any contract can say that it is a pool: it is one when the router has it for that pair.
    const registered = await ask(RegisteredVlp, router, { get_vlp: { pair } }, { refused })
    return registered?.vlp === vlp ? pair : undefined
  }

  return {
    pairOf,
    async lpTokenOf(chainUid, vlp) {
      const on = chainOf(network, chainUid)
      if (on.family !== 'cosmwasm') {
        const readLpToken = evmLpTokens.get(chainUid)
        const pair = readLpToken && (await pairOf(vlp))
        return pair && readLpToken(vlp, `${pair.token_1}:${pair.token_2}`)
      }
      const query = { get_l_p_token: { vlp } }
      return (await ask(LpToken, on.factory, query, { on, refused }))?.token_address
    },
    async poolAddresses(sinceHeight) {
      const found = new Set<string>()
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { get_all_vlps: { pagination: { skip: found.size, limit: PAGE } } }
        const before = found.size
        const { vlps } = await ask(VlpAddresses, router, query, { sinceHeight })
        for (const { vlp } of vlps) found.add(vlp)
        // The contract may give fewer than asked: only an empty page is the end.
        if (found.size === before) return [...found]
      }
      throw new ChainUnavailableError(
        network.hub.chain_uid,
        `its router lists more than ${found.size} pools`,
      )
    },
    async pool(vlp, sinceHeight) {
      const [state, reserves] = await Promise.all([
        ask(RoutableState, vlp, { state: {} }, { sinceHeight, refused }),
        ask(Reserves, vlp, { liquidity: {} }, { sinceHeight, refused }),
      ])
      return state && reserves && toPool(vlp, state, reserves)
    },
  }
}

function toPool(
  id: string,
  { pair, fee, pool_config }: NonNullable<z.infer<typeof RoutableState>>,
  { token_1_reserve, token_2_reserve }: NonNullable<z.infer<typeof Reserves>>,
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
      ? { kind: 'stable', ampFactor: pool_config.stable.amp_factor }
      : { kind: 'constant_product' }),
  }
}
