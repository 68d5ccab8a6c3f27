import type { MetaForms } from '../generation.ts'
import { messages } from './messages.ts'

/** The router takes the factory's own messages. */
export const meta: MetaForms = {
  names: ['execute_swap_request', 'transfer_voucher', 'withdraw_voucher'],
  swap: ({ amount, trade, ...terms }) => ({
    execute_swap_request: { ...trade, ...messages.swapTerms(terms), amount_in: `${amount}` },
  }),
}
