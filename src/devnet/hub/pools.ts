import { z } from 'zod'

import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { tokenIn, type HubConfig } from './hub-config.ts'
import { HUB_CODE_ID } from './hub-contracts.ts'
import type { LpTokenFacts, PoolCurve } from './packet-call.ts'

export const Pair = z.strictObject({ token_1: z.string(), token_2: z.string() })
export type Pair = z.infer<typeof Pair>

/** A pool as the router lists it. */
export type RegisteredVlp = { vlp: string; token_1: string; token_2: string }

const vlps = (context: QueryContext) => context.collection<RegisteredVlp>('vlps')

/** Sorts as the pair does: a comma comes before every character of a token id. */
export const pairKey = ({ token_1, token_2 }: Pair) => `${token_1},${token_2}`

/** The protocol's order: the smaller id first. @throws {ContractError} one token twice, or one that is not registered */
function orderPair(config: HubConfig, { token_1, token_2 }: Pair): Pair {
  if (token_1 === token_2) throw new ContractError(`a pair of ${token_1} with itself`)
  tokenIn(config, token_1)
  tokenIn(config, token_2)
  return token_1 < token_2 ? { token_1, token_2 } : { token_1: token_2, token_2: token_1 }
}

/** @throws {ContractError} the pair has no pool */
export function vlpOf(context: QueryContext, config: HubConfig, pair: Pair): RegisteredVlp {
  const ordered = orderPair(config, pair)
  const found = vlps(context).get(pairKey(ordered))
  if (!found)
    throw new ContractError(`there is no pool of ${ordered.token_1} and ${ordered.token_2}`)
  return found
}

/** All pools in the order of their pairs. */
export function allVlps(context: QueryContext): RegisteredVlp[] {
  return vlps(context)
    .entries()
    .map(([, vlp]) => vlp)
}

/** Makes the pool of a pair, still empty. @throws {ContractError} the pair has one */
export function createPool(
  context: ExecuteContext,
  config: HubConfig,
  pool: { pair: Pair; curve: PoolCurve; lpToken: LpTokenFacts },
): RegisteredVlp {
  const pair = orderPair(config, pool.pair)
  const key = pairKey(pair)
  const known = vlps(context).get(key)
  if (known)
    throw new ContractError(`${pair.token_1} and ${pair.token_2} have a pool: ${known.vlp}`)
  const { curve, lpToken } = pool
  const vlp = context.instantiate(HUB_CODE_ID.vlp, `vlp ${pair.token_1}-${pair.token_2}`, {
    pair,
    curve: curve.type === 'stable' ? { ...curve, ampFactor: `${curve.ampFactor}` } : curve,
    lp_token: lpToken,
  })
  const registered = { vlp, ...pair }
  vlps(context).set(key, registered)
  return registered
}
