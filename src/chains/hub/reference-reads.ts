import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { chainOf, hubOf, type Network } from '../../core/terms/network.ts'
import type { HubReads } from '../../services/market/hub-reads-port.ts'
import { asInvalid, nothing, pagination, type AskContract } from './ask-contract.ts'
import { AnyPair, orNull, Vlp } from './contract-answers.ts'

const Text = orNull(z.string())
const CodeId = orNull(z.int32())

/** Both ages of it: newer routers have several admins, and a code for each kind of pool. */
const RouterState = z
  .object({
    admin: Text,
    admins: orNull(z.object({ general_admin: z.string() })),
    vlp_code_id: CodeId,
    constant_product_vlp_code_id: CodeId,
    stable_vlp_code_id: CodeId,
    virtual_balance_address: Text,
    locked: orNull(z.boolean()),
  })
  .transform(({ admin, admins, vlp_code_id, constant_product_vlp_code_id, ...state }) => ({
    ...state,
    admin: admin ?? admins?.general_admin ?? null,
    // A router with one code makes its constant product pools of it.
    vlp_code_id: vlp_code_id ?? constant_product_vlp_code_id,
    constant_product_vlp_code_id: constant_product_vlp_code_id ?? vlp_code_id,
  }))

const AllEscrows = z.object({
  escrows: z.array(z.object({ token: z.string(), chain_uid: z.string(), balance: BaseUnits })),
})
const VirtualBalanceState = z.object({ router: Text, admin: Text })
const Shares = z.object({
  pools: z.array(
    z.object({
      chain_uid: z.string(),
      pool: z.object({ lp_shares: BaseUnits, reserve_1: BaseUnits, reserve_2: BaseUnits }),
    }),
  ),
})

/** Contracts write totals as an object by token. */
const FeeTotals = z
  .object({ totals: z.record(z.string(), BaseUnits) })
  .transform(({ totals }) => Object.entries(totals).map(([denom, amount]) => ({ denom, amount })))
const TotalFees = z.object({ total_fees: z.object({ lp_fees: FeeTotals, euclid_fees: FeeTotals }) })
const PartnerFees = z.object({ total: FeeTotals })

const FactoryState = z.object({ router_contract: Text, hub_channel: Text, admin: Text })
const FactoryPools = z.object({ pools: z.array(z.object({ pair: AnyPair, vlp: z.string() })) })

const Cw20Balance = z.object({ balance: BaseUnits })
const Cw20Info = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(255),
  total_supply: BaseUnits,
})

type ReferenceReads = Pick<
  HubReads,
  | 'routerState'
  | 'vlpOf'
  | 'allEscrows'
  | 'virtualBalanceState'
  | 'vlpShares'
  | 'vlpFees'
  | 'factoryState'
  | 'factoryPools'
  | 'partnerFees'
  | 'cw20Balance'
  | 'cw20Info'
>

/** What only lists and explorers want to know: contracts' states, fees, shares of chains, and cw20 tokens. */
export function createReferenceReads(network: Network, ask: AskContract): ReferenceReads {
  const { router, virtual_balance } = network.hub
  const askIfKnown = <Schema extends z.ZodType>(schema: Schema, contract: string, query: object) =>
    ask(schema, contract, query, { refused: nothing })

  async function askFactory<Schema extends z.ZodType>(
    schema: Schema,
    chainUid: string,
    query: object,
  ): Promise<z.output<Schema> | undefined> {
    const on = chainOf(network, chainUid)
    if (on.family !== 'cosmwasm') return undefined
    return ask(schema, on.factory, query, { on, refused: nothing })
  }

  async function askCw20<Schema extends z.ZodType>(
    schema: Schema,
    chainUid: string,
    contract: string,
    query: object,
  ): Promise<z.output<Schema> | undefined> {
    const on = chainOf(network, chainUid)
    if (on.family !== 'cosmwasm') return undefined
    return ask(schema, contract, query, { on, refused: asInvalid(on) })
  }

  return {
    routerState: () => askIfKnown(RouterState, router, { get_state: {} }),
    vlpOf: (pair) => askIfKnown(Vlp, router, { get_vlp: { pair } }),
    async allEscrows(range) {
      const query = { query_all_escrows: { pagination: pagination(range) } }
      return (await askIfKnown(AllEscrows, router, query))?.escrows
    },
    virtualBalanceState: () => askIfKnown(VirtualBalanceState, virtual_balance, { get_state: {} }),
    async vlpShares(vlp) {
      const refused = asInvalid(hubOf(network))
      return (await ask(Shares, vlp, { get_all_pools: {} }, { refused })).pools
    },
    vlpFees: async (vlp) =>
      (await askIfKnown(TotalFees, vlp, { total_fees_collected: {} }))?.total_fees,
    factoryState: (chainUid) => askFactory(FactoryState, chainUid, { get_state: {} }),
    factoryPools: async (chainUid) =>
      (await askFactory(FactoryPools, chainUid, { get_all_pools: {} }))?.pools,
    partnerFees: async (chainUid) =>
      (await askFactory(PartnerFees, chainUid, { get_partner_fees_collected: {} }))?.total,
    cw20Balance: async (chainUid, contract, address) =>
      (await askCw20(Cw20Balance, chainUid, contract, { balance: { address } }))?.balance,
    cw20Info: (chainUid, contract) => askCw20(Cw20Info, chainUid, contract, { token_info: {} }),
  }
}
