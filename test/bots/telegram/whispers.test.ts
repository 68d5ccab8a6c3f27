import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { action, link, text, type Card } from '../../../src/bots/cards/card.ts'
import type { Action, View } from '../../../src/bots/dispatch/command.ts'
import type { MessageGoneError } from '../../../src/bots/delivery/surface.ts'
import { whisperChat } from '../../../src/bots/telegram/chat-id.ts'
import { tellTopic } from '../../../src/store/chats/outbox.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openUpdates } from '../../../src/store/chats/chat-tables.ts'
import { until } from '../../until.ts'
import { BOT, createBotApi } from './bot-api.ts'
import { alice, bobby, createLimitedCalls, dmOf, group, runBot, sleep } from './run-bot.ts'
import { untilSettled } from '../until-settled.ts'

type Server = Parameters<typeof createBotApi>[0] & {
  /** What is answered first when it is asked whether it shows anything to one person alone. */
  failing?: Parameters<Awaited<ReturnType<typeof createBotApi>>['failNext']>[1]
}

let api: Awaited<ReturnType<typeof createBotApi>>
let database: ReturnType<typeof openDatabase>
let bot: ReturnType<typeof runBot> | undefined

beforeEach(() => {
  database = openDatabase(':memory:')
  bot = undefined
})
afterEach(async () => {
  await bot?.stop()
  await api.close()
  database.close()
  if (api.unexpected.length > 0) throw new Error(api.unexpected.join('\n'))
})

let stage = 1
/** What a presser alone sees, and what becomes of it. */
const share: View = async (key, _services, { reader, words }) => ({
  card: {
    title: `Share ${key} of ${reader?.handle ?? 'nobody'}, step ${stage}`,
    tone: 'info',
    blocks: [text(words.language), action('Go on', `share:${key}`)],
  },
  topics: [`sign:${key}`],
})
const takeShare: Action = {
  name: 'share',
  async run(key, { account, words }, services) {
    const rendered = await share(key, services, { reader: account, words })
    if (!rendered) throw new Error('there is always a share')
    const { card, topics } = rendered
    return { card, audience: 'asker', live: { view: 'share', key, topics } }
  },
}
const tip: View = async (key) => ({
  card: { title: 'Tip', tone: 'info', blocks: [action('Share', `share:${key}`)] },
  topics: [`sign:${key}`],
})

/** A group with a card that everybody may press. */
async function started(
  { failing, ...server }: Server,
  options: Partial<Parameters<typeof runBot>[0]> = {},
) {
  stage = 1
  api = await createBotApi(server)
  if (failing) api.failNext('deleteEphemeralMessage', failing)
  bot = runBot({
    db: database.db,
    apiRoot: api.url,
    views: { share, tip },
    actions: [takeShare],
    ...options,
  })
  await bot.start()
  api.say(alice, group, '/tip @bobby 5 usdc')
  await until(() => expect(api.shown(group.id)).toHaveLength(1))
  const [card] = api.shown(group.id)
  return { bot, press: (label: string) => api.press(bobby, group, card?.id ?? 0, label) }
}

const settled = () => untilSettled(database.db)
const textsOf = (shown: readonly { text: string }[]) => shown.map((message) => message.text)

describe.for(['10.2', '10.3'] as const)('on a server of version %s', (whispers) => {
  test('who presses a button in a group is answered there, and nobody else sees it', async () => {
    const { press } = await started({ whispers })
    const pressId = press('Claim') // Bobby has never begun a chat with the bot
    await until(() => expect(api.presses.get(pressId)).toBeDefined())
    await settled()
    const [answer, ...more] = api.shownTo(group.id, bobby)
    expect([answer?.text, more]).toEqual(['Pick a chain', []])
    expect(answer?.buttons).toEqual([{ text: 'Open', url: 'https://vouch.example/claim/1' }])
    expect(api.presses.get(pressId)).toEqual({ callback_query_id: pressId })
    expect([api.shownTo(group.id, alice), api.shown(group.id).length]).toEqual([[], 1])
    expect(api.shown(bobby.id)).toEqual([])
  })

  test('who presses after the time for it is answered in private', async () => {
    const { press } = await started({ whispers })
    api.say(bobby, dmOf(bobby), '/start')
    await until(() => expect(api.shown(bobby.id)).toHaveLength(1))
    press('Claim')
    api.forgetPresses()
    await until(() => expect(api.shown(bobby.id)).toHaveLength(2))
    expect(textsOf(api.shown(bobby.id)).at(-1)).toBe('Pick a chain')
    expect([api.shownTo(group.id, bobby), api.shown(group.id).length]).toEqual([[], 1])
  })
})

