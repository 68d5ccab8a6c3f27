import { expect, test } from 'vitest'

import { acceptedLanguage, readLanguage } from '../../../src/core/terms/language.ts'

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

test.each([
  { header: 'de', language: 'de' },
  { header: 'de-AT,de;q=0.9,en;q=0.8', language: 'de' },
  { header: 'fr, tr;q=0.3, es;q=0.7', language: 'es' },
  { header: 'en;q=0, zh-CN;q=0.1', language: 'zh-Hans' },
  { header: 'zh-TW', language: undefined },
  { header: '*', language: undefined },
  { header: 'de;q=much', language: undefined },
  { header: '', language: undefined },
  { header: undefined, language: undefined },
])('a browser that accepts $header reads $language', ({ header, language }) => {
  expect(acceptedLanguage(header)).toBe(language)
})
