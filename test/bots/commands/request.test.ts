import { beforeEach, describe, expect, test } from 'vitest'

import { withoutMoments } from '../../../src/core/terms/moment.ts'
import {
  declineBillAction,
  payBillAction,
  remindBillAction,
  withdrawBillAction,
} from '../../../src/bots/buttons/bill.ts'
import { againAction } from '../../../src/bots/buttons/again.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { billView } from '../../../src/bots/cards/bill.ts'
import { OWN_REASONS } from '../../../src/core/terms/known-reason.ts'
import { quietCard, type Card } from '../../../src/bots/cards/card.ts'
import { invoice, request, split } from '../../../src/bots/commands/request.ts'
import type { Services } from '../../../src/bots/dispatch/command.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { ClaimsPausedError } from '../../../src/claims/errors.ts'
import { ClaimTooSmallError } from '../../../src/core/terms/errors.ts'
import { claimTopic } from '../../../src/claims/claims.ts'
import type { Outcome, Progress } from '../../../src/core/tracking/progress.ts'
import { createInvoices } from '../../../src/services/bills/invoices.ts'
import { signTopic } from '../../../src/services/signing/sign-requests.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { openDatabase } from '../../../src/store/database.ts'
import {
  account,
  audience,
  claimView,
  CLAIMER_ID,
  createStandInServices,
  ON_BASE,
  speaker,
} from './stand-in-services.ts'
import { actionsOf, fieldsOf, linksOf } from '../read-card.ts'

const HASH = `0x${'ab'.repeat(32)}`
const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN
const alice = speaker('alice')
const bobby = speaker('bobby')
const carol = speaker('carol')

