import { expect, test } from 'vitest'

import { localeOf } from '../../../src/web/parts/language-choice.ts'

test.each([
  { language: 'de', preferred: ['fr', 'de-CH', 'de'], locale: 'de-CH' },
  { language: 'de', preferred: ['en-US'], locale: 'de' },
  { language: 'en', preferred: ['en-US', 'en'], locale: 'en-US' },
  { language: 'en', preferred: ['de'], locale: 'en-GB' },
  { language: 'en', preferred: ['en-US@posix'], locale: 'en-GB' },
  { language: 'zh-Hans', preferred: ['zh-TW', 'zh-CN'], locale: 'zh-CN' },
] as const)(
  'a reader of $language whose browser prefers $preferred writes as $locale',
  ({ language, preferred, locale }) => {
    expect(localeOf(language, preferred)).toBe(locale)
    expect(new Intl.DateTimeFormat(locale).format(0)).not.toBe('')
  },
)
