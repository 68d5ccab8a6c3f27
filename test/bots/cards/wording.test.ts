import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  allOf,
  oneOf,
  showAbout,
  showAmount,
  showPercent,
  showPrice,
  showSums,
  showWorth,
} from '../../../src/bots/cards/wording.ts'
import { showNumber } from '../../../src/core/terms/show-text.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { formatAmount } from '../../../src/core/terms/amounts.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

describe('amounts are written as each language writes them', () => {
  test.each([
    { language: 'en', four: '1234.5', five: '12,345.06', percent: '2.50 %' },
    { language: 'es', four: '1234,5', five: '12.345,06', percent: '2,50 %' },
    { language: 'de', four: '1234,5', five: '12.345,06', percent: '2,50 %' },
    { language: 'tr', four: '1234,5', five: '12.345,06', percent: '%2,50' },
    { language: 'zh-Hans', four: '1234.5', five: '12,345.06', percent: '2.50%' },
  ] as const)('$language', ({ language, four, five, percent }) => {
    const words = wordsIn(language)
    const show = (units: bigint) => showAmount(words, sampleNetwork, 'usdc', units)
    expect(show(1_234_500_000n)).toBe(`${four} USDC`)
    expect(show(12_345_060_000n)).toBe(`${five} USDC`)
    expect(showPercent(words, '2.50')).toBe(percent)
    expect(showAmount(words, sampleNetwork, 'gold', 7n)).toContain('7')
  })

  test('to the last digit, in every language', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 60n })
    const decimals = fc.integer({ min: 0, max: 30 })
    fc.assert(
      fc.property(units, decimals, fc.constantFrom(...LANGUAGES), (amount, places, tag) => {
        const plain = formatAmount(amount, places)
        const shown = showNumber(wordsIn(tag), plain)
        expect(shown.replaceAll(/\D/g, '')).toBe(plain.replaceAll('.', ''))
      }),
    )
  })

  test.each(['-0.01', '-12345.50'])('with its sign: %s', (decimal) => {
    expect(showNumber(wordsIn('de'), decimal).startsWith('-')).toBe(true)
  })
})

describe('what an amount is worth stands beside it', () => {
  const network = {
    ...sampleNetwork,
    tokens: sampleNetwork.tokens.map((token) => ({
      ...token,
      usd_stable: token.token === 'usdc',
    })),
  }
  const prices = new Map([
    ['eth', '2505.129'],
    ['usdc', '1'],
  ])
  const ETH = 10n ** 18n
  test.each([
    { language: 'en', token: 'eth', units: ETH / 25n, shown: '0.04 ETH ($100.20)' },
    { language: 'de', token: 'eth', units: 10n * ETH, shown: '10 ETH ($25.051,29)' },
    { language: 'zh-Hans', token: 'eth', units: ETH, shown: '1 ETH ($2505.12)' },
    { language: 'en', token: 'eth', units: 1n, shown: '0.000000000000000001 ETH' },
    { language: 'en', token: 'usdc', units: 5_000_000n, shown: '5 USDC' },
    { language: 'en', token: 'euclid', units: 5_000_000n, shown: '5 EUCLID' },
  ] as const)('$shown', ({ language, token, units, shown }) => {
    expect(showWorth(wordsIn(language), network, prices, token, units)).toBe(shown)
  })

  test.each([
    { tokens: ['eth', 'usdc'], shown: '1 ETH = $2505.12' },
    { tokens: ['usdc', 'eth'], shown: '1 ETH = $2505.12' },
    { tokens: ['usdc', 'euclid'], shown: '' },
  ])('the price that says something of $tokens', ({ tokens, shown }) => {
    expect(showPrice(wordsIn('en'), network, prices, tokens)).toBe(shown)
  })

  test('sums of several tokens too', () => {
    const amounts = [
      { token: 'eth', amount: ETH },
      { token: 'usdc', amount: 5_000_000n },
    ]
    expect(showSums(wordsIn('en'), network, amounts, prices)).toBe('1 ETH ($2505.12) and 5 USDC')
  })
})

describe('what is only expected is cut to six digits that count', () => {
  test.each([
    { token: 'eth', units: 39_896_020_371_967_897n, shown: '≈0.039896 ETH' },
    { token: 'eth', units: 39_896_000_000_000_000n, shown: '0.039896 ETH' },
    { token: 'eth', units: 1_234_567_890_123_456_789n, shown: '≈1.23456 ETH' },
    { token: 'eth', units: 999_999_999_999_999_999n, shown: '≈0.999999 ETH' },
    { token: 'eth', units: 123_456_789n * 10n ** 18n + 1n, shown: '≈123,456,789 ETH' },
    { token: 'eth', units: 1n, shown: '0.000000000000000001 ETH' },
    { token: 'eth', units: 0n, shown: '0 ETH' },
    { token: 'usdc', units: 99_123_456n, shown: '≈99.1234 USDC' },
    { token: 'usdc', units: 100_000_000n, shown: '100 USDC' },
    { token: 'gold', units: 1_234_567n, shown: '1,234,567 base units of gold' },
    { token: 'a.evil\n.com', units: 1n, shown: '1 base units of a.\u2060evil .\u2060com' },
    { token: '@bot', units: 1n, shown: '1 base units of @\u2060bot' },
  ])('$units of $token', ({ token, units, shown }) => {
    expect(showAbout(wordsIn('en'), sampleNetwork, token, units)).toBe(shown)
  })
})

test.each([
  { language: 'en', one: 'a, b, or c', all: 'a, b, and c' },
  { language: 'es', one: 'a, b o c', all: 'a, b y c' },
  { language: 'de', one: 'a, b oder c', all: 'a, b und c' },
  { language: 'tr', one: 'a, b veya c', all: 'a, b ve c' },
  { language: 'zh-Hans', one: 'a、b 或 c', all: 'a、b 和 c' },
] as const)('lists in $language', ({ language, one, all }) => {
  const words = wordsIn(language)
  expect(oneOf(words, ['a', 'b', 'c'])).toBe(one)
  expect(allOf(words, ['a', 'b', 'c'])).toBe(all)
})

test('Chinese joins its own words without spaces, and sets off others', () => {
  const words = wordsIn('zh-Hans')
  expect(allOf(words, ['甲', '乙'])).toBe('甲和乙')
  expect(allOf(words, ['2 USDC', '0.1 ETH ($250)'])).toBe('2 USDC 和 0.1 ETH ($250)')
  expect(words.wording.aside('Base', words.wallet.isFirst)).toBe('Base（优先使用）')
})

test('sums come token by token', () => {
  const amounts = [
    { token: 'usdc', amount: 1_500_000n },
    { token: 'eth', amount: 10n ** 17n },
    { token: 'usdc', amount: 500_000n },
  ]
  expect(showSums(wordsIn('de'), sampleNetwork, amounts)).toBe('2 USDC und 0,1 ETH')
})
