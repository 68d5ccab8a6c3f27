import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import { signRoutes } from '../../../src/api/routes/sign-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import type { ClaimState } from '../../../src/calls/claim-calls.ts'
import { SignView } from '../../../src/calls/sign-calls.ts'
import type { NewSignRequest } from '../../../src/core/signing/sign-request.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import {
  claimView,
  CLAIMER_ID,
  createStandInServices,
} from '../../bots/commands/stand-in-services.ts'
import { ALICE_EVM } from '../../core/sample-network.ts'

const LIFETIME_MS = 60 * 60_000
const HASH = `0x${'5c'.repeat(32)}`
const OTHER = `0x${'6d'.repeat(32)}`

const claimThatIs = (status: ClaimState) =>
  claimView({ items: claimView().items.map((item) => ({ ...item, status })) })

/** A request of alice's wallet, and what whoever has its link reads. */
async function setUp() {
  const { services, clock, known, requestStore, failText } = createStandInServices()
  const { network, signRequests, tracker, claims, wallets } = services
  const asked = {
    operation: 'deposit',
    ownerAccount: 'telegram:42',
    ownerName: '@alice',
    chain_uid: 'base',
    senderAddress: ALICE_EVM,
    note: undefined,
    request: {
      amount_in: 5_000_000n,
      asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
      recipient: { social: { telegram: '@bobby' } },
    },
  } as const
  const { id } = await signRequests.create(asked)
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      signRoutes({
        network,
        signRequests,
        tracker,
        claims,
        voucher: wallets.voucher,
        isContract: wallets.isContract,
        chatUrlOf: ({ platform, askedIn }) => `https://chat.example/${platform}/${askedIn ?? ''}`,
        languageOf: async () => undefined,
        payoutTerms: services.market.payoutTerms,
        prices: async () => new Map(),
      }),
    ],
  })
  const read = async (of = id) => {
    const { body } = await server.inject({ method: 'GET', url: `/api/v1/sign/${of}` })
    return { view: SignView.parse(JSON.parse(body)), body }
  }
  const takeOut = (of: string, chain_uid: string) =>
    server.inject({ method: 'POST', url: `/api/v1/sign/${of}/take-out`, payload: { chain_uid } })
  /** Has what was asked for be sent, and come to this. */
  const sent = async (of: string, outcome: Progress['outcome']) => {
    await requestStore.setTxHash(of, HASH, clock.now())
    known.progress.set(`base/${HASH}`, { outcome, txId: 'tx-1', hops: [] })
  }
  const askInvoice = async () => {
    const recipient = { account: { platform: 'telegram', userId: '42' }, name: '@alice' } as const
    const nobody = { ownerAccount: undefined, ownerName: '', billId: 'in-1' }
    const request = { ...asked.request, recipient }
    return (await signRequests.create({ ...asked, ...nobody, request })).id
  }
  return {
    askInvoice,
    signRequests,
    requestStore,
    known,
    clock,
    failText,
    id,
    asked,
    read,
    takeOut,
    sent,
  }
}
type It = Awaited<ReturnType<typeof setUp>>

test('the link of a request names its wallet while that can sign', async () => {
  const { read } = await setUp()
  expect((await read()).view).toMatchObject({ status: 'open', sender_address: ALICE_EVM })
})

test.each([
  ['has expired', async ({ clock }: It) => clock.advanceMs(LIFETIME_MS)],
  ['was dismissed', ({ signRequests, id }: It) => signRequests.dismiss(id)],
  ['was replaced', ({ signRequests, id, asked }: It) => signRequests.replace(id, asked)],
] as const)('the link of a request that %s names no wallet', async (_how, end) => {
  const it = await setUp()
  await end(it)
  const { view, body } = await it.read()
  expect(view).toMatchObject({ status: 'expired', sender_address: null, build: null })
  expect(body.toLowerCase()).not.toContain(ALICE_EVM.toLowerCase().slice(2))
})

test('what may have been sent at the last moment is neither open nor expired, and names no wallet', async () => {
  const { known, clock, read } = await setUp()
  known.finalTo.set('base', clock.now())
  clock.advanceMs(LIFETIME_MS)
  const { view, body } = await read()
  expect(view).toMatchObject({ status: 'unseen', sender_address: null, build: null })
  expect(body.toLowerCase()).not.toContain(ALICE_EVM.toLowerCase().slice(2))
  known.finalTo.delete('base')
  expect((await read()).view.status).toBe('expired')
})

test('what took the place of one that was signed after all says which, and is open no more', async () => {
  const { id, signRequests, asked, sent, read } = await setUp()
  const next = await signRequests.replace(id, asked)
  expect((await read(next.id)).view).toMatchObject({ status: 'open', signed_instead: null })
  await sent(id, 'completed')
  expect((await read(next.id)).view).toMatchObject({ status: 'unseen', signed_instead: id })
  expect((await read()).view).toMatchObject({ status: 'signed', signed_instead: null })
})

test('where nothing came of what was signed in its place, nobody reads that it is done', async () => {
  const { id, signRequests, asked, sent, read, requestStore, known } = await setUp()
  const next = await signRequests.replace(id, asked)
  await sent(id, 'failed')
  const gone = { status: 'unseen', signed_instead: null, sender_address: null, build: null }
  expect((await read(next.id)).view).toMatchObject(gone)
  // Another transaction of it, which arrives.
  await requestStore.setTxHash(id, OTHER, new Date(), { replaced: HASH })
  known.progress.set(`base/${OTHER}`, { outcome: 'completed', txId: 'tx-2', hops: [] })
  expect((await read(next.id)).view).toMatchObject({ status: 'unseen', signed_instead: id })
})

