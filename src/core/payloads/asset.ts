import { UnknownDenominationError } from '../errors.ts'
import {
  denomOn,
  tokenOf,
  type Chain,
  type Network,
  type Token,
  type TokenType,
} from '../network.ts'
import type { TokenWithDenom } from '../shapes.ts'

/**
 * Checks that a token has this form on this chain; the form comes out as the network writes it.
 * @throws {UnknownTokenError} {UnknownDenominationError} the token is not on the network, or not in this form on this chain
 */
export function parseAsset(network: Network, chain: Chain, asset: TokenWithDenom): TokenWithDenom {
  const token = tokenOf(network, asset.token)
  const real = denomOn(token, chain.chain_uid)
  if (real === undefined || !isSameDenom(real, asset.token_type))
    throw new UnknownDenominationError(asset.token, chain.chain_uid, describeHomes(token))
  return { token: asset.token, token_type: real }
}

function isSameDenom(left: TokenType, right: TokenType): boolean {
  if ('native' in left) return 'native' in right && left.native.denom === right.native.denom
  return (
    'smart' in right &&
    left.smart.contract_address.toLowerCase() === right.smart.contract_address.toLowerCase()
  )
}

function describeHomes(token: Token): string[] {
  return token.denoms.map(
    ({ chain_uid, token_type }) => `${JSON.stringify(token_type)} on ${chain_uid}`,
  )
}
