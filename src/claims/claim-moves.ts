import type { ClaimState } from '../calls/claim-calls.ts'

/** What is stored of a claim; the rest of its life follows from its clock and its redemptions. */
export type ClaimStatus = 'funded' | 'redeeming' | 'paid'

/**
 * Every legal change of a claim's status, and no other: the store refuses a move whose `from` does not fit, or that comes
 * on the wrong side of the claim's deadline. Three moves start a pay-out; of any number that race, one does.
 * `pay` also starts at `funded`, since the holder of a claim's key can redeem it without us.
 */
export const claimMoves = {
  redeem: { from: ['funded'], to: 'redeeming', deadline: 'before' },
  cancel: { from: ['funded'], to: 'redeeming', deadline: 'any' },
  expire: { from: ['funded'], to: 'redeeming', deadline: 'after' },
  giveBack: { from: ['redeeming'], to: 'funded', deadline: 'any' },
  pay: { from: ['funded', 'redeeming'], to: 'paid', deadline: 'any' },
} as const satisfies Record<
  string,
  { from: readonly ClaimStatus[]; to: ClaimStatus; deadline: 'before' | 'after' | 'any' }
>

export type ClaimMove = keyof typeof claimMoves

/** Why a claim is paid out: to its recipient, or back to its sender by the sender's wish or by the clock. */
export type PayOutPurpose = Extract<ClaimMove, 'redeem' | 'cancel' | 'expire'>

const PAYING = { redeem: 'redeeming', cancel: 'cancelling', expire: 'returning' } as const
const ENDED = { redeem: 'paid', cancel: 'cancelled', expire: 'returned' } as const

/**
 * A claim's life as people see it.
 *
 * | state | comes from | how |
 * |---|---|---|
 * | funded | nothing, or any state but an end | it is final on chain; or a pay-out failed |
 * | expired | funded | its deadline passed: only its sender can have it now; not while it is frozen |
 * | redeeming, paid | funded; redeeming | the recipient's pay-out is signed; it is final |
 * | cancelling, cancelled | funded, expired; cancelling | the same, back to the sender who wished it |
 * | returning, returned | expired; returning | the same, back to the sender by the clock |
 *
 * Before it exists on chain there is only its claimer. *Notified* is what the outbox says of its notice, *proven* an open
 * session of its claimer: neither changes what may happen to the money.
 *
 * `purpose` is that of the pay-out that is under way or was included; `undefined` when somebody
 * else redeemed it. `claimTime` is the time of claims (`claim-time.ts`).
 */
export function claimState(
  {
    status,
    expiresAt,
    isFrozen,
  }: { status: ClaimStatus; expiresAt: Date | undefined; isFrozen: boolean },
  purpose: PayOutPurpose = 'redeem',
  claimTime: Date,
): ClaimState {
  if (status === 'redeeming') return PAYING[purpose]
  if (status === 'paid') return ENDED[purpose]
  return !isFrozen && expiresAt !== undefined && expiresAt <= claimTime ? 'expired' : 'funded'
}
