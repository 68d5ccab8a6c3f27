import type { Chat } from '@grammyjs/types'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createApi } from '../../../src/api/server.ts'
import { telegramRoutes } from '../../../src/api/routes/platform-routes.ts'
import { openDatabase, type Database } from '../../../src/store/database.ts'
import { openUpdates } from '../../../src/store/chats/chat-tables.ts'
import { BOT, createBotApi } from './bot-api.ts'
import { alice, bobby, dmOf, group, runBot, sleep } from './run-bot.ts'
import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { until } from '../../until.ts'

const SECRET = 'a-secret-of_32-characters-or-more'
const webhook = { url: 'https://vouch.example/telegram/webhook', secret: SECRET }

let api: Awaited<ReturnType<typeof createBotApi>>
let database: Database
const cleanUps: (() => Promise<unknown> | void)[] = []

beforeEach(async () => {
  api = await createBotApi()
  database = openDatabase(':memory:')
  cleanUps.push(database.close, api.close)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  if (api.unexpected.length > 0) throw new Error(api.unexpected.join('\n'))
})

/** The bot behind the real route. `bring` is Telegram bringing an update. */
async function started(options: Partial<Parameters<typeof runBot>[0]> = {}) {
  const bot = runBot({ db: database.db, apiRoot: api.url, webhook, ...options })
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [telegramRoutes(bot.receive)],
  })
  cleanUps.push(() => server.close(), bot.stop)
  const bring = async (payload: object | string, secret: string | undefined = SECRET) => {
    const headers = {
      'content-type': 'application/json',
      ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
    }
    const url = '/telegram/webhook'
    return (await server.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  await bot.start()
  return { ...bot, bring }
}

/** An update, as Telegram would bring it. */
const tip = (text: string, id = 1) => {
  api.say(alice, dmOf(alice), 'before') // she has pressed Start, so we may write to her
  return {
    update_id: id,
    message: { message_id: id, date: 1, from: alice, chat: group, text: `/tip ${text}` },
  }
}
const shown = (count: number) => until(() => expect(api.shown(-100)).toHaveLength(count))
const openGroup = () => api.say(alice, group, 'hello')

test('Telegram is told where to bring updates and with which secret, and nothing is fetched', async () => {
  await started()
  expect(api.webhook()).toEqual({
    url: webhook.url,
    secret_token: SECRET,
    allowed_updates: [
      'message',
      'callback_query',
      'inline_query',
      'chosen_inline_result',
      'message_reaction',
      'my_chat_member',
    ],
  })
  expect(api.calls.map(({ method }) => method)).not.toContain('getUpdates')
})

test('without a webhook, one that was set before is removed, and whoever calls is refused', async () => {
  await (await started()).stop()
  const { receive } = await started({ webhook: undefined })
  expect(api.webhook()).toBeUndefined()
  expect(await receive({ body: Buffer.from('{}'), secret: '' })).toBe(401)
})

test('an update that was brought is stored, answered at once, and worked on afterwards, once', async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const { bring, ran } = await started({ during: () => gate })
  openGroup()
  const update = tip('5 usdc')
  expect(await bring(update)).toBe(200) // although its command has not ended
  expect(await database.db.select().from(openUpdates).all()).toMatchObject([
    { updateId: '1', state: 'received', person: '1' },
  ])
  expect(await bring(update)).toBe(200) // Telegram brings it again when our answer was lost
  release()
  await shown(1)
  expect(await bring(update)).toBe(200)
  expect(await bring(tip('second', 2))).toBe(200)
  await shown(2)
  expect(ran).toEqual(['tip 5 usdc', 'tip second'])
})

test.each([
  { name: 'no secret', secret: '' },
  { name: 'another secret', secret: 'another-secret-of_32-characters-or' },
  { name: 'the beginning of the secret', secret: SECRET.slice(0, -1) },
  { name: 'more than the secret', secret: `${SECRET}x` },
])('an update with $name is refused and does nothing', async ({ secret }) => {
  const { bring, ran } = await started()
  openGroup()
  expect(await bring(tip('5 usdc'), secret)).toBe(401)
  expect(await database.db.select().from(openUpdates).all()).toEqual([])
  expect(ran).toEqual([])
})

test.each(['', 'no json', '[]', '{}', '{"update_id":"1"}', '{"update_id":1.5}'])(
  'what is no update (%j) is refused',
  async (body) => {
    const { bring } = await started()
    expect(await bring(body)).toBe(400)
  },
)

test('what cannot be stored is brought again and then has its effect', async () => {
  let isFull = true
  const { bring, ran, logged } = await started({
    around: (store) => ({
      ...store,
      receive: (updates, now) =>
        isFull ? Promise.reject(new Error('the disk is full')) : store.receive(updates, now),
    }),
  })
  openGroup()
  expect(await bring(tip('5 usdc'))).toBe(503)
  expect(logged.join()).toContain('the disk is full')
  isFull = false
  expect(await bring(tip('5 usdc'))).toBe(200)
  await shown(1)
  expect(ran).toEqual(['tip 5 usdc'])
})

