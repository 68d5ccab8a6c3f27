import { pino } from 'pino'
import { expect, test } from 'vitest'

import { invoiceRoutes } from '../../../src/api/routes/invoice-routes.ts'
import { signRoutes } from '../../../src/api/routes/sign-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { denomOn, tokenOf } from '../../../src/core/terms/network.ts'
import type { Bill } from '../../../src/services/bills/bills.ts'
import { createInvoices } from '../../../src/services/bills/invoices.ts'
import { createStandInServices } from '../../bots/commands/stand-in-services.ts'
import { ALICE_EVM } from '../../core/sample-network.ts'

const ALICE = { platform: 'telegram', userId: '42', handle: 'alice' } as const
const UNITS = '40000000000000000' // 0.04 ETH

/** What the pages of an invoice and of a sign request over 0.04 ETH are told that it is worth. */
async function show(
  prices: () => Promise<ReadonlyMap<string, string>>,
  listed: (token: string) => boolean = () => true,
) {
  const { services } = createStandInServices()
  const { signRequests, bills, now } = services
  const bill: Bill = {
    id: 'in-1',
    asker: ALICE,
    askerName: '@alice',
    token: 'eth',
    note: undefined,
    isInvoice: true,
    createdAt: now(),
    expiresAt: undefined,
    voidedAt: undefined,
    remindedAt: undefined,
    shares: [
      {
        payer: { platform: 'telegram', handle: '' },
        payerUserId: undefined,
        amount: BigInt(UNITS),
        signId: undefined,
        declinedAt: undefined,
      },
    ],
  }
  await bills.add(bill, false)
  const form = denomOn(tokenOf(services.network, 'eth'), 'base')
  if (!form) throw new Error('ETH is on Base')
  const request = await signRequests.create({
    operation: 'deposit',
    ownerAccount: 'telegram:42',
    ownerName: '@alice',
    chain_uid: 'base',
    senderAddress: undefined,
    note: undefined,
    request: {
      amount_in: BigInt(UNITS),
      asset_in: { token: 'eth', token_type: form },
      recipient: { chain_uid: 'base', address: ALICE_EVM },
    },
  })
  // What was made before a token left the network file is there all the same.
  const tokens = services.network.tokens.filter(({ token }) => listed(token))
  const network = { ...services.network, tokens }
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      invoiceRoutes({
        network,
        invoices: createInvoices(services),
        languageOf: async () => undefined,
        prices,
      }),
      signRoutes({
        network,
        signRequests,
        tracker: services.tracker,
        claims: services.claims,
        voucher: services.wallets.voucher,
        isContract: services.wallets.isContract,
        chatUrlOf: () => undefined,
        languageOf: async () => undefined,
        payoutTerms: services.market.payoutTerms,
        prices,
      }),
    ],
  })
  const read = async (url: string) => (await server.inject({ url })).json()
  return {
    invoice: await read(`/api/v1/invoices/${bill.id}`),
    signed: await read(`/api/v1/sign/${request.id}`),
  }
}

test.each([
  { name: 'a price', prices: async () => new Map([['eth', '2500']]), usd: '100' },
  { name: 'no price', prices: async () => new Map<string, string>(), usd: null },
  {
    name: 'a hub that cannot be asked',
    prices: () => Promise.reject(new ChainUnavailableError('neuron', 'away')),
    usd: null,
  },
])('with $name, an invoice and a sign request say that they are worth $usd', async (known) => {
  const { invoice, signed } = await show(known.prices)
  expect([invoice.usd, signed.usd]).toEqual([known.usd, known.usd])
})

test('of a token that left the network file both are shown in base units', async () => {
  const { invoice, signed } = await show(
    async () => new Map(),
    (token) => token !== 'eth',
  )
  const shown = { token: { token: 'eth', decimals: 0 }, amount: UNITS, usd: null }
  expect(invoice).toMatchObject({ ...shown, chains: [] })
  expect(signed).toMatchObject(shown)
})
