import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import type { Account } from '../../../src/core/terms/identity.ts'
import type { Plan } from '../../../src/services/plans/plans.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { factOf } from '../../../src/store/chats/outbox.ts'
import { createPlanStore } from '../../../src/store/chats/plan-store.ts'

const NOW = new Date('2026-01-08T09:00:00Z')
const LATER = new Date('2026-01-15T09:00:00Z')
const alice = { platform: 'telegram', userId: '1', handle: 'alice' } as const
const plan = (change: Partial<Plan> = {}): Plan => ({
  id: 'p1',
  owner: alice,
  ownerName: '@alice',
  recipient: { platform: 'telegram', handle: 'bobby' },
  recipientUserId: undefined,
  amount: { units: 2n ** 100n },
  token: 'usdc',
  note: undefined,
  every: 'week',
  startsAt: new Date('2026-01-01T09:00:00Z'),
  dueAt: NOW,
  pausedAt: undefined,
  signId: undefined,
  ...change,
})

test('plans come back as they went in', async () => {
  const store = createPlanStore(openTestDatabase().db)
  const other = plan({
    id: 'p2',
    recipient: { platform: 'telegram', handle: '', name: 'Bobby' },
    recipientUserId: '2',
    amount: { cents: 500n, usd: '5' },
    note: 'for coffee',
    pausedAt: NOW,
  })
  await store.add(plan(), 9)
  await store.add(other, 9)
  expect(await store.of(alice)).toEqual([plan(), other])
  expect(await store.due(NOW, 9)).toEqual([plan()])
})

test('of two servers that tell what is due one does, and what was paused meanwhile is told by none', async () => {
  const { db } = openTestDatabase()
  const store = createPlanStore(db)
  await store.add(plan(), 9)
  await Promise.all(['s1', 's2'].map((signId) => store.tell(plan(), signId, LATER, NOW)))
  const told = (await db.select().from(outbox).all()).map(factOf)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ kind: 'plan-due', planId: 'p1' })
  expect((await store.find('p1'))?.dueAt).toEqual(LATER)
  await store.pause(alice, 'p1', { pausedAt: NOW })
  const { signId } = (await store.find('p1')) ?? {}
  await store.tell(plan({ dueAt: LATER, signId }), undefined, LATER, NOW)
  expect(await db.select().from(outbox).all()).toHaveLength(1)
})

test('whoever cannot be written to has of each plan the newest due time alone waiting, and what others wait for stays', async () => {
  const { db } = openTestDatabase()
  const store = createPlanStore(db)
  for (const id of ['p1', 'p10']) await store.add(plan({ id }), 9)
  const told = ['p1', 'p10', 'p1', 'p1'].entries()
  for (const [day, id] of told) {
    const due = await store.find(id)
    if (due) await store.tell(due, `s${day}`, new Date(NOW.getTime() + day * 86_400_000), NOW)
  }
  const open = await db.select().from(outbox).where(isNull(outbox.deliveredAt)).all()
  expect(open.map(({ key }) => `${key}`).toSorted()).toEqual(['p10:s1', 'p1:s3'])
})

test('of several requests at once for one plan one pays it, be it due or asked for by its owner', async () => {
  const { db } = openTestDatabase()
  const store = createPlanStore(db)
  await store.add(plan(), 9)
  const payBy = (before: string | undefined, signId: string, owner: Account = alice) =>
    store.payBy(owner, 'p1', { before, signId }, NOW)
  expect(await payBy(undefined, 's0', { ...alice, userId: '2' })).toBe(false)
  const taken = await Promise.all([payBy(undefined, 's1'), payBy(undefined, 's2')])
  expect(taken.filter(Boolean)).toHaveLength(1)
  const { signId } = (await store.find('p1')) ?? {}
  expect(signId).toBe(taken[0] ? 's1' : 's2')
  await store.tell(plan(), 's3', LATER, NOW) // read before the press
  expect(await store.find('p1')).toMatchObject({ signId, dueAt: NOW })
  await store.tell(plan({ signId }), 's4', LATER, NOW)
  expect(await store.find('p1')).toMatchObject({ signId: 's4', dueAt: LATER })
  expect([await payBy(signId, 's5'), await payBy('s4', 's6')]).toEqual([false, true])
  await store.remove(alice, 'p1')
  expect(await payBy('s6', 's7')).toBe(false)
})
