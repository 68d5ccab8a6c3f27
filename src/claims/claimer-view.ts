import { needsPin } from '../core/claims/claim-limits.ts'
import type { Network } from '../core/terms/network.ts'
import { claimState } from './claim-moves.ts'
import type { ClaimerRecord, ClaimRecord, RedemptionRecord } from './claim-store.ts'
import { onlyAhead } from './handle-history.ts'
import type { ClaimerView, WaitingClaim } from './claims.ts'

/** What a claimer's people see: its claims, and every redemption whose bytes could or did count. */
export function toClaimView(
  claimer: ClaimerRecord,
  claims: readonly ClaimRecord[],
  redemptions: readonly RedemptionRecord[],
  now: Date,
): ClaimerView {
  const lives = redemptions.filter(({ status }) => status === 'signed' || status === 'included')
  const { id, recipient, boundUserId, doubt, sender, senderAccount } = claimer
  const { note, token, amount, heldKey } = claimer
  return {
    id,
    recipient,
    boundUserId,
    doubt,
    coolingEndsAt: onlyAhead(claimer.coolingEndsAt, now),
    sender,
    senderAccount,
    senderName: nameOfSender(claimer),
    note,
    items: claims.map((claim) => ({
      claimId: claim.claimId,
      token: claim.token,
      amount: claim.amount,
      status: claimState(claim, lives.find((each) => each.claimId === claim.claimId)?.purpose, now),
      expiresAt: claim.expiresAt,
      isFrozen: claim.isFrozen && heldKey !== undefined, // whoever has the key needs nobody here
    })),
    announced: { token, amount },
    keyHeld: heldKey !== undefined,
    redemptions: redemptions.flatMap(
      ({ claimId, recipient: to, purpose, release, txHash, status, error }) =>
        status === 'void'
          ? []
          : [{ claimId, recipient: to, purpose, release, txHash, status, error }],
    ),
  }
}

export function toWaitingClaim(
  network: Pick<Network, 'tokens'>,
  { claim, claimer }: { claim: ClaimRecord; claimer: ClaimerRecord },
  now: Date,
): WaitingClaim {
  const { claimId, claimerId, token, amount, fundedAt, isFrozen } = claim
  return {
    claimId,
    claimerId,
    token,
    amount,
    senderName: nameOfSender(claimer),
    note: claimer.note,
    fundedAt,
    needsPin: needsPin(network, claimer.recipient, claim),
    isHeld: claimer.doubt !== undefined,
    isFrozen,
    coolingEndsAt: onlyAhead(claimer.coolingEndsAt, now),
  }
}

/** Who came over the REST interface has no name, only an address. */
function nameOfSender({ senderName, sender }: ClaimerRecord): string {
  return senderName ?? sender.address
}
