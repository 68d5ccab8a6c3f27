import type { MetaForms } from '../generation.ts'
import { messages } from './messages.ts'

const NAMES = ['execute_swap_request', 'transfer_voucher', 'withdraw_voucher']

/** The router takes the factory's own messages, and has names of its own for two of them. */
export const meta: MetaForms = {
  isExpired: (expirySec, nowMs) => nowMs >= expirySec * 1000,
  problemOf(call) {
    const [name = '', ...others] =
      typeof call === 'object' && call !== null ? Object.keys(call) : []
    const isKnown = others.length === 0 && NAMES.includes(name)
    return isKnown ? undefined : `is not one of ${NAMES.join(', ')}`
  },
  swap: ({ amount, trade, ...terms }) => ({
    execute_swap_request: { ...trade, ...messages.swapTerms(terms), amount_in: `${amount}` },
  }),
  transferVouchers: (move, payouts) =>
    messages
      .transferVouchers(move, payouts)
      .map(({ transfer_virtual_balance }) => ({ transfer_voucher: transfer_virtual_balance })),
  payOutVouchers: (move, payouts) => ({
    withdraw_voucher: messages.payOutVouchers(move, payouts)['withdraw_virtual_balance'],
  }),
}
