import { expect, test } from 'vitest'

import { withoutMoments } from '../../../src/core/terms/moment.ts'
import { history } from '../../../src/bots/commands/history.ts'
import type { ReceivedClaim } from '../../../src/claims/claims.ts'
import type { Outcome } from '../../../src/core/tracking/progress.ts'
import { ALICE_EVM, USDC } from '../../core/sample-network.ts'
import {
  account,
  CLAIMER_ID,
  claimView,
  createStandInServices,
  speaker,
} from './stand-in-services.ts'
import { actionsOf, stepsOf } from '../read-card.ts'

const hashOf = (number: number) => `0x${`${number}`.padStart(64, '0')}`

/** Alice has signed so many tips, one a minute; number 1 is the oldest. */
async function setUp(count: number, outcomes: Partial<Record<number, Outcome>> = {}) {
  const { services, known, clock, requestStore } = createStandInServices()
  const sign = async (name: string, number: number) => {
    const { id } = await services.signRequests.create({
      ownerAccount: `telegram:${account(name).userId}`,
      ownerName: `@${name}`,
      operation: 'deposit',
      chain_uid: 'base',
      request: {
        amount_in: BigInt(number) * 1_000_000n,
        asset_in: { token: 'usdc', token_type: { smart: { contract_address: '0x1' } } },
        recipient: { social: { telegram: '@bobby' } },
      },
      note: undefined,
      senderAddress: undefined,
    })
    return id
  }
  for (let number = 1; number <= count; number += 1) {
    await requestStore.setTxHash(await sign('alice', number), hashOf(number), clock.now())
    const outcome = outcomes[number] ?? 'completed'
    known.progress.set(`base/${hashOf(number)}`, { outcome, txId: '', hops: [] })
    clock.advanceMin(1)
  }
  await sign('alice', 98) // never signed
  await requestStore.setTxHash(await sign('bobby', 99), hashOf(99), clock.now())
  const show = async (input: string) => {
    const { card, audience } = await history.run(input, speaker('alice'), services)
    const steps = stepsOf(card).map((step) => ({
      ...step,
      detail: withoutMoments(step.detail ?? ''),
    }))
    const buttons = actionsOf(card)
    return { card, audience, steps, buttons }
  }
  return { show, known, requestStore, services }
}

const received = (more: Partial<ReceivedClaim> = {}): ReceivedClaim => ({
  claimId: '7',
  token: 'usdc',
  amount: 4_000_000n,
  senderAccount: 'telegram:id-alice',
  senderName: '@carol',
  note: undefined,
  recipient: { chain_uid: 'base', address: '0x1' },
  release: true,
  txHash: 'AB',
  paidAt: new Date('2026-01-01T00:01:30Z'),
  ...more,
})
/** The buttons that show another part, as all of the list has them. */
const PARTS = ['history:sent:1', 'history:received:1']

test("shows one's own transactions to oneself, the newest first, with their states and pages", async () => {
  const { show } = await setUp(3, { 2: 'refunded', 3: 'pending' })
  const { audience, steps, buttons } = await show('')
  expect(audience).toBe('asker')
  expect(steps).toEqual([
    {
      label: '3 USDC to @bobby',
      state: 'active',
      detail: 'On its way, 1 January 2026 at 00:02 UTC',
      url: `https://vouch.example/track/base/${hashOf(3)}`,
    },
    expect.objectContaining({
      label: '2 USDC to @bobby',
      state: 'failed',
      detail: expect.stringContaining('Refunded'),
    }),
    expect.objectContaining({
      label: '1 USDC to @bobby',
      state: 'done',
      detail: expect.stringContaining('Completed'),
    }),
  ])
  expect(buttons).toEqual(PARTS)
})

test.each([
  { input: '', first: 17, shown: 8, buttons: ['history:2'] },
  { input: '2', first: 9, shown: 8, buttons: ['history:1', 'history:3'] },
  { input: '3', first: 1, shown: 1, buttons: ['history:2'] },
  { input: '4', first: undefined, shown: 0, buttons: ['history:3'] },
])('page "$input" of 17 begins with $first', async ({ input, first, shown, buttons }) => {
  const { show } = await setUp(17)
  const page = await show(input)
  expect(page.steps[0]?.label).toBe(first === undefined ? undefined : `${first} USDC to @bobby`)
  expect([page.steps.length, page.buttons]).toEqual([shown, [...buttons, ...PARTS]])
})

