import { expect, test } from 'vitest'

import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'

test.each(LANGUAGES)('every text of %s says something', (language) => {
  expect(wordsIn(language).language).toBe(language)
  expect(texts(wordsIn(language))).not.toContain('')
})

/** Every plain text of a catalogue. */
function texts(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? texts(value) : [],
  )
}
