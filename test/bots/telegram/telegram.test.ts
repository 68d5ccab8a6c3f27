import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { TELEGRAM_LIMITS } from '../../../src/bots/telegram/pace.ts'
import {
  MessageGoneError,
  RetryLaterError,
  UnreachableError,
} from '../../../src/bots/delivery/surface.ts'
import type { Chat, User } from '@grammyjs/types'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { handledUpdates, liveCards, openUpdates } from '../../../src/store/chats/chat-tables.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { views } from '../../../src/bots/cards/views.ts'
import { commands as everyCommand } from '../../../src/bots/commands/commands.ts'
import { createStandInServices, ON_BASE } from '../commands/stand-in-services.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { BOT, createBotApi, TOKEN } from './bot-api.ts'
import { alice, bobby, dmOf, group, runBot, sleep as sleepFor } from './run-bot.ts'
import { until } from '../../until.ts'
import { untilSettled } from '../until-settled.ts'

let api: Awaited<ReturnType<typeof createBotApi>>
let database: ReturnType<typeof openDatabase>
let bots: ReturnType<typeof runBot>[] = []

beforeEach(async () => {
  api = await createBotApi()
  database = openDatabase(':memory:')
})

afterEach(async () => {
  await Promise.all(bots.map((bot) => bot.stop()))
  bots = []
  await api.close()
  database.close()
  if (api.unexpected.length > 0) throw new Error(api.unexpected.join('\n'))
})

async function started(options: Partial<Parameters<typeof runBot>[0]> = {}) {
  const bot = runBot({ db: database.db, apiRoot: api.url, ...options })
  bots.push(bot)
  await bot.start()
  return bot
}

const titles = (chatId: number) => api.shown(chatId).map(({ text }) => text.split('\n')[0])
const shows = (chatId: number, expected: string[]) =>
  until(() => expect(titles(chatId)).toEqual(expected))
const settled = () => untilSettled(database.db)

test('the menus offer every command, to private chats, groups and admins, in five languages', async () => {
  await started()
  const offered = (names: string[]) =>
    names.map((command) => ({ command, description: `Does ${command}.` }))
  await until(() => expect(api.menu('all_chat_administrators', 'zh')).toBeDefined())
  for (const language of ['', 'en', 'es', 'de', 'tr', 'zh']) {
    expect(api.menu('all_private_chats', language)).toEqual(
      offered(['start', 'tip', 'balance', 'redeem']),
    )
    for (const scope of ['all_group_chats', 'all_chat_administrators'])
      expect(api.menu(scope, language)).toEqual(offered(['tip', 'balance', 'redeem']))
  }
})

test('the profile says what the bot is, in five languages', async () => {
  await started()
  await until(() => expect(api.menu('all_chat_administrators', 'zh')).toBeDefined())
  const { description, about } = wordsIn('en').start
  for (const language of ['', 'en']) expect(api.profile(language)).toEqual({ description, about })
  for (const language of ['es', 'de', 'tr', 'zh'])
    expect(api.profile(language)?.description).not.toBe(description)
})

test('a group that the bot is added to is greeted once, in the language of whoever added it', async () => {
  await started()
  api.say(alice, group, 'hello') // so that there is such a group
  api.change({ ...alice, language_code: 'de' }, group, 'left', 'member')
  await shows(-100, ['Hallo, ich bin Vouch'])
  const [card] = api.shown(-100)
  expect(card?.text).toContain('/settings largest-tip 50 usdc')
  api.change(alice, group, 'member', 'left')
  await settled()
  expect(api.shown(-100)).toHaveLength(1)
})

test('a /tip in a group is answered with a card that has a Sign button and is followed', async () => {
  await started()
  api.say(alice, group, `/TIP@${BOT.username} 5 usdc`)
  await shows(-100, ['Tip from @alice to somebody'])
  const [card] = api.shown(-100)
  expect(card?.buttons).toEqual([
    { text: 'Sign', url: 'https://vouch.example/sign/1' },
    { text: 'Claim', callback_data: 'claim:1' },
  ])
  await settled()
  expect(await database.db.select().from(liveCards).all()).toMatchObject([
    { surface: 'telegram', chat: '-100', messageId: `${card?.id}`, view: 'tip' },
  ])
})

