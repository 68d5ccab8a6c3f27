import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
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
    moveChat: createChatMoves(db),
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
