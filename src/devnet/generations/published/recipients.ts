import { z } from 'zod'

import { MOST_RECIPIENTS, type CallRecipient } from '../../hub/packet-call.ts'
import { denomOf, forwarding, limitOf, Msg, TypeOrVoucher, User, UserLimit } from '../shapes.ts'

/** Recipients as every message and document of this generation names them. */
export const Recipients = z
  .array(
    z.strictObject({
      recipient: User,
      amount: UserLimit,
      denom: TypeOrVoucher,
      forwarding_message: Msg,
      unsafe_refund_as_voucher: z.boolean().nullish(),
    }),
  )
  .max(MOST_RECIPIENTS)

export function recipientsOf(recipients: z.infer<typeof Recipients>): CallRecipient[] {
  return recipients.map((each) => ({
    user: each.recipient,
    limit: limitOf(each.amount),
    denom: denomOf(each.denom),
    ...forwarding(each.forwarding_message),
    ...(each.unsafe_refund_as_voucher && { refundToRecipient: true }),
  }))
}
