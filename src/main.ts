import { existsSync } from 'node:fs'

import { pino } from 'pino'

import { createApp } from './app.ts'
import { readConfig } from './config.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

/** A stop that hangs ends anyway: everything that counts is in the database already. */
const STOP_LIMIT_MS = 10_000

try {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const app = await createApp(config, log)
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void app.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  console.log(`vouch ready ${app.url} network=${app.network.name}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
