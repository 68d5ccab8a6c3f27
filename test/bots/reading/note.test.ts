import fc from 'fast-check'
import { expect, test } from 'vitest'

import { UnreadableCommandError } from '../../../src/bots/dispatch/errors.ts'
import { parseNote } from '../../../src/bots/reading/parse-tip.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'

const en = wordsIn('en')

test.each([
  { name: 'plain words', words: 'for the fix', note: 'for the fix' },
  { name: 'nothing', words: '   ', note: undefined },
  { name: 'several lines become one', words: 'a\n\nb\tc', note: 'a b c' },
  { name: 'control characters go', words: 'a\u0000b\u0007c\u001b[31m', note: 'abc[31m' },
  { name: 'bidi characters go', words: '\u202Egnp\u202C \u2066x\u2069', note: 'gnp x' },
  { name: 'zero-width characters go', words: 'p\u200Bay\uFEFF', note: 'pay' },
  { name: 'emoji and accents stay', words: 'merci 🎉 déjà', note: 'merci 🎉 déjà' },
  {
    name: 'abbreviations stay',
    words: 'e.g. lunch, 5.5 hours...',
    note: 'e.g. lunch, 5.5 hours...',
  },
  { name: 'markup is only text', words: '<b>*_[x](y)', note: '<b>*_[x](y)' },
  { name: '200 characters, counted as people do', words: '🎉'.repeat(200), note: '🎉'.repeat(200) },
])('keeps notes plain: $name', ({ words, note }) => {
  expect(parseNote(en, words)).toBe(note)
})

test.each([
  'https://evil.test',
  'tg://resolve?domain=x',
  'see evil.com',
  't.me/joinchat',
  'ev\u200Bil.c\u200Bom',
  'evil．com',
  'hi @carol',
  '(@carol)',
  '＠carol',
  'mail me: a@b',
  'x'.repeat(201),
])('refuses %s', (words) => {
  expect(() => parseNote(en, words)).toThrow(UnreadableCommandError)
})

test('no note that is taken has a hidden character, a line break or too many characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 260 }), (words) => {
      try {
        const note = parseNote(en, words)
        if (note === undefined) return
        expect(note).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\n]/u)
        expect([...note].length).toBeLessThanOrEqual(200)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableCommandError)
      }
    }),
  )
})
