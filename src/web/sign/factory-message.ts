import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import { CrossChainUser, PartnerFee, Social, TokenWithDenom } from '../../core/terms/shapes.ts'

// Strict objects throughout: a field that is not known here could mean anything, so its message counts as not readable.

const Seconds = z.union([z.string().regex(/^\d{1,9}$/), z.int().nonnegative()]).nullable()

const Limit = z.union([
  z.strictObject({ equal: BaseUnits }),
  z.strictObject({ less_than_or_equal: BaseUnits }),
  z.strictObject({ greater_than_or_equal: BaseUnits }),
])
export type Limit = z.output<typeof Limit>

/** The terms of the messages that live factories have moved to, the same for every operation. */
const liveTerms = {
  recipients: z.array(
    z.strictObject({
      recipient: CrossChainUser,
      amount: z.union([Limit, z.strictObject({ dynamic: z.literal(['0', '']) })]),
      denom: z.union([TokenType, z.strictObject({ voucher: z.strictObject({}) })]),
      forwarding_message: z.base64().nullable(),
      unsafe_refund_as_voucher: z.boolean(),
    }),
  ),
  cross_chain_config: z.strictObject({
    timeout: Seconds,
    ack_response: z.null(),
    meta: z.string().nullable(),
  }),
}
const LiveTerms = z.strictObject(liveTerms)
export type LiveTerms = z.output<typeof LiveTerms>

/** The interface's terms where vouchers go to one recipient. `msg` is the claim, for a person. */
const giftTerms = {
  // The identity stands there for readers of the chain; who can claim is decided by the key in `msg`.
  recipient: z.strictObject({ ...CrossChainUser.shape, social: Social.optional() }),
  timeout: Seconds,
  msg: z.base64().optional(),
}
const GiftTerms = z.strictObject(giftTerms)
export type GiftTerms = z.output<typeof GiftTerms>

/** The interface's terms where tokens are paid out. */
const payOutTerms = {
  cross_chain_addresses: z.array(z.strictObject({ user: CrossChainUser, limit: Limit.nullable() })),
  timeout: Seconds,
}
const PayOutTerms = z.strictObject(payOutTerms)
export type PayOutTerms = z.output<typeof PayOutTerms>

const trade = {
  asset_in: TokenWithDenom,
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: z.array(z.strictObject({ token_in: z.string(), token_out: z.string() })).min(1),
  partner_fee: PartnerFee.nullable(),
}
const interfaceTrade = { ...trade, ...payOutTerms, meta: z.string().nullable() }
const liveTrade = { ...trade, ...liveTerms }
const Trade = z.union([z.strictObject(interfaceTrade), z.strictObject(liveTrade)])
export type Trade = z.output<typeof Trade>

const paid = { amount_in: BaseUnits, asset_in: TokenWithDenom }

/** What chats have the factory itself do, in the interface's message set or in the live one. */
export const FactoryMessage = z.union([
  z.strictObject({
    deposit_token: z.union([
      z.strictObject({ ...paid, ...giftTerms }),
      z.strictObject({ ...paid, ...liveTerms }),
    ]),
  }),
  z.strictObject({
    execute_swap_request: z.union([
      z.strictObject({ ...interfaceTrade, amount_in: BaseUnits }),
      z.strictObject({ ...liveTrade, amount_in: BaseUnits }),
    ]),
  }),
  z.strictObject({
    transfer_virtual_balance: z.strictObject({
      token: z.string(),
      amount: BaseUnits,
      recipient_address: CrossChainUser,
      timeout: Seconds,
      msg: z.base64().optional(),
    }),
  }),
  z.strictObject({
    withdraw_virtual_balance: z.strictObject({
      token: z.string(),
      amount: BaseUnits,
      ...payOutTerms,
    }),
  }),
  z.strictObject({
    transfer_voucher: z.strictObject({
      token_id: z.string(),
      amount: BaseUnits,
      from: CrossChainUser,
      ...liveTerms,
    }),
  }),
])

/** A smart token on its way to the factory: `msg` is base64 of a `TokenOrder`. */
export const TokenSend = z.strictObject({
  send: z.strictObject({ amount: BaseUnits, contract: z.string(), msg: z.base64() }),
})
export const TokenOrder = z.union([
  z.strictObject({
    deposit: z.union([
      z.strictObject({ token: z.string(), ...giftTerms }),
      z.strictObject({ token: z.string(), ...liveTerms }),
    ]),
  }),
  z.strictObject({ swap: Trade }),
])
