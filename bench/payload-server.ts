import { pino } from 'pino'

import { operationRoutes } from '../src/api/operation-routes.ts'
import { createApi } from '../src/api/server.ts'
import { createPools } from '../src/chains/pools.ts'
import { createOperations } from '../src/core/operations.ts'
import { DepositRequest } from '../src/core/payloads/deposit.ts'
import { VoucherTransferRequest } from '../src/core/payloads/voucher-transfer.ts'
import { parseRequest } from '../src/core/request.ts'
import { sampleNetwork } from '../test/core/sample-network.ts'

/**
 * The server of the payload bench, a process of its own: the operations, and the same framework that echoes the same
 * validated JSON. Tells its parent the port.
 */
const claimers = {
  create: () => Promise.reject(new Error('this bench builds payloads without claimers')),
}
const operations = createOperations({
  network: sampleNetwork,
  claimers,
  pools: createPools(sampleNetwork),
  now: () => new Date(),
})
const api = createApi({
  log: pino({ level: 'silent' }),
  routes: [
    operationRoutes(operations),
    (server) => {
      const echo =
        (schema: typeof DepositRequest | typeof VoucherTransferRequest) =>
        async (request: { body: unknown }) => {
          parseRequest(schema, request.body)
          return request.body
        }
      server.post('/echo/token/deposit', echo(DepositRequest))
      server.post('/echo/vcoin/transfer', echo(VoucherTransferRequest))
    },
  ],
})
const { port } = await api.start({ port: 0, host: '127.0.0.1' })
process.send?.({ port })
process.once('disconnect', () => void api.stop().then(() => process.exit(0)))
