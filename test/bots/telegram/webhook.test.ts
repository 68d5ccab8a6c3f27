import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createApi } from '../../../src/api/server.ts'
import { telegramRoutes } from '../../../src/api/routes/platform-routes.ts'
import { openDatabase, type Database } from '../../../src/store/database.ts'
import { openUpdates } from '../../../src/store/chats/chat-tables.ts'
import { createBotApi } from './bot-api.ts'
import { alice, dmOf, group, runBot } from './run-bot.ts'
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
