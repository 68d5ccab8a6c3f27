import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import { ROUTE_HOPS } from '../../core/terms/open-limits.ts'
import { TypeOrVoucher } from '../generations/shapes.ts'
import { MOST_RECIPIENTS, TOO_LONG } from './packet-call.ts'
import { Pair } from './pools.ts'

/**
 * Packets between a factory and the hub, of every family: one operation, by its name. Fields stand in the order in which
 * they are written. As the contracts do, these take nothing that they do not know.
 */

/** The protocol's amounts have 128 bits. */
const Amount = BaseUnits.refine((units) => units < 1n << 128n, 'is no 128-bit number')
const Bps = z.int().min(0).max(10_000)
const TxId = z.string().max(300)

/** What both sides answer to a packet that comes too late. */
export const TIMED_OUT = 'PacketTimedOut'

const Limit = z.union([
  z.strictObject({ less_than_or_equal: Amount }),
  z.strictObject({ equal: Amount }),
  z.strictObject({ greater_than_or_equal: Amount }),
  z.strictObject({ dynamic: z.literal('0') }),
])

const Recipients = z
  .array(
    z.strictObject({
      recipient: CrossChainUser,
      amount: Limit,
      denom: TypeOrVoucher,
      /** Base64 of what the recipient is told. */
      forwarding_message: z.base64().nullable(),
      unsafe_refund_as_voucher: z.boolean().nullable(),
    }),
  )
  .max(MOST_RECIPIENTS)

const PoolConfig = z.union([
  z.strictObject({ constant_product: z.strictObject({}) }),
  z.strictObject({ stable: z.strictObject({ amp_factor: Amount.nullable() }) }),
])

const Asset = z.strictObject({ token: z.string(), token_type: TypeOrVoucher })
const Side = z.strictObject({ token: z.string(), amount: Amount, token_type: TypeOrVoucher })
const Sides = z.strictObject({ token_1: Side, token_2: Side })

export const DepositPacket = z.strictObject({
  sender: CrossChainUser,
  asset_in: z.strictObject({ token: z.string(), token_type: TokenType }),
  amount_in: Amount,
  recipients: Recipients,
  tx_id: TxId,
})

export const TransferPacket = z.strictObject({
  sender: CrossChainUser,
  token: z.string(),
  amount: Amount,
  from: CrossChainUser.nullable(),
  recipients: Recipients,
  tx_id: TxId,
})

/** `amount_in` is what is left after the partner's fee. */
export const SwapPacket = z.strictObject({
  sender: CrossChainUser,
  asset_in: Asset,
  amount_in: Amount,
  asset_out: z.string(),
  min_amount_out: Amount,
  swaps: z
    .array(
      z.strictObject({
        token_in: z.string(),
        token_out: z.string(),
        test_fail: z.boolean().nullish(),
      }),
    )
    .max(ROUTE_HOPS, TOO_LONG),
  recipients: Recipients,
  partner_fee_amount: Amount,
  partner_fee_recipient: CrossChainUser,
  tx_id: TxId,
})

export const PoolCreationPacket = z.strictObject({
  sender: CrossChainUser,
  tx_id: TxId,
  pair: Sides,
  pool_config: PoolConfig,
  slippage_tolerance_bps: Bps,
})

export const AddLiquidityPacket = z.strictObject({
  sender: CrossChainUser,
  slippage_tolerance_bps: Bps,
  pair: Sides,
  tx_id: TxId,
})

/**
 * Published packets pay all of it to one recipient. The interface's message may name several with limits; how a packet says that is not
 * published, so it is said as the message does.
 */
export const RemoveLiquidityPacket = z.union([
  z.strictObject({
    sender: CrossChainUser,
    lp_allocation: Amount,
    pair: Pair,
    recipient: CrossChainUser,
    tx_id: TxId,
  }),
  z.strictObject({
    sender: CrossChainUser,
    lp_allocation: Amount,
    pair: Pair,
    cross_chain_addresses: z
      .array(z.strictObject({ user: CrossChainUser, limit: Limit }))
      .max(MOST_RECIPIENTS),
    tx_id: TxId,
  }),
])

export type RecipientJson = z.input<typeof Recipients>[number]

/** What a factory writes: exactly one of them. */
export type FactoryPacketJson =
  | { deposit_token: z.input<typeof DepositPacket> }
  | { transfer_voucher: z.input<typeof TransferPacket> }
  | { swap: z.input<typeof SwapPacket> }
  | { request_pool_creation: z.input<typeof PoolCreationPacket> }
  | { add_liquidity: z.input<typeof AddLiquidityPacket> }
  | { remove_liquidity: z.input<typeof RemoveLiquidityPacket> }

/** The hub's order to pay out on a factory's chain. */
export const ReleasePacket = z.strictObject({
  release_escrow: z.strictObject({
    sender: CrossChainUser,
    token: z.string(),
    recipient: z.string(),
    amount: Amount,
    denom: TokenType,
    forwarding_message: z.string().nullable(),
    tx_id: TxId,
  }),
})
export type ReleasePacketJson = z.input<typeof ReleasePacket>
