import type { FastifyInstance } from 'fastify'

import { invoiceCalls, type InvoiceView } from '../../calls/invoice-calls.ts'
import { writeUsd } from '../../core/reference/token-worth.ts'
import { accountKey } from '../../core/terms/identity.ts'
import type { Language } from '../../core/terms/language.ts'
import { chainOf, homeUidsOf, shownToken, type Network } from '../../core/terms/network.ts'
import { isNobodys, totalOf } from '../../services/bills/bills.ts'
import type { Invoices } from '../../services/bills/invoices.ts'
import { serve } from '../serve.ts'
import { AT_LEADER } from '../shared.ts'
import { worthNow, type ReadPrices } from '../../services/market/worth-now.ts'

type Deps = {
  network: Network
  invoices: Invoices
  /** What somebody speaks, where that is known. */
  languageOf(accountKey: string): Promise<Language | undefined>
  prices: ReadPrices
}

/** `/api/v1/invoices/{id}`: what the page of an invoice shows, and paying it. */
export const invoiceRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { invoices } = deps
  serve(server, invoiceCalls.getInvoice, async ({ id }) => present(deps, await invoices.find(id)))
  serve(
    server,
    invoiceCalls.payInvoice,
    async ({ id, body }) => ({ sign_id: (await invoices.pay(id, body.chain_uid)).id }),
    AT_LEADER,
  )
}

async function present(
  { network, languageOf, prices }: Deps,
  { bill, shares, state }: Awaited<ReturnType<Invoices['find']>>,
): Promise<InvoiceView> {
  const { token, decimals, denoms } = shownToken(network, bill.token)
  const worthOf = await worthNow(network, prices)
  return {
    id: bill.id,
    status: state,
    asker: { name: bill.askerName, platform: bill.asker.platform },
    language: (await languageOf(accountKey(bill.asker))) ?? null,
    token: { token, decimals },
    amount: `${totalOf(bill)}`,
    usd: writeUsd(worthOf({ token, units: totalOf(bill) })),
    note: bill.note ?? null,
    expires_at: bill.expiresAt?.toISOString() ?? null,
    chains: homeUidsOf({ denoms }).map((uid) => ({
      chain_uid: uid,
      name: chainOf(network, uid).name,
    })),
    payers: shares.flatMap((share) => {
      const { payer, state: paid } = share
      const name = isNobodys(share) ? null : (payer.name ?? `@${payer.handle}`)
      return paid === 'sent' || paid === 'paid' ? [{ name, state: paid }] : []
    }),
  }
}
