import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { routeCalls } from '../../calls/route-calls.ts'
import type { FindRoutes } from '../../services/market/find-routes.ts'
import type { SimulateSwap } from '../../services/market/simulate-swap.ts'
import { serve } from '../serve.ts'

type Deps = { findRoutes: FindRoutes; simulateSwap: SimulateSwap }

/** `POST /api/v1/routes` and `/api/v1/simulate-swap`: what a swap would pay. */
export const routeRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { findRoutes, simulateSwap } = routeCalls
  serve(server, findRoutes, async ({ body }) =>
    z.encode(findRoutes.answer, await deps.findRoutes(body)),
  )
  serve(server, simulateSwap, async ({ body }) =>
    z.encode(simulateSwap.answer, await deps.simulateSwap(body)),
  )
}
