import { expect, test } from 'vitest'

import { parseTip } from '../../../src/bots/reading/parse-tip.ts'
import { peopleIn, readUpdate, talkIn, Update } from '../../../src/bots/telegram/read-update.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { speaker } from '../commands/stand-in-services.ts'

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
    ['tip', 'split'],
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

const LINK = `https://vouch.example/claim/${'a'.repeat(24)}#${'b'.repeat(43)}`
const forwarded = { forward_origin: { type: 'user' } }
const photo = [{ file_id: '1' }]
test.each([
  {
    name: 'a claim link that was passed on',
    message: { text: `Look: ${LINK} !`, ...forwarded },
    says: LINK,
  },
  {
    name: 'the same beneath a picture',
    message: { caption: LINK, photo, ...forwarded },
    says: LINK,
  },
  { name: 'a command that was passed on', message: { text: '/tip x', ...forwarded }, says: '' },
  { name: 'a command beneath a picture', message: { caption: '/tip x', photo }, says: '/tip x' },
  { name: 'a picture', message: { photo }, says: '' },
  { name: 'a voice message', message: { voice: {} }, says: '' },
  { name: 'a sticker', message: { sticker: {} }, says: '' },
  { name: 'one of several pictures', message: { photo, media_group_id: '1' }, says: undefined },
  { name: 'what another bot made', message: { text: '/tip x', via_bot: robot }, says: '' },
  {
    name: 'what we made ourselves',
    message: { text: 'x', via_bot: { ...robot, id: 4242 } },
    says: undefined,
  },
  { name: 'what Telegram says itself', message: { pinned_message: {} }, says: undefined },
])('in private, $name is heard as: $says', ({ message, says }) => {
  const heard = read({ ...message, chat: dm })
  expect(heard?.kind === 'words' ? heard.text : undefined).toBe(says)
  expect(read(message), 'in a group').toBeUndefined()
})

test('who is mentioned beneath a picture is known', () => {
  const entity = { type: 'text_mention', offset: 5, length: 3, user: bobby }
  const message = { caption: '/tip Bob 5 usdc', caption_entities: [entity], photo, chat: dm }
  expect(read(message)).toMatchObject({ voice: { mentioned: [{ account: { userId: '2' } }] } })
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
  { name: 'another bot', answered: { from: robot }, userId: undefined, isNobodys: true },
  {
    name: 'a channel',
    answered: { from: robot, sender_chat: { id: -5 } },
    userId: undefined,
    isNobodys: true,
  },
  { name: 'an anonymous post', answered: {}, userId: undefined, isNobodys: true },
  {
    name: 'the head of a topic', // which every message of the topic answers
    answered: { from: bobby, forum_topic_created: {} },
    userId: undefined,
  },
])('a reply to $name names $userId', ({ answered, userId, isNobodys }) => {
  const heard = read({ text: '/tip 5 usdc', reply_to_message: answered })
  if (heard?.kind !== 'words') throw new Error('these are words')
  expect(heard.voice.replyTo?.account.userId).toBe(userId)
  expect(heard.voice.answersNobody).toBe(isNobodys)
})

const mentioning = (user: object, offset = 5, length = 11) => [
  { type: 'bot_command', offset: 0, length: 4 },
  { type: 'text_mention', offset, length, user },
]

const bobbysAccount = { platform: 'telegram', userId: '2', handle: undefined }

test.each([
  { name: 'a person without a username', user: bobby, account: bobbysAccount, shown: 'Bobby' },
  {
    name: 'a person with one',
    user: alice,
    account: { platform: 'telegram', userId: '1', handle: 'alice' },
    shown: '@alice',
  },
])('a command that names $name by account knows that account', ({ user, account, shown }) => {
  const heard = read({ text: '/tip Bobby 🎈 O’N 5 usdc', entities: mentioning(user, 5, 12) })
  expect(heard).toMatchObject({ kind: 'words', text: `/tip  <@${account.userId}>  5 usdc` })
  expect(heard?.kind === 'words' && heard.voice).toMatchObject({
    replyTo: undefined,
    mentioned: [{ account, name: shown }],
  })
})

