import { z } from 'zod'

import { SwapRefusedError } from '../../core/routing/route-errors.ts'
import { BaseUnits } from '../../core/terms/amounts.ts'
import { chainOf, hubOf, TokenType, type Network } from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import type { HubReads } from '../../services/market/hub-reads-port.ts'
import type { ContractRefusedError } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'
import {
  asInvalid,
  isNotThere,
  nothing,
  PAGE,
  pagination,
  type AskContract,
} from './ask-contract.ts'
import { AmpFactor, AnyPair, Liquidity, orNull, Vlp } from './contract-answers.ts'

const UserBalances = z.object({
  balances: z.array(z.object({ token_id: z.string(), amount: BaseUnits })),
})
const UserBalance = z.object({ amount: BaseUnits })
const Simulated = z.object({ amount_out: BaseUnits })

/** A chain's kind: a word, or an object under it that may hold the chain's id or its channels. */
const ChainType = z.union([
  z.string().transform(() => ({ chain_id: undefined, ibc: undefined })),
  z
    .object({ ibc: z.object({ from_hub_channel: z.string(), from_factory_channel: z.string() }) })
    .transform(({ ibc }) => ({ chain_id: undefined, ibc })),
  z
    .record(z.string(), z.object({ chain_id: z.string().optional() }))
    .transform((kinds) => ({ chain_id: Object.values(kinds)[0]?.chain_id, ibc: undefined })),
])
/** Routers name a chain's id and factory in two ways, by their age. The hub's own chain may have no id there. */
const Chains = z.object({
  chains: z.array(
    z.object({
      chain_uid: z.string(),
      chain: z.union([
        z.object({
          factory_chain_id: z.string(),
          factory: z.string(),
          chain_type: orNull(ChainType),
        }),
        z
          .object({ factory_address: z.string(), chain_type: orNull(ChainType) })
          .transform(({ factory_address, chain_type }) => ({
            factory_chain_id: chain_type?.chain_id,
            factory: factory_address,
            chain_type,
          })),
      ]),
    }),
  ),
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

const Vlps = z.object({ vlps: z.array(Vlp) })
const Fee = z.object({
  lp_fee_bps: z.int(),
  euclid_fee_bps: z.int(),
  recipient: CrossChainUser,
})
const FeeAnswer = z.union([Fee, z.object({ fee: Fee }).transform(({ fee }) => fee)])
const State = z
  .object({
    pair: AnyPair,
    fee: Fee,
    total_lp_tokens: BaseUnits,
    pool_config: z.union([
      z.object({ stable: z.object({ amp_factor: AmpFactor }) }),
      z.object({ constant_product: z.object({}) }),
    ]),
    router: orNull(z.string()),
    virtual_balance: orNull(z.string()), // its name in older contracts
    virtual_balance_contract: orNull(z.string()),
    last_updated: orNull(z.int32()),
    admin: orNull(z.string()),
  })
  .transform(({ virtual_balance, virtual_balance_contract, ...state }) => ({
    ...state,
    vcoin: virtual_balance_contract ?? virtual_balance,
  }))

/** How much of a list contracts give that were not told. */
const UNASKED_PAGE = 10
/** Of somebody's vouchers, so many pages behind the first are read. */
const MOST_VOUCHER_PAGES = 5

type MarketReads = Pick<
  HubReads,
  | 'chains'
  | 'vlps'
  | 'vlpState'
  | 'vlpLiquidity'
  | 'vlpFee'
  | 'tokens'
  | 'tokenDenoms'
  | 'escrows'
  | 'escrowAddress'
  | 'voucher'
  | 'vouchers'
  | 'simulateSwap'
>

/** Reads of the router, its pools and the voucher ledger as people ask for them. */
export function createMarketReads(network: Network, askContract: AskContract): MarketReads {
  const { router, virtual_balance } = network.hub
  const ask = <Schema extends z.ZodType>(
    schema: Schema,
    contract: string,
    query: object,
    on = hubOf(network),
  ) => askContract(schema, contract, query, { on, refused: asInvalid(on) })

  async function voucher({ chain_uid, address }: CrossChainUser, token: string): Promise<bigint> {
    const balance_key = { cross_chain_user: { chain_uid, address }, token_id: token }
    const refused = (error: ContractRefusedError) =>
      isNotThere(error) ? undefined : asInvalid(hubOf(network))(error)
    const query = { get_balance: { balance_key } }
    return (await askContract(UserBalance, virtual_balance, query, { refused }))?.amount ?? 0n
  }

  return {
    async chains() {
      const { chains } = await ask(Chains, router, { get_all_chains: {} })
      return chains.map(({ chain_uid, chain: { factory_chain_id, factory, chain_type } }) => ({
        chain_uid,
        chain_id: factory_chain_id ?? chainIdIn(network, chain_uid),
        factory_address: factory,
        ibc: chain_type?.ibc,
      }))
    },
    vlps: async (range) =>
      (await ask(Vlps, router, { get_all_vlps: { pagination: pagination(range) } })).vlps,
    vlpState: (vlp) => ask(State, vlp, { state: {} }),
    vlpLiquidity: (vlp) => ask(Liquidity, vlp, { liquidity: {} }),
    vlpFee: (vlp) => ask(FeeAnswer, vlp, { fee: {} }),
    tokens: async (range) =>
      (await ask(Tokens, router, { query_all_tokens: { pagination: pagination(range) } })).tokens,
    tokenDenoms: async (token) =>
      (await ask(Denoms, router, { query_token_denoms: { token } })).denoms,
    async escrows(token, range) {
      const query = { query_token_escrows: { token, pagination: pagination(range) } }
      return (await ask(Escrows, router, query)).chains
    },
    async escrowAddress(chainUid, token) {
      const chain = chainOf(network, chainUid)
      if (chain.family !== 'cosmwasm') return undefined
      const query = { get_escrow: { token_id: token } }
      return (await ask(Escrow, chain.factory, query, chain)).escrow_address ?? undefined
    },
    voucher,
    async vouchers({ chain_uid, address }) {
      const found = new Map<string, bigint>()
      const keep = ({ balances = [] }: Partial<z.infer<typeof UserBalances>>) => {
        const before = found.size
        for (const { token_id, amount } of balances) found.set(token_id, amount)
        return found.size > before && found.size >= UNASKED_PAGE
      }
      const user = { chain_uid, address }
      let isMore = keep(await askContract(UserBalances, virtual_balance, queryOf({ user })))
      const behind = (limit: number) => {
        const query = queryOf({ user, pagination: pagination({ skip: found.size, limit }) })
        // The earliest ledgers know no pages, and have given all.
        return askContract(UserBalances, virtual_balance, query, { refused: nothing })
      }
      for (let pages = 0; isMore && pages < MOST_VOUCHER_PAGES; pages += 1) {
        const more = await behind(PAGE)
        isMore = more !== undefined && keep(more)
      }
      // Some give less at once than is asked for, so the length of the last page says nothing.
      const next = isMore ? ((await behind(1))?.balances ?? []) : []
      isMore = next.some(({ token_id }) => !found.has(token_id))
      const unread = isMore ? network.tokens.filter(({ token }) => !found.has(token)) : []
      await Promise.all(
        unread.map(async ({ token }) => found.set(token, await voucher(user, token))),
      )
      const held = [...found]
        .filter(([, amount]) => amount > 0n)
        .map(([token, amount]) => ({ token, amount }))
      return { held, isAll: !isMore }
    },
    async simulateSwap({ assetIn, amountIn, assetOut, minAmountOut, swaps }) {
      const simulate_swap = {
        asset_in: assetIn,
        amount_in: `${amountIn}`,
        asset_out: assetOut,
        min_amount_out: `${minAmountOut}`,
        swaps,
      }
      const refused = ({ message }: ContractRefusedError): never => {
        throw new SwapRefusedError(failureText(message))
      }
      return (await askContract(Simulated, router, { simulate_swap }, { refused })).amount_out
    },
  }
}

const queryOf = (balances: object) => ({ get_user_balances: balances })

/** Empty for a chain that the network file does not have. */
const chainIdIn = ({ chains }: Network, chainUid: string): string =>
  chains.find(({ chain_uid }) => chain_uid === chainUid)?.chain_id ?? ''
