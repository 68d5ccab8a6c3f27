import { z } from 'zod'

import { SimulateSwapAnswer, SimulateSwapRequest } from '../../calls/route-calls.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { InvalidRequestError, NotFoundError } from '../../core/terms/errors.ts'
import { chainOf, hubOf, type Network } from '../../core/terms/network.ts'
import { accountsOf } from '../../core/reference/accounts.ts'
import type { BlockReads } from '../../services/market/block-reads.ts'
import {
  cosmosChainConfig,
  evmChainConfig,
  type ChainQuestion,
} from '../../core/reference/chain-config.ts'
import type { VlpFee, VlpLiquidity, VlpState } from '../../services/market/hub-reads-port.ts'
import { checkCount, sliceOf } from '../../core/reference/page.ts'
import { tokenMetadatas, type MetadataFilter } from '../../core/reference/token-metadata.ts'
import { parseExactRequest, parseRequest, refuseMisspelt } from '../../core/terms/request.ts'
import { createSimulateSwap } from '../../services/market/simulate-swap.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'

/** One request's view: the hub at one block, looked up when the first field needs it. */
export type GraphQlContext = { hub(): Promise<BlockReads> }

/** A field's value from its parent's, its arguments and the request. The schema has checked the arguments' types. */
export type Resolver = (parent: never, args: never, context: GraphQlContext) => unknown

type Maybe<T> = T | null | undefined
type Page = { limit?: Maybe<number>; offset?: Maybe<number> }
type TokenRange = {
  min?: Maybe<string>
  max?: Maybe<string>
  skip?: Maybe<number>
  limit?: Maybe<number>
}
type VlpRange = Omit<TokenRange, 'min' | 'max'> & {
  min?: Maybe<Maybe<string>[]>
  max?: Maybe<Maybe<string>[]>
}
type SwapInput = { asset_in: string; asset_out: string; swaps?: Maybe<Maybe<string>[]> }
type UserInput = Maybe<{ [Field in keyof CrossChainUser]?: Maybe<string> }>

const User = z.object({ chain_uid: z.string(), address: z.string() })
const OfToken = z.object({ token_id: z.string() })
const OfContract = z.object({ contract: z.string() })

/** By type and field; fields that are not here have the value of the same name in their parent's. */
export function createResolvers(network: Network): Record<string, Record<string, Resolver>> {
  return {
    Query: {
      router: () => ({}),
      chains: () => ({}),
      vcoin: () => ({}),
      token: () => ({}),
      async vlp(_, args: object, { hub }): Promise<VlpParent> {
        const { contract } = parseRequest(OfContract, args)
        const address = parseAddress(hubOf(network), contract)
        if (await (await hub()).pairOf(address)) return { vlp: address }
        throw new NotFoundError(
          `The hub has no pool at ${address}.`,
          'Take the address from router.all_vlps.',
        )
      },
      factory: (_, { chain_uid }: FactoryParent): FactoryParent => ({
        chain_uid: chainOf(network, chain_uid).chain_uid,
      }),
    },
    Router: routerFields(network),
    Chains: chainsFields(network),
    Vcoin: vcoinFields(network),
    TokenQueries: tokenFields(network),
    VlpQueries: vlpFields,
    Factory: factoryFields(network),
  }
}

const routerFields = (network: Network) =>
  ({
    all_chains: async (_, __: unknown, { hub }) => (await hub()).chains(),
    all_vlps: async (_, { min, max, skip, limit }: VlpRange, { hub }) => ({
      vlps: await (
        await hub()
      ).vlps({
        min: pairOf('min', min),
        max: pairOf('max', max),
        skip: checkCount('skip', skip),
        limit: checkCount('limit', limit) ?? DEFAULT_VLPS,
      }),
    }),
    all_tokens: async (_, range: TokenRange, { hub }) => ({
      tokens: await (await hub()).tokens(rangeOf(range)),
    }),
    token_denoms: async (_, { token }: { token: string }, { hub }) => ({
      denoms: (await (await hub()).tokenDenoms(token)).map((denom) => ({
        ...denom,
        chain_type: chainType(network, denom.chain_uid),
      })),
    }),
    async escrows(_, { token, ...range }: TokenRange & { token: string }, { hub }) {
      const reads = await hub()
      const [escrows, chains] = await Promise.all([
        reads.escrows(token, rangeOf(range)),
        reads.chains(),
      ])
      return escrows.map(({ chain_uid, balance }) => ({
        chain_uid,
        chain_id: chains.find((chain) => chain.chain_uid === chain_uid)?.chain_id ?? '',
        balance: `${balance}`,
      }))
    },
    async simulate_swap(_, { swaps, ...swap }: SwapInput, { hub }) {
      const simulate = (await hub()).simulateSwap
      const asked = { ...swap, swaps: swaps ?? [swap.asset_in, swap.asset_out] }
      const request = parseExactRequest(SimulateSwapRequest, asked, refuseMisspelt)
      const answer = await createSimulateSwap({ network, simulate, newId: () => '' })(request)
      return z.encode(SimulateSwapAnswer, answer)
    },
  }) satisfies Record<string, Resolver>

const chainsFields = (network: Network) =>
  ({
    evm_chain_config: (_, question: ChainQuestion) => evmChainConfig(network, question),
    cosmos_wallet_config: (_, question: ChainQuestion) => cosmosChainConfig(network, question),
    keplr_config: (_, question: ChainQuestion) => cosmosChainConfig(network, question),
  }) satisfies Record<string, Resolver>

