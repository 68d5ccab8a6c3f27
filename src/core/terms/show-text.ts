import { withoutMoments } from './moment.ts'
import { onceForEach } from './once-for-each.ts'

/** Control, format (bidi, zero-width), private, unassigned and lone surrogate characters, and line and paragraph ends. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Other people's words as one line in which everything is visible. */
export function plainLine(words: string): string {
  return words.replace(/\s+/gu, ' ').replace(HIDDEN, '').trim()
}

/**
 * `15 January 2026 at 09:00 UTC`: a deadline that reads the same everywhere. `locale` is the BCP 47 tag of how it is written; the
 * American order of plain `en` is misread elsewhere.
 */
export const showDay = (time: Date, locale = 'en'): string => days(locale).format(time)

const days = onceForEach(
  (locale) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)

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
  return spans(locale, unit).format(count)
}

const spans = onceForEach(
  (locale: string, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
)

/**
 * Returns a text without halves of characters, which platforms refuse, and without what only deceives: control and direction characters. Moments in it become
 * their words.
 */
export function cleanText(text: string): string {
  return withoutMoments(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\p{Surrogate}\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFDD0-\uFDEF]/gu,
      '',
    )
}

/**
 * A stranger's words: Telegram makes links of addresses, mentions, hashtags and commands by itself, whatever the markup.
 * A word joiner, which nobody sees, after the character that makes one stops that.
 */
export function inert(text: string): string {
  return text.replaceAll(/[@#$/.:](?=\S)/g, '$&\u2060')
}

/**
 * A decimal number as the language writes it, digit by digit: nothing is rounded, and trailing zeros stay. Thousands are
 * grouped from five digits on. What is no decimal number stays as it is: no card is lost over how one number is written.
 * @example showNumber({ language: 'de' }, '12345.60') // '12.345,60'
 */
export function showNumber({ language }: { language: string }, decimal: string): string {
  if (!/^-?\d*(?:\.\d*)?$/.test(decimal)) return decimal
  const [whole = '', fraction] = decimal.replace('-', '').split('.')
  const format = numbers(language)
  const grouped = `${decimal.startsWith('-') ? '-' : ''}${format.format(BigInt(whole))}`
  if (fraction === undefined) return grouped
  const separator = format.formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ?? '.'
  return `${grouped}${separator}${fraction}`
}

/**
 * A price or value in USD as people read it: none or two decimals, or four digits of what is below a dollar; cut, not rounded.
 * `usd` is a decimal text.
 * @example showUsd('2499.876') // '2499.87'
 * @example showUsd('0.5') // '0.50'
 * @example showUsd('0.000123456') // '0.0001234'
 */
export function showUsd(usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const digits = whole === '0' ? zeros + 4 : 2
  const shown = fraction.slice(0, digits).replace(/0+$/, '')
  return shown === '' ? whole : `${whole}.${shown.padEnd(2, '0')}`
}

const numbers = onceForEach((language) => new Intl.NumberFormat(language, { useGrouping: 'min2' }))

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns a text as it stands in HTML, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
