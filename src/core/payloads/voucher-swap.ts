import { generationOf } from '../generations/generations.ts'
import { atField } from '../terms/request.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import {
  metaBuild,
  MOST_CALLS,
  type MetaBuild,
  type MetaTerms,
  type VoucherAsset,
  type VoucherSwapRequest,
} from './meta-transaction.ts'
import { hubOf, tokenOf, type Network } from '../terms/network.ts'
import type { CrossChainUser } from '../terms/shapes.ts'
import { recipientsField } from './payouts.ts'
import { parseSender } from './recipient.ts'
import { parseSwapTerms, type SwapTerms } from './swap.ts'
import { swapMeta, tradeOf } from './swap-order.ts'

/** A swap that the sender's vouchers pay. Amounts are base units. */
export type VoucherSwap = SwapTerms & {
  asset: VoucherAsset
  /** The sender in the form that the voucher ledger keys it by. */
  from: CrossChainUser
  recipientsField: string
}

/**
 * Checks a swap of vouchers against the network.
 * @throws as `parseSwap`, and {InvalidRequestError} for more legs than the hub runs at once
 */
export function parseVoucherSwap(network: Network, request: VoucherSwapRequest): VoucherSwap {
  const { chain, from } = parseSender(network, request.sender)
  atField('asset_in.token', () => tokenOf(network, request.asset_in.token))
  const terms = parseSwapTerms(network, request, { chain, messages: hubOf(network) })
  if (terms.legs.length > MOST_CALLS)
    throw new InvalidRequestError(
      'legs',
      `are ${terms.legs.length}, and the hub runs ${MOST_CALLS} at once`,
      `Ask for routes with max_legs ${MOST_CALLS} or less.`,
    )
  return { ...terms, asset: request.asset_in, from, recipientsField: recipientsField(request) }
}

/**
 * Builds what the owner of vouchers signs to swap them: every leg is a call of one meta transaction. Pure.
 * @throws {InvalidRequestError} the network names no contract that would run it, or as `metaBuild`
 */
export function buildVoucherSwap(
  network: Network,
  swap: VoucherSwap,
  terms: MetaTerms,
): MetaBuild & { meta: string } {
  return {
    ...metaBuild(network, swap, swapCalls(network, swap), terms),
    meta: swapMeta(swap, swap.legs),
  }
}

/** The router's call for each leg. Pure. */
export function swapCalls(network: Network, swap: VoucherSwap): object[] {
  const { from, legs, payouts, partnerFee, timeout } = swap
  return legs.map((leg) =>
    generationOf(network).meta.swap({
      from,
      amount: leg.amount,
      trade: tradeOf(swap, leg),
      payouts,
      partnerFee,
      timeout,
      meta: swapMeta(swap, [leg]),
    }),
  )
}
