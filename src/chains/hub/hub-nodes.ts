import {
  ChainContradictionError,
  ChainUnavailableError,
  ChainUndecidedError,
} from '../../core/terms/errors.ts'
import type { CosmWasmChain } from '../../core/terms/network.ts'
import { createComet, type Comet } from '../cosmwasm/comet-client.ts'
import { agree, votersOf } from '../nodes/agreement.ts'
import { orUnavailable } from '../nodes/json-rpc.ts'

/** The hub's nodes, for what is more than a question to a contract. Each call may throw `ChainUnavailableError`. */
export type HubNodes = {
  /** Asks whichever node is well. */
  ask<T>(question: (comet: Comet) => Promise<T>): Promise<T>
  /** Asks each node by itself, in order, until `most` have answered. */
  askSome<T>(most: number, question: (comet: Comet) => Promise<T>): Promise<[T, ...T[]]>
  /**
   * What two nodes say alike, where there are several. Two answers are alike when `keyOf` gives the same.
   * @throws {ChainUndecidedError} no two of them do
   */
  askAlike<T>(
    about: string,
    question: (comet: Comet) => Promise<T>,
    keyOf: (said: T) => string,
  ): Promise<T>
}

export function createHubNodes(
  chain: CosmWasmChain,
  comet: Comet,
  options: { deadlineMs?: number },
): HubNodes {
  const { chain_uid } = chain
  const voters = votersOf(chain, (node) => createComet(chain, { ...options, node }))
  return {
    ask: (question) => orUnavailable(chain_uid, () => question(comet)),
    async askSome<T>(most: number, question: (comet: Comet) => Promise<T>): Promise<[T, ...T[]]> {
      const answers: T[] = []
      let trouble = new ChainUnavailableError(chain_uid, 'it has no node')
      for (const { reader } of voters) {
        if (answers.length === most) break
        try {
          answers.push(await orUnavailable(chain_uid, () => question(reader)))
        } catch (error) {
          if (!(error instanceof ChainUnavailableError)) throw error
          trouble = error
        }
      }
      const [first, ...others] = answers
      if (first === undefined) throw trouble
      return [first, ...others]
    },
    async askAlike(about, question, keyOf) {
      try {
        const ask = (reader: Comet) => orUnavailable(chain_uid, () => question(reader))
        return (await agree(chain, voters, about, ask, keyOf)).said
      } catch (error) {
        if (!(error instanceof ChainContradictionError)) throw error
        throw new ChainUndecidedError(chain_uid)
      }
    },
  }
}
