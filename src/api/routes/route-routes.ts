import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { routeCalls } from '../../calls/route-calls.ts'
import { parseExactRequest, refuseMisspelt } from '../../core/terms/request.ts'
import type { FindRoutes } from '../../services/market/find-routes.ts'
import type { SimulateSwap } from '../../services/market/simulate-swap.ts'
import { serveUnread } from '../serve.ts'

type Deps = { findRoutes: FindRoutes; simulateSwap: SimulateSwap }

/** `POST /api/v1/routes` and `/api/v1/simulate-swap`: what a swap would pay. */
export const routeRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { findRoutes, simulateSwap } = routeCalls
  serveUnread(server, findRoutes, async ({ body }) => {
    const request = parseExactRequest(findRoutes.request, body, refuseMisspelt)
    return z.encode(findRoutes.answer, await deps.findRoutes(request))
  })
  serveUnread(server, simulateSwap, async ({ body }) => {
    const request = parseExactRequest(simulateSwap.request, body, refuseMisspelt)
    return z.encode(simulateSwap.answer, await deps.simulateSwap(request))
  })
}