test('a reply names whom it answers, and both people are remembered by their ids', async () => {
  await started()
  const answered = {
    message_id: 1,
    date: 1,
    chat: group,
    from: bobby,
    text: 'hi',
  }
  api.say(alice, group, '/tip 5 usdc', { reply_to_message: answered })
  await shows(-100, ['Tip from @alice to @bobby'])
  const accounts = createAccountStore(database.db)
  expect(await accounts.accountOf('telegram', 'bobby')).toEqual({
    platform: 'telegram',
    userId: '2',
    handle: 'bobby',
  })
  expect(await accounts.accountOf('telegram', 'alice')).toEqual({
    platform: 'telegram',
    userId: '1',
    handle: 'alice',
  })
})

test('an answer stays in its topic', async () => {
  await started()
  api.say(alice, group, '/tip x', { is_topic_message: true, message_thread_id: 7 })
  await shows(-100, ['Tip from @alice to somebody'])
  expect(api.shown(-100)[0]?.threadId).toBe(7)
})

test('a command in the name of the group is answered and does not run', async () => {
  const { ran } = await started()
  api.say(
    { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
    group,
    '/tip x',
    { sender_chat: group },
  )
  await shows(-100, ['⚠️ Who are you?'])
  expect(ran).toEqual([])
})

test('whoever floods a group in the name of a channel has it told once', async () => {
  await started()
  const channel = { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' }
  const sender_chat = { id: -1005, type: 'channel', title: 'Ads' } as const
  for (let sent = 0; sent < 20; sent += 1) api.say(channel, group, '/tip x', { sender_chat })
  api.say(alice, group, '/tip x')
  await until(() => expect(titles(-100)).toContain('Tip from @alice to somebody'))
  await settled()
  expect(titles(-100).filter((title) => title === '⚠️ Who are you?')).toHaveLength(1)
})

test('names and notes of strangers stay plain words', async () => {
  await started()
  const mallory = {
    id: 9,
    is_bot: false,
    first_name: '<a href="https://evil.com">@bobby</a>',
    last_name: '\u202E&lt;',
  }
  api.say(mallory, group, '/tip </blockquote><b>@everyone</b> https://evil.com\u0000 \uD800')
  await until(() => expect(api.shown(-100)).toHaveLength(1))
  const [card] = api.shown(-100)
  expect(card?.entities.map(({ type }) => type)).toEqual(['b', 'blockquote'])
  expect(card?.found).toEqual([])
})

test.each([
  {
    name: 'the bot may not write there',
    description: 'Bad Request: not enough rights to send text messages to the chat',
  },
  { name: 'the topic is closed', description: 'Bad Request: TOPIC_CLOSED' },
])('where $name, the answer to a command in a group comes in private', async ({ description }) => {
  await started()
  api.say(alice, dmOf(alice), '/start')
  await shows(1, ['Welcome'])
  api.failNext('sendMessage', { error_code: 400, description })
  api.say(alice, group, '/tip x')
  await shows(1, ['Welcome', 'Tip from @alice to somebody'])
  await settled()
  expect(api.shown(-100)).toEqual([])
})

/** All commands for alice, who can pay an airdrop. */
function airdropper() {
  const { services, known, clock } = createStandInServices(database.db)
  known.wallets.set(`${alice.id}`, [ON_BASE])
  known.balances.set('base/usdc', 9_000_000n)
  return { services, commands: everyCommand, views, clock }
}

test.each([
  { name: 'may not be written in', error_code: 400, description: 'Bad Request: TOPIC_CLOSED' },
  {
    name: 'is refused this very card',
    error_code: 400,
    description: 'Bad Request: BUTTON_INVALID',
  },
  {
    name: 'takes nothing for an hour',
    error_code: 429,
    description: 'Too Many Requests: retry after 3600',
    parameters: { retry_after: 3600 },
  },
])(
  'an airdrop for a group that $name is not offered to be signed: nobody could take a share',
  async ({ name: _name, ...failure }) => {
    const { clock, ...able } = airdropper()
    const time = {
      now: clock.now,
      sleep: (_ms: number, signal: AbortSignal) => sleepFor(5, signal),
    }
    await started({ ...able, time })
    api.say(alice, dmOf(alice), '/start')
    await until(() => expect(titles(1)).toHaveLength(1))
    api.failNext('sendMessage', failure)
    api.say(alice, group, '/airdrop 5 usdc for 2')
    await until(() => expect(titles(1)).toHaveLength(2))
    await settled()
    const [, said] = api.shown(1)
    expect(said?.text).toContain('I could not show that in the group')
    expect(said?.buttons).toEqual([])
    expect(api.shown(-100)).toEqual([])
  },
)

test('a tip names somebody without a username by account', async () => {
  await started()
  const carol: User = { id: 77, is_bot: false, first_name: 'Carol', last_name: 'de la Cruz' }
  const entities = [{ type: 'text_mention', offset: 5, length: 17, user: carol }] as const
  api.say(alice, group, '/tip Carol de la Cruz 5 usdc', { entities: [...entities] })
  await shows(-100, ['Tip from @alice to Carol de la Cruz'])
  expect(api.shown(-100)[0]?.text).toContain('5 usdc')
})

describe('a group that becomes a supergroup', () => {
  const old: Chat = { id: -55, type: 'group', title: 'Friends' }

  test('is answered under its new id, and keeps its language', async () => {
    await started()
    const languages = createLanguageStore(database.db)
    await languages.choose('chat:telegram:-55', 'de')
    api.say(alice, old, '/tip x')
    await shows(-55, ['Tip from @alice to somebody'])
    api.migrate(old, group)
    await until(async () => expect(await languages.languageOf('chat:telegram:-100')).toBe('de'))
    expect(await languages.languageOf('chat:telegram:-55')).toBeUndefined()
  })

  test('gets the answer to what was asked before, and is followed there', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    await started({ during: () => gate })
    api.say(alice, old, '/tip x')
    await until(async () =>
      expect(await database.db.select().from(openUpdates).all()).toHaveLength(1),
    )
    api.migrate(old, group)
    release()
    await shows(-100, ['Tip from @alice to somebody'])
    await settled()
    expect(await database.db.select().from(liveCards).all()).toMatchObject([
      { chat: '-100', messageId: `${api.shown(-100)[0]?.id}` },
    ])
  })
})

describe('in any chat', () => {
  const shownAs = (id: string) => api.inlineMessage(id)?.text.split('\n')[0]
  const offered = async (query: string) => {
    const id = api.ask(alice, query)
    await until(() => expect(api.inlineAnswers.get(id)).toBeDefined())
    return { id, answer: api.inlineAnswers.get(id) }
  }

  test('what is no tip yet offers nothing but a hint, and is kept nowhere', async () => {
    const { ran } = await started()
    const { answer } = await offered('5 usdc')
    expect(answer).toMatchObject({
      results: [],
      button: { text: expect.stringContaining('@bobby 5 usdc'), start_parameter: 'inline' },
    })
    expect(ran).toEqual([])
    expect(await database.db.select().from(handledUpdates).all()).toEqual([])
  })

  test('a tip is asked for when its card is sent, once, and the card follows it', async () => {
    const { ran, surface } = await started()
    const { id } = await offered('@bobby 5 usdc')
    expect(ran).toEqual([])
    const message = api.choose(alice, id, '@bobby 5 usdc')
    await until(() => expect(shownAs(message)).toBe('Tip from @alice to somebody'))
    await settled()
    expect(ran).toEqual(['tip @bobby 5 usdc'])
    const [card] = await database.db.select().from(liveCards).all()
    expect(card).toMatchObject({ surface: 'telegram', chat: `inline/${message}`, view: 'tip' })
    await surface.edit(card?.chat ?? '', card?.messageId ?? '', CARD)
    expect(shownAs(message)).toBe('Hello')
  })

  test('what is offered goes by its command, which comes back once it was sent', async () => {
    await started()
    const offers = await Promise.all(['@bobby 5 usdc', '5 usdc for 3'].map(offered))
    expect(offers.map(({ answer }) => answer?.results)).toMatchObject([
      [{ id: 'tip' }],
      [{ id: 'airdrop' }],
    ])
  })

  test('its buttons answer in private, and the card stays as it is', async () => {
    await started()
    const { id } = await offered('@bobby 5 usdc')
    const message = api.choose(alice, id, '@bobby 5 usdc')
    await until(() => expect(shownAs(message)).toBe('Tip from @alice to somebody'))
    const refused = api.pressInline(alice, message, 'Claim')
    await until(() => expect(api.presses.get(refused)?.text).toContain('This is for @bobby'))
    const press = api.pressInline(bobby, message, 'Claim')
    await until(() => expect(api.presses.get(press)?.url).toContain('?start=answer'))
    api.say(bobby, dmOf(bobby), '/start answer')
    await shows(2, ['Pick a chain'])
    await settled()
    expect(shownAs(message)).toBe('Tip from @alice to somebody')
  })
})

describe('buttons', () => {
  test('the wrong person is refused politely, for their eyes only', async () => {
    const { ran } = await started()
    api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    const press = api.press(alice, group, api.shown(-100)[0]?.id ?? 0, 'Claim')
    await until(() =>
      expect(api.presses.get(press)).toMatchObject({
        show_alert: true,
        text: expect.stringContaining('This is for @bobby'),
      }),
    )
    await settled()
    expect(ran).toEqual(['tip x'])
    expect(api.shown(-100)).toHaveLength(1)
  })

  test('the right person gets the answer in private', async () => {
    await started()
    api.say(bobby, dmOf(bobby), '/start')
    api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    await shows(2, ['Welcome'])
    const press = api.press(bobby, group, api.shown(-100)[0]?.id ?? 0, 'Claim')
    await shows(2, ['Welcome', 'Pick a chain'])
    await settled()
    expect(api.presses.get(press)?.text).toBe('I wrote to you in private')
  })

  test('who never started the bot is brought to it by the press, and the answer waits there', async () => {
    const { ran } = await started()
    api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    const press = api.press(bobby, group, api.shown(-100)[0]?.id ?? 0, 'Claim')
    await until(() =>
      expect(api.presses.get(press)?.url).toBe(
        `https://t.me/${BOT.username.toLowerCase()}?start=answer`,
      ),
    )
    await until(async () =>
      expect(await database.db.select().from(openUpdates).all()).toMatchObject([
        { state: 'waiting' },
      ]),
    )
    api.say(bobby, dmOf(bobby), '/start answer')
    await shows(2, ['Pick a chain'])
    await settled()
    expect(ran).toEqual(['tip x', 'claim 1'])
  })

  test('a press that takes long is answered at once, and told of in a message', async () => {
    const time = { now: () => new Date(), sleep: async () => undefined } // patience is over at once
    await started({ time })
    api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    const press = api.press(bobby, group, api.shown(-100)[0]?.id ?? 0, 'Claim')
    await shows(-100, ['Tip from @alice to somebody', '⚠️ I cannot write to you in private'])
    expect(api.presses.get(press)).toEqual({ callback_query_id: press })
  })
})

test('what only the asker should read waits until they start the bot, and the group is told', async () => {
  const { ran } = await started()
  api.say(alice, group, '/balance')
  await shows(-100, ['⚠️ I cannot write to you in private'])
  expect(api.shown(-100)[0]?.buttons).toEqual([
    { text: 'Open private chat', url: `https://t.me/${BOT.username.toLowerCase()}?start=answer` },
  ])
  await until(async () =>
    expect(await database.db.select().from(openUpdates).all()).toMatchObject([
      { state: 'waiting' },
    ]),
  )
  api.say(alice, dmOf(alice), '/start answer')
  await shows(1, ['Your balance'])
  await settled()
  api.say(alice, group, '/balance')
  await shows(-100, ['⚠️ I cannot write to you in private', 'I wrote to you in private'])
  expect(ran).toEqual(['balance', 'balance'])
})

test('a refusal of what only the asker should read goes to their private chat', async () => {
  await started()
  api.say(alice, dmOf(alice), '/start')
  await shows(1, ['Welcome'])
  api.say(alice, group, '/redeem 9')
  await shows(1, ['Welcome', '❌ There is no number 9: 3 claims wait for you'])
  await shows(-100, ['I wrote to you in private'])
  await settled()
  expect(titles(-100)).toEqual(['I wrote to you in private'])
})

test('an answer to somebody who has blocked the bot meanwhile waits until they write to it again', async () => {
  await started({ during: async (input) => void (input === 'all' && api.block(alice)) })
  api.say(alice, dmOf(alice), '/balance all')
  await until(async () =>
    expect(await database.db.select().from(openUpdates).all()).toMatchObject([
      { state: 'waiting' },
    ]),
  )
  api.say(alice, dmOf(alice), '/start')
  await shows(1, ['Your balance'])
  await settled()
})

test('so does one in a topic of a private chat', async () => {
  await started({ during: async (input) => void (input === 'all' && api.block(alice)) })
  const inTopic = { is_topic_message: true, message_thread_id: 7 }
  api.say(alice, dmOf(alice), '/balance all', inTopic)
  await until(async () =>
    expect(await database.db.select().from(openUpdates).all()).toMatchObject([
      { state: 'waiting' },
    ]),
  )
  api.say(alice, dmOf(alice), '/start', inTopic)
  await shows(1, ['Your balance'])
  await settled()
})

test.each([
  { name: 'where it may', mayDelete: true },
  { name: 'unless it may not, which is no failure', mayDelete: false },
])('a message that others should not read is taken out of a group: $name', async (row) => {
  await started()
  if (row.mayDelete) api.allowDeleting(-100)
  api.say(alice, dmOf(alice), '/start')
  const { message } = api.say(alice, group, '/balance secret')
  await shows(1, ['Welcome', 'Your balance'])
  expect(api.shown(1).at(-1)?.text).toContain(`deleted: ${row.mayDelete}`)
  expect(api.isSaid(-100, message?.message_id)).toBe(!row.mayDelete)
  api.say(alice, dmOf(alice), '/balance secret')
  await shows(1, ['Welcome', 'Your balance', 'Your balance'])
  expect(api.shown(1).at(-1)?.text).toContain('deleted: undefined')
})

test('a message that others should not read is taken out of a group once it is its turn', async () => {
  await started()
  api.allowDeleting(-100)
  const wait = { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } }
  api.failNext('deleteMessage', wait, wait)
  api.say(alice, dmOf(alice), '/start')
  const { message } = api.say(alice, group, '/balance secret')
  await shows(1, ['Welcome', 'Your balance'])
  expect(api.shown(1).at(-1)?.text).toContain('deleted: true')
  expect(api.isSaid(-100, message?.message_id)).toBe(false)
})

