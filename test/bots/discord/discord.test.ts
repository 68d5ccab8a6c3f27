import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { action, type Card } from '../../../src/bots/cards/card.ts'
import type { Command } from '../../../src/bots/dispatch/command.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { liveCards, outbox } from '../../../src/store/chats/chat-tables.ts'
import { tellPerson, tellTopic } from '../../../src/store/chats/outbox.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { createUpdateStore } from '../../../src/store/chats/update-store.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { CLAIMER_ID } from '../commands/stand-in-services.ts'
import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, commandsOf, lobby, runBot } from './run-bot.ts'
import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { until } from '../../until.ts'
import { untilSettled } from '../until-settled.ts'

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

const titles = (channel: string, reader?: typeof alice) =>
  api.shown(channel, reader).map(({ text }) => text.split('\n')[0])
test('a typed tip is answered with one card for everybody, which then follows what it shows', async () => {
  const bot = await start()
  api.dispatch(
    api.command(alice, lobby, 'tip', {
      to: bobby,
      amount: '5',
      token: 'usdc',
      chain: 'base',
      note: '@everyone **look** <@102> https://evil.example',
    }),
  )
  await until(() => expect(titles(lobby.id)).toEqual(['Tip from @alice to @bobby']))
  expect(bot.ran).toEqual([
    'tip 5 usdc on base @everyone **look** <@102> https://evil.example by @alice',
  ])
  const [card] = api.shown(lobby.id)
  expect(card?.markdown).toContain(
    String.raw`> 5 usdc on base \@everyone \*\*look\*\* \<\@102\> https\:\/\/evil.example`,
  )
  expect(card?.buttons.map(({ label }) => label)).toEqual(['Sign', 'Claim', 'Silent', 'Show all'])
  bot.progress.step = 'done'
  await tellTopic(database.db, 'tip:1', new Date())
  await until(async () => {
    await bot.delivery.deliverDue()
    expect(titles(lobby.id)).toEqual(['Tip 1 is done'])
  })
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('what only the asker should read is hidden from others, and stays theirs when it changes', async () => {
  const bot = await start()
  api.dispatch(api.command(alice, lobby, 'balance'))
  await until(() => expect(titles(lobby.id, alice)).toEqual(['Your balance']))
  await tellTopic(database.db, 'tip:2', new Date())
  await until(async () => {
    await bot.delivery.deliverDue()
    expect(api.shown(lobby.id, alice)[0]?.text).toBe('Tip 2 is waiting\nfor alice')
  })
  expect(titles(lobby.id, bobby)).toEqual([])
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('a refusal of what only the asker should read is theirs alone as well', async () => {
  await start()
  api.dispatch(api.command(alice, lobby, 'redeem'))
  await until(() =>
    expect(titles(lobby.id, alice)).toEqual(['There is no number 9: 3 claims wait for you']),
  )
  expect([titles(lobby.id, bobby), api.unexpected]).toEqual([[], []])
})

test.each([
  { whom: 'alice', takes: true, inPrivate: ['A secret'], inGroup: 'I wrote to you in private' },
  { whom: 'bobby', takes: false, inPrivate: [], inGroup: 'I cannot write to you in private' },
])(
  'a private answer to an open question goes to the private chat: $inGroup',
  async ({ whom, takes, inPrivate, inGroup }) => {
    await start()
    const person = { id: '300', username: whom }
    if (!takes) api.close(person)
    api.dispatch(api.command(person, lobby, 'secret'))
    await until(() => expect(titles(lobby.id)).toEqual([inGroup]))
    expect(titles(api.privateChat(person).id)).toEqual(inPrivate)
    expect(api.unexpected).toEqual([])
  },
)

test('a picture is attached, with its words for whoever cannot see it', async () => {
  const bot = await start()
  api.dispatch(api.command(alice, lobby, 'chart'))
  await until(() => expect(titles(lobby.id)).toEqual(['A chart']))
  expect(api.shown(lobby.id)[0]?.pictures).toEqual([
    { media: { url: 'attachment://picture.png' }, description: 'It *rises*' },
  ])
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('in the private chat nothing is hidden, so it can be read again', async () => {
  await start()
  const chat = api.privateChat(alice)
  api.dispatch(api.command(alice, chat, 'balance'))
  await until(() => expect(titles(chat.id)).toEqual(['Your balance']))
})

test('buttons: a refusal and an answer for the presser alone, silence, and an answer for everyone', async () => {
  const bot = await start()
  api.dispatch(api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
  await until(() => expect(titles(lobby.id)).toHaveLength(1))
  const [card] = api.shown(lobby.id)
  api.dispatch(api.press(alice, lobby, card, 'Claim'))
  await until(() => expect(titles(lobby.id, alice)).toContain('This is for @bobby'))
  api.dispatch(api.press(bobby, lobby, card, 'Claim'))
  await until(() => expect(titles(lobby.id, bobby)).toContain('Pick a chain'))
  api.dispatch(api.press(bobby, lobby, card, 'Silent'))
  api.dispatch(api.press(bobby, lobby, card, 'Show all'))
  await until(() => expect(titles(lobby.id)).toContain('For everyone, from @bobby'))
  expect(bot.ran.slice(1)).toEqual(['claim 1', 'silent', 'everyone'])
  expect(titles(lobby.id)).toHaveLength(2) // the hidden ones are nobody else's
  // Where the bot is no member, only the presser can be answered.
  const elsewhere = { id: '600', context: 2 as const }
  api.dispatch(api.press(bobby, elsewhere, card, 'Show all'))
  await until(() => expect(titles('600', bobby)).toEqual(['For everyone, from @bobby']))
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('a tip from the menu of a person or message asks for the rest in a form', async () => {
  const bot = await start()
  for (const name of ['Tip', 'Tip author']) {
    const opened = api.menuEntry(alice, lobby, name, bobby)
    api.dispatch(opened)
    await until(() => expect(api.first(opened)).toMatchObject({ type: 9 }))
    const form = api.first(opened)
    if (form?.type !== 9) throw new Error('there is no form')
    expect(form.data.components.map(({ label }) => label)).toEqual([
      'Amount',
      'Token',
      'Chain',
      'Note',
    ])
    api.dispatch(api.submit(alice, lobby, form.data, { amount: '5', token: 'usdc', note: name }))
    await until(() => expect(bot.ran).toContain(`tip 5 usdc ${name} by @alice`))
  }
  await until(() => expect(titles(lobby.id)).toHaveLength(2))
  expect(new Set(titles(lobby.id))).toEqual(new Set(['Tip from @alice to @bobby']))
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('a field suggests while somebody types, and what cannot belong there is refused at once', async () => {
  const bot = await start()
  const typing = api.command(alice, lobby, 'tip', { amount: '5', token: 'us' }, 'token')
  api.dispatch(typing)
  await until(() =>
    expect(api.first(typing)).toEqual({
      type: 8,
      data: { choices: [{ name: 'token us', value: 'us' }] },
    }),
  )
  const two = { to: bobby, amount: '5 usdc', token: 'eth' }
  api.dispatch(api.command(alice, lobby, 'tip', two))
  await until(() => expect(api.shown(lobby.id, alice)[0]?.text).toContain('more than one word'))
  const robot = { id: '777', username: 'robot', bot: true }
  api.dispatch(api.command(bobby, lobby, 'tip', { to: robot, amount: '5', token: 'eth' }))
  await until(() => expect(api.shown(lobby.id, bobby)[0]?.text).toContain('robot is a bot'))
  expect([bot.ran, bot.logged, api.unexpected]).toEqual([[], [], []])
})

test('an interaction that comes again has its effect once', async () => {
  const bot = await start()
  const tip = api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' })
  for (let time = 0; time < 3; time += 1) api.dispatch(tip)
  await until(() => expect(titles(lobby.id)).toHaveLength(1))
  api.dispatch(tip)
  api.dispatch(api.command(alice, lobby, 'balance'))
  await until(() => expect(titles(lobby.id, alice)).toContain('Your balance'))
  expect(bot.ran).toHaveLength(2)
  expect(api.unexpected).toEqual([])
})

test.each([
  { afterMs: 2_999, ran: ['tip 5 usdc by @alice', 'balance  by @alice'] },
  { afterMs: 3_001, ran: ['balance  by @alice'] }, // Discord told her that it failed
])('announced after $afterMs ms, a command is done or given up', async ({ afterMs, ran }) => {
  let nowMs = Date.now()
  const patient = await createDiscordApi({ now: () => nowMs, patienceMs: 3_000 })
  let isSlow = true
  const bot = runBot({
    db: database.db,
    apiRoot: patient.url,
    now: () => new Date(nowMs),
    around: (store) => ({
      ...store,
      async receive(...intake) {
        if (isSlow) nowMs += afterMs
        isSlow = false
        return store.receive(...intake)
      },
    }),
  })
  try {
    await bot.start()
    const tip = { to: bobby, amount: '5', token: 'usdc' }
    patient.dispatch(patient.command(alice, lobby, 'tip', tip))
    await until(() => expect(isSlow).toBe(false))
    patient.dispatch(patient.command(alice, lobby, 'balance'))
    await until(() => expect(patient.shown(lobby.id, alice)).toHaveLength(ran.length))
    expect(bot.ran).toEqual(ran)
    expect(patient.unexpected).toEqual([])
  } finally {
    await bot.stop()
    await patient.stop()
  }
})

test.each([
  { name: 'the announcement is done, unheard', match: /callback/, failure: 'no answer' as const },
  {
    name: 'the answer is done, unheard',
    match: /PATCH .*@original/,
    failure: 'no answer' as const,
  },
  {
    name: 'the answer has to wait',
    match: /PATCH .*@original/,
    failure: { status: 429, code: 0, retryAfter: 0.3 },
  },
  {
    name: 'Discord fails',
    match: /PATCH .*@original/,
    failure: { status: 503, code: 0 },
  },
])('$name: one card, one effect', async ({ match, failure }) => {
  const bot = await start()
  api.failNext(match, failure)
  api.dispatch(api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
  await until(() => expect(titles(lobby.id)).toEqual(['Tip from @alice to @bobby']))
  api.dispatch(api.command(alice, lobby, 'balance'))
  await until(() => expect(titles(lobby.id, alice)).toContain('Your balance'))
  expect(titles(lobby.id)).toHaveLength(1)
  expect(bot.ran).toHaveLength(2)
  expect(api.unexpected).toEqual([])
})

test('an answer that Discord takes in an hour alone holds up nothing else, and goes out after a stop as well', async () => {
  const bot = await start()
  api.failNext(/PATCH .*@original/, { status: 429, code: 0, retryAfter: 3600 })
  api.dispatch(api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
  await until(() => expect(bot.ran).toHaveLength(1))
  api.dispatch(api.command(alice, lobby, 'balance'))
  await until(() => expect(titles(lobby.id, alice)).toContain('Your balance'))
  expect(titles(lobby.id)).not.toContain('Tip from @alice to @bobby')
  await bot.stop()
  const next = await start()
  await until(() => expect(titles(lobby.id)).toContain('Tip from @alice to @bobby'))
  expect([...bot.ran, ...next.ran]).toHaveLength(2)
  expect(api.unexpected).toEqual([])
})

test.each(['keep', 'settle'] as const)(
  'a process that dies before "%s" goes on where it was, with one answer',
  async (moment) => {
    let isDead = false
    const dying = await start({
      around: (store) => ({
        ...store,
        async [moment]() {
          isDead = true
          return new Promise<never>(() => undefined)
        },
      }),
    })
    const tip = api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' })
    api.dispatch(tip)
    await until(() => expect(isDead).toBe(true))
    void dying.stop()
    bots = []
    const next = await start()
    await until(() => expect(titles(lobby.id)).toEqual(['Tip from @alice to @bobby']))
    await until(async () =>
      expect(await createUpdateStore(database.db, 'discord').unsettled()).toEqual([]),
    )
    expect(next.ran).toHaveLength(moment === 'keep' ? 1 : 0)
    expect(titles(lobby.id)).toHaveLength(1)
    expect(api.unexpected).toEqual([])
  },
)

test.each([
  { how: 'open', shown: 'Tip 1 is done', kept: 1 },
  { how: 'locked', shown: 'Tip 1 is sent', kept: 0 },
] as const)(
  'in a thread that is archived and $how a card reads: $shown',
  async ({ how, shown, kept }) => {
    let aheadMs = 0
    const clock = () => Date.now() + aheadMs
    const patient = await createDiscordApi({ now: clock })
    patient.join(lobby.id)
    const bot = await start({ apiRoot: patient.url, now: () => new Date(clock()) })
    const shownThere = () => patient.shown(lobby.id).map(({ text }) => text.split('\n')[0])
    const follow = async (step: string) => {
      bot.progress.step = step
      await tellTopic(database.db, 'tip:1', new Date(clock()))
      await bot.delivery.deliverDue()
    }
    try {
      const tip = { to: bobby, amount: '5', token: 'usdc' }
      patient.dispatch(patient.command(alice, lobby, 'tip', tip))
      await until(async () => {
        await follow('sent')
        expect(shownThere()).toEqual(['Tip 1 is sent'])
      })
      aheadMs = 16 * 60_000
      patient.archive(lobby.id, how)
      await follow('done')
      expect(shownThere()).toEqual([shown])
      expect(await database.db.select().from(liveCards).all()).toHaveLength(kept)
      expect([bot.logged, patient.unexpected]).toEqual([[], []])
    } finally {
      await bot.stop()
      await patient.stop()
    }
  },
)

test('what a locked thread does not take is answered to whoever pressed', async () => {
  const bot = await start()
  api.dispatch(api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
  await until(() => expect(titles(lobby.id)).toHaveLength(1))
  const [card] = api.shown(lobby.id)
  api.archive(lobby.id, 'locked')
  api.dispatch(api.press(bobby, lobby, card, 'Show all'))
  await until(() => expect(titles(lobby.id, bobby)).toContain('For everyone, from @bobby'))
  expect(titles(lobby.id)).toHaveLength(1)
  expect([bot.logged, api.unexpected]).toEqual([[], []])
})

test('after 15 minutes a card is edited as the bot’s own message, where it may, and else stays as it is', async () => {
  let aheadMs = 0
  const clock = () => Date.now() + aheadMs
  const patient = await createDiscordApi({ now: clock })
  patient.join(lobby.id)
  const bot = await start({ apiRoot: patient.url, now: () => new Date(clock()) })
  try {
    const elsewhere = { id: '600', context: 2 as const }
    const tip = { to: bobby, amount: '5', token: 'usdc' }
    for (const place of [lobby, elsewhere])
      patient.dispatch(patient.command(alice, place, 'tip', tip))
    const shownIn = (place: { id: string }) => patient.shown(place.id).map(({ text }) => text)
    const follow = (step: string, here: string, there: string) =>
      until(async () => {
        bot.progress.step = step
        await tellTopic(database.db, 'tip:1', new Date(clock()))
        await bot.delivery.deliverDue()
        expect(
          [...shownIn(lobby), ...shownIn(elsewhere)].map((text) => text.split('\n')[0]),
        ).toEqual([here, there])
      })
    await follow('sent', 'Tip 1 is sent', 'Tip 1 is sent')
    aheadMs = 16 * 60_000
    await follow('done', 'Tip 1 is done', 'Tip 1 is sent')
    expect([bot.logged, patient.unexpected]).toEqual([[], []])
  } finally {
    await bot.stop()
    await patient.stop()
  }
})

test.each([
  { says: 'its card', minutes: 14, answers: 1 },
  { says: 'its card', minutes: 16, answers: 2 },
  { says: 'nothing', minutes: 14, answers: 1 },
  { says: 'nothing', minutes: 16, answers: 2 },
])(
  'where a button answers $says, pressed after $minutes minutes, a card that the presser alone sees leaves them with $answers',
  async ({ says, minutes, answers }) => {
    let aheadMs = 0
    const clock = () => Date.now() + aheadMs
    const patient = await createDiscordApi({ now: clock })
    patient.join(lobby.id)
    const live = { view: 'tip', key: '1', topics: ['tip:1'] }
    const card = { title: 'Claim', tone: 'info' as const, blocks: [action('Claim', 'press:1')] }
    const answer = async () => ({ card, audience: 'asker' as const, live })
    const bot = await start({
      apiRoot: patient.url,
      now: () => new Date(clock()),
      views: { tip: async () => ({ card, topics: ['tip:1'] }) },
      actions: [
        { name: 'claim', run: answer },
        says === 'nothing'
          ? { name: 'press', run: async () => undefined, cardAnew: answer }
          : { name: 'press', run: answer },
      ],
    })
    const settled = () => untilSettled(database.db)
    try {
      const tip = { to: bobby, amount: '5', token: 'usdc' }
      patient.dispatch(patient.command(alice, lobby, 'tip', tip))
      await until(() => expect(patient.shown(lobby.id)).toHaveLength(1))
      const ofBobby = () => patient.shown(lobby.id, bobby).filter(({ text }) => text === 'Claim')
      patient.dispatch(patient.press(bobby, lobby, patient.shown(lobby.id)[0], 'Claim'))
      await until(() => expect(ofBobby()).toHaveLength(1))
      await settled()
      aheadMs = minutes * 60_000
      patient.dispatch(patient.press(bobby, lobby, ofBobby()[0], 'Claim'))
      await until(() =>
        expect(patient.calls.filter((call) => call.includes('callback'))).toHaveLength(3),
      )
      await settled()
      expect(ofBobby()).toHaveLength(answers)
      expect([bot.logged, patient.unexpected]).toEqual([[], []])
    } finally {
      await bot.stop()
      await patient.stop()
    }
  },
)

test.each([
  { command: 'tip', entered: { to: bobby, amount: '5', token: 'usdc' }, where: lobby.id },
  { command: 'balance', entered: {}, where: '9101' },
])(
  'what was acknowledged is answered even when its token has died: /$command',
  async ({ command, entered, where }) => {
    let aheadMs = 0
    const clock = () => Date.now() + aheadMs
    const patient = await createDiscordApi({ now: clock })
    patient.join(lobby.id)
    let isDead = false
    const now = () => new Date(clock())
    const dying = await start({
      apiRoot: patient.url,
      now,
      around: (store) => ({
        ...store,
        async keep() {
          isDead = true
          return new Promise<never>(() => undefined)
        },
      }),
    })
    patient.dispatch(patient.command(alice, lobby, command, entered))
    await until(() => expect(isDead).toBe(true))
    void dying.stop()
    aheadMs = 16 * 60_000
    bots = []
    const next = runBot({ db: database.db, apiRoot: patient.url, now })
    try {
      await next.start()
      await until(() => expect(patient.shown(where)).toHaveLength(1))
      expect(next.ran).toHaveLength(1)
      expect(patient.unexpected).toEqual([])
    } finally {
      await next.stop()
      await patient.stop()
    }
  },
)

test.each([
  { name: 'breaks', code: undefined },
  { name: 'is ended for good, since more shards are wanted', code: 4011 },
])('when the connection $name, what was said meanwhile is answered', async ({ code }) => {
  const bot = await start()
  api.hangUp(code)
  api.dispatch(api.command(alice, lobby, 'balance'))
  await until(() => expect(titles(lobby.id, alice)).toEqual(['Your balance']))
  expect([bot.ran.length, api.unexpected]).toEqual([1, []])
})

test('a wrong token is said at once, and is in no error or log', async () => {
  const bot = runBot({ db: database.db, apiRoot: api.url, token: 'MTIz.hush.token' })
  const error = await bot.start().catch((reason: unknown) => reason)
  expect(String(error)).toMatch(/401.*Check DISCORD_BOT_TOKEN/)
  await bot.stop()
  expect(`${String(error)} ${bot.logged.join()}`).not.toContain('hush')
})

test('a start does not wait for the hour that Discord asks for', async () => {
  api.failNext(/@me/, { status: 429, code: 0, retryAfter: 3600 })
  const bot = await start()
  expect(bot.logged).toEqual([expect.stringContaining('asks to wait 3600')])
  expect(api.menu()).toEqual([])
})

test('where Discord cannot be reached, it goes on trying and keeps nobody waiting', async () => {
  for (let time = 0; time < 4; time += 1) api.failNext(/@me/, { status: 503, code: 0 })
  const bot = await start()
  expect(bot.logged.join()).toContain('Discord cannot be reached; trying again')
  await until(() => expect(api.menu()).not.toEqual([]))
  api.dispatch(api.command(alice, lobby, 'balance'))
  await until(() => expect(titles(lobby.id, alice)).toEqual(['Your balance']))
})

const toldTo = (person: typeof alice) => titles(api.privateChat(person).id)
const LINK = `https://vouch.example/claim/${CLAIMER_ID}#${'a'.repeat(43)}`

test.each([
  { content: 'hello', title: 'start in en: ' },
  { content: 'ABCD-2345', title: 'claim in en: code ABCD-2345' },
  { content: `is this mine? ${LINK}`, title: `claim in en: ${LINK}` },
  { content: '/claim all', title: 'claim in en: all' },
])('"$content" to the bot alone is read as on Telegram', async ({ content, title }) => {
  const bot = await start()
  api.write(alice, content)
  await until(() => expect(toldTo(alice)).toEqual([title]))
  // Its own answers come back to it as messages of the same chat, and are answered by nothing.
  api.write(bobby, 'hello')
  await until(() => expect(toldTo(bobby)).toEqual(['start in en: ']))
  expect(toldTo(alice)).toEqual([title])
  expect([bot.ran.length, bot.logged, api.unexpected]).toEqual([2, [], []])
})

test('who writes can be written to from then on, in their language, and so is known whom they name', async () => {
  await start()
  await createLanguageStore(database.db).choose(`discord:${alice.id}`, 'de')
  api.write(alice, '/claim <@102>', [bobby, { id: '900', username: 'robot', bot: true }])
  await until(() => expect(toldTo(alice)).toEqual(['claim in de: <@102> @bobby']))
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
  await until(() => expect(toldTo(alice)).toEqual(['start in en: ']))
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
  await until(() => expect(toldTo(alice)).toEqual(['claim in en: code ABCD-2345']))
  await untilSettled(database.db)
  expect(second.ran).toHaveLength(1)
})

test('two answers that read the same are two messages, and one that was sent when the process died is not sent again', async () => {
  const first = await start({
    around: (store) => ({ ...store, settle: () => Promise.reject(new Error('it dies here')) }),
  })
  api.write(alice, 'hello')
  await until(() => expect(toldTo(alice)).toHaveLength(1))
  await first.stop()
  await start()
  await untilSettled(database.db)
  expect(api.calls.filter((call) => /POST .*messages/.test(call))).toHaveLength(2)
  expect(toldTo(alice)).toHaveLength(1)
  api.write(alice, 'hello')
  await until(() => expect(toldTo(alice)).toEqual(['start in en: ', 'start in en: ']))
  expect(api.unexpected).toEqual([])
})

type Bot = Awaited<ReturnType<typeof start>>
/** What the notices of `counting` say. */
let counted: number
const counting = {
  views: {
    thanks: async (key: string) => ({
      card: { title: `${counted}`, tone: 'info' as const, blocks: [] },
      topics: [`claimer:${key}`],
    }),
  },
}
/** Has Alice told in private of thanks. */
async function thank(claimerId: string): Promise<void> {
  const { db } = database
  const userId = alice.id
  await createAccountStore(db).remember(
    { platform: 'discord', userId, handle: 'alice' },
    'discord',
    `user/${userId}`,
    new Date(),
  )
  const fact = { kind: 'thanks-said' as const, claimerId }
  const to = { platform: 'discord' as const, handle: 'alice' }
  await tellPerson(db, { fact, once: claimerId, to, userId }, new Date())
}

test.each<{ name: string; goOn: (first: Bot) => Promise<Bot> }>([
  { name: 'nobody heard of', goOn: async (first) => first },
  {
    name: 'a process sent that died before it was recorded',
    async goOn(first) {
      await first.stop()
      await database.db.update(outbox).set({ attempts: 0 })
      return start(counting)
    },
  },
  {
    name: 'a process sent that died before the clock was set back',
    async goOn(first) {
      await first.stop()
      const inAnHour = new Date(Date.now() + 3_600_000)
      await database.db.update(outbox).set({ attempts: 0, createdAt: inAnHour })
      return start(counting)
    },
  },
])('a notice that $name reads as things are by now', async ({ goOn }) => {
  counted = 1
  const first = await start(counting)
  expect(first.surface.keepsFirst).toBe(true)
  await thank('a')
  api.failNext(/POST .*messages/, 'no answer')
  await first.delivery.deliverDue()
  expect(toldTo(alice)).toEqual(['1'])
  counted = 2
  const second = await goOn(first)
  await database.db.update(outbox).set({ notBefore: new Date(0) })
  await until(async () => {
    await second.delivery.deliverDue()
    expect(toldTo(alice)).toEqual(['2'])
  })
  expect(api.unexpected).toEqual([])
})

test('two notices that read the same are two messages, and one that was not recorded is not sent again', async () => {
  const thanks: Card = { title: 'Thank you', tone: 'info', blocks: [] }
  const views = {
    thanks: async (key: string) => ({ card: thanks, topics: [`claimer:${key}`] }),
  }
  const { db } = database
  const deliver = async () => {
    const bot = await start({ views })
    await bot.delivery.deliverDue()
    await bot.stop()
  }
  for (const claimerId of ['a', 'b']) await thank(claimerId)
  await deliver()
  expect(toldTo(alice)).toEqual(['Thank you', 'Thank you'])
  const keys = await db.select({ key: liveCards.key }).from(liveCards).all()
  expect(keys.map(({ key }) => key).toSorted()).toEqual(['a', 'b'])
  await db.update(outbox).set({ deliveredAt: null })
  await deliver()
  expect(toldTo(alice)).toHaveLength(2)
  expect(api.unexpected).toEqual([])
})

test('whoever takes no messages of the bot is no reason to try again', async () => {
  const bot = await start()
  api.close(alice)
  api.write(alice, 'hello')
  await until(() => expect(bot.ran).toHaveLength(1))
  await untilSettled(database.db)
  expect([toldTo(alice), bot.logged, api.unexpected]).toEqual([[], [], []])
})

describe('while nothing can be kept', () => {
  const NOTHING_DONE = 'Nothing can be written down here right now'
  const full = () => Promise.reject(new StoreUnavailableError(new Error('full')))

  /** A bot that can keep nothing of what comes until there is room, by a clock that the test holds. */
  async function onFullDisk(more: Partial<Parameters<typeof runBot>[0]> = {}) {
    const clock = createFakeClock()
    const disk = { isFull: true }
    const bot = await start({
      now: clock.now,
      around: (store) => ({
        ...store,
        receive: (...intake) => (disk.isFull ? full() : store.receive(...intake)),
      }),
      ...more,
    })
    return { ...bot, clock, disk }
  }

  test('who asks by a command or a button is told at once, alone, that nothing was done', async () => {
    const { disk, ran } = await onFullDisk()
    disk.isFull = false
    api.dispatch(api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
    await until(() => expect(titles(lobby.id)).toEqual(['Tip from @alice to @bobby']))
    disk.isFull = true
    const [card] = api.shown(lobby.id)
    api.dispatch(api.command(bobby, lobby, 'balance'))
    await until(() =>
      expect(titles(lobby.id, bobby)).toEqual(['Tip from @alice to @bobby', NOTHING_DONE]),
    )
    api.dispatch(api.press(bobby, lobby, card, 'Claim'))
    await until(() =>
      expect(titles(lobby.id, bobby).slice(1)).toEqual([NOTHING_DONE, NOTHING_DONE]),
    )
    expect(api.shown(lobby.id, bobby).at(-1)?.text).toContain('Nothing was done.')
    expect(titles(lobby.id)).toEqual(['Tip from @alice to @bobby'])
    expect([ran.length, api.unexpected]).toEqual([1, []])
  })

  test('who writes to the bot in private is told in their language that nothing was done, once a minute', async () => {
    const { clock, ran } = await onFullDisk()
    await createLanguageStore(database.db).hear(`discord:${alice.id}`, 'de')
    const chat = api.privateChat(alice).id
    const told = () =>
      api.shown(chat).filter(({ text }) => text.includes('Es ist nichts geschehen'))
    api.write(alice, '/balance')
    await until(() => expect(told()).toHaveLength(1))
    api.write(alice, '/balance')
    api.write(bobby, '/balance')
    await until(() => expect(titles(api.privateChat(bobby).id)).toContain(NOTHING_DONE))
    expect(told()).toHaveLength(1)
    clock.advanceMs(60_000)
    api.write(alice, '/balance')
    await until(() => expect(told()).toHaveLength(2))
    expect(ran).toEqual([])
  })

  test('a command that was announced says that it is done later, and then is, in the same place', async () => {
    let isFull = true
    const ran: string[] = []
    const commands = commandsOf(ran).map((command): Command => ({
      ...command,
      run: (...asked) => (isFull ? full() : command.run(...asked)),
    }))
    await start({ ran, commands })
    api.dispatch(api.command(alice, lobby, 'tip', { to: bobby, amount: '5', token: 'usdc' }))
    await until(() => expect(titles(lobby.id)).toEqual([NOTHING_DONE]))
    expect(api.shown(lobby.id)[0]?.text).toContain('by itself')
    isFull = false
    await until(() => expect(titles(lobby.id)).toEqual(['Tip from @alice to @bobby']))
    expect(ran).toHaveLength(1)
  })
})
