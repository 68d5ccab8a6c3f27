import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import type { ClaimerRecord } from '../../../src/claims/claim-store-port.ts'
import { standingsTopic } from '../../../src/services/people/people-port.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { claimers } from '../../../src/store/claims/claim-tables.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createStandingStore } from '../../../src/store/people/standing-store.ts'
import { asker, claim, claimer, LIMIT, NOW, redemption } from '../claim-rows.ts'

const GROUP = 'chat:telegram:-1'
const ELSEWHERE = 'chat:telegram:-2'
const DAY_MS = 86_400_000
const account = (name: string) => ({
  platform: 'telegram' as const,
  userId: `id-${name}`,
  handle: name,
})

let { db } = openTestDatabase()
let standings = createStandingStore(db)
let claims = createClaimStore(db)
let gifts = 0
beforeEach(() => {
  ;({ db } = openTestDatabase())
  standings = createStandingStore(db)
  claims = createClaimStore(db)
  gifts = 0
})

type Given = { usdCents?: number; daysAgo?: number; group?: string | undefined; isBound?: boolean }

/** A gift that has arrived; returns its claimer's id. */
async function give(from: string, to: string, more: Given = {}): Promise<string> {
  const { usdCents = 100, daysAgo = 0, group = GROUP, isBound = true } = more
  gifts += 1
  const id = `claimer-${gifts}`
  const record: ClaimerRecord = claimer({
    id,
    recipient: { platform: 'telegram', handle: to },
    boundUserId: isBound ? `id-${to}` : undefined,
    senderAccount: `telegram:id-${from}`,
    senderName: `@${from}`,
    recipientName: `@${to}`,
    createdAt: new Date(NOW.getTime() - daysAgo * DAY_MS),
    askedIn: group,
  })
  await claims.addClaimers([record], undefined, LIMIT, () => true)
  const funded = claim({ claimId: `${gifts}`, claimerId: id, usdCents })
  await claims.addClaims([{ claim: funded, claimer: record }], NOW)
  return id
}

async function list(side: 'given' | 'received', daysAgo?: number) {
  const from = daysAgo === undefined ? undefined : new Date(NOW.getTime() - daysAgo * DAY_MS)
  const { people, all } = await standings.ofGroup({ group: GROUP, from, side, most: 2 })
  const rows = people.map(({ person, usdCents, gifts: count }) =>
    [person.handle || person.name, usdCents, count].join(' '),
  )
  return [...rows, `${all.usdCents} ${all.gifts}`]
}

test('a group lists who gave and received most there, the most first, and what all gifts came to', async () => {
  await give('alice', 'bobby', { usdCents: 500 })
  await give('alice', 'carol', { usdCents: 250 })
  await give('bobby', 'carol', { usdCents: 900, daysAgo: 8 })
  await give('carol', 'dora', { usdCents: 1 })
  await give('dora', 'alice', { usdCents: 99_999, group: ELSEWHERE })
  await createAccountStore(db).remember(account('alice'), 'telegram', 'dm', NOW)
  expect(await list('given', 7)).toEqual(['alice 750 2', '@carol 1 1', '751 3'])
  expect(await list('given')).toEqual(['@bobby 900 1', 'alice 750 2', '1651 4'])
  expect(await list('received')).toEqual(['@carol 1150 2', '@bobby 500 1', '1651 4'])
})

test('people are called as they were last, and by no name that they have given up', async () => {
  await give('alice', 'bobby', { daysAgo: 1 })
  await db.update(claimers).set({ senderName: '@zoe' }).run()
  await give('alice', 'carol')
  expect(await list('given')).toEqual(['@alice 200 2', '200 2'])
})

test('what a stranger writes into the claims of others is nobody’s gift', async () => {
  const id = await give('alice', 'bobby', { usdCents: 500 })
  const dust = claim({ claimId: '99', claimerId: id, amount: 10_000n, usdCents: 1 })
  await claims.addClaims([{ claim: dust, claimer: claimer({ id }) }], NOW)
  expect(await list('given')).toEqual(['@alice 500 1', '500 1'])
  expect(await standings.numberInGroup(id)).toBe(1)
})

test('what goes back to its sender was not given, and what has not arrived neither', async () => {
  await give('alice', 'bobby', { usdCents: 500 })
  const pending = claimer({ id: 'pending', senderAccount: 'telegram:id-alice', askedIn: GROUP })
  await claims.addClaimers([pending], undefined, LIMIT, () => true)
  expect(await list('given')).toEqual(['@alice 500 1', '500 1'])
  expect(await claims.addRedemption(redemption({ purpose: 'cancel' }), asker(), NOW, NOW)).toBe(
    true,
  )
  expect(await list('given')).toEqual(['@alice 500 1', '500 1'])
  await claims.settleRedemption(1, { ok: true, error: '' }, NOW)
  expect(await list('given')).toEqual(['0 0'])
})

