import type { Progress } from '../core/tracking/progress.ts'
import { leftKey, type LeftVouchers } from '../core/wallets/left-vouchers.ts'
import type { ClaimerView, GroupView, ShareView } from './claims.ts'

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
  const left = { key: leftKey.claim(claim.id, claimId), token, amount }
  if (status === 'cancelled' || status === 'returned') return { ...left, owner: claim.sender }
  const payOut = lastPayOut(claim, claimId)
  if (payOut?.purpose !== 'redeem') return undefined
  const isLeft =
    progress?.outcome === 'released_as_vouchers' ||
    (!payOut.release && progress?.outcome === 'completed')
  return isLeft ? { ...left, owner: payOut.recipient } : undefined
}

/** What of an amount that several share is back with its sender, and what is to go there. Pure. */
export function restOf({
  isOpen,
  isClosed,
  shares,
}: Pick<GroupView, 'isOpen' | 'isClosed' | 'shares'>) {
  const isLeft = ({ taker, expiresAt, isFrozen }: ShareView) =>
    isClosed && expiresAt !== undefined && !isFrozen && !(isOpen && taker !== undefined)
  return {
    back: shares.filter(({ state }) => state === 'cancelled' || state === 'returned'),
    goesBack: shares.filter(
      (share) => GOING_BACK.has(share.state) || (share.state === 'funded' && isLeft(share)),
    ),
  }
}

/** What the sender of an amount that several share would get back of it now: nothing that another wallet paid. Pure. */
export function leftOf({
  isOpen,
  isClosed,
  shares,
}: Pick<GroupView, 'isOpen' | 'isClosed' | 'shares'>): ShareView[] {
  const isLeft = ({ state, expiresAt, taker }: ShareView) =>
    state === 'funded' && expiresAt !== undefined && !(isOpen && taker !== undefined)
  return isClosed ? [] : shares.filter(isLeft)
}

const GOING_BACK: ReadonlySet<ShareView['state']> = new Set(['expired', 'cancelling', 'returning'])

/** Returns what the sender of an amount that several share holds as vouchers, since nobody claimed it. Pure. */
export function leftByGroup(group: GroupView): LeftVouchers | undefined {
  const { back } = restOf(group)
  const [first] = back
  if (!first || !group.sender) return undefined
  const amount = back.reduce((sum, share) => sum + share.amount, 0n)
  const { id, sender: owner } = group
  return { key: leftKey.group(id), owner, token: first.token, amount, isGrowing: true }
}
