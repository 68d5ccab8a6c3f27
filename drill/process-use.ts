import { execFileSync } from 'node:child_process'
import { on, once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'

import { z } from 'zod'

/** Memory that a process has in use, in MB. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString()) / 1024
}

export type Collector = {
  /** Has the process collect its garbage, and say in the same moment what is resident, in MB: a moment later there is garbage again, more of it where the machine is busy. */
  collect(): Promise<number>
  close(): void
}

const Said = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) })

/** Connects to a process that Node runs with `--inspect` on this port. */
export async function connectCollector(port: number): Promise<Collector> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = z.array(z.object({ webSocketDebuggerUrl: z.url() })).parse(await answer.json())
  if (!target) throw new Error('the process has nothing to inspect')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  return {
    async collect() {
      const answers = on(socket, 'message')
      socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
      const params = { expression: 'process.memoryUsage.rss()' }
      socket.send(JSON.stringify({ id: 2, method: 'Runtime.evaluate', params }))
      for await (const [{ data }] of answers) {
        const said = Said.safeParse(JSON.parse(String(data)))
        if (said.success) return said.data.result.result.value / 2 ** 20
      }
      throw new Error('the process no longer answers its inspector')
    },
    close: () => socket.close(),
  }
}

/** Files and connections that a process has open; `undefined` on a system that does not tell it by its files. */
export function openHandles(pid: number): number | undefined {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : undefined
}