const vcoinFields = (network: Network) =>
  ({
    async balance(_, { balance_key }: { balance_key?: Maybe<BalanceKey> }, { hub }) {
      const user = userOf(network, balance_key?.cross_chain_user)
      const { token_id } = parseRequest(OfToken, balance_key)
      const held = await (await hub()).vouchers(user)
      return { amount: `${held.find(({ token }) => token === token_id)?.amount ?? 0n}` }
    },
    async user_balance(_, args: { user?: UserInput }, { hub }) {
      const user = userOf(network, args.user)
      return chainBalances(user.chain_uid, await (await hub()).vouchers(user))
    },
    async unified_user_balance(
      _,
      {
        address,
        chain_uids,
        ...page
      }: Page & { address: string; chain_uids?: Maybe<Maybe<string>[]> },
      { hub },
    ) {
      const asked = (chain_uids ?? []).filter((uid) => uid !== null && uid !== undefined)
      const accounts = sliceOf(accountsOf(network, address, asked), page)
      const reads = await hub()
      return Promise.all(
        accounts.map(async ({ chain_uid, user }) =>
          chainBalances(chain_uid, user ? await reads.vouchers(user) : []),
        ),
      )
    },
  }) satisfies Record<string, Resolver>

const tokenFields = (network: Network) =>
  ({
    async token_metadatas(_, { limit, offset, ...filter }: Page & MetadataFilter, { hub }) {
      const market = (await hub()).market()
      return sliceOf(tokenMetadatas(network, market, filter), { limit, offset })
    },
  }) satisfies Record<string, Resolver>

const vlpFields = {
  liquidity: async ({ vlp: address }: VlpParent, _: unknown, { hub }) =>
    writeLiquidity(await (await hub()).vlpLiquidity(address)),
  fee: async ({ vlp: address }: VlpParent, _: unknown, { hub }): Promise<VlpFee> =>
    (await hub()).vlpFee(address),
  state: async ({ vlp: address }: VlpParent, _: unknown, { hub }) =>
    writeState(await (await hub()).vlpState(address)),
} satisfies Record<string, Resolver>

const factoryFields = (network: Network) =>
  ({
    async escrow({ chain_uid }: FactoryParent, args: object, { hub }) {
      const { token_id } = parseRequest(OfToken, args)
      const reads = await hub()
      const [denoms, escrow_address] = await Promise.all([
        reads.tokenDenoms(token_id),
        reads.escrowAddress(chain_uid, token_id),
      ])
      const here = denoms.filter((denom) => denom.chain_uid === chain_uid)
      return { escrow_address, denoms: here.map(({ token_type }) => token_type) }
    },
    all_tokens: ({ chain_uid }: FactoryParent, page: Page) => ({
      tokens: sliceOf(
        network.tokens
          .filter(({ denoms }) => denoms.some((denom) => denom.chain_uid === chain_uid))
          .map((known) => known.token),
        page,
      ),
    }),
  }) satisfies Record<string, Resolver>

function userOf(network: Network, input: UserInput): CrossChainUser {
  const { chain_uid, address } = parseRequest(User, input)
  const chain = chainOf(network, chain_uid)
  return { chain_uid, address: parseAddress(chain, address) }
}

/** The interface's own default. */
const DEFAULT_VLPS = 10

type BalanceKey = { cross_chain_user?: UserInput; token_id?: Maybe<string> }
type VlpParent = { vlp: string }
type FactoryParent = { chain_uid: string }

const rangeOf = ({ min, max, skip, limit }: TokenRange) => ({
  min: min ?? undefined,
  max: max ?? undefined,
  skip: checkCount('skip', skip),
  limit: checkCount('limit', limit),
})

/** An empty list is no bound. @throws {InvalidRequestError} anything but two token ids */
function pairOf(
  name: string,
  bound: Maybe<Maybe<string>[]>,
): [token_1: string, token_2: string] | undefined {
  if (!bound || bound.length === 0) return undefined
  const [token_1, token_2] = bound
  if (typeof token_1 === 'string' && typeof token_2 === 'string' && bound.length === 2)
    return [token_1, token_2]
  throw new InvalidRequestError(
    name,
    'is not a pair of tokens',
    `Give ${name} as a list of two token ids, for example ["eth", "usdc"].`,
  )
}

function chainType(network: Network, chainUid: string): string {
  const chain = network.chains.find(({ chain_uid }) => chain_uid === chainUid)
  if (!chain) return ''
  return chain.family === 'evm' ? 'EVM' : 'Cosmwasm'
}

const chainBalances = (chain_uid: string, held: readonly { token: string; amount: bigint }[]) => ({
  chain_uid,
  balances: held.map(({ token, amount }) => ({ token_id: token, amount: `${amount}` })),
})

const writeLiquidity = (liquidity: VlpLiquidity) => ({
  pair: liquidity.pair,
  token_1_reserve: `${liquidity.token_1_reserve}`,
  token_2_reserve: `${liquidity.token_2_reserve}`,
  total_lp_tokens: `${liquidity.total_lp_tokens}`,
})

const writeState = ({ pair, fee, total_lp_tokens, pool_config }: VlpState) => ({
  pair,
  fee,
  total_lp_tokens: `${total_lp_tokens}`,
  pool_config:
    'stable' in pool_config
      ? { stable: { amp_factor: `${pool_config.stable.amp_factor}` } }
      : pool_config,
})
