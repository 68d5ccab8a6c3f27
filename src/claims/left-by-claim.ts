import type { Progress } from '../core/tracking/progress.ts'
import type { LeftVouchers } from '../core/wallets/left-vouchers.ts'
import type { ClaimerView } from './claims.ts'

/** The pay-out of a claim that counts: the last one, since one that failed gives the claim back. */
export const lastPayOut = ({ redemptions }: ClaimerView, claimId: string) =>
  redemptions.findLast((each) => each.claimId === claimId && each.status !== 'failed')

/**
 * Returns what somebody holds as vouchers because of a claim: its recipient, where the chain could not pay out or vouchers were asked for, or
 * its sender, whom it went back to. `progress` is that of its last pay-out. Pure.
 */
export function leftByClaim(
  claim: ClaimerView,
  claimId: string,
  progress: Progress | undefined,
): LeftVouchers | undefined {
  const item = claim.items.find((each) => each.claimId === claimId)
  if (!item) return undefined
  const { token, amount, status } = item
  if (status === 'cancelled' || status === 'returned') return { owner: claim.sender, token, amount }
  const payOut = lastPayOut(claim, claimId)
  if (payOut?.purpose !== 'redeem') return undefined
  const isLeft =
    progress?.outcome === 'released_as_vouchers' ||
    (!payOut.release && progress?.outcome === 'completed')
  return isLeft ? { owner: payOut.recipient, token, amount } : undefined
}
