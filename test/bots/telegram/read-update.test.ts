import { expect, test } from 'vitest'

import { peopleIn, readUpdate, talkIn, Update } from '../../../src/bots/telegram/read-update.ts'

const bot = { platform: 'telegram', userId: '4242', handle: 'vouch_bot' } as const
const alice = { id: 1, is_bot: false, first_name: 'Alice', username: 'Alice' }
const bobby = { id: 2, is_bot: false, first_name: 'Bobby' }
const robot = { id: 3, is_bot: true, first_name: 'Robot', username: 'robot_bot' }
const group = { id: -100, type: 'supergroup' }
const dm = { id: 1, type: 'private' }

const read = (message: object) =>
  readUpdate(
    Update.parse({
      update_id: 1,
      message: { message_id: 5, from: alice, chat: group, ...message },
    }),
    bot,
    ['tip'],
  )

test.each([
  { name: 'a command', message: { text: '/tip @bobby 5 usdc' }, heard: 'words' },
  { name: 'a command in capitals', message: { text: '/TIP x' }, heard: 'words' },
  { name: 'a command that names us', message: { text: '/tip@Vouch_Bot x' }, heard: 'words' },
  {
    name: 'an unknown command that names us',
    message: { text: '/nope@vouch_bot' },
    heard: 'words',
  },
  { name: 'an unknown command in a group', message: { text: '/nope' }, heard: undefined },
  { name: 'an unknown command in private', message: { text: '/nope', chat: dm }, heard: 'words' },
  { name: 'a command for another bot', message: { text: '/tip@other_bot x' }, heard: undefined },
  {
    name: 'the same in private',
    message: { text: '/tip@other_bot x', chat: dm },
    heard: undefined,
  },
  {
    name: 'an unknown command behind our name',
    message: { text: '@vouch_bot /nope' },
    heard: 'words',
  },
  {
    name: 'a command behind another bot’s name',
    message: { text: '@other_bot /tip x' },
    heard: undefined,
  },
  {
    name: 'a command for another bot behind our name',
    message: { text: '@vouch_bot /tip@other_bot x' },
    heard: undefined,
  },
  { name: 'talk behind our name', message: { text: '@vouch_bot tip x' }, heard: undefined },
  { name: 'talk in a group', message: { text: 'hello /tip' }, heard: undefined },
  { name: 'talk in private', message: { text: 'hello', chat: dm }, heard: 'words' },
  { name: 'a picture', message: {}, heard: undefined },
  {
    name: 'a forwarded command',
    message: { text: '/tip x', forward_origin: { type: 'user' } },
    heard: undefined,
  },
  {
    name: 'a command made by an inline bot',
    message: { text: '/tip x', via_bot: robot },
    heard: undefined,
  },
  { name: 'a command of a bot', message: { text: '/tip x', from: robot }, heard: undefined },
  {
    name: 'a command of an anonymous admin',
    message: { text: '/tip x', sender_chat: group, from: robot },
    heard: 'nobody',
  },
])('$name is heard as $heard', ({ message, heard }) => {
  expect(read(message)?.kind).toBe(heard)
})

test.each([
  { said: '@Vouch_Bot /tip @bobby 5 usdc', text: '/tip @bobby 5 usdc' },
  { said: '@vouch_bot /tip@vouch_bot @bobby 5 usdc', text: '/tip@vouch_bot @bobby 5 usdc' },
  { said: '/tip@vouch_bot @other_bot 5 usdc', text: '/tip@vouch_bot @other_bot 5 usdc' },
  { said: '/tip @other_bot 5 usdc', text: '/tip @other_bot 5 usdc' }, // whoever reads it refuses a bot
])('"$said" is a command for us: $text', ({ said, text }) => {
  expect(read({ text: said })).toMatchObject({ kind: 'words', text })
})

test('an edited message is not heard', () => {
  const edited = { message_id: 5, from: alice, chat: group, text: '/tip x', edit_date: 2 }
  expect(
    readUpdate(Update.parse({ update_id: 1, edited_message: edited }), bot, ['tip']),
  ).toBeUndefined()
})

test.each([
  { name: 'a person', answered: { from: bobby }, userId: '2' },
  { name: 'our own card', answered: { from: { ...robot, id: 4242 } }, userId: '4242' },
  { name: 'another bot', answered: { from: robot }, userId: undefined },
  { name: 'a channel', answered: { from: robot, sender_chat: { id: -5 } }, userId: undefined },
  {
    name: 'the head of a topic',
    answered: { from: bobby, forum_topic_created: {} },
    userId: undefined,
  },
])('a reply to $name names $userId', ({ answered, userId }) => {
  const heard = read({ text: '/tip 5 usdc', reply_to_message: answered })
  expect(heard?.kind === 'words' && heard.voice.replyTo?.account.userId).toBe(userId)
})

const mentioning = (user: object, offset = 5, length = 11) => [
  { type: 'bot_command', offset: 0, length: 4 },
  { type: 'text_mention', offset, length, user },
]

test.each([
  { name: 'a person without a username', user: bobby, account: { userId: '2', handle: undefined } },
  { name: 'a person with one', user: alice, account: { userId: '1', handle: 'alice' } },
  { name: 'us', user: { ...robot, id: 4242 }, account: { userId: '4242', handle: 'robot_bot' } },
])('a command that names $name by account is about that account', ({ user, account }) => {
  const heard = read({ text: '/tip Bobby 🎈 O’N 5 usdc', entities: mentioning(user, 5, 12) })
  expect(heard).toMatchObject({ kind: 'words', text: '/tip 5 usdc' })
  expect(heard?.kind === 'words' && heard.voice.replyTo).toMatchObject({ account, isNamed: true })
})

