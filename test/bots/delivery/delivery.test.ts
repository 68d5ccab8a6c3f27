import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import type { View } from '../../../src/bots/dispatch/command.ts'
import { createLanguages, personSubject } from '../../../src/bots/delivery/languages.ts'
import {
  createGroupSettingsStore,
  createLanguageStore,
} from '../../../src/store/chats/settings-store.ts'
import { createChatMoves } from '../../../src/store/chats/chat-moves.ts'
import { groupSubject } from '../../../src/core/terms/group-settings.ts'
import { createDelivery } from '../../../src/bots/delivery/delivery.ts'
import {
  ChatMovedError,
  MessageGoneError,
  RefusedError,
  RetryLaterError,
  UnreachableError,
} from '../../../src/bots/delivery/surface.ts'
import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { ClaimFact } from '../../../src/core/terms/fact.ts'
import { tellPerson, tellTopic } from '../../../src/store/chats/outbox.ts'
import { liveCards, outbox } from '../../../src/store/chats/chat-tables.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { account, createStandInServices } from '../commands/stand-in-services.ts'
import { createSurfaceStandIn } from '../surface-stand-in.ts'

const card = (title: string) => ({ title, tone: 'info' as const, blocks: [] })
/** Lets everything go on that waits for nothing. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Lets what was begun come as far as it can. */
async function fewTurns(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn()
}

/** Delivery of the view `count`, whose cards show `state`, over a real database, on a platform that is played. */
function setUp() {
  const clock = createFakeClock()
  const { db } = openDatabase(':memory:')
  const chat = createSurfaceStandIn()
  const accounts = createAccountStore(db)
  const warnings: object[] = []
  const readers: (string | undefined)[] = []
  const state = { number: 1, alsoOf: '', broken: new Set<string>(), readers, isGone: false }
  const language = createLanguageStore(db)
  const groups = createGroupSettingsStore(db)
  const count: View = async (key, _services, { reader, words }) => {
    if (state.broken.has(key)) throw new Error(`no card for ${key}`)
    state.readers.push(reader?.userId)
    if (state.isGone) return { card: card('gone'), topics: [], isGone: true }
    const keys = state.alsoOf === '' ? [key] : [key, state.alsoOf]
    const spoken = words.language === 'en' ? '' : ' auf Deutsch'
    const title = `${key} is ${state.number}${spoken}`
    return { card: card(title), topics: keys.map((each) => `topic:${each}`) }
  }
  const nothing: View = async () => undefined
  const { services } = createStandInServices()
  const start = () =>
    createDelivery({
      store: createCardStore(db),
      surfaces: [chat.surface],
      views: { count, nothing, tip: count },
      viewOf: ({ kind }) => ({ view: kind === 'link-renewed' ? 'nothing' : 'count', key: 'x' }),
      services,
      languages: createLanguages(language),
      moveChat: createChatMoves(db),
      async cardIn(surface, group, shown) {
        const { isQuiet } = await groups.settingsOf(groupSubject(surface, group))
        return isQuiet ? { ...shown, title: `${shown.title}, quietly` } : shown
      },
      log: { warn: (details) => void warnings.push(details) },
      now: clock.now,
      sleep: (_ms, signal) => (signal.aborted ? Promise.resolve() : turn().then(() => undefined)),
    })
  return {
    clock,
    db,
    chat,
    warnings,
    state,
    start,
    delivery: start(),
    language,
    services,
    groups,
    live: (key: string) => ({ view: 'count', key, topics: [`topic:${key}`] }),
    tell: (key: string) => tellTopic(db, `topic:${key}`, clock.now()),
    notify: (
      once: string,
      handle: string,
      { kind = 'claim-funded', userId }: { kind?: ClaimFact['kind']; userId?: string } = {},
    ) =>
      tellPerson(
        db,
        {
          fact: { kind, claimerId: 'x' },
          once,
          to: { platform: 'telegram', handle },
          userId,
        },
        clock.now(),
      ),
    open: async () =>
      (await db.select().from(outbox).all()).filter(({ deliveredAt }) => deliveredAt === null),
    /** Cards that are to be looked at. */
    due: async () =>
      (await db.select().from(liveCards).all()).filter(({ dueAt }) => dueAt !== null),
    meetAs: (platform: 'telegram' | 'discord', name: string) =>
      accounts.remember(
        { platform, userId: `id-${name}`, handle: name },
        'stand-in',
        `dm-${name}`,
        clock.now(),
      ),
    meet: (name: string, privateChat: string | undefined, userId = `id-${name}`) =>
      accounts.remember({ ...account(name), userId }, 'stand-in', privateChat, clock.now()),
  }
}

