import { expect, test } from 'vitest'

import { openDatabase } from '../../../src/store/database.ts'
import { createHeldTime } from '../../held-time.ts'
import { followCrowd, numbersFrom } from './follow-crowd.ts'

test('a crowd sees the last of many changes, no message goes out of turn, and answers do not wait for the crowd', async () => {
  const database = openDatabase(':memory:')
  const outcome = await followCrowd({
    db: database.db,
    time: createHeldTime(),
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
