import { expect, test } from 'vitest'

import type { Account } from '../../../src/core/terms/identity.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { tellPerson } from '../../../src/store/chats/outbox.ts'
import { claimers } from '../../../src/store/claims/claim-tables.ts'
import { openTestDatabase } from '../any-database.ts'
import { claimerRow } from '../claim-rows.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')

test('the messages that show something of a topic are those of one platform and of some views, the oldest first', async () => {
  const store = createCardStore(openTestDatabase().db)
  const post = (
    messageId: string,
    view: string,
    { surface = 'telegram', topic = 'claim:a' } = {},
  ) =>
    store.register(
      {
        surface,
        chat: '-1001',
        messageId,
        view,
        key: 's1',
        shown: '',
        topics: ['sign:s1', topic],
        changesAt: undefined,
      },
      true,
      undefined,
      NOW,
    )
  await post('1', 'claimable')
  await post('2', 'tip')
  await post('3', 'share-out')
  await post('4', 'tip', { surface: 'discord' })
  await post('5', 'tip', { topic: 'claim:b' })
  expect(await store.messagesOf('telegram', 'claim:a', ['tip', 'share-out'])).toEqual([
    { chat: '-1001', messageId: '2' },
    { chat: '-1001', messageId: '3' },
  ])
  expect(await store.messagesOf('telegram', 'claim:c', ['tip'])).toEqual([])
})

test('with one notice all that is due for its person is set aside, and nothing that is for others', async () => {
  const { db } = openTestDatabase()
  const store = createCardStore(db)
  const bobby: Account = { platform: 'telegram', userId: '2', handle: 'bobby' }
  await db
    .insert(claimers)
    .values([
      claimerRow({ id: 'taken', boundUserId: '3' }),
      claimerRow({ id: 'theirs', boundUserId: '2' }),
    ])
    .run()
  const soon = new Date(NOW.getTime() + 1)
  for (const { once, claimerId = 'waits', handle = 'bobby', platform = 'telegram', ...more } of [
    { once: 'first' },
    { once: 'by-handle' },
    { once: 'by-bound-handle', claimerId: 'theirs' },
    { once: 'by-account', handle: '', userId: '2' },
    { once: 'to-whoever-took-it', claimerId: 'taken' },
    { once: 'to-another-account', handle: '', userId: '3' },
    { once: 'to-who-showed-the-handle-before', userId: '3' },
    { once: 'elsewhere', platform: 'discord', userId: '2' },
    { once: 'later', at: soon },
  ] as const) {
    const { userId, at } = { userId: undefined, at: NOW, ...more }
    const fact = { kind: 'claim-confirmed', claimerId } as const
    await tellPerson(db, { fact, once, to: { platform, handle }, userId, at }, NOW)
  }
  const due = async () =>
    (await store.dueRows(NOW, 99)).map(({ id }) => id.replace(/^.*?:/, '')).toSorted()
  const all = await due()
  await store.setAllAside('confirmed:first', bobby, NOW)
  const others = [
    'elsewhere',
    'to-another-account',
    'to-who-showed-the-handle-before',
    'to-whoever-took-it',
  ]
  expect(await due()).toEqual(others)
  expect(await store.isOpen('confirmed:first')).toBe(false)
  await store.wake({ ...bobby, handle: undefined }, NOW)
  expect(await due()).toEqual(['by-account', ...others].toSorted())
  await store.wake(bobby, NOW)
  expect(await due()).toEqual(all)
  expect(await store.isOpen('confirmed:first')).toBe(true)
})
