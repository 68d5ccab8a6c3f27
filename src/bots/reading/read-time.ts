import { Temporal } from 'temporal-polyfill'

import { plainWord, withoutMark } from './read-number.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SPAN = /^(\d{1,4})(m|min|mins|minutes?|h|hours?|d|days?|w|weeks?)$/i
/** By their first letters. Milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
}
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/i
const DAY = /^(?:today|tomorrow|\d{4}-\d{2}-\d{2})$/i
/** No clock is further than this from UTC. */
const FIXED_ZONE = /^(?:utc|gmt)([+-](?:0?\d|1[0-4])(?::[0-5]\d)?)?$/i

/** What people call zones. Several countries have an `EST`, a `CST` and a `BST`, and half of the year it is another: nobody knows which hour is meant. */
const LETTERS =
  /^(?:[ecmp][sd]t|a[ce][sd]t|awst|nz[sd]t|bst|ces?t|ees?t|mes?z|msk|trt|jst|kst|hkt|sgt)$/i
/** Words of some language unless they stand in capitals. */
const CAPITALS = /^(?:ET|CT|PT|IST)$/
const ALMOST_ZONE =
  /^(?:(?:utc|gmt)[+-]|[+-]\d{1,2}:\d{2}$|(?:africa|america|asia|australia|europe)\/)/i
/** Only where cities are: islands are called Christmas and Easter, as many a note begins. */
const CITIES = new Set(
  Intl.supportedValuesOf('timeZone').flatMap((zone) => {
    const [, city] = /^(?:Africa|America|Asia|Australia|Europe)\/([^/]+)$/.exec(zone) ?? []
    return city === undefined ? [] : [city.toLowerCase()]
  }),
)

/**
 * Takes a span of time away from the front of some words, where one stands there. Milliseconds. Pure but for `said`.
 * @example takeSpan(['2', 'hours', 'rest']) // 7_200_000, and leaves ['rest']
 */
export function takeSpan(said: string[]): number | undefined {
  for (const count of [1, 2]) {
    const [, number, unit = ''] = SPAN.exec(said.slice(0, count).map(plainWord).join('')) ?? []
    if (number === undefined) continue
    said.splice(0, count)
    const unitMs = UNITS[unit.charAt(0).toLowerCase()] ?? 0
    return Number(number) * unitMs
  }
  return undefined
}

const OTHER_SPAN = /^\d+(?:s|secs?|seconds?|months?|years?|y)$/i

/** Whether some words begin with a span in units that are not taken: seconds, and months, which differ. */
export const isOtherSpan = (said: readonly string[]): boolean =>
  [1, 2].some((count) => OTHER_SPAN.test(said.slice(0, count).map(plainWord).join('')))

/** Returns a time zone as it is kept: `Europe/Berlin`, `UTC`, `UTC+2`; `undefined` where the word names none. Pure. */
export function readZone(word: string): string | undefined {
  const fixed = FIXED_ZONE.exec(word)
  if (fixed) return `UTC${fixed[1] ?? ''}`
  if (!word.includes('/')) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: word }).resolvedOptions().timeZone
  } catch {
    return undefined // words such as `and/or`
  }
}

/** A time zone as `Temporal` and `Intl` have it: `UTC+2` is `+02:00` there. */
export function temporalZone(zone: string): string {
  const [, sign, hours = '', minutes = '00'] = /^UTC([+-])(\d+)(?::(\d+))?$/.exec(zone) ?? []
  return sign === undefined ? zone : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** What stands at the front of some words as if it were a zone, and is none that `readZone` knows: `EST`, `Berlin`, `utc+99`. */
function almostZone(said: readonly string[]): string | undefined {
  const ahead = (count: number) => withoutMark(said.slice(0, count).join(' '))
  const word = ahead(1)
  if (LETTERS.test(word) || CAPITALS.test(word) || ALMOST_ZONE.test(word)) return word
  if (/^(?:utc|gmt)$/i.test(word) && /^[+-]\d/.test(said[1] ?? '')) return ahead(2)
  return [1, 2, 3].map(ahead).find((city) => CITIES.has(city.toLowerCase().replaceAll(' ', '_')))
}

/** A time of the clock that nobody can place without knowing whose clock is meant. */
export type UnplacedTime = { clock: string }

/** A time of the clock with something behind it that is called a zone, and that we cannot place. */
export type UnknownZone = { unknownZone: string }

/**
 * Takes a time of the clock away from the front of some words, where one stands there: `18:00`, `6pm`, `tomorrow 18:00`, `2026-11-30 18:00`, each with a
 * zone behind it or by the writer's, which is not taken where another is named that we do not know. Without a day it is the next such time. What is no time of any day is an invalid date. Pure but for `said`.
 */
export function takeTime(
  said: string[],
  { now, zone: ownZone }: { now: Date; zone: string | undefined },
): Date | UnplacedTime | UnknownZone | undefined {
  const [first = ''] = said.map(plainWord)
  const day = DAY.test(first) ? first.toLowerCase() : undefined
  const clock = plainWord(said[day === undefined ? 0 : 1] ?? '')
  const [, hourSaid, minute = '0', half] = CLOCK.exec(clock) ?? []
  // A bare number is a number; with a day before it or its half behind it is an hour.
  const isClock = clock.includes(':') || half !== undefined || day !== undefined
  if (hourSaid === undefined || !isClock) return undefined
  said.splice(0, day === undefined ? 1 : 2)
  const said12 = half === undefined ? Number(hourSaid) : Number(hourSaid) % 12
  const hour = said12 + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const saidZone = readZone(withoutMark(said[0] ?? ''))
  const unknownZone = saidZone === undefined || saidZone === 'UTC' ? almostZone(said) : undefined
  if (unknownZone !== undefined) return { unknownZone }
  if (saidZone !== undefined) said.shift()
  const zone = saidZone ?? ownZone
  if (zone === undefined) return { clock }
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(temporalZone(zone))
    .toPlainDate()
  try {
    const date =
      day === undefined || day === 'today'
        ? today
        : day === 'tomorrow'
          ? today.add({ days: 1 })
          : Temporal.PlainDate.from(day)
    const time = Temporal.PlainTime.from({ hour, minute: Number(minute) }, { overflow: 'reject' })
    const on = (plain: Temporal.PlainDate) =>
      plain.toZonedDateTime({ timeZone: temporalZone(zone), plainTime: time }).epochMilliseconds
    const isOver = day === undefined && on(date) <= now.getTime()
    return new Date(on(isOver ? date.add({ days: 1 }) : date))
  } catch (error) {
    if (error instanceof RangeError) return new Date(NaN) // no such day, or no such time
    throw error
  }
}
