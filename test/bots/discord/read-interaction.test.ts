import { describe, expect, test } from 'vitest'

import { InteractionType } from 'discord.js'

import { askedGift } from '../../../src/core/signing/asked.ts'
import { airdrop } from '../../../src/bots/commands/airdrop.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { parseShareOut } from '../../../src/bots/reading/parse-share-out.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createStandInServices, ON_BASE, speaker } from '../commands/stand-in-services.ts'
import { giveaway } from '../../../src/bots/commands/giveaway.ts'
import { split } from '../../../src/bots/commands/request.ts'
import { commandMenu } from '../../../src/bots/discord/command-menu.ts'
import {
  Interaction,
  maySetUp,
  membershipIn,
  peopleIn,
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

test('whom a webhook calls itself has not written, and is not met under that name', () => {
  const author = { id: '99', username: 'bobby', discriminator: '0000' }
  const data = { name: 'Tip the author', target_id: '5' }
  const written = (more: object) =>
    Interaction.parse({
      id: '1',
      type: InteractionType.ApplicationCommand,
      token: 't',
      member: { user },
      data: { ...data, resolved: { messages: { '5': { author, ...more } } } },
    })
  expect(peopleIn(written({})).map(({ userId }) => userId)).toEqual(['7', '99'])
  expect(peopleIn(written({ webhook_id: '99' })).map(({ userId }) => userId)).toEqual(['7'])
})

describe('/tip to several people', () => {
  const users = {
    '8': { id: '8', username: 'bobby' },
    '9': { id: '9', username: 'carol' },
    '10': { id: '10', username: 'dora' },
    '11': { id: '11', username: 'robot', bot: true },
  }
  const bot = { platform: 'discord', userId: '1', handle: 'vouch' } as const
  /** What is asked for where bobby is picked first. */
  async function ask(others: string, more: Record<string, string> = {}) {
    const stand = createStandInServices()
    stand.known.wallets.set('7', [ON_BASE])
    stand.known.balances.set('base/usdc', 900_000_000n)
    const fields = { others, amount: '5', token: 'usdc', ...more }
    const options = Object.entries(fields).map(([name, value]) => ({ name, type: 3, value }))
    const interaction = Interaction.parse({
      id: '1',
      type: InteractionType.ApplicationCommand,
      token: 't',
      guild_id: '77',
      member: { user: { id: '7', username: 'alice' } },
      data: { name: 'tip', options: [{ name: 'to', type: 6, value: '8' }, ...options] },
    })
    const heard = readInteraction(
      { ...interaction, data: { ...interaction.data, resolved: { users } } },
      bot,
      [tip],
    )
    if (heard?.kind !== 'words') throw new Error('no words')
    await tip.run(heard.text.replace('/tip ', ''), speaker('alice', heard.voice), stand.services)
    return stand.services.signRequests.find('s1')
  }
  const shares = async (others: string) => {
    const asked = askedGift(await ask(others))
    return { ...asked, people: 'shares' in asked.payee ? asked.payee.shares.length : 1 }
  }

  test.each([
    { others: '', people: 1 },
    { others: '<@9>', people: 2 },
    { others: '<@9> <@!10>', people: 3 },
    { others: '<@9>, @dora and @erin', people: 4 },
    { others: '@bobby <@9> <@9>', people: 2 },
    { others: Array.from({ length: 49 }, (_, index) => `@p${index}`).join(' '), people: 50 },
  ])('gives each as much: "$others"', async ({ others, people }) => {
    expect(await shares(others)).toMatchObject({ people, amount: 5_000_000n * BigInt(people) })
  })

  test.each([
    { others: 'carol', message: 'Who is "carol"?', fix: '@carol @dora' },
    { others: '5', message: 'Who gets it?', fix: '@carol @dora' },
    { others: '<@11>', message: 'robot is a bot', fix: 'Name a person.' },
    { others: '<@12>', message: 'I cannot see this person.', fix: 'Name somebody else.' },
    {
      others: '@carol <@&14>',
      message: 'A role is tipped alone.',
      fix: 'Tip the others in a command of their own.',
    },
    { others: '@alice', message: 'This tip would go to yourself.', fix: 'Name somebody else.' },
    {
      others: Array.from({ length: 50 }, (_, index) => `@p${index}`).join(' '),
      message: 'These are 51 people; one tip takes at most 50.',
      fix: 'Name fewer of them, or tip twice.',
    },
  ])('says how to write it: "$others"', async ({ others, message, fix }) => {
    await expect(ask(others)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    })
  })

  test('whoever was picked gets it, whomever the note names', async () => {
    await expect(ask('', { note: '@carol thanks' })).rejects.toThrow('cannot mention anybody')
  })

  test.each(['on me', 'in all my love', 'each'])('a note is nothing else: "%s"', async (note) => {
    const asked = await ask('<@9>', { note })
    expect([asked.note, askedGift(asked).amount]).toEqual([note, 10_000_000n])
  })
})

