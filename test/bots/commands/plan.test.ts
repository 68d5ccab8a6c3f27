import { beforeEach, describe, expect, test } from 'vitest'

import type { Fact } from '../../../src/core/terms/fact.ts'
import { againAction } from '../../../src/bots/buttons/again.ts'
import { ClaimTooSmallError } from '../../../src/core/terms/errors.ts'
import { planDueView } from '../../../src/bots/cards/plan.ts'
import { viewOf } from '../../../src/bots/cards/views.ts'
import type { Card } from '../../../src/bots/cards/card.ts'
import {
  pausePlanAction,
  payPlanAction,
  plan,
  plansAction,
  removePlanAction,
  resumePlanAction,
} from '../../../src/bots/commands/plan.ts'
import { requestDue } from '../../../src/bots/paying/request-planned.ts'
import { createPlanPass } from '../../../src/services/plans/plans.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { factOf } from '../../../src/store/chats/outbox.ts'
import { signRequests } from '../../../src/store/signing/signing-tables.ts'
import { createPlanStore } from '../../../src/store/chats/plan-store.ts'
import { createForgetPerson } from '../../../src/store/people/forget-person.ts'
import { withoutMoments } from '../../../src/core/terms/moment.ts'
import {
  account,
  alone,
  audience,
  createStandInServices,
  ON_BASE,
  HASH,
  ON_HUB,
  speaker,
} from './stand-in-services.ts'
import { actionsOf, fieldsOf } from '../read-card.ts'

const DAY_MIN = 24 * 60
const alice = alone('alice')

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 900_000_000n)
})

const set = (written: string, who = alice) => plan.run(written, who, stand.services)
const list = async (who = alice) => {
  const reply = await plansAction.run('', who, stand.services)
  return reply ? rows(reply.card) : []
}
const rows = (card: Card) => fieldsOf(card).map(withoutMoments)

/** A server's look at what is due. */
const look = (warned: string[] = []) =>
  createPlanPass({
    store: createPlanStore(stand.db),
    request: async (due) => (await requestDue(due, stand.services)).id,
    log: { warn: (_details, message) => void warned.push(message) },
    now: stand.clock.now,
    sleep: async () => undefined,
  }).look()
const told = async () =>
  (await stand.db.select().from(outbox).all())
    .filter(({ kind }) => kind === 'notify')
    .map((row) => ({ to: row.userId, fact: factOf(row) }))
const signIdOf = (fact: Fact | undefined) => (fact?.kind === 'plan-due' ? (fact.signId ?? '') : '')
/** What its owner reads of the last one that was told. */
const lastCard = async () => (await lastShown())?.card
const lastTopics = async () => (await lastShown())?.topics ?? []
const lastShown = async () => {
  const fact = (await told()).at(-1)?.fact
  if (!fact) throw new Error('nothing was told')
  const { view, key } = viewOf(fact)
  expect(view).toBe('plan-due')
  return planDueView(key, stand.services, audience(account('alice')))
}

