import { expect, test } from 'vitest'

import { UnsentMessage } from '../../../src/bots/delivery/unsent-message.ts'

test('a message that was stored comes back without when it was rendered, which the clock of another process says nothing of', () => {
  const live = { view: 'tip', key: 's4', topics: ['sign:s4'], renderedAt: new Date(1) }
  const message = { chat: '7', card: { title: 'Tip', tone: 'info', blocks: [] }, live }
  expect(UnsentMessage.parse(message).live?.renderedAt).toEqual(new Date(1))
  const stored: unknown = JSON.parse(JSON.stringify(message))
  expect(UnsentMessage.parse(stored).live).toEqual({
    view: 'tip',
    key: 's4',
    topics: ['sign:s4'],
    renderedAt: undefined,
  })
})
