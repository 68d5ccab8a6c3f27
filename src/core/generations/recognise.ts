import type { Network } from '../terms/network.ts'
import type { KindOfContract } from './generation.ts'
import { GENERATIONS } from './generations.ts'

/** What a contract of the network said of itself. */
export type ContractWord = {
  kind: KindOfContract
  chain_uid: string
  address: string
  /** The names in its answer to `get_state`; `undefined` where it refused the question. */
  fields: readonly string[] | undefined
  /** The queries that it answered although no generation that we speak knows them. */
  later: readonly string[]
}

/** What contracts of the protocol's next generation answer, by the contract that does. */
export const LATER_QUERIES = {
  router: { get_build_info: {} },
  virtual_balance: { get_all_token_metadata: { pagination: null } },
} as const

/**
 * Returns why the network's contracts are not of the generation that its file names, with what was found: one sentence for each that is
 * another's, and none where all are as they should be. Pure.
 */
export function strangersAmong(
  { generation }: Pick<Network, 'generation'>,
  words: readonly ContractWord[],
): string[] {
  return words.flatMap((word) => {
    const name = `The ${word.kind} ${word.address} on ${word.chain_uid}`
    if (word.later.length > 0)
      return [
        `${name} answers ${word.later.join(' and ')}: it is of a later generation than Vouch speaks.`,
      ]
    if (word.fields === undefined)
      return [`${name} does not answer get_state, so it is no such contract of the protocol.`]
    const fields = new Set(word.fields)
    const fitting = Object.values(GENERATIONS).filter(({ marks }) =>
      marks[word.kind].every((mark) => fields.has(mark)),
    )
    if (fitting.some(({ name: own }) => own === generation)) return []
    const seen = `its state has ${word.fields.length === 0 ? 'nothing' : word.fields.join(', ')}`
    const [other] = fitting
    return [
      other
        ? `${name} is of the generation "${other.name}": ${seen}.`
        : `${name} is of no generation that Vouch speaks: ${seen}.`,
    ]
  })
}
