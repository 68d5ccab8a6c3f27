import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Every, nextTime } from '../../../src/core/terms/recurrence.ts'

test.each([
  { start: '2026-01-01T09:30', every: 'day', after: '2026-01-01T09:30', next: '2026-01-02T09:30' },
  { start: '2026-01-01T09:30', every: 'day', after: '2026-01-02T09:29', next: '2026-01-02T09:30' },
  { start: '2026-01-01T09:30', every: 'day', after: '2026-01-02T09:30', next: '2026-01-03T09:30' },
  { start: '2026-01-01T09:30', every: 'week', after: '2026-03-01T00:00', next: '2026-03-05T09:30' },
  {
    start: '2026-01-31T09:30',
    every: 'month',
    after: '2026-01-31T09:30',
    next: '2026-02-28T09:30',
  },
  {
    start: '2026-01-31T09:30',
    every: 'month',
    after: '2026-02-28T09:30',
    next: '2026-03-31T09:30',
  },
  {
    start: '2026-01-31T09:30',
    every: 'month',
    after: '2027-12-31T09:29',
    next: '2027-12-31T09:30',
  },
  {
    start: '2023-12-29T09:30',
    every: 'month',
    after: '2024-02-01T00:00',
    next: '2024-02-29T09:30',
  },
] as const)('$every since $start, after $after: $next', ({ start, every, after, next }) => {
  const at = (time: string) => new Date(`${time}:00Z`)
  expect(nextTime(at(start), every, at(after))).toEqual(at(next))
})

const time = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('the next time is behind the present one and its start, at most one span, and no earlier one is left out', () => {
  const spanDays = { day: 1, week: 7, month: 31 }
  fc.assert(
    fc.property(time, fc.constantFrom(...Every.options), time, (start, every, after) => {
      const next = nextTime(start, every, after)
      const from = Math.max(start.getTime(), after.getTime())
      expect(next.getTime()).toBeGreaterThan(from)
      expect(next.getTime() - from).toBeLessThanOrEqual(spanDays[every] * 86_400_000)
      expect(nextTime(start, every, new Date(next.getTime() - 1))).toEqual(next)
    }),
  )
})
