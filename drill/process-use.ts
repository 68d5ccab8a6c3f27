import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'

import { z } from 'zod'

/** What decides how much memory a process keeps, as `deploy` sets it. */
export const AS_DEPLOYED = { MALLOC_MMAP_THRESHOLD_: '16384' }

/** Memory that a process has in use, in MB. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString()) / 1024
}

export type Collector = {
  /**
   * Has the process collect its garbage, and then say itself what is resident, in MB. Asked for in one go, V8 has not given the room back yet; seen from outside, a
   * moment later, there is garbage again.
   */
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
      const ask = async (method: string, params = {}) => {
        const answered = once(socket, 'message')
        socket.send(JSON.stringify({ id: 1, method, params }))
        const [{ data }] = (await answered) as [MessageEvent<string>] // what a WebSocket tells of a text
        return data
      }
      await ask('HeapProfiler.collectGarbage')
      const said = await ask('Runtime.evaluate', { expression: 'process.memoryUsage.rss()' })
      return Said.parse(JSON.parse(said)).result.result.value / 2 ** 20
    },
    close: () => socket.close(),
  }
}

/** Files and connections that a process has open; `undefined` on a system that does not tell it by its files. */
export function openHandles(pid: number): number | undefined {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : undefined
}
