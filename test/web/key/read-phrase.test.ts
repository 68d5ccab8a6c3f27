import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { recovery } from '../../../src/words/en/key-page.ts'
import { readPhrase } from '../../../src/web/key/read-phrase.ts'

const WORDS =
  'govern elbow discover slogan position lens elephant limit simple force pave dignity evoke duck supreme search actual elevator excuse prosper exile puppy next away'
const numbered = WORDS.split(' ').map((word, index) => `${index + 1}. ${word.toUpperCase()}`)

test('words are read as people write them down', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (entropy) => {
      const words = entropyToMnemonic(entropy, wordlist)
      expect(readPhrase(words, recovery)).toEqual({ words })
    }),
  )
  expect(readPhrase(`  ${numbered.join('\n')}\n`, recovery)).toEqual({ words: WORDS })
})

test.each([
  { text: '', message: 'Your phrase has 24 words; you gave 0.', fix: 'left out' },
  { text: 'govern', message: 'Your phrase has 24 words; you gave 1.', fix: 'left out' },
  {
    text: WORDS.replace(' away', ''),
    message: 'Your phrase has 24 words; you gave 23.',
    fix: 'left out',
  },
  {
    text: WORDS.replace('discover', 'discovery'),
    message: 'Word 3, “discovery”, is in no recovery phrase.',
    fix: 'Could it be “discover”?',
  },
  {
    text: WORDS.replace('elbow', 'xyz'),
    message: 'Word 2, “xyz”, is in no recovery phrase.',
    fix: 'Look at your paper again.',
  },
  {
    text: WORDS.replace('govern elbow', 'elbow govern'),
    message: 'Each of these words could be right, but they do not belong together.',
    fix: 'changed places',
  },
])('$message', ({ text, message, fix }) => {
  expect(readPhrase(text, recovery)).toEqual({
    problem: { message, fix: expect.stringContaining(fix) },
  })
})
