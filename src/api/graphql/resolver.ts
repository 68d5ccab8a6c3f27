import { z } from 'zod'

import { orderPair, Pair } from '../../core/payloads/pair.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { chainNamed, chainOf, type Network } from '../../core/terms/network.ts'
import { parseRequest } from '../../core/terms/request.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { BlockReads } from '../../services/market/block-reads.ts'

/**
 * One request's view: the hub at one block, looked up when the first field needs it. `allowSchema` is asked before a question about the schema itself is
 * answered, and may throw.
 */
export type GraphQlContext = { hub(): Promise<BlockReads>; allowSchema?: () => void }

/** A field's value from its parent's, its arguments and the request. The schema has checked the arguments' types. */
export type Resolver = (parent: never, args: never, context: GraphQlContext) => unknown

export type Maybe<T> = T | null | undefined
export type Page = { limit?: Maybe<number>; offset?: Maybe<number> }
export type UserInput = Maybe<{ [Field in keyof CrossChainUser]?: Maybe<string> }>
export type PairInput = Maybe<{ [Field in keyof Pair]?: Maybe<string> }>

const User = z.object({ chain_uid: z.string(), address: z.string() })

/** @throws {InvalidRequestError} a part is missing @throws {UnknownChainError} {InvalidAddressError} */
export function userOf(network: Network, input: UserInput): CrossChainUser {
  const { chain_uid, address } = parseRequest(User, input)
  const chain = chainOf(network, chain_uid)
  return { chain_uid, address: parseAddress(chain, address) }
}

/** Whose vouchers are asked for: those of contracts may stand under the settlement layer's uid. @throws as `userOf` */
export function holderOf(network: Network, input: UserInput): CrossChainUser {
  const { chain_uid, address } = parseRequest(User, input)
  return { chain_uid, address: parseAddress(chainNamed(network, chain_uid), address) }
}

/** The pair in the protocol's order. @throws {InvalidRequestError} a part is missing or no token id */
export const readPair = (input: PairInput): Pair => orderPair(parseRequest(Pair, input))
