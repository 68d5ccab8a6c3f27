import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

// The whole test suite again and again, its files in another random order each time: on the machine as it is, with every core
// loaded by something else, or on a single core. Whatever depends on how fast a machine is shows here.
//   npm run drill:tests -- [runs] [quiet | loaded | one-core] [seed]
const [runs = '10', condition = 'quiet', seed = '1'] = process.argv.slice(2)
const CONDITIONS = ['quiet', 'loaded', 'one-core']
if (!CONDITIONS.includes(condition)) throw new Error(`say ${CONDITIONS.join(', ')}`)
const prefix = condition === 'one-core' ? ['taskset', '-c', '0'] : []

const Report = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const folder = mkdtempSync(join(tmpdir(), 'vouch-repeat-'))
const load =
  condition === 'loaded'
    ? cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
    : []

/** One run; returns what failed in it, in words. */
function runOnce(run: number): string[] {
  const file = join(folder, `${run}.json`)
  const order = ['--sequence.shuffle.files', `--sequence.seed=${Number(seed) + run}`]
  const [program, ...args] = [...prefix, process.execPath, 'node_modules/vitest/vitest.mjs']
  const startedAt = performance.now()
  const { status } = spawnSync(
    program,
    [...args, 'run', ...order, '--reporter=json', `--outputFile=${file}`],
    { stdio: 'ignore' },
  )
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const { numPassedTests, numTotalTests, testResults } = Report.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  console.log(
    `run ${run + 1} of ${runs}, ${condition}, seed ${Number(seed) + run}: ${numPassedTests} of ${numTotalTests} passed in ${seconds} s`,
  )
  const failed = testResults.flatMap(({ name, status: outcome, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status !== 'passed')
    if (tests.length === 0) return outcome === 'passed' ? [] : [`${name}: ${message ?? outcome}`]
    return tests.map(
      (test) => `${name}: ${test.fullName}: ${test.failureMessages?.[0] ?? test.status}`,
    )
  })
  return failed.length === 0 && status !== 0 ? [`vitest ended with ${status}`] : failed
}

let green = 0
try {
  for (let run = 0; run < Number(runs); run += 1) {
    const failed = runOnce(run)
    for (const failure of failed) console.log(`PROBLEM ${failure}`)
    if (failed.length === 0) green += 1
  }
} finally {
  for (const busy of load) busy.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${green} of ${runs} runs were green`)
console.log(green === Number(runs) ? 'drill passed' : 'drill FAILED')
process.exitCode = green === Number(runs) ? 0 : 1
