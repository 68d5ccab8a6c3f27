import type { FastifyInstance } from 'fastify'

import { metaCalls, operationCalls } from '../../calls/operation-calls.ts'
import type { Asker } from '../../services/operations/claimers-port.ts'
import type { MetaTransactions } from '../../services/operations/meta-transactions.ts'
import type { Operations } from '../../services/operations/operations.ts'
import { answerJson } from '../answer-json.ts'
import { clientOf } from '../client-of.ts'
import { serve } from '../serve.ts'

/** What is answered with 200 becomes JSON by `answerJson`; the schema only says that there is something to do. */
const asAnswer = { schema: { response: { 200: {} } }, serializerCompiler: () => answerJson }

/** `POST /api/v1/execute/…`: the interface's operations, each answering an unsigned transaction. */
export const operationRoutes = (operations: Operations) => (server: FastifyInstance) => {
  const names = Object.keys(operationCalls) as (keyof typeof operationCalls)[] // as they are declared
  for (const name of names) {
    const call = operationCalls[name]
    const operation: (request: never, asker: Asker) => ReturnType<Operations[typeof name]> =
      operations[name]
    serve(
      server,
      call,
      // The body is what the schema of this very call has read.
      ({ body, request }) => operation(body as never, { client: clientOf(request) }),
      asAnswer,
    )
  }
}

/** What owners of vouchers sign off chain, and how it gets to the hub. */
export const metaRoutes = (meta: MetaTransactions) => (server: FastifyInstance) => {
  serve(server, metaCalls.swapVouchers, async ({ body }) => meta.swap(body))
  serve(server, metaCalls.executeMeta, ({ body }) => meta.execute(body))
}