test('a server that shows nothing to one person alone is not asked to, and answers go the ways that they went', async () => {
  const { press } = await started({})
  const pressId = press('Claim')
  await until(() => expect(api.presses.get(pressId)).toBeDefined())
  await until(async () =>
    expect(await database.db.select().from(openUpdates).all()).toMatchObject([
      { state: 'waiting' },
    ]),
  )
  expect(api.presses.get(pressId)?.url).toBe('https://t.me/vouch_test_bot?start=answer')
  expect(api.shown(group.id)).toHaveLength(1)
  const sent = api.calls.filter(({ method }) => method === 'sendMessage')
  expect(sent.filter(({ payload }) => 'receiver_user_id' in payload)).toEqual([])
})

test.each([
  {
    name: 'asks to wait',
    failure: {
      error_code: 429,
      description: 'Too Many Requests: retry after 700',
      parameters: { retry_after: 700 },
    },
    waitMs: 700_000,
  },
  { name: 'fails', failure: { error_code: 502, description: 'Bad Gateway' }, waitMs: 1_000 },
])(
  'a server that $name when it is asked what it can do is asked again, and answers are private until it says',
  async ({ failure, waitMs }) => {
    let wake: (() => void) | undefined
    const time = {
      now: () => new Date(),
      sleep: (ms: number, signal: AbortSignal) =>
        ms === waitMs ? new Promise<void>((resolve) => (wake = resolve)) : sleep(ms, signal),
    }
    const { press } = await started({ whispers: '10.3', failing: failure }, { time })
    await until(() => expect(wake).toBeDefined())
    api.say(bobby, dmOf(bobby), '/start')
    await until(() => expect(api.shown(bobby.id)).toHaveLength(1))
    press('Claim')
    await until(() => expect(textsOf(api.shown(bobby.id)).at(-1)).toBe('Pick a chain'))
    wake?.()
    const asked = () => api.calls.filter(({ method }) => method === 'deleteEphemeralMessage').length
    await until(() => expect(asked()).toBe(2))
    await settled()
    await until(async () => {
      press('Claim')
      await settled()
      expect(textsOf(api.shownTo(group.id, bobby))).toContain('Pick a chain')
    })
  },
)

test('a server that shows it to all in spite of that has it deleted, and is not asked again', async () => {
  const { bot: running, press } = await started({ whispers: 'shown' })
  api.say(bobby, dmOf(bobby), '/start')
  await until(() => expect(api.shown(bobby.id)).toHaveLength(1))
  for (const answers of [1, 2]) {
    press('Claim')
    await until(() => expect(api.shown(bobby.id)).toHaveLength(1 + answers))
    await settled()
    expect(api.shown(group.id)).toHaveLength(1)
  }
  expect(textsOf(api.shown(bobby.id)).slice(1)).toEqual(['Pick a chain', 'Pick a chain'])
  expect(api.calls.filter(({ method }) => method === 'deleteMessage')).toHaveLength(1)
  expect(running.logged.filter((line) => line.startsWith('Telegram showed all'))).toHaveLength(1)
})

describe('where the bot is an admin', () => {
  const WRITTEN_MS = 1_767_225_600_000
  const after = (ms: number) => ({ time: { now: () => new Date(WRITTEN_MS + ms), sleep } })
  const asks = () => api.say(bobby, group, '/balance', { date: WRITTEN_MS / 1000 })
  const asAdmin = async (server: Server, ms: number) => {
    const { bot: running } = await started(server, after(ms))
    api.setStatus(group.id, BOT, 'administrator')
    return running
  }

  test.each(['10.2', '10.3'] as const)(
    'who asks by a command is answered in the group, and nobody else sees it, on a server of version %s',
    async (whispers) => {
      await asAdmin({ whispers }, 59_000)
      asks() // Bobby has never begun a chat with the bot
      await until(() => expect(api.shownTo(group.id, bobby)).toHaveLength(1))
      await settled()
      expect(textsOf(api.shownTo(group.id, bobby))).toEqual(['Your balance\n5 USDC'])
      expect([api.shownTo(group.id, alice), api.shown(bobby.id)]).toEqual([[], []])
      expect(api.shown(group.id)).toHaveLength(1)
    },
  )

  test.each([
    { name: 'who asked a minute ago', ms: 60_000, status: 'administrator' },
    { name: 'who asks where it is none any more', ms: 0, status: 'member' },
  ])('$name is answered in private', async ({ ms, status }) => {
    await asAdmin({ whispers: '10.3' }, ms)
    api.setStatus(group.id, BOT, status)
    api.say(bobby, dmOf(bobby), '/start')
    await until(() => expect(api.shown(bobby.id)).toHaveLength(1))
    asks()
    await until(() => expect(api.shown(bobby.id)).toHaveLength(2))
    await settled()
    expect(api.shownTo(group.id, bobby)).toEqual([])
    expect(textsOf(api.shown(group.id)).at(-1)).toContain('in private')
  })

  test('a server that shows it to all has it deleted, and the answer goes to the private chat', async () => {
    const running = await asAdmin({ whispers: 'shown' }, 0)
    api.say(bobby, dmOf(bobby), '/start')
    await until(() => expect(api.shown(bobby.id)).toHaveLength(1))
    asks()
    await until(() => expect(api.shown(bobby.id)).toHaveLength(2))
    await settled()
    expect(textsOf(api.shown(group.id)).filter((words) => words.includes('5 USDC'))).toEqual([])
    expect(running.logged.filter((line) => line.startsWith('Telegram showed all'))).toHaveLength(1)
  })
})

