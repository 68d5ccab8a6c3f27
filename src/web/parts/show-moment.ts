/**
 * A day and time as the reader writes it, in their own time zone, which stands behind it; `isExact` to the millisecond.
 * @example showMoment('de', new Date('2026-01-15T09:00:00Z')) // '15. Januar 2026 um 10:00 MEZ', in Berlin
 */
export function showMoment(locale: string, time: Date, { isExact = false } = {}): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(isExact && { second: '2-digit', fractionalSecondDigits: 3 }),
    timeZoneName: 'short',
  })
  return format.format(time)
}
