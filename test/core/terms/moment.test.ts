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

test.each([
  { at: '1960-01-01T00:00:00Z', isMoment: false },
  { at: '1970-01-01T00:00:01Z', isMoment: true },
  { at: '2038-01-19T03:14:07.999Z', isMoment: true },
  { at: '2038-01-19T03:14:08Z', isMoment: false },
  { at: '2300-01-01T00:00:00Z', isMoment: false },
  { at: '+275760-09-13T00:00:00Z', isMoment: false },
])('$at stands in a text as what every platform can show', ({ at, isMoment }) => {
  const atSec = Math.floor(Date.parse(at) / 1000)
  const part = isMoment ? { words: 'then', atSec } : 'then'
  expect(momentsIn(momentText(new Date(at), 'then'))).toEqual([part])
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
