import { toUtf8 } from '@cosmjs/encoding'

import { buildClaimMessage } from '../claim-message.ts'
import type { Network } from '../network.ts'
import type { Claimer } from '../shapes.ts'
import type { Payout } from './payouts.ts'
import type { Recipient } from './recipient.ts'

/** Vouchers for the user, or for the claimer contract with the message that names the claimer: exactly `amount`. */
export function voucherPayout(
  network: Network,
  { recipient, amount }: { recipient: Recipient; amount: bigint },
  claimer: Claimer | undefined,
): Payout {
  const { user, forwardingMessage } =
    recipient.kind === 'user'
      ? { user: recipient.user, forwardingMessage: undefined }
      : claimTarget(network, claimer)
  return {
    user,
    forwardingMessage,
    limit: { kind: 'equal', value: amount },
    denom: 'voucher',
    refundAsVoucher: false,
  }
}

function claimTarget(
  network: Network,
  claimer: Claimer | undefined,
): Pick<Payout, 'user' | 'forwardingMessage'> {
  if (!claimer)
    throw new Error('a social recipient needs a claimer before its payload can be built')
  const message = buildClaimMessage({
    publicKey: claimer.public_secret,
    pseudoClaimId: claimer._id,
  })
  return {
    user: { chain_uid: network.hub.chain_uid, address: network.hub.claimer },
    forwardingMessage: toUtf8(JSON.stringify(message)),
  }
}