describe('an update has its effect once', () => {
  test('when Telegram repeats it, also after a restart', async () => {
    const ran: string[] = []
    const first = await started({ ran })
    const update = api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    api.repeat(update)
    api.say(alice, group, '/tip second')
    await until(() => expect(ran).toEqual(['tip x', 'tip second']))
    await settled()
    await first.stop()
    api.repeat(update)
    await started({ ran })
    api.say(alice, group, '/tip third')
    await until(() => expect(ran).toEqual(['tip x', 'tip second', 'tip third']))
    await settled()
    expect(titles(-100)).toHaveLength(3)
    await until(() => expect(api.unconfirmed()).toEqual([]))
  })

  const dead = () => new Promise<never>(() => undefined)
  test.each<{
    name: string
    at: 'receive' | 'keep' | 'settle'
    when: 'before' | 'after'
    call?: number
    says?: string
    messages: number
  }>([
    { name: 'before it is stored', at: 'receive', when: 'before', messages: 1 },
    {
      name: 'after it is stored, before it is confirmed',
      at: 'receive',
      when: 'after',
      messages: 1,
    },
    {
      name: 'after the command, before its answer is stored',
      at: 'keep',
      when: 'before',
      messages: 1,
    },
    {
      name: 'after the answer is stored, before it is sent',
      at: 'keep',
      when: 'after',
      messages: 1,
    },
    // Telegram has no way to ask whether it was sent: the very same message comes again.
    {
      name: 'after the answer is sent, before that is stored',
      at: 'settle',
      when: 'before',
      messages: 2,
    },
    { name: 'after that is stored', at: 'settle', when: 'after', messages: 1 },
    {
      name: 'after the first of two messages is sent, before that is stored',
      at: 'keep',
      when: 'before',
      call: 1,
      says: '/balance',
      messages: 2,
    },
    {
      name: 'after the first of two messages is stored as sent',
      at: 'keep',
      when: 'after',
      call: 1,
      says: '/balance',
      messages: 1,
    },
  ])('when the process dies $name', async ({ at, when, call = 0, says = '/tip x', messages }) => {
    // What only she should read goes to her private chat, and then the group hears that it did.
    const isPrivate = says === '/balance'
    const title = isPrivate ? 'Your balance' : 'Tip from @alice to somebody'
    if (isPrivate) api.plant(1, 'Welcome')
    const answers = () =>
      api.shown(isPrivate ? 1 : -100).filter(({ text }) => text.startsWith(title))
    let calls = 0
    let died = false
    const dying = await started({
      around: (store) => ({
        ...store,
        async [at](...args: unknown[]) {
          // One of the store's own methods, with the arguments it was called with.
          const run = () => Reflect.apply(store[at], store, args) as Promise<unknown>
          if (at === 'receive' && Array.isArray(args[0]) && args[0].length === 0) return run()
          if (calls++ !== call) return run()
          if (when === 'after') await run()
          died = true
          return dead()
        },
      }),
    })
    api.say(alice, group, says)
    await until(() => expect(died).toBe(true))
    void dying.stop()
    bots = []
    await started()
    await until(() => expect(answers()).toHaveLength(messages))
    await settled()
    expect(answers()).toHaveLength(messages)
    expect(
      new Set(answers().map(({ html, buttons }) => JSON.stringify([html, buttons]))).size,
    ).toBe(1)
    expect(api.shown(-100)).toHaveLength(isPrivate ? 1 : messages)
  })
})