test('a live card is edited when its topic changes, and only when it reads differently', async () => {
  const { delivery, chat, live, tell, state, open } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await tell('x')
  await delivery.deliverDue()
  expect(chat.calls).toEqual(['send lobby x is 1'])
  state.number = 2
  await tell('other')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 1'])
  await tell('x')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 2'])
  expect(await open()).toEqual([])
})

test('a card whose matter is not kept any more says so, and nobody is told of it', async () => {
  const { delivery, chat, live, tell, state, open, meet, notify } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await meet('bobby', 'dm-bobby')
  state.isGone = true
  await tell('x')
  await notify('once', 'bobby')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 gone'])
  expect(await open()).toEqual([])
})

test('what changed between rendering and sending is shown without another change', async () => {
  const { delivery, chat, live, state } = setUp()
  state.number = 2 // after the command has rendered its answer
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 2'])
})

test.each([
  { told: 'nothing', before: [], after: [], isDue: false },
  { told: 'another topic', before: [], after: ['y'], isDue: false },
  { told: 'its topic before it was rendered', before: ['x'], after: [], isDue: false },
  { told: 'its topic since it was rendered', before: [], after: ['x'], isDue: true },
])(
  'a card of which was told $told: it is looked at again: $isDue',
  async ({ before, after, isDue }) => {
    const { delivery, live, tell, clock, due } = setUp()
    const deliver = async (keys: readonly string[]) => {
      clock.advanceMs(1)
      for (const key of keys) await tell(key)
      await delivery.deliverDue()
      clock.advanceMs(1)
    }
    await deliver(before)
    const renderedAt = clock.now()
    await deliver(after)
    await delivery.post('stand-in', 'lobby', card('x is 1'), { ...live('x'), renderedAt })
    expect(await due()).toHaveLength(isDue ? 1 : 0)
  },
)

test('what is told while a card is being kept finds it', async () => {
  const { delivery, chat, live, tell, state, clock } = setUp()
  clock.advanceMs(1)
  const renderedAt = clock.now()
  clock.advanceMs(1)
  state.number = 2
  await tell('x')
  const posted = delivery.post('stand-in', 'lobby', card('x is 1'), { ...live('x'), renderedAt })
  await Promise.all([posted, delivery.deliverDue()])
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 2'])
})

test('many changes become one edit to the latest state, and one card has one edit at a time', async () => {
  const { delivery, chat, live, tell, state } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  state.number = 2
  await tell('x')
  const release = chat.hold('lobby')
  const first = delivery.deliverDue()
  await fewTurns()
  for (state.number = 3; state.number < 30; state.number += 1) {
    await tell('x')
    void delivery.deliverDue()
  }
  await fewTurns()
  release()
  await first
  await delivery.deliverDue()
  await fewTurns()
  expect(chat.calls).toEqual(['send lobby x is 1', 'edit lobby x is 2', 'edit lobby x is 30'])
  expect(chat.mostAtOnce()).toBe(1)
  expect(state.readers).toHaveLength(3) // rendered after sending, for the first edit, and once for all the others
})

test('a change of what a card begins to follow, told while it is edited, is shown afterwards', async () => {
  const { delivery, chat, live, tell, state, due } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  Object.assign(state, { number: 2, alsoOf: 'y' })
  await tell('x')
  const release = chat.hold('lobby')
  const first = delivery.deliverDue()
  await fewTurns()
  state.number = 3
  await tell('y')
  await delivery.deliverDue()
  release()
  await first
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 3'])
  expect(await due()).toEqual([])
})

test('a change that comes while a card is being edited is shown afterwards', async () => {
  const { delivery, chat, live, tell, state, due } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  state.number = 2
  await tell('x')
  const release = chat.hold('lobby')
  const first = delivery.deliverDue()
  await fewTurns()
  state.number = 3
  await tell('x')
  await delivery.deliverDue() // the card is in hand
  release()
  await first
  expect(await due()).toHaveLength(1)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 3'])
  expect(await due()).toEqual([])
})

test('a platform that has had enough gets no card more until then, and each card is edited once', async () => {
  const { delivery, chat, live, tell, state, clock, due } = setUp()
  const chats = Array.from({ length: 40 }, (_, n) => `dm-${n}`)
  for (const at of chats) await delivery.post('stand-in', at, card('x is 1'), live('x'))
  await delivery.deliverDue()
  state.number = 2
  await tell('x')
  chat.fail(new RetryLaterError(2_000, 'all'))
  await delivery.deliverDue()
  const before = chat.calls.length
  expect((await due()).length).toBeGreaterThan(0)
  clock.advanceMs(1_999)
  await delivery.deliverDue()
  expect(chat.calls).toHaveLength(before)
  clock.advanceMs(1)
  await delivery.deliverDue()
  expect(await due()).toEqual([])
  expect(new Set(chat.titles().map((title) => title.split(' ').slice(1).join(' ')))).toEqual(
    new Set(['x is 2']),
  )
  expect(chat.calls).toHaveLength(2 * chats.length + 1) // sent, edited, and the one that was put off
})

