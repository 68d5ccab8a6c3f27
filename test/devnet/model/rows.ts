import type { Network } from '../../../src/core/terms/network.ts'
import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import type { ClaimMark } from './operation.ts'

/** Everything that anybody has anywhere, by the names below; nothing at zero. Base units. */
export type Rows = Map<string, bigint>

export const row = {
  owned: ({ chain_uid, address }: CrossChainUser, asset: string) =>
    `${asset} of ${chain_uid}:${address}`,
  vouchers: ({ chain_uid, address }: CrossChainUser, token: string) =>
    `${token} vouchers of ${chain_uid}:${address}`,
  escrow: (chain: string, token: string) => `${token} escrow on ${chain}`,
  lpTotal: (pair: string) => `all lp:${pair}`,
  lpOn: (pair: string, chain: string) => `lp:${pair} on ${chain}`,
  claim: (id: number, { key, pseudoId, group }: ClaimMark, token: string) =>
    `claim ${id} on ${token} for key ${key}, ${pseudoId}, ${group ?? 'no group'}`,
}
/** Under which chain vouchers for claims are addressed. */
export const claimerOf = ({ generation, hub }: Network): CrossChainUser => ({
  chain_uid: generation === 'interface' ? hub.chain_uid : hub.settlement_uid,
  address: hub.claimer,
})
/** A pool's pair, smaller id first. */
export const pairOf = (one: string, other: string) => [one, other].toSorted().join(',')
/** A pool's reserves are the vouchers that it holds. */
export const poolUser = (pair: string): CrossChainUser => ({ chain_uid: 'pool', address: pair })
