import type { FastifyInstance, InjectOptions } from 'fastify'
import type { ZodType } from 'zod'

import { operationRoutes } from '../src/api/routes/operation-routes.ts'
import { createOperations } from '../src/services/operations/operations.ts'
import { DepositRequest } from '../src/core/payloads/deposit.ts'
import { LiquidityAddRequest } from '../src/core/payloads/liquidity-add.ts'
import { LiquidityRemoveRequest } from '../src/core/payloads/liquidity-remove.ts'
import { PoolCreateRequest } from '../src/core/payloads/pool-create.ts'
import { SwapRequest } from '../src/core/payloads/swap.ts'
import { VoucherTransferRequest } from '../src/core/payloads/voucher-transfer.ts'
import { VoucherWithdrawRequest } from '../src/core/payloads/voucher-withdraw.ts'
import { parseRequest } from '../src/core/terms/request.ts'
import { CW20, sampleNetwork } from '../test/core/sample-network.ts'
import { serveBench } from './serve-bench.ts'

/**
 * The server of the payload bench, a process of its own: the operations, and the same framework that echoes the same
 * validated JSON. Tells its parent the port.
 */
const operations = createOperations({
  network: sampleNetwork,
  claimers: { create: () => Promise.reject(new Error('this bench builds without claimers')) },
  pools: {
    pairOf: async () => ({ token_1: 'eth', token_2: 'usdc' }),
    lpTokenOf: async () => CW20,
    simulateSwap: () => Promise.reject(new Error('nothing is simulated here')),
  },
  now: () => new Date(),
})

const schemas: Record<string, ZodType> = {
  'token/deposit': DepositRequest,
  'vcoin/transfer': VoucherTransferRequest,
  'vcoin/withdraw': VoucherWithdrawRequest,
  swap: SwapRequest,
  'liquidity/add': LiquidityAddRequest,
  'liquidity/remove': LiquidityRemoveRequest,
  'pool/create': PoolCreateRequest,
}
const echoRoutes = (server: FastifyInstance) => {
  for (const [path, schema] of Object.entries(schemas)) {
    server.post(`/echo/${path}`, async ({ body }) => {
      parseRequest(schema, body)
      return body
    })
  }
}

/** Reads requests as the others do, and sends what the operation gave for the first one that came by that address. */
const readyRoutes = (server: FastifyInstance) => {
  const ready = new Map<string, string>()
  for (const [path, schema] of Object.entries(schemas)) {
    server.post(`/ready/:chain/${path}`, async ({ url, body }, reply) => {
      parseRequest(schema, body)
      const answer = ready.get(url) ?? (await server.inject(askOf(path, body))).payload
      ready.set(url, answer)
      return reply.type('application/json; charset=utf-8').send(answer)
    })
  }
}

const askOf = (path: string, body: unknown): InjectOptions => ({
  method: 'POST',
  url: `/api/v1/execute/${path}`,
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
})

await serveBench([operationRoutes(operations), echoRoutes, readyRoutes])
