import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

import type { Drill } from './drill.ts'
import { DRILLS } from './drills.ts'
import { createKeptRuns, runEach, sayAge, versionsOf } from './kept-runs.ts'
import { judge, type Result } from './result.ts'
import { Ending, type Task } from './task.ts'
import { startWarden } from './warden.ts'

// Runs one drill or all, each and its control in a process of its own, and ends with a table of what came of them.
//   npm run drill -- <name> [--short] [--seed n] [the drill's own options]
//   npm run drill -- all [--short] [--seed n] [--again]    goes on after it was cut off, unless it is to begin again
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUNS = fileURLToPath(new URL('runs', import.meta.url))
const RUN_ONE = fileURLToPath(new URL('run-one.ts', import.meta.url))
/** Half of the machine's: the local network and whoever plays the platforms keep all that two hours bring. */
const MEMORY_MIB = Math.floor(totalmem() / 2 ** 21)
/** Of what one drill found. */
const MOST_SHOWN = 20

const { name: asked, short, again, seed: askedSeed, args } = readWords(process.argv.slice(2))
const isAll = asked === 'all'
const chosen = DRILLS.filter(({ name }) => name === asked || isAll)
if (chosen.length === 0) {
  console.log(
    'npm run drill -- <name> [--short] [--seed n] [its own options]\nnpm run drill -- all [--short] [--seed n] [--again]\n',
  )
  const width = Math.max(...DRILLS.map(({ name }) => name.length)) + 2
  for (const { name, about } of DRILLS) console.log(`${name.padEnd(width)}${about}`)
  process.exitCode = asked === undefined ? 0 : 1
} else {
  // What a drill was told of its own makes it another one than that of all.
  const versionsNow = () =>
    args.length === 0 ? versionsOf(ROOT) : { drilled: undefined, checkout: undefined }
  const now = () => new Date()
  const runs = createKeptRuns({ folder: RUNS, versionsNow, short, now })
  const results = await runEach({
    drills: chosen,
    runs,
    goesOn: isAll && !again,
    seed: askedSeed,
    newSeed: () => Date.now() % 2 ** 31,
    begin(kept) {
      if (!isAll) return
      const lost = chosen.filter((drill) => !runs.keeps(drill)).map(({ name }) => name)
      if (lost.length > 0)
        console.log(
          `no results are kept, since files are changed and not committed, of: ${lost.join(', ')}`,
        )
      for (const { drill, verdict, seed, endedAt } of kept) {
        const age = sayAge(now().getTime() - Date.parse(endedAt))
        console.log(`${drill}: ${verdict} ${age} by seed ${seed}, and kept; --again runs it anew`)
      }
    },
    run: runWithControl,
    hear: tell,
  })
  conclude(results)
}

/** Says what should not have happened in a drill, and what was not done. */
function tell({ drill, problems, notRun }: Result): void {
  for (const problem of problems.slice(0, MOST_SHOWN)) console.log(`PROBLEM ${drill}: ${problem}`)
  if (problems.length > MOST_SHOWN)
    console.log(`PROBLEM ${drill}: and ${problems.length - MOST_SHOWN} more`)
  for (const what of notRun) console.log(`NOT RUN ${drill}: ${what}`)
}

function conclude(results: readonly Result[]): void {
  console.table(
    Object.fromEntries(
      results.map(({ drill, done, control, numbers, seconds, seed, verdict }) => [
        drill,
        { done, control, numbers, seconds, seed, verdict },
      ]),
    ),
  )
  const of = (verdict: Result['verdict']) => results.filter((each) => each.verdict === verdict)
  const [failed, partly] = [of('FAILED').length, of('in part').length]
  const isPassed = failed + partly === 0 && of('passed').length > 0
  console.log(
    `${of('passed').length} passed, ${failed} failed, ${partly} in part, ${of('skipped').length} skipped`,
  )
  const lacking = results.filter(({ notRun }) => notRun.length > 0).map(({ drill }) => drill)
  if (lacking.length > 0) console.log(`NOT RUN, or not all of it: ${lacking.join(', ')}`)
  console.log(isPassed ? 'drill passed' : failed > 0 ? 'drill FAILED' : 'drill NOT RUN as a whole')
  process.exitCode = isPassed ? 0 : 1
}

/** Takes the runner's own options out; what is left is the drill's. */
function readWords(words: readonly string[]) {
  const rest = [...words]
  const [name] = rest[0]?.startsWith('-') === false ? rest.splice(0, 1) : []
  const takes = (option: string) => {
    const at = rest.indexOf(option)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  }
  const seedAt = rest.indexOf('--seed')
  const [, number] = seedAt >= 0 ? rest.splice(seedAt, 2) : []
  const seed = seedAt >= 0 ? Number(number) : undefined
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new Error('--seed takes a whole number')
  return { name, short: takes('--short'), again: takes('--again'), seed, args: rest }
}

async function runWithControl(drill: Drill, seed: number): Promise<Result> {
  const { name } = drill
  const startedAt = performance.now()
  const own = await runOne(name, seed, false)
  const control = own.kind === 'skipped' ? own : await runOne(name, seed, true)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { drill: name, seed, seconds, ...judge(own, control, drill) }
}

/** Runs a drill in a process group of its own, and ends all of that with it. */
async function runOne(name: string, seed: number, broken: boolean): Promise<Ending> {
  console.log(broken ? `${name}: its control` : `${name}: seed ${seed}`)
  const task: Task = { name, seed, short, broken, args }
  const execArgv = [`--max-old-space-size=${MEMORY_MIB}`]
  const warden = startWarden()
  const env = { ...process.env, TMPDIR: warden.folder }
  const child = fork(RUN_ONE, [JSON.stringify(task)], { detached: true, execArgv, env })
  if (child.pid !== undefined) warden.watch(child.pid)
  let ending: Ending | undefined
  child.on('message', (message) => void (ending = Ending.parse(message)))
  const code = await new Promise<string>((resolve) => {
    child.once('exit', (exit, signal) => resolve(`${signal ?? exit}`))
  })
  await warden.close()
  return ending ?? { kind: 'error', why: `its process ended with ${code}` }
}
