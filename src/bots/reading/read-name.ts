import { UnknownChainError, UnknownTokenError } from '../../core/terms/errors.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import { chainOf, type Chain, type Network, type Token } from '../../core/terms/network.ts'

/**
 * A chain by its uid or name, in any case.
 * @throws {UnknownChainError} names the known ones
 */
export function readChain(network: Network, word: string): Chain {
  const wanted = word.toLowerCase()
  const found = network.chains.find(
    ({ chain_uid, name }) => chain_uid === wanted || name.toLowerCase() === wanted,
  )
  if (!found)
    throw new UnknownChainError(
      word,
      network.chains.map(({ chain_uid }) => chain_uid),
    )
  return chainOf(network, found.chain_uid)
}

/** A token by its id, in any case; `undefined` for a word that names none. */
export const findToken = ({ tokens }: Network, word: string): Token | undefined =>
  tokens.find(({ token }) => isSameInAnyCase(token, word))

/**
 * The same, where there has to be one.
 * @throws {UnknownTokenError} names the known ones
 */
export function readToken(network: Network, word: string): Token {
  const found = findToken(network, word)
  if (!found)
    throw new UnknownTokenError(
      word,
      network.tokens.map(({ token }) => token),
    )
  return found
}
