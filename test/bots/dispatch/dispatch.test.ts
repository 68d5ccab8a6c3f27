import { describe, expect, test } from 'vitest'

import type { Action, Command } from '../../../src/bots/dispatch/command.ts'
import { actions, commands } from '../../../src/bots/commands/commands.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { RetryLaterError } from '../../../src/bots/delivery/surface.ts'
import { renderAlert } from '../../../src/bots/telegram/render.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { readAmount } from '../../../src/bots/reading/read-amount.ts'
import { StoppingError, StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import {
  account,
  CLAIMER_ID,
  createStandInServices,
  ON_BASE,
  speaker,
} from '../commands/stand-in-services.ts'
import { actionsOf, fieldsOf, valuesOf } from '../read-card.ts'

const TOPICS = ['give', 'ask', 'claim', 'market', 'wallets', 'settings']
const inPrivate = { chat: { id: 'dm:alice', kind: 'private' } } as const

function setUp(more: Command[] = [], newId = () => 'r-17', moreActions: Action[] = []) {
  const stand = createStandInServices()
  const { services } = stand
  const errors: { details: object; message: string }[] = []
  const log = {
    error: (details: object, message: string) => void errors.push({ details, message }),
  }
  const dispatch = createDispatch({
    services,
    commands: [...commands, ...more],
    actions: [...actions, ...moreActions],
    log,
    newId,
  })
  return { dispatch, errors, stand }
}

test.each([
  { text: '/help', title: 'What I can do' },
  { text: '  /HELP  ', title: 'What I can do' },
  { text: '/help@VouchBot', title: 'What I can do' },
  { text: '/help@vouch tip', title: '/tip' },
  { text: '/Help /TIP', title: '/tip' },
  { text: '/help\ntip', title: '/tip' },
  { text: '/tip', title: 'Who gets it?' },
  { text: '/weather', title: 'There is no command /weather' },
  { text: 'good morning', title: undefined },
  { text: 'I said /help', title: undefined },
  { text: '/', title: undefined },
  { text: '// a comment', title: undefined },
  { text: '', title: undefined },
])('in a group, "$text" is answered with $title', async ({ text, title }) => {
  const { dispatch } = setUp()
  expect((await dispatch.runCommand(text, speaker('alice')))?.card.title).toBe(title)
})

const LINK = `https://vouch.example/claim/${CLAIMER_ID}#${'a'.repeat(43)}`

test.each([
  ['good morning', '/start'],
  ['birthday', '/start'], // eight letters, and no code
  ['https://vouch.example/docs', '/start'],
  [LINK, `/claim ${LINK}`],
  [`  <${LINK}> `, `/claim <${LINK}>`],
  ['ABCD-2345', '/claim code ABCD-2345'],
  ['abcd2345', '/claim code abcd2345'],
  ['ABCDEFGH', '/claim code ABCDEFGH'], // one of ten of ours has no digit
  ['ABCD-EFGH', '/claim code ABCD-EFGH'],
  ['BIRTHDAY', '/start'], // no code has an I in it
  ['LET US EAT', '/start'],
  [`look: ${LINK}`, `/claim ${LINK}`],
  [`${LINK} is this mine?`, `/claim ${LINK}`],
])('in a private chat without a command, "%s" is read as %s', async (message, read) => {
  const { services } = createStandInServices()
  const said: string[] = []
  const played = (name: string): Command => ({
    name,
    summary: () => name,
    usage: `/${name}`,
    examples: [],
    async run(input) {
      said.push(`/${name} ${input}`.trim())
      return { card: { title: name, tone: 'info', blocks: [] }, audience: 'asker' }
    },
  })
  const dispatch = createDispatch({
    services,
    commands: [played('start'), played('claim')],
    actions: [],
    log: { error: (_details, problem) => void said.push(problem) },
    newId: () => 'r-17',
  })
  await dispatch.runCommand(message, speaker('alice', inPrivate))
  expect(said).toEqual([read])
  expect(await dispatch.runCommand(message, speaker('alice'))).toBeUndefined() // a group's talk
  expect(said).toEqual([read])
})

test('an amount that is glued to what follows is asked about as well', async () => {
  const { dispatch } = setUp()
  await dispatch.runCommand('/quote 1.000usdc/eth', speaker('alice'))
  const answer = await dispatch.runAction('meant:r-17:1', speaker('alice'))
  expect(answer?.live?.view).toBe('quote')
  expect(answer?.live?.renderedAt).toBeInstanceOf(Date)
  expect(JSON.stringify(answer?.card)).toContain('1000 USDC')
})

test.each([
  { typed: 'Largest-Tip 1.000USDC', shows: 'Largest tip: 1000 USDC' },
  { typed: 'largest-quote 1.000 Usdc', shows: 'Largest quote: 1000 USDC' },
  { typed: 'reaction 🔥 1.000USDC', shows: '🔥 tips 1000 USDC' },
])('the question about an amount in "/settings $typed" is answered by its button', async (row) => {
  const { dispatch, errors } = setUp()
  const admin = speaker('alice', { isAdmin: async () => true })
  const asked = await dispatch.runCommand(`/settings ${row.typed}`, admin)
  expect(asked?.card.title).toBe('How much is "1.000"?')
  const answer = await dispatch.runAction('meant:r-17:1', admin)
  expect(errors).toEqual([])
  const fields = fieldsOf(answer?.card)
  expect(fields.join('; ')).toContain(row.shows)
})

test.each([
  { text: '/tpi @bobby 5 usdc', says: 'Did you mean /tip or /top?' },
  { text: '/bal', says: 'Did you mean /balance?' },
  { text: '/clam', says: 'Did you mean /claim' },
  { text: '/weather', says: 'See all commands with /help.' },
  { text: '/help wether', says: 'See all commands with /help.' },
])('an unknown command names what may have been meant: $text', async ({ text, says }) => {
  const { dispatch } = setUp()
  const reply = await dispatch.runCommand(text, speaker('alice'))
  expect(reply).toMatchObject({ audience: 'everyone', card: { tone: 'error' } })
  expect(JSON.stringify(reply)).toContain(says)
})

describe('a refusal in a group is for whoever reads what the command answers', () => {
  const waiting = {
    claimId: '7',
    claimerId: CLAIMER_ID,
    token: 'usdc',
    amount: 5_000_000n,
    senderAccount: 'telegram:id-carol',
    senderName: '@carol',
    note: undefined,
    fundedAt: new Date(0),
    needsPin: true,
    isHeld: false,
    isFrozen: false,
    coolingEndsAt: undefined,
  }
  const gone: Command = {
    name: 'gone',
    summary: () => '',
    usage: '',
    examples: [],
    audience: 'asker',
    run: () => Promise.reject(new Error('the disk is full')),
  }

  test.each([
    { text: '/claim 1 to base', says: ON_BASE.address },
    { text: '/claim 9', says: 'There is no number 9' },
    { text: '/plan @bobby 5 usdc', says: 'How often' },
    { text: '/alert gold above 3', says: 'There is no token' },
    { text: '/history 0', says: 'is not a page' },
    { text: '/gone', says: 'Something went wrong' },
  ])('$text: alone', async ({ text, says }) => {
    const { dispatch, stand } = setUp([gone])
    stand.known.waiting.set('id-alice', [waiting])
    stand.known.wallets.set('id-alice', [ON_BASE])
    const reply = await dispatch.runCommand(text, speaker('alice'))
    expect(JSON.stringify(reply?.card)).toContain(says)
    expect(reply).toMatchObject({ audience: 'asker', card: { tone: 'error' } })
  })

  test.each(['/tip @bobby', '/quote 100 usdc', '/weather'])('%s: everyone', async (text) => {
    const { dispatch } = setUp()
    const reply = await dispatch.runCommand(text, speaker('alice'))
    expect(reply).toMatchObject({ audience: 'everyone', card: { tone: 'error' } })
  })
})

test.each(commands.map((command) => [command.name, command] as const))(
  '/%s says before it runs who reads it, where that is the asker alone each time',
  async (_name, command) => {
    const { services, known } = setUp().stand
    known.wallets.set('id-alice', [ON_BASE])
    const audiences = new Set<string>()
    for (const example of command.examples)
      try {
        const input = example.replace(/^\/\w+\s*/, '')
        audiences.add((await command.run(input, speaker('alice'), services)).audience)
      } catch {
        continue // a refusal has the audience that the command declares
      }
    if (command.audience) expect([...audiences]).toEqual([command.audience])
    else expect([...audiences]).not.toEqual(['asker'])
  },
)

test.each([
  [
    '/tip @bobby',
    'How much, and of which token?',
    ['I understood: to @bobby', 'Write it like this: /tip @bobby 5 usdc'],
  ],
  [
    '/tip @bobby 5',
    'Which token?',
    ['I understood: to @bobby, amount 5', 'For example: /tip @bobby 5 usdc. All tokens: /tokens'],
  ],
  [
    '/tip bobby 5 usdc',
    'Who is "bobby"?',
    [
      'Begin with the recipient: /tip @bobby 5 usdc. Or answer a message of theirs with /tip 5 usdc.',
    ],
  ],
  [
    '/quote 100 usdc',
    'Which token do you want for it?',
    ['I understood: 100 USDC', 'For example: /quote 100 usdc eth. All tokens: /tokens'],
  ],
  ['/tokens 2', 'The last page is 1', ['Write it like this: /tokens']],
  ['/chains x', '"x" is not a page', ['Write it like this: /chains']],
  [
    `/tip @bobby 5 usdc on ${'x'.repeat(99)}`,
    'That did not work',
    [`There is no chain "${'x'.repeat(99)}" on this network.`, 'Use one of: base, neuron.'],
  ],
])(
  'what is wrong with %s is its title, and below it stands what to write',
  async (message, title, texts) => {
    const { dispatch } = setUp()
    const card = (await dispatch.runCommand(message, speaker('alice')))?.card
    expect(card).toMatchObject({ title, tone: 'error' })
    expect(card?.blocks).toEqual(texts.map((words) => ({ kind: 'text', text: words })))
  },
)

test('help is made from the definitions: every command, its usage and its examples', async () => {
  const { dispatch } = setUp()
  const list = JSON.stringify(await dispatch.runCommand('/help', speaker('alice')))
  const topics = await Promise.all(
    TOPICS.map((topic) => dispatch.runAction(`help:${topic}`, speaker('alice'))),
  )
  for (const { name, summary, usage, examples } of commands) {
    expect(list).toContain(`/${name}`)
    expect(JSON.stringify(topics)).toContain(JSON.stringify(summary(wordsIn('en'))))
    const one = JSON.stringify(await dispatch.runCommand(`/help ${name}`, speaker('alice')))
    for (const words of [summary(wordsIn('en')), usage, ...examples]) expect(one).toContain(words)
  }
})

test('help lists every command once, by topics with a button each, the most used first', async () => {
  const { dispatch } = setUp()
  const help = await dispatch.runCommand('/help', speaker('alice'))
  const names = valuesOf(help?.card).flatMap((value) => value.split(' '))
  expect(names.slice(0, 2)).toEqual(['/tip', '/send'])
  expect(names.toSorted()).toEqual(commands.map(({ name }) => `/${name}`).toSorted())
  expect(actionsOf(help?.card)).toEqual(TOPICS.map((topic) => `help:${topic}`))
})

test('a topic of help is for whoever presses alone, and leads back', async () => {
  const { dispatch } = setUp()
  const reply = await dispatch.runAction('help:ask', speaker('alice'))
  expect(reply).toMatchObject({ audience: 'asker', card: { title: '🧾 Ask for money' } })
  const labels = reply?.card.blocks.flatMap((block) => ('label' in block ? [block.label] : []))
  expect([labels?.[0], labels?.at(-1)]).toEqual(['/request', 'All commands'])
  const back = await dispatch.runAction('help', speaker('alice'))
  expect(back?.card.title).toBe('What I can do')
})

test('a failure of ours is logged, and answered with a short reference to that, without a word of what it was', async () => {
  const broken: Command = {
    name: 'broken',
    summary: () => '',
    usage: '',
    examples: [],
    run: () => Promise.reject(new Error('the password is hunter2')),
  }
  const requestId = '0b8e2f6c-4f5c-4d0e-9f36-5f8f6c1d2a3b'
  const { dispatch, errors } = setUp([broken], () => requestId)
  const reply = await dispatch.runCommand('/broken', speaker('alice'))
  expect(reply?.card.blocks).toEqual([
    { kind: 'text', text: expect.stringContaining('Nothing was sent from your wallet.') },
    { kind: 'text', text: 'Reference, should you tell whoever runs this bot: 0b8e2f6c' },
  ])
  expect(JSON.stringify(reply)).not.toContain('hunter2')
  expect(errors).toMatchObject([
    {
      details: { requestId, what: '/broken', err: { message: 'the password is hunter2' } },
    },
  ])
})

test.each([
  new RetryLaterError(5_000),
  new StoreUnavailableError(new Error('Connection terminated')),
  new StoppingError(),
])(
  'what passes is no answer: $name comes through, for the command to be done again',
  async (passing) => {
    const broken: Command = {
      name: 'broken',
      summary: () => '',
      usage: '',
      examples: [],
      run: () => Promise.reject(passing),
    }
    const { dispatch, errors } = setUp([broken])
    await expect(dispatch.runCommand('/broken', speaker('alice'))).rejects.toBe(passing)
    expect(errors).toEqual([])
  },
)

describe('what the platform says nothing of for long', () => {
  /** What it takes to be done: that the platform says who somebody is. */
  function guarded() {
    const state = { waitMs: 60 * 60_000, ran: 0 }
    const command: Command = {
      name: 'guarded',
      summary: () => '',
      usage: '',
      examples: [],
      async run(input) {
        if (state.waitMs > 0) throw new RetryLaterError(state.waitMs)
        state.ran += 1
        return { card: { title: input, tone: 'info', blocks: [] }, audience: 'everyone' }
      },
    }
    let ids = 0
    return { ...setUp([command], () => `r-${(ids += 1)}`), state }
  }
  const ask = 'later:r-1'

  test.each(LANGUAGES)('is said at once, with a button to ask again: %s', async (language) => {
    const { dispatch } = guarded()
    const asker = speaker('alice', { words: wordsIn(language) })
    const reply = await dispatch.runCommand('/guarded 5', asker)
    const [said, button] = reply?.card.blocks ?? []
    expect(said).toMatchObject({ text: expect.stringMatching(/Telegram.*60/su) })
    expect(button).toMatchObject({ kind: 'action', action: ask })
    const words = said ? [said] : []
    expect(reply && renderAlert({ ...reply.card, blocks: words })).toBeDefined() // a press is answered so
  })

  test('is done with the press, once, when it says so, and by nobody else', async () => {
    const { dispatch, state } = guarded()
    await dispatch.runCommand('/guarded 5', speaker('alice'))
    state.waitMs = 0
    expect((await dispatch.runAction(ask, speaker('carol')))?.card.tone).toBe('error')
    expect(state.ran).toBe(0)
    expect((await dispatch.runAction(ask, speaker('alice')))?.card.title).toBe('5')
    expect((await dispatch.runAction(ask, speaker('alice')))?.card.tone).toBe('error')
    expect(state.ran).toBe(1)
  })

  test('is said to who presses, alone, who can press the same button again', async () => {
    const enter: Action = {
      name: 'enter-it',
      run: () => Promise.reject(new RetryLaterError(3_600_000)),
    }
    const { dispatch } = setUp([], undefined, [enter])
    const reply = await dispatch.runAction('enter-it:1', speaker('alice'))
    expect(reply?.audience).toBe('asker')
    expect(reply?.card.title).toBe('Telegram says nothing right now')
    expect(reply && renderAlert(reply.card)).toContain('60 minutes')
  })

  test('a press that passes comes again and finds its command', async () => {
    const { dispatch, state } = guarded()
    await dispatch.runCommand('/guarded 5', speaker('alice'))
    state.waitMs = 7_000
    await expect(dispatch.runAction(ask, speaker('alice'))).rejects.toThrow(RetryLaterError)
    state.waitMs = 0
    expect((await dispatch.runAction(ask, speaker('alice')))?.card.title).toBe('5')
  })
})

test.each(['unknown:1', 'constructor:1', 'tip:1', '', ':'])(
  'the button "%s" does nothing, and says so to its presser only, without its name',
  async (pressed) => {
    const { dispatch, errors } = setUp()
    const reply = await dispatch.runAction(pressed, speaker('alice'))
    expect(reply).toMatchObject({
      audience: 'asker',
      card: { title: 'This button does nothing any more', tone: 'error' },
    })
    expect(errors).toEqual([])
  },
)

describe('an amount that means two things', () => {
  const ask = '/tip 10.000 usdc for the fix'
  const alice = () => {
    const bobby = { account: account('bobby'), name: '@bobby' }
    return speaker('alice', { replyTo: bobby })
  }

  test('is asked about with both in full, and goes on as it was written', async () => {
    const { dispatch } = setUp()
    const question = await dispatch.runCommand(ask, alice())
    const buttons = question?.card.blocks.filter((block) => block.kind === 'action')
    expect(question?.card.title).toBe('How much is "10.000"?')
    expect(buttons?.map(({ label }) => label)).toEqual(['10 USDC', '10,000 USDC'])
    const answer = await dispatch.runAction(buttons?.[1]?.action ?? '', speaker('alice'))
    expect(answer?.card.title).toContain('10,000 USDC')
    expect(answer?.card.blocks).toContainEqual({
      kind: 'quote',
      text: 'for the fix',
      by: '@alice',
    })
    const again = await dispatch.runAction(buttons?.[0]?.action ?? '', speaker('alice'))
    expect(again?.card.tone).toBe('error')
  })

  test('beside another one is asked about first, and the other one then', async () => {
    const sum: Command = {
      name: 'sum',
      summary: () => 'adds',
      usage: '/sum amounts',
      examples: [],
      async run(input, writer, { network }) {
        const parts = input
          .split(' ')
          .map((part) => readAmount(writer, [part, 'usdc'], network, { example: '/sum 1 2' }))
        const units = parts.map(({ amount }) => (amount.kind === 'units' ? amount.units : 0n))
        return { card: { title: units.join(', '), tone: 'info', blocks: [] }, audience: 'everyone' }
      },
    }
    const { dispatch } = setUp([sum])
    const asked = await dispatch.runCommand('/sum 10.000 20.000', speaker('alice'))
    expect(asked?.card.title).toBe('How much is "10.000"?')
    const then = await dispatch.runAction('meant:r-17:1', speaker('alice'))
    expect(then?.card.title).toBe('How much is "20.000"?')
    expect(then?.card.blocks.filter((block) => block.kind === 'action')).toHaveLength(2)
    const answer = await dispatch.runAction('meant:r-17:0', speaker('alice'))
    expect(answer?.card.title).toBe('10000000000, 20000000')
  })

  test('is for its speaker alone to say', async () => {
    const { dispatch } = setUp()
    await dispatch.runCommand(ask, alice())
    const refused = await dispatch.runAction('meant:r-17:0', speaker('carol'))
    expect(refused?.card.tone).toBe('error')
    const answer = await dispatch.runAction('meant:r-17:0', speaker('alice'))
    expect(answer?.card.title).toContain('10 USDC')
  })

  test('is forgotten with the oldest, and said so', async () => {
    const { dispatch } = setUp()
    for (const action of ['meant:r-17:0', 'meant:r-17:9', 'meant'])
      expect((await dispatch.runAction(action, speaker('alice')))?.card.tone).toBe('error')
  })
})
