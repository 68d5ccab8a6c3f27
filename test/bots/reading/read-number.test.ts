import fc from 'fast-check'
import { expect, test } from 'vitest'

import { showNumber } from '../../../src/core/terms/show-text.ts'
import { UnclearWordError } from '../../../src/bots/dispatch/errors.ts'
import {
  bare,
  readNumber,
  withoutMark,
  type Writer,
} from '../../../src/bots/reading/read-number.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES, type Language } from '../../../src/core/terms/language.ts'
import { formatAmount, parseAmount } from '../../../src/core/terms/amounts.ts'
import { DomainError } from '../../../src/core/terms/errors.ts'

const USDC = { token: 'usdc', decimals: 6 }
const CENTS = { token: 'cent', decimals: 2 }

/** In private with us, in a language of their own. */
const writes = (language: Language): Writer => ({
  words: wordsIn(language),
  language: { person: language },
  chat: { id: 'dm', kind: 'private' },
})
/** Nothing is known of their language, so they are spoken to in English. */
const UNKNOWN: Writer = {
  words: wordsIn('en'),
  language: {},
  chat: { id: 'lobby', kind: 'group' },
}
/** A German in a group that speaks English. */
const GUEST: Writer = { ...UNKNOWN, language: { person: 'de' } }

/** What was understood: a plain number, the meanings to choose from, or what is wrong with it. */
function understood(text: string, writer: Writer, counted = USDC): string {
  try {
    return formatAmount(readNumber(text, counted, writer), counted.decimals)
  } catch (error) {
    if (error instanceof UnclearWordError)
      return error.meanings.map(({ label }) => label).join(' | ')
    if (error instanceof DomainError) return error.code
    throw error
  }
}

test.each([
  ['10.000', 'de', '10000'],
  ['10.000', 'es', '10000'],
  ['10.000', 'tr', '10000'],
  ['10.000', 'en', '10 USDC | 10,000 USDC'],
  ['10.000', 'zh-Hans', '10 USDC | 10,000 USDC'],
  ['1,000', 'en', '1000'],
  ['1,000', 'zh-Hans', '1000'],
  ['1,000', 'de', '1 USDC | 1000 USDC'],
  ['1.000', 'en', '1 USDC | 1000 USDC'],
  ['12,500', 'de', '12,5 USDC | 12.500 USDC'],
  ['1.234', 'en', '1.234'],
  ['1,234', 'de', '1.234'],
  ['1,234', 'en', '1234'],
  ['0.125', 'de', '0.125'],
  ['0,125', 'en', '0.125'],
  ['2,5', 'en', '2.5'],
  ['2.50', 'de', '2.5'],
  ['1234.567', 'de', '1234.567'],
  ['1.234.567', 'en', '1234567'],
  ['1,234,567.25', 'de', '1234567.25'],
  ['1.234.567,25', 'en', '1234567.25'],
  ['10.000,50', 'en', '10000.5'],
  ['01.000', 'de', '1'],
  ['1.23.456', 'de', 'INVALID_AMOUNT'],
  ['1,2,3', 'en', 'INVALID_AMOUNT'],
  ['1.000.00', 'de', 'INVALID_AMOUNT'],
  ['.5', 'en', '0.5'],
  [',5', 'de', 'INVALID_AMOUNT'],
  ["10'000", 'de', '10000'],
  ["1'000'000.50", 'de', '1000000.5'],
  ['10’000', 'en', '10000'],
  ["1'00", 'de', 'INVALID_AMOUNT'],
  ['5k', 'en', '5000'],
  ['1.5K', 'en', '1500'],
  ['1,5k', 'de', '1500'],
  ['0.0005k', 'en', '0.5'],
  ['1.500k', 'en', 'INVALID_AMOUNT'], // thousand and a half, or a million and a half
  ['k', 'en', 'INVALID_AMOUNT'],
  ['５０．５', 'zh-Hans', '50.5'],
  ['１，０００', 'zh-Hans', '1000'],
  ['١٢٫٥', 'en', '12.5'],
  ['۵', 'en', '5'],
  ['１.０００', 'en', '1 USDC | 1000 USDC'],
  ['1e3', 'en', 'INVALID_AMOUNT'],
  ['0,000', 'en', 'INVALID_AMOUNT'],
] as const)('"%s" in the writing of %s: %s', (text, language, meant) => {
  expect(understood(text, writes(language))).toBe(meant)
})

