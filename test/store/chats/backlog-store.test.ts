import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import type { Outcome } from '../../../src/core/tracking/progress.ts'
import { createBacklogStore } from '../../../src/store/chats/backlog-store.ts'
import { SET_ASIDE } from '../../../src/store/chats/outbox.ts'
import { liveCards, outbox } from '../../../src/store/chats/chat-tables.ts'
import { watches, watchTopics } from '../../../src/store/tracking/tracking-tables.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const ago = (ms: number) => new Date(NOW.getTime() - ms)

function setUp() {
  const { db } = openTestDatabase()
  let ids = 0
  const addWatch = async (outcome: Outcome, openedAt: Date, awaits: string | null = 'base') => {
    const txHash = `0x${(ids += 1)}`
    const progress = { outcome, txId: '', hops: [] }
    await db
      .insert(watches)
      .values({ chainUid: 'base', txHash, progress, outcome, openedAt, awaits })
      .run()
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
    await db.insert(liveCards).values(values).run()
  }
  return { db, backlog: createBacklogStore(db), addWatch, addRow, addCard }
}

test('counts open watches by state and age', async () => {
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
})

test('of what is late it counts what people do here, of the last seven days', async () => {
  const { db, backlog, addWatch } = setUp()
  const rows: [Outcome, number, string[]][] = [
    ['timed_out', 1000, ['sign:1']],
    ['needs_attention', 7 * DAY_MS - 1, ['claim:1', 'sign:2']],
    ['needs_attention', 1000, ['end:telegram:7', 'claim:2']],
    ['needs_attention', 7 * DAY_MS, ['claim:3']], // hidden for good
    ['needs_attention', 1000, []], // anybody may have it followed over HTTP
    ['timed_out', 1000, ['end:telegram:7']], // or in a chat
    ['pending', 1000, ['sign:3']],
    ['completed', 1000, ['sign:4']],
  ]
  for (const [outcome, ageMs, topics] of rows) {
    const txHash = await addWatch(outcome, ago(ageMs))
    for (const topic of topics)
      await db.insert(watchTopics).values({ chainUid: 'base', txHash, topic }).run()
  }
  // A text that somebody else may have had run.
  const txHash = await addWatch('needs_attention', ago(1000), null)
  await db.insert(watchTopics).values({ chainUid: 'base', txHash, topic: 'sign:5' }).run()
  expect(await backlog.stuckWatches(NOW)).toBe(3)
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
