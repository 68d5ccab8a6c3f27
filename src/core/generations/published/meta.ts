import { z } from 'zod'

import type { Payout, VoucherMove } from '../../payloads/payout.ts'
import { partnerFeeOf } from '../../payloads/partner-fee.ts'
import { userKey } from '../../terms/address.ts'
import { BaseUnits } from '../../terms/amounts.ts'
import { TokenType } from '../../terms/network.ts'
import { CrossChainUser } from '../../terms/shapes.ts'
import type { MetaForms } from '../generation.ts'
import { recipientOf } from './messages.ts'

const Units = BaseUnits.in
const Voucher = z.strictObject({ voucher: z.strictObject({}) })
const recipients = z.array(
  z.strictObject({
    recipient: CrossChainUser,
    amount: z.union([
      z.strictObject({ less_than_or_equal: Units }),
      z.strictObject({ equal: Units }),
      z.strictObject({ greater_than_or_equal: Units }),
      z.strictObject({ dynamic: z.literal('0') }),
    ]),
    denom: z.union([TokenType, Voucher]),
    forwarding_message: z.string().nullish(),
    unsafe_refund_as_voucher: z.boolean().nullish(),
  }),
)
/** The two packets that the router takes from owners of vouchers, as factories send them. */
const Swap = z.strictObject({
  sender: CrossChainUser,
  asset_in: z.strictObject({ token: z.string(), token_type: Voucher }),
  amount_in: Units, // without the partner's fee
  asset_out: z.string(),
  min_amount_out: Units,
  swaps: z.array(
    z.strictObject({
      token_in: z.string(),
      token_out: z.string(),
      test_fail: z.boolean().nullish(),
    }),
  ),
  recipients,
  partner_fee_amount: Units,
  partner_fee_recipient: CrossChainUser,
  tx_id: z.string(),
})
const Transfer = z.strictObject({
  sender: CrossChainUser,
  token: z.string(),
  amount: Units,
  from: CrossChainUser.nullish(),
  recipients,
  tx_id: z.string(),
})
const Call = z.union([
  z.strictObject({ swap: Swap }),
  z.strictObject({ transfer_voucher: Transfer }),
])

/** The router puts an id of its own in place of `tx_id`, which must be there all the same. */
export const meta: MetaForms = {
  isExpired: (expirySec, nowMs) => nowMs > expirySec * 1000,
  problemOf(call, owner) {
    const { data } = Call.safeParse(call)
    if (!data) return 'is no swap or transfer_voucher of vouchers as the router takes it'
    const { sender } = 'swap' in data ? data.swap : data.transfer_voucher
    const isOwn = sender.chain_uid === owner.chain_uid && sender.address === owner.address
    return isOwn ? undefined : `moves vouchers of ${userKey(sender)}, who did not sign it`
  },
  factsOf(call) {
    const data = Call.parse(call)
    if ('swap' in data) {
      const { asset_in, amount_in, partner_fee_amount, asset_out, min_amount_out } = data.swap
      return {
        type: 'swap',
        token_in: asset_in.token,
        token_out: asset_out,
        amount_in: `${BigInt(amount_in) + BigInt(partner_fee_amount)}`,
        amount_out: min_amount_out,
      }
    }
    const { token, amount, recipients: paid } = data.transfer_voucher
    const isPaidOut = paid.some(({ denom }) => !('voucher' in denom))
    const type = isPaidOut ? 'withdraw_voucher' : 'transfer_voucher'
    return { type, token, amount_in: amount }
  },
  swap({ from, amount, trade, payouts, partnerFee }) {
    const { asset_in, ...rest } = trade
    const fee = partnerFeeOf(amount, partnerFee?.partner_fee_bps ?? 0)
    const swap = {
      sender: from,
      asset_in,
      amount_in: `${amount - fee}`,
      ...rest,
      recipients: payouts.map(recipientOf),
      partner_fee_amount: `${fee}`,
      partner_fee_recipient: {
        chain_uid: from.chain_uid,
        address: partnerFee?.recipient || from.address,
      },
      tx_id: userKey(from),
    }
    return { swap }
  },
  // One call carries them all. So many claims, with what names their claimers, stay below the 16,384 characters that a call of a text may have, and far from the gas of a block.
  mostShares: 25,
  transferVouchers: (move, payouts) => [transferVoucher(move, payouts)],
  payOutVouchers: transferVoucher,
}

/** One call moves vouchers and pays them out. */
function transferVoucher({ token, amount, from }: VoucherMove, payouts: readonly Payout[]) {
  return {
    transfer_voucher: {
      sender: from,
      token,
      amount: `${amount}`,
      from: null,
      recipients: payouts.map(recipientOf),
      tx_id: userKey(from),
    },
  }
}
