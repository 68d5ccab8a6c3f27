import { z } from 'zod'

import { SimulateSwapAnswer, SimulateSwapRequest } from '../../calls/route-calls.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { BaseUnits } from '../../core/terms/amounts.ts'
import { InvalidRequestError, NotFoundError, UnknownChainError } from '../../core/terms/errors.ts'
import { chainOf, hubOf, type Network } from '../../core/terms/network.ts'
import type { Pair } from '../../core/payloads/pair.ts'
import { accountsOf } from '../../core/reference/accounts.ts'
import type { BlockReads } from '../../services/market/block-reads.ts'
import {
  chainConfig,
  chainConfigs,
  chainTypeOf,
  cosmosChainConfig,
  evmChainConfig,
  evmChainConfigs,
  type ChainQuestion,
} from '../../core/reference/chain-config.ts'
import { contractsOf, routerConfig, type ContractFilter } from '../../core/reference/contracts.ts'
import { dexes } from '../../core/reference/dexes.ts'
import { tokenLiquidities } from '../../core/reference/liquidity.ts'
import { checkCount, checkPage, sliceOf } from '../../core/reference/page.ts'
import { simulateRelease, type Release } from '../../core/reference/simulate-release.ts'
import { tokenDenoms, type DenomFilter } from '../../core/reference/token-denoms.ts'
import { tokenMetadatas, type MetadataFilter } from '../../core/reference/token-metadata.ts'
import { parseExactRequest, parseRequest, refuseMisspelt } from '../../core/terms/request.ts'
import { escrowsOfToken, everyEscrow } from '../../services/market/every-escrow.ts'
import type { HeldVouchers } from '../../services/market/hub-reads-port.ts'
import { createSimulateSwap } from '../../services/market/simulate-swap.ts'
import { factoryFields, OfToken, type FactoryParent } from './factory-fields.ts'
import { poolFields } from './pool-fields.ts'
import {
  readPair,
  holderOf,
  userOf,
  type Maybe,
  type Page,
  type PairInput,
  type Resolver,
  type UserInput,
} from './resolver.ts'
import { vlpFields, type VlpParent } from './vlp-fields.ts'

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
type ReleaseInput = { user: UserInput; limit?: Maybe<string> }

const Amount = z.object({ amount: z.int() })
const OfContract = z.object({ contract: z.string() })

