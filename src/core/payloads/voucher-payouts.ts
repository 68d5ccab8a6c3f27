import { toUtf8 } from '@cosmjs/encoding'

import { buildClaimMessage } from '../claims/claim-message.ts'
import { claimerContractOf } from '../generations/generations.ts'
import type { Network } from '../terms/network.ts'
import type { Claimer } from '../terms/shapes.ts'
import type { ExactPayout } from './payout.ts'
import { claimFields, type Claimed, type Share } from './shares.ts'

/** One payout for each share: exactly its vouchers, for the user, or for the claimer contract with the message that names the claimer. */
export function voucherPayouts(
  network: Network,
  shares: readonly Share[],
  claimed: Claimed | undefined,
): ExactPayout[] {
  const { claimers = [], claimer, claim_group_id } = claimFields(claimed)
  const behind = (claimer ? [claimer] : claimers).values()
  return shares.map(({ to, amount }) => {
    const { user, forwardingMessage } =
      to.kind === 'user'
        ? { user: to.user, forwardingMessage: undefined }
        : claimTarget(network, behind.next().value, claim_group_id)
    return {
      user,
      forwardingMessage,
      limit: { kind: 'equal', value: amount },
      denom: 'voucher',
      refundAsVoucher: false,
    }
  })
}

function claimTarget(
  network: Network,
  claimer: Claimer | undefined,
  groupId: string | undefined,
): Pick<ExactPayout, 'user' | 'forwardingMessage'> {
  if (!claimer)
    throw new Error('a social recipient needs a claimer before its payload can be built')
  const message = buildClaimMessage({
    publicKey: claimer.public_secret,
    pseudoClaimId: claimer._id,
    groupId,
  })
  return {
    user: claimerContractOf(network),
    forwardingMessage: toUtf8(JSON.stringify(message)),
  }
}
