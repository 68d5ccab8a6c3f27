import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { GenerationName } from '../../../src/core/terms/network.ts'
import { startDevnet, type Devnet } from '../../../src/devnet/devnet.ts'
import { ANY_PORTS } from '../any-ports.ts'
import { randomPlan } from './draw-operations.ts'
import { driveModel, type Plan } from './drive-model.ts'
import { everyOperation } from './every-operation.ts'
import { tallyOf } from './operation.ts'

const RANDOM = { operations: 80, seed: 20_261_121 }

describe.each(GenerationName.options)('in the generation %s', (generation) => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet({ blockTimeMs: 100, generation, ports: ANY_PORTS })
  })
  afterAll(() => devnet.stop())

  test('every operation, and any at once with trouble on the way, leave what a plain model has', async () => {
    let named = 0
    const plan: Plan = (world) => {
      const plans = [everyOperation(world), randomPlan(RANDOM)(world)]
      return (state) => {
        const move = plans[0]?.(state)
        named += move?.operations.length ?? 0
        return move ?? plans[1]?.(state)
      }
    }
    const outcomes = await driveModel({ name: `seed ${RANDOM.seed}`, devnet, plan })

    const every = tallyOf(outcomes.slice(0, named))
    expect(every).toEqual({
      deposit: { done: 44, refused: 0, failed: 0 },
      transfer: { done: 16, refused: 0, failed: 0 },
      withdraw: { done: 16, refused: 0, failed: 0 },
      swap: { done: 28, refused: 0, failed: 0 },
      add: { done: 5, refused: 0, failed: 0 },
      create: { done: 3, refused: 0, failed: 0 },
      remove: { done: 8, refused: 0, failed: 0 },
      redeem: { done: 4, refused: 0, failed: 0 },
      meta: { done: 4, refused: 0, failed: 0 },
    })
    // Random operations that all went well, or were all refused, would prove less.
    const random = outcomes.slice(named).map(([, outcome]) => outcome === 'done')
    expect(new Set(random)).toEqual(new Set([true, false]))
  })
})
