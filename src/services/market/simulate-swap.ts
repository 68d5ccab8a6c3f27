import { InvalidRequestError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'
import type { SimulateSwapAnswer, SimulateSwapRequest } from '../../calls/route-calls.ts'

/** A swap as the router contract simulates it. Amounts are base units. */
export type SimulatedSwap = {
  assetIn: string
  amountIn: bigint
  assetOut: string
  minAmountOut: bigint
  swaps: { token_in: string; token_out: string }[]
}

/** The interface's request in, its answer out. Amounts are base units. */
export type SimulateSwap = (request: SimulateSwapRequest) => Promise<SimulateSwapAnswer>

/**
 * The simulation call: what the router contract itself answers. It throws
 * - {InvalidRequestError} another contract, or tokens that do not lead from the one asset to the other
 * - {SwapRefusedError} the router's own words, for example when the minimum is not reached
 * - {ChainUnavailableError}
 */
export function createSimulateSwap({
  network,
  simulate,
}: {
  network: Network
  /** Asks the router. @throws {SwapRefusedError} {ChainUnavailableError} */
  simulate(swap: SimulatedSwap): Promise<bigint>
}): SimulateSwap {
  return async (request) => {
    const { amount_in, asset_in, asset_out, contract, min_amount_out, swaps: tokens } = request
    const { router } = network.hub
    if (typeof contract === 'string' && contract !== router)
      throw new InvalidRequestError(
        'contract',
        `is not the router of this network, ${router}`,
        `Give ${router}, or leave contract out.`,
      )
    if (tokens[0] !== asset_in || tokens.at(-1) !== asset_out)
      throw new InvalidRequestError(
        'swaps',
        `leads from ${tokens[0]} to ${tokens.at(-1)}, not from ${asset_in} to ${asset_out}`,
        'Give the route of a path as the routes call answers it.',
      )
    const amountOut = await simulate({
      assetIn: asset_in,
      amountIn: amount_in,
      assetOut: asset_out,
      minAmountOut: min_amount_out ?? 0n,
      swaps: tokens.slice(1).map((token_out, hop) => ({ token_in: tokens[hop] ?? '', token_out })),
    })
    // Nothing is kept that an id could name.
    return { id: '', amount_out: amountOut, asset_out }
  }
}
