import { expect, test } from 'vitest'

import { text, type Card } from '../../../src/bots/cards/card.ts'
import { createPassingMessages } from '../../../src/bots/delivery/passing-messages.ts'
import { MessageGoneError, RetryLaterError } from '../../../src/bots/delivery/surface.ts'
import { groupSubject } from '../../../src/core/terms/group-settings.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createGroupSettingsStore } from '../../../src/store/chats/settings-store.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { createPassingStore } from '../../../src/store/chats/passing-store.ts'
import { createFakeClock } from '../../fake-clock.ts'

const refusal: Card = { title: 'No', tone: 'error', blocks: [text('why')], passes: true }
const tip: Card = { title: 'Tip', tone: 'info', blocks: [] }

async function setUp(deleteAfterMin: number | undefined) {
  const opened = openDatabase(':memory:')
  const { db } = opened
  const clock = createFakeClock()
  const groups = createGroupSettingsStore(db)
  await groups.change(groupSubject('chat', 'lobby'), { deleteAfterMin })
  const removed: string[] = []
  const warnings: string[] = []
  const failures: Error[] = []
  const passing = createPassingMessages({
    store: createPassingStore(db),
    groups,
    log: { warn: (_details, message) => void warnings.push(message) },
    now: clock.now,
    sleep: async () => undefined,
  })
  let ids = 0
  const surface = passing.over({
    name: 'chat',
    send: async () => `m${(ids += 1)}`,
    edit: async () => undefined,
    async remove(_chat, messageId) {
      const failure = failures.shift()
      if (failure) throw failure
      removed.push(messageId)
    },
    privateChatOf: (chat) => (chat === 'hidden' ? 'dm' : chat),
    groupOf: () => 'lobby',
  })
  const later = async (ms: number) => {
    clock.advanceMs(ms)
    await passing.sweep()
    return removed
  }
  return { surface, later, failures, warnings, clock, db, close: opened.close }
}

test.each([tip, refusal])(
  'what was sent and cannot be kept was sent all the same',
  async (card) => {
    const { surface, warnings, close } = await setUp(1)
    close()
    await expect(surface.send('lobby', card, 'answer')).resolves.toBe('m1')
    await expect(surface.edit('lobby', 'm1', card)).resolves.toBeUndefined()
    expect(warnings).toEqual(Array(2).fill('when a message goes away could not be kept; it stays'))
  },
)

test('chatter goes away at its minute, and everything else stays', async () => {
  const { surface, later } = await setUp(2)
  await surface.send('lobby', refusal, 'answer')
  await surface.send('lobby', tip, 'answer')
  expect(await later(119_999)).toEqual([])
  expect(await later(1)).toEqual(['m1'])
  expect(await later(3_600_000)).toEqual(['m1'])
})

test('an expired request goes away, unless it says something that lasts before', async () => {
  const { surface, later } = await setUp(1)
  const ids = [
    await surface.send('lobby', tip, 'answer'),
    await surface.send('lobby', tip, 'answer'),
  ]
  for (const id of ids) await surface.edit('lobby', id, { ...tip, passes: true })
  await surface.edit('lobby', 'm2', tip)
  expect(await later(60_000)).toEqual(['m1'])
})

test.each([
  { name: 'stays when it lasts then', card: tip, removed: [] },
  { name: 'goes when it passes still', card: refusal, removed: ['m1'] },
])(
  'a live card that waits to be refreshed is left there until it was, and $name',
  async ({ card, removed }) => {
    const { surface, later, clock, db } = await setUp(1)
    const cards = createCardStore(db)
    const messageId = await surface.send('lobby', { ...tip, passes: true }, 'answer')
    const shown = { shown: '', topics: ['request:s1'], changesAt: undefined }
    const message = { surface: 'chat', chat: 'lobby', messageId, view: 'share-out', key: 's1' }
    await cards.register({ ...message, ...shown }, false, undefined, clock.now())
    await cards.spread('request:s1', 'pressed', clock.now())
    expect(await later(60_000)).toEqual([])
    const [due] = await cards.dueCards('chat', clock.now(), 1)
    await cards.postponeCard(due?.id ?? 0, new Date(clock.now().getTime() + 60_000), 0) // the chat's pace asks for that
    expect(await later(5_000)).toEqual([])
    await surface.edit('lobby', messageId, card)
    await cards.update(due?.id ?? 0, shown, due?.changes ?? 0, clock.now())
    expect(await later(5_000)).toEqual(removed)
  },
)

test.each([
  { name: 'a group that has not asked for it', deleteAfterMin: undefined, chat: 'lobby' },
  { name: 'an answer that one person alone sees', deleteAfterMin: 1, chat: 'hidden' },
])('nothing is taken from $name', async ({ deleteAfterMin, chat }) => {
  const { surface, later } = await setUp(deleteAfterMin)
  await surface.send(chat, refusal, 'answer')
  expect(await later(3_600_000)).toEqual([])
})

test.each([
  { name: 'waits when it is asked to', failure: new RetryLaterError(5), after: ['m1'], warns: 0 },
  { name: 'is done when it is gone', failure: new MessageGoneError('gone'), after: [], warns: 0 },
  { name: 'gives up what is refused', failure: new Error('too old'), after: [], warns: 1 },
])('deleting $name', async ({ failure, after, warns }) => {
  const { surface, later, failures, warnings } = await setUp(1)
  await surface.send('lobby', refusal, 'answer')
  failures.push(failure)
  expect(await later(60_000)).toEqual([])
  expect(await later(5_000)).toEqual(after)
  expect(warnings).toHaveLength(warns)
})

test.each([
  { scope: 'chat', due: 60_000 + 5_000 },
  { scope: 'all', due: 60_000 + 5_000 },
] as const)('a crowd that has to wait ($scope) holds up nobody else', async ({ scope, due }) => {
  const { db } = openDatabase(':memory:')
  const clock = createFakeClock()
  const store = createPassingStore(db)
  const passing = createPassingMessages({
    store,
    groups: createGroupSettingsStore(db),
    log: { warn: () => undefined },
    now: clock.now,
    sleep: async () => undefined,
  })
  const removed: string[] = []
  const tried: string[] = []
  const never = async () => expect.unreachable()
  passing.over({
    name: 'busy',
    send: never,
    edit: never,
    async remove(_chat, messageId) {
      tried.push(messageId)
      throw new RetryLaterError(1_000, scope)
    },
  })
  passing.over({
    name: 'quiet',
    send: never,
    edit: never,
    remove: async (_chat, messageId) => void removed.push(messageId),
  })
  const dueAt = new Date(clock.now().getTime() + 60_000)
  for (let number = 0; number < 60; number += 1)
    await store.keep({ surface: 'busy', chat: 'crowd', messageId: `${number}` }, dueAt)
  const own = { surface: 'quiet', chat: 'few', messageId: 'mine' }
  await store.keep(own, new Date(dueAt.getTime() + 1))
  clock.advanceMs(60_000)
  await passing.sweep()
  // Where all of it has to wait, it is asked once.
  expect(tried).toHaveLength(scope === 'all' ? 1 : 50)
  clock.advanceMs(due - 60_000)
  await passing.sweep()
  expect(removed).toEqual(['mine'])
})
