import type { Network } from '../../core/terms/network.ts'
import {
  RoutesAnswer,
  RoutesRequest,
  SimulateSwapAnswer,
  SimulateSwapRequest,
} from '../../calls/route-calls.ts'
import type { Endpoint } from './endpoint.ts'

/** What a swap would pay, before anybody signs. */
export const routeEndpoints: Endpoint[] = [
  {
    id: 'findRoutes',
    tag: 'Routes',
    method: 'post',
    path: '/api/v1/routes',
    summary: 'Find the best ways to swap one token for another.',
    description:
      "Executed on the pools of `pools.height`, each path pays exactly what it says. A path is the `swap_path` of a swap, as it is. With `split`, all `legs` together are a swap's `legs`: a CosmWasm sender gets them as messages of one transaction, an EVM sender as one transaction after another.",
    request: RoutesRequest,
    answer: RoutesAnswer,
    errors: [
      'INVALID_AMOUNT',
      'UNKNOWN_CHAIN',
      'UNKNOWN_TOKEN',
      'SAME_TOKEN',
      'NO_ROUTE',
      'POOLS_OUTDATED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: routesExamples,
  },
  {
    id: 'simulateSwap',
    tag: 'Routes',
    method: 'post',
    path: '/api/v1/simulate-swap',
    summary: 'Ask the router contract itself what a route pays now.',
    description:
      'Without a partner fee, and never twice through one pool. What the router refuses, for example because `min_amount_out` is not reached, is `SWAP_REFUSED` with its own words.',
    request: SimulateSwapRequest,
    answer: SimulateSwapAnswer,
    errors: ['SWAP_REFUSED', 'CHAIN_UNAVAILABLE'],
    examples: simulationExamples,
  },
]

const AMOUNT = '1000000'

/** The network's first two tokens: whether pools join them is the network's matter. */
function pairOf(network: Network): { from: string; to: string } | undefined {
  const [from, to] = network.tokens
  return from && to && { from: from.token, to: to.token }
}

function routesExamples(network: Network): Record<string, object> {
  const pair = pairOf(network)
  if (!pair) return {}
  const routes = { amount_in: AMOUNT, token_in: pair.from, token_out: pair.to }
  return {
    'best paths': { ...routes, external: false, chain_uids: [] },
    'with the best split': { ...routes, split: true, max_legs: 3 },
  }
}

function simulationExamples(network: Network): Record<string, object> {
  const pair = pairOf(network)
  if (!pair) return {}
  return {
    'two tokens': {
      amount_in: AMOUNT,
      asset_in: pair.from,
      asset_out: pair.to,
      contract: network.hub.router,
      min_amount_out: '1',
      swaps: [pair.from, pair.to],
    },
  }
}
