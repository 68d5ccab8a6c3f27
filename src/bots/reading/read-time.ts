import { Temporal } from 'temporal-polyfill'

import { HOUR_MS, MINUTE_MS } from '../../core/terms/durations.ts'
import { plainWord, withoutMark } from './read-number.ts'

const UNIT = '(?:m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)'
const SPAN = new RegExp(`^(\\d{1,4})(${UNIT})$`, 'i')
/** `1h30m` */
const SPANS = new RegExp(`^(?:\\d{1,4}${UNIT}){2,}$`, 'i')
/** By their first letters. Milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
}
const CLOCK = /^(\d{1,2})(?::(\d{2}))?([ap]\.?m)?$/i
const HALF = /^[ap]\.?m$/i
const DAY = /^(?:today|tomorrow|\d{4}-\d{2}-\d{2})$/i
const NO_MORE = String.raw`(?![\p{L}\p{N}'’])`
const CLOCK_AHEAD = new RegExp(
  String.raw`^(?:at )?\d{1,2}(?::\d{2}(?:[ap]\.?m)?|[ap]\.?m)${NO_MORE}`,
  'iu',
)
const HALF_AHEAD = new RegExp(
  String.raw`^(?:p\.?m|a\.m|tonight|midnight|at night|(?:in the|this) (?:morning|afternoon|evening))${NO_MORE}`,
  'iu',
)
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?'
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** Two numbers are a date where no word makes them a share of something. */
const DATE = String.raw`\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\d{1,2}(?:\1(?:\d{4}|\d{2})?|$)|\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?${MONTH}|${MONTH} \d{1,2}(?:st|nd|rd|th)?`
/** A day as it is not taken. In other languages tomorrow alone: today is meant without saying it, and begins many a note. */
const DAY_AHEAD = new RegExp(
  String.raw`^(?:(?:on |this |next )?(?:${WEEKDAY}|${DATE})|morgen|mañana|yarın|明天)${NO_MORE}`,
  'iu',
)
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
 * Takes a span of time away from the front of some words, where one stands there, with the smaller units that it goes on with. Milliseconds. Pure but for `said`.
 * @example takeSpan(['1', 'hour', '30m', 'rest']) // 5_400_000, and leaves ['rest']
 */
export function takeSpan(said: string[]): number | undefined {
  const [first = ''] = said
  if (SPANS.test(joined([first], 1)))
    said.splice(0, 1, ...(plainWord(first).match(/\d+\D+/g) ?? []))
  let found = spanAhead(said)
  if (!found) return undefined
  let spanMs = 0
  let before = 0
  for (;;) {
    spanMs += found.ms
    said.splice(0, before + found.count)
    before = AND.test(said[0] ?? '') ? 1 : 0
    const more = spanAhead(said.slice(before))
    // `2 hours of design` is what somebody did.
    const isMore = more && more.unitMs < found.unitMs && said[before + more.count] !== 'of'
    if (!isMore) return spanMs
    found = more
  }
}

const AND = /^(?:and|&|,)$/i

/** The span of one unit that some words begin with, and how many of them say it. */
function spanAhead(
  said: readonly string[],
): { ms: number; unitMs: number; count: number } | undefined {
  for (const count of [1, 2]) {
    const [, number, unit = ''] = SPAN.exec(joined(said, count)) ?? []
    if (number === undefined) continue
    const unitMs = UNITS[unit.charAt(0).toLowerCase()] ?? 0
    return { ms: Number(number) * unitMs, unitMs, count }
  }
  return undefined
}

/** So many words as if nothing stood between them, nor a mark behind. */
const joined = (said: readonly string[], count: number): string =>
  withoutMark(said.slice(0, count).map(plainWord).join(''))

const OTHER_SPAN = new RegExp(
  `^(?:\\d+(?:s|secs?|seconds?|months?|years?|y)|\\d+[.,]\\d+${UNIT})$`,
  'i',
)

/** Whether some words begin with a span that is not taken: in seconds, in months, which differ, or with decimals. */
export const isOtherSpan = (said: readonly string[]): boolean =>
  [1, 2].some((count) => OTHER_SPAN.test(joined(said, count)))

/** The milliseconds of the seconds that some words begin with; `undefined` where they begin otherwise. */
export function secondsAhead(said: readonly string[]): number | undefined {
  for (const count of [1, 2]) {
    const [, seconds] = /^(\d+)s(?:ec(?:ond)?s?)?$/i.exec(joined(said, count)) ?? []
    if (seconds !== undefined) return Number(seconds) * 1000
  }
  return undefined
}

/** Whether a span that was taken seems to go on in front of some words. Months and years, which are longer than any of its units, begin a note. */
export const goesOnWithSpan = (said: readonly string[]): boolean =>
  CLOCK_AHEAD.test(textOf(said)) || secondsAhead(said) !== undefined

