import { z } from 'zod'

import { BaseUnits } from '../../../core/terms/amounts.ts'
import { TokenType } from '../../../core/terms/network.ts'
import { on } from '../../cosmwasm/message-table.ts'
import type { PacketCall } from '../../hub/packet-call.ts'
import { Pair } from '../../hub/pools.ts'
import type { FactoryMessages, Sender } from '../local-generation.ts'
import { Recipients, recipientsOf } from './recipients.ts'
import {
  Asset,
  assetOf,
  assetsOf,
  Bps,
  curveOf,
  Hops,
  lpTokenOf,
  lpTokenTerms,
  PairAmounts,
  PartnerFee,
  partnerFeeIn,
  PoolConfig,
  Seconds,
  secondsOf,
  User,
} from '../shapes.ts'

const config = {
  cross_chain_config: z.strictObject({
    timeout: Seconds,
    ack_response: z.base64().nullish(),
    meta: z.string().nullish(),
  }),
}

const Deposit = z.strictObject({
  amount_in: BaseUnits,
  asset_in: z.strictObject({ token: z.string(), token_type: TokenType }),
  recipients: Recipients,
  ...config,
})

const Swap = z.strictObject({
  asset_in: Asset,
  amount_in: BaseUnits,
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: Hops,
  recipients: Recipients,
  partner_fee: PartnerFee,
  ...config,
})

const AddLiquidity = z.strictObject({
  pair_with_denom_and_amount: PairAmounts,
  slippage_tolerance_bps: Bps,
  ...config,
})

const RemoveLiquidity = z.strictObject({
  pair: Pair,
  lp_allocation: BaseUnits,
  recipient: User,
  ...config,
})

const PoolCreation = z.strictObject({
  ...lpTokenTerms,
  pair_with_denom_and_amount: PairAmounts,
  pool_config: PoolConfig,
  ...config,
})

const Transfer = z.strictObject({
  token_id: z.string(),
  amount: BaseUnits,
  /** The contracts carry it along and do nothing with it. */
  from: User.nullish(),
  recipients: Recipients,
  ...config,
})

const swap = on(Swap, ({ sender }: Sender, body): PacketCall => ({
  type: 'swap',
  asset: assetOf({ ...body.asset_in, amount: body.amount_in }),
  assetOut: body.asset_out,
  minAmountOut: body.min_amount_out,
  swaps: body.swaps.map(({ token_in, token_out }) => ({ token_in, token_out })),
  ...partnerFeeIn(sender, body.amount_in, body.partner_fee),
  recipients: recipientsOf(body.recipients),
  timeoutSec: secondsOf(body.cross_chain_config.timeout),
}))

const transfer = on(Transfer, (_: Sender, body): PacketCall => ({
  type: 'transfer_voucher',
  token: body.token_id,
  amount: body.amount,
  recipients: recipientsOf(body.recipients),
  timeoutSec: secondsOf(body.cross_chain_config.timeout),
}))

/** The messages that the protocol's public documents name. */
export const messages: FactoryMessages = {
  deposit_token: on(Deposit, (_: Sender, body): PacketCall => ({
    type: 'deposit_token',
    token: body.asset_in.token,
    denom: body.asset_in.token_type,
    amount: body.amount_in,
    recipients: recipientsOf(body.recipients),
    timeoutSec: secondsOf(body.cross_chain_config.timeout),
  })),
  execute_swap_request: swap,
  add_liquidity: on(AddLiquidity, (_: Sender, body): PacketCall => ({
    type: 'add_liquidity',
    assets: assetsOf(body.pair_with_denom_and_amount),
    slippageBps: body.slippage_tolerance_bps,
    timeoutSec: secondsOf(body.cross_chain_config.timeout),
  })),
  remove_liquidity: on(RemoveLiquidity, (_: Sender, body): PacketCall => ({
    type: 'remove_liquidity',
    pair: body.pair,
    lpAmount: body.lp_allocation,
    recipients: [{ user: body.recipient, limit: { type: 'dynamic' }, denom: 'real' }],
    timeoutSec: secondsOf(body.cross_chain_config.timeout),
  })),
  request_pool_creation: on(PoolCreation, (_: Sender, body): PacketCall => ({
    type: 'pool_creation',
    lpToken: lpTokenOf(body),
    slippageBps: body.slippage_tolerance_bps,
    assets: assetsOf(body.pair_with_denom_and_amount),
    curve: curveOf(body.pool_config),
    timeoutSec: secondsOf(body.cross_chain_config.timeout),
  })),
  transfer_voucher: transfer,
}
