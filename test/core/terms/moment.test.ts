import fc from 'fast-check'
import { expect, test } from 'vitest'

import { momentsIn, momentText, withoutMoments } from '../../../src/core/terms/moment.ts'
import { cleanText } from '../../../src/core/terms/show-text.ts'

const AT = new Date('2026-01-15T09:00:00.900Z')
const ENDS = momentText(AT, '09:00 UTC')
const MOMENT = { words: '09:00 UTC', atSec: 1_768_467_600 }

test.each([
  { text: '', parts: [] },
  { text: 'never', parts: ['never'] },
  { text: ENDS, parts: [MOMENT] },
  { text: `from ${ENDS} to ${ENDS}.`, parts: ['from ', MOMENT, ' to ', MOMENT, '.'] },
  { text: `${ENDS}${ENDS}`, parts: [MOMENT, MOMENT] },
])('the moments of $text', ({ text, parts }) => {
  expect(momentsIn(text)).toEqual(parts)
  expect(withoutMoments(text)).toBe(
    parts.map((part) => (typeof part === 'string' ? part : part.words)).join(''),
  )
})

test('what is no whole moment is a text, of which nothing hidden is left once it is cleaned', () => {
  const sign = fc.constantFrom('\uFDD0', '\uFDD1', '\uFDD2', '1', '99999999999', 'a', ENDS)
  fc.assert(
    fc.property(fc.array(sign), (signs) => {
      const text = signs.join('')
      for (const part of momentsIn(text))
        if (typeof part === 'object') expect(part.atSec).toBeLessThan(1e10)
      expect(cleanText(text)).not.toMatch(/[\uFDD0-\uFDEF]/)
    }),
  )
})
