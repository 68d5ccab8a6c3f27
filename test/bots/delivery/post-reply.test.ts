import { expect, test } from 'vitest'

import { postReply } from '../../../src/bots/delivery/post-reply.ts'
import { UnreachableError } from '../../../src/bots/delivery/surface.ts'
import { speaker } from '../commands/stand-in-services.ts'

const card = { title: 'Answer', tone: 'info' as const, blocks: [] }
const place = {
  surface: 'stand-in',
  chat: 'lobby',
  privateChat: 'dm',
  startUrl: 'https://t.test/vouch',
}

function deliveryTo(unreachable: string[]) {
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
      if (unreachable.includes(chat)) throw new UnreachableError('not begun')
      posted.push([chat, title, ...blocks.map(({ kind }) => kind)].join(' '))
      return `${posted.length}`
    },
  }
}

test.each([
  {
    name: 'for everyone stays in the group',
    audience: 'everyone',
    kind: 'group',
    unreachable: [],
    posted: ['lobby Answer'],
  },
  {
    name: 'for the asker goes to the private chat',
    audience: 'asker',
    kind: 'group',
    unreachable: [],
    posted: ['dm Answer', 'lobby I wrote to you in private text'],
  },
  {
    name: 'for the asker stays in a private chat',
    audience: 'asker',
    kind: 'private',
    unreachable: [],
    posted: ['lobby Answer'],
  },
  {
    name: 'for an asker who never began a chat asks for one',
    audience: 'asker',
    kind: 'group',
    unreachable: ['dm'],
    posted: ['lobby I cannot write to you in private text link'],
  },
] as const)('an answer $name', async ({ audience, kind, unreachable, posted }) => {
  const delivery = deliveryTo([...unreachable])
  const messages = await postReply(
    delivery,
    { card, audience },
    speaker('alice', { chat: { id: 'lobby', kind } }),
    place,
  )
  expect(delivery.posted).toEqual(posted)
  expect(messages.map(({ chat }) => chat)).toEqual(posted.map((line) => line.split(' ')[0]))
})

test.each([
  { pressed: 'card of x', posted: [] }, // it shows by itself what came of it
  { pressed: 'card of y', posted: ['dm Answer'] }, // others in the group asked for nothing
])(
  'what comes of pressing the $pressed is told to the presser alone, once',
  async ({ pressed, posted }) => {
    const delivery = deliveryTo([])
    const live = { view: 'count', key: 'x', topics: [] }
    await postReply(delivery, { card, audience: 'asker', live }, speaker('alice'), {
      ...place,
      pressed,
    })
    expect(delivery.posted).toEqual(posted)
  },
)

test('an answer that cannot be posted anywhere is an error', async () => {
  const delivery = deliveryTo(['lobby', 'dm'])
  await expect(
    postReply(delivery, { card, audience: 'asker' }, speaker('alice'), place),
  ).rejects.toThrow(UnreachableError)
})
