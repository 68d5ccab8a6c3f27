import { z } from 'zod'

import { DAY_MS } from './durations.ts'

/** How often something comes again. */
export const Every = z.enum(['day', 'week', 'month'])
export type Every = z.infer<typeof Every>

/**
 * Returns the first time after `after` of what comes again since `start`, which is itself no time of it. Times between that were missed are left out. In months that are too short
 * it is their last day. Pure, in UTC.
 * @example nextTime(new Date('2026-01-31T09:00Z'), 'month', new Date('2026-02-01T00:00Z')) // 28 February, 09:00
 */
export function nextTime(start: Date, every: Every, after: Date): Date {
  const sinceMs = Math.max(0, after.getTime() - start.getTime())
  if (every !== 'month') {
    const everyMs = every === 'day' ? DAY_MS : 7 * DAY_MS
    return new Date(start.getTime() + (Math.floor(sinceMs / everyMs) + 1) * everyMs)
  }
  const monthsBetween =
    (after.getUTCFullYear() - start.getUTCFullYear()) * 12 +
    after.getUTCMonth() -
    start.getUTCMonth()
  const first = Math.max(1, monthsBetween)
  const time = monthsAfter(start, first)
  return time.getTime() > after.getTime() ? time : monthsAfter(start, first + 1)
}

function monthsAfter(start: Date, months: number): Date {
  const time = new Date(start)
  time.setUTCDate(1)
  time.setUTCMonth(time.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate()
  time.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return time
}