describe('while nothing can be kept', () => {
  const MINUTE_MS = 60_000
  const NOT_YET = '⚠️ Nothing can be written down here right now'

  /** A database that takes nothing until there is room, by a clock that the test holds. */
  async function onFullDisk() {
    const clock = createFakeClock()
    const disk = { isFull: true }
    const bot = await started({
      time: { now: clock.now, sleep },
      around: (store) => ({
        ...store,
        receive: (updates, now) =>
          disk.isFull
            ? Promise.reject(new StoreUnavailableError(new Error('full')))
            : store.receive(updates, now),
      }),
    })
    return { ...bot, clock, disk }
  }
  const tipIn = (chat: Chat, id: number, from = alice) => ({
    update_id: id,
    message: { message_id: id, date: 1, from, chat, text: `/tip ${id}` },
  })
  const texts = (chatId: number) => api.shown(chatId).map(({ text }) => text)
  const titles = (chatId: number) => texts(chatId).map((text) => text.split('\n')[0])

  test('whoever asks is told once that it is not done yet, in their language, and it is done once when Telegram brings it again', async () => {
    const { bring, ran, disk, clock } = await onFullDisk()
    openGroup()
    const update = tipIn(group, 1, { ...alice, language_code: 'de' })
    for (const _ of [1, 2, 3]) {
      expect(await bring(update)).toBe(503)
      clock.advanceMs(MINUTE_MS)
    }
    await shown(1)
    expect(texts(-100)[0]).toContain('von selbst')
    disk.isFull = false
    expect(await bring(update)).toBe(200)
    await shown(2)
    expect(titles(-100)[1]).toBe('Tip from @alice to somebody')
    expect(ran).toEqual(['tip 1'])
  })

  test('a chat is told once a minute, however much is asked there', async () => {
    const { bring, clock } = await onFullDisk()
    api.say(alice, dmOf(alice), 'before')
    openGroup()
    for (const id of [1, 2, 3]) await bring(tipIn(group, id))
    await bring(tipIn(dmOf(alice), 4))
    await until(() => expect(titles(1)).toEqual([NOT_YET]))
    await until(() => expect(titles(-100)).toEqual([NOT_YET]))
    clock.advanceMs(MINUTE_MS)
    await bring(tipIn(group, 5))
    await until(() => expect(titles(-100)).toEqual([NOT_YET, NOT_YET]))
  })

  test('nobody is told who asked for nothing', async () => {
    const { bring } = await onFullDisk()
    openGroup()
    api.say(alice, dmOf(alice), 'before')
    const talk = tipIn(group, 1)
    await bring({ ...talk, message: { ...talk.message, text: 'good morning' } })
    await bring(tipIn(dmOf(alice), 2))
    await until(() => expect(titles(1)).toEqual([NOT_YET]))
    expect(titles(-100)).toEqual([])
  })

  test('who presses a button is told so alone, and gets the answer when it is done', async () => {
    const { bring, disk, ran } = await onFullDisk()
    api.say(bobby, dmOf(bobby), 'before')
    disk.isFull = false
    await bring(tipIn(group, 1))
    openGroup()
    await shown(1)
    disk.isFull = true
    const [card] = api.shown(-100)
    const pressId = api.press(bobby, group, card?.id ?? 0, 'Claim')
    const message = { message_id: card?.id, date: 1, from: BOT, chat: group, text: '' }
    const callback_query = { id: pressId, from: bobby, data: 'claim:1', message }
    const pressed = { update_id: 2, callback_query }
    expect(await bring(pressed)).toBe(503)
    await until(() => expect(api.presses.get(pressId)?.text).toContain(NOT_YET))
    expect(titles(-100)).toHaveLength(1)
    disk.isFull = false
    expect(await bring(pressed)).toBe(200)
    await until(() => expect(titles(2)).toContain('Pick a chain'))
    expect(ran).toEqual(['tip 1', 'claim 1'])
  })
})

test('a command that cannot be kept while it is done says so as well, and is done once it can be', async () => {
  let isFull = true
  const { bring, ran } = await started({
    during: async () => {
      if (isFull) throw new StoreUnavailableError(new Error('full'))
    },
  })
  openGroup()
  expect(await bring(tip('5 usdc'))).toBe(200)
  await shown(1)
  expect(api.shown(-100)[0]?.text).toContain('by itself')
  isFull = false
  await shown(2)
  expect(ran.at(-1)).toBe('tip 5 usdc')
})

test('what was kept although that could not be said is brought again and then has its effect, once', async () => {
  let isCutOff = true
  const { bring, ran } = await started({
    around: (store) => ({
      ...store,
      async receive(updates, now) {
        const rows = await store.receive(updates, now)
        if (isCutOff) throw new Error('the connection was lost')
        return rows
      },
    }),
  })
  openGroup()
  expect(await bring(tip('5 usdc'))).toBe(503)
  isCutOff = false
  expect(await Promise.all([bring(tip('5 usdc')), bring(tip('5 usdc'))])).toEqual([200, 200])
  await shown(1)
  expect(await bring(tip('5 usdc'))).toBe(200)
  expect(await bring(tip('second', 2))).toBe(200)
  await shown(2)
  expect(ran).toEqual(['tip 5 usdc', 'tip second'])
})

test('while it does not know itself yet, and when it stops, updates stay with Telegram', async () => {
  api.setDown(true)
  const bot = await started()
  expect(await bot.bring(tip('5 usdc'))).toBe(503)
  api.setDown(false)
  await until(async () => expect(await bot.bring(tip('5 usdc'))).toBe(200))
  openGroup()
  await bot.stop()
  expect(await bot.bring(tip('5 usdc', 2))).toBe(503)
})

test('a restart goes on with what was brought', async () => {
  const dead = () => new Promise<never>(() => undefined)
  const first = await started({ during: dead })
  openGroup()
  expect(await first.bring(tip('5 usdc'))).toBe(200)
  void first.stop()
  cleanUps.splice(2) // it is dead: nobody waits for its end
  await started()
  await shown(1)
})
