import { expect, test } from 'vitest'

import { showAbout, showBalance, showCut, showWorth } from '../../../src/web/parts/show-amount.ts'
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

test.each([
  ['usdc', '5000000', '5 USDC'],
  ['usdc', '1234567000000', '1,234,567 USDC'],
  ['usdc', '1234567890001', '≈1,234,567 USDC'],
  ['eth', '39896020371967897', '≈0.039896 ETH'],
  ['eth', '1000000000000000', '0.001 ETH'],
  ['eth', '999999999999999999', '≈0.999999 ETH'],
  ['other', '123456789', '123,456,789 base units of other'],
])('at a glance, %s of %s base units is %s', (token, amount, shown) => {
  expect(showAbout(english, { token, amount }, tokens)).toBe(shown)
  expect(showCut(english, { token, amount }, tokens)).toBe(shown.replace('≈', ''))
})

test.each([
  { name: 'more than a dollar', usd: '99.7412', locale: 'en', shown: '≈ $99.74' },
  { name: 'much', usd: '1234567.5', locale: 'de', shown: '≈ $1.234.567,50' },
  { name: 'little', usd: '0.012345', locale: 'tr', shown: '≈ $0,01234' },
  { name: 'a cent', usd: '0.01', locale: 'en', shown: '≈ $0.01' },
  { name: 'less than a cent', usd: '0.009', locale: 'en', shown: undefined },
  { name: 'nothing', usd: '0', locale: 'en', shown: undefined },
  { name: 'what nobody knows', usd: null, locale: 'en', shown: undefined },
  { name: 'its own number, as a dollar', usd: '0.04', locale: 'en', shown: undefined },
])('worth of $name in $locale', ({ usd, locale, shown }) => {
  const sum = { token: 'eth', amount: '40000000000000000' }
  expect(showWorth({ ...english, locale }, sum, tokens, usd)).toBe(shown)
})

test('a balance is written as its reader writes numbers', () => {
  const balance = { token: 'usdc', amount: '1234567890000' }
  const shown = ['en', 'de', 'en-IN'].map((locale) =>
    showBalance({ ...english, locale }, balance, tokens),
  )
  expect(shown).toEqual(['1,234,567.89 USDC', '1.234.567,89 USDC', '12,34,567.89 USDC'])
})
