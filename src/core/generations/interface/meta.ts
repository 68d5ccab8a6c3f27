import type { MetaForms } from '../generation.ts'
import { messages } from './messages.ts'

const NAMES = ['execute_swap_request', 'transfer_voucher', 'withdraw_voucher']

/** The router takes the factory's own messages. */
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
}
