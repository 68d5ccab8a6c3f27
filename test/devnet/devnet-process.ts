import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { Network } from '../../src/core/terms/network.ts'
import { hearProcess } from '../hear-process.ts'

const Books = z.object({
  tokens: z.array(
    z.object({
      token: z.string(),
      minted: z.string(),
      held: z.string(),
      in_flight: z.string(),
      difference: z.string(),
      gaps: z.array(z.object({ books: z.string() })),
    }),
  ),
})
export type BooksJson = z.infer<typeof Books>

export type DevnetProcess = {
  network: Network
  networkFile: string
  apiUrl: string
  /** What it printed until it was ready. */
  output: string
  books(): Promise<BooksJson['tokens']>
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

/** Starts the local network as `npm run devnet` does. Its network file comes into `folder`. */
export async function startDevnetProcess(folder: string, args: string[]): Promise<DevnetProcess> {
  const networkFile = join(folder, 'network.json')
  const common = ['--port', '0', '--block-time-ms', '100', '--network-file', networkFile]
  const child = spawn(process.execPath, ['src/cli/vouch.ts', 'devnet', ...common, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard = hearProcess(child, 'the devnet', /^devnet ready$/m)
  await heard.said
  const output = heard.output()
  const apiUrl = /(http:\S+)\/devnet\/api\//.exec(output)?.[1] ?? ''
  return {
    network: Network.parse(JSON.parse(readFileSync(networkFile, 'utf8'))),
    networkFile,
    apiUrl,
    output,
    async books() {
      const answer = await fetch(`${apiUrl}/devnet/api/books`)
      return Books.parse(await answer.json()).tokens
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}
