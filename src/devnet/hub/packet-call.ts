import { z } from 'zod'

import { BaseUnits } from '../../core/amounts.ts'
import { TokenType } from '../../core/network.ts'
import { CrossChainUser } from '../../core/shapes.ts'

/** How much a recipient is to get: `dynamic` takes what is left. `value` is base units. */
export const Limit = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['equal', 'less_than_or_equal', 'greater_than_or_equal']),
    value: BaseUnits,
  }),
  z.strictObject({ type: z.literal('dynamic') }),
])
export type Limit = z.infer<typeof Limit>

/** A recipient of vouchers (`denom` is `voucher`) or of real tokens on its own chain. */
export const CallRecipient = z.strictObject({
  user: CrossChainUser,
  limit: Limit,
  denom: z.union([z.literal('voucher'), TokenType]),
  /** JSON for the contract that receives vouchers. */
  forwardingMessage: z.string().optional(),
})
export type CallRecipient = z.infer<typeof CallRecipient>

const distribution = {
  token: z.string(),
  amount: BaseUnits,
  recipients: z.array(CallRecipient).max(20),
  /** Of the release packets that follow. */
  timeoutSec: z.int().positive(),
}

/** What a factory asks of the router, whatever chain it came from. */
export const PacketCall = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('deposit_token'), denom: TokenType, ...distribution }),
  z.strictObject({ type: z.literal('transfer_voucher'), ...distribution }),
])
export type PacketCall = z.infer<typeof PacketCall>
/** As it goes from contract to contract: amounts as decimal strings. */
export type PacketCallJson = z.input<typeof PacketCall>

/** A call together with who made it. `sender` is the factory's caller. */
export const SignedCall = z.strictObject({
  tx_id: z.string(),
  sender: CrossChainUser,
  call: PacketCall,
})
export type SignedCall = z.infer<typeof SignedCall>