test('a chat’s next message goes out when the one before it is stored as sent', async () => {
  const people = Array.from({ length: 5 }, (_, n) => ({ ...alice, id: 50 + n, username: `u${n}` }))
  const shownWhenSettled: number[] = []
  const states = () => database.db.select().from(openUpdates).all()
  const { ran } = await started({
    around: (store) => ({
      ...store,
      async settle(updateId) {
        await until(async () =>
          expect((await states()).map(({ state }) => state)).not.toContain('received'),
        )
        await until(() => expect(ran).toHaveLength(people.length))
        // Whatever goes out before this is stored has come to Telegram by then.
        for (let trip = 0; trip < 5; trip += 1) await fetch(`${api.url}/bot${TOKEN}/getMe`)
        shownWhenSettled.push(api.shown(-100).length)
        return store.settle(updateId)
      },
    }),
  })
  for (const person of people) api.say(person, group, `/tip ${person.id}`)
  await until(() => expect(shownWhenSettled).toHaveLength(people.length))
  expect(shownWhenSettled).toEqual([1, 2, 3, 4, 5])
})

test('one person’s commands run one after the other, several persons’ at once', async () => {
  const events: string[] = []
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  await started({
    async during(input) {
      events.push(`begin ${input}`)
      if (input === 'a1') await gate
      events.push(`end ${input}`)
    },
  })
  api.say(alice, group, '/tip a1')
  api.say(alice, group, '/tip a2')
  api.say(bobby, group, '/tip b1')
  await until(() => expect(events).toEqual(['begin a1', 'begin b1', 'end b1']))
  release()
  await until(() => expect(events.slice(3)).toEqual(['end a1', 'begin a2', 'end a2']))
})

