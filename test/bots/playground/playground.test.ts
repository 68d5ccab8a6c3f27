import { beforeEach, expect, test } from 'vitest'

import { actions, commands } from '../../../src/bots/commands/commands.ts'
import { createLanguages } from '../../../src/bots/delivery/languages.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { viewOf, views } from '../../../src/bots/cards/views.ts'
import { createDelivery } from '../../../src/bots/delivery/delivery.ts'
import { createPlaygroundSurface } from '../../../src/bots/playground/playground-surface.ts'
import { createPlayground } from '../../../src/bots/playground/playground.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { tellPerson, tellTopic } from '../../../src/store/chats/outbox.ts'
import { createPlaygroundStore } from '../../../src/store/chats/playground-store.ts'
import {
  CLAIMER_ID,
  claimView,
  createStandInServices,
  HASH,
  ON_BASE,
} from '../commands/stand-in-services.ts'

/** The playground over real delivery and stores; chains and claims are played. */
async function setUp() {
  const stand = createStandInServices()
  const { services, db, clock, known } = stand
  const store = createPlaygroundStore(db)
  const accounts = createAccountStore(db)
  const log = { error: () => undefined, warn: () => undefined }
  const languages = createLanguages(createLanguageStore(db))
  const delivery = createDelivery({
    store: createCardStore(db),
    surfaces: [createPlaygroundSurface({ store, now: clock.now })],
    views,
    viewOf,
    services: { ...services, people: { ...services.people, accountOf: accounts.accountOf } },
    languages,
    log,
    now: clock.now,
    sleep: async () => undefined,
  })
  const dispatch = createDispatch({
    services: { ...services, people: { ...services.people, accountOf: accounts.accountOf } },
    commands,
    actions,
    log,
    newId: () => 'r-1',
  })
  const playground = createPlayground({
    store,
    accounts,
    activity: services.people.activity,
    personas: ['alice', 'bobby', 'carol'],
    dispatch,
    delivery,
    languages,
    now: clock.now,
  })
  await playground.start()
  known.wallets.set('playground:alice', [ON_BASE])
  known.balances.set('base/usdc', 9_000_000n)
  /** A claim of alice's tip waits for bobby, and its card is in the lobby. */
  async function claimableTip() {
    const [, tip] = await playground.say({
      from: 'alice',
      chat: 'lobby',
      text: '/tip @bobby 5 usdc',
    })
    await stand.requestStore.setTxHash('s1', HASH, clock.now())
    known.claims.set(CLAIMER_ID, claimView())
    known.waiting.set('playground:bobby', [
      {
        claimId: '7',
        claimerId: CLAIMER_ID,
        token: 'usdc',
        amount: 5_000_000n,
        senderAccount: 'telegram:id-alice',
        senderName: '@alice',
        note: undefined,
        fundedAt: clock.now(),
        needsPin: false,
        isHeld: false,
        isFrozen: false,
        coolingEndsAt: undefined,
      },
    ])
    await tellTopic(db, `claim:${CLAIMER_ID}`, clock.now())
    await delivery.deliverDue()
    return tip?.id ?? ''
  }
  return { ...stand, playground, delivery, claimableTip }
}

let it = await setUp()
beforeEach(async () => {
  it = await setUp()
})

test('a tip in the lobby is answered there, as a card and as text', async () => {
  const messages = await it.playground.say({
    from: 'alice',
    chat: 'lobby',
    text: '/tip @bobby 5 usdc for the fix',
  })
  expect(messages).toEqual([
    {
      seq: 1,
      id: '1',
      chat: 'lobby',
      from: 'alice',
      text: '/tip @bobby 5 usdc for the fix',
      card: null,
      edited: false,
    },
    {
      seq: 2,
      id: '2',
      chat: 'lobby',
      from: 'vouch',
      text: expect.stringContaining('@alice: "for the fix"'),
      card: expect.objectContaining({ title: 'Tip 5 USDC to @bobby' }),
      edited: false,
    },
  ])
  expect(messages[1]?.text).toContain('Sign: https://vouch.example/sign/s1')
  expect(messages[1]?.text).not.toContain('I have not met')
  expect(await it.playground.messages({ chat: 'lobby', after: 0 })).toEqual(messages)
  expect(await it.playground.messages({ chat: 'lobby', after: 1 })).toEqual(messages.slice(1))
})

test('a refusal that tells of its asker is not said in the lobby', async () => {
  await it.claimableTip()
  const text = '/claim 9 to base'
  const messages = await it.playground.say({ from: 'bobby', chat: 'lobby', text })
  const said = messages.map(({ chat, text: words }) => [chat, words.split('\n')[0]])
  expect(said).toEqual([
    ['lobby', text],
    ['dm:bobby', 'There is no number 9: 1 claim waits for you'],
    ['lobby', 'I wrote to you in private'],
  ])
})

