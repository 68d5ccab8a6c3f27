import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { views } from '../../src/bots/cards/views.ts'
import { actions, commands } from '../../src/bots/commands/commands.ts'
import { quote } from '../../src/bots/commands/quote.ts'
import { request } from '../../src/bots/commands/request.ts'
import type { UpdateStore } from '../../src/bots/delivery/update-store-port.ts'
import type { Reply } from '../../src/bots/dispatch/command.ts'
import { createDispatch } from '../../src/bots/dispatch/dispatch.ts'
import { StoreUnavailableError } from '../../src/core/terms/errors.ts'
import type { HandledUpdate, Made } from '../../src/core/terms/made.ts'
import { createAlertStore } from '../../src/store/chats/alert-store.ts'
import { bills, giveaways, outbox, plans, priceAlerts } from '../../src/store/chats/chat-tables.ts'
import { createUpdateStore } from '../../src/store/chats/update-store.ts'
import { openDatabase } from '../../src/store/database.ts'
import { until } from '../until.ts'
import {
  CLAIMER_ID,
  claimView,
  createStandInServices,
  ON_BASE,
  speaker,
  waitingClaim,
} from './commands/stand-in-services.ts'
import { createDiscordApi } from './discord/discord-api.ts'
import * as onDiscord from './discord/run-bot.ts'
import { createBotApi } from './telegram/bot-api.ts'
import * as onTelegram from './telegram/run-bot.ts'
import { untilSettled } from './until-settled.ts'

const { alice, dmOf, group } = onTelegram

/** For how long nothing can be kept: a moment, or the process dies meanwhile. */
type Ending = 'once' | 'for good'

