import { expect, test } from 'vitest'

import { createBackoff } from '../../../src/devnet/relayer/backoff.ts'

test('waits twice as long after every failure, 30 s at most, and starts over after a success', () => {
  let now = 1_000
  const backoff = createBackoff(250, () => now)
  expect(backoff.isDue('a')).toBe(true)
  const waits = Array.from({ length: 9 }, () => backoff.failed('a'))
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  now += 29_999
  expect([backoff.isDue('a'), backoff.isDue('b')]).toEqual([false, true])
  now += 1
  expect(backoff.isDue('a')).toBe(true)
  backoff.succeeded('a')
  expect(backoff.failed('a')).toBe(250)
})
