import type { FastifyInstance } from 'fastify'

import type { Network } from '../core/network.ts'
import type { LivePools } from '../core/routing/pool-state.ts'
import { describeApi } from './openapi/describe-api.ts'
import type { KnownPool } from './openapi/endpoint.ts'
import { metaEndpoints } from './openapi/meta-endpoints.ts'
import { operationEndpoints } from './openapi/operation-endpoints.ts'
import { pageEndpoints } from './openapi/page-endpoints.ts'
import { routeEndpoints } from './openapi/route-endpoints.ts'
import { serviceEndpoints } from './openapi/service-endpoints.ts'
import { trackEndpoints } from './openapi/track-endpoints.ts'
import { walletEndpoints } from './openapi/wallet-endpoints.ts'

/** Everything that the document describes: a new call is an entry in one of these lists. */
export const endpoints = [
  ...operationEndpoints,
  ...metaEndpoints,
  ...routeEndpoints,
  ...trackEndpoints,
  ...pageEndpoints,
  ...walletEndpoints,
  ...serviceEndpoints,
]

type Deps = { network: Network; pools: LivePools }

/** `/openapi.json`: the interface as OpenAPI 3.1, with examples for this network and its pools. */
export const openApiRoutes =
  ({ network, pools }: Deps) =>
  (server: FastifyInstance) => {
    const write = (known: readonly KnownPool[]) =>
      JSON.stringify(describeApi(endpoints, network, known))
    const idsOf = (known: readonly KnownPool[]) => known.map(({ id }) => id).join()
    let document = { ids: '', text: write([]) }

    server.get('/openapi.json', async (_request, reply) => {
      // The document is worth having without the hub: then with the pools that were known before.
      const state = await pools.current().catch(() => undefined)
      if (state && idsOf(state.pools) !== document.ids)
        document = { ids: idsOf(state.pools), text: write(state.pools) }
      return reply.type('application/json; charset=utf-8').send(document.text)
    })
  }
