import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { claimerRow } from '../claim-rows.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { giveaways, liveCards } from '../../../src/store/chats/chat-tables.ts'
import { claimers, claimGroups, claims } from '../../../src/store/claims/claim-tables.ts'
import { createActivityStore } from '../../../src/store/people/activity-store.ts'
import { createChatMoves } from '../../../src/store/chats/chat-moves.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { activeMembers, groupSettings } from '../../../src/store/people/people-tables.ts'
import { signRequests } from '../../../src/store/signing/signing-tables.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const move = { from: '-55', to: '-100' }

/** A group that has a language, settings and an active member, and another group that has the same. */
async function setUp() {
  const { db } = openTestDatabase()
  const languages = createLanguageStore(db)
  const activity = createActivityStore(db)
  for (const [chat, language, userId] of [
    ['-55', 'de', '7'],
    ['-56', 'es', '8'],
  ] as const) {
    await languages.choose(`chat:telegram:${chat}`, language)
    await activity.spoke({ platform: 'telegram', userId, handle: undefined }, 'Bobby', chat, NOW)
    await db
      .insert(groupSettings)
      .values({ subject: `chat:telegram:${chat}`, isQuiet: true })
      .run()
  }
  const airdropIn = (chat: string) =>
    db
      .insert(signRequests)
      .values({
        id: chat,
        ownerAccount: 'telegram:7',
        ownerName: '@alice',
        operation: 'deposit',
        chainUid: 'base',
        request: {
          amount_in: '5',
          asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
          recipient: { first_come: 'telegram' },
        },
        shareOut: { kind: 'airdrop', sizes: 'equal', chat },
        createdAt: NOW,
        expiresAt: NOW,
      })
      .run()
  return {
    airdropIn,
    airdrops: async () =>
      (await db.select().from(signRequests).orderBy(signRequests.id).all()).map(
        ({ shareOut }) => shareOut,
      ),
    languages,
    db,
    moveChat: (surface: string, between: typeof move) => createChatMoves(db)(surface, between, NOW),
    members: () => db.select().from(activeMembers).all(),
    settings: () => db.select().from(groupSettings).all(),
  }
}

test('all that is kept of a group goes on under its new id, and nothing of other groups', async () => {
  const { languages, moveChat, members, settings } = await setUp()
  await moveChat('telegram', move)
  await moveChat('telegram', move) // it is told in the old group and in the new one
  expect(await languages.languageOf('chat:telegram:-100')).toBe('de')
  expect(await languages.languageOf('chat:telegram:-55')).toBeUndefined()
  expect(await languages.languageOf('chat:telegram:-56')).toBe('es')
  expect((await members()).map(({ chat, userId }) => `${chat} ${userId}`).toSorted()).toEqual([
    '-100 7',
    '-56 8',
  ])
  expect((await settings()).map(({ subject }) => subject).toSorted()).toEqual([
    'chat:telegram:-100',
    'chat:telegram:-56',
  ])
})

test('what is known of the new chat already stays', async () => {
  const { languages, moveChat } = await setUp()
  await languages.choose('chat:telegram:-100', 'tr')
  await moveChat('telegram', move)
  expect(await languages.languageOf('chat:telegram:-100')).toBe('tr')
})

test('what was chosen for a group stands above what was heard under its new id before that was told', async () => {
  const { languages, moveChat } = await setUp()
  await languages.setZone('chat:telegram:-55', 'Europe/Berlin')
  await languages.hear('chat:telegram:-100', 'en')
  await moveChat('telegram', move)
  await moveChat('telegram', move)
  expect(await languages.chosen('chat:telegram:-100')).toBe('de')
  expect(await languages.zoneOf('chat:telegram:-100')).toBe('Europe/Berlin')
  await languages.choose('chat:telegram:-100', undefined)
  expect(await languages.languageOf('chat:telegram:-100')).toBe('en')
})

