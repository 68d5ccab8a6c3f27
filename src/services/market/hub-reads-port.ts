import type { TokenType } from '../../core/terms/network.ts'
import type { PayoutTerms } from '../../core/terms/payout-terms.ts'
import type { Pair } from '../../core/payloads/pair.ts'
import type { SimulatedSwap } from './simulate-swap.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'

/** Which part of a list: from `min` (inclusive) to `max` (exclusive), then `skip` and `limit`. */
export type Range<Key> = {
  min?: Key | undefined
  max?: Key | undefined
  skip?: number | undefined
  limit?: number | undefined
}

/** A chain as the router has it registered. `ibc` only where packets pass through channels. */
export type RegisteredChain = {
  chain_uid: string
  chain_id: string
  factory_address: string
  ibc: { from_hub_channel: string; from_factory_channel: string } | undefined
}

/** What a chain's escrow holds of a token, in base units. */
export type TokenEscrow = { token: string; chain_uid: string; balance: bigint }

/** A pool as the router lists it. */
export type Vlp = { vlp: string; token_1: string; token_2: string }

export type VlpFee = { lp_fee_bps: number; euclid_fee_bps: number; recipient: CrossChainUser }

export type VlpState = {
  pair: Pair
  fee: VlpFee
  total_lp_tokens: bigint
  pool_config: { constant_product: object } | { stable: { amp_factor: bigint } }
  router: string | null
  /** The contract that keeps vouchers. */
  vcoin: string | null
  /** Unix seconds. */
  last_updated: number | null
  admin: string | null
}

/** Reserves are base units. */
export type VlpLiquidity = {
  pair: Pair
  token_1_reserve: bigint
  token_2_reserve: bigint
  total_lp_tokens: bigint
}

/** What a chain has of a pool: its LP shares, and what they are worth now in base units. */
export type ChainShare = {
  chain_uid: string
  pool: { lp_shares: bigint; reserve_1: bigint; reserve_2: bigint }
}

/** Fees by token, in base units. */
export type FeeTotals = { denom: string; amount: bigint }[]

/** What a pool has collected since it was made. */
export type VlpFees = { lp_fees: FeeTotals; euclid_fees: FeeTotals }

/** The router's own state. Newer routers have a code of their own for each kind of pool, older ones had one code. */
export type RouterState = {
  admin: string | null
  vlp_code_id: number | null
  constant_product_vlp_code_id: number | null
  stable_vlp_code_id: number | null
  virtual_balance_address: string | null
  locked: boolean | null
}

export type FactoryState = {
  router_contract: string | null
  hub_channel: string | null
  admin: string | null
}

/** A cw20 token. `total_supply` is base units. */
export type Cw20Info = { name: string; symbol: string; decimals: number; total_supply: bigint }

/**
 * What somebody holds as vouchers, zero balances left out. Anybody may send them any number of kinds, so lists end somewhere: then `isAll` is false, and the tokens of the
 * network are there all the same.
 */
export type HeldVouchers = { held: { token: string; amount: bigint }[]; isAll: boolean }

/** How a token exists on a chain, vouchers included. */
export type Denomination = TokenType | { voucher: object }

/** What payouts of a token on a chain cost, and whether there are any. */
export type ReadPayoutTerms = (token: string, chainUid: string) => Promise<PayoutTerms>

/**
 * What the hub's contracts answer, one query each (a factory's and a cw20's is one of its own chain). Amounts are base units.
 * Every call may throw `ChainUnavailableError`; one that a contract refuses throws `InvalidRequestError` with its words, or is
 * `undefined` where that is said. What is asked of a chain's factory or cw20 is `undefined` on an EVM chain.
 */
export type HubReads = {
  chains(): Promise<RegisteredChain[]>
  vlps(range: Range<[token_1: string, token_2: string]>): Promise<Vlp[]>
  /** The tokens of a pool that the router has; `undefined` for any other contract. */
  pairOf(vlp: string): Promise<Pair | undefined>
  vlpState(vlp: string): Promise<VlpState>
  vlpLiquidity(vlp: string): Promise<VlpLiquidity>
  vlpFee(vlp: string): Promise<VlpFee>
  tokens(range: Range<string>): Promise<string[]>
  tokenDenoms(token: string): Promise<{ chain_uid: string; token_type: Denomination }[]>
  escrows(token: string, range: Range<string>): Promise<{ chain_uid: string; balance: bigint }[]>
  /** A user's vouchers of one token. `address` is in the form of `parseAddress`. */
  voucher(user: CrossChainUser, token: string): Promise<bigint>
  /** What a user holds as vouchers. `address` as above. */
  vouchers(user: CrossChainUser): Promise<HeldVouchers>
  /** Where a CosmWasm chain's factory keeps a token; `undefined` where it has no escrow for it. */
  escrowAddress(chainUid: string, token: string): Promise<string | undefined>
  payoutTerms: ReadPayoutTerms
  /** What the router would pay now. @throws {SwapRefusedError} in its own words */
  simulateSwap(swap: SimulatedSwap): Promise<bigint>
  /** `undefined` where the router does not tell it. */
  routerState(): Promise<RouterState | undefined>
  /** The pool of a pair, in the protocol's order; `undefined` where there is none. */
  vlpOf(pair: Pair): Promise<Vlp | undefined>
  /** Every token's escrow on every chain, by token; `undefined` where the router has no such list. */
  allEscrows(range: Range<string>): Promise<TokenEscrow[] | undefined>
  /** `undefined` where the contract of vouchers does not tell it. */
  virtualBalanceState(): Promise<{ router: string | null; admin: string | null } | undefined>
  /** The chains that have liquidity in a pool. */
  vlpShares(vlp: string): Promise<ChainShare[]>
  /** `undefined` where the pool does not count them. */
  vlpFees(vlp: string): Promise<VlpFees | undefined>
  /** `undefined` where the factory does not tell it. */
  factoryState(chainUid: string): Promise<FactoryState | undefined>
  /** The pools that a factory knows; `undefined` where it has no such list. */
  factoryPools(chainUid: string): Promise<{ pair: Pair; vlp: string }[] | undefined>
  /** Fees that partners got of swaps on the chain; `undefined` where the factory does not count them. */
  partnerFees(chainUid: string): Promise<FeeTotals | undefined>
  /** The contract of a pool's LP token on a chain; `undefined` where the pool has none. */
  lpTokenOf(chainUid: string, vlp: string): Promise<string | undefined>
  /** Both addresses are in the form of `parseAddress`. */
  cw20Balance(chainUid: string, contract: string, address: string): Promise<bigint | undefined>
  /** `contract` is in the form of `parseAddress`. */
  cw20Info(chainUid: string, contract: string): Promise<Cw20Info | undefined>
}
