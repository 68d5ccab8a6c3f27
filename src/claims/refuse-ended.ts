import type { ClaimRecord, ClaimStore } from './claim-store-port.ts'
import {
  ClaimBusyError,
  ClaimClosedError,
  ClaimGoingBackError,
  ClaimWentBackError,
  type ClaimSide,
} from './errors.ts'

/**
 * Refuses a claim that is being paid out or was, and says whether that is to its recipient or back to its sender.
 * @throws {ClaimBusyError} {ClaimGoingBackError} {ClaimClosedError} {ClaimWentBackError}
 */
export async function refuseEnded(
  store: Pick<ClaimStore, 'redemptionsOf'>,
  { claimId, claimerId, status }: ClaimRecord,
  asker: ClaimSide,
): Promise<void> {
  if (status === 'funded') return
  const counts = status === 'paid' ? 'included' : 'signed'
  const payOut = (await store.redemptionsOf(claimerId)).find(
    (one) => one.claimId === claimId && one.status === counts,
  )
  // A claim is paid and its pay-out included at once; what nobody here has paid out was redeemed by whoever else has its key.
  const isBack = payOut !== undefined && payOut.purpose !== 'redeem'
  if (status === 'paid')
    throw isBack ? new ClaimWentBackError(claimId, asker) : new ClaimClosedError(claimId, asker)
  throw isBack ? new ClaimGoingBackError(claimId) : new ClaimBusyError(claimId)
}
