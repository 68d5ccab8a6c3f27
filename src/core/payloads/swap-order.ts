import type { Trade } from '../generations/generation.ts'
import { generationOf } from '../generations/generations.ts'
import type { Network, TokenType } from '../terms/network.ts'
import type { SwapLeg } from './swap-legs.ts'
import type { SwapTerms } from './swap.ts'

/** Returns one leg of a swap as a CosmWasm factory is told it, but for the amount that goes in. `meta` is the leg's `swapMeta`. */
export function swapOrder(network: Network, swap: PaidSwap, leg: SwapLeg, meta: string) {
  const { payouts, partnerFee, timeout } = swap
  const terms = { payouts, partnerFee, timeout, meta }
  return { ...tradeOf(swap, leg), ...generationOf(network).messages.swapTerms(terms) }
}

/** What a leg trades for what. */
export function tradeOf({ asset }: PaidSwap, { minAmountOut, route }: SwapLeg): Trade {
  return {
    asset_in: asset,
    asset_out: route.assetOut,
    min_amount_out: `${minAmountOut}`,
    swaps: route.swaps,
  }
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
      path: legs.flatMap(stepsOf),
    },
  })
}

/** A leg's steps. What they expect of another amount than goes in, they do not expect of this one. */
function stepsOf({ amount, route: { steps } }: SwapLeg) {
  const asked = steps[0]?.amount_in
  const isOfAnother = typeof asked === 'bigint' && asked !== amount
  const show = (estimate: bigint | '' | null = '') => (isOfAnother ? '' : `${estimate ?? ''}`)
  return steps.map(({ route, dex, chain_uid, amount_in, amount_out }, index) => ({
    route,
    dex,
    chain_uid: chain_uid ?? '',
    amount_in: index === 0 ? `${amount}` : show(amount_in),
    amount_out: show(amount_out),
  }))
}
