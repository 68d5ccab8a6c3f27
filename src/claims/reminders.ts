import { DAY_MS } from '../core/terms/durations.ts'
import type { NewClaimRecord } from './claim-store-port.ts'

/** Days before the deadline on which the recipient is reminded. */
const DAYS_LEFT = [7, 1]
/** How long before the deadline that is, and how the names of those reminders begin: the claim's id comes behind it. */
export const REMINDERS = DAYS_LEFT.map((days) => ({
  beforeMs: days * DAY_MS,
  beginning: `${days}:`,
}))

/** When a claim's recipient is reminded, once each. A claim that lives no longer than that has no such reminder. */
export function remindersOf({ claimId, fundedAt, expiresAt }: NewClaimRecord) {
  if (expiresAt === undefined) return []
  return REMINDERS.flatMap(({ beforeMs, beginning }) => {
    const at = new Date(expiresAt.getTime() - beforeMs)
    return at > fundedAt ? [{ once: `${beginning}${claimId}`, at }] : []
  })
}

/** What tells a claim's reminders from others. */
export const reminderNames = (claimId: string) =>
  REMINDERS.map(({ beginning }) => `${beginning}${claimId}`)