let { db } = openDatabase(':memory:')
let stand = createStandInServices(db)
beforeEach(() => {
  ;({ db } = openDatabase(':memory:'))
  stand = createStandInServices(db)
  for (const name of ['bobby', 'carol']) stand.known.wallets.set(`id-${name}`, [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
})

const rows = (card: Card) => fieldsOf(card).map(withoutMoments)
const show = async (id = 'b1') => (await billView(id, stand.services, audience()))?.card
const states = async () => {
  const bill = await show()
  return bill && rows(bill)
}
const pay = (who = bobby, id = 'b1') => payBillAction.run(id, who, stand.services)
const told = async () =>
  (await db.select().from(outbox).all())
    .filter(({ kind }) => kind === 'notify')
    .map(({ handle, key }) => `${handle}: ${key}`)

/** As if the wallet of a sign request had sent its transaction, and it had come so far. */
async function sign(signId: string, outcome: Outcome): Promise<void> {
  await stand.services.signRequests.sent(signId, HASH)
  progressTo(outcome)
}
function progressTo(outcome: Outcome): void {
  const progress: Progress = { outcome, txId: '', hops: [] }
  stand.known.progress.set(`base/${HASH}`, progress)
}

describe('what is asked for', () => {
  test('is told with its worth once: in the title, or for each of several', async () => {
    await request.run('0.04 eth from @bobby', alice, stand.services)
    expect(await show().then((card) => card?.title)).toBe('@alice asks for 0.04 ETH ($100)')
    expect(await states()).toEqual(['@bobby: 0.04 ETH, not paid yet'])
    await split.run('0.08 eth between @bobby @carol', alice, stand.services)
    const card = await show('b2')
    expect(card && rows(card)).toEqual([
      '@bobby: 0.04 ETH ($100), not paid yet',
      '@carol: 0.04 ETH ($100), not paid yet',
    ])
  })

  test.each([
    { written: '12 usdc from @bobby for lunch', note: 'for lunch' },
    { written: '@bobby 12 usdc for lunch', note: 'for lunch' },
    { written: '12usdc from @bobby, for lunch', note: 'for lunch' },
    { written: '$12 usdc from @bobby', note: undefined },
  ])('/request $written', async ({ written, note }) => {
    const { card, audience: readers, live } = await request.run(written, alice, stand.services)
    expect(card.title).toBe('@alice asks for 12 USDC')
    expect(rows(card)).toEqual(['@bobby: 12 USDC, not paid yet'])
    expect(actionsOf(card)).toEqual([
      'pay-bill:b1',
      'decline-bill:b1',
      'remind-bill:b1',
      'withdraw-bill:b1',
    ])
    expect({ readers, live }).toMatchObject({ readers: 'everyone', live: { view: 'bill' } })
    expect((await stand.services.bills.find('b1'))?.note).toBe(note)
  })

  test('in answer to what nobody wrote, it says that', async () => {
    const asking = speaker('alice', { answersNobody: true })
    await expect(request.run('5 usdc', asking, stand.services)).rejects.toThrow('anonymous admin')
    await request.run('5 usdc from @bobby', asking, stand.services)
  })

  test.each([
    { command: request, written: '0.5 usdc from @bobby' },
    { command: split, written: '2 usdc among me, @bobby and @carol' },
    { command: invoice, written: '0.5 usdc' },
  ])('what nobody could ever pay is not asked for: $command.name $written', async (asked) => {
    const refusal = new ClaimTooSmallError('0.5 usdc', '1 usdc')
    stand.known.impossible = (amount) => (amount < 1_000_000n ? refusal : undefined)
    await expect(asked.command.run(asked.written, alice, stand.services)).rejects.toBe(refusal)
    expect(await stand.services.bills.find('b1')).toBeUndefined()
  })

  test('what can only not be paid now is asked for all the same', async () => {
    stand.known.impossible = (_amount, isLater) => (isLater ? undefined : new ClaimsPausedError())
    await request.run('5 usdc from @bobby', alice, stand.services)
    await expect(pay()).rejects.toThrow(ClaimsPausedError)
  })

  test('the least is named that works for the smallest claim of each', async () => {
    const tokens = stand.services.network.tokens.map((each) => ({ ...each, min_claim: '1000' }))
    const services = { ...stand.services, network: { ...stand.services.network, tokens } }
    await expect(
      split.run('0.001999 usdc among @bobby @carol', alice, services),
    ).rejects.toMatchObject({ fix: expect.stringContaining('0.002 USDC') })
    await split.run('0.002 usdc among @bobby @carol', alice, services)
  })

  test.each([
    { command: request, written: '12 usdc from @tipper_bot' },
    { command: split, written: '12 usdc among @bobby and @tipper_bot' },
    { command: invoice, written: '12 usdc to @tipper_bot' },
  ])('a bot is asked for nothing: $command.name $written', async ({ command, written }) => {
    await expect(command.run(written, alice, stand.services)).rejects.toMatchObject({
      message: '@tipper_bot is a bot by its name, and bots cannot pay.',
      fix: expect.stringContaining('answer a message of theirs'),
    })
    expect(await stand.services.bills.find('b1')).toBeUndefined()
    stand.known.accounts.add('tipper_bot') // whom we have met is a person
    await command.run(written, alice, stand.services)
    expect(await stand.services.bills.find('b1')).toBeDefined()
  })

  test('in an answer to somebody, it is they who are asked, whatever becomes of their handle', async () => {
    const replyTo = { account: account('dora'), name: 'Dora' }
    const { card } = await request.run(
      '12 usdc for lunch',
      speaker('alice', { replyTo }),
      stand.services,
    )
    expect(rows(card)).toEqual(['Dora: 12 USDC, not paid yet'])
    expect((await stand.services.bills.find('b1'))?.shares[0]?.payerUserId).toBe('id-dora')
  })

  test.each([
    {
      written: '10 usdc among @bobby, @carol and @dora for dinner',
      shares: ['@bobby: 3.333334', '@carol: 3.333333', '@dora: 3.333333'],
    },
    { written: '10 usdc between @bobby @carol', shares: ['@bobby: 5', '@carol: 5'] },
    { written: '@bobby @carol 10 usdc', shares: ['@bobby: 5', '@carol: 5'] },
    {
      written: '10 usdc among me, @bobby & @carol',
      shares: ['@bobby: 3.333334', '@carol: 3.333333'],
    },
    { written: '10 usdc among @alice,@bobby', shares: ['@bobby: 5'] },
    { written: '10 usdc among @bobby @bobby @carol', shares: ['@bobby: 5', '@carol: 5'] },
  ])('/split $written', async ({ written, shares }) => {
    const { card } = await split.run(written, alice, stand.services)
    expect(rows(card)).toEqual(shares.map((share) => `${share} USDC, not paid yet`))
  })

  test('whom the platform took from the front shares with those behind', async () => {
    const nameless = { platform: 'telegram', userId: '2', handle: undefined } as const
    const replyTo = { account: nameless, name: 'Bobby', isNamed: true } as const
    const asking = speaker('alice', { replyTo })
    const { card } = await split.run('and @carol 10 usdc', asking, stand.services)
    expect(rows(card)).toEqual(['Bobby: 5 USDC, not paid yet', '@carol: 5 USDC, not paid yet'])
  })

  test('whom the platform names by account is asked as that account', async () => {
    const nameless = (userId: string, name: string) => ({
      account: { platform: 'telegram', userId, handle: undefined } as const,
      name,
    })
    const mentioned = [nameless('7', 'Carol'), nameless('8', 'Dora')]
    const asking = speaker('alice', { mentioned })
    const written = '1,200 usdc among @bobby <@7>, <@8> and <@7>'
    const { card } = await split.run(written, asking, stand.services)
    const { shares = [], note } = (await stand.services.bills.find('b1')) ?? {}
    expect(shares.map(({ payerUserId, amount }) => [payerUserId, amount])).toEqual([
      [undefined, 400_000_000n],
      ['7', 400_000_000n],
      ['8', 400_000_000n],
    ])
    expect(note).toBeUndefined()
    expect(rows(card)[1]).toBe('Carol: 400 USDC, not paid yet')
  })

  test.each([
    { run: request, written: '12 usdc from <@7> for lunch' },
    { run: request, written: '<@7> 12 usdc for lunch' },
    { run: invoice, written: '12 usdc to <@7> for lunch' },
  ])('"$written" asks whom the platform names by account', async ({ run, written }) => {
    const nameless = { platform: 'telegram', userId: '7', handle: undefined } as const
    const asking = speaker('alice', { mentioned: [{ account: nameless, name: 'Carol' }] })
    await run.run(written, asking, stand.services)
    const bill = await stand.services.bills.find('b1')
    expect(bill?.shares.map(({ payerUserId }) => payerUserId)).toEqual(['7'])
    expect(bill?.note).toBe('for lunch')
  })

  test.each([
    { run: request, written: '12 usdc', says: 'Who is to pay?' },
    { run: request, written: '12 from @bobby', says: 'Which token?' },
    { run: split, written: '40 among @bobby @carol', says: 'Which token?' },
    { run: request, written: '12 usdc from @alice', says: 'You cannot ask yourself to pay.' },
    { run: request, written: '12 usdc from @bobby @carol', says: 'A request goes to one person.' },
    { run: request, written: '12 usdc from @vouch', says: 'I am the bot; I cannot pay.' },
    {
      run: request,
      written: '12 usdc from bob@example.com',
      says: 'I can ask people on Telegram only: they press a button here.',
    },
    {
      run: request,
      written: 'half usdc from @bobby',
      says: 'How much? I cannot tell what half or all of it is, since somebody else has it.',
    },
    { run: request, written: '', says: 'How much, and of which token?' },
    { run: split, written: '10 usdc', says: 'Who is to pay?' },
    {
      run: split,
      written: '0.000001 usdc among @bobby @carol',
      says: '0.000001 USDC is too little for 2 shares.',
    },
    {
      run: split,
      written: `10 usdc among ${Array.from({ length: 21 }, (_, at) => `@payer${at}`).join(' ')}`,
      says: 'These are 21 people; at most 20 can be asked at once.',
    },
  ])('$run.name $written is refused: $says', async ({ run, written, says }) => {
    await expect(run.run(written, alice, stand.services)).rejects.toThrow(says)
    expect(await stand.services.bills.find('b1')).toBeUndefined()
  })

  test('a quiet group sees who is asked and who has paid', async () => {
    const shown = async (id: string) => {
      const card = await show(id)
      return card && rows(quietCard(card))
    }
    await split.run('10 usdc among @bobby @carol', alice, stand.services)
    expect(await shown('b1')).toEqual([
      '@bobby: 5 USDC, not paid yet',
      '@carol: 5 USDC, not paid yet',
    ])
    await request.run('6 usdc from @bobby', alice, stand.services)
    expect(await shown('b2')).toEqual(['@bobby: 6 USDC, not paid yet'])
    await invoice.run('40 usdc to @bobby', alice, stand.services)
    expect(await shown('b3')).toEqual([
      '@bobby: 40 USDC, not paid yet',
      'Can be paid until: 31 January 2026 at 00:00 UTC',
    ])
  })

  test('those who are asked are told in private where the card does not stand before them', async () => {
    await split.run('10 usdc among @bobby @carol', alice, stand.services)
    expect(await told()).toEqual([])
    const alone = speaker('alice', { chat: { id: 'alice', kind: 'private' } })
    await split.run('10 usdc among @bobby @carol', alone, stand.services)
    expect(await told()).toEqual(['bobby: b2', 'carol: b2'])
  })

  test('whoever asks one person over and over has them told five times a day', async () => {
    const alone = speaker('alice', { chat: { id: 'alice', kind: 'private' } })
    for (let asked = 0; asked < 30; asked += 1)
      await request.run('0.01 usdc from @bobby spam', alone, stand.services)
    expect(await told()).toHaveLength(5)
    const remind = (id: string) => remindBillAction.run(id, alone, stand.services)
    for (const id of ['b1', 'b2', 'b30', 'b30']) {
      stand.clock.advanceMin(HOUR_MIN)
      await expect(remind(id)).rejects.toMatchObject({
        message: expect.stringContaining('Nobody was told'),
        fix: expect.stringContaining('2 January 2026 at 00:00'), // a day after the first, however often it is pressed
      })
    }
    await request.run('5 usdc from @carol', alone, stand.services)
    expect(await told()).toHaveLength(6)
    stand.clock.advanceMin(DAY_MIN)
    await remind('b30')
    expect(await told()).toHaveLength(7)
  })

  test('whoever asks ever so many is told that nobody hears of it today, and from when they do', async () => {
    const alone = speaker('alice', { chat: { id: 'alice', kind: 'private' } })
    for (let asked = 0; asked < 201; asked += 1)
      await request.run(`0.01 usdc from @person_${asked}`, alone, stand.services)
    expect(await told()).toHaveLength(200)
    await expect(remindBillAction.run('b201', alone, stand.services)).rejects.toMatchObject({
      message: expect.stringContaining('Nobody was told'),
      fix: expect.stringContaining('2 January 2026 at 00:00'),
    })
  })
})

describe('paying', () => {
  beforeEach(() => split.run('10 usdc among @bobby @carol for dinner', alice, stand.services))

  test('asks the wallet of whoever presses for a tip of their share to the asker', async () => {
    const reply = await pay()
    expect(reply).toMatchObject({ audience: 'asker', live: { view: 'tip', key: 's1' } })
    const answering = speaker('bobby', { replyTo: { account: account('alice'), name: '@alice' } })
    await tip.run('5 usdc for dinner', answering, stand.services)
    const [paid, tipped] = await Promise.all(
      ['s1', 's2'].map((id) => stand.services.signRequests.find(id)),
    )
    expect(paid).toEqual({ ...tipped, id: 's1', askedIn: undefined, billId: 'b1' }) // a debt counts in no statistics
    expect(await states()).toEqual([
      '@bobby: 5 USDC, not signed yet',
      '@carol: 5 USDC, not paid yet',
    ])
  })

  test('is one payment, however often it is pressed', async () => {
    await pay()
    expect(await pay()).toMatchObject({ live: { key: 's1' } })
    await sign('s1', 'pending')
    expect(await pay()).toMatchObject({ live: { key: 's1' } })
    progressTo('completed')
    expect(await pay()).toMatchObject({ live: { key: 's1' } })
    await expect(stand.services.signRequests.find('s2')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('is begun by who has the handle, and stays theirs whatever they and others are called later', async () => {
    const as = (userId: string, handle: string | undefined) =>
      speaker('bobby', { account: { platform: 'telegram', userId, handle } })
    await pay()
    for (const handle of ['bobby_2', undefined])
      expect(await pay(as('id-bobby', handle))).toMatchObject({ live: { key: 's1' } })
    await expect(pay(as('id-eve', 'bobby'))).rejects.toMatchObject({ code: 'NOT_YOURS' })
    await sign('s1', 'failed')
    await stand.services.people.forget(bobby.account)
    expect(await pay(as('id-bobby', 'bobby_2'))).toMatchObject({ live: { key: 's2' } })
    const [share] = (await stand.services.bills.find('b1'))?.shares ?? []
    expect(share).toMatchObject({
      payer: { handle: 'bobby' },
      payerUserId: undefined,
      signId: 's2',
    })
    // Nobody has begun to pay the other one.
    const renamed = speaker('carol', { account: { ...account('carol'), handle: 'carol_2' } })
    await expect(pay(renamed)).rejects.toMatchObject({ code: 'NOT_YOURS' })
  })

  test('pressed twice at once shows one payment both times', async () => {
    const both = await Promise.all([pay(), pay()])
    const keys = both.map((reply) => reply?.live?.key)
    expect(new Set(keys).size).toBe(1)
    expect((await stand.services.bills.find('b1'))?.shares[0]?.signId).toBe(keys[0])
  })

  test.each([
    { outcome: 'pending', state: 'on its way' },
    { outcome: 'timed_out', state: 'on its way' },
    { outcome: 'needs_attention', state: 'on its way' },
    { outcome: 'completed', state: 'paid' },
    { outcome: 'released_as_vouchers', state: 'paid' },
    { outcome: 'failed', state: 'not paid yet' },
    { outcome: 'refunded', state: 'not paid yet' },
    { outcome: 'not_found', state: 'not paid yet' },
  ] as const)('is $state where its transaction is $outcome', async ({ outcome, state }) => {
    await pay()
    await sign('s1', outcome)
    expect((await states())?.[0]).toBe(`@bobby: 5 USDC, ${state}`)
  })

  test.each(['failed', 'refunded', 'not_found'] as const)(
    'can be done anew where it was %s',
    async (outcome) => {
      await pay()
      await sign('s1', outcome)
      expect(await pay()).toMatchObject({ live: { key: 's2' } })
    },
  )

  test.each([
    { status: 'funded', state: 'paid', next: 's1' },
    { status: 'redeeming', state: 'paid', next: 's1' },
    { status: 'paid', state: 'paid', next: 's1' },
    { status: 'expired', state: 'not paid yet', next: 's2' },
    { status: 'returning', state: 'not paid yet', next: 's2' },
    { status: 'returned', state: 'not paid yet', next: 's2' },
    { status: 'cancelled', state: 'not paid yet', next: 's2' },
  ] as const)('is $state where its claim is $status', async ({ status, state, next }) => {
    await pay()
    await sign('s1', 'completed')
    const [item] = claimView().items
    if (!item) throw new Error('the claim has no item')
    stand.known.claims.set(CLAIMER_ID, claimView({ items: [{ ...item, status }] }))
    expect((await states())?.[0]).toBe(`@bobby: 5 USDC, ${state}`)
    const shown = await billView('b1', stand.services, audience())
    expect(shown?.topics).toContain(claimTopic(CLAIMER_ID))
    expect(await pay()).toMatchObject({ live: { key: next } })
  })

  test.each([
    { paysBill: true, isTooMuch: false },
    { paysBill: false, isTooMuch: true },
  ])('its card offers to take back what pays nothing (pays: $paysBill)', async (given) => {
    const { paysBill, isTooMuch } = given
    await pay()
    await sign('s1', 'completed')
    const [item] = claimView().items
    if (!item) throw new Error('the claim has no item')
    const expiresAt = new Date('2027-01-01T00:00:00Z')
    const items = [{ ...item, claimId: '7', expiresAt, paysBill }]
    stand.known.claims.set(CLAIMER_ID, claimView({ items }))
    const shown = JSON.stringify(await tipView('s1', stand.services, audience()))
    expect({
      said: shown.includes('until it is claimed, you can take it back'),
      button: shown.includes(`cancel:${CLAIMER_ID}:7`),
    }).toEqual({ said: isTooMuch, button: isTooMuch })
  })

  test.each([
    { text: 'may still run', isRead: false, has: undefined, state: 'on its way', next: 's1' },
    { text: 'ran for nobody', isRead: true, has: undefined, state: 'not paid yet', next: 's2' },
    { text: 'ran in another transaction', isRead: false, has: 'funded', state: 'paid', next: 's1' },
    {
      text: 'ran, and came back',
      isRead: true,
      has: 'returned',
      state: 'not paid yet',
      next: 's2',
    },
  ] as const)(
    'is $state where our transaction did not run its text, which $text',
    async ({ isRead, has, state, next }) => {
      await pay()
      await sign('s1', 'needs_attention')
      const detail = OWN_REASONS.text_expired
      const hop = {
        kind: 'submit',
        chain_uid: 'base',
        state: 'failed',
        tx_hash: HASH,
        detail,
      } as const
      const progress: Progress = { outcome: 'needs_attention', txId: '', hops: [hop] }
      stand.known.progress.set(`base/${HASH}`, progress)
      stand.known.finalTo.set('base', stand.clock.now())
      stand.clock.advanceMin(2 * HOUR_MIN)
      if (isRead) stand.known.finalTo.set('base', stand.clock.now())
      const items = claimView().items.map((item) => ({ ...item, status: has ?? item.status }))
      if (has) stand.known.claims.set(CLAIMER_ID, claimView({ items }))
      expect((await states())?.[0]).toBe(`@bobby: 5 USDC, ${state}`)
      expect(await pay()).toMatchObject({ live: { key: next } })
    },
  )

  test('can be done anew where nobody signed in time', async () => {
    await pay()
    stand.clock.advanceMin(2 * HOUR_MIN)
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, not paid yet')
    expect(await pay()).toMatchObject({ live: { key: 's2' } })
  })

  test('is not done anew while its payer may have sent it at the last moment', async () => {
    stand.known.finalTo.set('base', stand.clock.now())
    await pay()
    stand.clock.advanceMin(2 * HOUR_MIN)
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, may be on its way')
    expect(await pay()).toMatchObject({ live: { key: 's1' } })
    stand.known.finalTo.delete('base')
    expect(await pay()).toMatchObject({ live: { key: 's2' } })
  })

  const again = (id = 's1') => againAction.run(id, bobby, stand.services)

  test.each(['failed', 'not signed', 'dismissed'])(
    'goes on with what its card asks for again where it was %s: it is paid once',
    async (why) => {
      await pay()
      if (why === 'failed') await sign('s1', 'failed')
      else if (why === 'dismissed') await stand.services.signRequests.dismiss('s1')
      else stand.clock.advanceMin(2 * HOUR_MIN)
      expect(await again()).toMatchObject({ live: { key: 's2' } })
      expect((await states())?.[0]).toBe('@bobby: 5 USDC, not signed yet')
      expect(await pay()).toMatchObject({ live: { key: 's2' } })
      const other = `0x${'cd'.repeat(32)}`
      await stand.services.signRequests.sent('s2', other)
      stand.known.progress.set(`base/${other}`, { outcome: 'completed', txId: '', hops: [] })
      expect((await states())?.[0]).toBe('@bobby: 5 USDC, paid')
      expect(await pay()).toMatchObject({ live: { key: 's2' } })
    },
  )

  test('is paid by what came to nothing first and arrives after all, though what was asked for since is under way', async () => {
    await pay()
    await sign('s1', 'not_found')
    await pay()
    const other = `0x${'cd'.repeat(32)}`
    await stand.services.signRequests.sent('s2', other)
    stand.known.progress.set(`base/${other}`, { outcome: 'timed_out', txId: '', hops: [] })
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, on its way')
    const shown = await billView('b1', stand.services, audience())
    expect(shown?.topics).toEqual(expect.arrayContaining(['sign:s1', 'sign:s2']))
    for (const outcome of ['pending', 'completed'] as const) {
      stand.known.progress.set(`base/${HASH}`, { outcome, txId: '', hops: [] })
      const state = outcome === 'completed' ? 'paid' : 'on its way'
      expect((await states())?.[0]).toBe(`@bobby: 5 USDC, ${state}`)
    }
    expect(await pay()).toMatchObject({ live: { key: 's1' } })
  })

  test('paid anew, the card of what came to nothing leads to that payment', async () => {
    await pay()
    await sign('s1', 'failed')
    await pay()
    stand.clock.advanceMin(2 * HOUR_MIN) // nobody signed this one
    expect(await pay()).toMatchObject({ live: { key: 's3' } })
    expect(await again('s2')).toMatchObject({ live: { key: 's3' } })
    await stand.services.signRequests.sent('s3', `0x${'cd'.repeat(32)}`)
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, on its way')
  })

  test('the cards of several that nobody signed lead to one payment, which counts as its', async () => {
    const late = () => stand.clock.advanceMin(2 * HOUR_MIN)
    await pay()
    late()
    expect(await again('s1')).toMatchObject({ live: { key: 's2' } })
    late()
    expect(await again('s2')).toMatchObject({ live: { key: 's3' } })
    expect(await again('s1')).toMatchObject({ live: { key: 's3' } })
    await sign('s3', 'completed')
    expect(await again('s1')).toMatchObject({ live: { key: 's3' } })
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, paid')
    expect(await pay()).toMatchObject({ live: { key: 's3' } })
  })

  test('the card of what nobody signed first leads to what is paid by the bill since', async () => {
    const late = () => stand.clock.advanceMin(2 * HOUR_MIN)
    await pay()
    late()
    await pay()
    late()
    expect(await pay()).toMatchObject({ live: { key: 's3' } })
    expect(await again('s1')).toMatchObject({ live: { key: 's3' } })
  })

  test.each(['its card', 'the bill'])(
    'what is signed after all counts, although %s has asked for it again',
    async (what) => {
      await pay()
      stand.clock.advanceMin(2 * HOUR_MIN)
      await (what === 'its card' ? again() : pay())
      await sign('s1', 'completed')
      expect((await states())?.[0]).toBe('@bobby: 5 USDC, paid')
      expect(await pay()).toMatchObject({ live: { key: 's1' } })
    },
  )

  test('follows what its card asks for again', async () => {
    await pay()
    await sign('s1', 'failed')
    await again()
    const topics = (await billView('b1', stand.services, audience()))?.topics
    expect(topics).toEqual(expect.arrayContaining(['s1', 's2'].map(signTopic)))
  })

  test('ends the card once all have paid', async () => {
    await pay()
    await sign('s1', 'completed')
    const half = await show()
    expect(half?.tone).toBe('info')
    expect(JSON.stringify(half)).toContain('1 of 2 has paid.')
    await pay(carol)
    const other = `0x${'cd'.repeat(32)}`
    await stand.services.signRequests.sent('s2', other)
    stand.known.progress.set(`base/${other}`, { outcome: 'completed', txId: '', hops: [] })
    const all = await show()
    expect(all).toMatchObject({ tone: 'success' })
    expect(all && actionsOf(all)).toEqual([])
  })

  test('is for those who are asked', async () => {
    const who = [
      speaker('dora'),
      alice,
      speaker('bobby', { account: { platform: 'discord', userId: '7', handle: 'bobby' } }),
    ]
    for (const other of who)
      await expect(pay(other)).rejects.toThrow('@alice asks others here, not you.')
  })

  test('follows every payment of the bill', async () => {
    await pay()
    const rendered = await billView('b1', stand.services, audience())
    expect(rendered?.topics).toEqual(['bill:b1', 'sign:s1'])
  })
})

describe('/invoice', () => {
  const dora = speaker('dora')
  const make = (written = '40 usdc for logo design', asking = alice) =>
    invoice.run(written, asking, stand.services)
  const invoices = () => createInvoices(stand.services)
  const stateOf = async (id = 'b1') => (await invoices().find(id)).state

  test.each([
    { written: '40 usdc for logo design', note: 'for logo design', payer: '', days: 30 },
    { written: '40 usdc', note: undefined, payer: '', days: 30 },
    {
      written: '40 usdc to @bobby for logo design',
      note: 'for logo design',
      payer: 'bobby',
      days: 30,
    },
    { written: '@bobby 40 usdc in 14 days', note: undefined, payer: 'bobby', days: 14 },
    { written: '40 usdc in 14 days to @bobby', note: undefined, payer: 'bobby', days: 14 },
    {
      written: '40 usdc until 2026-01-15 00:00 utc to @bobby for work',
      note: 'for work',
      payer: 'bobby',
      days: 14,
    },
    { written: '40 usdc to @bobby in 14 days in all', note: 'in all', payer: 'bobby', days: 14 },
    { written: '40 usdc in 14 days to be paid', note: 'to be paid', payer: '', days: 14 },
    {
      written: '40 usdc until 12 am utc 2026-01-15 December rent',
      note: 'December rent',
      payer: '',
      days: 14,
    },
    { written: '40 usdc in 1 day 24 hours for work', note: 'for work', payer: '', days: 2 },
    {
      written: '40 usdc in 14 days 2 hours of design',
      note: '2 hours of design',
      payer: '',
      days: 14,
    },
    { written: '40 usdc in 2 days for:work', note: 'for:work', payer: '', days: 2 },
    { written: '40 usdc in advance', note: 'in advance', payer: '', days: 30 },
  ])('$written', async ({ written, note, payer, days }) => {
    const { card, audience: readers } = await make(written)
    expect(card.title).toBe('Invoice of @alice: 40 USDC')
    expect(readers).toBe('everyone')
    expect(linksOf(card)).toEqual(['https://vouch.example/pay/b1'])
    expect(card.blocks.find(({ kind }) => kind === 'picture')).toBeDefined()
    expect(actionsOf(card)).toEqual(
      payer === ''
        ? ['pay-bill:b1', 'withdraw-bill:b1']
        : ['pay-bill:b1', 'decline-bill:b1', 'remind-bill:b1', 'withdraw-bill:b1'],
    )
    const bill = await stand.services.bills.find('b1')
    expect(bill?.note).toBe(note)
    expect(bill?.shares.map((share) => share.payer.handle)).toEqual([payer])
    const expiresAt = new Date(stand.clock.now().getTime() + days * DAY_MIN * 60_000)
    expect(bill?.expiresAt).toEqual(expiresAt)
  })

  test.each([
    { written: '40 usdc to @bobby @carol', says: 'An invoice is for one person' },
    { written: '40 usdc until 18:00', says: '18:00 by which clock?' },
    { written: '40 usdc until friday', says: 'I cannot read when it ends.' },
    { written: '40 usdc until 18:00 utc friday', says: 'I cannot read when it ends.' },
    { written: '40 usdc in 1.5 hours', says: 'I cannot read when it ends.' },
    { written: '40 usdc in 5 seconds', says: 'is past, or too near' },
    { written: '40 usdc in 14 days to @bobby @carol', says: 'An invoice is for one person' },
    { written: 'half usdc', says: 'How much?' },
  ])('$written is refused: $says', async ({ written, says }) => {
    await expect(make(written)).rejects.toThrow(says)
  })

  test('however late it ends, its card says when', async () => {
    await make('40 usdc until 9999-12-31 18:00 utc')
    expect(await states()).toEqual(['Can be paid until: 31 December 9999 at 18:00 UTC'])
  })

  test('anybody but its asker pays it by one tap, and the card says who did', async () => {
    await make()
    await expect(pay(alice)).rejects.toThrow('@alice asks others here, not you.')
    stand.known.wallets.set('id-dora', [ON_BASE])
    expect(await pay(dora)).toMatchObject({ audience: 'asker', live: { view: 'tip', key: 's1' } })
    expect(await states()).toEqual(['Can be paid until: 31 January 2026 at 00:00 UTC'])
    await sign('s1', 'pending')
    expect(await stateOf()).toBe('sent')
    await expect(pay(bobby)).rejects.toThrow('This invoice is being paid right now.')
    progressTo('completed')
    expect(await states()).toEqual(['@dora: 40 USDC, paid'])
    expect(await show()).toMatchObject({ tone: 'success' })
    await expect(pay(bobby)).rejects.toThrow('This invoice is paid already.')
    await expect(invoices().pay('b1', 'base')).rejects.toThrow('This invoice is paid already.')
  })

  test.each(['pending', 'timed_out', 'needs_attention'] as const)(
    'its asker can withdraw it while a payment is %s, and what arrives still shows',
    async (outcome) => {
      await make()
      await pay(bobby)
      await sign('s1', outcome)
      const before = await show()
      expect(actionsOf(before)).toEqual(['withdraw-bill:b1'])
      expect(JSON.stringify(before)).toContain('It is being paid.')
      await withdrawBillAction.run('b1', alice, stand.services)
      const after = await show()
      expect(actionsOf(after)).toEqual([])
      expect(JSON.stringify(after)).toContain('@alice withdrew it.')
      expect([await stateOf(), await states()]).toEqual([
        'withdrawn',
        ['@bobby: 40 USDC, on its way'],
      ])
      progressTo('completed')
      expect([await stateOf(), await states()]).toEqual(['paid', ['@bobby: 40 USDC, paid']])
    },
  )

  test('whoever begins to pay and does not sign keeps nobody from paying', async () => {
    await make()
    await pay(bobby)
    const { id } = await invoices().pay('b1', 'base')
    await pay(carol)
    await sign('s3', 'completed')
    expect([id, await states()]).toEqual(['s2', ['@carol: 40 USDC, paid']])
  })

  test.each([
    { by: 'the button', ask: (some: Services) => payBillAction.run('b1', bobby, some) },
    { by: 'the page', ask: (some: Services) => createInvoices(some).pay('b1', 'base') },
  ])('what is made by $by while somebody else pays is put away again', async ({ ask }) => {
    await make()
    await pay(carol)
    const { signRequests } = stand.services
    const create: typeof signRequests.create = async (input) => {
      await sign('s1', 'pending') // while nodes are asked what may be paid
      return signRequests.create(input)
    }
    const meanwhile = { ...stand.services, signRequests: { ...signRequests, create } }
    await expect(ask(meanwhile)).rejects.toThrow('This invoice is being paid right now.')
    expect((await signRequests.find('s2')).dismissedAt).toEqual(stand.clock.now())
    await expect(signRequests.prepare('s2', ON_BASE.address)).rejects.toThrow('was dismissed')
  })

  test('on its page everybody is given the same to sign on the chain that they choose', async () => {
    await make('40 usdc to @bobby')
    const first = await invoices().pay('b1', 'base')
    expect(first).toMatchObject({
      ownerAccount: undefined,
      ownerName: '',
      operation: 'deposit',
      chain_uid: 'base',
      senderAddress: undefined,
      request: { amount_in: 40_000_000n, recipient: { account: account('alice') } },
    })
    expect(await invoices().pay('b1', 'base')).toEqual(first)
    const other = await invoices().pay('b1', 'neuron')
    expect(other).toMatchObject({ chain_uid: 'neuron' })
    expect(other.id).not.toBe(first.id)
    await stand.requestStore.setTxHash(other.id, 'AB', stand.clock.now())
    stand.known.progress.set('neuron/AB', { outcome: 'completed', txId: '', hops: [] })
    expect(await states()).toEqual(['@bobby: 40 USDC, not paid yet', 'By the link: 40 USDC, paid'])
  })

  const OTHER_WAYS = [
    { way: 'its page, on that chain', ask: () => invoices().pay('b1', 'base') },
    { way: 'its page, on another chain', ask: () => invoices().pay('b1', 'neuron') },
    { way: 'the button', ask: () => pay(carol) },
  ]
  test.each([
    {
      by: 'its page',
      async begin() {
        const { id } = await invoices().pay('b1', 'base')
        await stand.services.signRequests.prepare(id, ON_BASE.address)
      },
    },
    { by: 'the button', begin: () => pay(bobby) },
  ])(
    'is paid in no way while whoever began by $by may have sent it at the last moment',
    async ({ begin }) => {
      await make()
      await begin()
      stand.known.finalTo.set('base', stand.clock.now())
      const before = await billView('b1', stand.services, audience())
      expect(before?.changesAt).toEqual(new Date(stand.clock.now().getTime() + HOUR_MIN * 60_000))
      expect(await stateOf()).toBe('open')
      stand.clock.advanceMin(HOUR_MIN)
      expect(await stateOf()).toBe('unseen')
      for (const { ask } of OTHER_WAYS)
        await expect(ask()).rejects.toThrow('may have been paid at the last moment')
      const shown = await billView('b1', stand.services, audience())
      expect(shown && actionsOf(shown.card)).toEqual(['withdraw-bill:b1'])
      expect(shown?.changesAt?.getTime()).toBeGreaterThan(stand.clock.now().getTime())
      stand.known.finalTo.delete('base')
      expect(await stateOf()).toBe('open')
      for (const { ask } of OTHER_WAYS) await ask()
    },
  )

  test('waits an hour for a chain that stands still, and then can be paid on others', async () => {
    await make()
    const { id } = await invoices().pay('b1', 'base')
    await stand.services.signRequests.prepare(id, ON_BASE.address)
    stand.known.finalTo.set('base', stand.clock.now())
    stand.clock.advanceMin(2 * HOUR_MIN - 1)
    expect(await stateOf()).toBe('unseen')
    stand.clock.advanceMin(1)
    expect(await stateOf()).toBe('open')
    expect(await invoices().pay('b1', 'neuron')).toMatchObject({ chain_uid: 'neuron' })
    expect(await invoices().pay('b1', 'base')).toMatchObject({ id }) // nobody begins anew there
  })

  test('whoever puts away what they were to sign keeps nobody else waiting', async () => {
    await make()
    await pay(bobby)
    stand.known.finalTo.set('base', stand.clock.now())
    await stand.services.signRequests.dismiss('s1')
    expect(await pay(bobby)).toMatchObject({ live: { key: 's1' } })
    expect(await pay(carol)).toMatchObject({ live: { key: 's2' } })
  })

  test('whoever chooses one chain after another ends nothing that somebody else is about to sign, and makes no more than one for each', async () => {
    await make('40 usdc to @bobby')
    const first = await invoices().pay('b1', 'base')
    const ids = new Set<string>()
    for (const chain of ['neuron', 'base', 'neuron', 'base', 'neuron'])
      ids.add((await invoices().pay('b1', chain)).id)
    expect(ids.size).toBe(2)
    expect(await stand.services.signRequests.find(first.id)).toEqual(first)
    stand.clock.advanceMin(2 * HOUR_MIN)
    for (const chain of ['neuron', 'base']) await invoices().pay('b1', chain)
    expect((await stand.services.bills.find('b1'))?.shares).toHaveLength(3)
  })

  test('whoever began to pay is not asked again by their card once somebody else has paid, and it cannot be paid any more', async () => {
    const again = (id: string) => againAction.run(id, bobby, stand.services)
    await make()
    await make()
    await make('40 usdc in 2 days')
    await pay(bobby)
    stand.clock.advanceMin(2 * HOUR_MIN)
    await pay(carol)
    await sign('s2', 'pending')
    await expect(again('s1')).rejects.toThrow('This invoice is being paid right now.')
    progressTo('completed')
    await expect(again('s1')).rejects.toThrow('This invoice is paid already.')
    await pay(bobby, 'b2')
    await withdrawBillAction.run('b2', alice, stand.services)
    stand.clock.advanceMin(2 * HOUR_MIN)
    await expect(again('s3')).rejects.toThrow('This was withdrawn.')
    await pay(bobby, 'b3')
    stand.clock.advanceMin(2 * DAY_MIN)
    await expect(again('s4')).rejects.toThrow('This invoice has expired.')
  })

  test('what its page asked for first counts, should it be signed after another one has taken its place', async () => {
    await make()
    const first = await invoices().pay('b1', 'base')
    stand.clock.advanceMin(2 * HOUR_MIN)
    const second = await invoices().pay('b1', 'base')
    expect(second.id).not.toBe(first.id)
    expect((await invoices().pay('b1', 'base')).id).toBe(second.id)
    await sign(first.id, 'completed')
    expect(await states()).toEqual(['By the link: 40 USDC, paid'])
    await expect(invoices().pay('b1', 'base')).rejects.toThrow('paid')
  })

  test.each([
    { by: 'its page', ask: async () => (await invoices().pay('b1', 'base')).id },
    { by: 'the button', ask: async () => (await pay(bobby))?.live?.key ?? '' },
  ])(
    'a look costs the same however often $by asked for it in vain, and whichever of these is signed after all counts',
    async ({ by, ask }) => {
      await make()
      const { signRequests } = stand.services
      let looks = 0
      const counting =
        <Asked extends unknown[], Answer>(look: (...asked: Asked) => Answer) =>
        (...asked: Asked) => {
          looks += 1
          return look(...asked)
        }
      const counted = {
        ...stand.services,
        signRequests: {
          ...signRequests,
          current: counting(signRequests.current),
          standing: counting(signRequests.standing),
          paymentsOf: counting(signRequests.paymentsOf),
        },
      }
      const asked: string[] = []
      const askTimes = async (times: number) => {
        for (let time = 0; time < times; time += 1) {
          stand.clock.advanceMin(2 * HOUR_MIN)
          asked.push(await ask())
        }
        looks = 0
        await createInvoices(counted).find('b1')
        return looks
      }
      const few = await askTimes(2)
      expect(await askTimes(10)).toBe(few)
      expect(new Set(asked).size).toBe(12)
      const topics = async () => (await db.select().from(outbox).all()).map(({ topic }) => topic)
      const before = (await topics()).filter((topic) => topic === 'bill:b1').length
      await sign(asked[5] ?? '', 'completed')
      const who = by === 'its page' ? 'By the link' : '@bobby'
      expect(await states()).toEqual([`${who}: 40 USDC, paid`])
      expect((await topics()).filter((topic) => topic === 'bill:b1')).toHaveLength(before + 1)
      const rendered = await billView('b1', stand.services, audience())
      expect(rendered?.topics).toContain(`sign:${asked[5]}`)
      await expect(pay(carol)).rejects.toThrow('This invoice is paid already.')
    },
  )

  test('two who ask for it at once are given the same, whomever it is for', async () => {
    await make('40 usdc to @bobby')
    const pays = invoices()
    const all = await Promise.all([pays.pay('b1', 'base'), pays.pay('b1', 'base')])
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect((await stand.services.bills.find('b1'))?.shares).toHaveLength(2)
  })

  test('two who ask for it at once on two servers are given the same', async () => {
    await make()
    const both = await Promise.all([invoices().pay('b1', 'base'), invoices().pay('b1', 'base')])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
  })

  test('is paid from no chain where its token is not, and no other bill has a page', async () => {
    await make('1 eth')
    const refused = invoices().pay('b1', 'neuron')
    await expect(refused).rejects.toMatchObject({ code: 'UNKNOWN_DENOMINATION' })
    await request.run('12 usdc from @bobby', alice, stand.services)
    for (const id of ['b2', 'unknown'])
      await expect(invoices().pay(id, 'base')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('ends when it expires, and when it is withdrawn', async () => {
    await make('40 usdc in 2 days')
    await make()
    const rendered = await billView('b1', stand.services, audience())
    expect(rendered?.changesAt).toEqual((await stand.services.bills.find('b1'))?.expiresAt)
    stand.clock.advanceMin(2 * DAY_MIN)
    await withdrawBillAction.run('b2', alice, stand.services)
    expect([await stateOf(), await stateOf('b2')]).toEqual(['expired', 'withdrawn'])
    expect(JSON.stringify(await show())).toContain('It has expired.')
    expect(await show().then((card) => card && actionsOf(card))).toEqual([])
    await expect(pay()).rejects.toThrow('This invoice has expired.')
    await expect(pay(bobby, 'b2')).rejects.toThrow('This was withdrawn.')
    await expect(invoices().pay('b2', 'base')).rejects.toThrow('This invoice was withdrawn.')
  })

  test('that a hundred accounts have begun to pay is said to the next, who pays on its page', async () => {
    await make()
    for (let number = 0; number < 100; number += 1) await pay(speaker(`payer_${number}`))
    const next = pay(speaker('late'))
    await expect(next).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('100 others have begun to pay'),
      fix: expect.stringContaining(`${stand.services.publicUrl}/pay/b1`),
    })
    await pay(speaker('payer_7')) // who has begun goes on
    expect(await invoices().pay('b1', 'base')).toMatchObject({ chain_uid: 'base', billId: 'b1' })
    await stand.services.bills.withdraw('b1', stand.clock.now())
    await expect(pay(speaker('late'))).rejects.toThrow('This was withdrawn.')
  })

  test('reminds whom it is for, and nobody else', async () => {
    await make('40 usdc to @bobby', speaker('alice', { chat: { id: 'alice', kind: 'private' } }))
    expect(await told()).toEqual(['bobby: b1'])
    await pay(carol)
    stand.clock.advanceMin(1)
    await remindBillAction.run('b1', alice, stand.services)
    expect(await told()).toEqual(['bobby: b1', 'bobby: b1'])
    await make()
    await expect(remindBillAction.run('b2', alice, stand.services)).rejects.toThrow(
      'Nobody is left',
    )
  })
})

describe('the other buttons', () => {
  beforeEach(() => split.run('10 usdc among @bobby @carol', alice, stand.services))
  const run = (action: typeof payBillAction, who = alice) => action.run('b1', who, stand.services)

  test('who declines is named so, and may pay all the same', async () => {
    await run(declineBillAction, bobby)
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, declined')
    await pay()
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, not signed yet')
    await sign('s1', 'completed')
    await expect(run(declineBillAction, bobby)).rejects.toThrow('You have paid this already.')
  })

  test('who declines once their wallet was asked is named so and not reminded, and pays the same request after all', async () => {
    await pay()
    await run(declineBillAction, bobby)
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, declined')
    const reminded = await run(remindBillAction)
    expect(reminded?.card.title).toBe('Reminded 1 person') // Carol
    expect((await told()).at(-1)).toBe('carol: b1')
    expect((await pay())?.live?.key).toBe('s1')
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, not signed yet')
    await run(declineBillAction, bobby)
    await sign('s1', 'completed')
    expect((await states())?.[0]).toBe('@bobby: 5 USDC, paid')
  })

  test('erased with all else that is kept of its asker, its card says that nobody asks for it', async () => {
    await split.run('12 usdc among @bobby and @carol', alice, stand.services)
    const before = (await db.select().from(outbox).all()).length
    await stand.services.people.forget(alice.account)
    expect(await show()).toEqual({
      title: 'Nobody asks for this any more',
      tone: 'warning',
      blocks: [],
    })
    const changed = (await db.select().from(outbox).all()).slice(before)
    expect(changed.map(({ topic }) => topic)).toContain('bill:b1')
    await expect(pay()).rejects.toThrow('This was withdrawn.')
  })

  test('withdrawn by its asker, it can be paid no more, and what was paid stays', async () => {
    await pay()
    await sign('s1', 'completed')
    await expect(run(withdrawBillAction, bobby)).rejects.toThrow('Only @alice may do that.')
    await run(withdrawBillAction)
    const card = await show()
    expect(card && [rows(card)[0], actionsOf(card)]).toEqual(['@bobby: 5 USDC, paid', []])
    expect(JSON.stringify(card)).toContain('@alice withdrew it.')
    for (const action of [payBillAction, declineBillAction])
      await expect(run(action, carol)).rejects.toThrow('This was withdrawn.')
    for (const action of [remindBillAction, withdrawBillAction])
      await expect(run(action)).rejects.toThrow('This was withdrawn.')
  })

  test('a payment that was made ready while it was withdrawn is not shown', async () => {
    const bill = await stand.services.bills.find('b1')
    const { find } = stand.services.bills
    let reads = 0
    stand.services.bills.find = async (id) => ((reads += 1) === 1 ? bill : find(id))
    await stand.services.bills.withdraw('b1', stand.clock.now())
    await expect(pay()).rejects.toThrow('This was withdrawn.')
  })

  test('whoever has begun to pay is reminded by their account, whatever they are called by now', async () => {
    await pay()
    await run(remindBillAction)
    const notices = await db.select().from(outbox).all()
    const reminded = notices.filter(({ kind }) => kind === 'notify')
    expect(reminded.map(({ handle, userId }) => [handle, userId])).toEqual([
      ['bobby', 'id-bobby'],
      ['carol', null],
    ])
  })

  test('those who have not paid are reminded in private, once a day', async () => {
    await expect(run(remindBillAction, bobby)).rejects.toThrow('Only @alice may do that.')
    await pay()
    await sign('s1', 'completed')
    expect((await run(remindBillAction))?.card.title).toBe('Reminded 1 person')
    expect(await told()).toEqual(['carol: b1'])
    stand.clock.advanceMin(23 * HOUR_MIN)
    await expect(run(remindBillAction)).rejects.toThrow('They were reminded today.')
    stand.clock.advanceMin(HOUR_MIN)
    await run(remindBillAction)
    expect(await told()).toEqual(['carol: b1', 'carol: b1'])
  })
})
