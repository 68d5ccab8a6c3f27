import { z } from 'zod'

import { BaseUnits } from '../terms/amounts.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import type { Chain, Network } from '../terms/network.ts'
import {
  Sender,
  type CrossChainUser,
  CrossChainUserWithLimit,
  PartnerFee,
  PositiveUnits,
  SplitLeg,
  SwapPath,
  Timeout,
  TokenWithDenom,
} from '../terms/shapes.ts'
import { checkAmount, parseAsset } from './asset.ts'
import { BpsText } from './swap-guard.ts'
import { parsePartnerFee } from './partner-fee.ts'
import type { Payout } from './payout.ts'
import { LiveRecipient, parsePayouts, recipientsField } from './payouts.ts'
import { parseSender } from './recipient.ts'
import { parseSwapLegs, type Estimates, type SwapLeg } from './swap-legs.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'

export const SwapRequest = z.object({
  amount_in: PositiveUnits,
  asset_in: TokenWithDenom,
  slippage: BpsText.nullish(),
  minimum_receive: BaseUnits.nullish(),
  cross_chain_addresses: z.array(CrossChainUserWithLimit).nullish(),
  recipients: z.array(LiveRecipient).nullish(),
  partnerFee: PartnerFee.nullish(),
  partner_fee: PartnerFee.nullish(),
  sender: Sender,
  swap_path: SwapPath.nullish().meta({ description: 'One path for the whole amount.' }),
  legs: z
    .array(SplitLeg)
    .min(1)
    .max(20)
    .nullish()
    .meta({ description: 'In place of `swap_path`: the legs of a split, all of them, in order.' }),
  timeout: Timeout,
})
export type SwapRequest = z.infer<typeof SwapRequest>
export type SwapRequestJson = z.input<typeof SwapRequest>

/** A swap whose every part was checked against the network. Amounts are base units. */
export type Swap = SwapTerms & { asset: TokenWithDenom }

/** What a swap says whatever it is paid with. */
export type SwapTerms = {
  /** The sender's. */
  chain: Chain
  amount: bigint
  /** They trade one after another; their amounts add up to `amount`. */
  legs: [SwapLeg, ...SwapLeg[]]
  sender: CrossChainUser
  payouts: Payout[]
  partnerFee: PartnerFee | undefined
  timeout: PacketTimeout
}

/**
 * Checks a swap against the network. `estimates` are for the ways that `unpricedWays` names.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError} {InvalidAmountError}
 * {InvalidRequestError}
 */
export function parseSwap(network: Network, request: SwapRequest, estimates?: Estimates): Swap {
  const { chain } = parseSender(network, request.sender)
  const asset = parseAsset(network, chain, request.asset_in, 'asset_in')
  return { ...parseSwapTerms(network, request, { chain, messages: chain, estimates }), asset }
}

/**
 * Checks everything but the asset. `messages` is the chain whose messages carry the swap: the sender's own, or the hub.
 * @throws as `parseSwap`
 */
export function parseSwapTerms(
  network: Network,
  request: Omit<SwapRequest, 'asset_in'> & { asset_in: Pick<TokenWithDenom, 'token'> },
  {
    chain,
    messages,
    estimates,
  }: { chain: Chain; messages: Chain; estimates?: Estimates | undefined },
): SwapTerms {
  const { amount_in: amount, sender } = request
  checkAmount(messages, amount, 'amount_in')
  const legs = parseSwapLegs(network, request, estimates)
  for (const { minAmountOut } of legs) checkAmount(messages, minAmountOut, 'minimum_receive')
  const payment = { network, chain: messages, sender, token: legs[0].route.assetOut }
  const payouts = parsePayouts(payment, request, { unnamed: 'vouchers' })
  if (legs.length > 1) refuseLimits(payouts, recipientsField(request))
  return {
    chain,
    amount,
    legs,
    sender,
    payouts,
    partnerFee: parsePartnerFee(network, chain, request),
    timeout: parseTimeout(request.timeout),
  }
}

/** Every leg is a trade of its own and would serve each recipient anew, up to the same limit. */
function refuseLimits(payouts: readonly Payout[], field: string): void {
  if (payouts.every(({ limit }) => limit.kind === 'dynamic')) return
  throw new InvalidRequestError(
    field,
    'have a limit, which several legs would each pay out again',
    'Leave the limit out, or swap along one path.',
  )
}
