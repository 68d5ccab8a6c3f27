import { z } from 'zod'

import { showUser } from '../../hub/hub-config.ts'
import type { LocalClaims } from '../local-generation.ts'
import { ClaimId, readDocument, User } from '../shapes.ts'

const Document = z.strictObject({
  claim_id: ClaimId,
  recipient: User,
  /** True pays real tokens on the recipient's chain, false makes them the recipient's vouchers. */
  release_funds: z.boolean(),
  release_msg: z.null().optional(),
})

/** One recipient gets all of it or the order is refused: what its chain's factory then cannot release becomes its vouchers. */
export const claims: LocalClaims = {
  uidOf: ({ chainUid }) => chainUid,
  delivery: 'virtual_balance_receive',
  facts: ({ chainUid, contracts, admin }) => ({
    get_state: {
      factory_address: contracts.factory,
      vcoin_address: contracts.virtual_balance,
      chain_uid: chainUid,
      admin,
    },
  }),
  readOrder(document) {
    const { claim_id: claimId, recipient: user, release_funds } = readDocument(Document, document)
    return {
      claimId,
      recipientsOf: () => [
        {
          user,
          limit: { type: 'dynamic' },
          denom: release_funds ? 'real' : 'voucher',
          ...(release_funds && { refundToRecipient: true }),
        },
      ],
      told: { recipient: showUser(user) },
    }
  },
}
