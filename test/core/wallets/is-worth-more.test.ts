import { expect, test } from 'vitest'

import { isWorthMore } from '../../../src/core/wallets/is-worth-more.ts'

test.each([
  { name: 'less', worth: ['99.99'], more: false },
  { name: 'what an empty account gets', worth: ['0', '5'], more: false },
  { name: 'as much', worth: ['60', '40'], more: false },
  { name: 'more together', worth: ['60', '40.000000000000000001'], more: true },
  { name: 'something without a price', worth: ['1', null], more: true },
])('an account of a passkey is to keep $name: $more', ({ worth, more }) => {
  expect(isWorthMore(worth, '100')).toBe(more)
})
