import { expect, test } from 'vitest'

import { openDatabase } from '../../../src/store/database.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { followCrowd, numbersFrom, type DrillTime } from './follow-crowd.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Time that goes on only when nothing is under way. */
function heldTime(): DrillTime {
  const clock = createFakeClock()
  const sleepers = new Set<{ atMs: number; wake: () => void }>()
  let calls = 0
  async function quiet(): Promise<void> {
    for (let turns = 0; turns < 4; turns += 1) {
      await turn()
      if (calls > 0) turns = -1
    }
  }
  return {
    now: clock.now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake)
          sleepers.delete(sleeper)
          resolve()
        }
        const sleeper = { atMs: clock.now().getTime() + ms, wake }
        if (signal.aborted) return resolve()
        sleepers.add(sleeper)
        signal.addEventListener('abort', wake, { once: true })
      }),
    async pass(ms) {
      await quiet()
      clock.advanceMs(ms)
      for (const { atMs, wake } of sleepers) if (atMs <= clock.now().getTime()) wake()
      await quiet()
    },
    async calling(call) {
      calls += 1
      try {
        return await call()
      } finally {
        calls -= 1
      }
    },
  }
}

test('a crowd sees the last of many changes, no message goes out of turn, and answers do not wait for the crowd', async () => {
  const database = openDatabase(':memory:')
  const outcome = await followCrowd({
    db: database.db,
    time: heldTime(),
    followers: 60,
    changes: 12,
    betweenChangesMs: 800,
    betweenAsksMs: 500,
    random: numbersFrom(7),
    refused: 0.01,
  })
  database.close()
  expect(outcome).toMatchObject({ unexpected: [], warnings: [], behind: 0 })
  expect(outcome.answers).toBeGreaterThan(30)
  expect(outcome.p99Ms).toBeLessThanOrEqual(5_000)
  expect(outcome.edits).toBeLessThan(60 * 12) // only as many as there is room for
})
