import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDatabase } from '../../../src/store/database.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { until } from '../../until.ts'
import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, lobby, runBot } from './run-bot.ts'

let api: Awaited<ReturnType<typeof createDiscordApi>>
let bots: ReturnType<typeof runBot>[] = []
let database: ReturnType<typeof openDatabase>
beforeEach(async () => {
  database = openDatabase(':memory:')
  api = await createDiscordApi()
  api.join('500', '501', '600')
})
afterEach(async () => {
  await Promise.all(bots.map((bot) => bot.stop()))
  bots = []
  await api.stop()
  database.close()
})

const NOW = createFakeClock().now()
const justNow = NOW.toISOString()
const channels = [
  { id: '501', type: 0, position: 2 },
  { id: '499', type: 2, position: 0 }, // one for voices
  { id: '500', type: 0, position: 1 },
]
const titles = (channel: string) => api.shown(channel).map(({ text }) => text.split('\n')[0])

async function started() {
  const bot = runBot({ db: database.db, apiRoot: api.url, now: () => NOW })
  bots.push(bot)
  await bot.start()
  return bot
}

test('a server that the bot is added to is greeted in its language, once, also after a new start', async () => {
  const bot = await started()
  const guild = { id: '77', joined_at: justNow, preferred_locale: 'de', channels }
  api.tellGuild(guild)
  await until(() => expect(titles('500')).toEqual(['Hallo, ich bin Vouch']))
  expect(api.shown('500')[0]?.text).toContain('/settings largest-tip 50 usdc')
  await bot.stop()
  await started()
  api.tellGuild(guild)
  const another = { id: '78', joined_at: justNow, system_channel_id: '600', channels: [] }
  api.tellGuild(another)
  await until(() => expect(titles('600')).toEqual(['Hello, I am Vouch']))
  expect(titles('500')).toHaveLength(1)
})

test('a server is greeted where somebody had taken the bot along before, and each time that it is added', async () => {
  await started()
  const here = { ...lobby, id: '500' }
  api.dispatch(api.command(alice, here, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
  await until(() => expect(titles('500')).toHaveLength(1))
  const guild = { id: '77', joined_at: justNow, preferred_locale: 'de', channels }
  api.tellGuild(guild)
  await until(() => expect(titles('500').slice(1)).toEqual(['Hallo, ich bin Vouch']))
  const again = new Date(NOW.getTime() + 1_000).toISOString()
  api.tellGuild({ ...guild, joined_at: again })
  await until(() => expect(titles('500').slice(1)).toHaveLength(2))
})

test('servers that it is in for long are told of at each connection, and not greeted', async () => {
  await started()
  const long = new Date(NOW.getTime() - 11 * 60_000).toISOString()
  api.tellGuild({ id: '77', joined_at: long, channels })
  api.tellGuild({ id: '78', joined_at: justNow, channels: [] }) // nowhere to write
  api.tellGuild({ id: '79', joined_at: justNow, system_channel_id: '600', channels })
  await until(() => expect(titles('600')).toHaveLength(1))
  expect([titles('500'), titles('501')]).toEqual([[], []])
})
