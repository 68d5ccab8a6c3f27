import { expect, test } from 'vitest'

import { InteractionType } from 'discord.js'

import { split } from '../../../src/bots/commands/request.ts'
import {
  Interaction,
  maySetUp,
  membershipIn,
  readInteraction,
} from '../../../src/bots/discord/read-interaction.ts'

const by = (member: object | undefined) =>
  Interaction.parse({ id: '1', type: 2, token: 't', ...(member && { member }) })
const user = { id: '7', username: 'carol' }

test.each([
  { name: 'who may manage the server', permissions: '32', may: true },
  { name: 'an administrator, whatever else they may', permissions: '8', may: true },
  { name: 'who may do more than 32 bits say', permissions: `${(1n << 40n) | 32n}`, may: true },
  { name: 'who may manage channels and messages', permissions: `${16 + 8192}`, may: false },
  { name: 'who may do nothing', permissions: '0', may: false },
])('$name: $may', ({ permissions, may }) => {
  expect(maySetUp(by({ user, permissions }))).toBe(may)
})

test('nobody is an admin of a chat of which Discord says no permissions', () => {
  expect(maySetUp(by({ user }))).toBe(false)
  expect(maySetUp(by(undefined))).toBe(false)
})

test('who is a member since when, and in which roles, comes with each interaction of a server', () => {
  const joined_at = '2026-01-01T10:00:00.000000+00:00'
  expect(membershipIn(by({ user, joined_at, roles: ['12'] }))).toEqual({
    isMember: true,
    since: new Date('2026-01-01T10:00:00Z'),
    roles: new Set(['12']),
  })
  const untold = { isMember: undefined, since: undefined, roles: undefined }
  expect(membershipIn(by(undefined))).toEqual(untold)
})

test('whom somebody picks in a field for names stands there by their handle, and is known by account', () => {
  const users = {
    '8': { id: '8', username: 'Dora' },
    '9': { id: '9', username: 'erin' },
  }
  const typed = Interaction.parse({
    id: '1',
    type: InteractionType.ApplicationCommand,
    token: 't',
    user,
    data: {
      name: 'split',
      options: [
        { name: 'amount', type: 3, value: '40' },
        { name: 'token', type: 3, value: 'usdc' },
        { name: 'among', type: 3, value: '<@8><@!9> for <dinner>' },
      ],
      resolved: { users },
    },
  })
  const bot = { platform: 'discord', userId: '1', handle: 'vouch' } as const
  expect(readInteraction(typed, bot, [split])).toMatchObject({
    text: '/split 40 usdc among @dora  @erin  for <dinner>',
    voice: {
      mentioned: [
        { userId: '8', handle: 'dora' },
        { userId: '9', handle: 'erin' },
      ],
    },
  })
  const unseen = { ...typed, data: { ...typed.data, resolved: {} } }
  expect(() => readInteraction(unseen, bot, [split])).toThrow('I cannot see this person.')
})
