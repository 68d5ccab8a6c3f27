import { parseArgs } from 'node:util'

import fc from 'fast-check'

import { freePort, startVouch } from '../test/flows/vouch-process.ts'
import { wrongWith } from './check-answer.ts'
import { sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { startFaultyFront } from './faulty-front.ts'
import { callsOf, type Document, type DrillCall } from './generate-calls.ts'
import { AS_DEPLOYED, connectCollector } from './process-use.ts'
import { median, quantile } from './quantile.ts'

const IN_FLIGHT = 16
const CHUNK = 1000
const HANG_MS = 15_000
/** What the second half of a run may add to the first, without garbage: more is a leak and no warming up. */
const GROWTH_MB = 16
/** Fewer chunks than these are all warming up, and say nothing of memory. */
const CHUNKS_FOR_MEMORY = 20

/** `--requests n` */
export const rest: Drill = {
  name: 'rest',
  about:
    '50,000 generated requests against a real process: no fault of ours, each answered as documented, memory flat',
  control: 'a proxy in front answers every 97th request with a fault',
  run: sendRequests,
}

async function sendRequests(options: DrillOptions) {
  const { seed, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { requests: { type: 'string' } } })
  const requests = sizeOf(options, values.requests, { long: 50_000, brief: 2_000 })
  const inspected = await freePort()
  const program = [`--inspect=127.0.0.1:${inspected}`, 'dist/server/vouch.js', 'start']
  const vouch = await startVouch({ command: [process.execPath, ...program], env: AS_DEPLOYED })
  const collector = await connectCollector(inspected)
  const front = broken ? await startFaultyFront(vouch.url, 97) : undefined
  const url = front?.url ?? vouch.url
  const document = await readDocument(vouch.url)
  const calls = callsOf(document, [await makeSignRequest(vouch.url)])

  const statuses = new Map<string, number>()
  const problems = new Map<string, string>()
  const latenciesMs: number[] = []
  const memoryMb: number[] = []
  const startedAt = performance.now()

  for (let sent = 0; sent < requests; sent += CHUNK) {
    const numRuns = Math.min(CHUNK, requests - sent)
    const queue = fc.sample(calls, { numRuns, seed: seed + sent }).values()
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => work(queue)))
    memoryMb.push(Math.round(await collector.collect()))
    if (sent % (10 * CHUNK) === 0) say(`${sent + numRuns}: ${memoryMb.at(-1)} MB`)
  }
  const seconds = (performance.now() - startedAt) / 1000
  front?.stop()
  collector.close()

  const middle = Math.floor(memoryMb.length / 2)
  const before = median(memoryMb.slice(Math.floor(middle / 2), middle))
  const after = median(memoryMb.slice(middle + Math.floor(middle / 2)))
  if (memoryMb.length >= CHUNKS_FOR_MEMORY && after - before > GROWTH_MB)
    problems.set('memory grew', `${before} MB -> ${after} MB`)
  for (const line of vouch.warnings().filter((warning) => warning.includes('a request failed')))
    problems.set('logged', line)

  const [p50, p99] = [0.5, 0.99].map((share) => quantile(share, latenciesMs).toFixed(0))
  const rows = [...statuses].toSorted(([left], [right]) => left.localeCompare(right))
  say(`answers: ${rows.map(([status, count]) => `${status} x ${count}`).join(', ')}`)
  say(`memory: ${before} MB in the second quarter, ${after} MB in the last`)
  return {
    done: `${requests} requests`,
    numbers: `${(requests / seconds).toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ${memoryMb.at(-1)} MB`,
    problems: [...problems].map(([problem, example]) => `${problem}\n  ${example}`),
  }

  async function work(queue: Iterable<DrillCall>): Promise<void> {
    for (const call of queue) {
      const { method, headers, payload } = call
      const sentAt = performance.now()
      const answer = await fetch(`${url}${call.url}`, {
        method,
        headers,
        ...(payload !== undefined && { body: payload }),
        signal: AbortSignal.timeout(HANG_MS),
      })
        .then(async (response) => ({ status: response.status, body: await response.text() }))
        .catch((error: unknown) => ({ status: 0, body: `no answer: ${String(error)}` }))
      latenciesMs.push(performance.now() - sentAt)
      statuses.set(`${answer.status}`, (statuses.get(`${answer.status}`) ?? 0) + 1)
      const problem = answer.status === 0 ? answer.body : wrongWith(document, call, answer)
      if (problem === undefined) continue
      const kind = `${method} ${call.path}: ${problem.replace(/"request_id":"[^"]*"/, '')}`
      problems.set(kind, `${call.url} ${payload?.slice(0, 1000) ?? ''}`)
    }
  }
}

/** A sign request that exists, as a person at the playground makes one. */
async function makeSignRequest(url: string): Promise<string> {
  const answer = await fetch(`${url}/playground/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'alice', chat: 'lobby', text: '/tip @bobby 1 usdc' }),
  })
  const [, id] = /\/sign\/([\w-]+)/.exec(await answer.text()) ?? []
  if (id === undefined) throw new Error('the playground made no sign request')
  return id
}

async function readDocument(url: string): Promise<Document> {
  const answer: unknown = await (await fetch(`${url}/openapi.json`)).json()
  return answer as Document // tests hold it to what this drill reads of it
}