const WITHDRAWAL: NewSignRequest = {
  operation: 'withdrawVoucher',
  ownerAccount: 'telegram:42',
  ownerName: '@alice',
  chain_uid: 'base',
  senderAddress: ALICE_EVM,
  note: undefined,
  request: {
    token: 'usdc',
    amount: 5_000_000n,
    cross_chain_addresses: [{ user: { chain_uid: 'base', address: ALICE_EVM } }],
  },
}

test('what was sent beside a text that failed is told as what may have been sent, and then as what was', async () => {
  const { known, clock, failText, signRequests, requestStore, read } = await setUp()
  known.closed = undefined
  known.finalTo.set('base', clock.now())
  const { id } = await signRequests.create(WITHDRAWAL)
  await signRequests.payOwnGas(id)
  await failText(id)
  const failed = { status: 'signed', tx_hash: HASH, progress: { outcome: 'failed' } }
  expect((await read(id)).view).toMatchObject({ ...failed, sent_beside: true })
  known.finalTo.delete('base')
  expect((await read(id)).view).toMatchObject({ ...failed, sent_beside: false })
  const next = `0x${'6d'.repeat(32)}`
  await requestStore.keepShown(id, ALICE_EVM, next)
  expect((await read(id)).view).toMatchObject({
    status: 'signed',
    tx_hash: next,
    sent_on: { chain_uid: 'base' },
    progress: { outcome: 'pending' },
    sent_beside: false,
  })
})

describe('what was left as vouchers can be taken out by the wallet that signed, whoever presses', () => {
  test.each<{ name: string; begin: (it: It) => Promise<string> }>([
    {
      name: 'what the last chain could not pay out',
      async begin({ signRequests, sent }) {
        const { id } = await signRequests.create(WITHDRAWAL)
        await sent(id, 'released_as_vouchers')
        return id
      },
    },
    {
      name: 'what nobody claimed',
      async begin({ id, known, sent }) {
        await sent(id, 'completed')
        known.claims.set(CLAIMER_ID, claimThatIs('returned'))
        return id
      },
    },
    {
      name: 'what nobody claimed of an invoice, whose payer no chat knows',
      async begin({ askInvoice, known, sent }) {
        const id = await askInvoice()
        await sent(id, 'completed')
        known.claims.set(CLAIMER_ID, claimThatIs('returned'))
        return id
      },
    },
  ])('$name', async ({ begin }) => {
    const it = await setUp()
    const id = await begin(it)
    it.known.vouchers.set('base', [{ token: 'usdc', amount: 7_000_000n }])
    const { view } = await it.read(id)
    expect(view.ways_out.map(({ chain_uid }) => chain_uid)).toContain('base')
    const { sign_id } = (await it.takeOut(id, 'base')).json()
    expect((await it.read(sign_id)).view).toMatchObject({
      status: 'open',
      operation: 'withdrawVoucher',
      sender_address: ALICE_EVM,
      amount: '5000000',
    })
    expect((await it.takeOut(id, 'base')).json()).toEqual({ sign_id })
    expect((await it.takeOut(id, 'mars')).statusCode).toBe(404)
  })

  test.each(['funded', 'redeeming', 'paid', 'returning'] as const)(
    'but not of a claim that is %s: it is its recipient’s, or not back yet',
    async (status) => {
      const it = await setUp()
      await it.sent(it.id, 'completed')
      it.known.claims.set(CLAIMER_ID, claimThatIs(status))
      expect((await it.read()).view).toMatchObject({ claim_state: status, ways_out: [] })
      expect((await it.takeOut(it.id, 'base')).statusCode).toBe(404)
    },
  )
})

test('what strangers write beside a claim says nothing of what was sent', async () => {
  const { id, known, sent, read } = await setUp()
  await sent(id, 'completed')
  const [item] = claimThatIs('paid').items
  if (!item) throw new Error('the claim has no item')
  const dust = { ...item, claimId: '8', amount: 1n, status: 'returned' as const }
  known.claims.set(CLAIMER_ID, { ...claimThatIs('paid'), items: [item, dust] })
  expect((await read()).view).toMatchObject({ claim_state: 'paid', ways_out: [] })
})

test.each([
  { what: 'pays it', paysBill: true, overpaid: null },
  { what: 'pays nothing of it', paysBill: false, overpaid: { id: CLAIMER_ID, claim_id: '7' } },
])('a page knows whether what was sent for an invoice $what', async ({ paysBill, overpaid }) => {
  const { askInvoice, known, sent, read } = await setUp()
  const id = await askInvoice()
  await sent(id, 'completed')
  const item = claimThatIs('funded').items[0]
  if (!item) throw new Error('the claim has no item')
  const expiresAt = new Date('2027-01-01T00:00:00Z')
  const items = [{ ...item, claimId: '7', expiresAt, paysBill }]
  known.claims.set(CLAIMER_ID, { ...claimThatIs('funded'), items })
  expect((await read(id)).view).toMatchObject({ overpaid })
})

test('a page leads back to where it was asked for: to the chat, or for whoever pays an invoice, to that', async () => {
  const { askInvoice, read } = await setUp()
  expect((await read()).view).toMatchObject({
    chat: { url: 'https://chat.example/telegram/', platform: 'telegram' },
    invoice_id: null,
  })
  const id = await askInvoice()
  expect((await read(id)).view).toMatchObject({ chat: null, invoice_id: 'in-1' })
})
