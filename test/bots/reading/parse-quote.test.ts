import { expect, test } from 'vitest'

import { parseQuote } from '../../../src/bots/reading/parse-quote.ts'
import type { DomainError } from '../../../src/core/terms/errors.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { speaker } from '../commands/stand-in-services.ts'

const EXAMPLE = '/swap 1 usdc eth'
const units = (amount: bigint) => ({ kind: 'units', units: amount }) as const
const asked = { tokenIn: 'usdc', tokenOut: 'eth', amount: units(100_000_000n), chain_uid: '' }

test.each([
  ['100 usdc eth', asked],
  ['100 usdc to eth', asked],
  ['100 USDC  for\nETH', asked],
  ['100 usdc -> eth', asked],
  ['100 usdc in eth', asked],
  ['100 usdc/eth', asked],
  ['100usdc/eth', asked],
  ['100 usdc eth on base', { ...asked, chain_uid: 'base' }],
  [
    '0.25 eth to usdc',
    { ...asked, tokenIn: 'eth', tokenOut: 'usdc', amount: units(25n * 10n ** 16n) },
  ],
  ['5 usdc usdc', { ...asked, tokenOut: 'usdc', amount: units(5_000_000n) }], // refused by the routes
])('reads "%s"', (input, question) => {
  const { token, tokenOut, amount, chain } = parseQuote(speaker('alice'), input, sampleNetwork, {
    example: EXAMPLE,
  })
  const read = { tokenIn: token.token, tokenOut: tokenOut.token, amount }
  expect({ ...read, chain_uid: chain?.chain_uid ?? '' }).toEqual(question)
})

test.each([
  ['', 'INVALID_REQUEST', 'How much of which token, and for which one?'],
  ['100', 'INVALID_REQUEST', 'How much of which token, and for which one?'],
  ['usdc 100 eth', 'INVALID_REQUEST', '"usdc" stands where the amount belongs.'],
  ['100 usdc', 'INVALID_REQUEST', 'Which token do you want for it?'],
  ['100 usdc to', 'INVALID_REQUEST', 'Which token do you want for it?'],
  ['100 doge eth', 'UNKNOWN_TOKEN', '"doge"'],
  ['100 usdc doge', 'UNKNOWN_TOKEN', '"doge"'],
  ['1.2345678 usdc eth', 'INVALID_AMOUNT', 'has 7 decimals'],
  ['-5 usdc eth', 'INVALID_AMOUNT', 'not a plain decimal number'],
  ['5 usdc eth on', 'INVALID_REQUEST', 'I cannot read "on"'],
  ['5 usdc eth please', 'INVALID_REQUEST', 'I cannot read "please"'],
  ['5 usdc eth on base now', 'INVALID_REQUEST', 'I cannot read "on base now"'],
  ['5 usdc eth on mars', 'UNKNOWN_CHAIN', '"mars"'],
])('refuses "%s" with what it understood and how to mend it', (input, code, words) => {
  const refused = (() => {
    try {
      return parseQuote(speaker('alice'), input, sampleNetwork, { example: EXAMPLE })
    } catch (error) {
      return error as DomainError // a row that is not refused fails the next line
    }
  })()
  expect(refused).toMatchObject({ code, message: expect.stringContaining(words) })
})

test.each(['', '100'])('"%s" is answered with the example of its own command', (input) => {
  const read = () => parseQuote(speaker('alice'), input, sampleNetwork, { example: EXAMPLE })
  expect(read).toThrow(expect.objectContaining({ fix: `Write it like this: ${EXAMPLE}` }))
})

test.each(['usdc/eth', 'usdc eth', 'USDC to ETH'])(
  'two tokens are one of the first where that is asked for, and short of an amount elsewhere: %s',
  (input) => {
    const form = { example: EXAMPLE }
    const read = (ofOne: boolean) =>
      parseQuote(speaker('alice'), input, sampleNetwork, { ...form, ofOne })
    expect(read(true)).toMatchObject({
      amount: { kind: 'units', units: 1_000_000n },
      token: { token: 'usdc' },
      tokenOut: { token: 'eth' },
    })
    expect(() => read(false)).toThrow('stands where the amount belongs')
  },
)
