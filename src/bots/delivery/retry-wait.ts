import { RetryLaterError } from './surface.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 5 * 60_000

/** As long as the platform asks, or longer with each failure in a row. */
export function waitAfter(
  error: unknown,
  attempts: number,
): { waitMs: number; isFailure: boolean } {
  return error instanceof RetryLaterError
    ? { waitMs: error.retryAfterMs, isFailure: false }
    : {
        waitMs: Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LAST_RETRY_MS),
        isFailure: true,
      }
}
