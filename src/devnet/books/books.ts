import { ChainUnavailableError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'
import { createSerialQueue } from '../../services/flow/serial-queue.ts'
import { balanceBooks, type ChainLedger, type HubLedger, type TokenBooks } from './balance-books.ts'
import { readNeuronLedger, readSideLedger, type CosmWasmSource } from './cosmwasm-ledger.ts'
import type { EvmLedger } from './evm-ledger.ts'
import { readAccepted, readHubBooks } from './hub-ledger.ts'

/** Proves at any time, also with packets under way, that nothing was made or lost on the local network. */
export type Books = {
  /** @throws {ChainUnavailableError} no common moment of all chains was found */
  read(): Promise<TokenBooks[]>
}

const ATTEMPTS = 50

/**
 * The books of one moment of all chains. No clock tells which moments of two chains belong together, but packets do: no
 * chain may have acted on a packet that another has not sent yet. So the EVM chains' newest blocks come first, then the
 * CosmWasm chains, which live in this process, all at once. These know of a later EVM block only once it is final: as
 * long as none is, the moment is good, otherwise another one is taken.
 */
export function createBooks(deps: {
  network: Network
  evm: readonly EvmLedger[]
  /** The CosmWasm chains beside the hub, and the hub's own. */
  sides: readonly CosmWasmSource[]
  neuron: CosmWasmSource
}): Books {
  const { network, evm, sides, neuron } = deps

  /** Must stay without any wait in between. */
  function readCosmWasm(evmPackets: readonly Pick<ChainLedger, 'chain_uid' | 'open'>[]): {
    chains: ChainLedger[]
    hub: HubLedger
  } {
    const books = readHubBooks(neuron.chain, network)
    const beside = sides.map((side) => readSideLedger(side, network.tokens, books))
    const open = [...evmPackets, ...beside].flatMap(({ chain_uid, open: packets }) =>
      packets.map(({ sequence }) => ({ chain_uid, sequence })),
    )
    return {
      chains: [...beside, readNeuronLedger(neuron, network.tokens, books)],
      hub: { ...books, accepted: readAccepted(neuron.chain, network.hub.router, open) },
    }
  }

  async function readOnce(): Promise<TokenBooks[] | undefined> {
    const moments = await Promise.all(
      evm.map(async (ledger) => ({ ledger, moment: await ledger.now() })),
    )
    const cosmWasm = readCosmWasm(
      moments.map(({ ledger, moment }) => ({
        chain_uid: ledger.chain_uid,
        open: ledger.packets(moment).open,
      })),
    )
    const areGood = await Promise.all(
      moments.map(async ({ ledger, moment }) => (await ledger.finalBlock()) <= moment.block),
    )
    if (areGood.includes(false)) return undefined
    const chains = await Promise.all(moments.map(({ ledger, moment }) => ledger.read(moment)))
    const known = chains.filter((chain) => chain !== undefined)
    if (known.length < chains.length) return undefined
    return balanceBooks([...known, ...cosmWasm.chains], cosmWasm.hub)
  }

  const inTurn = createSerialQueue()
  async function read(): Promise<TokenBooks[]> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const books = await readOnce()
      if (books) return books
    }
    const [chain] = network.chains
    throw new ChainUnavailableError(
      chain?.chain_uid ?? '',
      'its blocks come faster than its books can be read',
    )
  }

  return { read: () => inTurn(read) }
}
