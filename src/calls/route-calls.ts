import { z } from 'zod'

import { BaseUnits } from '../core/terms/amounts.ts'
import { TokenId } from '../core/terms/network.ts'
import { PositiveUnits } from '../core/terms/shapes.ts'
import type { Call } from './call.ts'
import { routesExamples, simulationExamples } from './examples.ts'

/** The wire shapes of `/api/v1/routes` and `/api/v1/simulate-swap`. */

export const RoutesRequest = z.object({
  amount_in: PositiveUnits,
  token_in: TokenId,
  token_out: TokenId,
  external: z
    .boolean()
    .nullish()
    .meta({ description: 'Also routes over external exchanges, where this server knows any.' }),
  chain_uids: z.array(z.string().max(64)).max(100).nullish().meta({
    description:
      'Only routes whose every token exists on one of these chains; an empty list restricts nothing.',
  }),
  split: z
    .boolean()
    .nullish()
    .meta({ description: 'Also the best way to trade the amount over several paths at once.' }),
  max_legs: z
    .int()
    .min(1)
    .max(20)
    .nullish()
    .meta({ description: 'The most paths of a split; 5 unless told.' }),
})
export type RoutesRequest = z.infer<typeof RoutesRequest>

/** As this server writes them. */
const Units = z.codec(z.string().meta({ description: 'Base units.' }), z.bigint(), {
  decode: BigInt,
  encode: (units) => `${units}`,
})

const HopPayment = z.codec(z.string(), z.object({ token: z.string(), amount: z.bigint() }), {
  decode(text) {
    const [token = '', amount = ''] = text.split(': ')
    return { token, amount: BigInt(amount) }
  },
  encode: ({ token, amount }) => `${token}: ${amount}`,
})

/** One step of a path, as `execute/swap` takes it. */
export const RouteStep = z.object({
  route: z.array(z.string()).meta({ description: 'Token ids in order.' }),
  dex: z.string(),
  amount_in: Units,
  amount_out: Units,
  chain_uid: z.string(),
  amount_out_for_hops: z
    .array(HopPayment)
    .meta({ description: 'What each hop pays: `<token>: <amount>`.' }),
})
export type RouteStep = z.infer<typeof RouteStep>
export type RouteStepJson = z.input<typeof RouteStep>

const Impact = z.string().meta({
  description: 'Percent with two decimals; empty where the prices do not fit exact numbers.',
})

export const RoutePath = z.object({ path: z.array(RouteStep), total_price_impact: Impact })
export type RoutePath = z.infer<typeof RoutePath>
export type RoutePathJson = z.input<typeof RoutePath>

/** A part of a split: usable as the `swap_path` of a swap of its `amount_in`, and as an entry of a swap's `legs`. */
export const RouteLeg = z.object({ amount_in: Units, amount_out: Units, path: z.array(RouteStep) })
export type RouteLeg = z.infer<typeof RouteLeg>
export type RouteLegJson = z.input<typeof RouteLeg>

export const RoutesAnswer = z.object({
  paths: z.array(RoutePath).meta({ description: 'Best first, each for the whole amount.' }),
  split: z
    .object({
      amount_out: Units,
      total_price_impact: Impact,
      legs: z.array(RouteLeg).meta({
        description:
          'In the order in which they trade: only so does each pay what it says. Their `amount_in` add up to the whole. One leg where no split pays more.',
      }),
    })
    .optional(),
  pools: z
    .object({
      height: z.int().meta({ description: "The hub's block whose pools were quoted." }),
      age_ms: z.int().meta({ description: 'How long ago that block was first seen.' }),
    })
    .meta({ description: 'How fresh this is.' }),
})
export type RoutesAnswer = z.infer<typeof RoutesAnswer>
export type RoutesAnswerJson = z.input<typeof RoutesAnswer>

export const SimulateSwapRequest = z.object({
  amount_in: PositiveUnits,
  asset_in: TokenId,
  asset_out: TokenId,
  contract: z.string().max(128).nullish().meta({ description: "The network's router." }),
  min_amount_out: BaseUnits.nullish(),
  swaps: z
    .array(TokenId)
    .min(2, 'must name at least two tokens')
    .max(20)
    .meta({ description: 'The `route` of a path.' }),
})

export type SimulateSwapRequest = z.infer<typeof SimulateSwapRequest>

export const SimulateSwapAnswer = z.object({
  id: z.string(),
  amount_out: Units,
  asset_out: z.string(),
})
export type SimulateSwapAnswer = z.infer<typeof SimulateSwapAnswer>

/** What a swap would pay, before anybody signs. */
export const routeCalls = {
  findRoutes: {
    tag: 'Routes',
    method: 'post',
    path: '/api/v1/routes',
    summary: 'Find the best ways to swap one token for another.',
    description:
      "Executed on the pools of `pools.height`, each path pays exactly what it says. A path is the `swap_path` of a swap, as it is. With `split`, all `legs` together are a swap's `legs`: a CosmWasm sender gets them as messages of one transaction, an EVM sender as one transaction after another.",
    request: RoutesRequest,
    refuses: 'misspelt',
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
  simulateSwap: {
    tag: 'Routes',
    method: 'post',
    path: '/api/v1/simulate-swap',
    summary: 'Ask the router contract itself what a route pays now.',
    description:
      'Without a partner fee, and never twice through one pool. What the router refuses, for example because `min_amount_out` is not reached, is `SWAP_REFUSED` with its own words.',
    request: SimulateSwapRequest,
    refuses: 'misspelt',
    answer: SimulateSwapAnswer,
    errors: ['SWAP_REFUSED', 'CHAIN_UNAVAILABLE'],
    examples: simulationExamples,
  },
} satisfies Record<string, Call>
