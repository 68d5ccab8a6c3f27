import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type { ClaimItem, ClaimView, RedemptionView } from '../../calls/claim-calls.ts'

/** The try that counts for an item: the last one, since a failed one gives the item back. */
export function lastRedemption(
  { redemptions }: Pick<ClaimView, 'redemptions'>,
  claimId: string,
): RedemptionView | undefined {
  return redemptions.findLast(({ claim_id }) => claim_id === claimId)
}

/** Whether nothing about this item can change any more. */
export function isSettled(view: Pick<ClaimView, 'redemptions'>, item: ClaimItem): boolean {
  if (item.status === 'cancelled' || item.status === 'returned') return true
  if (item.status !== 'paid') return false
  const outcome = lastRedemption(view, item.claim_id)?.progress?.outcome
  return outcome !== undefined && hasNothingToCome(outcome)
}

/** Whether its recipient has all of it, as they asked for it. */
export function isPaidOut({
  items,
  redemptions,
}: Pick<ClaimView, 'items' | 'redemptions'>): boolean {
  return (
    items.length > 0 &&
    items.every(
      ({ status, claim_id }) =>
        status === 'paid' &&
        lastRedemption({ redemptions }, claim_id)?.progress?.outcome === 'completed',
    )
  )
}
