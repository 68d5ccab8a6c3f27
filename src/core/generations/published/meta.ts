import { partnerFeeOf } from '../../payloads/partner-fee.ts'
import type { MetaForms } from '../generation.ts'
import { recipientOf } from './messages.ts'

/** The router takes packets. It puts an id of its own in place of `tx_id`, which must be there all the same. */
export const meta: MetaForms = {
  names: ['swap', 'transfer_voucher'],
  swap: ({ from, amount, trade, payouts, partnerFee }) => {
    const { asset_in, ...rest } = trade
    const fee = partnerFeeOf(amount, partnerFee?.partner_fee_bps ?? 0)
    return {
      swap: {
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
        tx_id: `${from.chain_uid}:${from.address}`,
      },
    }
  },
}
