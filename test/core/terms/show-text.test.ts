import { expect, test } from 'vitest'

import { showSpan } from '../../../src/core/terms/show-text.ts'

test.each([
  { seconds: 0, en: '1 minute', de: '1 Minute' },
  { seconds: 60, en: '1 minute', de: '1 Minute' },
  { seconds: 61, en: '2 minutes', de: '2 Minuten' },
  { seconds: 3600, en: '60 minutes', de: '60 Minuten' },
  { seconds: 3601, en: '2 hours', de: '2 Stunden' },
  { seconds: 86_400, en: '24 hours', de: '24 Stunden' },
])('$seconds s to wait are never said to be less: $en', ({ seconds, en, de }) => {
  expect([showSpan(seconds), showSpan(seconds, 'de')]).toEqual([en, de])
})
