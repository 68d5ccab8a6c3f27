import type { CosmWasmChain, EvmChain, Network } from '../terms/network.ts'
import type { CosmWasmMessage, EvmMessage, TransactionBuild } from '../terms/shapes.ts'
import { cosmWasmBuild, cw20Send } from './encode-cosmwasm.ts'
import {
  encodeCall,
  evmApprovals,
  evmConfig,
  evmOperation,
  evmRecipient,
  evmTokenType,
} from './encode-evm.ts'
import { evmPartnerFee } from './partner-fee.ts'
import type { Swap } from './swap.ts'
import type { SwapLeg } from './swap-legs.ts'
import { swapMeta, swapOrder } from './swap-order.ts'
import { publicRestOf, publicRpcOf } from '../terms/public-rpc.ts'

/**
 * Builds the unsigned transaction that trades one token for another, a message for each leg; on EVM chains each message is
 * a transaction of its own. Pure: it neither signs nor sends.
 */
export function buildSwap(network: Network, swap: Swap): TransactionBuild {
  const { chain, sender, legs } = swap
  const meta = swapMeta(swap, legs)
  // Nearly every swap is one leg, which says the same as the whole.
  const metaOf = (leg: SwapLeg) => (legs.length === 1 ? meta : swapMeta(swap, [leg]))
  if (chain.family === 'cosmwasm') {
    const msgs = legs.map((leg) =>
      cosmWasmMessage(network, chain, swap, { leg, meta: metaOf(leg) }),
    )
    return { ...cosmWasmBuild(chain, sender, msgs), meta }
  }
  const { chain_id, factory: contract } = chain
  const rpc_url = publicRpcOf(chain)
  const rest_url = publicRestOf(chain)
  const target = { chainId: chain_id, factory: contract }
  const calls = legs.map((leg) => evmMessage(chain, swap, { leg, meta: metaOf(leg) }))
  // What a swap costs depends on its route: the wallet estimates all of it, as with the public service.
  const msgs = [...evmApprovals(target, swap.asset.token_type, swap.amount), ...calls].map(
    ({ chainId, to, data, value }): EvmMessage => ({ chainId, to, data, value }),
  )
  return { type: 'evm', msgs, chain_id, contract, rpc_url, rest_url, sender, meta }
}

/** A leg, and what its message says of it. */
type SaidLeg = { leg: SwapLeg; meta: string }

function evmMessage(chain: EvmChain, swap: Swap, { leg, meta }: SaidLeg): EvmMessage {
  const { asset, payouts, partnerFee, timeout } = swap
  const { amount, minAmountOut, route } = leg
  const target = { chainId: chain.chain_id, factory: chain.factory }
  const data = encodeCall('swap', [
    { token: asset.token, token_type: evmTokenType(asset.token_type) },
    amount,
    route.assetOut,
    minAmountOut,
    route.swaps.map((pair) => ({ ...pair, test_fail: false })),
    payouts.map(evmRecipient),
    evmPartnerFee(partnerFee),
    evmConfig(timeout.seconds, meta),
  ])
  const value = 'native' in asset.token_type ? amount : 0n
  return evmOperation(target, data, value)
}

function cosmWasmMessage(
  network: Network,
  chain: CosmWasmChain,
  swap: Swap,
  { leg, meta }: SaidLeg,
): CosmWasmMessage {
  const { asset } = swap
  const { amount } = leg
  const order = swapOrder(network, swap, leg, meta)
  if ('smart' in asset.token_type) {
    const { contract_address } = asset.token_type.smart
    return cw20Send(contract_address, chain.factory, amount, { swap: order })
  }
  return {
    contractAddress: chain.factory,
    msg: { execute_swap_request: { ...order, amount_in: `${amount}` } },
    funds: [{ denom: asset.token_type.native.denom, amount: `${amount}` }],
  }
}