test('what is for one person does not follow a group into the one that it has become, where all would see it', async () => {
  const { press } = await started({ whispers: '10.3' })
  api.say(bobby, dmOf(bobby), '/start')
  await until(() => expect(api.shown(bobby.id)).toHaveLength(1))
  const description = 'Bad Request: group chat was upgraded to a supergroup chat'
  api.say(alice, { ...group, id: -200 }, 'hello')
  api.failNext('sendMessage', {
    error_code: 400,
    description,
    parameters: { migrate_to_chat_id: -200 },
  })
  press('Claim')
  await until(() => expect(api.shown(bobby.id)).toHaveLength(2))
  await settled()
  expect([api.shown(-200), api.shownTo(group.id, bobby)]).toEqual([[], []])
  expect(textsOf(api.shown(bobby.id)).at(-1)).toBe('Pick a chain')
})

describe('a card that goes on changing', () => {
  test('changes where its one reader sees it, in their words, and is not shown twice when pressed there', async () => {
    const { bot: running, press } = await started({ whispers: '10.3' })
    const changed = async () => {
      await tellTopic(database.db, 'sign:1', new Date())
      await running.delivery.deliverDue()
    }
    await changed() // the group's card has its button now
    press('Share')
    const one = () => api.shownTo(group.id, bobby).at(-1)
    await until(() => expect(one()?.text).toBe('Share 1 of bobby, step 1\nen'))
    stage = 2
    await changed()
    expect([one()?.text, one()?.edits]).toEqual(['Share 1 of bobby, step 2\nen', 1])
    const count = api.shownTo(group.id, bobby).length
    const pressId = api.pressWhisper(bobby, group, one()?.id ?? 0, 'Go on')
    await until(() => expect(api.presses.get(pressId)).toBeDefined())
    await settled()
    expect(api.shownTo(group.id, bobby)).toHaveLength(count)
  })
})

describe('by its calls', () => {
  const CHAT = whisperChat(`${group.id}`, `${bobby.id}`, 'press-1')
  const chart = (words: string): Card => ({
    title: words,
    tone: 'info',
    blocks: [
      {
        kind: 'picture',
        svg: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
        alt: '',
      },
      link('Open', 'https://vouch.example/claim/1'),
    ],
  })

  async function calling() {
    api = await createBotApi({ whispers: '10.3' })
    api.say(alice, group, 'hello')
    const { calls, clock } = createLimitedCalls(api.url)
    await calls.learnWhispers()
    return { calls, clock }
  }

  test('a picture is shown, changed and deleted like any other', async () => {
    const { calls, clock } = await calling()
    api.plantPress('press-1', group, bobby)
    const id = await calls.send(CHAT, chart('One'), 'answer')
    const shown = () => api.shownTo(group.id, bobby)
    expect([shown()[0]?.text, shown()[0]?.picture === undefined]).toEqual(['One', false])
    clock.advanceMin(1)
    await calls.edit(CHAT, id, chart('Two'))
    clock.advanceMin(1)
    await calls.edit(CHAT, id, { title: 'Three', tone: 'info', blocks: [] })
    expect([shown()[0]?.text, shown()[0]?.edits]).toEqual(['Three', 2])
    clock.advanceMin(1)
    await calls.remove(CHAT, id)
    expect(shown()).toEqual([])
    clock.advanceMin(1)
    await expect(calls.edit(CHAT, id, chart('Four'))).rejects.toThrow('to edit not found')
  })

  test('it counts as a message of its group', async () => {
    const { calls } = await calling()
    api.plantPress('press-1', group, bobby)
    await calls.send(CHAT, { title: 'One', tone: 'info', blocks: [] }, 'answer')
    const next = calls.send(`${group.id}`, { title: 'Two', tone: 'info', blocks: [] }, 'answer')
    await expect(next).rejects.toMatchObject({ retryAfterMs: 1_000, scope: 'chat' })
  })

  test('one in a group that has become another one cannot be changed any more', async () => {
    const { calls } = await calling()
    api.failNext('editEphemeralMessageText', {
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -200 },
    })
    const gone: Partial<MessageGoneError> = { message: 'the chat is -200 now' }
    await expect(
      calls.edit(CHAT, '7', { title: 'One', tone: 'info', blocks: [] }),
    ).rejects.toMatchObject(gone)
  })
})
