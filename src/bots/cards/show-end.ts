import { temporalZone } from '../reading/read-time.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'

/**
 * The time of an end that somebody set, with how it reads by the clock that they go by: so it says how a time without a zone was understood. `zone` as
 * `readZone` has it; without one it is `showTime`.
 * @example showEnd(wordsIn('en'), new Date('2026-01-15T09:00:00Z'), 'Europe/Berlin') // '15 January 2026 at 09:00 UTC (10:00 Europe/Berlin)'
 */
export function showEnd(
  words: Pick<Words, 'language'>,
  time: Date,
  zone: string | undefined,
): string {
  const shown = showTime(words, time)
  if (zone === undefined) return shown
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeStyle: 'short',
    timeZone: temporalZone(zone),
  })
  return `${shown} (${clock.format(time)} ${zone})`
}
