import type { NewClaimRecord } from './claim-store.ts'

const DAY_MS = 86_400_000
/** Days before the deadline on which the recipient is reminded. */
const DAYS_LEFT = [7, 1]

/** When a claim's recipient is reminded, once each. A claim that lives no longer than that has no such reminder. */
export function remindersOf({ claimId, fundedAt, expiresAt }: NewClaimRecord) {
  if (expiresAt === undefined) return []
  return DAYS_LEFT.flatMap((days) => {
    const at = new Date(expiresAt.getTime() - days * DAY_MS)
    return at > fundedAt ? [{ once: reminder(claimId, days), at }] : []
  })
}

/** What tells a claim's reminders from others. */
export const reminderNames = (claimId: string) => DAYS_LEFT.map((days) => reminder(claimId, days))

const reminder = (claimId: string, days: number) => `${days}:${claimId}`
