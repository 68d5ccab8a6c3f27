import { momentText } from '../../core/terms/moment.ts'
import { showDay } from '../../core/terms/show-text.ts'

/**
 * A time within a text of a chat: each platform shows it by the reader's own clock where it can, and else as the language, a BCP 47 tag, writes it in UTC.
 * @example showTime(wordsIn('de'), new Date('2026-01-15T09:00:00Z')) // where it cannot: '15. Januar 2026 um 09:00 UTC'
 */
export const showTime = ({ language }: { language: string }, time: Date): string =>
  momentText(time, showDay(time, language))
