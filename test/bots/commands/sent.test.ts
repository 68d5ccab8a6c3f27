import { beforeEach, expect, test } from 'vitest'

import { withoutMoments } from '../../../src/core/terms/moment.ts'
import type { ClaimState } from '../../../src/calls/claim-calls.ts'
import {
  cancel,
  cancelAction,
  cancelYesAction,
  keepAction,
} from '../../../src/bots/commands/cancel.ts'
import type { Card } from '../../../src/bots/cards/card.ts'
import {
  newLinkAction,
  sent,
  sentAction,
  thisIsAction,
  whoIsAction,
} from '../../../src/bots/commands/sent.ts'
import { claims } from '../../../src/bots/commands/claims.ts'
import { exportCommand } from '../../../src/bots/commands/export.ts'
import { sentView } from '../../../src/bots/cards/sent.ts'
import {
  account,
  audience,
  CHANGED_HANDS,
  CLAIMER_ID,
  claimView,
  createStandInServices,
  speaker,
} from './stand-in-services.ts'
import { actionsOf, valuesOf } from '../read-card.ts'

const UNTIL = new Date('2026-01-15T09:00:00.000Z')
const item = (status: ClaimState, claimId: string, expiresAt?: Date) => ({
  claimId,
  token: 'usdc',
  amount: 5_000_000n,
  status,
  expiresAt,
  isFrozen: false,
})
const valuesIn = (card: Card | undefined) => valuesOf(card).map(withoutMoments)

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.sent.set('id-alice', [
    claimView({ items: [item('funded', '7', UNTIL), item('paid', '8', UNTIL)] }),
  ])
})

test('lists what was sent with its state, in private, and what can be done about it', async () => {
  const reply = await sent.run('', speaker('alice'), stand.services)
  const { card, live } = reply
  expect(reply.audience).toBe('asker')
  expect(live).toMatchObject({
    view: 'sent',
    key: 'telegram:id-alice',
    topics: [`claim:${CLAIMER_ID}`],
    changesAt: UNTIL,
  })
  expect(valuesIn(card)).toEqual([
    '5 USDC to @bobby: waits until 15 January 2026 at 09:00 UTC, then it comes back to you',
    '5 USDC to @bobby: was claimed',
  ])
  expect(actionsOf(card)).toEqual([`cancel:${CLAIMER_ID}:7`, `new-link:${CLAIMER_ID}`])
})

test.each([
  { command: sent, input: 'bobby', says: '"bobby" is not a page.' },
  { command: claims, input: '0', says: '"0" is not a page.' },
  { command: exportCommand, input: '2025', says: 'I cannot read "/export 2025".' },
])('/$command.name $input is not answered as if nothing stood behind it', async (each) => {
  const { command, input, says } = each
  const answer = async () => command.run(input, speaker('alice'), createStandInServices().services)
  await expect(answer()).rejects.toThrow(says)
})

test('nobody reads the list of somebody else, and no group does', async () => {
  const { services } = stand
  expect(await sentView('telegram:id-alice', services, audience(account('bobby')))).toBeUndefined()
  expect(await sentView('telegram:id-alice', services, audience())).toBeUndefined()
})

test('the sender reads the whole address that they wrote', async () => {
  const recipient = { platform: 'email' as const, handle: 'hello@example.com' }
  stand.known.sent.set('id-alice', [claimView({ recipient })])
  const { card } = await sent.run('', speaker('alice'), stand.services)
  expect(valuesIn(card)[0]).toContain('hello@example.com')
})

test.each([
  {
    name: 'for a key of the recipient’s own',
    keyHeld: false,
    status: 'funded' as const,
    actions: [],
  },
  {
    name: 'that has expired',
    keyHeld: true,
    status: 'expired' as const,
    expiresAt: UNTIL,
    actions: [`cancel:${CLAIMER_ID}:7`],
  },
])('a claim $name offers what is possible', async ({ keyHeld, status, expiresAt, actions }) => {
  stand.known.sent.set('id-alice', [claimView({ keyHeld, items: [item(status, '7', expiresAt)] })])
  const { card } = await sent.run('', speaker('alice'), stand.services)
  expect(actionsOf(card)).toEqual(actions)
})

