import { chainOf, denomOn, shownToken, type Network } from '../terms/network.ts'
import type { CrossChainUser } from '../terms/shapes.ts'
import { isSameInAnyCase } from '../terms/is-same-in-any-case.ts'

/**
 * Vouchers that somebody was left with where tokens were meant: a chain could not pay them out, or they came back. `amount` is base units,
 * `undefined` where it is all that the owner holds of the token; `key` says by what they were left, as `leftKey` writes it, and `isGrowing` that more of the same may
 * come back later.
 */
export type LeftVouchers = {
  key: string
  owner: CrossChainUser
  token: string
  amount: bigint | undefined
  isGrowing?: true
}

/**
 * What vouchers were left by: a claim, an amount that several share, or what was signed for a sign request. A button's answer begins with it, and what is asked for to
 * take them out is kept under it.
 */
export const leftKey = {
  claim: (claimerId: string, claimId: string) => `c:${claimerId}:${claimId}`,
  request: (signId: string) => `s:${signId}`,
  group: (groupId: string) => `g:${groupId}`,
}

/**
 * Where vouchers can be paid out to their owner: each chain on which the token is real and the owner is known to have an address. The owner's
 * own chain, which has just failed to pay, comes last. `mine` are wallets of one person, who are the owner's too if the owner is one of them;
 * an address of an EVM chain is its key's on every other. A token that the network does not list any more has no way.
 */
export function waysOut(
  network: Network,
  { owner, token }: Pick<LeftVouchers, 'owner' | 'token'>,
  mine: readonly CrossChainUser[] = [],
): CrossChainUser[] {
  const { family } = chainOf(network, owner.chain_uid)
  const sameKey =
    family === 'evm'
      ? network.chains
          .filter((chain) => chain.family === 'evm')
          .map(({ chain_uid }) => ({ chain_uid, address: owner.address }))
      : [owner]
  const theirs = isOneOf(owner, mine) ? mine : []
  const known = shownToken(network, token)
  const ways = new Map<string, CrossChainUser>()
  for (const way of [...sameKey, ...theirs])
    if (denomOn(known, way.chain_uid) !== undefined && !ways.has(way.chain_uid))
      ways.set(way.chain_uid, way)
  return [...ways.values()].toSorted(
    (left, right) =>
      Number(left.chain_uid === owner.chain_uid) - Number(right.chain_uid === owner.chain_uid),
  )
}

/** Whether a wallet is among some. */
export const isOneOf = (
  { chain_uid, address }: CrossChainUser,
  wallets: readonly CrossChainUser[],
): boolean =>
  wallets.some(
    (wallet) => wallet.chain_uid === chain_uid && isSameInAnyCase(wallet.address, address),
  )
