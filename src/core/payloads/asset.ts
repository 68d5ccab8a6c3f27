import { atField } from '../terms/request.ts'
import { UnknownDenominationError, InvalidAmountError } from '../terms/errors.ts'
import {
  denomOn,
  denomsOn,
  tokenOf,
  type Chain,
  type Network,
  type Token,
  type TokenType,
} from '../terms/network.ts'
import type { TokenWithDenom } from '../terms/shapes.ts'
import { isSameInAnyCase } from '../terms/is-same-in-any-case.ts'

/**
 * Checks that a token has this form on this chain; the form comes out as the network writes it. `path` is the asset's
 * name in the request.
 * @throws {UnknownTokenError} {UnknownDenominationError} the token is not on the network, or not in this form on this chain
 */
export function parseAsset(
  network: Network,
  chain: Chain,
  asset: TokenWithDenom,
  path?: string,
): TokenWithDenom {
  const token = atField(path && `${path}.token`, () => tokenOf(network, asset.token))
  const real = denomsOn(token, chain.chain_uid).find((form) => isSameDenom(form, asset.token_type))
  if (real === undefined) {
    return atField(path && `${path}.token_type`, () => {
      throw new UnknownDenominationError(asset.token, chain.chain_uid, describeHomes(token))
    })
  }
  return { token: asset.token, token_type: real }
}

/** Whether two forms are the same one; addresses may differ in their letters' case. */
export function isSameDenom(left: TokenType, right: TokenType): boolean {
  if ('native' in left) return 'native' in right && left.native.denom === right.native.denom
  return (
    'smart' in right && isSameInAnyCase(left.smart.contract_address, right.smart.contract_address)
  )
}

/**
 * The token's real form on a chain.
 * @throws {UnknownDenominationError} it has none there
 */
export function realFormOn(token: Token, chainUid: string): TokenType {
  const real = denomOn(token, chainUid)
  if (real) return real
  throw new UnknownDenominationError(token.token, chainUid, describeHomes(token))
}

/** Where a token has a real form, for people: `0x0d1ab…c05 on base`, `uosmo on osmosis`. */
export function describeHomes(token: Token): string[] {
  return token.denoms.map(({ chain_uid, token_type }) => {
    const name =
      'native' in token_type ? token_type.native.denom : token_type.smart.contract_address
    return `${name} on ${chain_uid}`
  })
}

/** @throws {InvalidAmountError} more than the family's contracts can count: uint256 on EVM, uint128 on CosmWasm */
export function checkAmount(chain: Chain, amount: bigint, path?: string): void {
  const bits = chain.family === 'evm' ? 256n : 128n
  if (amount >> bits === 0n) return
  atField(path, () => {
    throw new InvalidAmountError(
      `${amount}`,
      `does not fit the ${bits}-bit amounts of ${chain.chain_uid}`,
      'Give a smaller amount.',
      { kind: 'amount_too_large' },
    )
  })
}