describe('/plan', () => {
  test.each([
    { written: '@bobby 5 usdc every week', row: '1. @bobby: 5 USDC weekly, next on 8 January' },
    {
      written: '5 usdc to @bobby every day for coffee',
      row: '1. @bobby: 5 USDC daily, next on 2',
    },
    {
      written: '@bobby $5 of eth Every Month',
      row: '1. @bobby: $5 (ETH) monthly, next on 1 Feb',
    },
    { written: '@bobby $12,50 of eth every week', row: '1. @bobby: $12.50 (ETH) weekly' },
    { written: '@bobby $1,000 of eth every week', row: '1. @bobby: $1000 (ETH) weekly' },
    { written: '@bobby $1.000,50 of eth every week', row: '1. @bobby: $1000.50 (ETH) weekly' },
  ])('$written', async ({ written, row }) => {
    const { card, audience: readers } = await set(written)
    expect([card.tone, readers]).toEqual(['success', 'asker'])
    const [shown = ''] = await list()
    expect(shown.slice(0, row.length)).toBe(row)
  })

  test.each([
    {
      written: '@bobby 5 usdc for daily coffee every week',
      every: 'week',
      note: 'for daily coffee',
    },
    {
      written: '@bobby 5 usdc every week for daily coffee',
      every: 'week',
      note: 'for daily coffee',
    },
    { written: '@bobby 5 usdc every weekly for coffee', every: 'week', note: 'for coffee' },
    { written: '@bobby 5 usdc Monthly for coffee', every: 'month', note: 'for coffee' },
  ])('$written comes every $every with the note $note', async ({ written, every, note }) => {
    await set(written)
    expect(await stand.services.plans.of(account('alice'))).toMatchObject([{ every, note }])
  })

  test.each([
    { written: '@bobby 5 usdc every day', isKept: true },
    { written: '@bobby 0.5 usdc every day', isKept: false },
    { written: '@bobby $0.5 of usdc every day', isKept: false },
    { written: '@bobby $5 every day', isKept: true },
  ])('$written is kept only where it could be paid: $isKept', async ({ written, isKept }) => {
    const refusal = new ClaimTooSmallError('0.5 usdc', '1 usdc')
    stand.known.impossible = (amount, isLater) =>
      !isLater || amount < 1_000_000n ? refusal : undefined
    if (isKept) await set(written)
    else await expect(set(written)).rejects.toBe(refusal)
    expect((await list()).length).toBe(isKept ? 1 : 0)
  })

  test('kept with dollars as they were typed is listed and comes due by its cents', async () => {
    await set('@bobby $5 of usdc every day')
    const [made] = await stand.services.plans.of(account('alice'))
    if (!made) throw new Error('no plan')
    const amount = { cents: 1250n, usd: '12,50' }
    await stand.services.plans.remove(account('alice'), made.id)
    await stand.services.plans.add({ ...made, amount }, 1)
    expect(await list()).toEqual([expect.stringContaining('$12.50 (USDC) daily')])
    stand.clock.advanceMin(DAY_MIN)
    await look()
    expect(JSON.stringify(await lastCard())).toContain('$12.50 of USDC is 12.5 USDC')
  })

  test('of dollars is kept where nobody knows now what they come to', async () => {
    stand.known.pools = []
    await set('@bobby $5 of eth every day')
    expect(await list()).toHaveLength(1)
  })

  test.each([
    { written: '@bobby 5 usdc', says: 'How often: every day, every week or every month?' },
    {
      written: '@bobby 5 usdc every year',
      says: 'How often: every day, every week or every month?',
    },
    {
      written: '@bobby @carol 5 usdc every week',
      says: 'A plan is for one person, whom you name.',
    },
    { written: '@bobby half usdc every week', says: /Name an amount/ },
    { written: '@bobby 5 usdc on base every week', says: /leave out Base/ },
    { written: '@alice 5 usdc every week', says: /yourself/ },
    { written: '@other_bot 5 usdc every week', says: /is a bot/ },
  ])('$written is refused: $says', async ({ written, says }) => {
    await expect(set(written)).rejects.toMatchObject({
      message: says instanceof RegExp ? expect.stringMatching(says) : says,
    })
    expect(await list()).toEqual([])
  })

  test('is listed with what it is worth now, and without prices as it is', async () => {
    await set('@bobby 0.04 eth every week')
    await pausePlanAction.run('b1', alice, stand.services)
    expect(await list()).toEqual(['1. @bobby: 0.04 ETH ($100) weekly, paused'])
    stand.known.pools = []
    expect(await list()).toEqual(['1. @bobby: 0.04 ETH weekly, paused'])
  })

  test('its owner alone pauses, resumes and removes it, and has ten at most', async () => {
    await set('@bobby 5 usdc every week')
    const others = pausePlanAction.run('b1', alone('bobby'), stand.services)
    await expect(others).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(removePlanAction.run('b1', alone('bobby'), stand.services)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await pausePlanAction.run('b1', alice, stand.services)
    await pausePlanAction.run('b1', alice, stand.services) // pressed twice
    expect(await list()).toEqual(['1. @bobby: 5 USDC weekly, paused'])
    await removePlanAction.run('b1', alice, stand.services)
    for (let count = 0; count < 10; count += 1) await set('@bobby 5 usdc every week')
    await expect(set('@bobby 5 usdc every week')).rejects.toMatchObject({
      message: 'You have 10 plans already.',
    })
    await createForgetPerson(stand.db, stand.clock.now)(alice.account)
    expect(await list()).toEqual([])
  })
})

describe('what is due', () => {
  test('is told once, by whichever server, as the tip to sign; missed ones are not made up for', async () => {
    await set('@bobby 5 usdc every day for coffee')
    await look()
    expect(await told()).toEqual([])
    stand.clock.advanceMin(3 * DAY_MIN + 1)
    await Promise.all([look(), look()])
    await look()
    const [first, ...more] = await told()
    expect(more).toEqual([])
    expect(first).toMatchObject({ to: 'id-alice', fact: { kind: 'plan-due', planId: 'b1' } })
    const card = await lastCard()
    expect(card?.title).toBe('Tip 5 USDC to @bobby')
    expect(card?.blocks).toContainEqual(expect.objectContaining({ kind: 'link', label: 'Sign' }))
    stand.clock.advanceMin(DAY_MIN)
    await look()
    expect(await told()).toHaveLength(2)
  })

  test('takes a signature alone where vouchers are enough', async () => {
    stand.known.vouchers.set('base', [{ token: 'usdc', amount: 900_000_000n }])
    stand.known.closed = undefined
    await set('@bobby 5 usdc every week')
    stand.clock.advanceMin(7 * DAY_MIN)
    await look()
    const fact = (await told())[0]?.fact
    const { build } = await stand.services.signRequests.find(signIdOf(fact))
    expect(build?.type).toBe('meta')
  })

  test('and was not signed in time can be made ready by one press, for its owner', async () => {
    await set('@bobby 5 usdc every week')
    stand.clock.advanceMin(7 * DAY_MIN)
    await look()
    stand.clock.advanceMin(61)
    const card = await lastCard()
    expect(card?.title).toBe('It is time: 5 USDC for @bobby')
    expect(actionsOf(card)).toEqual(['plan-pay:b1', 'plans'])
    const paid = await payPlanAction.run('b1', alice, stand.services)
    expect(paid).toMatchObject({ audience: 'asker', live: { view: 'tip' } })
    const others = payPlanAction.run('b1', speaker('bobby'), stand.services)
    await expect(others).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  describe('has one payment, however often it is made ready:', () => {
    const press = async () => (await payPlanAction.run('b1', alice, stand.services))?.live?.key
    /** Every request that a wallet could be asked for now. */
    const open = async () => {
      const { db, clock } = stand
      const shown = [await press(), ...(await told()).map(({ fact }) => signIdOf(fact))]
      const all = await db.select().from(signRequests).all()
      return [
        ...new Set(
          all
            .filter(({ id, expiresAt }) => shown.includes(id) && expiresAt > clock.now())
            .map(({ id }) => id),
        ),
      ]
    }
    beforeEach(async () => {
      await set('@bobby 5 usdc every day')
      stand.clock.advanceMin(DAY_MIN)
      await look()
      stand.clock.advanceMin(61)
    })

    test('two presses, one after the other or at once, show the same request', async () => {
      const [first, second] = await Promise.all([press(), press()])
      expect(first).toMatch(/^s/)
      expect([second, await press()]).toEqual([first, first])
      stand.clock.advanceMin(61) // nobody signed that, either
      const anew = await press()
      expect(anew).not.toBe(first)
      expect(await press()).toBe(anew)
    })

    test.each(['the card first', 'the list first'])(
      'what the card of the one before asks for again is the same as the list shows: %s',
      async (order) => {
        const before = signIdOf((await told())[0]?.fact)
        const again = async () => (await againAction.run(before, alice, stand.services))?.live?.key
        const presses = order === 'the card first' ? [again, press] : [press, again]
        const keys: unknown[] = []
        for (const each of [...presses, ...presses]) keys.push(await each())
        expect(keys[0]).toMatch(/^s/)
        expect(keys[0]).not.toBe(before)
        expect(new Set(keys).size).toBe(1)
      },
    )

    test('its card shows what is made ready in its place, and what became of that', async () => {
      expect(actionsOf(await lastCard())).toContain('plan-pay:b1')
      const key = (await press()) ?? ''
      expect(JSON.stringify(await lastCard())).toContain(`/sign/${key}`)
      stand.clock.advanceMin(61)
      expect(actionsOf(await lastCard())).toContain('plan-pay:b1')
      const next = (await press()) ?? ''
      await stand.requestStore.setTxHash(next, HASH, stand.clock.now())
      expect(await lastCard()).toMatchObject({ title: 'Sending 5 USDC to @bobby' })
      expect(await lastTopics()).toContain(`sign:${next}`)
    })

    test('a press on what is paid shows the payment', async () => {
      const key = (await press()) ?? ''
      await stand.requestStore.setTxHash(key, HASH, stand.clock.now())
      stand.clock.advanceMin(61)
      expect(await press()).toBe(key)
    })

    test.each(['the press first', 'the time first', 'both at once'])(
      'its time comes with a press, %s',
      async (order) => {
        stand.clock.advanceMin(DAY_MIN - 61)
        if (order === 'the press first') await press()
        if (order === 'the time first') await look()
        await Promise.all([look(), press(), press()])
        await look() // what lost against a press stays due until then
        expect(await open()).toHaveLength(1)
        expect((await told()).map(({ fact }) => fact?.kind)).toEqual(['plan-due', 'plan-due'])
      },
    )
  })

  test('and cannot be paid is told, too, and others with it', async () => {
    await set('@bobby 5 usdc every week')
    await set('@bobby 5000 usdc every week')
    stand.clock.advanceMin(7 * DAY_MIN)
    await look()
    expect((await told()).map(({ fact }) => fact?.kind)).toEqual(['plan-due', 'plan-due'])
    expect(actionsOf(await lastCard())).toContain('plan-pay:b2')
    stand.known.balances.set('base/usdc', 9_000_000_000n)
    const key = (await payPlanAction.run('b2', alice, stand.services))?.live?.key ?? ''
    const refreshed = (await stand.db.select().from(outbox).all()).map(({ topic }) => topic)
    expect(refreshed).toContain((await lastTopics()).find((topic) => topic.startsWith('plan:')))
    await stand.requestStore.setTxHash(key, HASH, stand.clock.now())
    expect(await lastCard()).toMatchObject({ title: 'Sending 5000 USDC to @bobby' })
  })

  test('and paused is not told, and goes on with its next time', async () => {
    await set('@bobby 5 usdc every week')
    await pausePlanAction.run('b1', alice, stand.services)
    stand.clock.advanceMin(15 * DAY_MIN)
    await look()
    expect(await told()).toEqual([])
    await resumePlanAction.run('b1', alice, stand.services)
    await look()
    expect(await told()).toEqual([])
    expect((await list())[0]).toContain('next on 22 January')
  })

  test('stays due where something of ours fails, and is told later', async () => {
    await set('@bobby 5 usdc every week')
    stand.clock.advanceMin(7 * DAY_MIN)
    const { market } = stand.services
    const { payoutTerms } = market
    market.payoutTerms = () => Promise.reject(new Error('a bug'))
    const warned: string[] = []
    await look(warned)
    expect([await told(), warned]).toEqual([[], ['a plan could not be told yet; trying again']])
    market.payoutTerms = payoutTerms
    await look()
    expect(await told()).toHaveLength(1)
  })

  test('is told in one look, however many there are, and those that fail keep no other from it', async () => {
    const { db, clock } = stand
    const store = createPlanStore(db)
    await set('@bobby 5 usdc every week')
    const [made] = await store.of(alice.account)
    if (!made) throw new Error('no plan was made')
    for (let count = 100; count < 219; count += 1)
      await store.add({ ...made, id: `p${count}` }, 999)
    clock.advanceMin(7 * DAY_MIN)
    const asked: string[] = []
    const warned: string[] = []
    const fails = (id: string) => id < 'p160'
    await createPlanPass({
      store,
      async request({ id }) {
        asked.push(id)
        if (fails(id)) throw new Error('a bug')
        return `s-${id}`
      },
      log: { warn: (_details, message) => void warned.push(message) },
      now: clock.now,
      sleep: async () => undefined,
    }).look()
    expect(new Set(asked).size).toBe(120)
    expect(asked).toHaveLength(120)
    expect([warned.length, (await told()).length]).toEqual([61, 59])
  })
})
