import { z } from 'zod'

import { atField } from '../terms/request.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { TokenId, tokenOf, type Chain, type Network, type TokenType } from '../terms/network.ts'
import {
  PositiveUnits,
  TokenWithDenom,
  type CosmWasmMessage,
  type EvmMessage,
} from '../terms/shapes.ts'
import { checkAmount, parseAsset } from './asset.ts'
import { evmApprovals, evmTokenType } from './encode-evm.ts'

const TokenWithDenomAndAmount = TokenWithDenom.extend({ amount: PositiveUnits })

/** Two tokens in their forms on the sender's chain, and how much of each goes in. */
export const PairWithDenomAndAmount = z.strictObject({
  token_1: TokenWithDenomAndAmount,
  token_2: TokenWithDenomAndAmount,
})
export type PairWithDenomAndAmount = z.infer<typeof PairWithDenomAndAmount>

/** Two token ids. */
export const Pair = z.strictObject({ token_1: TokenId, token_2: TokenId })
export type Pair = z.infer<typeof Pair>

/** One side of a pool, as it is paid in. `amount` is base units. */
export type Side = { token: string; token_type: TokenType; amount: bigint }
/** The two sides, in the protocol's order unless said otherwise. */
export type Sides = readonly [Side, Side]

/**
 * Checks the tokens and amounts that go into a pool; they come out in the request's order. `path` is the request's name for the pair.
 * @throws {UnknownTokenError} {UnknownDenominationError} {InvalidAmountError}
 * {InvalidRequestError} one token twice, or two native ones on a chain whose transactions carry only one
 */
export function parseSides(
  network: Network,
  chain: Chain,
  { token_1, token_2 }: PairWithDenomAndAmount,
  path: string,
): Sides {
  const parseSide = ({ amount, ...asset }: z.infer<typeof TokenWithDenomAndAmount>, at: string) => {
    checkAmount(chain, amount, `${at}.amount`)
    return { ...parseAsset(network, chain, asset, at), amount }
  }
  const left = parseSide(token_1, `${path}.token_1`)
  const right = parseSide(token_2, `${path}.token_2`)
  checkDistinct(left.token, right.token, path)
  if (chain.family === 'evm' && 'native' in left.token_type && 'native' in right.token_type) {
    throw new InvalidRequestError(
      path,
      `has two native tokens, but a transaction on ${chain.chain_uid} carries one value`,
      'Use the smart form of one of them.',
    )
  }
  return [left, right]
}

/** The same sides in the protocol's order. */
export const orderSides = ([left, right]: Sides): Sides =>
  isOrdered(left.token, right.token) ? [left, right] : [right, left]

/**
 * Checks a pair of token ids; it comes out in the protocol's order.
 * @throws {UnknownTokenError} {InvalidRequestError} one token twice
 */
export function parsePair(network: Network, { token_1, token_2 }: Pair, path: string): Pair {
  const left = atField(`${path}.token_1`, () => tokenOf(network, token_1).token)
  const right = atField(`${path}.token_2`, () => tokenOf(network, token_2).token)
  checkDistinct(left, right, path)
  return orderPair({ token_1: left, token_2: right })
}

/** The smaller id in byte order is `token_1`: ids are ASCII, so their characters compare as their bytes do. */
export function orderPair({ token_1, token_2 }: Pair): Pair {
  return isOrdered(token_1, token_2) ? { token_1, token_2 } : { token_1: token_2, token_2: token_1 }
}

function isOrdered(left: string, right: string): boolean {
  return left < right
}

function checkDistinct(left: string, right: string, path: string): void {
  if (left !== right) return
  throw new InvalidRequestError(
    path,
    `names ${left} twice`,
    'Name two different tokens: a pool trades one for the other.',
  )
}

/** The ABI's `PairWithDenomAndAmount`. */
export function evmPair([first, second]: Sides) {
  return { token_1: evmSide(first), token_2: evmSide(second) }
}

function evmSide({ token, amount, token_type }: Side) {
  return { token, amount, token_type: evmTokenType(token_type) }
}

/** An approval for every smart side, in their order. */
export function evmPairApprovals(
  target: { chainId: string; factory: string },
  sides: Sides,
): EvmMessage[] {
  return sides.flatMap(({ token_type, amount }) => evmApprovals(target, token_type, amount))
}

/** The native side's amount, which goes along as the transaction's value. */
export function evmPairValue(sides: Sides): bigint {
  return sides.find(({ token_type }) => 'native' in token_type)?.amount ?? 0n
}

/** The pair as CosmWasm messages carry it. */
export function cosmWasmPair([first, second]: Sides) {
  return { token_1: cosmWasmSide(first), token_2: cosmWasmSide(second) }
}

function cosmWasmSide({ token, token_type, amount }: Side) {
  return { token, token_type, amount: `${amount}` }
}

/** For every smart side, in their order, the message that lets the factory take it. */
export function cosmWasmAllowances(factory: string, sides: Sides): CosmWasmMessage[] {
  return sides.flatMap(({ token_type, amount }) =>
    'native' in token_type
      ? []
      : [
          {
            contractAddress: token_type.smart.contract_address,
            msg: { increase_allowance: { amount: `${amount}`, spender: factory } },
            funds: [],
          },
        ],
  )
}

/** Every native side. The Cosmos SDK refuses funds that are not sorted by denom. */
export function cosmWasmFunds(sides: Sides): { denom: string; amount: string }[] {
  return sides
    .flatMap(({ token_type, amount }) =>
      'native' in token_type ? [{ denom: token_type.native.denom, amount: `${amount}` }] : [],
    )
    .toSorted((left, right) => (left.denom < right.denom ? -1 : 1))
}