test.each([
  { who: 'alice', side: 'given', left: ['@bobby 30 1', '30 1'] },
  { who: 'alice', side: 'received', left: ['@carol 30 1', '30 1'] },
  { who: 'bobby', side: 'given', left: ['@alice 7 1', '7 1'] },
  { who: 'carol', side: 'received', left: ['@bobby 500 1', '500 1'] },
] as const)(
  'no $side gift of $who is told to others once they left, until they come back',
  async ({ who, side, left }) => {
    await give('alice', 'bobby', { usdCents: 500 })
    await give('alice', 'carol', { usdCents: 7 })
    await give('bobby', 'carol', { usdCents: 30 })
    const before = await list(side)
    await db.delete(outbox).run()
    await standings.list(account(who), false, NOW)
    await standings.list(account(who), false, NOW) // said twice, it is told once
    expect(await list(side)).toEqual(left)
    expect(await standings.isListed(account(who))).toBe(false)
    const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
    expect(told).toEqual([standingsTopic(GROUP)])
    await standings.list(account(who), true, NOW)
    expect(await list(side)).toEqual(before)
  },
)

describe('a gift to a handle that is nobody’s yet tells nothing of whoever has left:', () => {
  const meet = (name: string, userId = `id-${name}`) =>
    createAccountStore(db).remember({ ...account(name), userId }, 'telegram', 'dm', NOW)
  const hide = (name: string, listed = false) => standings.list(account(name), listed, NOW)
  /** Gifts to a handle that two accounts have shown: its sender has not said whose it is. */
  const giveUndecided = () => give('alice', 'bobby', { usdCents: 500, isBound: false })

  test.each([
    { name: 'they left afterwards', before: false, now: 'bobby' },
    { name: 'they had left before', before: true, now: 'bobby' },
    { name: 'they have another handle by now', before: false, now: 'robert' },
  ])('$name', async ({ before, now }) => {
    await give('alice', 'carol', { usdCents: 7 })
    await meet('bobby')
    await meet('bobby', 'id-other')
    await meet(now, 'id-bobby')
    if (before) await hide('bobby')
    await giveUndecided()
    await db.delete(outbox).run()
    if (!before) {
      expect(await list('given')).toEqual(['@alice 507 2', '507 2'])
      await hide('bobby')
      const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
      expect(told).toEqual([standingsTopic(GROUP)])
    }
    expect(await list('given')).toEqual(['@alice 7 1', '7 1'])
    await hide('bobby', true)
    expect(await list('given')).toEqual(['@alice 507 2', '507 2'])
  })

  test('where it is somebody else’s, it counts', async () => {
    await meet('bobby')
    await meet('bobby', 'id-other')
    await hide('bobby')
    const id = await giveUndecided()
    await db.update(claimers).set({ boundUserId: 'id-other' }).where(eq(claimers.id, id)).run()
    expect(await list('given')).toEqual(['@alice 500 1', '500 1'])
  })

  test('once they show the handle, the lists that counted it are drawn again', async () => {
    await meet('robert', 'id-bobby')
    await hide('bobby')
    await giveUndecided()
    expect(await list('given')).toEqual(['@alice 500 1', '500 1'])
    await db.delete(outbox).run()
    await meet('bobby')
    const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
    expect(told).toContain(standingsTopic(GROUP))
    expect(await list('given')).toEqual(['0 0'])
  })
})

test('somebody’s own numbers count all groups and private chats, whether they are listed or not', async () => {
  await give('alice', 'bobby', { usdCents: 500 })
  await give('bobby', 'alice', { usdCents: 40, group: undefined })
  await give('alice', 'carol', { usdCents: 3, daysAgo: 9 })
  await standings.list(account('alice'), false, NOW)
  expect(await standings.ofPerson(account('alice'), undefined)).toEqual({
    given: { gifts: 2, usdCents: 503 },
    received: { gifts: 1, usdCents: 40 },
  })
  const week = new Date(NOW.getTime() - 7 * DAY_MS)
  expect((await standings.ofPerson(account('alice'), week)).given.usdCents).toBe(500)
})

test('a gift has its number among those to its recipient in its group', async () => {
  await give('alice', 'bobby', { daysAgo: 3, group: ELSEWHERE })
  await give('alice', 'bobby', { daysAgo: 2 })
  await give('alice', 'carol', { daysAgo: 1 })
  const second = await give('carol', 'bobby')
  expect(await standings.numberInGroup(second)).toBe(2)
  await standings.list(account('alice'), false, NOW)
  expect(await standings.numberInGroup(second)).toBe(1) // hers do not count
  await standings.list(account('bobby'), false, NOW)
  expect(await standings.numberInGroup(second)).toBeUndefined()
  const privately = await give('alice', 'carol', { group: undefined })
  expect(await standings.numberInGroup(privately)).toBeUndefined()
})