let database: ReturnType<typeof openDatabase>
let stand: ReturnType<typeof createStandInServices>
let ends: (() => Promise<void>)[]
beforeEach(() => {
  database = openDatabase(':memory:')
  stand = createStandInServices(database.db)
  for (const { id } of [alice, onDiscord.alice]) stand.known.wallets.set(`${id}`, [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
  ends = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  database.close()
})

/** What is kept of what people ask for, and whom it was told. */
async function made() {
  const { db } = database
  const told = await db.select().from(outbox).all()
  return {
    bills: (await db.select().from(bills).all()).length,
    giveaways: (await db.select().from(giveaways).all()).length,
    plans: (await db.select().from(plans).all()).length,
    alerts: (await db.select().from(priceAlerts).all()).length,
    told: told.filter(({ kind }) => kind === 'notify').length,
  }
}
/** Has three claims wait for Alice; redeeming one takes it off them, and the one after `limit.most` never comes to its end. */
function waitForAlice(limit = { most: Infinity }): void {
  const { known, services } = stand
  const { redeem } = services.claims
  const own = `${alice.id}`
  known.claims.set(CLAIMER_ID, claimView())
  known.waiting.set(
    own,
    ['7', '8', '9'].map((claimId) => waitingClaim({ claimId })),
  )
  services.claims.redeem = async (claimId, ...how) => {
    if (redeemed().length >= limit.most) return new Promise(() => undefined)
    const done = await redeem(claimId, ...how)
    const left = known.waiting.get(own)?.filter((each) => each.claimId !== claimId)
    known.waiting.set(own, left ?? [])
    return done
  }
}
const redeemed = () => stand.asked.redeemed.map(([claimId]) => claimId)
const NOTHING = { bills: 0, giveaways: 0, plans: 0, alerts: 0, told: 0 }
const settled = () => untilSettled(database.db)

/** Has an answer fail to be kept, when all that was asked for is done: once, or for as long as the process lives. */
function failing(ending: Ending) {
  const failed = { times: 0, isDue: true }
  const around = (store: UpdateStore): UpdateStore => ({
    ...store,
    keep(...kept) {
      if (!failed.isDue) return store.keep(...kept)
      failed.times += 1
      failed.isDue = ending === 'for good'
      return ending === 'once'
        ? Promise.reject(new StoreUnavailableError(new Error('full')))
        : new Promise(() => undefined)
    },
  })
  return { failed, around }
}

const ASKED = [
  {
    says: '/request 12 usdc from @bobby for lunch',
    title: '@alice asks for 12 USDC',
    makes: { bills: 1, told: 1 },
  },
  {
    says: '/split 40 usdc among @bobby @carol',
    title: '@alice asks 2 people for 40 USDC',
    makes: { bills: 1, told: 2 },
  },
  { says: '/invoice 40 usdc for a logo', title: 'Invoice of @alice: 40 USDC', makes: { bills: 1 } },
  {
    says: '/plan @bobby 5 usdc every week',
    title: '5 USDC for @bobby, weekly',
    makes: { plans: 1 },
  },
  { says: '/alert eth above 9000', title: 'I will tell you', makes: { alerts: 1 } },
  {
    says: '/giveaway 10 usdc for 2 in 2 hours',
    chat: group,
    title: 'Giveaway',
    makes: { giveaways: 1 },
  },
]

/** Starts a bot, and where it is to die before it keeps an answer, another one then. */
async function runThrough(
  run: (around?: (store: UpdateStore) => UpdateStore) => Running,
  ending: Ending,
  ask: () => unknown,
): Promise<void> {
  const { failed, around } = failing(ending)
  const first = run(around)
  await first.start()
  await ask()
  await until(() => expect(failed.times).toBe(1))
  if (ending === 'once') return void ends.push(() => first.stop())
  void first.stop()
  const second = run()
  ends.push(() => second.stop())
  await second.start()
}
type Running = { start(): Promise<void>; stop(): Promise<void> }

async function telegram() {
  const api = await createBotApi()
  ends.push(() => api.close())
  const run = (around = (store: UpdateStore) => store) =>
    onTelegram.runBot({
      db: database.db,
      apiRoot: api.url,
      services: stand.services,
      commands,
      views,
      time: { now: stand.clock.now, sleep: (_ms, signal) => onTelegram.sleep(5, signal) },
      around,
    })
  return { api, run }
}

async function discord() {
  const api = await createDiscordApi()
  api.join(onDiscord.lobby.id)
  ends.push(() => api.stop())
  const run = (around = (store: UpdateStore) => store) =>
    onDiscord.runBot({
      db: database.db,
      apiRoot: api.url,
      others: stand.services,
      now: stand.clock.now,
      commands,
      views,
      around,
    })
  return { api, run }
}

describe.each<Ending>(['once', 'for good'])('where an answer fails to be kept %s', (ending) => {
  test.each(ASKED)('$says is done once on Telegram, and answered', async (asked) => {
    const { says, title, makes, chat = dmOf(alice) } = asked
    const { api, run } = await telegram()
    await runThrough(run, ending, () => api.say(alice, chat, says))
    const shown = () => api.shown(chat.id).filter(({ text }) => text.includes(title))
    await until(() => expect(shown()).not.toEqual([]))
    await settled()
    expect(await made()).toEqual({ ...NOTHING, ...makes })
    expect(shown()).toHaveLength(1)
  })

  test.each([
    { says: '/claim 1', redeems: ['7'] },
    { says: '/claim 2 to base', redeems: ['8'] },
    { says: '/claim all', redeems: ['7', '8', '9'] },
  ])('$says redeems once what was meant', async ({ says, redeems }) => {
    waitForAlice()
    const { api, run } = await telegram()
    const chat = dmOf(alice)
    await runThrough(run, ending, () => api.say(alice, chat, says))
    await until(() => expect(api.shown(chat.id)).not.toEqual([]))
    await settled()
    expect(redeemed()).toEqual(redeems)
  })

  test('what is written to the bot on Discord is done once, and answered', async () => {
    const { api, run } = await discord()
    const own = api.privateChat(onDiscord.alice)
    const says = '/request 12 usdc from @bobby for lunch'
    await runThrough(run, ending, () => api.write(onDiscord.alice, says))
    const shown = () =>
      api.shown(own.id, onDiscord.alice).filter(({ text }) => text.includes('asks for 12 USDC'))
    await until(() => expect(shown()).toHaveLength(1))
    await settled()
    expect(shown()).toHaveLength(1)
    expect(await made()).toEqual({ ...NOTHING, bills: 1, told: 1 })
  })

  test('a command of a Discord server is done once, and answered', async () => {
    const { api, run } = await discord()
    const { alice: asker, bobby, lobby } = onDiscord
    const entered = { amount: '12', token: 'usdc', from: bobby }
    await runThrough(run, ending, () => api.dispatch(api.command(asker, lobby, 'request', entered)))
    const shown = () => api.shown(lobby.id).map(({ text }) => text.split('\n')[0])
    await until(() => expect(shown()).toEqual(['@alice asks for 12 USDC']))
    await settled()
    expect(await made()).toEqual({ ...NOTHING, bills: 1 })
  })
})

test('what is left of several claims is redeemed after a stop in their middle, and nothing that came since', async () => {
  const limit = { most: 1 }
  waitForAlice(limit)
  const { api, run } = await telegram()
  const chat = dmOf(alice)
  const first = run()
  await first.start()
  api.say(alice, chat, '/claim all to base')
  await until(() => expect(redeemed()).toEqual(['7']))
  void first.stop()
  const left = [...(stand.known.waiting.get(`${alice.id}`) ?? []), waitingClaim({ claimId: '10' })]
  stand.known.waiting.set(`${alice.id}`, left)
  limit.most = Infinity
  const second = run()
  ends.push(() => second.stop())
  await second.start()
  await until(() => expect(api.shown(chat.id)).not.toEqual([]))
  await settled()
  expect(redeemed()).toEqual(['7', '8', '9'])
})

test('a press that says what a word of a command means is done once, and answered', async () => {
  const { api, run } = await telegram()
  const { failed, around } = failing('once')
  failed.isDue = false
  const bot = run(around)
  ends.push(() => bot.stop())
  await bot.start()
  const chat = dmOf(alice)
  api.say(alice, chat, '/request 1.000usdc from @bobby')
  await until(() => expect(api.shown(chat.id)).toHaveLength(1))
  const [question] = api.shown(chat.id)
  failed.isDue = true
  api.press(alice, chat, question?.id ?? 0, question?.buttons.at(-1)?.text ?? '')
  await until(() => expect(api.shown(chat.id).at(-1)?.text).toContain('asks for 1000 USDC'))
  await settled()
  expect(failed.times).toBe(1)
  expect(await made()).toEqual({ ...NOTHING, bills: 1, told: 1 })
})

test('a press that answers a question shows what it began to redeem, also after a stop that forgot the question', async () => {
  const { known, services } = stand
  known.claims.set(CLAIMER_ID, claimView())
  known.waiting.set('id-alice', [waitingClaim()]) // it did not come to its end
  const log = { error: () => expect.fail('it failed') }
  const dispatch = createDispatch({ services, commands, actions, log, newId: () => 'r-1' })
  const key = { surface: 'telegram', updateId: '7' }
  const press = (before?: Made) =>
    dispatch.runAction('later:r-0', speaker('alice', { update: { key, made: before } }))
  expect((await press())?.card.title).toContain('does nothing any more')
  const began = await press({ kind: 'redemption', id: `${CLAIMER_ID}:7` })
  expect(began?.live).toMatchObject({ view: 'claimable', key: CLAIMER_ID })
})

/** Handles an update again once all of it is done but its answer. */
async function handledTwice(press: (update: HandledUpdate) => Promise<Reply | undefined>) {
  const updates = createUpdateStore(database.db, 'telegram')
  const [row = expect.fail('it was not taken in')] = await updates.receive(
    [{ updateId: '7', person: '1', update: {} }],
    stand.clock.now(),
  )
  const handle = async () => press((await updates.handled(row)) ?? expect.fail('it is gone'))
  return [await handle(), await handle()]
}

const pressed = (name: string, arg: string) => (update: HandledUpdate) => {
  const log = { error: (details: object) => expect.fail(JSON.stringify(details)) }
  const { services } = stand
  const dispatch = createDispatch({ services, commands, actions, log, newId: () => 'r-1' })
  return dispatch.runAction(`${name}:${arg}`, speaker('alice', { update }))
}

test('a press that flips a quote flips it once', async () => {
  await quote.run('5 usdc eth', speaker('alice'), stand.services)
  expect(await handledTwice(pressed('quote-flip', 'q1'))).toEqual([undefined, undefined])
  expect(await stand.services.market.quotes.find('q1')).toMatchObject({ tokenIn: 'eth' })
})

test('a press for another link makes one, and says so', async () => {
  stand.known.claims.set(CLAIMER_ID, claimView())
  const [first, again] = await handledTwice(pressed('new-link', CLAIMER_ID))
  expect(first?.card.tone).toBe('success')
  expect(again).toEqual(first)
  expect(stand.asked.newLinks).toEqual([CLAIMER_ID])
})

test('a press that reminds of a bill does so once, and says how many were told', async () => {
  await request.run('12 usdc from @bobby', speaker('alice'), stand.services)
  const [first, again] = await handledTwice(pressed('remind-bill', 'b1'))
  expect(first?.card.tone).toBe('success')
  expect(again).toEqual(first)
  expect((await made()).told).toBe(1)
})

test('a price that was reached before its alert was answered is told once, and the alert is gone', async () => {
  const { api, run } = await telegram()
  const chat = dmOf(alice)
  const alerts = createAlertStore(database.db)
  const { failed, around } = failing('once')
  const reaching = (store: UpdateStore): UpdateStore => ({
    ...around(store),
    async keep(...kept) {
      const price = 9_500n * 10n ** 18n
      if (failed.isDue)
        await alerts.reach({ token: 'eth', other: undefined }, price, 9, stand.clock.now())
      return around(store).keep(...kept)
    },
  })
  const bot = run(reaching)
  ends.push(() => bot.stop())
  await bot.start()
  api.say(alice, chat, '/alert eth above 9000')
  await until(() => expect(api.shown(chat.id).at(-1)?.text).toContain('not there any more'))
  await settled()
  expect(await made()).toEqual({ ...NOTHING, told: 1 })
})

test('what an update makes is kept with the word of it, or neither is', async () => {
  const { services } = stand
  const updates = createUpdateStore(database.db, 'telegram')
  const key = { surface: 'telegram', updateId: '7' }
  const asked = speaker('alice', { update: { key, made: undefined } })
  const ask = () => request.run('12 usdc from @bobby', asked, services)
  await expect(ask()).rejects.toThrow('makes nothing more') // there is no such update
  expect(await made()).toEqual(NOTHING)
  const received = await updates.receive(
    [{ updateId: '7', person: '1', update: {} }],
    stand.clock.now(),
  )
  const [row = expect.fail('it was not taken in')] = received
  expect(await updates.handled(row)).toEqual({ key, made: undefined })
  await ask()
  expect(await updates.handled(row)).toEqual({ key, made: { kind: 'bill', id: 'b2' } })
  await expect(ask()).rejects.toThrow('makes nothing more')
  expect(await made()).toEqual({ ...NOTHING, bills: 1 })
})
