import { buildClaimMessage } from '../claim-message.ts'
import type { Network } from '../network.ts'
import type { Claimer, CrossChainUser } from '../shapes.ts'
import type { Recipient } from './recipient.ts'

/** Whose vouchers these become: the user's, or the claimer contract's with the message that names the claimer. */
export function voucherTarget(
  network: Network,
  recipient: Recipient,
  claimer: Claimer | undefined,
): { user: CrossChainUser; claimMessage: object | undefined } {
  if (recipient.kind === 'user') return { user: recipient.user, claimMessage: undefined }
  if (!claimer)
    throw new Error('a social recipient needs a claimer before its payload can be built')
  return {
    user: { chain_uid: network.hub.chain_uid, address: network.hub.claimer },
    claimMessage: buildClaimMessage({
      publicKey: claimer.public_secret,
      pseudoClaimId: claimer._id,
    }),
  }
}
