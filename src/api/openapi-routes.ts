import type { FastifyInstance } from 'fastify'

import type { Network } from '../core/network.ts'
import { describeApi } from './openapi/describe-api.ts'
import { operationEndpoints } from './openapi/operation-endpoints.ts'
import { pageEndpoints } from './openapi/page-endpoints.ts'
import { routeEndpoints } from './openapi/route-endpoints.ts'
import { serviceEndpoints } from './openapi/service-endpoints.ts'
import { trackEndpoints } from './openapi/track-endpoints.ts'

/** Everything that the document describes: a new call is an entry in one of these lists. */
export const endpoints = [
  ...operationEndpoints,
  ...routeEndpoints,
  ...trackEndpoints,
  ...pageEndpoints,
  ...serviceEndpoints,
]

/** `/openapi.json`: the interface as OpenAPI 3.1, with examples for this network. */
export const openApiRoutes = (network: Network) => (server: FastifyInstance) => {
  const document = JSON.stringify(describeApi(endpoints, network))
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
}
