import type { Chain, Network } from '../core/network.ts'
import type { ChainAccess, ChainListener } from './chain-port.ts'
import { createCosmWasmReader } from './cosmwasm-reader.ts'
import { createEvmReader } from './evm-reader.ts'

/**
 * Connects on first use, and again after every trouble. `deadlineMs` is for one call of the node, 10 s by default;
 * `listener` hears of a CosmWasm chain's blocks.
 */
export function createChainAccess(
  chain: Chain,
  network: Network,
  options: { deadlineMs?: number; listener?: ChainListener } = {},
): ChainAccess {
  return chain.family === 'evm'
    ? createEvmReader(chain, network, options)
    : createCosmWasmReader(chain, network, options)
}
