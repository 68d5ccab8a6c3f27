import { z } from 'zod'

import { Pair } from '../../core/payloads/pair.ts'
import { generationOf } from '../../core/generations/generations.ts'
import { isTradable } from '../../core/routing/curves.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import { SwapRefusedError } from '../../core/routing/route-errors.ts'
import { BaseUnits } from '../../core/terms/amounts.ts'
import {
  ChainContradictionError,
  ChainUnavailableError,
  ChainUndecidedError,
} from '../../core/terms/errors.ts'
import {
  chainOf,
  hubOf,
  TokenType,
  type CosmWasmChain,
  type Network,
} from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import type { HubReads } from '../../services/market/hub-reads-port.ts'
import type { Pools } from '../../services/operations/operations.ts'
import { createComet, ContractRefusedError, type Comet } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'
import { createLpTokenReader } from '../evm/lp-token.ts'
import { agree, votersOf } from '../nodes/agreement.ts'
import { orUnavailable } from '../nodes/json-rpc.ts'
import { asInvalid, nothing, pagination, type AskContract } from './ask-contract.ts'
import { AnyPair, orNull, Vlp } from './contract-answers.ts'
import { readContractWords, type ContractWords } from './contract-words.ts'
import { createPayoutTermReads } from './payout-terms.ts'
import { createReferenceReads } from './reference-reads.ts'

const Claim = z.object({
  token: z.string(),
  amount: BaseUnits,
  claimer_pubkey: z.string(),
  pseudo_claim_id: z.codec(z.string().nullable(), z.string(), {
    decode: (id) => id ?? '',
    encode: (id) => id,
  }),
  sender: CrossChainUser,
})
/** A claim as the claimer contract holds it. `amount` is base units, `pseudo_claim_id` empty where there is none. */
export type HubClaim = z.infer<typeof Claim>

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
const LpToken = z
  .object({ token_address: z.string().min(1) })
  .optional()
  .catch(undefined)

const Vlps = z.object({ vlps: z.array(Vlp) })
const VlpAddresses = z.object({ vlps: z.array(z.object({ vlp: z.string().min(1) })) })
const RegisteredVlp = z.object({ vlp: z.string() }).optional().catch(undefined)
const VlpPair = z.object({ pair: Pair }).optional().catch(undefined)
const Fee = z.object({
  lp_fee_bps: z.int(),
  euclid_fee_bps: z.int(),
  recipient: CrossChainUser,
})
const FeeAnswer = z.union([Fee, z.object({ fee: Fee }).transform(({ fee }) => fee)])
/** The protocol's own, for a stable pool that names none. */
const DEFAULT_AMP = 1000n
/** A number or a text, by the contract's age. */
const AmpFactor = z
  .union([z.int().transform(BigInt), BaseUnits])
  .nullish()
  .transform((amp) => amp ?? DEFAULT_AMP)
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
const Liquidity = z.object({
  pair: AnyPair,
  token_1_reserve: BaseUnits,
  token_2_reserve: BaseUnits,
  total_lp_tokens: BaseUnits,
})

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

/** Nodes of one chain whose newest blocks are further apart are not both well. */
const APART_MS = 10 * 60_000
const PAGE = 100
/** How much of a list contracts give that were not told. */
const UNASKED_PAGE = 10
const MOST_PAGES = 1000
/** Of somebody's vouchers, so many pages behind the first are read. */
const MOST_VOUCHER_PAGES = 5
/** What a contract's storage says of a value that is not there: its Rust type, and in newer versions the key under which it looked. */
const NOT_THERE = /\b(type: [^;]+; key: \[[^\]]*\]|\w+(::\w+)+) not found\b/

/** Reads of the claimer contract. */
export type ClaimReads = {
  /**
   * A claim that waits on chain; `undefined` when there is none, or none any more. As two nodes say it, where there are several: one alone could call it
   * smaller, another's, or gone.
   */
  claim(claimId: string): Promise<HubClaim | undefined>
  /** The greatest number of a claim that some node's index of transactions has; `undefined` where none keeps an index, or none that reaches back to a claim. */
  newestClaim(): Promise<bigint | undefined>
}

