import type { FastifyInstance } from 'fastify'

import type { Records } from '../../services/tracking/records.ts'

/** `POST /api/v1/txn/track…`: where a transaction is. */
export const trackRoutes = (records: Records) => (server: FastifyInstance) => {
  server.post('/api/v1/txn/track', ({ body }) => records.track(body, 'minimal'))
  server.post('/api/v1/txn/track/swap', ({ body }) => records.track(body, 'full'))
}
