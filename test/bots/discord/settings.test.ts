import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDatabase } from '../../../src/store/database.ts'
import { tellTopic } from '../../../src/store/chats/outbox.ts'
import { createPassingStore } from '../../../src/store/chats/passing-store.ts'
import { createDiscordApi, type Place } from './discord-api.ts'
import { alice, bobby, lobby, runBot } from './run-bot.ts'
import { until } from '../../until.ts'

const MINUTE_MS = 60_000
/** Another channel or thread of the same server, and one of it that the bot was only brought along to. */
const thread: Place = { id: '501', context: 0 }
const elsewhere: Place = { id: '600', context: 0 }

let api: Awaited<ReturnType<typeof createDiscordApi>>
let bot: ReturnType<typeof runBot>
let database: ReturnType<typeof openDatabase>
let aheadMs = 0
beforeEach(async () => {
  aheadMs = 0
  const now = () => Date.now() + aheadMs
  api = await createDiscordApi({ now })
  api.join(lobby.id, thread.id)
  api.promote(bobby)
  database = openDatabase(':memory:')
  bot = runBot({ db: database.db, apiRoot: api.url, now: () => new Date(Date.now() + aheadMs) })
  await bot.start()
})
afterEach(async () => {
  await bot.stop()
  await api.stop()
  database.close()
})

const titles = ({ id }: Place) => api.shown(id).map(({ text }) => text.split('\n')[0])
const deletions = () => api.calls.filter((call) => call.startsWith('DELETE '))

async function set(setting: string, value: string): Promise<void> {
  const before = titles(lobby).length
  api.dispatch(api.command(bobby, lobby, 'settings', { setting, value }))
  await until(() => expect(titles(lobby)).toHaveLength(before + 1))
  expect(titles(lobby).at(-1)).toBe('@bobby changed the settings of this group')
}

/** Something that the group is told and that nobody needs later. */
async function chatter(place: Place): Promise<string | undefined> {
  const passing = async () => (await createPassingStore(database.db).due(new Date(8e15), 50)).length
  const before = await passing()
  api.dispatch(api.command(alice, place, 'settings', { setting: 'quiet', value: 'on' }))
  await until(() =>
    expect(titles(place).at(-1)).toBe('Only admins of this group may change its settings'),
  )
  await until(async () => expect(await passing()).toBe(before + 1)) // noted once it was sent
  return api.shown(place.id).at(-1)?.id
}

async function later(minutes: number): Promise<void> {
  aheadMs += minutes * MINUTE_MS
  await bot.passing.sweep()
}

test('chatter is deleted after the minutes that its server has set, in all of its channels, and nothing else is', async () => {
  await set('delete-after', '10')
  await chatter(lobby)
  await chatter(thread)
  await later(9)
  expect([titles(lobby).length, titles(thread).length]).toEqual([2, 1])
  await later(1)
  expect([titles(lobby), titles(thread)]).toEqual([
    ['@bobby changed the settings of this group'],
    [],
  ])
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('what somebody deleted before counts as deleted, and is asked for once', async () => {
  await set('delete-after', '10')
  api.remove((await chatter(lobby)) ?? '')
  await later(10)
  expect(deletions()).toHaveLength(1)
  await later(10)
  expect(deletions()).toHaveLength(1)
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test.each([
  { minutes: 10, stays: [] },
  { minutes: 20, stays: ['Only admins of this group may change its settings'] }, // the interaction's token has died
])(
  'where the bot is no member, chatter goes by its interaction’s token: after $minutes minutes $stays stay',
  async ({ minutes, stays }) => {
    await set('delete-after', `${minutes}`)
    await chatter(elsewhere)
    await later(minutes)
    expect(titles(elsewhere)).toEqual(stays)
    expect([bot.logged, api.unexpected]).toEqual([[], []])
  },
)

test('a quiet server reads the titles and buttons of cards about money, in all of its channels', async () => {
  const tip = () => api.command(alice, thread, 'tip', { to: bobby, amount: '5', token: 'usdc' })
  const shown = () => api.shown(thread.id).at(-1)
  const followed = async () => {
    bot.progress.step += '!'
    await tellTopic(database.db, 'tip:1', new Date(Date.now() + aheadMs))
    await bot.delivery.deliverDue()
  }
  api.dispatch(tip())
  await until(() => expect(shown()?.text).toContain('5 usdc'))
  await set('quiet', 'on')
  api.dispatch(tip())
  await until(() => expect(titles(thread)).toHaveLength(2))
  expect(shown()?.text).toBe('Tip from @alice to @bobby')
  expect(shown()?.buttons.map(({ label }) => label)).toContain('Sign')
  await until(async () => {
    await followed()
    expect(shown()?.text).toMatch(/^Tip 1 is waiting!+$/)
  })
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})
