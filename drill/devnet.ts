import { parseArgs } from 'node:util'

import { GenerationName } from '../src/core/terms/network.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { randomPlan } from '../test/devnet/model/draw-operations.ts'
import { driveModel, type Plan } from '../test/devnet/model/drive-model.ts'
import { tallyOf } from '../test/devnet/model/operation.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'

const REPORT_EVERY = 500
/** The step after which the control's model is wrong. */
const WRONG_AFTER = 3

/** `--operations n`, `--generation interface | published` */
export const devnet: Drill = {
  name: 'devnet',
  about:
    '5,000 random operations over the four chains: after each step all have what a plain model says',
  control: 'the model has one base unit too many, once',
  run: operate,
}

async function operate(options: DrillOptions) {
  const { seed, broken, args, say } = options
  const { values } = parseArgs({
    args: [...args],
    options: {
      operations: { type: 'string' },
      generation: { type: 'string', default: 'interface' },
    },
  })
  const generation = GenerationName.parse(values.generation)
  const operations = sizeOf(options, values.operations, { long: 5_000, brief: 60 })
  const troubles: string[] = []
  const network = await startDevnet({
    blockTimeMs: 100,
    generation,
    ports: ANY_PORTS,
    log: (line) => void troubles.push(line),
  })
  let outcomes: Awaited<ReturnType<typeof driveModel>> = []
  let reported = 0
  const plan = randomPlan({ operations, seed })
  const problems = await problemsOf(async () => {
    outcomes = await driveModel({
      name: `seed ${seed}`,
      devnet: network,
      plan: broken ? withWrongModel(plan) : plan,
      onStep(done) {
        if (done < reported + REPORT_EVERY) return
        reported += REPORT_EVERY
        say(`${done} operations`)
      },
    })
    return []
  })
  for (const line of troubles.slice(0, 20)) say(`the network said: ${line}`)
  if (outcomes.length > 0) console.table(tallyOf(outcomes))
  await network.stop()
  return {
    done: `${operations} operations, generation ${generation}`,
    numbers: `${outcomes.length} without a difference`,
    problems,
  }
}

/** The same plan, with a model that counts one base unit too many from a step on. */
function withWrongModel(plan: Plan): Plan {
  return (world) => {
    const next = plan(world)
    let steps = 0
    return (state) => {
      steps += 1
      const [row] = state.rows
      if (steps === WRONG_AFTER && row) state.rows.set(row[0], row[1] + 1n)
      return next(state)
    }
  }
}
