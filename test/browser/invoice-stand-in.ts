import type { InvoiceView } from '../../src/calls/invoice-calls.ts'
import type { Answer } from './pages-server.ts'

/** An invoice that waits to be paid. */
export const openInvoice: InvoiceView = {
  id: 'in-1',
  status: 'open',
  asker: { name: '@alice', platform: 'telegram' },
  language: null,
  token: { token: 'usdc', decimals: 6 },
  amount: '40000000',
  usd: '40',
  note: 'logo design',
  expires_at: '2999-01-01T00:00:00Z',
  chains: [
    { chain_uid: 'base', name: 'Base' },
    { chain_uid: 'osmosis', name: 'Osmosis' },
  ],
  payers: [],
}

/** Answers the calls of the page of an invoice; what it is can be changed. `chosen` is the chain that was paid from. */
export function invoiceStandIn() {
  const state: { view: InvoiceView; chosen: unknown } = { view: openInvoice, chosen: undefined }
  const answer: Answer = ({ method, path, body }) => {
    if (path === '/api/v1/invoices/in-1') return { body: state.view }
    if (method !== 'POST' || path !== '/api/v1/invoices/in-1/pay') return undefined
    state.chosen = body['chain_uid']
    return { body: { sign_id: 'sr-1' } }
  }
  return { state, answer }
}