test('the list of what waits follows what becomes of it', async () => {
  await it.claimableTip()
  const [first] = it.known.waiting.get('playground:bobby') ?? []
  if (!first) throw new Error('nothing waits')
  it.known.waiting.set('playground:bobby', [first, { ...first, claimId: '8' }])
  it.known.wallets.set('playground:bobby', [ON_BASE])
  const chat = 'dm:bobby'
  const [, list] = await it.playground.say({ from: 'bobby', chat, text: '/claim' })
  const labels = list?.text.split('\n').filter((line) => line.startsWith('['))
  expect(labels).toContain('[Claim all 10 USDC on Base]')
  const action = 'claim-all:base'
  await it.playground.press({ from: 'bobby', message_id: list?.id ?? '', action })
  expect(it.asked.redeemed.map(([claimId]) => claimId)).toEqual(['7', '8'])
  /** What the message of the list shows after its claim has changed. */
  const shown = async () => {
    await tellTopic(it.db, `claim:${CLAIMER_ID}`, it.clock.now())
    await it.delivery.deliverDue()
    const messages = await it.playground.messages({ chat, after: 0 })
    return messages.find(({ id }) => id === list?.id)?.text
  }
  it.known.waiting.set('playground:bobby', [])
  expect(await shown()).toMatch(/^Nothing waits for you\n[^[]*$/)
  it.known.waiting.set('playground:bobby', [first]) // a payout has failed
  expect(await shown()).toMatch(/^5 USDC waits for you\n[^]*\[Claim on Base\]/)
})

test.each([
  { rules: 'members', title: /^Giveaway of 5 USDC/ },
  { rules: 'members for 7 days', title: /since when somebody is a member/ },
])('a giveaway in the lobby with the rule "$rules": $title', async ({ rules, title }) => {
  const text = `/giveaway 5 usdc for 1 in 2 hours ${rules}`
  const [, answer] = await it.playground.say({ from: 'alice', chat: 'lobby', text })
  expect(answer?.text.split('\n')[0]).toMatch(title)
})

test('talk in the lobby is not answered', async () => {
  expect(
    await it.playground.say({ from: 'alice', chat: 'lobby', text: 'good morning' }),
  ).toHaveLength(1)
})

test('an answer to a message needs no handle', async () => {
  const [hers] = await it.playground.say({ from: 'bobby', chat: 'lobby', text: 'it is fixed' })
  const [, answer] = await it.playground.say({
    from: 'alice',
    chat: 'lobby',
    text: '/tip 5 usdc',
    reply_to: hers?.id,
  })
  expect(answer?.card).toMatchObject({ title: 'Tip 5 USDC to @bobby' })
})

test('what only the asker should read goes to the private chat, and the lobby hears of it', async () => {
  const messages = await it.playground.say({ from: 'alice', chat: 'lobby', text: '/balance' })
  expect(messages.map(({ chat, from, text }) => [chat, from, text.split('\n')[0]])).toEqual([
    ['lobby', 'alice', '/balance'],
    ['dm:alice', 'vouch', 'Your balance'],
    ['lobby', 'vouch', 'I wrote to you in private'],
  ])
  expect(
    await it.playground.say({ from: 'alice', chat: 'dm:alice', text: '/balance' }),
  ).toHaveLength(2)
})

test('a card in the lobby is edited when its tip goes on; seq tells of it, the id stays', async () => {
  const id = await it.claimableTip()
  const news = await it.playground.messages({ chat: 'lobby', after: 2 })
  expect(news).toMatchObject([
    { id, seq: 3, edited: true, card: { title: '@bobby can claim 5 USDC' } },
  ])
})

test('a persona is told in private of what waits, without ever having spoken', async () => {
  await it.claimableTip()
  await tellPerson(
    it.db,
    {
      fact: { kind: 'claim-funded', claimerId: CLAIMER_ID },
      once: '1',
      to: { platform: 'telegram', handle: 'bobby' },
      userId: undefined,
    },
    it.clock.now(),
  )
  await it.delivery.deliverDue()
  expect(await it.playground.messages({ chat: 'dm:bobby', after: 0 })).toMatchObject([
    { from: 'vouch', card: { title: '@alice sent you 5 USDC' } },
  ])
})

test('the Claim button answers its recipient in private and refuses anybody else', async () => {
  const message_id = await it.claimableTip()
  const press = { message_id, action: `claim:${CLAIMER_ID}` }
  const refused = await it.playground.press({ ...press, from: 'carol' })
  expect(refused.map(({ chat }) => chat)).toEqual(['dm:carol'])
  expect(refused[0]?.text).toContain('This is for @bobby')
  const [given] = await it.playground.press({ ...press, from: 'bobby' })
  expect(given).toMatchObject({ chat: 'dm:bobby', card: { title: '@alice sent you 5 USDC' } })
})

test('a button of a private card pays out, pressed by its owner only', async () => {
  const message_id = await it.claimableTip()
  it.known.wallets.set('playground:bobby', [ON_BASE])
  const [card] = await it.playground.press({
    from: 'bobby',
    message_id,
    action: `claim:${CLAIMER_ID}`,
  })
  const press = { message_id: card?.id ?? '', action: 'claim-to:7:base' }
  await expect(it.playground.press({ ...press, from: 'carol' })).rejects.toMatchObject({
    code: 'NOT_YOURS',
  })
  expect(it.asked.redeemed).toEqual([])
  await it.playground.press({ ...press, from: 'bobby' })
  expect(it.asked.redeemed).toEqual([['7', ON_BASE]])
})

test.each([
  {
    name: 'an unknown persona',
    say: { from: 'mallory', chat: 'lobby', text: 'x' },
    code: 'UNKNOWN_PERSONA',
  },
  {
    name: 'the bot itself',
    say: { from: 'vouch', chat: 'lobby', text: 'x' },
    code: 'UNKNOWN_PERSONA',
  },
  { name: 'an unknown chat', say: { from: 'alice', chat: 'attic', text: 'x' }, code: 'NOT_FOUND' },
  {
    name: 'a foreign private chat',
    say: { from: 'alice', chat: 'dm:bobby', text: 'x' },
    code: 'NOT_YOURS',
  },
  {
    name: 'an empty text',
    say: { from: 'alice', chat: 'lobby', text: ' \n ' },
    code: 'INVALID_REQUEST',
  },
  {
    name: 'a text that is too long',
    say: { from: 'alice', chat: 'lobby', text: 'x'.repeat(4097) },
    code: 'INVALID_REQUEST',
  },
  {
    name: 'an answer to nothing',
    say: { from: 'alice', chat: 'lobby', text: 'x', reply_to: '99' },
    code: 'NOT_FOUND',
  },
  {
    name: 'an answer to no number',
    say: { from: 'alice', chat: 'lobby', text: 'x', reply_to: 'x' },
    code: 'NOT_FOUND',
  },
  {
    name: 'an answer to a message of another chat',
    say: { from: 'alice', chat: 'dm:alice', text: 'x', reply_to: '1' },
    code: 'NOT_FOUND',
  },
])('saying as $name is refused, and nothing is written', async ({ say, code }) => {
  await it.playground.say({ from: 'carol', chat: 'lobby', text: 'hello' })
  await expect(it.playground.say(say)).rejects.toMatchObject({
    code,
    fix: expect.stringMatching(/./),
  })
  for (const chat of ['lobby', 'dm:alice', 'dm:bobby']) {
    expect(await it.playground.messages({ chat, after: 1 })).toEqual([])
  }
})

test('a text of the longest length is taken', async () => {
  expect(
    await it.playground.say({ from: 'alice', chat: 'lobby', text: 'x'.repeat(4096) }),
  ).toHaveLength(1)
})

test.each([
  {
    name: 'an unknown message',
    press: { from: 'bobby', message_id: '99', action: `claim:${CLAIMER_ID}` },
    code: 'NOT_FOUND',
  },
  {
    name: 'an unknown persona',
    press: { from: 'mallory', message_id: '2', action: `claim:${CLAIMER_ID}` },
    code: 'UNKNOWN_PERSONA',
  },
  {
    name: 'an action that is not on the card',
    press: { from: 'bobby', message_id: '2', action: 'claim-to:7:base' },
    code: 'INVALID_REQUEST',
  },
  {
    name: 'a message of a persona',
    press: { from: 'bobby', message_id: '1', action: `claim:${CLAIMER_ID}` },
    code: 'INVALID_REQUEST',
  },
])('pressing $name is refused', async ({ press, code }) => {
  await it.claimableTip()
  await expect(it.playground.press(press)).rejects.toMatchObject({ code })
})

test('a button that the card had once does nothing any more', async () => {
  const message_id = await it.claimableTip()
  it.known.claims.set(
    CLAIMER_ID,
    claimView({
      items: [
        {
          claimId: '7',
          token: 'usdc',
          amount: 5_000_000n,
          status: 'paid',
          expiresAt: undefined,
          isFrozen: false,
        },
      ],
    }),
  )
  await tellTopic(it.db, `claim:${CLAIMER_ID}`, it.clock.now())
  await it.delivery.deliverDue()
  await expect(
    it.playground.press({ from: 'bobby', message_id, action: `claim:${CLAIMER_ID}` }),
  ).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('messages of an unknown chat are an error, not an empty list', async () => {
  await expect(it.playground.messages({ chat: 'attic', after: 0 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('what nobody else may read of a claim is in no message that is kept, and in the lobby the message goes', async () => {
  const secret = 'Zm9vYmFy-_Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyA'
  const text = `/claim https://vouch.example/claim/${CLAIMER_ID}#${secret}`
  const answer = await it.playground.say({ from: 'bobby', chat: 'lobby', text })
  expect(answer.map(({ chat, from }) => `${from} in ${chat}`)).toEqual([
    'vouch in dm:bobby',
    'vouch in lobby',
  ])
  await it.playground.say({ from: 'bobby', chat: 'dm:bobby', text: '/claim code WXYZ678' })
  const kept = await Promise.all(
    ['lobby', 'dm:bobby'].map((chat) => it.playground.messages({ chat, after: 0 })),
  )
  expect(kept.flat().map(({ text: words }) => words.split('\n')[0])).toEqual([
    'I wrote to you in private',
    'That was for nobody else to see',
    '/claim code …',
    'I cannot read "/claim code …"',
  ])
  expect(JSON.stringify(kept)).not.toMatch(/Zm9vYmFy|WXYZ678/)
})
