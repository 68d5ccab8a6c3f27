import { describe, expect, test } from 'vitest'

import {
  goesOnWithSpan,
  readZone,
  takeSpan,
  takeTime,
} from '../../../src/bots/reading/read-time.ts'

const NOW = new Date('2026-03-28T15:30:00Z')
const words = (text: string) => text.split(' ')

describe('takeSpan', () => {
  test.each([
    ['2 hours rest', 7_200_000, 'rest'],
    ['2h rest', 7_200_000, 'rest'],
    ['30m', 1_800_000, ''],
    ['1 day on base', 86_400_000, 'on base'],
    ['5 until 18:00', undefined, '5 until 18:00'],
    ['2 weeks', 1_209_600_000, ''],
    ['２ hours rest', 7_200_000, 'rest'],
    ['٢h', 7_200_000, ''],
    ['5 me', undefined, '5 me'],
    ['99999 days', undefined, '99999 days'],
    ['1 hour 30 minutes rest', 5_400_000, 'rest'],
    ['1h 30m', 5_400_000, ''],
    ['1h30m, rest', 5_400_000, 'rest'],
    ['2 hrs', 7_200_000, ''],
    ['1 day, 2 hours and 30 minutes, good luck', 95_400_000, 'good luck'],
    ['2 hours, good luck', 7_200_000, 'good luck'],
    ['1 hour and more', 3_600_000, 'and more'],
    ['14 days 2 hours of design', 1_209_600_000, '2 hours of design'],
    ['2 days 2 weeks early', 172_800_000, '2 weeks early'],
  ])('%s', (text, ms, rest) => {
    const said = words(text)
    expect(takeSpan(said)).toBe(ms)
    expect(said.join(' ')).toBe(rest)
  })
})

describe('readZone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['GMT+2', 'UTC+2'],
    ['utc-5:30', 'UTC-5:30'],
    ['Europe/Atlantis', undefined],
    ['utc+99', undefined],
    ['and/or', undefined],
    ['morning', undefined],
  ])('%s', (word, zone) => {
    expect(readZone(word)).toBe(zone)
  })
})

describe('takeTime', () => {
  // Clocks in Berlin go forward at 01:00 UTC on 29 March 2026, and 02:30 is never shown that day.
  test.each([
    ['18:00', 'UTC', '2026-03-28T18:00', ''],
    ['18:00', 'Europe/Berlin', '2026-03-28T17:00', ''],
    ['16:00', 'Europe/Berlin', '2026-03-29T14:00', ''],
    ['15:30', 'UTC', '2026-03-29T15:30', ''],
    ['１８：００', 'UTC', '2026-03-28T18:00', ''],
    ['tomorrow 18:00 rest', 'Europe/Berlin', '2026-03-29T16:00', 'rest'],
    ['today 10:00', 'UTC', '2026-03-28T10:00', ''],
    ['2026-12-31 23:59 utc', 'Europe/Berlin', '2026-12-31T23:59', ''],
    ['6pm America/New_York good', undefined, '2026-03-28T22:00', 'good'],
    ['12am utc', undefined, '2026-03-29T00:00', ''],
    ['12:15pm utc+2', undefined, '2026-03-29T10:15', ''],
    ['18:00 utc, good luck', 'Europe/Berlin', '2026-03-28T18:00', 'good luck'],
    ['18:00 utc Berlin is great', 'Europe/Berlin', '2026-03-28T18:00', 'Berlin is great'],
    ['tomorrow 2:30', 'Europe/Berlin', '2026-03-29T01:30', ''],
    ['6:30 pm', 'Europe/Berlin', '2026-03-28T17:30', ''],
    ['6 P.M., good luck', 'UTC', '2026-03-28T18:00', 'good luck'],
    ['6:30 p. m. rest', 'UTC', '2026-03-28T18:30', 'rest'],
    ['６ｐｍ', 'UTC', '2026-03-28T18:00', ''],
    ['tomorrow 6 pm', 'Europe/Berlin', '2026-03-29T16:00', ''],
    ['6:30 PM utc rest', 'Europe/Berlin', '2026-03-28T18:30', 'rest'],
    ['12 am utc', 'Europe/Berlin', '2026-03-29T00:00', ''],
    ['18:00 pm', 'UTC', '2026-03-28T18:00', ''],
    ['18:00 am Ende', 'UTC', '2026-03-28T18:00', 'am Ende'],
    ['18:00 tomorrow, good luck', 'Europe/Berlin', '2026-03-29T16:00', 'good luck'],
    ['6 pm utc tomorrow', 'Europe/Berlin', '2026-03-29T18:00', ''],
    ['18:00 2026-12-05 utc+2 rest', 'Europe/Berlin', '2026-12-05T16:00', 'rest'],
    ['18:00, tomorrow', 'UTC', '2026-03-29T18:00', ''],
  ])('%s by the clock of %s', (text, zone, time, rest) => {
    const said = words(text)
    const found = takeTime(said, { now: NOW, zone })
    expect(found instanceof Date && found.toISOString().slice(0, 16)).toBe(time)
    expect(said.join(' ')).toBe(rest)
  })
  test('a time by no known clock is told, and what is no time stays', () => {
    expect(takeTime(words('18:00 for you'), { now: NOW, zone: undefined })).toEqual({
      clock: '18:00',
    })
    for (const text of ['18 people', 'tomorrow we sing', 'good']) {
      const said = words(text)
      expect(takeTime(said, { now: NOW, zone: 'UTC' })).toBeUndefined()
      expect(said.join(' ')).toBe(text)
    }
    expect(takeTime(words('6:30 pm for you'), { now: NOW, zone: undefined })).toEqual({
      clock: '6:30 pm',
    })
    for (const text of ['25:00', '25pm', '18:00am', '18:00 2026-02-30']) {
      const never = takeTime(words(text), { now: NOW, zone: 'UTC' })
      expect(never instanceof Date && Number.isNaN(never.getTime())).toBe(true)
    }
  })

  test.each([
    ['18:00 EST', 'EST'],
    ['18:00 cet good luck', 'cet'],
    ['tomorrow 6pm PT, hurry', 'PT'],
    ['18:00 Berlin', 'Berlin'],
    ['2026-12-31 18:00 new york good luck', 'new york'],
    ['18:00 Europe/Atlantis', 'Europe/Atlantis'],
    ['18:00 utc+99', 'utc+99'],
    ['18:00 utc +2', 'utc +2'],
    ['18:00 +02:00', '+02:00'],
    ['6:30 pm EST', 'EST'],
    ['18:00 tomorrow Berlin', 'Berlin'],
    ['18:00 EST tomorrow', 'EST'],
  ])('%s is by a zone that is not known, whatever the writer’s is', (text, unknownZone) => {
    expect(takeTime(words(text), { now: NOW, zone: 'Europe/Berlin' })).toEqual({ unknownZone })
  })

  test.each(['Christmas gifts', 'ist gut', 'and/or', 'new here', 'LFG', '+1', 'best luck', 'pt'])(
    'a note may begin with "%s" behind a time',
    (note) => {
      const said = words(`18:00 ${note}`)
      expect(takeTime(said, { now: NOW, zone: 'UTC' })).toBeInstanceOf(Date)
      expect(said.join(' ')).toBe(note)
    },
  )
})

