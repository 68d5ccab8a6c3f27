import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDatabase } from '../../../src/store/database.ts'
import { openUpdates } from '../../../src/store/chats/chat-tables.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { until } from '../../until.ts'
import { CLAIMER_ID } from '../commands/stand-in-services.ts'
import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, lobby, runBot } from './run-bot.ts'

let api: Awaited<ReturnType<typeof createDiscordApi>>
let bots: { stop(): Promise<void> }[]
let database: ReturnType<typeof openDatabase>
beforeEach(async () => {
  api = await createDiscordApi()
  api.join(lobby.id)
  bots = []
  database = openDatabase(':memory:')
})
afterEach(async () => {
  for (const bot of bots) await bot.stop()
  await api.stop()
  database.close()
})

async function start(more: Partial<Parameters<typeof runBot>[0]> = {}) {
  const bot = runBot({ db: database.db, apiRoot: api.url, ...more })
  bots.push(bot)
  await bot.start()
  return bot
}

const titles = (person: typeof alice) =>
  api.shown(api.privateChat(person).id).map(({ text }) => text.split('\n')[0])
const LINK = `https://vouch.example/claim/${CLAIMER_ID}#${'a'.repeat(43)}`

test.each([
  { content: 'hello', title: 'start in en: ' },
  { content: 'ABCD-2345', title: 'claim in en: code ABCD-2345' },
  { content: `is this mine? ${LINK}`, title: `claim in en: ${LINK}` },
  { content: '/claim all', title: 'claim in en: all' },
])('"$content" to the bot alone is read as on Telegram', async ({ content, title }) => {
  const bot = await start()
  api.write(alice, content)
  await until(() => expect(titles(alice)).toEqual([title]))
  // Its own answers come back to it as messages of the same chat, and are answered by nothing.
  api.write(bobby, 'hello')
  await until(() => expect(titles(bobby)).toEqual(['start in en: ']))
  expect(titles(alice)).toEqual([title])
  expect([bot.ran.length, bot.logged, api.unexpected]).toEqual([2, [], []])
})

test('who writes can be written to from then on, in their language, and so is known whom they name', async () => {
  await start()
  await createLanguageStore(database.db).choose(`discord:${alice.id}`, 'de')
  api.write(alice, '/claim <@102>', [bobby, { id: '900', username: 'robot', bot: true }])
  await until(() => expect(titles(alice)).toEqual(['claim in de: <@102> @bobby']))
  const accounts = createAccountStore(database.db)
  const account = await accounts.accountOf('discord', 'alice')
  expect(account && (await accounts.reach(account))).toEqual({
    surface: 'discord',
    chat: `user/${alice.id}`,
  })
  expect(await accounts.accountOf('discord', 'bobby')).toMatchObject({ userId: bobby.id })
})

test('what bots write, and what has no words, is answered by nothing', async () => {
  const bot = await start()
  api.write({ id: '900', username: 'robot', bot: true }, 'hello')
  api.write(alice, '  ')
  api.talk(bobby, lobby)
  api.write(alice, 'hello')
  await until(() => expect(titles(alice)).toEqual(['start in en: ']))
  expect([bot.ran, api.shown(lobby.id)]).toEqual([['start  by @alice'], []])
})

test('what comes twice has its effect once, and what a stop left is answered after it', async () => {
  const first = await start({
    around: (store) => ({
      ...store,
      keep: () => Promise.reject(new Error('this process answers nothing')),
    }),
  })
  const again = api.write(alice, 'ABCD-2345')
  again()
  await until(() => expect(first.ran).not.toEqual([]))
  await first.stop()
  const second = await start()
  again()
  await until(() => expect(titles(alice)).toEqual(['claim in en: code ABCD-2345']))
  await until(async () => expect(await database.db.select().from(openUpdates).all()).toEqual([]))
  expect(second.ran).toHaveLength(1)
})

test('whoever takes no messages of the bot is no reason to try again', async () => {
  const bot = await start()
  api.close(alice)
  api.write(alice, 'hello')
  await until(() => expect(bot.ran).toHaveLength(1))
  await until(async () => expect(await database.db.select().from(openUpdates).all()).toEqual([]))
  expect([titles(alice), bot.logged, api.unexpected]).toEqual([[], [], []])
})
