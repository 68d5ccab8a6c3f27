import { gzipSync } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

import type { Network } from '../../core/terms/network.ts'
import type { LivePools } from '../../services/market/pools-port.ts'
import type { KnownPool } from '../../calls/call.ts'
import { describeApi } from '../describe-api.ts'

type Deps = { network: Network; pools: LivePools }

/** `/openapi.json`: the interface as OpenAPI 3.1, with examples for this network and its pools. */
export const openApiRoutes =
  ({ network, pools }: Deps) =>
  (server: FastifyInstance) => {
    const idsOf = (known: readonly KnownPool[]) => known.map(({ id }) => id).join()
    const write = (known: readonly KnownPool[]) => {
      const text = JSON.stringify(describeApi(network, known))
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
