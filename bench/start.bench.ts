import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { median } from '../drill/quantile.ts'
import { report } from './figures.ts'

/**
 * Seconds from the command to *ready*: where all is built, on a data folder that was used before and on a new one, and from an
 * empty clone, with npm's cache as it is. Each beside what it cannot be faster than in the same run: npm with a program that
 * does nothing, and the installation alone.
 * With a number, also the seconds that `npm test` takes in that clone, so many times: `npm run bench -- start 1`.
 */
const SUITE_RUNS = Number(process.argv[2] ?? 0)
const WARM_RUNS = 5
const ROOT = join(import.meta.dirname, '..')
const BARE = join(import.meta.dirname, 'bare-start')

const work = mkdtempSync(join(tmpdir(), 'vouch-start-'))
// npm hands its scripts a PATH with this checkout's programs in front; a fresh clone has none.
const path = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.startsWith(join(ROOT, 'node_modules')))
  .join(':')
const environment = { PATH: path, HOME: process.env['HOME'], PORT: '0', LOG_LEVEL: 'warn' }

const newData = () => mkdtempSync(join(work, 'data-'))

/** From the command to the line that matches, in seconds; then everything it started is stopped. */
async function secondsUntil(line: RegExp, folder: string, dataDir = newData()): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true, // npm's children stop with it
    env: { ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const seconds = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (line.test(output)) resolve((performance.now() - startedAt) / 1000)
    })
    child.once('exit', () => reject(new Error(`npm start ended early: ${output}`)))
  })
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  await exited
  return seconds
}

function secondsOf(program: string, args: string[], cwd: string): number {
  const startedAt = performance.now()
  const { status } = spawnSync(program, args, { cwd, env: environment, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
  return (performance.now() - startedAt) / 1000
}

function tell(what: string, seconds: number, than: string, baseline: number): void {
  const ratio = (seconds / baseline).toFixed(1)
  console.log(`${what}: ${seconds.toFixed(2)} s, ${ratio} times ${than} (${baseline.toFixed(2)} s)`)
}

const READY = /^vouch ready /m
try {
  const used = newData()
  await secondsUntil(READY, ROOT, used) // builds what is old
  const warm: number[] = []
  const fresh: number[] = []
  const bare: number[] = []
  for (let run = 0; run < WARM_RUNS; run += 1) {
    warm.push(await secondsUntil(READY, ROOT, used))
    fresh.push(await secondsUntil(READY, ROOT))
    bare.push(await secondsUntil(/^ready$/m, BARE))
  }
  report('npm start, warm', median(warm), 's', { atMost: 1.5 })
  tell('npm start, warm', median(warm), 'npm with a program that does nothing', median(bare))
  report('npm start, new data folder', median(fresh), 's')

  const clone = join(work, 'clone')
  secondsOf('git', ['clone', '--quiet', ROOT, clone], work)
  const empty = await secondsUntil(READY, clone)
  rmSync(join(clone, 'node_modules'), { recursive: true })
  const installation = secondsOf('npm', ['ci', '--no-audit', '--no-fund'], clone)
  report('npm start, empty clone', empty, 's')
  tell('npm start, empty clone', empty, 'npm ci alone', installation)
  if (SUITE_RUNS > 0) {
    const suite = Array.from({ length: SUITE_RUNS }, () => secondsOf('npm', ['test'], clone))
    report('npm test', median(suite), 's')
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