test('a platform that has had enough is asked for no more notices until then, and what others wait for goes on', async () => {
  const { delivery, chat, clock, notify, meet, tell, live, state, open } = setUp()
  await delivery.post('stand-in', 'lobby', card('y is 1'), live('y'))
  const people = Array.from({ length: 250 }, (_, nth) => `p${nth}`)
  for (const person of people) {
    await meet(person, `dm-${person}`)
    await notify(person, person)
  }
  clock.advanceMs(1)
  await tell('y')
  chat.fail(new RetryLaterError(500, 'all'), new RetryLaterError(100, 'all'))
  await delivery.deliverDue()
  expect(chat.calls.length).toBeLessThanOrEqual(11) // the card as it was posted, and ten notices
  const read = state.readers.length
  chat.calls.splice(0)
  clock.advanceMs(499)
  state.number = 2
  await tell('y')
  await delivery.deliverDue()
  expect(chat.calls).toEqual(['edit lobby y is 2'])
  expect(state.readers.length).toBe(read + 1) // of the card alone
  clock.advanceMs(1)
  for (let round = 0; round < people.length / 10 + 1; round += 1) await delivery.deliverDue()
  expect(await open()).toEqual([])
  expect(chat.shown.size).toBe(1 + people.length) // each once
})

test('notices of one platform do not wait behind a crowd of another one', async () => {
  const { delivery, chat, db, clock, notify, meetAs } = setUp()
  for (let nth = 0; nth < 250; nth += 1) {
    await meetAs('telegram', `p${nth}`)
    await notify(`p${nth}`, `p${nth}`)
  }
  clock.advanceMs(1)
  await meetAs('discord', 'last')
  const to = { platform: 'discord', handle: 'last' } as const
  const fact = { kind: 'claim-funded', claimerId: 'x' } as const
  await tellPerson(db, { fact, once: 'last', to, userId: undefined }, clock.now())
  await delivery.deliverDue()
  expect(chat.calls).toContain('send dm-last x is 1')
  expect(chat.shown.size).toBe(11) // ten of the crowd
})

test('a card that few follow does not wait behind a crowd', async () => {
  const { delivery, chat, live, tell, state } = setUp()
  for (let n = 0; n < 40; n += 1)
    await delivery.post('stand-in', `dm-${n}`, card('x is 1'), live('x'))
  await delivery.post('stand-in', 'lobby', card('y is 1'), live('y'))
  await delivery.deliverDue()
  state.number = 2
  await tell('x')
  await tell('y')
  chat.calls.length = 0
  await delivery.deliverDue()
  expect(chat.calls[0]).toBe('edit lobby y is 2')
  expect(chat.calls).toHaveLength(41)
})

test('a card with nothing to show any more is left as it is, and not looked at again', async () => {
  const { delivery, chat, tell, due } = setUp()
  const live = { view: 'nothing', key: 'x', topics: ['topic:x'] }
  await delivery.post('stand-in', 'lobby', card('x is 1'), live)
  await delivery.deliverDue()
  expect(await due()).toEqual([])
  await tell('x')
  await delivery.deliverDue()
  expect(await due()).toEqual([])
  expect(chat.titles()).toEqual(['lobby/1 x is 1'])
})

test.each(['followed', 'only recorded'])(
  'what was sent is not sent again because that cannot be written down, and is %s once it can be',
  async (how) => {
    const { db, chat, delivery, live } = setUp()
    const writeNothing = (isSo: boolean) => db.run(sql.raw(`pragma query_only = ${isSo}`))
    const isFollowed = how === 'followed'
    let tries = 0
    const record = async () => {
      tries += 1
      await db.run(sql`delete from outbox`)
    }
    await writeNothing(true)
    const post = (key: string) =>
      delivery.post('stand-in', 'lobby', card(key), isFollowed ? live(key) : undefined, { record })
    const posted = post('y')
    await fewTurns()
    const sent = chat.calls.length
    await writeNothing(false)
    await posted
    expect([sent, chat.calls.length]).toEqual([1, 1])
    expect(tries).toBeGreaterThanOrEqual(isFollowed ? 1 : 2)
    expect(await db.select().from(liveCards).all()).toHaveLength(isFollowed ? 1 : 0)
    // Who stops while nothing can be written down waits for nothing.
    await writeNothing(true)
    const last = post('z').catch((error: unknown) => error)
    await fewTurns()
    await delivery.stop()
    expect(await last).toBeInstanceOf(StoreUnavailableError)
  },
)

