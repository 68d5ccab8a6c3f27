import type { FastifyInstance } from 'fastify'

import type { Operations } from '../../services/operations/operations.ts'
import { answerJson } from '../answer-json.ts'
import { clientOf } from '../client-of.ts'

/** What is answered with 200 becomes JSON by `answerJson`; the schema only says that there is something to do. */
const asAnswer = { schema: { response: { 200: {} } }, serializerCompiler: () => answerJson }

/** `POST /api/v1/execute/…`: the interface's operations, each answering an unsigned transaction. */
export const operationRoutes = (operations: Operations) => (server: FastifyInstance) => {
  const post = (path: string, operation: Operations[keyof Operations]) =>
    server.post(`/api/v1/execute/${path}`, asAnswer, (request) =>
      operation(request.body, { client: clientOf(request) }),
    )
  post('token/deposit', operations.deposit)
  post('vcoin/transfer', operations.transferVoucher)
  post('vcoin/withdraw', operations.withdrawVoucher)
  post('swap', operations.swap)
  post('liquidity/add', operations.addLiquidity)
  post('liquidity/remove', operations.removeLiquidity)
  post('pool/create', operations.createPool)
}
