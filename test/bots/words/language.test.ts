import { expect, test } from 'vitest'

import { Language, readLanguage, wordsIn } from '../../../src/bots/words/words.ts'
import { plural } from '../../../src/bots/words/plural.ts'

test.each([
  { tag: 'en', language: 'en' },
  { tag: 'en-US', language: 'en' },
  { tag: 'es-419', language: 'es' },
  { tag: 'DE_at', language: 'de' },
  { tag: 'tr', language: 'tr' },
  { tag: 'zh', language: 'zh-Hans' },
  { tag: 'zh-CN', language: 'zh-Hans' },
  { tag: 'zh-hans', language: 'zh-Hans' },
  { tag: 'zh-TW', language: undefined },
  { tag: 'zh-Hant-HK', language: undefined },
  { tag: 'fr', language: undefined },
  { tag: 'den', language: undefined },
  { tag: '', language: undefined },
  { tag: undefined, language: undefined },
])('the tag $tag means $language', ({ tag, language }) => {
  expect(readLanguage(tag)).toBe(language)
})

test.each(Language.options)('every text of %s says something', (language) => {
  expect(wordsIn(language).language).toBe(language)
  expect(texts(wordsIn(language))).not.toContain('')
})

test.each([
  { language: 'en', count: 1, text: 'one' },
  { language: 'en', count: 2, text: 'other' },
  { language: 'de', count: 0, text: 'other' },
  { language: 'tr', count: 1, text: 'one' },
  { language: 'zh-Hans', count: 1, text: 'other' },
] as const)('$count in $language is $text', ({ language, count, text }) => {
  expect(plural(language, count, { one: 'one', other: 'other' })).toBe(text)
})

/** Every plain text of a catalogue. */
function texts(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? texts(value) : [],
  )
}
