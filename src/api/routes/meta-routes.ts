import type { FastifyInstance } from 'fastify'

import type { MetaTransactions } from '../../services/operations/meta-transactions.ts'

/** `POST /api/v1/execute/vcoin/swap` and `/api/v1/execute/meta`: what owners of vouchers sign off chain. */
export const metaRoutes = (meta: MetaTransactions) => (server: FastifyInstance) => {
  server.post('/api/v1/execute/vcoin/swap', ({ body }) => meta.swap(body))
  server.post('/api/v1/execute/meta', ({ body }) => meta.execute(body))
}