test.each([
  { name: 'by number', ask: () => cancel.run('1', speaker('alice'), stand.services) },
  {
    name: 'by button',
    ask: () => cancelAction.run(`${CLAIMER_ID}:7`, speaker('alice'), stand.services),
  },
])('cancelling $name shows first what it does, and does nothing', async ({ ask }) => {
  const reply = await ask()
  expect(reply?.audience).toBe('asker')
  expect(valuesIn(reply?.card)).toEqual([
    '5 USDC',
    '@bobby',
    expect.stringMatching(/^Vouchers of Base, wallet 0x/),
  ])
  expect(actionsOf(reply?.card)).toEqual([`cancel-yes:${CLAIMER_ID}:7`, 'keep'])
  const kept = await keepAction.run('', speaker('alice'), stand.services)
  expect([kept?.card.title, kept?.audience]).toEqual(['Nothing was changed', 'asker'])
  expect(stand.asked.cancelled).toEqual([])
  await cancelYesAction.run(`${CLAIMER_ID}:7`, speaker('alice'), stand.services)
  expect(stand.asked.cancelled).toEqual([`${CLAIMER_ID}:7`])
})

test('what pays a bill is not asked about: whoever was paid sends it back', async () => {
  const paying = { ...item('funded', '7', UNTIL), paysBill: true }
  stand.known.sent.set('id-alice', [claimView({ items: [paying] })])
  for (const ask of [
    () => cancel.run('1', speaker('alice'), stand.services),
    () => cancelAction.run(`${CLAIMER_ID}:7`, speaker('alice'), stand.services),
  ])
    await expect(ask()).rejects.toMatchObject({ facts: { kind: 'not_taken_back', why: 'bill' } })
})

test.each(['redeeming', 'paid', 'cancelling', 'cancelled', 'returning', 'returned'] as const)(
  'what is %s is not asked about, but said to be so',
  async (status) => {
    stand.known.sent.set('id-alice', [claimView({ items: [item(status, '7', UNTIL)] })])
    const said = { code: 'NOT_FOUND', message: expect.stringMatching(/^5 USDC to @bobby: /) }
    for (const ask of [
      () => cancel.run('1', speaker('alice'), stand.services),
      () => cancelAction.run(`${CLAIMER_ID}:7`, speaker('alice'), stand.services),
    ])
      await expect(ask()).rejects.toMatchObject(said)
  },
)

test.each([
  { input: '3', code: 'NOT_FOUND' },
  { input: '0', code: 'NOT_FOUND' },
  { input: 'all', code: 'INVALID_REQUEST' },
])('/cancel $input is refused', async ({ input, code }) => {
  await expect(cancel.run(input, speaker('alice'), stand.services)).rejects.toMatchObject({ code })
})

test('of a held claim every account is named, and one gets it when its sender says so', async () => {
  stand.known.candidates.set(CLAIMER_ID, CHANGED_HANDS)
  stand.known.sent.set('id-alice', [
    claimView({ items: [item('funded', '7', UNTIL)], doubt: 'changed' }),
  ])
  const { card } = await sent.run('', speaker('alice'), stand.services)
  expect(actionsOf(card)[0]).toBe(`who-is:${CLAIMER_ID}`)
  const question = await whoIsAction.run(CLAIMER_ID, speaker('alice'), stand.services)
  expect(valuesIn(question?.card)).toEqual([
    'has this handle now, first seen with it on 1 January 2026 at 08:00 UTC',
    'was seen with this handle from 1 December 2025 at 08:00 UTC to 31 December 2025 at 09:00 UTC',
  ])
  expect(stand.asked.confirmed).toEqual([])
  expect(actionsOf(question?.card)).toEqual([
    `this-is:${CLAIMER_ID}:99`,
    `this-is:${CLAIMER_ID}:42`,
    `cancel:${CLAIMER_ID}:7`,
  ])
  await thisIsAction.run(`${CLAIMER_ID}:99`, speaker('alice'), stand.services)
  expect(stand.asked.confirmed).toEqual([`${CLAIMER_ID}:99`])
})

test('of more accounts than a card has room for there is a page for more, and the last can be named', async () => {
  const [seen] = CHANGED_HANDS
  if (!seen) throw new Error('nobody has shown the handle')
  const accounts = Array.from({ length: 8 }, (_, index) => ({ ...seen, userId: `${90 - index}` }))
  stand.known.candidates.set(CLAIMER_ID, accounts)
  stand.known.sent.set('id-alice', [
    claimView({ items: [item('funded', '7', UNTIL)], doubt: 'changed' }),
  ])
  const ask = async (arg: string) => {
    const reply = await whoIsAction.run(arg, speaker('alice'), stand.services)
    return actionsOf(reply?.card)
  }
  const named = (from: number, to: number) =>
    accounts.slice(from, to).map(({ userId }) => `this-is:${CLAIMER_ID}:${userId}`)
  const cancelling = `cancel:${CLAIMER_ID}:7`
  expect(await ask(CLAIMER_ID)).toEqual([...named(0, 6), `who-is:${CLAIMER_ID}:2`, cancelling])
  expect(await ask(`${CLAIMER_ID}:2`)).toEqual([
    ...named(6, 8),
    `who-is:${CLAIMER_ID}:1`,
    cancelling,
  ])
})

