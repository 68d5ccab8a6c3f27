import { pino } from 'pino'

import { createApp } from '../app.ts'
import { readSettings, type Settings } from './read-settings.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Runs the server. Returns once it is ready, and says so on standard output. */
export async function start(settings: Settings): Promise<void> {
  const config = readSettings(settings)
  const log = pino({ level: config.logLevel })
  const app = await createApp(config, log)
  stopOnSignal(() => app.stop())
  console.log(`vouch ready ${app.url} network=${app.network.name}`)
}
