import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { withFolder } from './with-folder.ts'

/** What a machine that is slower, faster or busier is played by: nothing beside the tests, a load on each core, or one core for all. */
const CONDITIONS = {
  quiet: { name: 'tests', where: '' },
  loaded: { name: 'tests-loaded', where: ' beside a load on each core' },
  'one-core': { name: 'tests-one-core', where: ' on one core' },
}
type Condition = keyof typeof CONDITIONS

/** What the short form runs: pure, and many files. */
const FEW = ['test/core']
/** Fails in every second run. */
const PLANTED = `import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
const mark = new URL('mark', import.meta.url)
test('planted', () => {
  const isThere = existsSync(mark)
  if (isThere) rmSync(mark)
  else writeFileSync(mark, '')
  expect(isThere).toBe(false)
})
`

/** All tests twice, or `--runs n`; the short form runs few of them. A drill for each condition, since each takes as long as many others together. */
export const repeatTests = (condition: Condition): Drill => ({
  name: CONDITIONS[condition].name,
  isOfCheckout: true,
  about: `all tests twice${CONDITIONS[condition].where}, their files in random order: whatever depends on speed or order`,
  control: 'one test fails in every second run',
  run: (options) => withFolder((folder) => repeat(options, condition, folder)),
})

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

async function repeat(options: DrillOptions, condition: Condition, folder: string) {
  const { seed, short, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { runs: { type: 'string' } } })
  const runs = sizeOf(options, values.runs, { long: 2, brief: 2 })
  const prefix = condition === 'one-core' ? ['taskset', '-c', '0'] : []
  const which = broken ? ['--root', folder, '--config', plant(folder)] : short ? FEW : []
  const load =
    condition === 'loaded'
      ? cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
      : []

  /** One run; returns what failed in it, in words. */
  function runOnce(run: number): string[] {
    const file = join(folder, `${run}.json`)
    const order = ['--sequence.shuffle.files', `--sequence.seed=${seed + run}`]
    const report = ['--reporter=json', `--outputFile=${file}`]
    const [program, ...words] = [...prefix, process.execPath, 'node_modules/vitest/vitest.mjs']
    const startedAt = performance.now()
    const { status } = spawnSync(program, [...words, 'run', ...which, ...order, ...report], {
      stdio: 'ignore',
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const { numPassedTests, numTotalTests, testResults } = Report.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    )
    say(
      `run ${run + 1} of ${runs}, ${condition}, seed ${seed + run}: ${numPassedTests} of ${numTotalTests} passed in ${seconds} s`,
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

  try {
    const found = Array.from({ length: runs }, (_, run) => runOnce(run))
    const green = found.filter((failed) => failed.length === 0).length
    return {
      done: `${runs} runs, ${condition}`,
      numbers: `${green} green`,
      problems: found.flat(),
    }
  } finally {
    for (const busy of load) busy.kill('SIGKILL')
  }
}

/** Writes a test that does not hold, where vitest finds it and nothing else; returns the configuration to run it by. */
function plant(folder: string): string {
  writeFileSync(join(folder, 'planted.test.mjs'), PLANTED)
  const config = join(folder, 'vitest.config.mjs')
  writeFileSync(config, 'export default {}')
  return config
}
