import type { CosmWasmChain } from '../terms/network.ts'
import { crossChainConfig } from './encode-cosmwasm.ts'
import { liveRecipient, userWithLimit } from './encode-payouts.ts'
import type { SwapLeg } from './swap-legs.ts'
import { swapMeta, type PaidSwap } from './swap-meta.ts'

/** One leg of a swap as CosmWasm contracts are told it, but for the amount that goes in. */
export function swapOrder(
  { message_set }: Pick<CosmWasmChain, 'message_set'>,
  swap: PaidSwap,
  leg: SwapLeg,
) {
  const { asset, payouts, timeout } = swap
  const { minAmountOut, route } = leg
  const meta = swapMeta(swap, [leg])
  const partner_fee = swap.partnerFee ?? null
  const trade = {
    asset_in: asset,
    asset_out: route.assetOut,
    min_amount_out: `${minAmountOut}`,
    swaps: route.swaps,
  }
  const terms =
    message_set === 'live'
      ? {
          recipients: payouts.map(liveRecipient),
          partner_fee,
          cross_chain_config: crossChainConfig(timeout, meta),
        }
      : {
          timeout: timeout.wire,
          cross_chain_addresses: payouts.map(userWithLimit),
          partner_fee,
          meta,
        }
  return { ...trade, ...terms }
}
