import { z } from 'zod'

import { readExact } from '../../claims/read-exact.ts'
import { realFormOn } from '../../payloads/asset.ts'
import { tokenOf, TokenType } from '../../terms/network.ts'
import { CrossChainUser } from '../../terms/shapes.ts'
import type { ClaimForms } from '../generation.ts'
import { recipientOf } from './messages.ts'

/**
 * One recipient that takes everything: the contract forgets a claim with its redemption, so what a recipient left would be
 * nobody's. What cannot be released becomes vouchers of the recipient: without that the contract refuses.
 */
const Terms = z.strictObject({
  recipients: z.tuple([
    z.strictObject({
      recipient: CrossChainUser,
      amount: z.strictObject({ dynamic: z.literal('0') }),
      denom: z.union([TokenType, z.strictObject({ voucher: z.strictObject({}) })]),
      forwarding_message: z.null(),
      unsafe_refund_as_voucher: z.literal(true),
    }),
  ]),
})

/** The claimer is a user of the settlement layer, and the document names the form in which it pays. */
export const claims: ClaimForms = {
  claimerUid: ({ settlement_uid }) => settlement_uid,
  terms: (network, { token, recipient: { chain_uid, address }, releaseFunds }) => ({
    recipients: [
      recipientOf({
        user: { chain_uid, address },
        limit: { kind: 'dynamic' },
        denom: releaseFunds ? realFormOn(tokenOf(network, token), chain_uid) : 'voucher',
        forwardingMessage: undefined,
        refundAsVoucher: true,
      }),
    ],
  }),
  read(json) {
    const terms = readExact(Terms, json)
    if (!terms) return undefined
    const [{ recipient, denom }] = terms.recipients
    return 'voucher' in denom
      ? { recipient, releaseFunds: false }
      : { recipient, releaseFunds: true, denom }
  },
}
