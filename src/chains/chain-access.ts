import type { Chain, Network, TokenType } from '../core/network.ts'
import type { ChainCall } from '../core/signing/match-build.ts'
import type { ChainReader } from '../core/tracking/observation.ts'
import { createCosmWasmReader } from './cosmwasm-reader.ts'
import { createEvmReader } from './evm-reader.ts'

/** Everything we read from a chain, the same for every family. Every call may throw `ChainUnavailableError`. */
export type ChainAccess = ChainReader & {
  /** What a transaction calls, in a block or waiting for one; `undefined` when the chain does not know it. */
  callsOf(txHash: string): Promise<ChainCall[] | undefined>
  /** Base units of a token's real form. */
  balanceOf(address: string, tokenType: TokenType): Promise<bigint>
}

/** Connects on first use, and again after every trouble. `deadlineMs` is for one call of the node, 10 s by default. */
export function createChainAccess(
  chain: Chain,
  network: Network,
  options: { deadlineMs?: number } = {},
): ChainAccess {
  return chain.family === 'evm'
    ? createEvmReader(chain, network, options)
    : createCosmWasmReader(chain, network, options)
}
