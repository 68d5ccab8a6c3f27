import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { metaCalls, operationCalls } from '../../calls/operation-calls.ts'
import type { Asker } from '../../services/operations/claimers-port.ts'
import type { MetaTransactions } from '../../services/operations/meta-transactions.ts'
import type { Operations } from '../../services/operations/operations.ts'
import { clientOf } from '../client-of.ts'
import { serve } from '../serve.ts'
import { routeCalls } from '../../calls/route-calls.ts'
import type { FindRoutes } from '../../services/market/find-routes.ts'
import type { SimulateSwap } from '../../services/market/simulate-swap.ts'
import { NO_CLAIMER, type EvmMessage, type TransactionBuild } from '../../core/terms/shapes.ts'
import type { TrackAnswer } from '../../core/tracking/tracking-record.ts'

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

const NO_CLAIMER_JSON = JSON.stringify(NO_CLAIMER)

/**
 * An operation's answer as JSON; an EVM build in a fraction of the time of `JSON.stringify`, which looks at every character
 * for one to escape, while nearly all of such an answer is calldata, whose digits never are.
 */
export function answerJson(answer: TransactionBuild | TrackAnswer): string {
  if (!('type' in answer) || answer.type === 'cosmwasm') return JSON.stringify(answer)
  const { msgs, claimer } = answer
  let json = JSON.stringify({ ...answer, msgs: undefined, claimer: undefined }).slice(0, -1)
  if (claimer)
    json += `,"claimer":${claimer === NO_CLAIMER ? NO_CLAIMER_JSON : JSON.stringify(claimer)}`
  return `${json},"msgs":[${msgs.map(messageJson).join(',')}]}`
}

/** `data`, `value` and `gasLimit` are hex by their schema. */
function messageJson({ chainId, to, data, value, gasLimit }: EvmMessage): string {
  const gas = gasLimit === undefined ? '' : `,"gasLimit":"${gasLimit}"`
  return `{"chainId":${JSON.stringify(chainId)},"to":${JSON.stringify(to)},"data":"${data}","value":"${value}"${gas}}`
}
