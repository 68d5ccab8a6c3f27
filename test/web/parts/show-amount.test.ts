import { expect, test } from 'vitest'

import { showBalance } from '../../../src/web/parts/show-amount.ts'
import { english } from '../english.ts'

const tokens = [
  { token: 'usdc', decimals: 6 },
  { token: 'eth', decimals: 18 },
]

test.each([
  ['usdc', '10000000000', '10,000 USDC'],
  ['usdc', '9975250000', '9975.25 USDC'],
  ['usdc', '0', '0 USDC'],
  ['eth', '9999999999999993770194', '9999.999999 ETH'],
  ['eth', '1000000999999999999', '1 ETH'],
  ['eth', '1000000000000', '0.000001 ETH'],
  ['eth', '999999999999', 'under 0.000001 ETH'],
  ['other', '12345', '12,345 base units of other'],
])('a balance of %s that is %s base units is shown as %s', (token, amount, shown) => {
  expect(showBalance(english, { token, amount }, tokens)).toBe(shown)
})

test('a balance is written as its reader writes numbers', () => {
  const balance = { token: 'usdc', amount: '1234567890000' }
  const shown = ['en', 'de', 'en-IN'].map((locale) =>
    showBalance({ ...english, locale }, balance, tokens),
  )
  expect(shown).toEqual(['1,234,567.89 USDC', '1.234.567,89 USDC', '12,34,567.89 USDC'])
})
