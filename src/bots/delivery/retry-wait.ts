import { backOffMs } from '../../services/flow/back-off.ts'
import { RetryLaterError } from './surface.ts'

const RETRY = { firstMs: 1_000, lastMs: 5 * 60_000 }

/** As long as the platform asks, or longer with each failure in a row. */
export function waitAfter(
  error: unknown,
  attempts: number,
): { waitMs: number; isFailure: boolean } {
  return error instanceof RetryLaterError
    ? { waitMs: error.retryAfterMs, isFailure: false }
    : {
        waitMs: backOffMs(attempts, RETRY),
        isFailure: true,
      }
}
