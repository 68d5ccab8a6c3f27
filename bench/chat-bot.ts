import { startBareDiscord, startBareTelegram } from './bare-chat-bots.ts'
import { startDiscord, startTelegram } from './our-chat-bots.ts'

/**
 * A bot of the chat bench, in a process of its own: `chat-bot.ts <name> <data dir> <api root>`. Tells its parent when it is
 * ready, and then its CPU time and memory whenever it is asked.
 */
const [name = '', dataDir = '', apiRoot = ''] = process.argv.slice(2)

const bots: Record<string, () => Promise<unknown>> = {
  telegram: () => startTelegram(dataDir, apiRoot),
  discord: () => startDiscord(dataDir, apiRoot),
  'bare telegram': () => startBareTelegram(apiRoot),
  'bare discord': () => startBareDiscord(apiRoot),
}

export type Usage = { cpuMicros: number; heapBytes: number; rssBytes: number }

const start = bots[name]
if (!start) throw new Error(`there is no bot ${name}; there are: ${Object.keys(bots).join(', ')}`)
await start()
process.on('message', (wanted) => {
  const { user, system } = process.cpuUsage()
  if (wanted === 'memory') globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const usage: Usage = {
    cpuMicros: user + system,
    heapBytes: heapUsed + external,
    rssBytes: rss,
  }
  process.send?.(usage)
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
