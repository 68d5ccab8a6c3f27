import type { FastifyInstance } from 'fastify'

import { routeCalls } from '../../calls/route-calls.ts'
import type { FindRoutes } from '../../services/market/find-routes.ts'
import type { SimulateSwap } from '../../services/market/simulate-swap.ts'
import { serveUnread } from '../serve.ts'

type Deps = { findRoutes: FindRoutes; simulateSwap: SimulateSwap }

/** `POST /api/v1/routes` and `/api/v1/simulate-swap`: what a swap would pay. */
export const routeRoutes =
  ({ findRoutes, simulateSwap }: Deps) =>
  (server: FastifyInstance) => {
    serveUnread(server, routeCalls.findRoutes, ({ body }) => findRoutes(body))
    serveUnread(server, routeCalls.simulateSwap, ({ body }) => simulateSwap(body))
  }