test('a card without a view of its own is sent and left alone', async () => {
  const { delivery, db } = setUp()
  expect(await delivery.post('stand-in', 'lobby', card('hello'))).toBe('1')
  expect(await db.select().from(liveCards).all()).toEqual([])
})

test('a card that changes by itself is looked at when it does', async () => {
  const { delivery, chat, live, state, clock } = setUp()
  const changesAt = new Date(clock.now().getTime() + 60_000)
  await delivery.post('stand-in', 'lobby', card('x is 1'), { ...live('x'), changesAt })
  await delivery.deliverDue()
  state.number = 2
  clock.advanceMs(59_999)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 1'])
  clock.advanceMs(1)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 2'])
})

test('asked to wait, it waits to the millisecond and then shows the latest', async () => {
  const { delivery, chat, live, tell, state, clock, warnings } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  chat.fail(new RetryLaterError(7_000))
  state.number = 2
  await tell('x')
  await delivery.deliverDue()
  state.number = 3
  clock.advanceMs(6_999)
  await delivery.deliverDue()
  expect(chat.calls).toHaveLength(2)
  clock.advanceMs(1)
  await delivery.deliverDue()
  expect(chat.calls).toEqual(['send lobby x is 1', 'edit lobby x is 2', 'edit lobby x is 3'])
  expect(warnings).toEqual([])
})

test('what waits in a chat that takes no more for now is looked at once it does, and holds up no other chat', async () => {
  const { delivery, chat, live, tell, state, clock, due } = setUp()
  const keys = Array.from({ length: 50 }, (_value, at) => `x${at}`)
  for (const key of keys) await delivery.post('stand-in', 'lobby', card(key), live(key))
  await delivery.post('stand-in', 'den', card('y'), live('y'))
  for (const key of [...keys, 'y']) await tell(key)
  state.readers.length = 0
  chat.calls.length = 0
  for (let wait = 0; wait < 3; wait += 1) {
    chat.fail(new RetryLaterError(4_000)) // the first to ask is one of the lobby
    for (let at = 0; at < 40; at += 1) {
      await delivery.deliverDue()
      clock.advanceMs(100)
    }
  }
  // Each time one card asked for a place; the others were not even rendered.
  expect(chat.calls.filter((call) => call.startsWith('edit lobby'))).toHaveLength(3)
  expect(state.readers).toHaveLength(4)
  expect(chat.calls.filter((call) => call.startsWith('edit den'))).toHaveLength(1)
  await delivery.deliverDue()
  expect(await due()).toEqual([])
})

test('meeting the person does not shorten a wait that the platform asked for', async () => {
  const { delivery, chat, notify, meet, clock } = setUp()
  await meet('bobby', 'dm-bobby')
  await notify('n1', 'bobby')
  chat.fail(new RetryLaterError(7_000))
  await delivery.deliverDue()
  await meet('bobby', 'dm-bobby')
  await delivery.deliverDue()
  expect(chat.calls).toHaveLength(1)
  clock.advanceMs(7_000)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])
})

test('a failing card waits longer each time, and holds up no other', async () => {
  const { delivery, chat, live, tell, state, clock, due } = setUp()
  for (const key of ['bad', 'good'])
    await delivery.post('stand-in', 'lobby', card(`${key} is 1`), live(key))
  await delivery.deliverDue()
  state.broken.add('bad')
  state.number = 2
  const waits: number[] = []
  await tell('bad')
  await tell('good')
  for (let round = 0; round < 12; round += 1) {
    await delivery.deliverDue()
    const [row] = await due()
    const waitMs = (row?.dueAt?.getTime() ?? 0) - clock.now().getTime()
    waits.push(waitMs / 1000)
    clock.advanceMs(waitMs)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  expect(chat.titles()).toEqual(['lobby/1 bad is 1', 'lobby/2 good is 2'])
  state.broken.clear()
  await delivery.deliverDue()
  expect(chat.titles()).toContain('lobby/1 bad is 2')
  expect(await due()).toEqual([])
})

test('a chat that hangs holds up no other chat', async () => {
  const { delivery, chat, live, tell, state } = setUp()
  for (const at of ['a', 'b']) await delivery.post('stand-in', at, card(`${at} is 1`), live(at))
  await delivery.deliverDue()
  state.number = 2
  const release = chat.hold('a')
  await tell('a')
  const stuck = delivery.deliverDue()
  await fewTurns()
  await tell('b')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['a/1 a is 1', 'b/2 b is 2'])
  release()
  await stuck
  expect(chat.titles()).toEqual(['a/1 a is 2', 'b/2 b is 2'])
})

