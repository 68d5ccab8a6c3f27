import { endAll } from '../test/flows/vouch-process.ts'
import { SkippedError } from './drill.ts'
import { DRILLS } from './drills.ts'
import { Task, type Ending } from './task.ts'

// One run of a drill, or of its control, as a process of its own that `run.ts` starts.
const { name, ...options } = Task.parse(JSON.parse(process.argv[2] ?? ''))
const startedAt = performance.now()
const ending = await run()
// Whatever the drill left open ends here.
process.send?.(ending, () => process.exit())

async function run(): Promise<Ending> {
  const drill = DRILLS.find((each) => each.name === name)
  try {
    if (!drill) throw new Error(`there is no drill ${name}`)
    const say = (line: string) =>
      console.log(`${name}, ${Math.round((performance.now() - startedAt) / 1000)} s: ${line}`)
    const { problems, notRun = [], ...outcome } = await drill.run({ ...options, say })
    return { kind: 'done', ...outcome, problems: [...problems], notRun: [...notRun] }
  } catch (error) {
    if (error instanceof SkippedError) return { kind: 'skipped', why: error.message }
    return { kind: 'error', why: error instanceof Error ? (error.stack ?? '') : String(error) }
  } finally {
    await endAll()
  }
}
