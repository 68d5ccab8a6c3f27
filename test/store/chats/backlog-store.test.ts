import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import type { Outcome } from '../../../src/core/tracking/progress.ts'
import { createBacklogStore } from '../../../src/store/chats/backlog-store.ts'
import { SET_ASIDE } from '../../../src/store/chats/outbox.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { cardTopics, liveCards, outbox } from '../../../src/store/chats/chat-tables.ts'
import { claimers } from '../../../src/store/claims/claim-tables.ts'
import { watches, watchTopics } from '../../../src/store/tracking/tracking-tables.ts'
import { createForgetting } from '../../../src/store/upkeep/forgetting.ts'
import { claimer, LIMIT } from '../claim-rows.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const ago = (ms: number) => new Date(NOW.getTime() - ms)

function setUp() {
  const { db } = openTestDatabase()
  let ids = 0
  const addWatch = async (outcome: Outcome, openedAt: Date) => {
    const txHash = `0x${(ids += 1)}`
    const progress = { outcome, txId: '', hops: [] }
    await db.insert(watches).values({ chainUid: 'base', txHash, progress, outcome, openedAt }).run()
    return txHash
  }
  const addRow = async (more: Partial<typeof outbox.$inferInsert>) => {
    const id = `r${(ids += 1)}`
    const row = { id, kind: 'refresh' as const, topic: 't', createdAt: NOW, notBefore: NOW }
    await db
      .insert(outbox)
      .values({ ...row, ...more })
      .run()
    return id
  }
  const addCard = async (view: string, key: string, dueAt: Date | null = null) => {
    const row = { surface: 's', chat: 'c', messageId: `m${(ids += 1)}`, view, key, shown: '{}' }
    const values = { ...row, dueAt }
    const { id } = await db.insert(liveCards).values(values).returning({ id: liveCards.id }).get()
    await db.insert(cardTopics).values({ cardId: id, topic: 't' }).run()
    return id
  }
  return { db, backlog: createBacklogStore(db), addWatch, addRow, addCard }
}

test('counts open watches by state and age, and those that are late', async () => {
  const { backlog, addWatch } = setUp()
  await addWatch('pending', ago(1000))
  await addWatch('pending', ago(61_000))
  await addWatch('pending', ago(62_000))
  await addWatch('timed_out', ago(DAY_MS - 1))
  await addWatch('needs_attention', ago(DAY_MS))
  for (const outcome of [
    'completed',
    'failed',
    'refunded',
    'released_as_vouchers',
    'not_found',
  ] as const)
    await addWatch(outcome, ago(1000))
  const open = await backlog.openWatches(NOW)
  expect(open.toSorted((left, right) => (left.age < right.age ? -1 : 1))).toEqual([
    { outcome: 'timed_out', age: 'day', count: 1 },
    { outcome: 'pending', age: 'hour', count: 2 },
    { outcome: 'pending', age: 'minute', count: 1 },
    { outcome: 'needs_attention', age: 'older', count: 1 },
  ])
  expect(await backlog.stuckWatches()).toBe(2)
})

test('counts what is to be told, what of it is overdue, and what waits for a person', async () => {
  const { backlog, addRow, addCard } = setUp()
  await addCard('tip', 'shown')
  await addCard('tip', 'due', NOW)
  await addCard('tip', 'late', ago(61_000))
  await addRow({})
  await addRow({ notBefore: ago(61_000) })
  await addRow({ notBefore: SET_ASIDE })
  await addRow({ deliveredAt: NOW })
  expect(await backlog.outbox(NOW)).toEqual({ waiting: 4, overdue: 2, setAside: 1 })
})

test('forgets delivered refreshes after a day, and nothing else', async () => {
  const { db, backlog, addRow } = setUp()
  await addRow({ deliveredAt: ago(DAY_MS + 1) })
  const rows = [
    await addRow({ deliveredAt: ago(DAY_MS) }),
    await addRow({}),
    await addRow({ kind: 'notify', deliveredAt: ago(99 * DAY_MS) }), // its id keeps it from being sent twice
  ]
  expect(await backlog.prune(NOW)).toEqual({ rows: 1 })
  const idsIn = (left: { id: string | number }[]) => left.map(({ id }) => id)
  expect(idsIn(await db.select().from(outbox).all())).toEqual(rows)
  expect(await backlog.prune(NOW)).toEqual({ rows: 0 })
})

test('forgets cards of ended transactions after a month, and nothing else', async () => {
  const { db, addWatch, addCard } = setUp()
  await addCard(
    'track',
    `base:${(await addWatch('completed', ago(30 * DAY_MS + 1))).toUpperCase()}`,
  )
  const cards = [
    await addCard('track', `base:${await addWatch('completed', ago(30 * DAY_MS))}`),
    await addCard('track', `base:${await addWatch('needs_attention', ago(99 * DAY_MS))}`),
    await addCard('tip', `base:${await addWatch('completed', ago(99 * DAY_MS))}`),
  ]
  expect(await createForgetting(db)['cards']?.(ago(DAY_MS), 0)).toBeUndefined()
  expect((await db.select().from(liveCards).all()).map(({ id }) => id)).toEqual(cards)
})

test('forgets what was asked about transactions that nobody found: after a day, and after a month where somebody follows them', async () => {
  const { db, backlog, addWatch } = setUp()
  const follow = async (txHash: string) => {
    await db.insert(watchTopics).values({ chainUid: 'base', txHash, topic: 't' }).run()
    return txHash
  }
  await addWatch('not_found', ago(DAY_MS + 1))
  await follow(await addWatch('not_found', ago(30 * DAY_MS + 1)))
  const followed = await follow(await addWatch('not_found', ago(30 * DAY_MS)))
  const kept = [
    followed,
    await addWatch('not_found', ago(DAY_MS)),
    await addWatch('pending', ago(99 * DAY_MS)),
    await addWatch('completed', ago(99 * DAY_MS)),
  ]
  await backlog.prune(NOW)
  expect((await db.select().from(watches).all()).map(({ txHash }) => txHash)).toEqual(kept)
  expect((await db.select().from(watchTopics).all()).map(({ txHash }) => txHash)).toEqual([
    followed,
  ])
})

test('forgets after a day who asked for a claimer, and nothing else of it', async () => {
  const { db, backlog } = setUp()
  const store = createClaimStore(db)
  const made = [
    claimer({ id: 'a'.repeat(24), createdAt: ago(DAY_MS + 1) }),
    claimer({ id: 'b'.repeat(24), createdAt: ago(DAY_MS) }),
  ]
  for (const one of made) await store.addClaimers([one], undefined, LIMIT, () => true)
  await backlog.prune(NOW)
  const { askedBy, id: claimerId } = claimers
  const left = await db.select({ askedBy }).from(claimers).orderBy(claimerId).all()
  expect(left).toEqual([{ askedBy: null }, { askedBy: LIMIT.askedBy }])
  expect(await Promise.all(made.map(({ id }) => store.claimer(id)))).toEqual(made)
})
