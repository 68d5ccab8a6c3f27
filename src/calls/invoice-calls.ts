import { z } from 'zod'

import { Platform } from '../core/terms/identity.ts'
import { LANGUAGES } from '../core/terms/language.ts'
import type { Call } from './call.ts'
import { TokenDecimals } from './chain-view.ts'
import { placesOf } from './examples.ts'

/** The wire shapes of `/api/v1/invoices/{id}`. */

const PayInvoiceRequest = z.object({
  chain_uid: z.string().max(64).meta({ description: 'The chain to pay from.' }),
})

/** An invoice as its page sees it. */
export const InvoiceView = z.object({
  id: z.string(),
  status: z.enum(['open', 'sent', 'paid', 'withdrawn', 'expired', 'unseen']).meta({
    description:
      '`sent`: somebody pays it right now. `unseen`: somebody may have paid it at the last moment, and final blocks show within minutes whether it is `sent`, or `open` as before.',
  }),
  asker: z.object({ name: z.string(), platform: Platform }).meta({
    description: 'Who is paid.',
  }),
  language: z.enum(LANGUAGES).nullable().meta({
    description: 'The language of that person, where it is known.',
  }),
  token: TokenDecimals,
  amount: z.string().meta({ description: 'Base units.' }),
  usd: z.string().nullable().meta({
    description: 'What it is worth now in USD, as a decimal; null where it has no price.',
  }),
  note: z.string().nullable(),
  expires_at: z.string().nullable().meta({ description: 'ISO 8601.' }),
  chains: z
    .array(z.object({ chain_uid: z.string(), name: z.string() }))
    .meta({ description: 'Where it can be paid from.' }),
  payers: z
    .array(z.object({ name: z.string().nullable(), state: z.enum(['sent', 'paid']) }))
    .meta({ description: 'Who has paid, or pays right now; null who came by this page.' }),
})
export type InvoiceView = z.infer<typeof InvoiceView>

export const invoiceCalls = {
  getInvoice: {
    tag: 'Sign requests',
    method: 'get',
    path: '/api/v1/invoices/{id}',
    summary: 'Read an invoice, and who has paid it.',
    answer: InvoiceView,
    errors: ['NOT_FOUND'],
  },
  payInvoice: {
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/invoices/{id}/pay',
    summary: 'Pay an invoice with any wallet.',
    description:
      'The answer names a sign request: its payload is made for whichever wallet connects to it. Everybody who asks for the same chain before it is signed gets the same one.',
    request: PayInvoiceRequest,
    refuses: 'misspelt',
    examples: (network) =>
      Object.fromEntries(
        placesOf(network).map(({ family, user: { chain_uid } }) => [family, { chain_uid }]),
      ),
    answer: z.object({ sign_id: z.string() }),
    errors: ['NOT_FOUND', 'SIGN_REQUEST_CLOSED', 'UNKNOWN_DENOMINATION', 'CHAIN_UNAVAILABLE'],
  },
} satisfies Record<string, Call>
