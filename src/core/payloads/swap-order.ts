import type { CosmWasmChain, TokenType } from '../terms/network.ts'
import { crossChainConfig, liveRecipient, userWithLimit } from './encode-cosmwasm.ts'
import type { SwapLeg } from './swap-legs.ts'
import type { SwapStep } from '../terms/shapes.ts'
import type { SwapTerms } from './swap.ts'

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

/** A swap and what pays it: a real form of its token, or vouchers. */
export type PaidSwap = SwapTerms & {
  asset: { token: string; token_type: TokenType | { voucher: object } }
}

/**
 * What these legs of a swap say of themselves, as JSON: it goes along as the `meta` of their transaction, and trackers
 * read it back. A recipient without a limit has the amount `"0"`; what is not known before the trade is empty.
 */
export function swapMeta({ asset, payouts }: PaidSwap, legs: readonly SwapLeg[]): string {
  return JSON.stringify({
    asset_in_type: Object.keys(asset.token_type)[0],
    releases: legs.map(({ route }) => ({
      dex: route.steps.at(-1)?.dex,
      release_address: payouts.map(({ user, limit }) => ({
        ...user,
        amount: limit.kind === 'dynamic' ? '0' : `${limit.value}`,
      })),
      token: route.assetOut,
      amount: '',
    })),
    swaps: {
      path: legs.flatMap(({ amount, route }) =>
        route.steps.map((step, index) => stepOf(step, index === 0 ? amount : '')),
      ),
    },
  })
}

function stepOf({ route, dex, chain_uid, amount_in, amount_out }: SwapStep, computed: bigint | '') {
  return {
    route,
    dex,
    chain_uid: chain_uid ?? '',
    amount_in: `${amount_in ?? computed}`,
    amount_out: `${amount_out ?? ''}`,
  }
}
