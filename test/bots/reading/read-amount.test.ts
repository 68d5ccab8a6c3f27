import { describe, expect, test } from 'vitest'

import { complete, isAmount, readAmount } from '../../../src/bots/reading/read-amount.ts'
import { DomainError } from '../../../src/core/terms/errors.ts'
import { unitsWorth, usdWorth } from '../../../src/core/reference/usd-value.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { speaker } from '../commands/stand-in-services.ts'

const read = (text: string) =>
  readAmount(speaker('alice'), text.split(' '), sampleNetwork, { example: '/tip @bobby 5 usdc' })

test.each([
  ['5 usdc', { kind: 'units', units: 5_000_000n }, 'usdc', []],
  ['0.25 ETH on base', { kind: 'units', units: 25n * 10n ** 16n }, 'eth', ['on', 'base']],
  ['5usdc', { kind: 'units', units: 5_000_000n }, 'usdc', []],
  ['$5eth thanks', { kind: 'usd', usd: '5', cents: 500n }, 'eth', ['thanks']],
  ['$5 of eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['$5 eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['$0.01 Of Eth thanks', { kind: 'usd', usd: '0.01', cents: 1n }, 'eth', ['thanks']],
  ['$12.50 of my usdc', { kind: 'usd', usd: '12.5', cents: 1250n }, 'usdc', []],
  ['half usdc', { kind: 'half' }, 'usdc', []],
  ['half of my usdc of course', { kind: 'half' }, 'usdc', ['of', 'course']],
  ['ALL my usdc', { kind: 'all' }, 'usdc', []],
  ['all usdc to eth', { kind: 'all' }, 'usdc', ['to', 'eth']],
  ['10 000 usdc thanks', { kind: 'units', units: 10_000_000_000n }, 'usdc', ['thanks']],
  ['1 000 000,50 usdc', { kind: 'units', units: 1_000_000_500_000n }, 'usdc', []],
  ['10 000usdc', { kind: 'units', units: 10_000_000_000n }, 'usdc', []],
  ['$1 000 of eth', { kind: 'usd', usd: '1000', cents: 100_000n }, 'eth', []],
  ['5 usdc, thanks', { kind: 'units', units: 5_000_000n }, 'usdc', ['thanks']],
  ['5k usdc', { kind: 'units', units: 5_000_000_000n }, 'usdc', []],
  ['5kusdc', { kind: 'units', units: 5_000_000_000n }, 'usdc', []],
  ['.5 usdc', { kind: 'units', units: 500_000n }, 'usdc', []],
  ['.5usdc', { kind: 'units', units: 500_000n }, 'usdc', []],
  ["10'000 usdc", { kind: 'units', units: 10_000_000_000n }, 'usdc', []],
  ['５ＵＳＤＣ', { kind: 'units', units: 5_000_000n }, 'usdc', []],
  ['٥ usdc', { kind: 'units', units: 5_000_000n }, 'usdc', []],
  ['$1,000 eth', { kind: 'usd', usd: '1000', cents: 100_000n }, 'eth', []],
  ['$1.000,50 eth', { kind: 'usd', usd: '1000.5', cents: 100_050n }, 'eth', []],
  ['5$ of eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['5 $ eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['$ 5 eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['＄５ eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['5 usd of eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['5 Dollars eth', { kind: 'usd', usd: '5', cents: 500n }, 'eth', []],
  ['$5k of eth', { kind: 'usd', usd: '5000', cents: 500_000n }, 'eth', []],
])('reads "%s"', (text, amount, token, rest) => {
  expect(read(text)).toMatchObject({ amount, token: { token }, rest })
})

test.each([
  ['$5', []],
  ['$5 for lunch', ['for', 'lunch']],
  ['$5 @bobby', ['@bobby']],
  ['$5 On base', ['On', 'base']],
  ['$5 in 2 days', ['in', '2', 'days']],
  ['$5 each for 3', ['each', 'for', '3']],
  ['5$', []],
  ['5 $ @bobby', ['@bobby']],
  ['5 usd', []],
  ['5usd for lunch', ['for', 'lunch']],
  ['5 dollars, thanks', ['thanks']], // dollars are a token's name to whoever writes them
  ['5美元', []],
])('reads "%s" in the token that is worth a dollar', (text, rest) => {
  const tokens = sampleNetwork.tokens.map((token) => ({
    ...token,
    usd_stable: token.token === 'usdc',
  }))
  const dollars = { ...sampleNetwork, tokens }
  expect(readAmount(speaker('alice'), text.split(' '), dollars, { example: 'x' })).toMatchObject({
    amount: { kind: 'usd', usd: '5', cents: 500n },
    token: { token: 'usdc' },
    text: '$5 USDC',
    rest,
  })
  // A word that may have been meant for a token is asked about, not taken for a note.
  for (const unclear of ['$5 doge', '$5 of doge', '$5 thanks'])
    expect(() =>
      readAmount(speaker('alice'), unclear.split(' '), dollars, { example: 'x' }),
    ).toThrow('There is no token')
})

test.each([
  ['', 'INVALID_REQUEST', 'How much, and of which token?'],
  ['$5', 'INVALID_REQUEST', 'Which token?'],
  ['half of', 'INVALID_REQUEST', 'Which token?'],
  ['5 of eth', 'UNKNOWN_TOKEN', '"of"'], // only what is no number in tokens has fillers
  ['$1.234 of eth', 'INVALID_AMOUNT', 'has 3 decimals, but USD has 2'],
  ['$0 of eth', 'INVALID_AMOUNT', 'zero'],
  ['$ of eth', 'INVALID_AMOUNT', 'not a plain decimal number'],
  ['$-5 of eth', 'INVALID_AMOUNT', 'not a plain decimal number'],
  ['€5 of eth', 'INVALID_REQUEST', 'I know tokens and dollars, but not "€".'],
  ['5€', 'INVALID_REQUEST', 'not "€"'],
  ['5 £', 'INVALID_REQUEST', 'not "£"'],
  ['5 eur', 'INVALID_REQUEST', 'not "eur"'],
  ['5 usd', 'INVALID_REQUEST', 'Which token?'], // no token here is a dollar
  // Nothing is suggested that would be refused.
  ['-5', 'INVALID_AMOUNT', '"-5"'],
  ['1e3', 'INVALID_AMOUNT', '"1e3"'],
  ['hello', 'INVALID_AMOUNT', '"hello"'],
  ['1000 500 usdc', 'UNKNOWN_TOKEN', '"500"'], // no groups of three
  ['5 50 usdc', 'UNKNOWN_TOKEN', '"50"'],
  ['half of doge', 'UNKNOWN_TOKEN', '"doge"'],
])('refuses "%s"', (text, code, says) => {
  const refused = (() => {
    try {
      return readAmount(speaker('alice'), text.split(' ').filter(Boolean), sampleNetwork, {
        example: 'x',
      })
    } catch (error) {
      return error
    }
  })()
  expect(refused).toBeInstanceOf(DomainError)
  expect(refused).toMatchObject({ code, message: expect.stringContaining(says) })
})

test.each([
  ['5 for lunch', '/tip 5 usdc for lunch'],
  ['40 among @a @b', '/tip 40 usdc among @a @b'],
  ['12 from @bobby', '/tip 12 usdc from @bobby'],
  ['12 from <@7>', '/tip 12 usdc'], // whom the platform names by account, it names anew
  ['5 each', '/tip 5 usdc each'],
  ['10 000', '/tip 10000 usdc'],
])('"%s" is asked for its token, and shown what to write: %s', (text, shown) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({
      message: 'Which token?',
      fix: expect.stringContaining(`For example: ${shown}.`),
    }),
  )
})

test.each([
  [['@bobby', '5'], '/tip @carol 1 usdc', '/tip @bobby 5 usdc'],
  [['$5'], '/rain 50 usdc', '/rain $5 usdc'],
  [['100', 'eth'], '/quote 100 usdc eth', '/quote 100 eth usdc'],
  [['100', 'usdc'], '/quote 100 usdc eth', '/quote 100 usdc eth'],
  [['5'], '/tip @carol 1 doge', '/tip 5 usdc'], // an example in a token that this network lacks
])('%j is completed after "%s"', (said, example, completed) => {
  expect(complete(said, sampleNetwork, example)).toBe(completed)
})

describe('dollars and base units', () => {
  test.each([
    [500n, '2500', 18, 2_000_000_000_000_000n],
    [1n, '3', 6, 3333n], // down to the last decimal, never up
    [1n, '0.000000000000000001', 0, 10_000_000_000_000_000n],
    [1n, '2500', 1, 0n],
  ])('%d cents at $%s with %d decimals buy %d', (cents, price, decimals, units) => {
    expect(unitsWorth(cents, { price, decimals })).toBe(units)
  })
  test('what they buy is worth at most what was paid', () => {
    for (const price of ['2500', '0.0333', '1.000000000000000001', '99999.99'])
      for (const decimals of [0, 6, 18])
        for (const cents of [1n, 7n, 500n, 123_456_789n]) {
          const token = { price, decimals }
          const units = unitsWorth(cents, token)
          const paid = cents * 10n ** 16n
          expect(usdWorth(units, token)).toBeLessThanOrEqual(paid)
          expect(usdWorth(units + 1n, token)).toBeGreaterThanOrEqual(paid - 1n)
        }
  })
})

test.each(['of', 'my'])('reads an amount with "%s" 20,000 times before its token', (filler) => {
  const fillers = Array<string>(20_000).fill(filler)
  expect(isAmount(['5', ...fillers, 'usdc'], sampleNetwork)).toBe(true)
  expect(isAmount(['5', ...fillers, 'usdc', 'thanks'], sampleNetwork)).toBe(false)
  expect(isAmount(['5', ...fillers], sampleNetwork)).toBe(false)
})
