import { DAY_MS, HOUR_MS } from '../core/terms/durations.ts'
import type { Refusal } from '../claims/signer.ts'

/** USD with 18 decimals; `undefined` is no limit. */
export type Limits = {
  perClaim: bigint | undefined
  perHour: bigint | undefined
  perDay: bigint | undefined
  /** An operator has to approve what is worth more. */
  approveAbove: bigint | undefined
}

export const USD = 10n ** 18n

/** A claim that was signed for, as it counts: once, when it was signed for last. */
export type Spent = { usd: bigint; at: Date }

/**
 * Whether a document may be signed that pays `usd` to somebody else than the claim's sender; `undefined` where nothing has a
 * price for it. `spent` reads what other claims took in the last day, `isApproved` whether an operator has approved this document.
 */
export function judge(
  limits: Limits,
  {
    usd,
    spent,
    isApproved,
    now,
  }: { usd: bigint | undefined; spent: () => readonly Spent[]; isApproved: boolean; now: Date },
): Refusal | undefined {
  if (Object.values(limits).every((limit) => limit === undefined)) return undefined
  // What nobody can count is looked at by somebody, and then counts for nothing.
  if (usd === undefined) return isApproved ? undefined : { refused: 'needs_approval' }
  if (isOver(mostOf(limits), usd)) return { refused: 'too_large' }
  if (isOver(limits.approveAbove, usd) && !isApproved) return { refused: 'needs_approval' }
  if (limits.perHour === undefined && limits.perDay === undefined) return undefined
  const taken = spent()
  const waits = [
    roomIn(HOUR_MS, limits.perHour, usd, taken, now),
    roomIn(DAY_MS, limits.perDay, usd, taken, now),
  ].filter((seconds) => seconds > 0)
  if (waits.length === 0) return undefined
  return { refused: 'over_limit', retryAfterSec: Math.max(...waits) }
}

/** The most that one claim may be worth: what is more than an hour or a day pays could be waited for in vain. */
export function mostOf({ perClaim, perHour, perDay }: Limits): bigint | undefined {
  const caps = [perClaim, perHour, perDay].filter((cap) => cap !== undefined)
  return caps.reduce<bigint | undefined>(
    (least, cap) => (least === undefined || cap < least ? cap : least),
    undefined,
  )
}

export const isOver = (limit: bigint | undefined, usd: bigint): boolean =>
  limit !== undefined && usd > limit

/** Seconds until enough of what was spent is longer ago than the window; 0 where there is room. */
function roomIn(
  windowMs: number,
  limit: bigint | undefined,
  usd: bigint,
  spent: readonly Spent[],
  now: Date,
): number {
  if (limit === undefined) return 0
  const recent = spent
    .filter(({ at }) => at.getTime() > now.getTime() - windowMs)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  let left = recent.reduce((sum, each) => sum + each.usd, usd)
  if (left <= limit) return 0
  for (const each of recent) {
    left -= each.usd
    if (left <= limit) return Math.ceil((each.at.getTime() + windowMs - now.getTime()) / 1000)
  }
  throw new Error('what is more than the limit alone is too large for a claim')
}
