import { atField } from '../../core/terms/request.ts'
import { chainOf, denomOn, tokenOf, type Network } from '../../core/terms/network.ts'
import { OWN_DEX } from '../../core/payloads/swap-route.ts'
import type { RoutePath, RoutesAnswer, RoutesRequest, RouteStep } from '../../calls/route-calls.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import type { LivePools } from './pools-port.ts'
import { NoRouteError, SameTokenError } from '../../core/routing/route-errors.ts'
import { createRouter, type QuotedPath } from '../../core/routing/router.ts'

/** Another exchange, whose routes are named beside our own pools' when a request asks for external ones. */
export type Venue = { routes(request: RoutesRequest): Promise<RoutePath[]> }

/** The interface's request in, its answer out. Amounts are base units. */
export type FindRoutes = (request: RoutesRequest) => Promise<RoutesAnswer>

const ALTERNATIVES = 4
const MOST_LEGS = 5

type Deps = { network: Network; pools: LivePools; venues: readonly Venue[] }

/**
 * The routes call: the best paths, and the best split, through the pools as they are now. It throws
 * - {InvalidRequestError} {UnknownChainError} {UnknownTokenError} {InvalidAmountError} {SameTokenError}
 * - {NoRouteError} nothing leads from one token to the other, or nothing that would pay for this amount
 * - {PoolsOutdatedError} {ChainUnavailableError} the pools are not known, or not any more
 */
export function createFindRoutes({ network, pools: live, venues }: Deps): FindRoutes {
  const routerOf = createKnownRouter()
  const toStep = createStepWriter(network)

  return async (request) => {
    const { token_in, token_out, amount_in, external, split, max_legs } = request
    const isWanted = poolFilter(network, request.chain_uids ?? [])
    const { pools, height, ageMs } = await live.current()
    checkTokens(network, pools, request)
    const wanted = isWanted ? pools.filter(isWanted) : pools
    if (![token_in, token_out].every((token) => wanted.some(has(token))))
      throw new NoRouteError(token_in, token_out)
    const router = isWanted ? createRouter(wanted) : routerOf(pools)
    const impactOf = (paths: readonly QuotedPath[]) => router.priceImpact(paths) ?? ''
    const toPath = (path: QuotedPath): RoutePath => ({
      path: [toStep(path)],
      total_price_impact: impactOf([path]),
    })

    const asked = { tokenIn: token_in, tokenOut: token_out, amountIn: amount_in }
    const single = router.quote({ ...asked, alternatives: ALTERNATIVES })
    const paths = [...single.paths, ...single.alternatives].map(toPath)
    const abroad = external ? await Promise.all(venues.map((venue) => venue.routes(request))) : []
    const answer: RoutesAnswer = {
      paths: [...paths, ...abroad.flat()].toSorted(byOutput),
      pools: { height, age_ms: ageMs },
    }
    if (!split) return answer
    const { amountOut, paths: legs } = router.quote({
      ...asked,
      split,
      maxLegs: max_legs ?? MOST_LEGS,
    })
    return {
      ...answer,
      split: {
        amount_out: amountOut,
        total_price_impact: impactOf(legs),
        legs: legs.map((leg) => ({
          amount_in: leg.amountIn,
          amount_out: leg.amountOut,
          path: [toStep(leg)],
        })),
      },
    }
  }
}

/** One router that follows the pools: most of them are as they were at the request before. */
function createKnownRouter() {
  let known: readonly Pool[] = []
  let ids = new Set<string>()
  let router = createRouter(known)
  return (pools: readonly Pool[]) => {
    if (pools === known) return router
    const before = new Set(known)
    const changed = pools.filter((pool) => !before.has(pool))
    const added = changed.filter(({ id }) => !ids.has(id))
    // Nothing takes a pool out of a router again.
    if (pools.length < known.length + added.length) {
      router = createRouter(pools)
      ids = new Set(pools.map(({ id }) => id))
    } else {
      router.update(changed)
      for (const { id } of added) ids.add(id)
    }
    known = pools
    return router
  }
}

const createStepWriter =
  ({ hub }: Network) =>
  ({ route, amountIn, amountOut, amountsOut }: QuotedPath): RouteStep => ({
    route,
    dex: OWN_DEX,
    amount_in: amountIn,
    amount_out: amountOut,
    chain_uid: hub.settlement_uid,
    amount_out_for_hops: amountsOut.map((amount, hop) => ({ token: route[hop + 1] ?? '', amount })),
  })

const has = (token: string) => (pool: Pool) => pool.token1 === token || pool.token2 === token

/**
 * Pools both of whose tokens exist on one of the chains; `undefined` where all pools do. On the settlement layer every
 * token exists.
 * @throws {UnknownChainError}
 */
function poolFilter(
  network: Network,
  chainUids: readonly string[],
): ((pool: Pool) => boolean) | undefined {
  if (chainUids.length === 0 || chainUids.includes(network.hub.settlement_uid)) return undefined
  for (const [index, uid] of chainUids.entries())
    atField(`chain_uids.${index}`, () => chainOf(network, uid))
  const isThere = new Map(
    network.tokens.map((token) => [
      token.token,
      chainUids.some((uid) => denomOn(token, uid) !== undefined),
    ]),
  )
  return ({ token1, token2 }) => isThere.get(token1) === true && isThere.get(token2) === true
}

/** A token is known when the network lists it or a pool has it: people make tokens and pools without asking anybody. */
function checkTokens(network: Network, pools: readonly Pool[], request: RoutesRequest): void {
  const { token_in, token_out } = request
  for (const field of ['token_in', 'token_out'] as const) {
    if (!pools.some(has(request[field]))) atField(field, () => tokenOf(network, request[field]))
  }
  if (token_in === token_out) throw new SameTokenError(token_in)
}

function byOutput(left: RoutePath, right: RoutePath): number {
  const [more, less] = [left, right].map(({ path }) => path.at(-1)?.amount_out)
  if (more === undefined || less === undefined || more === less) return 0
  return more > less ? -1 : 1
}