test.each([new MessageGoneError('deleted'), new UnreachableError('we were thrown out')])(
  'a message that is gone (%s) is forgotten',
  async (gone) => {
    const { delivery, chat, live, tell, state, open, db } = setUp()
    await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
    await delivery.deliverDue()
    chat.fail(gone)
    state.number = 2
    await tell('x')
    await delivery.deliverDue()
    expect(await open()).toEqual([])
    expect(await db.select().from(liveCards).all()).toEqual([])
  },
)

test('a card of a chat that has become another one goes on there, as a new message', async () => {
  const { delivery, chat, live, tell, state, due } = setUp()
  await delivery.post('stand-in', 'old', card('x is 1'), live('x'))
  await delivery.deliverDue()
  chat.fail(new ChatMovedError('new'))
  state.number = 2
  await tell('x')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['old/1 x is 1', 'new/2 x is 2'])
  state.number = 3
  await tell('x')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['old/1 x is 1', 'new/2 x is 3'])
  expect(await due()).toEqual([])
  chat.fail(new ChatMovedError('new'))
  await delivery.post('stand-in', 'old', card('y is 1'), live('y'))
  state.number = 4
  await tell('y')
  await delivery.deliverDue()
  expect(chat.titles()).toContain('new/3 y is 4')
})

test.each(['was heard of before', 'is found out by it'])(
  'where a chat has become another one, which %s, its cards go on in its language, and as it wants them',
  async (how) => {
    const { db, clock, delivery, chat, live, tell, state, language, groups } = setUp()
    await language.choose('chat:stand-in:old', 'de')
    await groups.change('chat:stand-in:old', { isQuiet: true })
    await delivery.post('stand-in', 'old', card('x is 1'), live('x'))
    if (how === 'was heard of before')
      await createChatMoves(db)('stand-in', { from: 'old', to: 'new' }, clock.now())
    chat.fail(new ChatMovedError('new'))
    state.number = 2
    await tell('x')
    await delivery.deliverDue()
    expect(chat.titles()).toEqual(['old/1 x is 1, quietly', 'new/2 x is 2 auf Deutsch, quietly'])
    chat.fail(new ChatMovedError('new'))
    await delivery.post('stand-in', 'old', card('y is 1'), live('y'))
    expect(chat.titles()).toContain('new/3 y is 1, quietly')
  },
)

test('a card that is a message alone goes on in the language of whoever sent it', async () => {
  const { delivery, chat, tell, state, language, services } = setUp()
  chat.surface.isMessage = (place) => place.startsWith('message/')
  const { id } = await services.signRequests.create({
    ownerAccount: personSubject(account('alice')),
    ownerName: '@alice',
    operation: 'deposit',
    chain_uid: 'base',
    request: {
      amount_in: 5n,
      asset_in: { token: 'usdc', token_type: { smart: { contract_address: '0x1' } } },
      recipient: { social: { telegram: '@bobby' } },
    },
    note: undefined,
    senderAddress: undefined,
  })
  const live = { view: 'tip', key: id, topics: [`topic:${id}`] }
  await delivery.post('stand-in', 'message/AbC', card(`${id} is 1`), live)
  await language.choose(personSubject(account('alice')), 'de')
  state.number = 2
  await tell(id)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual([`message/AbC/1 ${id} is 2 auf Deutsch`])
})

test('what one person alone sees in a group is not as the group wants its cards, when it is sent and when it changes', async () => {
  const { delivery, chat, live, tell, state, groups } = setUp()
  chat.surface.groupOf = () => 'lobby'
  chat.surface.privateChatOf = (place) => (place === 'hidden' ? 'dm' : place)
  await groups.change('chat:stand-in:lobby', { isQuiet: true })
  await delivery.post('stand-in', 'hidden', card('x is 1'), live('x'))
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  expect(chat.titles()).toEqual(['hidden/1 x is 1', 'lobby/2 x is 1, quietly'])
  state.number = 2
  await tell('x')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['hidden/1 x is 2', 'lobby/2 x is 2, quietly'])
})

test('a person hears once of each thing, in their private chat, and the message follows it', async () => {
  const { delivery, chat, notify, meet, state, tell } = setUp()
  await meet('bobby', 'dm-bobby')
  await notify('n1', 'bobby')
  await notify('n1', 'bobby')
  await delivery.deliverDue()
  expect(chat.calls).toEqual(['send dm-bobby x is 1'])
  expect(state.readers.every((reader) => reader === 'id-bobby')).toBe(true)
  state.number = 2
  await tell('x')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 2'])
})

