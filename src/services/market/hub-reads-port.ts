import type { TokenType } from '../../core/terms/network.ts'
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

/** A chain as the router has it registered. */
export type RegisteredChain = { chain_uid: string; chain_id: string; factory_address: string }

/** A pool as the router lists it. */
export type Vlp = { vlp: string; token_1: string; token_2: string }

export type VlpFee = { lp_fee_bps: number; euclid_fee_bps: number; recipient: CrossChainUser }

export type VlpState = {
  pair: Pair
  fee: VlpFee
  total_lp_tokens: bigint
  pool_config: { constant_product: object } | { stable: { amp_factor: bigint } }
}

/** Reserves are base units. */
export type VlpLiquidity = {
  pair: Pair
  token_1_reserve: bigint
  token_2_reserve: bigint
  total_lp_tokens: bigint
}

/** How a token exists on a chain, vouchers included. */
export type Denomination = TokenType | { voucher: object }

/**
 * What the hub's contracts answer, one query each (a factory's is one of its own chain). Amounts are base units. Every
 * call may throw `ChainUnavailableError`; one that a contract refuses throws `InvalidRequestError` with its words.
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
  /** What a user holds as vouchers, zero balances left out. `address` is in the form of `parseAddress`. */
  vouchers(user: CrossChainUser): Promise<{ token: string; amount: bigint }[]>
  /** Where a CosmWasm chain's factory keeps a token; `undefined` where it has no escrow for it. */
  escrowAddress(chainUid: string, token: string): Promise<string | undefined>
  /** What the router would pay now. @throws {SwapRefusedError} in its own words */
  simulateSwap(swap: SimulatedSwap): Promise<bigint>
}
