import { InvalidRequestError } from '../terms/errors.ts'
import type { Timeout } from '../terms/shapes.ts'

const MIN_SEC = 30
const MAX_SEC = 240
const DEFAULT_SEC = 60

/** A timeout in both forms that payloads need: `wire` as CosmWasm messages carry it, `seconds` for EVM. */
export type PacketTimeout = { wire: number | null; seconds: number }

/**
 * Checks a timeout of 30 to `maxSec` seconds; without one the default of 60 applies, which CosmWasm messages say as `null`.
 * @throws {InvalidRequestError} not a whole number of seconds, or outside the range
 */
export function parseTimeout(timeout: Timeout, maxSec = MAX_SEC): PacketTimeout {
  if (timeout === null || timeout === undefined) return { wire: null, seconds: DEFAULT_SEC }
  const seconds = /^\d{1,6}$/.test(`${timeout}`) ? Number(timeout) : Number.NaN
  if (!(seconds >= MIN_SEC && seconds <= maxSec)) {
    throw new InvalidRequestError(
      'timeout',
      `is "${timeout}", but must be ${MIN_SEC} to ${maxSec} seconds`,
      `Give whole seconds from ${MIN_SEC} to ${maxSec}, or leave it out for ${DEFAULT_SEC}.`,
    )
  }
  return { wire: seconds, seconds }
}

/**
 * As `parseTimeout`, and also an ISO timestamp, which is turned into the seconds that are left until then, or the most that a packet may
 * take where that is less. Contracts count them from the block that takes the transaction: the packet ends as much later as signing and
 * sending take. A timestamp without a zone is UTC.
 * Units: `nowMs` is unix milliseconds.
 * @throws {InvalidRequestError} seconds outside the range, or a timestamp that is less than the shortest timeout ahead
 */
export function parseTimeoutOrDeadline(timeout: Timeout, nowMs: number): PacketTimeout {
  if (typeof timeout !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(timeout))
    return parseTimeout(timeout)
  // Without a zone, JavaScript would read it in the zone of the machine that it runs on.
  const deadlineMs = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(timeout) ? timeout : `${timeout}Z`)
  const leftSec = Math.floor((deadlineMs - nowMs) / 1000)
  if (!(leftSec >= MIN_SEC)) {
    throw new InvalidRequestError(
      'timeout',
      `is "${timeout}", which is not a time at least ${MIN_SEC} seconds ahead`,
      'Give a later time, seconds, or leave it out.',
    )
  }
  return parseTimeout(Math.min(leftSec, MAX_SEC))
}