/** By type and field; fields that are not here have the value of the same name in their parent's. */
export function createResolvers(network: Network): Record<string, Record<string, Resolver>> {
  return {
    Query: {
      router: () => ({}),
      chains: () => ({}),
      vcoin: () => ({}),
      token: () => ({}),
      pool: () => ({}),
      cw(_, { contract, chain_uid }: CwParent): CwParent {
        const address = parseAddress(chainOf(network, chain_uid), contract)
        return { chain_uid, contract: address }
      },
      async vlp(_, args: VlpQuestion, { hub }): Promise<VlpParent> {
        if (args.pair && !args.contract) return vlpOfPair(readPair(args.pair), await hub())
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
    PoolQueries: poolFields(network),
    Cw: cwFields(network),
    VlpQueries: vlpFields(network),
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
    async all_escrows(_, range: TokenRange, { hub }) {
      const escrows = await everyEscrow(await hub(), rangeOf(range))
      return escrows.map((escrow) => ({ ...escrow, balance: `${escrow.balance}` }))
    },
    all_tokens: async (_, range: TokenRange, { hub }) => ({
      tokens: await (await hub()).tokens(rangeOf(range)),
    }),
    token_denoms: async (_, { token }: { token: string }, { hub }) => ({
      denoms: (await (await hub()).tokenDenoms(token)).map((denom) => ({
        ...denom,
        chain_type: chainType(network, denom.chain_uid),
      })),
    }),
    async chain(_, { chain_uid }: { chain_uid: string }, { hub }) {
      const chains = await (await hub()).chains()
      const chain = chains.find((known) => known.chain_uid === chain_uid)
      if (!chain) {
        const known = chains.map((each) => each.chain_uid)
        throw new UnknownChainError(chain_uid, known)
      }
      const { chain_id: factory_chain_id, factory_address: factory, ibc } = chain
      return { chain_uid, chain: { factory_chain_id, factory, chain_type: ibc ? { ibc } : null } }
    },
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
    async simulate_release_escrow(
      _,
      {
        token,
        amount,
        cross_chain_addresses,
      }: {
        token: string
        amount?: Maybe<number>
        cross_chain_addresses?: Maybe<Maybe<ReleaseInput>[]>
      },
      { hub },
    ) {
      const units = BigInt(checkCount('amount', parseRequest(Amount, { amount }).amount) ?? 0)
      const releases = (cross_chain_addresses ?? []).flatMap((release, index) =>
        release ? [readRelease(network, release, `cross_chain_addresses.${index}.limit`)] : [],
      )
      const reads = await hub()
      const escrows = await escrowsOfToken(token, reads) // refuses a token that there is not
      const uids = [...new Set(releases.map(({ user }) => user.chain_uid))]
      const terms = await Promise.all(
        uids.map(async (uid) => [uid, await reads.payoutTerms(token, uid)] as const),
      )
      const { paid, remaining } = simulateRelease(units, releases, escrows, new Map(terms))
      return {
        remaining_amount: `${remaining}`,
        release_amounts: paid.map(({ user, limit, amount: part }) => ({
          amount: `${part}`,
          cross_chain_user: { user, limit: limit === undefined ? null : `${limit}` },
        })),
      }
    },
    state: async (_, __: unknown, { hub }) => {
      const state = await (await hub()).routerState()
      return state && { id: 'ContractStateOfRouter:singleton', ...state }
    },
    async token_pairs_from_vlp(_, { vlp }: { vlp: string }, { hub }) {
      const address = parseAddress(hubOf(network), vlp)
      const pair = await (await hub()).pairOf(address)
      return pair && { vlp: address, ...pair }
    },
    vlp: async (_, { pair }: { pair?: PairInput }, { hub }) => (await hub()).vlpOf(readPair(pair)),
    async simulate_swap(_, { swaps, ...swap }: SwapInput, { hub }) {
      const simulate = (await hub()).simulateSwap
      const asked = { ...swap, swaps: swaps ?? [swap.asset_in, swap.asset_out] }
      const request = parseExactRequest(SimulateSwapRequest, asked, refuseMisspelt)
      const answer = await createSimulateSwap({ network, simulate })(request)
      return z.encode(SimulateSwapAnswer, answer)
    },
  }) satisfies Record<string, Resolver>

const chainsFields = (network: Network) =>
  ({
    all_chains: (_, { type }: { type?: Maybe<string> }) => chainConfigs(network, type),
    all_evm_chains: () => evmChainConfigs(network),
    chain_config: (_, question: ChainQuestion) => chainConfig(network, question),
    contracts: (_, filter: ContractFilter) => contractsOf(network, filter),
    router_config: () => routerConfig(network),
    evm_chain_config: (_, question: ChainQuestion) => evmChainConfig(network, question),
    cosmos_wallet_config: (_, question: ChainQuestion) => cosmosChainConfig(network, question),
    keplr_config: (_, question: ChainQuestion) => cosmosChainConfig(network, question),
  }) satisfies Record<string, Resolver>

const vcoinFields = (network: Network) =>
  ({
    state: async (_, __: unknown, { hub }) => (await hub()).virtualBalanceState(),
    async balance(_, { balance_key }: { balance_key?: Maybe<BalanceKey> }, { hub }) {
      const user = holderOf(network, balance_key?.cross_chain_user)
      const { token_id } = parseRequest(OfToken, balance_key)
      return { amount: `${await (await hub()).voucher(user, token_id)}` }
    },
    async user_balance(_, args: { user?: UserInput }, { hub }) {
      const user = holderOf(network, args.user)
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
          chainBalances(chain_uid, user ? await reads.vouchers(user) : NOTHING),
        ),
      )
    },
  }) satisfies Record<string, Resolver>

