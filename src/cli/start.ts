import { createApp } from '../app.ts'
import { createLog } from '../wiring/create-log.ts'
import { readSettings, type Settings } from './read-settings.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Runs the server. Returns once it is ready, and says so on standard output. */
export async function start(settings: Settings): Promise<void> {
  const config = readSettings(settings)
  const log = createLog(config.logLevel)
  let end: (code: number) => void = (code) => process.exit(code)
  const app = await createApp(config, log, {
    program: ownProgram(),
    fail(error) {
      log.fatal({ err: error }, 'the server ends')
      end(1)
    },
  })
  end = stopOnSignal(() => app.stop())
  console.log(`vouch ready ${app.url} network=${app.network.name}`)
}

/** How to run this program: the same Node with the same options, and the same file. */
function ownProgram(): [string, ...string[]] {
  const [node = process.execPath, file = ''] = process.argv
  return [node, ...process.execArgv, file]
}
