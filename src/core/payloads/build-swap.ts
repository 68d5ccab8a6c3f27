import type { CosmWasmChain, EvmChain, Network } from '../network.ts'
import type { CosmWasmMessage, EvmMessage, TransactionBuild } from '../shapes.ts'
import { cosmWasmBuild, crossChainConfig, cw20Send } from './encode-cosmwasm.ts'
import { encodeCall, evmApprovals, evmConfig, evmOperation, evmTokenType } from './encode-evm.ts'
import { evmRecipient, liveRecipient, userWithLimit } from './encode-payouts.ts'
import { evmPartnerFee } from './partner-fee.ts'
import type { Swap } from './swap.ts'
import { swapMeta } from './swap-meta.ts'

/** Builds the unsigned transaction that trades one token for another. Pure: it neither signs nor sends. */
export function buildSwap(_network: Network, swap: Swap): TransactionBuild {
  const { chain, sender } = swap
  const meta = swapMeta(swap)
  if (chain.family === 'cosmwasm')
    return { ...cosmWasmBuild(chain, sender, [cosmWasmMessage(chain, swap, meta)]), meta }
  const { chain_id, factory: contract, rpc_url, rest_url } = chain
  const msgs = evmMessages(chain, swap, meta)
  return { type: 'evm', msgs, chain_id, contract, rpc_url, rest_url, sender, meta }
}

function evmMessages(chain: EvmChain, swap: Swap, meta: string): EvmMessage[] {
  const { asset, amount, minAmountOut, route, payouts, partnerFee, timeout } = swap
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
  // What a swap costs depends on its route: the wallet estimates it, as with the public service.
  const { gasLimit: _, ...operation } = evmOperation(target, data, value)
  return [...evmApprovals(target, asset.token_type, amount), operation]
}

function cosmWasmMessage(chain: CosmWasmChain, swap: Swap, meta: string): CosmWasmMessage {
  const { asset, amount, minAmountOut, route, payouts, timeout } = swap
  const partner_fee = swap.partnerFee ?? null
  const trade = {
    asset_in: asset,
    asset_out: route.assetOut,
    min_amount_out: `${minAmountOut}`,
    swaps: route.swaps,
  }
  const terms =
    chain.message_set === 'live'
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
  if ('smart' in asset.token_type) {
    const order = { swap: { ...trade, ...terms } }
    return cw20Send(asset.token_type.smart.contract_address, chain.factory, amount, order)
  }
  return {
    contractAddress: chain.factory,
    msg: { execute_swap_request: { ...trade, amount_in: `${amount}`, ...terms } },
    funds: [{ denom: asset.token_type.native.denom, amount: `${amount}` }],
  }
}
