import { parseArgs } from 'node:util'

import { GenerationName } from '../src/core/terms/network.ts'
import * as devnetParts from '../src/devnet/devnet.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { randomPlan } from '../test/devnet/model/draw-operations.ts'
import { driveModel } from '../test/devnet/model/drive-model.ts'
import { tallyOf } from '../test/devnet/model/operation.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

const REPORT_EVERY = 500
/** So many operations the control may take, of which far fewer have a packet refused in the middle. */
const UNTIL_CAUGHT = 1_000

/** `--operations n`, `--generation interface | published` */
export const devnet: Drill = {
  name: 'devnet',
  about:
    '5,000 random operations over the four chains: after each step all have what a plain model says',
  control: 'the hub keeps what was done of a packet that it refuses',
  noticedAs: /expected .+, found/,
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
  const operations = sizeOf(options, values.operations, {
    long: 5_000,
    brief: broken ? UNTIL_CAUGHT : 60,
  })
  const troubles: string[] = []
  const copy = broken ? copyWithout(TAKEN_OUT.devnet) : undefined
  const { startDevnet } =
    (await copy?.load<typeof devnetParts>('src/devnet/devnet.ts')) ?? devnetParts
  const network = await startDevnet({
    blockTimeMs: 100,
    generation,
    ports: ANY_PORTS,
    log: (line) => void troubles.push(line),
  })
  let outcomes: Awaited<ReturnType<typeof driveModel>> = []
  let reported = 0
  const problems = await problemsOf(async () => {
    outcomes = await driveModel({
      name: `seed ${seed}`,
      devnet: network,
      plan: randomPlan({ operations, seed }),
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
  copy?.remove()
  return {
    done: `${operations} operations, generation ${generation}`,
    numbers: `${outcomes.length} without a difference`,
    problems,
  }
}