describe('Telegram’s limits', () => {
  function fakeTime() {
    const clock = createFakeClock()
    const waits: number[] = []
    const sleep = async (ms: number) => {
      waits.push(ms)
      clock.advanceMs(ms)
    }
    return { now: clock.now, advanceMs: clock.advanceMs, sleep, waits }
  }

  test('retry_after is obeyed to the second', async () => {
    const time = fakeTime()
    api.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    })
    await started({ time })
    api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    expect(time.waits).toEqual([7_000])
  })

  const saysNothing = (seconds: number) =>
    api.failNext('getChatMember', {
      error_code: 429,
      description: `Too Many Requests: retry after ${seconds}`,
      parameters: { retry_after: seconds },
    })

  test('a command that asks Telegram who runs the group waits for seconds', async () => {
    const time = fakeTime()
    saysNothing(7)
    await started({ time })
    api.setStatus(group.id, alice, 'administrator')
    api.say(alice, group, '/tip as admin')
    await shows(-100, ['Tip from an admin to somebody'])
    expect(time.waits).toEqual([7_000])
  })

  test('where Telegram says for an hour not who runs the group, whoever asks is told so at once, and asks again with a press; it is not asked meanwhile', async () => {
    const time = fakeTime()
    saysNothing(3600)
    await started({ time })
    api.setStatus(group.id, alice, 'administrator')
    const asked = () => api.calls.filter(({ method }) => method === 'getChatMember').length
    api.say(alice, group, '/tip as admin')
    await shows(-100, ['⚠️ Telegram says nothing right now'])
    expect(time.waits).toEqual([])
    const [first] = api.shown(-100)
    expect(first?.text).toContain('60 minutes')
    time.advanceMs(30 * 60_000)
    api.press(alice, group, first?.id ?? 0, 'Try again')
    await until(() => expect(api.shown(-100).at(-1)?.text).toContain('30 minutes'))
    expect(asked()).toBe(1)
    time.advanceMs(30 * 60_000)
    api.press(alice, group, api.shown(-100).at(-1)?.id ?? 0, 'Try again')
    await until(() => expect(titles(-100).at(-1)).toBe('Tip from an admin to somebody'))
    expect(asked()).toBe(2)
    await settled()
  })

  describe('a group that takes nothing for an hour', () => {
    const HOUR_MS = 3_600_000
    const other: Chat.SupergroupChat = { id: -200, type: 'supergroup', title: 'Others' }

    /** Time in which short waits are over at once, and long ones when the hour is. */
    function hourTime() {
      const clock = createFakeClock()
      const sleepers = new Set<() => void>()
      return {
        now: clock.now,
        sleep: (ms: number, signal: AbortSignal) =>
          new Promise<void>((resolve) => {
            if (ms < 60_000) return void setImmediate(resolve)
            sleepers.add(resolve)
            signal.addEventListener('abort', () => resolve(), { once: true })
          }),
        sleeping: () => sleepers.size,
        endHour() {
          clock.advanceMs(HOUR_MS)
          for (const wake of sleepers) wake()
          sleepers.clear()
        },
      }
    }
    const refuse = () =>
      api.failNext('sendMessage', {
        error_code: 429,
        description: 'Too Many Requests: retry after 3600',
        parameters: { retry_after: 3600 },
      })

    test('answers the asker in private, everybody else as ever, and says so once', async () => {
      api.say(alice, dmOf(alice), '/start')
      const bot = await started({ time: hourTime() })
      await shows(1, ['Welcome'])
      refuse()
      api.say(alice, group, '/tip one')
      await shows(1, ['Welcome', 'Tip from @alice to somebody'])
      api.say(alice, group, '/tip two')
      await shows(1, ['Welcome', 'Tip from @alice to somebody', 'Tip from @alice to somebody'])
      await bot.surface.send('1', CARD, 'bulk')
      expect(titles(1).at(-1)).toBe('Hello')
      api.say(bobby, other, '/tip three')
      await shows(-200, ['Tip from @bobby to somebody'])
      expect(titles(-100)).toEqual([])
      expect(bot.logged.filter((line) => /no more messages/.test(line))).toHaveLength(1)
      await settled()
    })

    test('an asker whom we may not write to is answered there when the hour is over, and elsewhere meanwhile', async () => {
      const time = hourTime()
      await started({ time })
      refuse()
      api.say(alice, group, '/tip one')
      await until(() => expect(time.sleeping()).toBe(1))
      api.say(alice, other, '/tip two')
      await shows(-200, ['Tip from @alice to somebody'])
      expect(titles(-100)).toEqual([])
      time.endHour()
      await shows(-100, ['Tip from @alice to somebody'])
      await settled()
    })

    test('an airdrop of an asker whom we may not write to is offered there when the hour is over', async () => {
      const time = hourTime()
      const { clock: _clock, ...able } = airdropper()
      await started({ ...able, time })
      refuse()
      api.say(alice, group, '/airdrop 5 usdc for 2')
      await until(() => expect(time.sleeping()).toBe(1))
      expect(titles(-100)).toEqual([])
      time.endHour()
      await until(() => expect(api.shown(-100)).toHaveLength(1))
      const [offered] = api.shown(-100)
      expect(offered?.buttons.flat().map(({ text }) => text)).toContain('Sign')
      api.say(alice, dmOf(alice), '/help')
      await until(() => expect(api.shown(1)).toHaveLength(1))
      await settled()
      expect(titles(1)).not.toContainEqual(expect.stringContaining('could not show'))
    })

    test('what waits for the hour to end goes on after a stop', async () => {
      const time = hourTime()
      const bot = await started({ time })
      refuse()
      api.say(alice, group, '/tip one')
      await until(() => expect(time.sleeping()).toBe(1))
      await bot.stop()
      time.endHour()
      await started({ time })
      await shows(-100, ['Tip from @alice to somebody'])
      expect(bot.ran).toEqual(['tip one'])
      await settled()
    })
  })

  test.each(['getMe', 'deleteWebhook', 'setMyCommands'])(
    'retry_after of %s is obeyed to the second at the start, which waits for nothing',
    async (method) => {
      const time = fakeTime()
      api.failNext(method, {
        error_code: 429,
        description: 'Too Many Requests: retry after 700',
        parameters: { retry_after: 700 },
      })
      await started({ time })
      await until(() => expect(api.menu('all_chat_administrators', 'zh')).toBeDefined())
      expect(time.waits).toEqual([700_000])
    },
  )

  test('a burst in a group is answered in full without one message too many', async () => {
    const time = fakeTime()
    await api.close()
    api = await createBotApi({ pace: { now: time.now, betweenMs: 1_000, groupPerMinute: 20 } })
    await started({ time, limits: TELEGRAM_LIMITS })
    for (let n = 0; n < 45; n += 1)
      api.say({ ...alice, id: 50 + n, username: `user${n}` }, group, `/tip ${n}`)
    await until(() => expect(api.shown(-100)).toHaveLength(45))
    await settled()
  })

  test('the surface says how long to wait instead of waiting', async () => {
    const time = fakeTime()
    const { surface } = await started({ time, limits: TELEGRAM_LIMITS })
    api.say(alice, dmOf(alice), '/start')
    await shows(1, ['Welcome'])
    await expect(surface.send('1', CARD, 'answer')).rejects.toEqual(new RetryLaterError(1_000))
  })
})

