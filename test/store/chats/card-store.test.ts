import { expect, test } from 'vitest'

import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { openTestDatabase } from '../any-database.ts'

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
