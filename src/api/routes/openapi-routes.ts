import { gzipSync } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

import type { Network } from '../../core/terms/network.ts'
import type { LivePools } from '../../services/market/pools-port.ts'
import { describeApi } from '../openapi/describe-api.ts'
import type { KnownPool } from '../openapi/endpoint.ts'
import { metaEndpoints } from '../openapi/meta-endpoints.ts'
import { operationEndpoints } from '../openapi/operation-endpoints.ts'
import { pageEndpoints } from '../openapi/page-endpoints.ts'
import { routeEndpoints } from '../openapi/route-endpoints.ts'
import { serviceEndpoints } from '../openapi/service-endpoints.ts'
import { trackEndpoints } from '../openapi/track-endpoints.ts'
import { walletEndpoints } from '../openapi/wallet-endpoints.ts'

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
    const idsOf = (known: readonly KnownPool[]) => known.map(({ id }) => id).join()
    const write = (known: readonly KnownPool[]) => {
      const text = JSON.stringify(describeApi(endpoints, network, known))
      return { ids: idsOf(known), text, gzipped: gzipSync(text) }
    }
    let document = write([])

    server.get('/openapi.json', async ({ headers }, reply) => {
      // The document is worth having without the hub: then with the pools that were known before.
      const state = await pools.current().catch(() => undefined)
      if (state && idsOf(state.pools) !== document.ids) document = write(state.pools)
      const isGzipFine = negotiate(headers['accept-encoding'] ?? '', ['gzip']) === 'gzip'
      if (isGzipFine) reply.header('content-encoding', 'gzip')
      return reply
        .header('vary', 'accept-encoding')
        .type('application/json; charset=utf-8')
        .send(isGzipFine ? document.gzipped : document.text)
    })
  }
