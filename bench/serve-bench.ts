import { pino } from 'pino'

import { createApi } from '../src/api/server.ts'

/** The server's half of `compareRequests`: tells its parent the port, then its CPU time whenever it is asked. */
export async function serveBench(routes: Parameters<typeof createApi>[0]['routes']): Promise<void> {
  const api = createApi({ log: pino({ level: 'silent' }), routes })
  const { port } = await api.start({ port: 0, host: '127.0.0.1' })
  process.send?.({ port })
  process.on('message', () => process.send?.({ cpuMicros: process.cpuUsage() }))
  process.once('disconnect', () => void api.stop().then(() => process.exit(0)))
}
