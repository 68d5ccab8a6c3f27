import type { CosmWasmChain, EvmChain, Network } from '../../core/terms/network.ts'
import { ACCOUNT_COUNT, evmAccountAt } from '../accounts.ts'
import type { Chain } from '../cosmwasm/chain.ts'
import { nativeSupply } from '../devnet-genesis.ts'
import { NEURON, SIDE_CHAINS, type CosmWasmChainSpec } from '../devnet-network.ts'
import { createBooks, type Books } from './books.ts'
import { createEvmLedger } from './evm-ledger.ts'

/** What each account of an EVM chain has in block 0. */
const EVM_GENESIS = 10_000n * 10n ** 18n

/** The local network's books. `chainOf` gives a CosmWasm chain, all of which live in this process. */
export function createDevnetBooks(deps: {
  network: Network
  chainOf(chainUid: string): Chain
}): Books {
  const { network, chainOf } = deps
  const owners = Array.from({ length: ACCOUNT_COUNT }, (_, index) => evmAccountAt(index).address)
  const sourceOf = (spec: CosmWasmChainSpec) => {
    const facts = network.chains.find(
      (chain): chain is CosmWasmChain =>
        chain.family === 'cosmwasm' && chain.chain_uid === spec.chain_uid,
    )
    if (!facts) throw new Error(`${spec.chain_uid} is not part of the local network`)
    return { facts, chain: chainOf(spec.chain_uid), supply: nativeSupply(spec) }
  }
  return createBooks({
    network,
    evm: network.chains
      .filter((chain): chain is EvmChain => chain.family === 'evm')
      .map((chain) =>
        createEvmLedger({
          chain,
          tokens: network.tokens,
          supply: EVM_GENESIS * BigInt(ACCOUNT_COUNT),
          owners,
        }),
      ),
    sides: SIDE_CHAINS.map(sourceOf),
    neuron: sourceOf(NEURON),
  })
}
