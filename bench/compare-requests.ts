import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import autocannon, { type Result } from 'autocannon'

import { median, quantile } from '../drill/quantile.ts'
import { report } from './figures.ts'

const ROUND_SECONDS = 0.3
const ROUNDS = 9
/** After so many the server's code is compiled; before, a request takes up to three times as long. */
const WARM_UP_REQUESTS = 6_000
const CONNECTIONS = 20

type Request = { path: string; body: object }
/** One round of each. */
type Turn = { ours: Round; bare: Round; ready: Round | undefined }
type Round = { perSecond: number; cpuMicros: number; latenciesMs: number[] }

/**
 * Measures pairs of POST requests in turn, against a server in a process of its own that ends in `serveBench`, and prints
 * their ratios. `argument` is handed to the server. The goals are the least ratios, of requests a second and of the p99. `ready` answers the
 * same as ours without any work, and so shows what the framework leaves to be reached.
 */
export async function compareRequests({
  server: file,
  argument = '',
  pairs,
  goals,
}: {
  server: string
  argument?: string
  pairs: { name: string; ours: Request; bare: Request; ready?: Request }[]
  goals: { perSecond: number; p99?: number }
}): Promise<void> {
  const server = fork(fileURLToPath(new URL(file, import.meta.url)), [argument], {})
  const [{ port }] = (await once(server, 'message')) as [{ port: number }] // what serveBench sends

  /** CPU time that the server has used so far: unlike requests per second, it hardly depends on who else is on the machine. */
  async function serverCpuMicros(): Promise<number> {
    server.send('cpu')
    const [{ cpuMicros }] = (await once(server, 'message')) as [
      { cpuMicros: NodeJS.CpuUsage }, // what serveBench answers
    ]
    return cpuMicros.user + cpuMicros.system
  }

  async function measure(
    { path, body }: Request,
    length: { duration: number } | { amount: number } = { duration: ROUND_SECONDS },
  ): Promise<Round> {
    const latenciesMs: number[] = []
    const cpuBefore = await serverCpuMicros()
    const startMs = performance.now()
    const { non2xx, errors } = await new Promise<Result>((resolve, reject) => {
      const options = {
        url: `http://127.0.0.1:${port}${path}`,
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        connections: CONNECTIONS,
        ...length,
        sampleInt: 50, // how often it looks whether the time is over
      }
      const shooting = autocannon(options, (error, result) =>
        error ? reject(new Error(`${path} cannot be measured`, { cause: error })) : resolve(result),
      )
      shooting.on('response', (_client, _status, _bytes, ms) => latenciesMs.push(ms))
    })
    const seconds = (performance.now() - startMs) / 1_000
    const cpuMicros = (await serverCpuMicros()) - cpuBefore
    if (non2xx + errors > 0) throw new Error(`${path} failed ${non2xx + errors} requests`)
    const count = latenciesMs.length
    return { perSecond: count / seconds, cpuMicros: cpuMicros / count, latenciesMs }
  }

  row(
    '',
    'ratio',
    'by CPU',
    'ours/s',
    'p50 ms',
    'p99 ms',
    'bare/s',
    'p50 ms',
    'p99 ms',
    'p99 ratio',
    'ready',
  )
  for (const { name, ours, bare, ready } of pairs) {
    for (const request of [ours, bare, ...(ready ? [ready] : [])])
      await measure(request, { amount: WARM_UP_REQUESTS })
    const measured: Turn[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      measured.push({
        ours: await measure(ours),
        bare: await measure(bare),
        ready: ready && (await measure(ready)),
      })
    const ratio = (of: (turn: Turn) => number) => median(measured.map(of))
    const figures = (rounds: readonly Round[]) => [
      median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
      ...latency(rounds),
    ]
    const perSecond = ratio((round) => round.ours.perSecond / round.bare.perSecond)
    const p99 = ratio(
      (round) => quantile(0.99, round.bare.latenciesMs) / quantile(0.99, round.ours.latenciesMs),
    )
    const readyPerSecond = ready
      ? ratio((turn) => (turn.ready?.perSecond ?? 0) / turn.bare.perSecond)
      : undefined
    report(name, perSecond, 'x', { atLeast: goals.perSecond })
    if (readyPerSecond !== undefined)
      report(`${name}, with its answer ready made`, readyPerSecond, 'x')
    if (goals.p99 !== undefined) report(`${name}, p99`, p99, 'x', { atLeast: goals.p99 })
    row(
      name,
      perSecond.toFixed(2),
      ratio((round) => round.bare.cpuMicros / round.ours.cpuMicros).toFixed(2),
      ...figures(measured.map((round) => round.ours)),
      ...figures(measured.map((round) => round.bare)),
      p99.toFixed(2),
      readyPerSecond?.toFixed(2) ?? '',
    )
  }
  server.disconnect()
}

const row = (name: string, ...cells: string[]) =>
  console.log([name.padEnd(26), ...cells.map((cell) => cell.padStart(9))].join(''))
const latency = (rounds: readonly Round[]) => {
  const all = rounds.flatMap(({ latenciesMs }) => latenciesMs)
  return [quantile(0.5, all), quantile(0.99, all)].map((ms) => ms.toFixed(2))
}
