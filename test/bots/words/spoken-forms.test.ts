import { expect, test } from 'vitest'

import { momentsIn } from '../../../src/core/terms/moment.ts'
import { namePerson } from '../../../src/bots/words/name-person.ts'
import { sentences } from '../../../src/words/sentences.ts'
import { showEnd } from '../../../src/bots/cards/show-end.ts'
import { showTime } from '../../../src/bots/words/show-time.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'

test.each([
  {
    language: 'en',
    time: '15 January 2026 at 09:00 UTC',
    person: 'bobby on X',
    both: 'One. Two.',
  },
  {
    language: 'es',
    time: '15 de enero de 2026 a las 09:00 UTC',
    person: 'bobby en X',
    both: 'One. Two.',
  },
  {
    language: 'de',
    time: '15. Januar 2026 um 09:00 UTC',
    person: 'bobby auf X',
    both: 'One. Two.',
  },
  { language: 'tr', time: '15 Ocak 2026 09:00 UTC', person: 'bobby (X)', both: 'One. Two.' },
  {
    language: 'zh-Hans',
    time: '2026年1月15日 UTC 09:00',
    person: 'X 上的 bobby',
    both: 'One.Two.',
  },
] as const)('times, people and sentences in $language', ({ language, time, person, both }) => {
  const words = wordsIn(language)
  const at = new Date('2026-01-15T09:00:00Z')
  const moment = { words: time, atSec: at.getTime() / 1000 }
  expect(momentsIn(showTime(words, at))).toEqual([moment])
  expect(momentsIn(showEnd(words, at, undefined))).toEqual([moment])
  expect(momentsIn(showEnd(words, at, 'Europe/Berlin'))).toEqual([moment, ' (10:00 Europe/Berlin)'])
  expect(momentsIn(showEnd(words, at, 'UTC-5:30'))).toEqual([moment, ' (03:30 UTC-5:30)'])
  expect(namePerson(words, { platform: 'twitter', handle: 'bobby' }, 'telegram')).toBe(person)
  expect(sentences(words, 'One.', '', 'Two.')).toBe(both)
})

test.each([
  { platform: 'telegram', handle: 'bobby', shown: '@bobby' },
  { platform: 'email', handle: 'bobby@example.com', shown: 'b…@example.com' },
] as const)('$shown reads the same in every language', ({ platform, handle, shown }) => {
  for (const language of ['en', 'zh-Hans'] as const)
    expect(namePerson(wordsIn(language), { platform, handle }, 'telegram')).toBe(shown)
})