/** Reads of the pools as routes use them. `sinceHeight` refuses an answer from before that block: nodes behind one address can lag. */
export type PoolReads = Pick<Pools, 'pairOf'> & {
  /** The newest block. */
  height(): Promise<number>
  /** The addresses of all pools, in the router's order. */
  poolAddresses(sinceHeight: number): Promise<string[]>
  /** A pool as it is; `undefined` for one that no route can use: of another kind, or with a state we cannot read. */
  pool(vlp: string, sinceHeight: number): Promise<Pool | undefined>
}

/** The hub's nodes, for what is more than a question to a contract. Each call may throw `ChainUnavailableError`. */
export type HubNodes = {
  /** Asks whichever node is well. */
  ask<T>(question: (comet: Comet) => Promise<T>): Promise<T>
  /** Asks each node by itself, in order, until `most` have answered. */
  askSome<T>(most: number, question: (comet: Comet) => Promise<T>): Promise<[T, ...T[]]>
  /**
   * What two nodes say alike, where there are several. Two answers are alike when `keyOf` gives the same.
   * @throws {ChainUndecidedError} no two of them do
   */
  askAlike<T>(
    about: string,
    question: (comet: Comet) => Promise<T>,
    keyOf: (said: T) => string,
  ): Promise<T>
}

/** The one client of the hub, and of the factories of CosmWasm chains. Every call may throw `ChainUnavailableError`. */
export type Hub = HubReads &
  Pools &
  ClaimReads &
  PoolReads & {
    network: Network
    nodes: HubNodes
    /** What the network's contracts say that they are. */
    contractWords(): Promise<ContractWords>
    /** The time of its newest block. As two nodes say it, where there are several: one alone could call it any time. */
    time(): Promise<Date>
  }

/** Connects to the hub of a network. `deadlineMs` is for one call of a node, 10 s by default. */
export function createHub(network: Network, options: { deadlineMs?: number } = {}): Hub {
  const hub = hubOf(network)
  const comets = new Map(
    network.chains
      .filter((chain) => chain.family === 'cosmwasm')
      .map((chain) => [chain.chain_uid, createComet(chain, options)]),
  )
  const cometOf = ({ chain_uid }: CosmWasmChain): Comet => {
    const comet = comets.get(chain_uid)
    if (!comet) throw new Error(`${chain_uid} is not on network ${network.name}`)
    return comet
  }
  const nodes = createHubNodes(hub, cometOf(hub), options)
  const askContract: AskContract = (schema, contract, query, how = {}) => {
    const { on = hub, sinceHeight, refused = rethrow } = how
    return orUnavailable(on.chain_uid, async () => {
      try {
        return schema.parse(await cometOf(on).smartQuery(contract, query, sinceHeight))
      } catch (error) {
        if (error instanceof ContractRefusedError) return refused(error)
        throw error
      }
    })
  }
  return {
    network,
    nodes,
    ...createMarketReads(network, askContract),
    ...createReferenceReads(network, askContract),
    ...createClaimReads(network, nodes),
    ...createPayoutTermReads(network, nodes),
    ...createPoolReads(network, askContract, options),
    contractWords: () => readContractWords(network, askContract),
    time: () => nodes.askAlike('its time', (comet) => timeOf(hub.chain_uid, comet), sameMoment()),
    height: () =>
      nodes.ask(
        async (comet) => (await (await comet.client()).status()).syncInfo.latestBlockHeight,
      ),
  }
}

