import { expect, test } from 'vitest'

import { median, quantile } from '../../drill/quantile.ts'

const TO_TEN = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

test.each([
  [0, TO_TEN, 1],
  [0.1, TO_TEN, 1],
  [0.11, TO_TEN, 2],
  [0.5, TO_TEN, 5],
  [0.99, TO_TEN, 10],
  [1, TO_TEN, 10],
  [0.99, Array.from({ length: 200 }, (_, at) => at + 1), 198],
  [0.5, [3], 3],
  [0.5, [], Number.NaN],
])('the share %d of %j is not above a value of theirs', (share, values, expected) => {
  expect(quantile(share, values)).toBe(expected)
})

test('a median is a value that was measured, and leaves the order of the values as it is', () => {
  const values = [5, 100, 1]
  expect(median(values)).toBe(5)
  expect(values).toEqual([5, 100, 1])
})