const tokenFields = (network: Network) =>
  ({
    all_dexes: (_, page: Page) => sliceOf(dexes(network), page),
    dex_metadata: (_, { dex }: { dex: string }) =>
      dexes(network).find(({ dex_name }) => dex_name === dex),
    get_all_faucets: () => [],
    token_denoms: (_, { chain_uid, chain_uids, ...filter }: DenomQuestion) =>
      tokenDenoms(network, { ...filter, chain_uids: chain_uids ?? chain_uid }),
    async token_liquidities(_, page: { page: number; limit: number }, { hub }) {
      const part = checkPage(page)
      return sliceOf(tokenLiquidities(network, (await hub()).market()), part)
    },
    async token_liquidity(_, { token }: { token: string }, { hub }) {
      const all = tokenLiquidities(network, (await hub()).market())
      return all.find((each) => each.token === token)
    },
    async token_metadata_by_id(
      _,
      { token_id, verified }: { token_id: string; verified?: Maybe<boolean> },
      { hub },
    ) {
      const all = tokenMetadatas(network, (await hub()).market(), { verified })
      return all.find(({ tokenId }) => tokenId === token_id)
    },
    async token_metadatas(_, { limit, offset, ...filter }: Page & MetadataFilter, { hub }) {
      const market = (await hub()).market()
      return sliceOf(tokenMetadatas(network, market, filter), { limit, offset })
    },
  }) satisfies Record<string, Resolver>

const cwFields = (network: Network) =>
  ({
    async balance({ chain_uid, contract }: CwParent, args: { address: string }, { hub }) {
      const address = parseAddress(chainOf(network, chain_uid), args.address)
      const balance = await (await hub()).cw20Balance(chain_uid, contract, address)
      return balance === undefined ? null : { balance: `${balance}` }
    },
    async token_info({ chain_uid, contract }: CwParent, _: unknown, { hub }) {
      const info = await (await hub()).cw20Info(chain_uid, contract)
      return info && { ...info, total_supply: `${info.total_supply}` }
    },
  }) satisfies Record<string, Resolver>

/** @throws {NotFoundError} the hub has no pool of the pair */
async function vlpOfPair(pair: Pair, reads: BlockReads): Promise<VlpParent> {
  const found = await reads.vlpOf(pair)
  if (found) return { vlp: found.vlp }
  throw new NotFoundError(
    `The hub has no pool of ${pair.token_1} and ${pair.token_2}.`,
    'Take a pair from router.all_vlps.',
  )
}

/** @throws {InvalidRequestError} a limit that is no amount @throws as `userOf` */
function readRelease(network: Network, { user, limit }: ReleaseInput, field: string): Release {
  const units = BaseUnits.nullish().safeParse(limit)
  if (!units.success)
    throw new InvalidRequestError(
      field,
      'is not a whole number of base units',
      `Give ${field} as a decimal text such as "5000000", or leave it out.`,
    )
  return { user: userOf(network, user), limit: units.data ?? undefined }
}

/** The interface's own default. */
const DEFAULT_VLPS = 10

type VlpQuestion = { contract?: Maybe<string>; pair?: PairInput }
type DenomQuestion = Omit<DenomFilter, 'chain_uids'> & {
  chain_uids?: Maybe<string[]>
  chain_uid?: Maybe<string[]>
}
type BalanceKey = { cross_chain_user?: UserInput; token_id?: Maybe<string> }
type CwParent = { chain_uid: string; contract: string }

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
  return chain ? chainTypeOf(chain) : ''
}

const NOTHING: HeldVouchers = { held: [], isAll: true }

const chainBalances = (chain_uid: string, { held, isAll }: HeldVouchers) => ({
  chain_uid,
  is_all: isAll,
  balances: held.map(({ token, amount }) => ({ token_id: token, amount: `${amount}` })),
})
