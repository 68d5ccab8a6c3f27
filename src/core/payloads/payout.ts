import type { TokenType } from '../terms/network.ts'
import type { CrossChainUser } from '../terms/shapes.ts'
import type { PacketTimeout } from './timeout.ts'

/** `value` is base units. */
export type Limit =
  | { kind: 'equal' | 'less_than_or_equal' | 'greater_than_or_equal'; value: bigint }
  | { kind: 'dynamic' }

/** One recipient, checked against the network. In a list, the first is served first. */
export type Payout = {
  user: CrossChainUser
  limit: Limit
  denom: TokenType | 'voucher'
  forwardingMessage: Uint8Array | undefined
  refundAsVoucher: boolean
}

/** A recipient that gets exactly so much. */
export type ExactPayout = Payout & { limit: { kind: 'equal'; value: bigint } }

/** Vouchers that leave a user: as vouchers or as real tokens, which the recipients' `denom` says. */
export type VoucherMove = {
  token: string
  amount: bigint
  from: CrossChainUser
  timeout: PacketTimeout
}
