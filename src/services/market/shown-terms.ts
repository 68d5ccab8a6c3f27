import { DomainError } from '../../core/terms/errors.ts'
import { FREE_PAYOUTS, type PayoutTerms } from '../../core/terms/payout-terms.ts'
import type { ReadPayoutTerms } from './hub-reads-port.ts'

/** Pages and cards ask again and again, and the hub changes these once in a year. */
const FRESH_MS = 5_000

/**
 * People are to know beforehand what payouts cost, and the hub decides: what it cannot be asked now holds up nobody.
 * @throws {RateLimitedError} whoever asks has no questions left: that says nothing of the hub
 */
export const orFree =
  (read: ReadPayoutTerms): ReadPayoutTerms =>
  async (...asked) => {
    try {
      return await read(...asked)
    } catch (error) {
      if (error instanceof DomainError && error.code !== 'RATE_LIMITED') return FREE_PAYOUTS
      throw error
    }
  }

/** The same for what is only shown: an answer serves everybody for some seconds, and that there was none, too. */
export function createShownTerms(read: ReadPayoutTerms, now: () => Date): ReadPayoutTerms {
  const ask = orFree(read)
  const known = new Map<string, { untilMs: number; terms: Promise<PayoutTerms> }>()
  return (token, chainUid) => {
    const key = `${token}/${chainUid}`
    const nowMs = now().getTime()
    const found = known.get(key)
    if (found && nowMs < found.untilMs) return found.terms
    const terms = ask(token, chainUid)
    known.set(key, { untilMs: nowMs + FRESH_MS, terms })
    return terms
  }
}