test('a command behind our name knows whom it names by account', () => {
  const text = '@vouch_bot /tip Bobby 5 usdc'
  const heard = read({ text, entities: mentioning(bobby, 16, 5) })
  expect(heard).toMatchObject({ kind: 'words', text: '/tip 5 usdc' })
  expect(heard?.kind === 'words' && heard.voice.replyTo?.account.userId).toBe('2')
})

test('whom a command names goes before whom it answers', () => {
  const answered = { from: { ...alice, id: 9, username: 'carol' } }
  const entities = mentioning(bobby, 5, 5)
  const heard = read({ text: '/tip Bobby 5 usdc', entities, reply_to_message: answered })
  expect(heard?.kind === 'words' && heard.voice.replyTo?.account.userId).toBe('2')
})

test.each([
  { name: 'in a note', text: '/tip @carol 5 usdc for Bobby', entities: mentioning(bobby, 23, 5) },
  { name: 'of another bot', text: '/tip Robot 5 usdc', entities: mentioning(robot, 5, 5) },
  {
    name: 'by handle',
    text: '/tip @bobby 5 usdc',
    entities: [{ type: 'mention', offset: 5, length: 6 }],
  },
])('a mention $name tips nobody by account', ({ text, entities }) => {
  const heard = read({ text, entities })
  expect(heard?.kind === 'words' && heard.voice.replyTo).toBeUndefined()
})

test.each([
  { from: alice, name: '@alice' },
  { from: { ...bobby, last_name: 'O’Neil-Ünal 3' }, name: 'Bobby O’Neil-Ünal 3' },
  {
    from: { ...bobby, first_name: '@carol\u202E', last_name: '<b>t.me/x</b>' },
    name: 'carol btmexb',
  },
  { from: { ...bobby, first_name: '\u200B\u202E@@' }, name: 'Somebody' },
  { from: { ...bobby, first_name: 'x'.repeat(60) }, name: 'x'.repeat(40) },
])('somebody is shown as $name', ({ from, name }) => {
  const heard = read({ text: '/tip x', from })
  expect(heard?.kind === 'words' && heard.voice.name).toBe(name)
})

test('a topic of a forum is a chat of its own', () => {
  const heard = read({ text: '/tip x', is_topic_message: true, message_thread_id: 9 })
  expect(heard?.kind === 'words' && heard.voice.chat).toEqual({ id: '-100/9', kind: 'group' })
})

test('people are met as writers and as authors of what is answered, bots and channels never', () => {
  const message = { message_id: 5, from: alice, chat: group, reply_to_message: { from: bobby } }
  expect(peopleIn(Update.parse({ update_id: 1, message }))).toEqual([
    { account: { platform: 'telegram', userId: '1', handle: 'alice' }, privateChat: undefined },
    { account: { platform: 'telegram', userId: '2', handle: undefined }, privateChat: undefined },
  ])
  const mention = { message_id: 5, from: alice, chat: group, text: '/tip Bobby 5 usdc' }
  expect(
    peopleIn(
      Update.parse({ update_id: 1, message: { ...mention, entities: mentioning(bobby, 5, 5) } }),
    ).map(({ account }) => account.userId),
  ).toEqual(['1', '2'])
  const anonymous = {
    ...message,
    from: robot,
    sender_chat: { id: -100 },
    reply_to_message: { from: robot },
  }
  expect(peopleIn(Update.parse({ update_id: 1, message: anonymous }))).toEqual([])
})

test.each([
  { name: 'talk in a group', message: { text: 'good morning' }, who: '@alice in -100' },
  { name: 'a command', message: { text: '/rain 5 usdc' }, who: '@alice in -100' },
  { name: 'a picture', message: {}, who: '@alice in -100' },
  { name: 'somebody without a username', message: { from: bobby }, who: 'Bobby in -100' },
  { name: 'talk in private', message: { chat: dm, text: 'hello' }, who: undefined },
  { name: 'a bot', message: { from: robot, text: 'hello' }, who: undefined },
  { name: 'words of an inline bot', message: { via_bot: robot, text: 'hello' }, who: undefined },
  {
    name: 'an anonymous admin',
    message: { sender_chat: group, text: 'hello' },
    who: undefined,
  },
])('$name tells who is active: $who', ({ message, who }) => {
  const said = { message_id: 5, from: alice, chat: group, ...message }
  const talk = talkIn(Update.parse({ update_id: 1, message: said }))
  expect(talk && `${talk.name} in ${talk.chat}`).toBe(who)
})

test.each([
  { offered: 'tip', query: '@bobby 5 usdc', text: '/tip @bobby 5 usdc' },
  { offered: 'airdrop', query: '5 usdc for 3', text: '/airdrop 5 usdc for 3' },
  // From before there was more than one offer.
  { offered: 'offer', query: '@bobby 5 usdc', text: '/tip @bobby 5 usdc' },
  { offered: 'cancel', query: 'all', text: '/tip all' },
])('of what was sent in any chat, "$offered" asks for "$text"', ({ offered, query, text }) => {
  const chosen = { result_id: offered, from: alice, query, inline_message_id: 'abc' }
  const update = Update.parse({ update_id: 1, chosen_inline_result: chosen })
  expect(readUpdate(update, bot, ['tip'])).toMatchObject({
    kind: 'words',
    text,
    voice: { chat: { id: 'inline/abc', kind: 'group' } },
  })
})
