import { execFileSync } from 'node:child_process'

import fc from 'fast-check'

import { endAll, startVouch } from '../test/flows/vouch-process.ts'
import { wrongWith } from './check-answer.ts'
import { callsOf, type Document, type DrillCall } from './generate-calls.ts'

// Fifty thousand generated calls against a real process on its local network: no fault of ours, no call without an
// answer, memory flat.
//   npm run drill [-- requests [seed]]
const REQUESTS = Number(process.argv[2] ?? 50_000)
const SEED = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const IN_FLIGHT = 16
const CHUNK = 1000
const HANG_MS = 15_000
/** What the second half of a run may add to the first: more is a leak and no warming up. */
const GROWTH_MB = 48

const vouch = await startVouch()
console.log(`${REQUESTS} requests against ${vouch.url}, seed ${SEED}`)
const document = await readDocument()
const ids = [await makeSignRequest()]
const calls = callsOf(document, ids)

const statuses = new Map<string, number>()
const problems = new Map<string, string>()
const latenciesMs: number[] = []
const memoryMb: number[] = []
const startedAt = performance.now()

for (let sent = 0; sent < REQUESTS; sent += CHUNK) {
  const chunk = fc.sample(calls, { numRuns: Math.min(CHUNK, REQUESTS - sent), seed: SEED + sent })
  const queue = chunk.values()
  await Promise.all(Array.from({ length: IN_FLIGHT }, () => work(queue)))
  memoryMb.push(residentMb(vouch.pid))
  if (sent % (10 * CHUNK) === 0) console.log(`${sent + chunk.length}: ${memoryMb.at(-1)} MB`)
}
const seconds = (performance.now() - startedAt) / 1000

const middle = Math.floor(memoryMb.length / 2)
const before = median(memoryMb.slice(Math.floor(middle / 2), middle))
const after = median(memoryMb.slice(middle + Math.floor(middle / 2)))
if (after - before > GROWTH_MB) problems.set('memory grew', `${before} MB -> ${after} MB`)
for (const line of vouch.warnings().filter((warning) => warning.includes('a request failed')))
  problems.set('logged', line)

latenciesMs.sort((left, right) => left - right)
const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)]?.toFixed(0)
console.log(`answers: ${answersByStatus()}`)
console.log(
  `${(REQUESTS / seconds).toFixed(0)} requests/s; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${latenciesMs.at(-1)?.toFixed(0)} ms`,
)
console.log(`memory: ${before} MB in the second quarter, ${after} MB in the last`)
for (const [problem, example] of problems) console.log(`PROBLEM ${problem}\n  ${example}`)
await endAll()
console.log(problems.size === 0 ? 'drill passed' : `drill FAILED: ${problems.size} problems`)
process.exitCode = problems.size === 0 ? 0 : 1

async function work(queue: Iterable<DrillCall>): Promise<void> {
  for (const call of queue) {
    const { method, url, headers, payload } = call
    const sentAt = performance.now()
    const answer = await fetch(`${vouch.url}${url}`, {
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
    problems.set(kind, `${url} ${payload?.slice(0, 1000) ?? ''}`)
  }
}

function answersByStatus(): string {
  const rows = [...statuses].toSorted(([left], [right]) => left.localeCompare(right))
  return rows.map(([status, count]) => `${status} x ${count}`).join(', ')
}

/** A sign request that exists, as a person at the playground makes one. */
async function makeSignRequest(): Promise<string> {
  const answer = await fetch(`${vouch.url}/playground/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'alice', chat: 'lobby', text: '/tip @bobby 1 usdc' }),
  })
  const [, id] = /\/sign\/([\w-]+)/.exec(await answer.text()) ?? []
  if (id === undefined) throw new Error('the playground made no sign request')
  return id
}

async function readDocument(): Promise<Document> {
  const answer: unknown = await (await fetch(`${vouch.url}/openapi.json`)).json()
  return answer as Document // tests hold it to what this drill reads of it
}

function residentMb(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString()) / 1024)
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