const CARD = { title: 'Hello', tone: 'info', blocks: [] } as const satisfies {
  title: string
  tone: 'info'
  blocks: []
}

describe('the surface', () => {
  test('opens sign and claim pages inside Telegram in private chats, and as links in groups', async () => {
    const { surface } = await started()
    api.say(alice, dmOf(alice), '/start')
    api.say(alice, group, 'hello')
    await shows(1, ['Welcome'])
    const urls = ['/sign/1', '/claim/1#secret', '/track/base/1'].map(
      (path) => `https://vouch.example${path}`,
    )
    const blocks = urls.map((url) => ({ kind: 'link', label: 'Open', url }) as const)
    for (const chat of ['1', '-100']) {
      const id = await surface.send(chat, { ...CARD, blocks }, 'answer')
      await surface.edit(chat, id, { ...CARD, title: 'Again', blocks })
    }
    const [sign = '', claim = '', track = ''] = urls
    expect(api.shown(1).at(-1)?.buttons).toEqual([
      { text: 'Open', web_app: { url: sign } },
      { text: 'Open', web_app: { url: claim } },
      { text: 'Open', url: track },
    ])
    expect(api.shown(-100).at(-1)?.buttons).toEqual(urls.map((url) => ({ text: 'Open', url })))
  })

  test('edits a message; without a change and when it is gone, that is an answer too', async () => {
    const { surface } = await started()
    api.say(alice, dmOf(alice), '/start')
    await shows(1, ['Welcome'])
    const id = await surface.send('1', CARD, 'answer')
    await surface.edit('1', id, { ...CARD, title: 'Changed' })
    await surface.edit('1', id, { ...CARD, title: 'Changed' })
    expect(api.shown(1).at(-1)).toMatchObject({ text: 'Changed', edits: 1 })
    api.remove(1, Number(id))
    await expect(surface.edit('1', id, CARD)).rejects.toBeInstanceOf(MessageGoneError)
    api.failNext('editMessageText', {
      error_code: 429,
      description: 'Too Many Requests',
      parameters: { retry_after: 3 },
    })
    await expect(surface.edit('1', id, CARD)).rejects.toEqual(new RetryLaterError(3_000))
  })

  test('says when somebody cannot be written to', async () => {
    const { surface } = await started()
    await expect(surface.send('77', CARD, 'answer')).rejects.toBeInstanceOf(UnreachableError)
    const id = `${api.plant(1, 'Hello')}`
    api.block(alice)
    await expect(surface.edit('1', id, CARD)).rejects.toBeInstanceOf(UnreachableError)
  })
})

