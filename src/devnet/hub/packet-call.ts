import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import { ROUTE_HOPS } from '../../core/terms/open-limits.ts'

/** What is said of a path that nobody runs. */
export const TOO_LONG = `one path makes at most ${ROUTE_HOPS} trades`

/** How much a recipient is to get: `dynamic` takes what is left. `value` is base units. */
export const Limit = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['equal', 'less_than_or_equal', 'greater_than_or_equal']),
    value: BaseUnits,
  }),
  z.strictObject({ type: z.literal('dynamic') }),
])
export type Limit = z.infer<typeof Limit>

/** Vouchers, or a token's real form on a chain. */
export const Denom = z.union([z.literal('voucher'), TokenType])
export type Denom = z.infer<typeof Denom>

/** A recipient of vouchers, or of real tokens on its own chain: in a form that was named, or the one they have there (`real`). */
export const CallRecipient = z.strictObject({
  user: CrossChainUser,
  limit: Limit,
  denom: z.union([z.literal('real'), Denom]),
  /** JSON for the contract that receives vouchers. */
  forwardingMessage: z.string().optional(),
  /** A payout that fails goes to the recipient as vouchers, not back to the sender. */
  refundToRecipient: z.boolean().optional(),
})
export type CallRecipient = z.infer<typeof CallRecipient>

/** A token as it goes into an operation. Vouchers are taken from the sender's balance. */
export const CallAsset = z.strictObject({ token: z.string(), denom: Denom, amount: BaseUnits })
export type CallAsset = z.infer<typeof CallAsset>

/** Recipients of one packet. */
export const MOST_RECIPIENTS = 50

const common = {
  /** Of the packet that carries the call to the hub, where one does. What is paid out has the hub's own. */
  timeoutSec: z.int().positive().optional(),
}
const payout = { recipients: z.array(CallRecipient).max(MOST_RECIPIENTS), ...common }
const distribution = { token: z.string(), amount: BaseUnits, ...payout }

/** A pool's curve for good. */
export const PoolCurve = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('constant_product') }),
  z.strictObject({ type: z.literal('stable'), ampFactor: BaseUnits }),
])
export type PoolCurve = z.infer<typeof PoolCurve>

/** What a pool's LP token is called, on every chain that has one. */
export const LpTokenFacts = z.strictObject({
  name: z.string().min(1).max(64),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(255),
})
export type LpTokenFacts = z.infer<typeof LpTokenFacts>

const sides = {
  assets: z.tuple([CallAsset, CallAsset]),
  /** How far the pool's price may lie from the price of what goes in. */
  slippageBps: z.int().min(0).max(10_000),
  ...common,
}

const deposit = z.strictObject({
  type: z.literal('deposit_token'),
  denom: TokenType,
  ...distribution,
})
const transfer = z.strictObject({ type: z.literal('transfer_voucher'), ...distribution })
const swap = z.strictObject({
  type: z.literal('swap'),
  asset: CallAsset,
  assetOut: z.string(),
  minAmountOut: BaseUnits,
  swaps: z
    .array(z.strictObject({ token_in: z.string(), token_out: z.string() }))
    .max(ROUTE_HOPS, TOO_LONG),
  /** Part of the asset's amount. */
  partnerFee: z.strictObject({ amount: BaseUnits, recipient: CrossChainUser }).optional(),
  ...payout,
})
const addLiquidity = z.strictObject({ type: z.literal('add_liquidity'), ...sides })
const removeLiquidity = z.strictObject({
  type: z.literal('remove_liquidity'),
  pair: z.strictObject({ token_1: z.string(), token_2: z.string() }),
  lpAmount: BaseUnits,
  ...payout,
})
const poolCreation = z.strictObject({
  type: z.literal('pool_creation'),
  curve: PoolCurve,
  /** Packets do not say it. */
  lpToken: LpTokenFacts.optional(),
  ...sides,
})

/** What a factory asks of the router, whatever chain it came from. */
export const PacketCall = z.discriminatedUnion('type', [
  deposit,
  transfer,
  swap,
  addLiquidity,
  removeLiquidity,
  poolCreation,
])
export type PacketCall = z.infer<typeof PacketCall>

export type DistributionCall = z.infer<typeof deposit> | z.infer<typeof transfer>
export type SwapCall = z.infer<typeof swap>
export type AddLiquidityCall = z.infer<typeof addLiquidity>
export type RemoveLiquidityCall = z.infer<typeof removeLiquidity>
export type PoolCreationCall = z.infer<typeof poolCreation>

/** A call together with who made it. `sender` is the factory's caller. */
export const SignedCall = z.strictObject({
  tx_id: z.string(),
  sender: CrossChainUser,
  call: PacketCall,
})
export type SignedCall = z.infer<typeof SignedCall>
