import type { FastifyInstance } from 'fastify'

import type { FindRoutes } from '../../services/market/find-routes.ts'
import type { SimulateSwap } from '../../services/market/simulate-swap.ts'

type Deps = { findRoutes: FindRoutes; simulateSwap: SimulateSwap }

/** `POST /api/v1/routes` and `/api/v1/simulate-swap`: what a swap would pay. */
export const routeRoutes =
  ({ findRoutes, simulateSwap }: Deps) =>
  (server: FastifyInstance) => {
    server.post('/api/v1/routes', ({ body }) => findRoutes(body))
    server.post('/api/v1/simulate-swap', ({ body }) => simulateSwap(body))
  }