test.each([
  { note: 'random acts of kindness' },
  { note: 'for 5 years together' },
  { note: 'on me' },
  { note: undefined },
])('what is entered for the note of an /airdrop is nothing else: $note', ({ note }) => {
  const fields = { amount: '5', token: 'usdc', ...(note && { note }) }
  const heard = readInteraction(
    Interaction.parse({
      id: '1',
      type: InteractionType.ApplicationCommand,
      token: 't',
      user: { id: '7', username: 'alice' },
      data: {
        name: 'airdrop',
        options: Object.entries(fields).map(([name, value]) => ({ name, type: 3, value })),
      },
    }),
    { platform: 'discord', userId: '1', handle: 'vouch' },
    [airdrop],
  )
  if (heard?.kind !== 'words') throw new Error('no words')
  const [text, alice] = [heard.text.replace('/airdrop ', ''), speaker('alice', heard.voice)]
  const order = parseShareOut(text, ['count', 'sizes'], alice, sampleNetwork, '')
  expect(order).toMatchObject({ count: undefined, sizes: undefined, chain: undefined, note })
})

describe('the role of a giveaway', () => {
  const fans = { roles: { '12': { name: 'Fans' } } }
  const bobby = { users: { '8': { id: '8', username: 'bobby' } } }
  const bot = { platform: 'discord', userId: '1', handle: 'vouch' } as const
  const pick = (type: number, value: string, resolved: object) =>
    Interaction.parse({
      id: '1',
      type: InteractionType.ApplicationCommand,
      token: 't',
      guild_id: '77',
      member: { user },
      data: { name: 'giveaway', options: [{ name: 'role', type, value }], resolved },
    })
  /** As Discord numbers kinds of fields. */
  const [ROLE, MENTIONABLE] = [8, 9]

  test('is picked in a field for roles alone', () => {
    const menu = commandMenu([giveaway]).flatMap((entry) =>
      'options' in entry ? (entry.options ?? []) : [],
    )
    expect(menu.find(({ name }) => name === 'role')?.type).toBe(ROLE)
    const role = { id: '12', guildId: '77', name: 'Fans' }
    expect(readInteraction(pick(ROLE, '12', fans), bot, [giveaway])).toMatchObject({ role })
  })

  test.each([
    { name: 'a person, from a menu of before', type: MENTIONABLE, value: '8', resolved: bobby },
    { name: 'a role of which Discord says nothing', type: ROLE, value: '13', resolved: fans },
  ])('is never left out: $name is refused', ({ type, value, resolved }) => {
    expect(() => readInteraction(pick(type, value, resolved), bot, [giveaway])).toThrow(
      'This is no role of this server.',
    )
  })
})

test('whom somebody picks in a field for names is known by account, wherever they stand there', () => {
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
    text: '/split 40 usdc among <@8>  <@9>  for <dinner>',
    voice: {
      mentioned: [
        { account: { userId: '8', handle: 'dora' }, name: '@dora' },
        { account: { userId: '9', handle: 'erin' }, name: '@erin' },
      ],
    },
  })
  const unseen = { ...typed, data: { ...typed.data, resolved: {} } }
  expect(() => readInteraction(unseen, bot, [split])).toThrow('I cannot see this person.')
})
