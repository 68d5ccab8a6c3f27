import { toBase64, toUtf8 } from '@cosmjs/encoding'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * A length of time as records write it. Below zero counts as zero: chains' clocks differ a little. Units: milliseconds.
 * @example showDuration(179_414) // '2m59.414s'
 */
export function showDuration(ms: number): string {
  if (ms <= 0) return '0s'
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  const seconds = (ms % MINUTE_MS) / 1000
  const above = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : ''
  return `${above}${seconds}s`
}

/**
 * A point in time as records write it. Units: unix milliseconds.
 * @example showTimestamp(1_745_418_887_806) // '2025-04-23 14:34:47.806 +0000 UTC'
 */
export function showTimestamp(timeMs: number): string {
  const [day = '', time = ''] = new Date(timeMs).toISOString().split('T')
  const short = time.replace(/(\.\d+?)0*Z$/, '$1')
  return `${day} ${short} +0000 UTC`
}

/** A contract's answer as records carry it: JSON as base64, hex and words as they are. */
export function showAnswer(msg: string): string {
  return /^\s*[{[]/.test(msg) ? toBase64(toUtf8(msg)) : msg
}