test('who is asked about a claim of somebody else is told nothing', async () => {
  stand.known.candidates.set(CLAIMER_ID, CHANGED_HANDS)
  await expect(whoIsAction.run(CLAIMER_ID, speaker('carol'), stand.services)).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

test('a new link is never shown to whoever asks for it', async () => {
  const reply = await newLinkAction.run(CLAIMER_ID, speaker('alice'), stand.services)
  expect(stand.asked.newLinks).toEqual([CLAIMER_ID])
  expect(JSON.stringify(reply)).not.toContain('secret-of')
})

test('where the recipient has begun no private chat, nobody says that a new link is on its way there', async () => {
  stand.known.claims.set(CLAIMER_ID, claimView())
  stand.known.noPrivateChat.add('bobby')
  const reply = await newLinkAction.run(CLAIMER_ID, speaker('alice'), stand.services)
  expect(reply?.card).toMatchObject({
    title: 'There is a new link',
    blocks: [
      { text: expect.stringContaining('I cannot write to @bobby') },
      { action: `claim-link:${CLAIMER_ID}` }, // one press away, for the sender
    ],
  })
})

test('where the recipient wants no mails, nobody says that a new link went there', async () => {
  const recipient = { platform: 'email' as const, handle: 'hello@example.com' }
  stand.known.claims.set(CLAIMER_ID, claimView({ recipient }))
  stand.known.optedOut.add(CLAIMER_ID)
  const reply = await newLinkAction.run(CLAIMER_ID, speaker('alice'), stand.services)
  expect(stand.asked.newLinks).toEqual([CLAIMER_ID])
  expect(reply?.card).toMatchObject({
    title: 'There is a new link',
    blocks: [
      { text: expect.stringContaining('hello@example.com asked for no mails') },
      { action: `claim-link:${CLAIMER_ID}` }, // one press away, for the sender
    ],
  })
  expect(JSON.stringify(reply)).not.toContain('secret-of')
  const another = await newLinkAction.run(CLAIMER_ID, speaker('bobby'), stand.services)
  expect(actionsOf(another?.card)).toEqual([])
})

test('many fold into pages, each for their sender alone, with the numbers that /cancel takes', async () => {
  stand.known.sent.set('id-alice', [
    claimView({
      items: Array.from({ length: 8 }, (_, index) => item('funded', `${index + 1}`, UNTIL)),
    }),
  ])
  const first = await sent.run('', speaker('alice'), stand.services)
  expect(first.card.blocks.at(-1)).toEqual({ kind: 'action', label: 'More (2)', action: 'sent:2' })
  const second = await sentAction.run('2', speaker('alice'), stand.services)
  expect(await sent.run('2', speaker('alice'), stand.services)).toEqual(second)
  expect(second).toMatchObject({
    audience: 'asker',
    card: { title: 'What you sent, page 2' },
    live: { view: 'sent', key: 'telegram:id-alice#2' },
  })
  expect(actionsOf(second?.card).filter((name) => name.startsWith('cancel'))).toEqual([
    `cancel:${CLAIMER_ID}:7`,
    `cancel:${CLAIMER_ID}:8`,
  ])
  const anothers = audience(account('bobby'))
  expect(await sentView('telegram:id-alice#2', stand.services, anothers)).toBeUndefined()

  const asked = await cancel.run('8', speaker('alice'), stand.services)
  expect(actionsOf(asked.card)).toEqual([`cancel-yes:${CLAIMER_ID}:8`, 'keep'])
})

test('a page that went as things ended is refused to whoever asks for it, and shows the last one where it stood', async () => {
  await expect(sent.run('2', speaker('alice'), stand.services)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  })
  const shown = await sentView('telegram:id-alice#2', stand.services, audience(account('alice')))
  expect(shown?.card).toMatchObject({ title: 'What you sent' })
  expect(valuesIn(shown?.card)).toHaveLength(2)
})
