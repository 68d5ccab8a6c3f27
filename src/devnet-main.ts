import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { pino } from 'pino'
import { z } from 'zod'

import { devnetBooksRoutes } from './api/devnet-books-routes.ts'
import { devnetRoutes } from './api/devnet-routes.ts'
import { createApi } from './api/server.ts'
import { Network } from './core/network.ts'
import { describeDevnet } from './devnet/describe-devnet.ts'
import { startDevnet } from './devnet/devnet.ts'
import { PacketFilter, Trouble } from './devnet/trouble/trouble.ts'

const STOP_LIMIT_MS = 10_000
const HOST = '127.0.0.1' // whoever reaches its HTTP API may take tokens and make trouble

const Options = z.strictObject({
  'data-dir': z.string().min(1).optional(),
  'network-file': z.string().min(1).optional(),
  port: z.coerce.number().int().min(0).max(65_535).default(8788),
  'block-time-ms': z.coerce.number().int().min(50).max(60_000).default(1_000),
})

/** @throws {Error} an option that is not one, or a value that cannot be used */
function readOptions(args: string[]): z.infer<typeof Options> {
  const { values } = parseArgs({
    args,
    options: {
      'data-dir': { type: 'string' },
      'network-file': { type: 'string' },
      port: { type: 'string' },
      'block-time-ms': { type: 'string' },
    },
  })
  const result = Options.safeParse(values)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`--${issue?.path.join('.')}: ${issue?.message}`)
}

try {
  const options = readOptions(process.argv.slice(2))
  const log = pino({ level: 'warn' }, pino.destination(2))
  const dataDir = options['data-dir']
  const devnet = await startDevnet({
    ...(dataDir !== undefined && { dataDir }),
    blockTimeMs: options['block-time-ms'],
    log: (line) => log.warn(line),
  })
  const api = createApi({
    log,
    routes: [devnetBooksRoutes(devnet), devnetRoutes({ Trouble, PacketFilter, ...devnet.trouble })],
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void api
      .stop()
      .then(devnet.stop)
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const { port } = await api.start({ port: options.port, host: HOST })

  const networkFile = options['network-file']
  if (networkFile !== undefined) {
    mkdirSync(dirname(resolve(networkFile)), { recursive: true })
    const json = JSON.stringify(z.encode(Network, devnet.network), undefined, 2)
    writeFileSync(networkFile, `${json}\n`)
  }
  console.log(await describeDevnet(devnet.network, `http://${HOST}:${port}`))
  if (networkFile !== undefined) console.log(`network file: ${resolve(networkFile)}`)
  console.log('devnet ready')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
