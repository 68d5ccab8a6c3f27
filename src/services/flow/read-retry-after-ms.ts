/**
 * Returns how long an answer asks not to be called again (`Retry-After`), in milliseconds, at most `mostMs`: seconds, or a time by the clock of whoever answered.
 * 0 where it does not say. Pure.
 */
export function readRetryAfterMs(headers: Headers, mostMs: number): number {
  const said = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(said)
    ? Number(said) * 1000
    : Date.parse(said) - Date.parse(headers.get('date') ?? '')
  return ms > 0 ? Math.min(ms, mostMs) : 0
}
