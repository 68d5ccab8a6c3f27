import { expect, test } from 'vitest'

import { plural } from '../../src/words/plural.ts'

test.each([
  { language: 'en', count: 1, text: 'one' },
  { language: 'en', count: 2, text: 'other' },
  { language: 'de', count: 0, text: 'other' },
  { language: 'tr', count: 1, text: 'one' },
  { language: 'zh-Hans', count: 1, text: 'other' },
] as const)('$count in $language is $text', ({ language, count, text }) => {
  expect(plural(language, count, { one: 'one', other: 'other' })).toBe(text)
})
