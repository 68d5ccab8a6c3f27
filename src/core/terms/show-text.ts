/** Control, format (bidi, zero-width), private, unassigned and lone surrogate characters, and line and paragraph ends. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Other people's words as one line in which everything is visible. */
export function plainLine(words: string): string {
  return words.replace(/\s+/gu, ' ').replace(HIDDEN, '').trim()
}

/**
 * `15 January 2026 at 09:00 UTC`: a deadline that reads the same everywhere. `locale` is the BCP 47 tag of how it is written.
 */
export function showDay(time: Date, locale = 'en-GB'): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return format.format(time)
}

/**
 * A time to wait, in whole minutes, or hours where it is long, or days where it is just some of those: never less than it is. `locale` is a BCP 47 tag.
 * @example showSpan(4000) // '2 hours'
 */
export function showSpan(seconds: number, locale = 'en'): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const hours = Math.ceil(minutes / 60)
  const isDays = hours > 24 && seconds % 86_400 === 0
  const [count, unit] =
    minutes <= 60 ? [minutes, 'minute'] : isDays ? [hours / 24, 'day'] : [hours, 'hour']
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(count)
}

/** Returns a text without halves of characters, which platforms refuse, and without what only deceives: control and direction characters. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\p{Surrogate}\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu,
      '',
    )
}