/** Whether a time of the clock that was taken seems to go on in front of some words. Where its day is said, another begins a note. */
const goesOn = (said: readonly string[], hasDay: boolean): boolean =>
  [CLOCK_AHEAD, HALF_AHEAD, ...(hasDay ? [] : [DAY_AHEAD])].some((ahead) =>
    ahead.test(textOf(said)),
  )

const textOf = (said: readonly string[]): string => said.map(plainWord).join(' ')

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

/** A day as it is taken, before the clock or behind it. */
function dayOf(word = ''): string | undefined {
  const day = joined([word], 1).toLowerCase()
  return DAY.test(day) ? day : undefined
}

/** A time of the clock in so many words. `isBare`: a number and nothing more. */
type ClockAhead = { text: string; hour: number; minute: number; count: number; isBare: boolean }

/** The time of the clock that some words begin with. Its half may stand apart, as in `6 pm` and `6 p. m.`; no half is the `am` of `18:00 am Ende`. */
function clockAhead(said: readonly string[]): ClockAhead | undefined {
  for (const count of [3, 2, 1]) {
    if (count > 1 && !HALF.test(joined(said.slice(1), count - 1))) continue
    const [, hourSaid, minute, half] = CLOCK.exec(joined(said, count)) ?? []
    if (hourSaid === undefined) continue
    const hour = hourOf(Number(hourSaid), half?.toLowerCase().charAt(0))
    if (count > 1 && Number.isNaN(hour)) continue
    const text = withoutMark(said.slice(0, count).map(plainWord).join(' '))
    const isBare = minute === undefined && half === undefined
    return { text, hour, minute: Number(minute ?? 0), count, isBare }
  }
  return undefined
}

/** The hour of a day. `18:00pm` says it twice, and `18:00am` is none. */
function hourOf(said: number, half: string | undefined): number {
  if (half === undefined) return said
  if (said > 12) return half === 'p' ? said : NaN
  return (said % 12) + (half === 'p' ? 12 : 0)
}

/** Takes a zone away from the front of some words, unless it is none that we know. */
function takeZone(said: string[]): string | UnknownZone | undefined {
  const zone = readZone(withoutMark(said[0] ?? ''))
  const unknownZone = zone === undefined || zone === 'UTC' ? almostZone(said) : undefined
  if (unknownZone !== undefined) return { unknownZone }
  if (zone !== undefined) said.shift()
  return zone
}

/** A time of the clock that nobody can place without knowing whose clock is meant. */
export type UnplacedTime = { clock: string }

/** A time of the clock with something behind it that is called a zone, and that we cannot place. */
export type UnknownZone = { unknownZone: string }

/**
 * Takes a time of the clock away from the front of some words, where one stands there: `18:00`, `6pm`, `6 p.m.`, `tomorrow 18:00`, `18:00 2026-11-30`, each with a
 * zone behind the clock or the day, or by the writer's, which is not taken where another is named that we do not know. Without a day it is the next such time. What is no time of any day, or goes on in a way that we do not take, is an invalid date. Pure but for `said`.
 */
export function takeTime(
  said: string[],
  { now, zone: ownZone }: { now: Date; zone: string | undefined },
): Date | UnplacedTime | UnknownZone | undefined {
  const ahead = dayOf(said[0])
  const clock = clockAhead(said.slice(ahead === undefined ? 0 : 1))
  // A bare number is a number; with a day before it it is an hour.
  if (!clock || (clock.isBare && ahead === undefined)) return undefined
  said.splice(0, clock.count + (ahead === undefined ? 0 : 1))
  const zoneAhead = takeZone(said)
  const day = ahead ?? dayOf(said[0])
  if (ahead === undefined && day !== undefined) said.shift()
  const saidZone = zoneAhead ?? takeZone(said)
  if (typeof saidZone === 'object') return saidZone
  // Nobody may be left with another end than they wrote.
  if (goesOn(said, day !== undefined)) return new Date(NaN)
  const zone = saidZone ?? ownZone
  if (zone === undefined) return { clock: clock.text }
  const { hour, minute } = clock
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
    const time = Temporal.PlainTime.from({ hour, minute }, { overflow: 'reject' })
    const on = (plain: Temporal.PlainDate) =>
      plain.toZonedDateTime({ timeZone: temporalZone(zone), plainTime: time }).epochMilliseconds
    const isOver = day === undefined && on(date) <= now.getTime()
    return new Date(on(isOver ? date.add({ days: 1 }) : date))
  } catch (error) {
    if (error instanceof RangeError) return new Date(NaN) // no such day, or no such time
    throw error
  }
}
