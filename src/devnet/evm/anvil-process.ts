import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { z } from 'zod'

import { anvilBinary } from './anvil-binary.ts'

// The shell outlives a kill -9 of our process, sees its end of the pipe close, and takes Anvil down with it. When
// Anvil ends first, the shell ends with it. Either way it takes away the states of old blocks: a killed Anvil would leave
// them in the home folder for good, gigabytes of them. What it says of the kill goes nowhere: nobody may be there to read it.
const GUARD = `
exec 3<&0
states=$(mktemp -d)
"$@" --cache-path "$states" </dev/null 3<&- &
node=$!
(cat <&3 >/dev/null; kill -9 $node 2>/dev/null) &
exec 3<&- >/dev/null 2>&1
wait $node
code=$?
rm -rf "$states"
exit $code
`

const START_DEADLINE_MS = 20_000

/** A JSON-RPC answer: whatever the node said, with its id. */
export const RpcAnswer = z.union([
  z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) }),
  z.looseObject({ result: z.unknown() }),
])
export type RpcAnswer = z.infer<typeof RpcAnswer>

/** An error that the node itself answered, as opposed to no answer at all. */
export class NodeRefusedError extends Error {}

export type Anvil = {
  /** Calls one method and returns its result. @throws {NodeRefusedError} the node answered with an error */
  call(method: string, ...params: unknown[]): Promise<unknown>
  /** Passes one JSON-RPC request on as it is, and the answer back as it is. */
  forward(request: object): Promise<RpcAnswer>
  stop(): Promise<void>
}

/**
 * Starts Anvil as a child that cannot outlive this process, not even after kill -9. Mining is left to the caller.
 * `onExit` is called when it ends without `stop`.
 */
export async function startAnvil(deps: {
  args: string[]
  onExit: (reason: string) => void
}): Promise<Anvil> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--no-mining', ...deps.args]
  // Detached: Ctrl-C in a terminal reaches us only, and we stop Anvil after the last block is kept.
  const child = spawn('sh', ['-c', GUARD, 'sh', anvilBinary(), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  // A broken pipe here means that the child is gone, which `exit` reports.
  child.stdin.on('error', () => undefined)
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-2_000)
  })
  const exited = once(child, 'exit')
  let isStopping = false
  const url = await new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error(`Anvil did not start within ${START_DEADLINE_MS} ms.`)),
      START_DEADLINE_MS,
    )
    // The reader stays for good, so that Anvil never blocks on a full pipe.
    createInterface(child.stdout).on('line', (line) => {
      const address = /Listening on (\S+)/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(deadline)
      resolve(`http://${address}`)
    })
    void exited.then(([code]) => {
      clearTimeout(deadline)
      const reason = `Anvil ended with code ${String(code)}. ${complaint}`.trim()
      reject(new Error(reason))
      child.stdin.destroy()
      if (!isStopping) deps.onExit(reason)
    })
  }).catch((error: unknown) => {
    isStopping = true
    child.stdin.destroy()
    throw error
  })

  const forward = async (request: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) })
    return RpcAnswer.parse(await response.json())
  }

  return {
    forward,
    async call(method, ...params) {
      const answer = await forward({ jsonrpc: '2.0', id: 1, method, params })
      if ('error' in answer)
        throw new NodeRefusedError(`${method}: ${RpcAnswer.options[0].parse(answer).error.message}`)
      return answer.result
    },
    async stop() {
      isStopping = true
      child.stdin.destroy()
      await exited
    },
  }
}