function createHubNodes(
  chain: CosmWasmChain,
  comet: Comet,
  options: { deadlineMs?: number },
): HubNodes {
  const { chain_uid } = chain
  const voters = votersOf(chain, (node) => createComet(chain, { ...options, node }))
  return {
    ask: (question) => orUnavailable(chain_uid, () => question(comet)),
    async askSome<T>(most: number, question: (comet: Comet) => Promise<T>): Promise<[T, ...T[]]> {
      const answers: T[] = []
      let trouble = new ChainUnavailableError(chain_uid, 'it has no node')
      for (const { reader } of voters) {
        if (answers.length === most) break
        try {
          answers.push(await orUnavailable(chain_uid, () => question(reader)))
        } catch (error) {
          if (!(error instanceof ChainUnavailableError)) throw error
          trouble = error
        }
      }
      const [first, ...others] = answers
      if (first === undefined) throw trouble
      return [first, ...others]
    },
    async askAlike(about, question, keyOf) {
      try {
        const ask = (reader: Comet) => orUnavailable(chain_uid, () => question(reader))
        return (await agree(chain, voters, about, ask, keyOf)).said
      } catch (error) {
        if (!(error instanceof ChainContradictionError)) throw error
        throw new ChainUndecidedError(chain_uid)
      }
    },
  }
}

/** One that is catching up may be hours behind, and knows: it counts as away. */
async function timeOf(chainUid: string, comet: Comet): Promise<Date> {
  const { latestBlockTime, catchingUp } = (await (await comet.client()).status()).syncInfo
  if (catchingUp) throw new ChainUnavailableError(chainUid, 'its node is still catching up')
  return new Date(latestBlockTime.getTime())
}

/** Names a time by the first one that it is within a moment of: two nodes are seldom at the same block. */
function sameMoment(): (time: Date) => string {
  const heard: number[] = []
  return (time) => {
    const atMs = time.getTime()
    const known = heard.find((other) => Math.abs(other - atMs) <= APART_MS)
    if (known === undefined) heard.push(atMs)
    return `${known ?? atMs}`
  }
}

function rethrow(error: ContractRefusedError): never {
  throw error
}

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

function createMarketReads(network: Network, askContract: AskContract): MarketReads {
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
      NOT_THERE.test(error.message) ? undefined : asInvalid(hubOf(network))(error)
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

function createClaimReads({ hub: { claimer } }: Network, nodes: HubNodes): ClaimReads {
  async function readClaim(from: Comet, claimId: string): Promise<HubClaim | undefined> {
    const claim_id = Number(claimId)
    if (!/^(0|[1-9]\d*)$/.test(claimId) || !Number.isSafeInteger(claim_id)) return undefined
    try {
      return Claim.parse(await from.smartQuery(claimer, { get_claim: { claim_id } }))
    } catch (error) {
      // Only its own word that it has none: any other refusal must not read as a claim that was redeemed.
      if (error instanceof ContractRefusedError && NOT_THERE.test(error.message)) return undefined
      throw error
    }
  }
  return {
    claim: (claimId) =>
      nodes.askAlike(
        `claim ${claimId}`,
        (from) => readClaim(from, claimId),
        (claim) => JSON.stringify(claim && Claim.encode(claim)),
      ),
    async newestClaim() {
      try {
        const told = await nodes.askSome(Infinity, (comet) => newestIndexed(comet, claimer))
        const newest = told.reduce((one, other) => (one > other ? one : other))
        return newest < 0n ? undefined : newest
      } catch (error) {
        if (error instanceof ChainUnavailableError) return undefined
        throw error
      }
    },
  }
}

/** The greatest number in the newest transactions that made claims; -1 where the node's index has none. A stranger's contract may say that it made one, too: hence several. */
async function newestIndexed(comet: Comet, claimer: string): Promise<bigint> {
  const query = `wasm._contract_address = '${claimer}' AND wasm.create_claim EXISTS`
  const { txs } = await (await comet.client()).txSearch({ query, per_page: PAGE, order_by: 'desc' })
  return txs
    .flatMap(({ result }) => result.events)
    .filter(({ attributes }) =>
      attributes.some(({ key, value }) => key === '_contract_address' && value === claimer),
    )
    .flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'create_claim'))
    .map(({ value }) => BigInt(value))
    .reduce((one, other) => (one > other ? one : other), -1n)
}

function createPoolReads(
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
