import { z } from 'zod'

import { generationOf } from '../generations/generations.ts'
import type { Chain, Network } from '../terms/network.ts'
import { Sender, Timeout, type CrossChainUser, type TransactionBuild } from '../terms/shapes.ts'
import { cosmWasmBuild } from './encode-cosmwasm.ts'
import { encodeCall, evmConfig, evmOperation } from './encode-evm.ts'
import {
  cosmWasmAllowances,
  cosmWasmFunds,
  evmPair,
  evmPairApprovals,
  evmPairValue,
  orderSides,
  PairWithDenomAndAmount,
  parseSides,
  type Sides,
} from './pair.ts'
import { parseSender } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'

/** How far a price may move until the operation runs, in basis points: 100 is 1 %. */
export const SlippageToleranceBps = z.int().min(0).max(10_000)

export const LiquidityAddRequest = z.object({
  pair_info: PairWithDenomAndAmount,
  slippage_tolerance_bps: SlippageToleranceBps,
  sender: Sender,
  timeout: Timeout,
})
export type LiquidityAddRequest = z.infer<typeof LiquidityAddRequest>
export type LiquidityAddRequestJson = z.input<typeof LiquidityAddRequest>

/** Liquidity for a pool, with every part checked against the network. */
export type LiquidityAdd = {
  chain: Chain
  /** In the request's order, in which the public service has them approved. */
  sides: Sides
  slippageBps: number
  sender: CrossChainUser
  timeout: PacketTimeout
}

/**
 * Checks liquidity for a pool against the network.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError}
 * {InvalidAmountError} {InvalidRequestError}
 */
export function parseLiquidityAdd(network: Network, request: LiquidityAddRequest): LiquidityAdd {
  const { chain } = parseSender(network, request.sender)
  return {
    chain,
    sides: parseSides(network, chain, request.pair_info, 'pair_info'),
    slippageBps: request.slippage_tolerance_bps,
    sender: request.sender,
    timeout: parseTimeout(request.timeout),
  }
}

/** Builds the unsigned transaction that puts both tokens into their pool. Pure: it neither signs nor sends. */
export function buildLiquidityAdd(
  network: Network,
  { chain, sides, slippageBps, sender, timeout }: LiquidityAdd,
): TransactionBuild {
  if (chain.family === 'evm') {
    const target = { chainId: chain.chain_id, factory: chain.factory }
    const data = encodeCall('add_liquidity', [
      evmPair(orderSides(sides)),
      BigInt(slippageBps),
      evmConfig(timeout.seconds),
    ])
    const operation = evmOperation(target, data, evmPairValue(sides))
    return { type: 'evm', msgs: [...evmPairApprovals(target, sides), operation] }
  }
  const terms = { sides: orderSides(sides), slippageBps, timeout }
  const msg = generationOf(network).messages.addLiquidity(terms)
  return cosmWasmBuild(chain, sender, [
    ...cosmWasmAllowances(chain.factory, sides),
    {
      contractAddress: chain.factory,
      msg,
      funds: cosmWasmFunds(sides),
    },
  ])
}