test('shows what was paid to one among what one signed, or alone', async () => {
  const { show, known } = await setUp(3)
  const kept = { release: false, paidAt: new Date('2026-01-01T00:00:30Z') }
  known.received.set(account('alice').userId, [received(), received(kept)])
  const { steps } = await show('')
  expect(steps.map(({ label }) => label)).toEqual([
    '3 USDC to @bobby',
    '4 USDC from @carol',
    '2 USDC to @bobby',
    '4 USDC from @carol',
    '1 USDC to @bobby',
  ])
  const alone = await show('received')
  expect(alone.steps).toEqual([
    {
      label: '4 USDC from @carol',
      state: 'done',
      detail: 'Paid out on Base, 1 January 2026 at 00:01 UTC',
      url: 'https://vouch.example/track/neuron/AB',
    },
    expect.objectContaining({ detail: 'Yours as vouchers, 1 January 2026 at 00:00 UTC' }),
  ])
  expect(alone.buttons).toEqual(['history:1', 'history:sent:1'])
  expect((await show('sent')).steps).toHaveLength(3)
})

test('the pages of a part stay in it', async () => {
  const { show, known } = await setUp(1)
  known.received.set(
    account('alice').userId,
    Array.from({ length: 9 }, () => received()),
  )
  expect((await show('received')).buttons).toContain('history:received:2')
  const second = await show('RECEIVED 2')
  expect([second.steps.length, second.buttons]).toEqual([
    1,
    ['history:received:1', 'history:1', 'history:sent:1'],
  ])
})

test.each([
  ['cancelled', 'completed', 'You took it back'],
  ['cancelled', 'pending', 'You took it back'],
  ['returned', 'completed', 'Nobody claimed it; it came back'],
] as const)(
  'a gift that was %s, and whose transaction is %s, is said to be back',
  async (status, outcome, said) => {
    const { show, known, requestStore, services } = await setUp(0)
    const { id } = await services.signRequests.create({
      ownerAccount: `telegram:${account('alice').userId}`,
      ownerName: '@alice',
      operation: 'deposit',
      chain_uid: 'base',
      request: {
        amount_in: 5_000_000n,
        asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
        recipient: { social: { telegram: '@bobby' } },
      },
      note: undefined,
      senderAddress: ALICE_EVM,
    })
    await services.signRequests.prepare(id, ALICE_EVM)
    await requestStore.setTxHash(id, hashOf(1), services.now())
    known.progress.set(`base/${hashOf(1)}`, { outcome, txId: '', hops: [] })
    const claim = claimView()
    known.claims.set(CLAIMER_ID, {
      ...claim,
      items: claim.items.map((item) => ({ ...item, status })),
    })
    expect((await show('')).steps).toEqual([
      expect.objectContaining({ state: 'failed', detail: expect.stringContaining(said) }),
    ])
  },
)

test.each([
  { whose: 'somebody’s', address: `0x${'b0'.repeat(20)}`, label: '2 USDC to 0xb0b0…b0b0' },
  { whose: 'one’s own', address: ALICE_EVM, label: 'Deposit of 2 USDC' },
])('what went to $whose wallet is called "$label"', async ({ address, label }) => {
  const { show, requestStore, services } = await setUp(0)
  const { id } = await services.signRequests.create({
    ownerAccount: `telegram:${account('alice').userId}`,
    ownerName: '@alice',
    operation: 'deposit',
    chain_uid: 'base',
    request: {
      amount_in: 2_000_000n,
      asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
      recipient: { chain_uid: 'base', address },
    },
    note: undefined,
    senderAddress: ALICE_EVM,
  })
  await requestStore.setTxHash(id, hashOf(1), services.now())
  expect((await show('')).steps.map((step) => step.label)).toEqual([label])
})

test.each(['0', '-1', '1.5', 'all', '101', '2 3', 'received x', 'sent received'])(
  'refuses the page "%s"',
  async (input) => {
    const { show } = await setUp(0)
    await expect(show(input)).rejects.toMatchObject({
      message: expect.stringContaining('is not a page'),
    })
  },
)

test('says so where there is nothing', async () => {
  const { show } = await setUp(0)
  expect((await show('')).card.blocks).toEqual([
    { kind: 'text', text: 'Nothing is here so far.' },
    expect.anything(),
    expect.anything(),
  ])
})

test('says what was worth how much then, or else now', async () => {
  const { services, known, clock, priceStore } = createStandInServices()
  await priceStore.add(new Map([['eth', '2000']]), clock.now())
  const eth = { token: 'eth', amount: 10n ** 17n }
  const before = new Date(clock.now().getTime() - 1)
  known.received.set(account('alice').userId, [
    received({ ...eth, paidAt: clock.now() }),
    received({ ...eth, paidAt: before }), // no price of then is known; 1 ETH is $2,500 now
    received({ paidAt: before }), // dollars
  ])
  const { card } = await history.run('received', speaker('alice'), services)
  const steps = stepsOf(card)
  expect(steps.map(({ label }) => label)).toEqual([
    '0.1 ETH ($200) from @carol',
    '0.1 ETH (now $250) from @carol',
    '4 USDC from @carol',
  ])
})
