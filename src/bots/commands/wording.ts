import { formatAmount } from '../../core/amounts.ts'
import { UnknownChainError, UnknownTokenError } from '../../core/errors.ts'
import { chainOf, type Chain, type Network, type Token } from '../../core/network.ts'
import type { CrossChainUser } from '../../core/shapes.ts'

/** `5.25 USDC`. A token that the network file does not list has no known decimals, so its base units are shown as such. */
export function showAmount(network: Network, token: string, units: bigint): string {
  const known = network.tokens.find((candidate) => candidate.token === token)
  if (!known) return `${units} base units of ${token}`
  return `${formatAmount(units, known.decimals)} ${token.toUpperCase()}`
}

/** `5 USDC and 0.1 ETH`: what several amounts come to, token by token. */
export function showSums(
  network: Network,
  amounts: readonly { token: string; amount: bigint }[],
): string {
  const sums = new Map<string, bigint>()
  for (const { token, amount } of amounts) sums.set(token, (sums.get(token) ?? 0n) + amount)
  return [...sums].map(([token, units]) => showAmount(network, token, units)).join(' and ')
}

/** A chain as people call it; the settlement layer is the hub. */
export function showChain(network: Network, chainUid: string): string {
  const uid = chainUid === network.hub.settlement_uid ? network.hub.chain_uid : chainUid
  return network.chains.find((chain) => chain.chain_uid === uid)?.name ?? chainUid
}

/** `0x887e…b2e1`, `euclid1kn4…79t6`: enough to recognise a wallet by. */
export function shortAddress(address: string): string {
  const head = address.startsWith('0x')
    ? 6
    : address.lastIndexOf('1') > 0
      ? address.indexOf('1') + 4
      : 6
  return address.length <= head + 5 ? address : `${address.slice(0, head)}…${address.slice(-4)}`
}

/** `Base, wallet 0x887e…b2e1` */
export function showWallet(network: Network, { chain_uid, address }: CrossChainUser): string {
  return `${showChain(network, chain_uid)}, wallet ${shortAddress(address)}`
}

/** `a, b or c` */
export function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)]
    .filter((part) => part !== '')
    .join(' or ')
}

/** The chains on which a token can be paid out, by name. */
export function homesOf(network: Network, token: string): string[] {
  const homes = network.tokens.find((candidate) => candidate.token === token)?.denoms ?? []
  return homes.map(({ chain_uid }) => showChain(network, chain_uid))
}

/** The transaction in the chain's explorer, where it has one. */
export function explorerUrl(
  network: Network,
  chainUid: string,
  txHash: string,
): string | undefined {
  const uid = chainUid === network.hub.settlement_uid ? network.hub.chain_uid : chainUid
  const template = network.chains.find((chain) => chain.chain_uid === uid)?.explorer_tx_url ?? ''
  return template === '' || txHash === '' ? undefined : template.replace('{hash}', txHash)
}

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

/**
 * A token by its id, in any case.
 * @throws {UnknownTokenError} names the known ones
 */
export function readToken(network: Network, word: string): Token {
  const found = network.tokens.find(({ token }) => token.toLowerCase() === word.toLowerCase())
  if (!found)
    throw new UnknownTokenError(
      word,
      network.tokens.map(({ token }) => token),
    )
  return found
}
