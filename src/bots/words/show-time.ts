import { showDay } from '../../core/terms/show-text.ts'
import type { Words } from './words.ts'

/**
 * A deadline as the language writes it, in UTC.
 * @example showTime(wordsIn('de'), new Date('2026-01-15T09:00:00Z')) // '15. Januar 2026 um 09:00 UTC'
 */
export const showTime = ({ language }: Pick<Words, 'language'>, time: Date): string =>
  showDay(time, language)
