import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { pino } from 'pino'
import { z } from 'zod'

import { devnetBooksRoutes } from '../api/routes/devnet-books-routes.ts'
import { devnetRoutes, devnetRuleRoutes } from '../api/routes/devnet-routes.ts'
import { createApi } from '../api/server.ts'
import { Network, type GenerationName } from '../core/terms/network.ts'
import { describeDevnet } from '../devnet/describe-devnet.ts'
import { startDevnet } from '../devnet/devnet.ts'
import { RuleChange } from '../devnet/hub/release-rules.ts'
import { PacketFilter, Trouble } from '../devnet/trouble/trouble.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const HOST = '127.0.0.1' // whoever reaches its HTTP API may take tokens and make trouble

type Options = {
  dataDir?: string
  networkFile?: string
  port: number
  blockTimeMs: number
  generation: GenerationName
}

/** Runs the local network. Returns once it is ready, and prints what other programs need. */
export async function runDevnet({ networkFile, port, ...options }: Options): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const devnet = await startDevnet({ ...options, log: (line) => log.warn(line) })
  const api = createApi({
    log,
    routes: [
      devnetBooksRoutes(devnet),
      devnetRoutes({ Trouble, PacketFilter, ...devnet.trouble }),
      devnetRuleRoutes({ Rule: RuleChange, ...devnet.rules }),
    ],
  })
  stopOnSignal(() => api.stop().then(devnet.stop))
  const listening = await api.start({ port, host: HOST, variable: '--port' })

  if (networkFile !== undefined) {
    mkdirSync(dirname(resolve(networkFile)), { recursive: true })
    const json = JSON.stringify(z.encode(Network, devnet.network), undefined, 2)
    writeFileSync(networkFile, `${json}\n`)
  }
  console.log(await describeDevnet(devnet.network, `http://${HOST}:${listening.port}`))
  if (networkFile !== undefined) console.log(`network file: ${resolve(networkFile)}`)
  console.log('devnet ready')
}
