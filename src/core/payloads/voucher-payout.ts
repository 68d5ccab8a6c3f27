import { toUtf8 } from '@cosmjs/encoding'

import { buildClaimMessage } from '../claims/claim-message.ts'
import type { Network } from '../terms/network.ts'
import { NO_CLAIMER, type Claimer, type ClaimerGroup } from '../terms/shapes.ts'
import type { ExactPayout } from './payouts.ts'
import type { Share } from './shares.ts'

/** The records behind the people of a build: one person's own, or those of a group. */
export type Claimed = Claimer | ClaimerGroup

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

/** How a build names its claimers. */
export function claimFields(
  claimed: Claimed | undefined,
): { claimer?: Claimer } & Partial<ClaimerGroup> {
  if (!claimed) return {}
  return 'claimers' in claimed ? claimed : { claimer: claimed }
}

/** As `claimFields`, for an EVM build, which always has a `claimer`: an empty one where no single person is behind it. */
export const evmClaimFields = (claimed: Claimed | undefined) => ({
  claimer: NO_CLAIMER,
  ...claimFields(claimed),
})

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
    user: { chain_uid: network.hub.chain_uid, address: network.hub.claimer },
    forwardingMessage: toUtf8(JSON.stringify(message)),
  }
}