describe('failures', () => {
  test('a wrong token stops the start, and no error or log shows a token', async () => {
    const token = '1:AAsecret'
    const bot = runBot({ db: database.db, apiRoot: api.url, token })
    const failure: unknown = await bot.start().catch((error: unknown) => error)
    expect(String(failure)).toContain('Check TELEGRAM_BOT_TOKEN')
    expect(JSON.stringify([bot.logged, String(failure)])).not.toContain('AAsecret')
  })

  test('a server of the Bot API that knows no webhooks is no wrong token', async () => {
    api.failNext('deleteWebhook', { error_code: 404, description: 'Not Found' })
    const bot = await started()
    api.say(alice, group, '/tip x')
    await shows(-100, ['Tip from @alice to somebody'])
    expect(bot.logged).toEqual([])
  })

  test('a method that a server does not know ends nothing', async () => {
    api.failNext('setWebhook', { error_code: 404, description: 'Not Found' })
    const bot = await started({ webhook: { url: 'https://vouch.example/telegram', secret: 's' } })
    expect(bot.logged).toEqual([expect.stringContaining('Telegram answered 404 to setWebhook')])
  })

  test('without Telegram it goes on trying, and what was written meanwhile is answered', async () => {
    api.setDown(true)
    const bot = await started({
      time: {
        now: () => new Date(),
        sleep: () => new Promise((resolve) => setTimeout(resolve, 20)),
      },
    })
    await until(() => expect(bot.logged.length).toBeGreaterThan(1))
    expect(bot.logged.join()).not.toContain(TOKEN)
    expect(bot.logged.join()).toContain('<token>')
    api.say(alice, group, '/tip x')
    api.setDown(false)
    await shows(-100, ['Tip from @alice to somebody'])
  })

  test('a stop waits for the command in hand and sends its answer', async () => {
    let end = (): void => undefined
    const inHand = new Promise<void>((resolve) => (end = resolve))
    const bot = await started({ during: () => inHand })
    api.say(alice, group, '/tip x')
    api.say(alice, group, '/tip later')
    await until(() => expect(bot.ran).toEqual(['tip x']))
    const stopping = bot.stop()
    end()
    await stopping
    expect(titles(-100)).toEqual(['Tip from @alice to somebody'])
    await started({ ran: bot.ran })
    await shows(-100, ['Tip from @alice to somebody', 'Tip from @alice to somebody'])
    expect(bot.ran).toEqual(['tip x', 'tip later'])
  })
})
