import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import { CrossChainUser, Social, Timeout } from '../../core/terms/shapes.ts'
import { MOST_RECIPIENTS } from './packet-call.ts'
import { Pair } from './pools.ts'

/** A contract message inside a message: base64 of its JSON. */
const Msg = z.base64().nullish()
const Voucher = z.strictObject({ voucher: z.strictObject({}) })
export const TypeOrVoucher = z.union([TokenType, Voucher])

const Asset = z.strictObject({ token: z.string(), token_type: TypeOrVoucher })
export const AssetAmount = Asset.extend({ amount: BaseUnits })
export const PairAmounts = z.strictObject({ token_1: AssetAmount, token_2: AssetAmount })

export const UserLimit = z.union([
  z.strictObject({ less_than_or_equal: BaseUnits }),
  z.strictObject({ equal: BaseUnits }),
  z.strictObject({ greater_than_or_equal: BaseUnits }),
  z.strictObject({ dynamic: z.union([z.strictObject({}), z.enum(['0', ''])]) }),
])
/** From the top down; empty means the sender. */
export const UsersWithLimits = z
  .array(z.strictObject({ user: CrossChainUser, limit: UserLimit.nullish() }))
  .max(20)
  .nullish()
export const LiveRecipients = z
  .array(
    z.strictObject({
      recipient: CrossChainUser,
      amount: UserLimit.nullish(),
      denom: TypeOrVoucher.nullish(),
      forwarding_message: Msg,
      unsafe_refund_as_voucher: z.boolean().nullish(),
    }),
  )
  .max(MOST_RECIPIENTS)
export const CrossChainConfig = z.strictObject({
  timeout: Timeout,
  ack_response: z.string().nullish(),
  meta: z.string().nullish(),
})
const PartnerFee = z
  .strictObject({ partner_fee_bps: z.int().min(0).max(30), recipient: z.string() })
  .nullish()

// Each message in its two forms: the interface's, and the one that live factories have moved to.
const DepositToken = z.strictObject({
  amount_in: BaseUnits,
  asset_in: z.strictObject({ token: z.string(), token_type: TokenType }),
})
export const Deposit = z.union([
  DepositToken.extend({
    /** Clients leave the `social` that they asked with beside the claimer contract's address. */
    recipient: CrossChainUser.extend({ social: Social.optional() }),
    timeout: Timeout,
    msg: Msg,
  }),
  DepositToken.extend({ recipients: LiveRecipients, cross_chain_config: CrossChainConfig }),
])

const SwapTerms = z.strictObject({
  asset_in: Asset,
  amount_in: BaseUnits,
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: z.array(z.strictObject({ token_in: z.string(), token_out: z.string() })).max(10),
  partner_fee: PartnerFee,
})
export const Swap = z.union([
  SwapTerms.extend({
    cross_chain_addresses: UsersWithLimits,
    timeout: Timeout,
    meta: z.string().nullish(),
  }),
  SwapTerms.extend({ recipients: LiveRecipients, cross_chain_config: CrossChainConfig }),
])

const Bps = z.int().min(0).max(10_000)
export const AddLiquidityRequest = z.strictObject({
  pair_info: PairAmounts,
  slippage_tolerance_bps: Bps,
  timeout: Timeout,
})
export const AddLiquidity = z.strictObject({
  pair_with_denom_and_amount: PairAmounts,
  slippage_tolerance_bps: Bps,
  cross_chain_config: CrossChainConfig,
})

const RemoveTerms = z.strictObject({ pair: Pair, lp_allocation: BaseUnits })
export const RemoveLiquidity = z.union([
  RemoveTerms.extend({ cross_chain_addresses: UsersWithLimits, timeout: Timeout }),
  RemoveTerms.extend({ recipient: CrossChainUser, cross_chain_config: CrossChainConfig }),
])

const PoolTerms = z.strictObject({
  lp_token_name: z.string(),
  lp_token_symbol: z.string(),
  lp_token_decimal: z.int(),
  lp_token_marketing: z.unknown(),
  slippage_tolerance_bps: Bps,
})
export const PoolConfig = z.union([
  z.strictObject({
    stable: z.strictObject({ amp_factor: z.union([z.int().positive(), BaseUnits]).nullish() }),
  }),
  z.strictObject({ constant_product: z.strictObject({}) }),
])
export const PoolCreation = z.union([
  PoolTerms.extend({ pair: PairAmounts, timeout: Timeout }),
  PoolTerms.extend({
    pair_with_denom_and_amount: PairAmounts,
    pool_config: PoolConfig,
    cross_chain_config: CrossChainConfig,
  }),
])

export const Withdraw = z.strictObject({
  token: z.string(),
  amount: BaseUnits,
  cross_chain_addresses: UsersWithLimits,
  timeout: Timeout,
})
export const InterfaceTransfer = z.strictObject({
  token: z.string(),
  amount: BaseUnits,
  recipient_address: CrossChainUser,
  timeout: Timeout,
  msg: Msg,
})
export const LiveTransfer = z.strictObject({
  token_id: z.string(),
  amount: BaseUnits,
  from: CrossChainUser.nullish(),
  recipients: LiveRecipients,
  cross_chain_config: CrossChainConfig,
})
