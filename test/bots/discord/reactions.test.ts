import { afterEach, beforeEach, expect, test } from 'vitest'

import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { groupSubject } from '../../../src/core/terms/group-settings.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createStandInServices, ON_BASE } from '../commands/stand-in-services.ts'
import { until } from '../../until.ts'
import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, lobby, runBot } from './run-bot.ts'

let api: Awaited<ReturnType<typeof createDiscordApi>>
let bot: ReturnType<typeof runBot>
let close: () => void
let run: () => ReturnType<typeof runBot>
let isFull: boolean
let received: unknown[]
beforeEach(async () => {
  isFull = false
  received = []
  const database = openDatabase(':memory:')
  close = database.close
  const { services, known } = createStandInServices(database.db)
  for (const { id } of [alice, bobby]) known.wallets.set(id, [ON_BASE])
  known.balances.set('base/usdc', 900_000_000n)
  const reaction = { emoji: '🔥', token: 'usdc', amount: '1000000' }
  await services.people.groups.change(groupSubject('discord', 'server/77/500'), { reaction })
  api = await createDiscordApi()
  run = () =>
    runBot({
      db: database.db,
      apiRoot: api.url,
      others: services,
      around: (store) => ({
        ...store,
        async receive(updates, now) {
          if (isFull) throw new StoreUnavailableError(new Error('full'))
          received.push(...updates)
          return store.receive(updates, now)
        },
      }),
    })
  bot = run()
  await bot.start()
})
afterEach(async () => {
  await bot.stop()
  await api.stop()
  close()
})

const titles = (person: typeof alice) =>
  api.shown(api.privateChat(person).id, person).map(({ text }) => text.split('\n')[0])
const fire = { id: null, name: '🔥' }

test('the emoji of a server, on somebody’s message, has a tip to sign for whoever reacted, in private alone', async () => {
  api.react(alice, lobby, bobby, { id: null, name: '👍' })
  api.react(alice, lobby, bobby, { id: '99', name: '🔥' }) // the server's own, called so
  api.react(alice, lobby, alice, fire)
  api.react(alice, lobby, { id: '900', username: 'robot', bot: true }, fire)
  api.react(alice, lobby, bobby, fire)
  await until(() => expect(titles(alice)).toEqual(['Tip 1 USDC to @bobby']))
  expect(api.shown(lobby.id)).toEqual([])
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('whoever takes no private messages hears nothing, and nobody else does', async () => {
  api.close(alice)
  api.react(alice, lobby, bobby, fire)
  api.react(bobby, lobby, alice, fire)
  await until(() => expect(titles(bobby)).toEqual(['Tip 1 USDC to @alice']))
  expect([titles(alice), api.shown(lobby.id), bot.logged]).toEqual([[], [], []])
})

test.each([
  {
    name: 'says so where Discord does not tell who wrote the message',
    match: /GET .*users/,
    answer: 'Something went wrong',
  },
  {
    name: 'comes once Discord takes it',
    match: /POST .*messages/,
    answer: 'Tip 1 USDC to @bobby',
  },
])('the answer to a reaction $name', async ({ match, answer }) => {
  // The library makes a call four times.
  for (let n = 0; n < 4; n += 1) api.failNext(match, { status: 503, code: 0 })
  api.react(alice, lobby, bobby, fire)
  await until(() => expect(titles(alice)).toEqual([answer]))
  expect(bot.logged).toHaveLength(1)
})

test('a reaction that was not answered before a stop is answered after it', async () => {
  for (let n = 0; n < 20; n += 1) api.failNext(/POST .*messages/, { status: 503, code: 0 })
  api.react(alice, lobby, bobby, fire)
  await until(() => expect(bot.logged).not.toEqual([]))
  await bot.stop()
  api.forgetFailures()
  bot = run()
  await bot.start()
  await until(() => expect(titles(alice)).toEqual(['Tip 1 USDC to @bobby']))
})

test('a reaction that stands for nothing is not kept', async () => {
  api.react(alice, lobby, bobby, { id: null, name: '👍' })
  api.react(alice, lobby, bobby, fire)
  await until(() => expect(titles(alice)).toEqual(['Tip 1 USDC to @bobby']))
  expect(received).toHaveLength(1)
})

test('whoever reacts while nothing can be kept is told so in private', async () => {
  isFull = true
  api.react(alice, lobby, bobby, fire)
  await until(() => expect(titles(alice)).toEqual(['Nothing can be written down here right now']))
})
