import { z } from 'zod'

import { BaseUnits } from '../terms/amounts.ts'

/** The gas of an operation in the chain's own currency: base units of `token`. `usd` is a decimal text, where it has a price. */
const NetworkFee = z.object({ token: z.string(), amount: BaseUnits, usd: z.string().optional() })
export type NetworkFee = z.infer<typeof NetworkFee>

/** One way to pay: the vouchers of a wallet, or its real tokens. The fee is absent where it is not known. */
const PaymentWay = z.object({
  kind: z.enum(['vouchers', 'tokens']),
  chain_uid: z.string(),
  address: z.string(),
  fee: NetworkFee.optional(),
})
export type PaymentWay = z.infer<typeof PaymentWay>

/**
 * How an amount was said, where it was not said in tokens. `of` is what half or all was taken of, `kept` what stays for the
 * network fee: base units. `price` is USD for a whole token, as a decimal text.
 */
export const Understood = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('usd'), usd: z.string(), price: z.string() }),
  z.object({ kind: z.enum(['half', 'all']), of: BaseUnits, kept: BaseUnits.optional() }),
])
export type Understood = z.infer<typeof Understood>

/**
 * Why no text of an owner of vouchers is brought to the hub now: what may be paid for them is used up until `at`, there is nothing left to pay with, or this
 * service does so for nobody.
 */
const GaslessClosed = z.discriminatedUnion('why', [
  z.object({
    why: z.literal('used_up'),
    at: z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString(),
    }),
  }),
  z.object({ why: z.enum(['empty', 'off']) }),
])
export type GaslessClosed = z.infer<typeof GaslessClosed>

/** What was settled about a payment when its sign request was made. */
export const PaymentTerms = z.object({
  /** Why it was chosen, as its card says it. `asked`: a button of the card. */
  why: z.enum(['vouchers', 'only', 'named', 'cheapest', 'first', 'asked']),
  fee: NetworkFee.optional(),
  understood: Understood.optional(),
  /** Why its sender pays gas for what a signature would have been enough for. */
  closed: GaslessClosed.optional(),
  /** It goes to the very wallet that pays: to another one where another pays. */
  toPayer: z.literal(true).optional(),
  /** The other ways that were enough, the best first. */
  others: z.array(PaymentWay),
})
export type PaymentTerms = z.infer<typeof PaymentTerms>
