import { z } from 'zod'

import { metaCalls, operationCalls } from '../../src/calls/operation-calls.ts'
import { routeCalls, type RoutesAnswerJson } from '../../src/calls/route-calls.ts'
import { ChatDepositRequest } from '../../src/core/payloads/deposit.ts'
import type { MetaBuild } from '../../src/core/payloads/meta-transaction.ts'
import { ChatVoucherTransferRequest } from '../../src/core/payloads/voucher-transfer.ts'
import { parseExactRequest, refuseMisspelt } from '../../src/core/terms/request.ts'
import type { CosmWasmBuild } from '../../src/core/terms/shapes.ts'
import { createFindRoutes } from '../../src/services/market/find-routes.ts'
import { createSimulateSwap } from '../../src/services/market/simulate-swap.ts'
import type { Asker } from '../../src/services/operations/claimers-port.ts'
import { createMetaTransactions } from '../../src/services/operations/meta-transactions.ts'
import { createOperations } from '../../src/services/operations/operations.ts'

/**
 * Services behind the edge at which JSON becomes requests: what tests ask of them is written as callers write it, and read by the
 * schemas that the API reads it with.
 */

type Ask<Request, Answer> = (request: Request, asker?: Asker) => Promise<Answer>

const reading =
  <Schema extends z.ZodObject, Answer>(
    schema: Schema,
    ask: Ask<z.output<Schema>, Answer>,
  ): Ask<unknown, Answer> =>
  async (json, asker) =>
    ask(parseExactRequest(schema, json), asker)

/** What a chat asks, by its `origin`, may name accounts; what others ask may not. */
const readingFor = <Chat extends z.ZodObject, Answer>(
  chatSchema: Chat,
  schema: z.ZodObject,
  ask: Ask<z.output<Chat>, Answer>,
): Ask<unknown, Answer> => {
  const read = reading(chatSchema, ask)
  return async (json, asker) => {
    if (!asker?.origin) parseExactRequest(schema, json)
    return read(json, asker)
  }
}

export function createJsonOperations(deps: Parameters<typeof createOperations>[0]) {
  const made = createOperations(deps)
  const calls = operationCalls
  return {
    deposit: readingFor(ChatDepositRequest, calls.deposit.request, made.deposit),
    transferVoucher: readingFor(
      ChatVoucherTransferRequest,
      calls.transferVoucher.request,
      made.transferVoucher,
    ),
    withdrawVoucher: reading(calls.withdrawVoucher.request, made.withdrawVoucher),
    swap: reading(calls.swap.request, made.swap),
    addLiquidity: reading(calls.addLiquidity.request, made.addLiquidity),
    removeLiquidity: reading(calls.removeLiquidity.request, made.removeLiquidity),
    createPool: reading(calls.createPool.request, made.createPool),
  }
}

export function createJsonMeta(deps: Parameters<typeof createMetaTransactions>[0]) {
  const meta = createMetaTransactions(deps)
  return {
    swap: (request: unknown): MetaBuild =>
      meta.swap(parseExactRequest(metaCalls.swapVouchers.request, request)),
    execute: async (request: unknown): Promise<CosmWasmBuild> =>
      meta.execute(parseExactRequest(metaCalls.executeMeta.request, request)),
  }
}

export function createJsonRoutes(deps: Parameters<typeof createFindRoutes>[0]) {
  const find = createFindRoutes(deps)
  const { request, answer } = routeCalls.findRoutes
  return async (json: unknown): Promise<RoutesAnswerJson> =>
    z.encode(answer, await find(parseExactRequest(request, json, refuseMisspelt)))
}

export function createJsonSimulation(deps: Parameters<typeof createSimulateSwap>[0]) {
  const simulate = createSimulateSwap(deps)
  const { request, answer } = routeCalls.simulateSwap
  return async (json: unknown) =>
    z.encode(answer, await simulate(parseExactRequest(request, json, refuseMisspelt)))
}
