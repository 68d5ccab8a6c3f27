import { expect, test } from 'vitest'

import { postReply } from '../../../src/bots/playground/post-reply.ts'
import { speaker } from '../commands/stand-in-services.ts'

const card = { title: 'Answer', tone: 'info' as const, blocks: [] }
const place = { chat: 'lobby', privateChat: 'dm' }

function createDelivery() {
  const posted: string[] = []
  return {
    posted,
    shows: async (_surface: string, _chat: string, { key }: { key: string }, pressed: string) =>
      pressed === `card of ${key}`,
    async post(
      _surface: string,
      chat: string,
      { title, blocks }: { title: string; blocks: { kind: string }[] },
    ) {
      posted.push([chat, title, ...blocks.map(({ kind }) => kind)].join(' '))
      return `${chat} ${posted.length}`
    },
  }
}

test.each([
  {
    name: 'for everyone stays in the group',
    audience: 'everyone',
    kind: 'group',
    posted: ['lobby Answer'],
    ids: ['lobby 1'],
  },
  {
    name: 'for the asker goes to the private chat',
    audience: 'asker',
    kind: 'group',
    posted: ['dm Answer', 'lobby I wrote to you in private text'],
    ids: ['dm 1', 'lobby 2'],
  },
  {
    name: 'for the asker stays in a private chat',
    audience: 'asker',
    kind: 'private',
    posted: ['lobby Answer'],
    ids: ['lobby 1'],
  },
] as const)('an answer $name', async ({ audience, kind, posted, ids }) => {
  const delivery = createDelivery()
  const asker = speaker('alice', { chat: { id: 'lobby', kind } })
  expect(await postReply(delivery, { card, audience }, asker, place)).toEqual(ids)
  expect(delivery.posted).toEqual(posted)
})

test.each([
  { pressed: 'card of x', posted: [] }, // it shows by itself what came of it
  { pressed: 'card of y', posted: ['dm Answer'] }, // others in the group asked for nothing
])(
  'what comes of pressing the $pressed is told to the presser alone, once',
  async ({ pressed, posted }) => {
    const delivery = createDelivery()
    const live = { view: 'count', key: 'x', topics: [] }
    await postReply(delivery, { card, audience: 'asker', live }, speaker('alice'), {
      ...place,
      pressed,
    })
    expect(delivery.posted).toEqual(posted)
  },
)
