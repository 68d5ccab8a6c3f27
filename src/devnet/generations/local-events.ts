import type { CrossChainUser } from '../../core/terms/shapes.ts'

/** One side of a packet: the hub under the settlement layer's uid, or a chain's factory. */
export type PacketEnd = { chainUid: string; contract: string; chainType: 'cosmos' | 'evm' }

/** A packet from one side's view: `here` prints the event. */
export type PacketPlace = { sequence: number; here: PacketEnd; there: PacketEnd; isHub: boolean }

/** An event's type, without `wasm-` and empty for plain attributes, and what it says. */
export type LocalEvent = readonly [type: string, attributes: Record<string, string>]

/** What every `euclid` event begins with. */
export const CONTRACT_VERSION = '1.0.0'

/** How the CosmWasm contracts of one generation tell what they do. `msg` and `answer` are text, amounts base units. Pure. */
export type LocalEvents = {
  /** A packet leaves. `timeoutAt` is unix seconds. */
  sent(place: PacketPlace, msg: string, timeoutAt: number): LocalEvent
  /** A packet came, before anything is done with it. */
  received(place: PacketPlace, msg: string): LocalEvent[]
  /** What came of it. */
  answered(answer: string): LocalEvent
  /** The other side's answer is here. */
  heard(place: PacketPlace): LocalEvent
  /** `sender` has no chain on a factory. */
  transaction(txId: string, sender: string | CrossChainUser, type: string): LocalEvent
  /** What the sender of a transaction says of it. */
  noted(meta: string): LocalEvent
  /** The voucher ledger books something in or out, or from one to another. */
  vouchers(change: VoucherChange): LocalEvent[]
  /** A factory's escrow of a token holds more, or less. */
  escrow(change: EscrowChange): LocalEvent[]
}

export type VoucherChange = {
  kind: 'mint' | 'burn' | 'transfer'
  token: string
  amount: bigint
  /** `chain_uid:address`. Of a transfer both, else whose balance it is and what that is now. */
  user: string
  to?: string
  balance: bigint
}

export type EscrowChange = {
  action: 'increase' | 'decrease'
  token: string
  chainUid: string
  amount: bigint
  /** JSON of the token's form. */
  tokenType: string
}
