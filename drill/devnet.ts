import { parseArgs } from 'node:util'

import { GenerationName } from '../src/core/terms/network.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { randomPlan } from '../test/devnet/model/draw-operations.ts'
import { driveModel } from '../test/devnet/model/drive-model.ts'
import { tallyOf } from '../test/devnet/model/operation.ts'

// Thousands of random operations over the four chains of a local network, beside a plain model of all balances. After every
// step both must say the same of everything that anybody has.
//   npm run drill:devnet [-- --operations 5000] [--seed 1] [--generation published]
const { values } = parseArgs({
  options: {
    operations: { type: 'string' },
    seed: { type: 'string' },
    generation: { type: 'string', default: 'interface' },
  },
})
const operations = Number(values.operations ?? 5_000)
const seed = Number(values.seed ?? Date.now() % 2 ** 31)

const generation = GenerationName.parse(values.generation)

console.log(
  `${operations} operations on the local network in the generation ${generation}, seed ${seed}`,
)
const troubles: string[] = []
const devnet = await startDevnet({
  blockTimeMs: 100,
  generation,
  ports: ANY_PORTS,
  log: (line) => void troubles.push(line),
})
const startedAt = performance.now()
let nextReport = 500
try {
  const outcomes = await driveModel({
    name: `seed ${seed}`,
    devnet,
    plan: randomPlan({ operations, seed }),
    onStep(done) {
      if (done < nextReport) return
      nextReport += 500
      console.log(`${done} after ${Math.round((performance.now() - startedAt) / 1000)} s`)
    },
  })
  console.table(tallyOf(outcomes))
  console.log('drill passed: no difference')
} catch (error) {
  console.log(`PROBLEM ${error instanceof Error ? error.message : String(error)}`)
  console.log('drill FAILED')
  process.exitCode = 1
} finally {
  for (const line of troubles.slice(0, 20)) console.log(`the network said: ${line}`)
  await devnet.stop()
}
