import { z } from 'zod'

import { LATER_QUERIES, type ContractWord } from '../../core/generations/recognise.ts'
import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { hubOf, type CosmWasmChain, type Network } from '../../core/terms/network.ts'
import { nothing, type AskContract } from './ask-contract.ts'

/** Whatever it is: what has no fields is told as that. */
const State = z.record(z.string(), z.unknown()).catch({})

/** What the contracts said of themselves, and the chains that could not be asked. */
export type ContractWords = { words: ContractWord[]; unreachable: string[] }

/** Asks the router, the claimer and the factories of CosmWasm chains what they are. A chain that does not answer holds up no other. */
export async function readContractWords(
  network: Network,
  ask: AskContract,
): Promise<ContractWords> {
  const hub = hubOf(network)
  const { router, claimer, virtual_balance } = network.hub

  const knows = async (contract: string, query: object) =>
    (await ask(z.unknown(), contract, query, { refused: nothing })) === undefined
      ? []
      : Object.keys(query)

  const wordOf = async (
    kind: ContractWord['kind'],
    on: CosmWasmChain,
    address: string,
  ): Promise<ContractWord> => {
    const state = await ask(State, address, { get_state: {} }, { on, refused: nothing })
    const later =
      kind === 'router'
        ? [
            ...(await knows(router, LATER_QUERIES.router)),
            ...(await knows(virtual_balance, LATER_QUERIES.virtual_balance)),
          ]
        : []
    return { kind, chain_uid: on.chain_uid, address, fields: state && Object.keys(state), later }
  }

  const unreachable = new Set<string>()
  const hear = async (kind: ContractWord['kind'], on: CosmWasmChain, address: string) => {
    try {
      return [await wordOf(kind, on, address)]
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error
      unreachable.add(on.chain_uid)
      return []
    }
  }
  const factories = network.chains.filter((chain) => chain.family === 'cosmwasm')
  const words = await Promise.all([
    hear('router', hub, router),
    hear('claimer', hub, claimer),
    ...factories.map((chain) => hear('factory', chain, chain.factory)),
  ])
  return { words: words.flat(), unreachable: [...unreachable] }
}
