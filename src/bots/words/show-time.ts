import { momentText } from '../../core/terms/moment.ts'
import { showDay } from '../../core/terms/show-text.ts'
import { temporalZone } from '../reading/read-time.ts'

/** A BCP 47 tag: of what `Words` has, the only part that times need. */
type Spoken = { language: string }

/**
 * A time within a text of a chat: each platform shows it by the reader's own clock where it can, and else as the language writes it in UTC.
 * @example showTime(wordsIn('de'), new Date('2026-01-15T09:00:00Z')) // where it cannot: '15. Januar 2026 um 09:00 UTC'
 */
export const showTime = ({ language }: Spoken, time: Date): string =>
  momentText(time, showDay(time, language))

/**
 * The same for an end that somebody set, with how it reads by the clock that they go by: so it says how a time without a zone was understood. `zone` as
 * `readZone` has it; without one it is `showTime`.
 * @example showEnd(wordsIn('en'), new Date('2026-01-15T09:00:00Z'), 'Europe/Berlin') // '15 January 2026 at 09:00 UTC (10:00 Europe/Berlin)'
 */
export function showEnd(words: Spoken, time: Date, zone: string | undefined): string {
  const shown = showTime(words, time)
  if (zone === undefined) return shown
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeStyle: 'short',
    timeZone: temporalZone(zone),
  })
  return `${shown} (${clock.format(time)} ${zone})`
}
