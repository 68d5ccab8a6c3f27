import type { Chain, Network } from '../core/terms/network.ts'
import { createAgreement, votersOf } from './nodes/agreement.ts'
import type { ChainNode, Clock } from './nodes/chain-nodes.ts'
import type { ChainAccess, ChainListener } from './chain-port.ts'
import { createCosmWasmReader } from './cosmwasm/cosmwasm-reader.ts'
import { createEvmReader } from './evm/evm-reader.ts'

type Options = {
  deadlineMs?: number
  listener?: ChainListener
  log?: { warn(details: object, message: string): void }
  now?: Clock
}

/**
 * Connects on first use, and again after every trouble. `deadlineMs` is for one call of the node, 10 s by default;
 * `listener` hears of a CosmWasm chain's blocks, `log` of nodes that contradict others. Where the chain has several nodes, what is
 * final has the word of two of them.
 */
export function createChainAccess(
  chain: Chain,
  network: Network,
  { listener, log, ...options }: Options = {},
): ChainAccess {
  const readerOf = (node?: ChainNode) =>
    chain.family === 'evm'
      ? createEvmReader(chain, network, { ...options, ...(node && { node }) })
      : createCosmWasmReader(chain, network, { ...options, ...(node && { node }) })
  const voters = votersOf(chain, readerOf)
  const [first] = voters
  const access = voters.length === 1 && first ? first.reader : readerOf()
  return createAgreement({ chain, access, voters, listener, log, ...options })
}
