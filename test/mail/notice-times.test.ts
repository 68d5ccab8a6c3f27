import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mayGoAt, toldTogether, type OpenNotice } from '../../src/mail/claim-notices.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.parse('2026-01-01T12:00:00Z')
const limits = { joinMs: MINUTE, perHour: 2, perDay: 3 }
const at = (offsetMs: number) => new Date(NOON + offsetMs)
const notice = (createdMs: number, more: Partial<OpenNotice> = {}): OpenNotice => ({
  id: `${createdMs}`,
  kind: 'claim-funded',
  claimerId: 'c',
  createdAt: at(createdMs),
  notBefore: at(createdMs),
  attempts: 0,
  ...more,
})
const reminder = (dueMs: number, more: Partial<OpenNotice> = {}) =>
  notice(-7 * DAY, { kind: 'claim-expiring', notBefore: at(dueMs), ...more })

test.each([
  { name: 'the first waits for others', open: [notice(0)], mailed: [], goes: MINUTE },
  {
    name: 'others do not make it wait longer',
    open: [notice(0), notice(59_000)],
    mailed: [],
    goes: MINUTE,
  },
  { name: 'a reminder waits for nothing', open: [reminder(0)], mailed: [], goes: -NOON },
  { name: 'below both caps', open: [notice(0)], mailed: [-1], goes: MINUTE },
  {
    name: "at the hour's cap",
    open: [notice(0)],
    mailed: [-MINUTE, -5 * MINUTE],
    goes: 55 * MINUTE,
  },
  { name: 'as the hour ends', open: [reminder(0)], mailed: [-MINUTE, -HOUR], goes: 0 },
  {
    name: "at the day's cap",
    open: [notice(0)],
    mailed: [-2 * HOUR, -3 * HOUR, -20 * HOUR],
    goes: 4 * HOUR,
  },
  {
    name: 'in any order',
    open: [notice(0)],
    mailed: [-20 * HOUR, -2 * HOUR, -3 * HOUR],
    goes: 4 * HOUR,
  },
  {
    name: 'a failed try keeps the others waiting',
    open: [notice(-HOUR, { attempts: 3, notBefore: at(8000) }), notice(0)],
    mailed: [],
    goes: 8000,
  },
])('$name', ({ open, mailed, goes }) => {
  expect(mayGoAt(open, mailed.map(at), limits)).toBe(NOON + goes)
})

test('a mail tells all first notices, and the reminders of a day', () => {
  const held = notice(0, { notBefore: at(HOUR) })
  const open = [held, reminder(0), reminder(DAY), reminder(DAY + 1)]
  expect(toldTogether(open, at(0))).toEqual([held, reminder(0), reminder(DAY)])
})

test('whenever notices come, no hour and no day has more mails than its cap', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 3 * HOUR }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(gaps, (waits) => {
      const mailed: number[] = []
      let time = 0
      for (const wait of waits) {
        time += wait
        const goes = mayGoAt([notice(time)], mailed.map(at), limits) - NOON
        expect(goes).toBeGreaterThanOrEqual(time + MINUTE)
        mailed.push((time = goes))
      }
      for (const last of mailed) {
        const within = (ms: number) => mailed.filter((one) => one > last - ms && one <= last).length
        expect(within(HOUR)).toBeLessThanOrEqual(limits.perHour)
        expect(within(DAY)).toBeLessThanOrEqual(limits.perDay)
      }
    }),
  )
})