test('a view with nothing to show tells nothing, for good', async () => {
  const { delivery, chat, notify, meet, open } = setUp()
  await meet('bobby', 'dm-bobby')
  await notify('n1', 'bobby', { kind: 'link-renewed' })
  await delivery.deliverDue()
  expect([chat.calls, await open()]).toEqual([[], []])
})

test('a fact that only another version knows is kept for it, and holds back nothing else', async () => {
  const { db, delivery, chat, clock, notify, meet, open, warnings } = setUp()
  await meet('bobby', 'dm-bobby')
  const now = clock.now()
  const row = { kind: 'notify', topic: '', view: 'count', key: 'x', platform: 'telegram' } as const
  await db
    .insert(outbox)
    .values({ id: 'new:1', ...row, handle: 'bobby', createdAt: now, notBefore: now })
    .run()
  await notify('n1', 'bobby')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])
  expect(await open()).toMatchObject([{ id: 'new:1', attempts: 1 }])
  expect(warnings).toHaveLength(1)
})

/** Handle, private chat, user id. */
type Meeting = [string, string | undefined, string]
test.each<{ name: string; before: Meeting | undefined; appears: Meeting }>([
  { name: 'first met', before: undefined, appears: ['bobby', 'dm-bobby', 'id-bobby'] },
  {
    name: 'met in private, after a group',
    before: ['bobby', undefined, 'id-bobby'],
    appears: ['bobby', 'dm-bobby', 'id-bobby'],
  },
  {
    name: 'showing the handle',
    before: ['robert', 'dm-bobby', 'id-bobby'],
    appears: ['bobby', undefined, 'id-bobby'],
  },
])('who cannot be reached is told when $name', async ({ before, appears }) => {
  const { delivery, chat, notify, meet, clock } = setUp()
  if (before) await meet(...before)
  await notify('n1', 'bobby')
  await delivery.deliverDue()
  await meet('carol', 'dm-carol')
  clock.advanceMin(60 * 24 * 365)
  await delivery.deliverDue()
  expect(chat.calls).toEqual([])
  await meet(...appears)
  await delivery.deliverDue()
  await meet(...appears)
  await delivery.deliverDue()
  expect(chat.calls).toEqual(['send dm-bobby x is 1'])
})

test('what is bound to an account does not go to whoever shows its handle now', async () => {
  const { delivery, chat, notify, meet } = setUp()
  await meet('bobby', 'dm-old', 'id-old')
  await meet('bobby', 'dm-new', 'id-new')
  await notify('n1', 'bobby', { userId: 'id-old' })
  await notify('n2', 'bobby')
  await delivery.deliverDue()
  expect(chat.calls.toSorted()).toEqual(['send dm-new x is 1', 'send dm-old x is 1'])
})

test('a person who blocked us is told when they come back, and not before', async () => {
  const { delivery, chat, notify, meet, clock, warnings } = setUp()
  await meet('bobby', 'dm-bobby')
  chat.fail(new UnreachableError('blocked'), new UnreachableError('blocked'))
  await notify('n1', 'bobby')
  await delivery.deliverDue()
  clock.advanceMin(60)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual([])
  await meet('bobby', 'dm-bobby')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])
  expect(warnings).toEqual([])
})

const blocked = () => new UnreachableError('blocked')

test('of all that waits for a person who blocked us one notice is tried each time they are met, and all are told once they are back', async () => {
  const { delivery, chat, notify, meet, open } = setUp()
  for (let nth = 0; nth < 25; nth += 1)
    await notify(`n${nth}`, 'bobby', nth % 2 ? {} : { userId: 'id-bobby' })
  for (const calls of [2, 4]) {
    await meet('bobby', 'dm-bobby')
    chat.fail(blocked(), blocked())
    await delivery.deliverDue()
    await delivery.deliverDue()
    expect(chat.calls).toHaveLength(calls)
    expect(await open()).toHaveLength(25)
  }
  await meet('bobby', 'dm-bobby')
  for (let rounds = 0; rounds < 3; rounds += 1) await delivery.deliverDue()
  expect(await open()).toEqual([])
})

test('all that waited is told to a person who comes back in the moment in which they are found to have blocked us', async () => {
  const { delivery, chat, notify, meet, open } = setUp()
  await meet('bobby', 'dm-bobby')
  for (let nth = 0; nth < 25; nth += 1) await notify(`n${nth}`, 'bobby')
  chat.fail(blocked())
  for (let rounds = 0; rounds < 4; rounds += 1) await delivery.deliverDue()
  expect(await open()).toEqual([])
})