/** What is written, and whom it names by account: every name in braces. */
function written(text: string, ...users: object[]) {
  const entities: object[] = []
  const plain = text.replaceAll(/\{([^}]*)\}/g, '$1')
  let taken = 0
  for (const [index, found] of [...text.matchAll(/\{([^}]*)\}/g)].entries()) {
    const offset = found.index - taken
    taken += 2
    const length = found[1]?.length ?? 0
    entities.push({ type: 'text_mention', offset, length, user: users[index] })
  }
  return { text: plain, entities }
}
const carol = { id: 7, is_bot: false, first_name: 'Carol', last_name: 'of Base' }

test.each([
  { said: '@vouch_bot /tip {Bobby} 5 usdc', by: ['2'], text: '/tip <@2> 5 usdc' },
  {
    said: '/split 40 usdc among @anna {Bobby}',
    by: ['2'],
    text: '/split 40 usdc among @anna <@2>',
  },
  { said: '/tip 5 usdc {Bobby}', by: ['2'], text: '/tip 5 usdc <@2>' },
  { said: '/tip {Bobby}, {Carol of Base} 5 usdc', by: ['2', '7'], text: '/tip <@2>, <@7> 5 usdc' },
  { said: '/tip {Bobby},{Carol of Base} 5 usdc', by: ['2', '7'], text: '/tip <@2>, <@7> 5 usdc' },
  { said: '/tip @carol 5 usdc for {Bobby}', by: ['2'], text: '/tip @carol 5 usdc for <@2>' },
])('"$said" names $by wherever they stand', ({ said, by, text }) => {
  const heard = read(written(said, bobby, carol))
  if (heard?.kind !== 'words') throw new Error('nothing was heard')
  expect(heard.text.replaceAll(/ +/g, ' ').trim()).toBe(text)
  expect(heard.voice.mentioned?.map(({ account }) => account.userId)).toEqual(by)
})

test('somebody who is named by account is named, whomever the command answers', () => {
  const answered = { from: { ...alice, id: 9, username: 'dora' } }
  const heard = read({ ...written('/tip 5 usdc {Carol}', carol), reply_to_message: answered })
  if (heard?.kind !== 'words') throw new Error('nothing was heard')
  const order = parseTip(
    heard.text.slice('/tip'.length).trim(),
    speaker('alice', heard.voice),
    sampleNetwork,
    '/tip @bobby 5 usdc',
  )
  expect(order).toMatchObject({
    recipient: { handle: '', name: 'Carol of Base' },
    account: { userId: '7' },
    note: undefined,
  })
})

test.each([
  { name: 'another bot', user: robot, text: '@robot_bot' },
  { name: 'us', user: { ...robot, id: 4242, username: 'Vouch_Bot' }, text: '@Vouch_Bot' },
])('$name is named by its username, which says that it is a bot', ({ user, text }) => {
  const heard = read(written('/tip 5 usdc {Robot}', user))
  expect(heard).toMatchObject({ kind: 'words', text: `/tip 5 usdc  ${text} ` })
  expect(heard?.kind === 'words' && heard.voice.mentioned).toBeUndefined()
})

test('talk without a command names nobody', () => {
  const { entities } = written('hello {Bobby}', bobby)
  const heard = read({ text: 'hello Bobby', entities, chat: dm })
  expect(heard).toMatchObject({ kind: 'words', text: 'hello Bobby' })
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
  const several = {
    ...mention,
    ...written('/split 9 usdc among {Bobby}, {Robot} and {Carol}', bobby, robot, carol),
  }
  expect(
    peopleIn(Update.parse({ update_id: 1, message: several })).map(({ account }) => account.userId),
  ).toEqual(['1', '2', '7'])
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
    voice: { chat: { id: 'inline/abc', kind: 'group', isMessage: true } },
  })
})
