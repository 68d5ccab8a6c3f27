import { expect, test } from 'vitest'

import { followUnderTrouble } from '../../drill/follow-under-trouble.ts'

// The long form, with a thousand, is `npm run drill -- tracking`.
test('whatever the network goes through, each watch ends as the hub books it, and takes nothing final back', async () => {
  const lines: string[] = []
  const { outcomes, problems } = await followUnderTrouble({
    watches: 36,
    seed: 3,
    blockTimeMs: 100,
    say: (line) => void lines.push(line),
  })
  expect(problems).toEqual([])
  const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  expect([ended, lines.length]).toEqual([36, 1])
  expect(outcomes).toMatchObject({ completed: expect.any(Number), refunded: expect.any(Number) })
})