test('a chat of another platform stays where it is', async () => {
  const { languages, moveChat } = await setUp()
  await moveChat('discord', move)
  expect(await languages.languageOf('chat:telegram:-55')).toBe('de')
})

test('an airdrop whose shares are made only later is for the chat under its new id', async () => {
  const { airdropIn, airdrops, moveChat } = await setUp()
  for (const chat of ['telegram:-55', 'telegram:-56', 'playground:-55']) await airdropIn(chat)
  await moveChat('telegram', move)
  expect(await airdrops()).toEqual(
    ['playground:-55', 'telegram:-100', 'telegram:-56'].map((chat) => ({
      kind: 'airdrop',
      sizes: 'equal',
      chat,
    })),
  )
})

test('cards on which a group’s people get something only by pressing there are shown anew at once, and no others', async () => {
  const { db, moveChat } = await setUp()
  const cards = createCardStore(db)
  let messages = 0
  const post = (topic: string, { surface = 'telegram', chat = '-55' } = {}) =>
    cards.register(
      {
        surface,
        chat,
        messageId: `${(messages += 1)}`,
        view: 'share-out',
        key: topic,
        shown: 'as it was',
        topics: [topic],
        changesAt: undefined,
      },
      false,
      undefined,
      NOW,
    )
  const group = { isOpen: true, chat: 'telegram:-55', createdAt: NOW }
  const airdrop = async (
    id: string,
    {
      chat = group.chat,
      closedAt,
      boundUserId,
      status = 'funded',
    }: {
      chat?: string
      closedAt?: Date
      boundUserId?: string
      status?: 'funded' | 'paid'
    } = {},
  ) => {
    await db
      .insert(claimGroups)
      .values({ ...group, id, chat, closedAt })
      .run()
    await db
      .insert(claimers)
      .values(claimerRow({ id, groupId: id, boundUserId }))
      .run()
    const kept = { claimId: id, claimerId: id, token: 'usdc', amount: 5n, fundedAt: NOW }
    await db
      .insert(claims)
      .values({ ...kept, status })
      .run()
    await post(`claim:${id}`)
  }
  const giveaway = async (id: string, endsAt: Date, chat = group.chat) => {
    const kept = { makerAccount: 'telegram:7', signId: id, token: 'usdc', amount: 5n, winners: 1 }
    const rules = {}
    const row = { ...kept, id, chat, endsAt, rules, seed: '', createdAt: NOW }
    await db.insert(giveaways).values(row).run()
    await post(`giveaway:${id}`)
  }
  await airdrop('1')
  await airdrop('2', { closedAt: NOW })
  await airdrop('3', { boundUserId: '8' })
  await airdrop('4', { status: 'paid' })
  await airdrop('5', { chat: 'telegram:-56' })
  await post('claim:1', { chat: '-56' })
  await post('claim:1', { surface: 'discord' })
  await giveaway('runs', new Date(NOW.getTime() + 1))
  await giveaway('ended', NOW)
  await giveaway('elsewhere', new Date(NOW.getTime() + 1), 'telegram:-56')
  await post('sign:s')
  const inOrder = await db.select().from(liveCards).orderBy(asc(liveCards.id)).all()
  await moveChat('telegram', move)
  // A refresh that had read it before keeps what it found, and does not end that.
  const [{ id: inHand, changes: told } = { id: 0, changes: 0 }] = inOrder
  for (const shown of [undefined, { shown: 'as it is', topics: ['claim:1'], changesAt: undefined }])
    await cards.update(inHand, shown, told, NOW)
  const due = () =>
    db.select().from(liveCards).where(eq(liveCards.dueAt, NOW)).orderBy(asc(liveCards.id)).all()
  expect((await due()).map(({ chat, key, shown }) => ({ chat, key, shown }))).toEqual(
    ['claim:1', 'giveaway:runs'].map((key) => ({ chat: '-55', key, shown: '' })),
  )
  await db.update(liveCards).set({ dueAt: null }).run()
  await moveChat('telegram', move)
  expect(await due()).toEqual([])
})
