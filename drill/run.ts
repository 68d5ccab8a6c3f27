import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

import type { Drill } from './drill.ts'
import { DRILLS } from './drills.ts'
import { Ending, type Task } from './task.ts'

// Runs one drill or all, each and its control in a process of its own, and ends with a table of what came of them.
//   npm run drill -- <name | all> [--short] [--seed n] [the drill's own options]
const RUN_ONE = fileURLToPath(new URL('run-one.ts', import.meta.url))
/** Half of the machine's: the local network and whoever plays the platforms keep all that two hours bring. */
const MEMORY_MIB = Math.floor(totalmem() / 2 ** 21)
/** Letters of what a control found. */
const SHOWN = 60
/** Of what one drill found. */
const MOST_SHOWN = 20

type Verdict = 'passed' | 'FAILED' | 'skipped'
type Row = Record<'drill' | 'done' | 'control' | 'numbers' | 'seconds' | 'verdict', string>

const { names, short, seed, args } = readWords(process.argv.slice(2))
const chosen = DRILLS.filter(({ name }) => names.includes(name) || names.includes('all'))
if (chosen.length === 0) {
  console.log('npm run drill -- <name | all> [--short] [--seed n] [its own options]\n')
  for (const { name, about } of DRILLS) console.log(`${name.padEnd(12)}${about}`)
  process.exitCode = names.length === 0 ? 0 : 1
} else {
  const rows: Row[] = []
  for (const drill of chosen) rows.push(await runWithControl(drill))
  console.table(Object.fromEntries(rows.map(({ drill, ...row }) => [drill, row])))
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
  const failed = count('FAILED')
  const isPassed = failed === 0 && count('passed') > 0
  console.log(
    `${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped, seed ${seed}`,
  )
  console.log(isPassed ? 'drill passed' : 'drill FAILED')
  process.exitCode = isPassed ? 0 : 1
}

/** Takes the runner's own options out; what is left is the drill's. */
function readWords(words: readonly string[]) {
  const rest = [...words]
  const [name] = rest[0]?.startsWith('-') === false ? rest.splice(0, 1) : []
  const shortAt = rest.indexOf('--short')
  if (shortAt >= 0) rest.splice(shortAt, 1)
  const seedAt = rest.indexOf('--seed')
  const [, asked] = seedAt >= 0 ? rest.splice(seedAt, 2) : []
  const number = Number(seedAt >= 0 ? asked : Date.now() % 2 ** 31)
  if (!Number.isSafeInteger(number)) throw new Error('--seed takes a whole number')
  return {
    names: name === undefined ? [] : [name],
    short: shortAt >= 0,
    seed: number,
    args: rest,
  }
}

async function runWithControl({ name, control }: Drill): Promise<Row> {
  const startedAt = performance.now()
  const run = await runOne(name, false)
  const broken = run.kind === 'skipped' ? run : await runOne(name, true)
  const found = broken.kind === 'done' ? broken.problems : []
  const isCaught = found.length > 0
  const problems = run.kind === 'done' ? run.problems : []
  for (const problem of problems.slice(0, MOST_SHOWN)) console.log(`PROBLEM ${name}: ${problem}`)
  if (problems.length > MOST_SHOWN)
    console.log(`PROBLEM ${name}: and ${problems.length - MOST_SHOWN} more`)
  if (run.kind === 'error') console.log(`PROBLEM ${name}: ${run.why}`)
  if (broken.kind === 'error') console.log(`PROBLEM ${name}, its control: ${broken.why}`)
  if (broken.kind === 'done' && !isCaught)
    console.log(`PROBLEM ${name}, its control: not noticed: ${control}`)
  const isKept = run.kind === 'done' && problems.length === 0
  return {
    drill: name,
    done: run.kind === 'done' ? run.done : `${run.kind}: ${firstLine(run.why)}`,
    control:
      broken.kind === 'skipped'
        ? 'skipped'
        : isCaught
          ? `caught: ${firstLine(found[0])}`
          : `NOT CAUGHT${broken.kind === 'error' ? `: ${firstLine(broken.why)}` : ''}`,
    numbers: run.kind === 'done' ? run.numbers : '',
    seconds: ((performance.now() - startedAt) / 1000).toFixed(0),
    verdict: (run.kind === 'skipped'
      ? 'skipped'
      : isKept && isCaught
        ? 'passed'
        : 'FAILED') satisfies Verdict,
  }
}

/** Runs a drill in a process group of its own, and ends all of that with it. */
async function runOne(name: string, broken: boolean): Promise<Ending> {
  console.log(broken ? `${name}: its control` : `${name}: seed ${seed}`)
  const task: Task = { name, seed, short, broken, args }
  const execArgv = [`--max-old-space-size=${MEMORY_MIB}`]
  const child = fork(RUN_ONE, [JSON.stringify(task)], { detached: true, execArgv })
  const endGroup = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  }
  const interrupt = () => {
    endGroup()
    process.exit(130)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  let ending: Ending | undefined
  child.on('message', (message) => void (ending = Ending.parse(message)))
  const code = await new Promise<string>((resolve) => {
    child.once('exit', (exit, signal) => resolve(`${signal ?? exit}`))
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  endGroup()
  return ending ?? { kind: 'error', why: `its process ended with ${code}` }
}

function firstLine(text = ''): string {
  const [line = ''] = text.split('\n')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
