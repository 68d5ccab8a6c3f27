import type { FastifyInstance } from 'fastify'

import type { Operations } from '../core/operations.ts'

/** `POST /api/v1/execute/…`: the interface's operations, each answering an unsigned transaction. */
export const operationRoutes = (operations: Operations) => (server: FastifyInstance) => {
  server.post('/api/v1/execute/token/deposit', ({ body }) => operations.deposit(body))
  server.post('/api/v1/execute/vcoin/transfer', ({ body }) => operations.transferVoucher(body))
  server.post('/api/v1/execute/vcoin/withdraw', ({ body }) => operations.withdrawVoucher(body))
  server.post('/api/v1/execute/swap', ({ body }) => operations.swap(body))
  server.post('/api/v1/execute/liquidity/add', ({ body }) => operations.addLiquidity(body))
  server.post('/api/v1/execute/liquidity/remove', ({ body }) => operations.removeLiquidity(body))
  server.post('/api/v1/execute/pool/create', ({ body }) => operations.createPool(body))
}
