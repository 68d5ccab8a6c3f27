import { z } from 'zod'

import type { Pair, Sides } from '../payloads/pair.ts'
import type { ExactPayout, Payout, VoucherMove } from '../payloads/payout.ts'
import type { PacketTimeout } from '../payloads/timeout.ts'
import type { GenerationName, Network, TokenType } from '../terms/network.ts'
import type { CrossChainUser, PartnerFee } from '../terms/shapes.ts'
import type { ProtocolEvent } from '../tracking/observation.ts'

/**
 * All in which one generation of the protocol's contracts differs from another: what is built for them, and what is read of them.
 * A network speaks one generation, whole.
 */
export type Generation = {
  name: GenerationName
  /** What the answers to `get_state` have in this generation, and in no other that is known. */
  marks: Record<KindOfContract, readonly string[]>
  /** Whether an EVM factory takes LP tokens by their owner's approval; where not, it burns them as it is. */
  approvesLpTokens: boolean
  /** Whether its hub may keep a fee of what it pays out, and lock chains. */
  chargesPayouts: boolean
  messages: FactoryMessages
  events: EventForms
  claims: ClaimForms
  meta: MetaForms
}

/** The contracts that say of which generation they are. */
export type KindOfContract = 'router' | 'claimer' | 'factory'

/** What the messages of CosmWasm factories say, from values that were checked. Amounts in them are decimal strings of base units. */
export type FactoryMessages = {
  /** Whether a recipient may be paid in vouchers, get a message, and say where a failed payout goes. */
  saysEverything: boolean
  /** Whether a removal of liquidity can pay several recipients. */
  removalPaysSeveral: boolean
  /** The parts of a deposit, a message each: what goes in, and the terms beside it. */
  deposit(
    deposit: { amount: bigint; timeout: PacketTimeout },
    payouts: readonly ExactPayout[],
  ): { amount: bigint; terms: object }[]
  /** What a swap says beside its trade. `meta` is the JSON of `swapMeta`. */
  swapTerms(swap: {
    payouts: readonly Payout[]
    partnerFee: PartnerFee | undefined
    timeout: PacketTimeout
    meta: string
  }): object
  addLiquidity(liquidity: { sides: Sides; slippageBps: number; timeout: PacketTimeout }): Message
  /** What the LP token hands over with `lpAllocation`. */
  removeLiquidity(removal: {
    pair: Pair
    lpAllocation: bigint
    timeout: PacketTimeout
    recipients: readonly [Removed, ...Removed[]]
  }): object
  createPool(pool: {
    sides: Sides
    /** The fields that name the LP token, and the slippage. */
    terms: object
    curve: { type: 'cp' } | { type: 'stable'; ampFactor: number }
    timeout: PacketTimeout
  }): object
  /** Vouchers to others as vouchers, a message each. */
  transferVouchers(move: VoucherMove, payouts: readonly ExactPayout[]): Message[]
  /** Vouchers to real tokens. */
  payOutVouchers(move: VoucherMove, payouts: readonly Payout[]): Message
}

/** A contract's message: its name, and what it says. */
export type Message = Record<string, unknown>

/** Who gets liquidity that is removed, and at most how much of each token: base units. */
export type Removed = { user: CrossChainUser; limit: bigint | undefined }

/** What waits for a claim's key on the hub, and what that key signs. */
export type ClaimForms = {
  /** As whose the claimer contract holds vouchers: the chain_uid beside its address. */
  claimerUid(hub: Pick<Network['hub'], 'chain_uid' | 'settlement_uid'>): string
  /**
   * What a document says behind the claim's number.
   * @throws {UnknownTokenError} {UnknownDenominationError} it names the token's form on the recipient's chain, and there is none
   */
  terms(network: Network, order: ClaimTerms): object
  /** Reads terms back, of exactly the JSON that `terms` makes. `undefined` for any other text, however it is spelled. */
  read(json: string): ReadTerms | undefined
}

/** Who gets all of a claim. `releaseFunds`: true pays real tokens on the recipient's chain, false makes them the recipient's vouchers. */
export type ClaimTerms = { token: string; recipient: CrossChainUser; releaseFunds: boolean }

/** As far as a document says it. `denom`: the tokens that it pays, where it names them. */
export type ReadTerms = Omit<ClaimTerms, 'token'> & { denom?: TokenType }

/** The calls of the router that owners of vouchers sign off chain. */
export type MetaForms = {
  /** Whether it is too late to run what is signed until `expirySec`, unix seconds. `nowMs` is unix milliseconds. */
  isExpired(expirySec: number, nowMs: number): boolean
  /** What is wrong with a call that `owner` signed, as far as it can be seen without the hub: "is …". `undefined` where nothing is. */
  problemOf(call: unknown, owner: CrossChainUser): string | undefined
  /** What a call moves, of one in which `problemOf` sees nothing wrong. Pure. */
  factsOf(call: unknown): MetaFacts
  /** One leg of a swap that vouchers pay. */
  swap(leg: {
    from: CrossChainUser
    amount: bigint
    trade: Trade
    payouts: readonly Payout[]
    partnerFee: PartnerFee | undefined
    timeout: PacketTimeout
    meta: string
  }): object
  /** How many recipients one text may move vouchers to. */
  mostShares: number
  /** Vouchers to others as vouchers. All of the calls are made, or none. */
  transferVouchers(move: VoucherMove, payouts: readonly ExactPayout[]): object[]
  /** Vouchers to real tokens. */
  payOutVouchers(move: VoucherMove, payouts: readonly Payout[]): object
}

/** What a signed call moves, as its tracking says it. Amounts are base units; the least of a swap's output. */
export const MetaFacts = z.object({
  type: z.enum(['swap', 'transfer_voucher', 'withdraw_voucher']),
  token_in: z.string().optional(),
  token_out: z.string().optional(),
  token: z.string().optional(),
  amount_in: z.string().optional(),
  amount_out: z.string().optional(),
})
export type MetaFacts = z.infer<typeof MetaFacts>

/** What is traded for what, as contracts are told it. */
export type Trade = {
  asset_in: { token: string; token_type: TokenType | { voucher: object } }
  asset_out: string
  min_amount_out: string
  swaps: { token_in: string; token_out: string }[]
}

/** What the contracts of CosmWasm chains say of themselves, read into the one vocabulary of both families. */
export type EventForms = {
  /** The events of one message, in order. `call` is the JSON text of what the message called, empty where it called no contract. Pure. */
  read(place: EventPlace, spoken: readonly SpokenEvent[], call: string): ProtocolEvent[]
}

/** An event of one of the network's own contracts. */
export type SpokenEvent = {
  type: string
  contract: string
  attributes: Partial<Record<string, string>>
}

/** The chain that events are of, its factory, and the hub that all packets go to. */
export type EventPlace = {
  chain_uid: string
  factory: string
  hub: Network['hub']
  /** The uids of all chains. */
  chains: readonly string[]
}
