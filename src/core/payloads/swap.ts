import { z } from 'zod'

import { BaseUnits } from '../amounts.ts'
import type { Chain, Network } from '../network.ts'
import {
  CrossChainUser,
  CrossChainUserWithLimit,
  PartnerFee,
  PositiveUnits,
  SwapPath,
  Timeout,
  TokenWithDenom,
} from '../shapes.ts'
import { checkAmount } from './amount-range.ts'
import { parseAsset } from './asset.ts'
import { BpsText } from './basis-points.ts'
import { parsePartnerFee } from './partner-fee.ts'
import { LiveRecipient, parsePayouts, type Payout } from './payouts.ts'
import { parseSender } from './recipient.ts'
import { minimumOut } from './swap-guard.ts'
import { parseSwapRoute, type SwapRoute } from './swap-route.ts'
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
  sender: CrossChainUser,
  swap_path: SwapPath,
  timeout: Timeout,
})
export type SwapRequest = z.infer<typeof SwapRequest>
export type SwapRequestJson = z.input<typeof SwapRequest>

/** A swap whose every part was checked against the network. Amounts are base units. */
export type Swap = {
  chain: Chain
  asset: TokenWithDenom
  amount: bigint
  minAmountOut: bigint
  route: SwapRoute
  sender: CrossChainUser
  payouts: Payout[]
  partnerFee: PartnerFee | undefined
  timeout: PacketTimeout
}

/**
 * Checks a swap against the network.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError} {InvalidAmountError}
 * {InvalidRequestError}
 */
export function parseSwap(network: Network, request: SwapRequest): Swap {
  const { amount_in: amount, sender } = request
  const { chain } = parseSender(network, sender)
  checkAmount(chain, amount, 'amount_in')
  const asset = parseAsset(network, chain, request.asset_in, 'asset_in')
  const route = parseSwapRoute(network, request.swap_path, {
    assetIn: asset.token,
    amountIn: amount,
  })
  const minAmountOut = minimumOut({
    minimumReceive: request.minimum_receive ?? undefined,
    slippage: request.slippage ?? undefined,
    expectedOut: route.expectedOut,
  })
  checkAmount(chain, minAmountOut, 'minimum_receive')
  return {
    chain,
    asset,
    amount,
    minAmountOut,
    route,
    sender,
    payouts: parsePayouts({ network, chain, sender, token: route.assetOut }, request),
    partnerFee: parsePartnerFee(chain, request),
    timeout: parseTimeout(request.timeout),
  }
}