test('where people are met who take no messages, they are tried once in two minutes however often that is, and told after that', async () => {
  const { delivery, chat, notify, meet, clock, open } = setUp()
  chat.surface.meetsAway = true
  await meet('bobby', 'dm-bobby')
  for (const once of ['n1', 'n2', 'n3']) await notify(once, 'bobby')
  chat.fail(blocked(), blocked())
  for (let presses = 0; presses < 5; presses += 1) {
    await delivery.deliverDue()
    await meet('bobby', 'dm-bobby')
    clock.advanceMs(20_000)
  }
  expect(chat.calls).toHaveLength(2)
  expect(await open()).toHaveLength(3)
  clock.advanceMs(20_000)
  await delivery.deliverDue()
  expect(await open()).toEqual([])
})

test('what is for a bot that is switched off waits in silence, and is told once the person is reached by one that runs', async () => {
  const { delivery, chat, db, clock, notify, meet, warnings } = setUp()
  await createAccountStore(db).remember(account('bobby'), 'elsewhere', 'dm-bobby', clock.now())
  await notify('n1', 'bobby')
  for (let hour = 0; hour < 3; hour++) {
    await delivery.deliverDue()
    clock.advanceMin(60)
  }
  expect(warnings).toEqual([])
  await meet('bobby', 'dm-bobby')
  clock.advanceMin(60)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])
})

test('a person who comes back in the moment in which they are found to have blocked us is told', async () => {
  const { delivery, chat, notify, meet, due } = setUp()
  await meet('bobby', 'dm-bobby')
  chat.fail(new UnreachableError('blocked'))
  const answer = chat.hold('dm-bobby')
  await notify('n1', 'bobby')
  const round = delivery.deliverDue()
  await vi.waitFor(() => expect(chat.calls).toHaveLength(1))
  await meet('bobby', 'dm-bobby')
  answer()
  await round
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])
  expect(await due()).toEqual([])
})

test('a card of a person who blocked us is brought up to date when they come back, and not tried before', async () => {
  const { delivery, chat, live, tell, state, meet, clock, due, warnings } = setUp()
  await meet('bobby', 'dm-bobby')
  await delivery.post('stand-in', 'dm-bobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  chat.fail(new UnreachableError('blocked'), new UnreachableError('blocked'))
  state.number = 2
  await tell('x')
  await delivery.deliverDue()
  state.number = 3
  await tell('x')
  clock.advanceMin(60)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])
  await meet('bobby', undefined)
  await delivery.deliverDue()
  expect(chat.calls).toHaveLength(3)
  await meet('bobby', 'dm-bobby')
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 3'])
  expect(await due()).toEqual([])
  expect(warnings).toEqual([])
})

test('a card beside the private chat of a person who blocked us is over: nothing would look at it when they come back', async () => {
  const { delivery, chat, live, tell, state, meet, db } = setUp()
  chat.surface.privateChatOf = (place) => (place === 'topic' ? 'dm-bobby' : place)
  await meet('bobby', 'dm-bobby')
  await delivery.post('stand-in', 'topic', card('x is 1'), live('x'))
  chat.fail(new UnreachableError('blocked'))
  state.number = 2
  await tell('x')
  await delivery.deliverDue()
  expect(await db.select().from(liveCards).all()).toEqual([])
})

test('a card of a person who comes back in the moment in which they are found to have blocked us is brought up to date', async () => {
  const { delivery, chat, live, tell, state, meet, due } = setUp()
  await meet('bobby', 'dm-bobby')
  await delivery.post('stand-in', 'dm-bobby', card('x is 1'), live('x'))
  await delivery.deliverDue()
  chat.fail(new UnreachableError('blocked'))
  const answer = chat.hold('dm-bobby')
  state.number = 2
  await tell('x')
  const round = delivery.deliverDue()
  await vi.waitFor(() => expect(chat.calls).toHaveLength(2))
  await meet('bobby', 'dm-bobby')
  answer()
  await round
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 2'])
  expect(await due()).toEqual([])
})

test('who is set aside in the moment in which a platform takes nothing is tried again', async () => {
  const { delivery, chat, live, tell, notify, state, meet, clock } = setUp()
  await meet('bobby', 'dm-bobby')
  const failures = [new UnreachableError('blocked'), new RetryLaterError(1_000, 'all')]
  chat.fail(...failures)
  await notify('n1', 'bobby')
  await delivery.deliverDue()
  clock.advanceMin(1)
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm-bobby/1 x is 1'])

  await delivery.post('stand-in', 'dm-bobby', card('y is 1'), live('y'))
  await delivery.deliverDue()
  chat.fail(...failures)
  state.number = 2
  await tell('y')
  await delivery.deliverDue()
  clock.advanceMin(1)
  await delivery.deliverDue()
  expect(chat.titles()).toContain('dm-bobby/2 y is 2')
})