test.each([
  ['a language that nobody chose', '1.234', UNKNOWN, '1.234 USDC | 1234 USDC'],
  ['what we print to them is still theirs', '10,000', UNKNOWN, '10000'],
  ['a group in another language', '10,000', GUEST, '10 USDC | 10,000 USDC'],
  ['a group in another language', '10.000', GUEST, '10 USDC | 10,000 USDC'],
  ['clear in every language', '10.000,5', GUEST, '10000.5'],
])('%s: "%s"', (_why, text, writer, meant) => {
  expect(understood(text, writer)).toBe(meant)
})

const anyLanguage = fc.constantFrom(...LANGUAGES)

test('what was written in the digits of another script is asked about as it was written', () => {
  const ask = () => readNumber('１.０００', USDC, UNKNOWN, '１.０００usdc')
  expect(ask).toThrow(
    expect.objectContaining({
      word: '１.０００usdc',
      meanings: [
        expect.objectContaining({ word: '1usdc' }),
        expect.objectContaining({ word: '1000usdc' }),
      ],
    }),
  )
})

test('each meaning is a word that means nothing else, whoever presses it', () => {
  const meaningsOf = (text: string) => {
    try {
      readNumber(text, USDC, UNKNOWN)
      return []
    } catch (error) {
      if (error instanceof UnclearWordError) return error.meanings
      throw error
    }
  }
  const thousands = fc.integer({ min: 1, max: 999 })
  const digits = fc.integer({ min: 0, max: 999 }).map((back) => `${back}`.padStart(3, '0'))
  fc.assert(
    fc.property(thousands, digits, anyLanguage, (front, back, language) => {
      const read = meaningsOf(`${front}.${back}`).map(({ word }) =>
        readNumber(word, USDC, writes(language)),
      )
      const few = BigInt(`${front}${back}`) * 1_000n
      expect(read).toEqual([few, few * 1_000n])
    }),
  )
})

test('a token without three decimals is never asked about, nor guessed', () => {
  expect(understood('1.234', UNKNOWN, CENTS)).toBe('INVALID_AMOUNT')
  expect(understood('1,234', UNKNOWN, CENTS)).toBe('1234')
})

test('what is printed reads back as what it was, for any amount, in every language', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 40n })
  const places = fc.integer({ min: 0, max: 18 })
  fc.assert(
    fc.property(units, places, anyLanguage, (amount, decimals, language) => {
      const shown = showNumber(wordsIn(language), formatAmount(amount, decimals))
      expect(readNumber(shown, { token: 'x', decimals }, writes(language))).toBe(amount)
    }),
  )
})

test('each meaning that is offered is clear when it is read again', () => {
  const written = fc.tuple(
    fc.integer({ min: 1, max: 999 }),
    fc.constantFrom('.', ','),
    fc.stringMatching(/^\d{3}$/),
  )
  let asked = 0
  fc.assert(
    fc.property(written, anyLanguage, ([whole, sign, rest], language) => {
      for (const writer of [writes(language), UNKNOWN, GUEST])
        try {
          readNumber(`${whole}${sign}${rest}`, USDC, writer)
        } catch (error) {
          if (!(error instanceof UnclearWordError)) throw error
          asked += 1
          expect(error.meanings.map(({ word }) => readNumber(word, USDC, writer))).toEqual(
            [`${whole}.${rest}`, `${whole}${rest}`].map((plain) => parseAmount(plain, USDC)),
          )
        }
    }),
  )
  expect(asked).toBeGreaterThan(0)
})

test.each([
  { word: 'all,', without: 'all' },
  { word: 'all，、,', without: 'all' },
  { word: 'a,b', without: 'a,b' },
])('$word without commas behind it is $without', ({ word, without }) => {
  expect(bare(word)).toBe(without)
})

test.each([
  { name: 'commas', read: bare },
  { name: 'marks', read: withoutMark },
])('very many $name that end no word stay in it', ({ read }) => {
  const word = `${','.repeat(150_000)}x`
  expect(read(`${word},`)).toBe(word)
})
