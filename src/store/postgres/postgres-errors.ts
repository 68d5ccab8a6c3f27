import type { Failure } from '../upkeep/store-health.ts'

/** `serialization_failure` and `deadlock_detected`. */
const MET_OTHERS = ['40001', '40P01']
/**
 * It met others, or stood still: `idle_in_transaction_session_timeout`, which ends only what has not been told to end: nothing of the
 * transaction is kept, and the next try may do.
 */
const UNDONE = new Set([...MET_OTHERS, '25P03'])
/** The driver knew before it was asked that the connection is gone, and sent nothing. */
const UNSENT_IN_WORDS = /^Client has encountered a connection error/
/** The server goes down or comes up, ends a session that stood still, or is not there: `admin_shutdown` and the like, and the system's own words. */
const LOST =
  /^(?:08\w{3}|57P0[1-5]|25P03|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says in words alone. */
const LOST_IN_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether it is certain that nothing is kept of a transaction, whatever it was that failed in it, its end included. */
export const isUndone = (error: unknown): boolean =>
  error instanceof Error && (UNDONE.has(codeOf(error)) || UNSENT_IN_WORDS.test(error.message))

/** Whether other transactions were in the way of this one: it may do the next time. */
export const hasMetOthers = (error: unknown): error is Error =>
  error instanceof Error && MET_OTHERS.includes(codeOf(error))

/** Whether the connection is gone, and what was under way on it with it. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST.test(codeOf(error)) || LOST_IN_WORDS.test(error.message) || isEachLost(error))

/** Nobody gave a connection back in time, or none came about: the driver says the same of both. */
export const isWaitOver = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')

/** Somebody else held what was to be locked for too long: `lock_not_available`. */
export const isLockWaitOver = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '55P03'

/** A name with several addresses, none of which answers. */
const isEachLost = (error: Error): boolean =>
  error instanceof AggregateError && error.errors.every(isConnectionLost)

/** What an error says of the database itself: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function readPostgres(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error)
  if (isConnectionLost(error)) return { why: 'unreachable', code: code || 'lost' }
  if (code === '53100') return { why: 'full', code } // disk_full
  if (/^(?:53\w{3}|55P03|57014|40\w{3})$/.test(code)) return { why: 'busy', code } // resources, locks, time, transactions that always meet others
  if (/^(?:XX00[12])$/.test(code)) return { why: 'damaged', code }
  if (/^(?:25006|58\w{3}|42501|28\w{3}|3D000)$/.test(code)) return { why: 'unwritable', code } // read-only, its disk, our rights
  return undefined
}
