import { chainOf, type Network, type TokenType } from '../terms/network.ts'
import { chainTypeOf } from './chain-config.ts'
import { isSameInAnyCase } from '../terms/is-same-in-any-case.ts'

/** A token's form on one chain. `id` is made of the other fields, so that clients can cache it. */
type TokenDenom = { id: string; chain_uid: string; chain_type: string; token_type: TokenType }
type TokenDenoms = { id: string; token_id: string; denoms: TokenDenom[] }

/** What is absent or empty asks for all. */
export type DenomFilter = {
  /** A native denomination, or the contract of a smart token in any letter case. */
  denom?: string | null | undefined
  token_id?: string | null | undefined
  chain_uids?: readonly string[] | null | undefined
}

/**
 * The real forms of the network's tokens, in the order of its file; tokens without a form that is asked for are left out.
 * @throws {UnknownChainError} one of `chain_uids` is not on the network
 */
export function tokenDenoms(
  network: Network,
  { denom, token_id, chain_uids }: DenomFilter,
): TokenDenoms[] {
  const uids = (chain_uids ?? []).map((uid) => chainOf(network, uid).chain_uid)
  return network.tokens
    .filter(({ token }) => isEmpty(token_id) || token === token_id)
    .map(({ token, denoms }) => ({
      id: `TokenDenomWithTokenIDResponse:${token}`,
      token_id: token,
      denoms: denoms
        .filter(
          ({ chain_uid, token_type }) =>
            (uids.length === 0 || uids.includes(chain_uid)) &&
            (isEmpty(denom) || isSame(token_type, denom ?? '')),
        )
        .map(({ chain_uid, token_type }) => describe(network, chain_uid, token_type)),
    }))
    .filter(({ denoms }) => denoms.length > 0)
}

const isEmpty = (text: string | null | undefined) => (text ?? '') === ''

function isSame(type: TokenType, denom: string): boolean {
  return 'native' in type
    ? type.native.denom === denom
    : isSameInAnyCase(type.smart.contract_address, denom)
}

function describe(network: Network, chain_uid: string, token_type: TokenType): TokenDenom {
  const chain_type = chainTypeOf(chainOf(network, chain_uid)).toLowerCase()
  const form =
    'native' in token_type
      ? `native:${token_type.native.denom}`
      : `smart:${token_type.smart.contract_address}`
  const id = `TokenDenomWithChainType:${chain_uid}:${chain_type}:${form}`
  return { id, chain_uid, chain_type, token_type }
}