describe('a time goes on', () => {
  test.each([
    '18:00 a.m.',
    '6:30 utc pm',
    'tomorrow 6:30 utc p.m.',
    '6:30 in the evening',
    'today 8:00 tonight',
    '18:00 19:00',
    '18:00 at 7pm',
    '18:00 Friday',
    '18:00 on Sat',
    '18:00 utc next monday, good luck',
    '18:00 5 December',
    '18:00 5. Dec',
    '18:00 Dec 5th',
    '18:00 5.12.',
    '18:00 5.12.2026',
    '18:00 12/5',
    '18:00 morgen',
    '18:00 明天',
  ])('in a way that is not taken: %s', (text) => {
    const found = takeTime(words(text), { now: NOW, zone: 'UTC' })
    expect(found instanceof Date && Number.isNaN(found.getTime())).toBe(true)
  })

  test.each([
    ['18:00', '1/2 of the rent'],
    ['18:00', '1.5 beers'],
    ['18:00', 'December 2026 rent'],
    ['18:00', 'may be'],
    ['18:00', 'this month'],
    ['18:00', 'sunny'],
    ['18:00', 'monitoring'],
    ['18:00', "tonight's winner"],
    ['18:00', 'in the group'],
    ['18:00', '5 people'],
    ['tomorrow 18:00', 'Friday lunch'],
    ['18:00 2026-12-05', 'morgen mehr'],
  ])('no more than %s, where a note begins with "%s"', (text, note) => {
    const said = words(`${text} ${note}`)
    const found = takeTime(said, { now: NOW, zone: 'UTC' })
    expect(found instanceof Date && Number.isNaN(found.getTime())).toBe(false)
    expect(said.join(' ')).toBe(note)
  })
})

test.each([
  ['18:00', true],
  ['at 6pm', true],
  ['30 seconds', true],
  ['3 months hosting', false],
  ['Friday lunch', false],
  ["tonight's dinner", false],
  ['today only', false],
  ['logo design', false],
])('whether a span goes on with "%s": %s', (text, goesOn) => {
  expect(goesOnWithSpan(words(text))).toBe(goesOn)
})
