import { z } from 'zod'

import { BaseUnits } from '../../../core/terms/amounts.ts'
import { TokenType } from '../../../core/terms/network.ts'
import type { CrossChainUser } from '../../../core/terms/shapes.ts'
import { on } from '../../cosmwasm/message-table.ts'
import { MOST_RECIPIENTS, type CallRecipient, type PacketCall } from '../../hub/packet-call.ts'
import { Pair } from '../../hub/pools.ts'
import type { FactoryMessages, Sender } from '../local-generation.ts'
import {
  Asset,
  assetOf,
  assetsOf,
  Bps,
  curveOf,
  denomOf,
  forwarding,
  Hops,
  limitOf,
  lpTokenOf,
  lpTokenTerms,
  Msg,
  PairAmounts,
  PartnerFee,
  partnerFeeIn,
  PoolConfig,
  Seconds,
  secondsOf,
  TypeOrVoucher,
  User,
  UserLimit,
} from '../shapes.ts'

const MAX_TIMEOUT_SEC = 240
/** Recorded pools waited up to an hour. */
const MAX_POOL_TIMEOUT_SEC = 3600

/** From the top down; none means the sender. */
const Users = z
  .array(
    z.strictObject({
      user: User,
      limit: UserLimit.nullish(),
      preferred_token_type: TypeOrVoucher.nullish(),
      refund_address: z.string().nullish(),
      forwarding_message: Msg,
      unsafe_refund_voucher_to_recipient: z.boolean().nullish(),
      vcoin_msg: Msg,
    }),
  )
  .max(MOST_RECIPIENTS)

const Deposit = z.strictObject({
  amount_in: BaseUnits,
  asset_in: z.strictObject({ token: z.string(), token_type: TokenType }),
  recipient: User.nullish(),
  timeout: Seconds,
  msg: Msg,
})

const Swap = z.strictObject({
  sender: User.nullish(),
  asset_in: Asset,
  amount_in: BaseUnits,
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: Hops,
  partner_fee: PartnerFee,
  cross_chain_addresses: Users,
  timeout: Seconds,
  meta: z.string().nullish(),
})

const AddLiquidity = z.strictObject({
  pair_info: PairAmounts,
  slippage_tolerance_bps: Bps,
  timeout: Seconds,
})

const RemoveLiquidity = z.strictObject({
  pair: Pair,
  lp_allocation: BaseUnits,
  cross_chain_addresses: Users,
  timeout: Seconds,
})

const PoolCreation = z.strictObject({
  ...lpTokenTerms,
  pair: PairAmounts,
  pool_config: PoolConfig,
  timeout: Seconds,
})

const Withdraw = z.strictObject({
  token: z.string(),
  amount: BaseUnits,
  cross_chain_addresses: Users,
  timeout: Seconds,
})

const Transfer = z.strictObject({
  token: z.string(),
  amount: BaseUnits,
  recipient_address: User,
  from: User.nullish(),
  timeout: Seconds,
  msg: Msg,
})

const swap = on(Swap, ({ sender }: Sender, body): PacketCall => ({
  type: 'swap',
  asset: assetOf({ ...body.asset_in, amount: body.amount_in }),
  assetOut: body.asset_out,
  minAmountOut: body.min_amount_out,
  swaps: body.swaps.map(({ token_in, token_out }) => ({ token_in, token_out })),
  ...partnerFeeIn(sender, body.amount_in, body.partner_fee),
  recipients: recipientsOf(sender, body.cross_chain_addresses),
  timeoutSec: secondsOf(body.timeout, MAX_TIMEOUT_SEC),
}))

/** The messages that the service's interface names. */
export const messages: FactoryMessages = {
  deposit_token: on(Deposit, ({ sender }: Sender, body): PacketCall => {
    const { token, token_type: denom } = body.asset_in
    return {
      type: 'deposit_token',
      token,
      denom,
      amount: body.amount_in,
      recipients: [voucherRecipient(body.recipient ?? sender, body.amount_in, body.msg)],
      timeoutSec: secondsOf(body.timeout, MAX_TIMEOUT_SEC),
    }
  }),
  execute_swap_request: swap,
  add_liquidity_request: on(AddLiquidity, (_: Sender, body): PacketCall => ({
    type: 'add_liquidity',
    assets: assetsOf(body.pair_info),
    slippageBps: body.slippage_tolerance_bps,
    timeoutSec: secondsOf(body.timeout, MAX_TIMEOUT_SEC),
  })),
  remove_liquidity: on(RemoveLiquidity, ({ sender }: Sender, body): PacketCall => ({
    type: 'remove_liquidity',
    pair: body.pair,
    lpAmount: body.lp_allocation,
    recipients: recipientsOf(sender, body.cross_chain_addresses),
    timeoutSec: secondsOf(body.timeout, MAX_TIMEOUT_SEC),
  })),
  request_pool_creation: on(PoolCreation, (_: Sender, body): PacketCall => ({
    type: 'pool_creation',
    lpToken: lpTokenOf(body),
    slippageBps: body.slippage_tolerance_bps,
    assets: assetsOf(body.pair),
    curve: curveOf(body.pool_config),
    timeoutSec: secondsOf(body.timeout, MAX_POOL_TIMEOUT_SEC),
  })),
  withdraw_virtual_balance: on(Withdraw, withdraw),
  transfer_virtual_balance: on(Transfer, transfer),
}

/** What owners of vouchers sign for the router, which has names of its own for two of the factory's messages. */
export const metaMessages: FactoryMessages = {
  execute_swap_request: swap,
  transfer_voucher: on(Transfer, transfer),
  withdraw_voucher: on(Withdraw, withdraw),
}

function withdraw({ sender }: Sender, body: z.infer<typeof Withdraw>): PacketCall {
  return {
    type: 'transfer_voucher',
    token: body.token,
    amount: body.amount,
    recipients: recipientsOf(sender, body.cross_chain_addresses),
    timeoutSec: secondsOf(body.timeout, MAX_TIMEOUT_SEC),
  }
}

function transfer(_: Sender, body: z.infer<typeof Transfer>): PacketCall {
  const { token, amount, recipient_address, timeout, msg } = body
  return {
    type: 'transfer_voucher',
    token,
    amount,
    recipients: [voucherRecipient(recipient_address, amount, msg)],
    timeoutSec: secondsOf(timeout, MAX_TIMEOUT_SEC),
  }
}

function recipientsOf(sender: CrossChainUser, users: z.infer<typeof Users>): CallRecipient[] {
  if (users.length === 0) return [{ user: sender, limit: { type: 'dynamic' }, denom: 'real' }]
  return users.map((each) => ({
    user: each.user,
    limit: limitOf(each.limit),
    denom: each.preferred_token_type ? denomOf(each.preferred_token_type) : 'real',
    ...forwarding(each.forwarding_message ?? each.vcoin_msg),
    ...(each.unsafe_refund_voucher_to_recipient && { refundToRecipient: true }),
  }))
}

function voucherRecipient(
  user: CrossChainUser,
  amount: bigint,
  msg: string | null | undefined,
): CallRecipient {
  return { user, limit: { type: 'equal', value: amount }, denom: 'voucher', ...forwarding(msg) }
}
