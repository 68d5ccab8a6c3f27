import type { Fact } from '../core/terms/fact.ts'

/** A notice of one mailbox that is still to be told. */
export type OpenNotice = {
  id: string
  kind: Fact['kind'] | undefined
  claimerId: string
  createdAt: Date
  notBefore: Date
  /** Tries that failed. */
  attempts: number
}

/** How many mails one mailbox gets at most, codes not counted, and how long the first notice waits for others. */
export type NoticeLimits = { joinMs: number; perHour: number; perDay: number }

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** How much too early a reminder may come, to go with another. */
const EARLY_MS = DAY_MS

export const isReminder = ({ kind }: OpenNotice) => kind === 'claim-expiring'

/**
 * When what waits for a mailbox may go, in milliseconds since 1970: the first notice has waited for others, a failed try was long
 * enough ago, and neither cap is reached. Pure. `mailedAt` is when mails of the last day went to it, in any order.
 */
export function mayGoAt(
  open: readonly OpenNotice[],
  mailedAt: readonly Date[],
  { joinMs, perHour, perDay }: NoticeLimits,
): number {
  const newestFirst = mailedAt.map(Number).toSorted((a, b) => b - a)
  /** The `most`-th newest mail has to be out of the time that the cap is for. */
  const underCap = (most: number, withinMs: number) =>
    (newestFirst[most - 1] ?? -Infinity) + withinMs
  const first = Math.min(
    ...open.filter((one) => !isReminder(one)).map(({ createdAt }) => +createdAt),
  )
  const failed = open.filter(({ attempts }) => attempts > 0)
  return Math.max(
    Number.isFinite(first) ? first + joinMs : 0,
    ...failed.map(({ notBefore }) => +notBefore),
    underCap(perHour, HOUR_MS),
    underCap(perDay, DAY_MS),
  )
}

/** What one mail tells: every first notice that is there, and the reminders of a day. Pure. */
export function toldTogether(open: readonly OpenNotice[], now: Date): OpenNotice[] {
  return open.filter((one) => !isReminder(one) || +one.notBefore <= +now + EARLY_MS)
}
