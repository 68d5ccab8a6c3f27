import { expect, test } from 'vitest'

import { priceChange } from '../../../src/core/reference/usd-value.ts'

test.each([
  { before: '2000', after: '2050', change: '2.50' },
  { before: '2000', after: '1999.99', change: '0.00' },
  { before: '2000', after: '1900', change: '-5.00' },
  { before: '3', after: '2', change: '-33.33' },
  { before: '0.000000000000000001', after: '1', change: '99999999999999999900.00' },
  { before: '1', after: '1', change: '0.00' },
])('from $before to $after is $change percent', ({ before, after, change }) => {
  expect(priceChange(before, after)).toBe(change)
})
