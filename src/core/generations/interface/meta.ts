import { z } from 'zod'

import type { MetaFacts, MetaForms } from '../generation.ts'
import { messages } from './messages.ts'

/** The messages that the router runs, and what each moves. */
const TYPES = new Map<string, MetaFacts['type']>([
  ['execute_swap_request', 'swap'],
  ['transfer_voucher', 'transfer_voucher'],
  ['withdraw_voucher', 'withdraw_voucher'],
])
const Move = z.object({ token: z.string(), amount: z.string() })
/** As far as it says what is moved. */
const Call = z.union([
  z.object({
    execute_swap_request: z.object({
      asset_in: z.object({ token: z.string() }),
      amount_in: z.string(),
      asset_out: z.string(),
      min_amount_out: z.string(),
    }),
  }),
  z.object({ transfer_voucher: Move }),
  z.object({ withdraw_voucher: Move }),
])

/** The router takes the factory's own messages, and has names of its own for two of them. */
export const meta: MetaForms = {
  isExpired: (expirySec, nowMs) => nowMs >= expirySec * 1000,
  problemOf(call) {
    return typeOf(call) ? undefined : `is not one of ${[...TYPES.keys()].join(', ')}`
  },
  factsOf(call) {
    const type = typeOf(call)
    if (!type) throw new Error('the router runs no such call')
    const { data } = Call.safeParse(call)
    // The hub refuses it, and says why.
    if (!data) return { type }
    if ('execute_swap_request' in data) {
      const { asset_in, amount_in, asset_out, min_amount_out } = data.execute_swap_request
      const tokens = { token_in: asset_in.token, token_out: asset_out }
      return { type, ...tokens, amount_in, amount_out: min_amount_out }
    }
    const { token, amount } =
      'transfer_voucher' in data ? data.transfer_voucher : data.withdraw_voucher
    return { type, token, amount_in: amount }
  },
  swap: ({ amount, trade, ...terms }) => ({
    execute_swap_request: { ...trade, ...messages.swapTerms(terms), amount_in: `${amount}` },
  }),
  mostShares: 10, // a call each, and the contract runs no more
  transferVouchers: (move, payouts) =>
    messages
      .transferVouchers(move, payouts)
      .map(({ transfer_virtual_balance }) => ({ transfer_voucher: transfer_virtual_balance })),
  payOutVouchers: (move, payouts) => ({
    withdraw_voucher: messages.payOutVouchers(move, payouts)['withdraw_virtual_balance'],
  }),
}

/** What a call moves, by its name; `undefined` for anything but one call that the router runs. */
function typeOf(call: unknown): MetaFacts['type'] | undefined {
  const [name = '', ...others] = typeof call === 'object' && call !== null ? Object.keys(call) : []
  return others.length === 0 ? TYPES.get(name) : undefined
}
