const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** `15 January 2026 at 09:00 UTC`: a deadline that reads the same everywhere. */
export function showDay(time: Date): string {
  return `${DAY.format(time)} UTC`
}
