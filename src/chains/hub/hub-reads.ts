import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { InvalidRequestError } from '../../core/terms/errors.ts'
import {
  chainOf,
  hubOf,
  TokenType,
  type CosmWasmChain,
  type Network,
} from '../../core/terms/network.ts'
import type { Pools } from '../../services/operations/pools-port.ts'
import type { HubReads, Range } from '../../services/market/hub-reads-port.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import { createComet, QueryRefusedError } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'
import type { Hub } from './hub.ts'
import { orUnavailable } from '../nodes/json-rpc.ts'

const MAX_WORDS = 200

const Chains = z.object({
  chains: z.array(
    z.object({
      chain_uid: z.string(),
      chain: z.object({ factory_chain_id: z.string(), factory: z.string() }),
    }),
  ),
})
const Pair = z.object({ token_1: z.string(), token_2: z.string() })
const Vlps = z.object({ vlps: z.array(Pair.extend({ vlp: z.string() })) })
const Fee = z.object({
  lp_fee_bps: z.int(),
  euclid_fee_bps: z.int(),
  recipient: CrossChainUser,
})
const AmpFactor = z.union([z.int().transform(BigInt), BaseUnits]) // a number or a text, by the contract's age
const State = z.object({
  pair: Pair,
  fee: Fee,
  total_lp_tokens: BaseUnits,
  pool_config: z.union([
    z.object({ stable: z.object({ amp_factor: AmpFactor }) }),
    z.object({ constant_product: z.object({}) }),
  ]),
})
const Liquidity = z.object({
  pair: Pair,
  token_1_reserve: BaseUnits,
  token_2_reserve: BaseUnits,
  total_lp_tokens: BaseUnits,
})
const Tokens = z.object({ tokens: z.array(z.string()) })
const Denoms = z.object({
  denoms: z.array(
    z.object({
      chain_uid: z.string(),
      token_type: z.union([TokenType, z.object({ voucher: z.object({}) })]),
    }),
  ),
})
const Escrows = z.object({
  chains: z.array(z.object({ chain_uid: z.string(), balance: BaseUnits })),
})
const Escrow = z.object({ escrow_address: z.string().nullish() })

/** Asks the hub's contracts, and factories of CosmWasm chains; what `hub` and `pools` know to ask, through them. */
export function createHubReads(
  network: Network,
  {
    hub: { vouchers, simulateSwap },
    pools: { pairOf },
    deadlineMs,
  }: {
    hub: Pick<Hub, 'vouchers' | 'simulateSwap'>
    pools: Pick<Pools, 'pairOf'>
    deadlineMs?: number
  },
): HubReads {
  const options = deadlineMs === undefined ? {} : { deadlineMs }
  const hub = hubOf(network)
  const { router } = network.hub
  const comets = new Map(
    network.chains
      .filter((chain) => chain.family === 'cosmwasm')
      .map((chain) => [chain.chain_uid, createComet(chain, options)]),
  )

  function askOn<Schema extends z.ZodType>(
    { chain_uid }: CosmWasmChain,
    contract: string,
    query: object,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const comet = comets.get(chain_uid)
    if (!comet) throw new Error(`${chain_uid} is not on network ${network.name}`)
    return orUnavailable(chain_uid, async () => {
      try {
        return schema.parse(await comet.smartQuery(contract, query))
      } catch (error) {
        if (!(error instanceof QueryRefusedError)) throw error
        const words = failureText(error.message).slice(0, MAX_WORDS)
        throw new InvalidRequestError(
          '',
          `was refused by a contract of ${chain_uid}: ${words}`,
          'Correct what the contract names.',
        )
      }
    })
  }
  const ask = <Schema extends z.ZodType>(contract: string, query: object, schema: Schema) =>
    askOn(hub, contract, query, schema)

  return {
    async chains() {
      const { chains } = await ask(router, { get_all_chains: {} }, Chains)
      return chains.map(({ chain_uid, chain: { factory_chain_id, factory } }) => ({
        chain_uid,
        chain_id: factory_chain_id,
        factory_address: factory,
      }))
    },
    vlps: async (range) =>
      (await ask(router, { get_all_vlps: { pagination: pagination(range) } }, Vlps)).vlps,
    pairOf,
    vlpState: (vlp) => ask(vlp, { state: {} }, State),
    vlpLiquidity: (vlp) => ask(vlp, { liquidity: {} }, Liquidity),
    vlpFee: (vlp) => ask(vlp, { fee: {} }, Fee),
    tokens: async (range) =>
      (await ask(router, { query_all_tokens: { pagination: pagination(range) } }, Tokens)).tokens,
    tokenDenoms: async (token) =>
      (await ask(router, { query_token_denoms: { token } }, Denoms)).denoms,
    async escrows(token, range) {
      const query = { query_token_escrows: { token, pagination: pagination(range) } }
      return (await ask(router, query, Escrows)).chains
    },
    vouchers,
    async escrowAddress(chainUid, token) {
      const chain = chainOf(network, chainUid)
      if (chain.family !== 'cosmwasm') return undefined
      const query = { get_escrow: { token_id: token } }
      return (await askOn(chain, chain.factory, query, Escrow)).escrow_address ?? undefined
    },
    simulateSwap,
  }
}

/** As the router takes it: every part is there, `null` where nothing is asked. */
function pagination<Key>({ min, max, skip, limit }: Range<Key>): object {
  return { min: min ?? null, max: max ?? null, skip: skip ?? null, limit: limit ?? null }
}