test('a restart loses nothing: cards are followed, what was due is delivered', async () => {
  const { delivery, start, chat, live, tell, notify, meet, state } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  await meet('bobby', 'dm-bobby')
  state.number = 2
  await tell('x')
  await notify('n1', 'bobby')
  await start().deliverDue()
  expect(chat.titles()).toEqual(['lobby/1 x is 2', 'dm-bobby/2 x is 2'])
})

test('it runs by itself until it is stopped, and ends after the message in hand', async () => {
  const { delivery, chat, live, tell, state } = setUp()
  await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  delivery.start()
  await fewTurns()
  const release = chat.hold('lobby')
  state.number = 2
  await tell('x')
  while (chat.calls.length < 2) await turn()
  let isOver = false
  const stopped = delivery.stop().then(() => {
    isOver = true
  })
  await fewTurns()
  expect(isOver).toBe(false)
  release()
  await stopped
  expect(chat.titles()).toEqual(['lobby/1 x is 2'])
  state.number = 3
  await tell('x')
  await fewTurns()
  expect(chat.titles()).toEqual(['lobby/1 x is 2'])
})

test('in a private chat the newest card of one thing takes the place of those before it, a group keeps all', async () => {
  const { delivery, chat, live, meet, notify, warnings } = setUp()
  await meet('bobby', 'dm')
  for (const place of ['dm', 'lobby'])
    for (const key of ['x', 'x', 'y'])
      await delivery.post('stand-in', place, card(`${key} is 1`), live(key))
  await delivery.deliverDue()
  const inLobby = ['lobby/4 x is 1', 'lobby/5 x is 1', 'lobby/6 y is 1']
  expect(chat.titles()).toEqual(['dm/2 x is 1', 'dm/3 y is 1', ...inLobby])
  await notify('once', 'bobby') // tells of x
  await delivery.deliverDue()
  expect(chat.titles()).toEqual(['dm/3 y is 1', ...inLobby, 'dm/7 x is 1'])
  expect(warnings).toEqual([])
})

test('of two messages of one thing that come in two ways to one private chat at the same time, one stays', async () => {
  const { delivery, chat, live, meet } = setUp()
  await meet('bobby', 'dm')
  chat.surface.privateChatOf = (place) => place.replace(/^answer-\d+ in /, '')
  const ways = ['dm', ...Array.from({ length: 5 }, (_, nth) => `answer-${nth} in dm`)]
  await Promise.all(ways.map((way) => delivery.post('stand-in', way, card('x is 1'), live('x'))))
  expect(chat.titles()).toHaveLength(1)
})

test.each([
  { why: 'now', error: new RetryLaterError(1_000), warned: 0 },
  { why: 'any more', error: new RefusedError('it is too old'), warned: 1 },
])(
  'an older card that cannot be deleted $why stays, and goes on showing how things are',
  async ({ error, warned }) => {
    const { delivery, chat, live, meet, state, tell, warnings } = setUp()
    await meet('bobby', 'dm')
    await delivery.post('stand-in', 'dm', card('x is 1'), live('x'))
    const { remove } = chat.surface
    chat.surface.remove = () => Promise.reject(error)
    await delivery.post('stand-in', 'dm', card('x is 1'), live('x'))
    expect(warnings).toHaveLength(warned)
    state.number = 2
    await tell('x')
    await delivery.deliverDue()
    expect(chat.titles()).toEqual(['dm/1 x is 2', 'dm/2 x is 2'])
    if (remove) chat.surface.remove = remove
    await delivery.post('stand-in', 'dm', card('x is 2'), live('x'))
    expect(chat.titles()).toEqual(['dm/3 x is 2'])
  },
)

test('a pressed card shows an answer itself only where it is that very card, in private', async () => {
  const { delivery, live, meet } = setUp()
  await meet('bobby', 'dm')
  const inPrivate = await delivery.post('stand-in', 'dm', card('x is 1'), live('x'))
  const inGroup = await delivery.post('stand-in', 'lobby', card('x is 1'), live('x'))
  const shows = (chat: string, key: string, pressed: string) =>
    delivery.shows('stand-in', chat, live(key), pressed)
  expect(await shows('dm', 'x', inPrivate)).toBe(true)
  expect(await shows('dm', 'y', inPrivate)).toBe(false)
  expect(await shows('dm', 'x', inGroup)).toBe(false)
  expect(await shows('lobby', 'x', inGroup)).toBe(false)
})
