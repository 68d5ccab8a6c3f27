import { beforeEach, expect, test } from 'vitest'

import { takeShareAction } from '../../src/bots/buttons/take-share.ts'
import type { Voice } from '../../src/bots/dispatch/command.ts'
import { Interaction, readInteraction } from '../../src/bots/discord/read-interaction.ts'
import { readUpdate, Update } from '../../src/bots/telegram/read-update.ts'
import { accountKey, type Account, type Platform } from '../../src/core/terms/identity.ts'
import { ALICE, createClaimsFixture, SENDER } from '../claims/claims-fixture.ts'
import { createStandInServices, speaker } from './commands/stand-in-services.ts'

const bot = (platform: Platform): Account => ({ platform, userId: '1', handle: 'vouch' })

let it: ReturnType<typeof createClaimsFixture>
beforeEach(() => {
  it = createClaimsFixture()
})

/** An airdrop of two shares that are on chain, asked for in this chat. */
async function airdropIn(platform: Platform, chat: string): Promise<string> {
  const origin = { account: accountKey(ALICE), name: '@alice', note: undefined, chat }
  const recipient = { kind: 'first_come', platform } as const
  const gift = { recipient, sender: SENDER, token: 'usdc', amount: 1_000_000n, origin }
  const { claimers, claim_group_id: id = '' } = await it.claims().create([gift, gift])
  for (const claimer of claimers) await it.fund(claimer)
  return id
}

/** What the platform brings when somebody presses, whatever button they make up: the chat in it is the platform's word. */
const presses: Record<string, (data: string) => Voice | undefined> = {
  'a Telegram group': (data) =>
    telegram({ message: { chat: { id: -100, type: 'supergroup' } } }, data),
  'a topic of a Telegram group': (data) =>
    telegram(
      {
        message: {
          chat: { id: -100, type: 'supergroup' },
          is_topic_message: true,
          message_thread_id: 7,
        },
      },
      data,
    ),
  'a private chat on Telegram': (data) =>
    telegram({ message: { chat: { id: 666, type: 'private' } } }, data),
  'another Telegram group': (data) =>
    telegram({ message: { chat: { id: -101, type: 'supergroup' } } }, data),
  'a message sent through the bot': (data) => telegram({ inline_message_id: 'AbC' }, data),
  'another message sent through the bot': (data) => telegram({ inline_message_id: 'XyZ' }, data),
  'a Discord channel': (data) => discord({ channel_id: '1', guild_id: '9' }, data),
  'another channel of the server': (data) => discord({ channel_id: '2', guild_id: '9' }, data),
  'a channel of another server': (data) => discord({ channel_id: '1', guild_id: '8' }, data),
  'a private chat on Discord': (data) => discord({ channel_id: '3', context: 1 }, data),
}

function telegram(place: object, data: string): Voice | undefined {
  const from = { id: 666, is_bot: false, first_name: 'Eve', username: 'eve' }
  const press = { update_id: 1, callback_query: { id: 'p', from, data, ...place } }
  const heard = readUpdate(Update.parse(press), bot('telegram'), [])
  return heard?.kind === 'press' ? heard.voice : undefined
}

function discord(place: object, custom_id: string): Voice | undefined {
  const user = { id: '666', username: 'eve' }
  const press = { id: '5', type: 3, token: 't', data: { custom_id, component_type: 2 }, user }
  const heard = readInteraction(Interaction.parse({ ...press, ...place }), bot('discord'), [])
  return heard?.kind === 'press' ? heard.voice : undefined
}

test.each([
  { posted: 'telegram:-100', takes: ['a Telegram group'] },
  { posted: 'telegram:-100/7', takes: ['a topic of a Telegram group'] },
  { posted: 'telegram:inline/AbC', takes: ['a message sent through the bot'] },
  { posted: 'discord:server/9/1', takes: ['a Discord channel'] },
])('an airdrop in $posted is for those who press there: $takes', async ({ posted, takes }) => {
  const [surface = ''] = posted.split(':')
  const taken: string[] = []
  for (const [place, press] of Object.entries(presses)) {
    const id = await airdropIn(surface === 'discord' ? 'discord' : 'telegram', posted)
    const voice = press(`take-share:${id}`)
    if (!voice) throw new Error(`nobody pressed in ${place}`)
    const someone = { ...speaker('eve'), ...voice, surface: voice.account.platform }
    const { services } = createStandInServices()
    const attempt = takeShareAction.run(id, someone, { ...services, claims: it.claims() })
    const answer = await attempt.then(
      () => 'taken',
      (error: unknown) => error,
    )
    if (answer === 'taken') taken.push(place)
    else expect(answer).toMatchObject({ code: 'NOT_YOURS' })
    it.advance(60_000)
  }
  expect(taken).toEqual(takes)
})
