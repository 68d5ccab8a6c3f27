import { beforeEach, describe, expect, test } from 'vitest'

import { againAction } from '../../../src/bots/buttons/again.ts'
import { enterGiveawayAction } from '../../../src/bots/buttons/enter-giveaway.ts'
import { quietCard, type Card } from '../../../src/bots/cards/card.ts'
import { shareOutView } from '../../../src/bots/cards/share-out.ts'
import { giveaway } from '../../../src/bots/commands/giveaway.ts'
import { settings } from '../../../src/bots/commands/settings.ts'
import type { Membership, Role } from '../../../src/bots/dispatch/command.ts'
import { showTime } from '../../../src/bots/words/show-time.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { numberOf, readTicket } from '../../../src/core/giveaways/check-draw.ts'
import { withoutMoments } from '../../../src/core/terms/moment.ts'
import type { GroupView } from '../../../src/claims/claims.ts'
import { openDatabase } from '../../../src/store/database.ts'
import {
  audience,
  createStandInServices,
  GROUP_ID,
  HASH,
  ON_BASE,
  shareView,
  speaker,
} from './stand-in-services.ts'
import { fieldsOf, linksOf } from '../read-card.ts'

const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN
const alice = speaker('alice')

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices(openDatabase(':memory:').db)
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
})

const rows = (card: Card) => fieldsOf(card).map(withoutMoments)
const words = (card: Card | undefined) => JSON.stringify(card)
const ask = (input: string, who = alice) => giveaway.run(input, who, stand.services)
const find = async (id = 'b1') => {
  const found = await stand.services.giveaways.find(id)
  if (!found) throw new Error(`there is no giveaway ${id}`)
  return found
}
const show = async (id = 'b1') =>
  (await shareOutView((await find(id)).signId, stand.services, audience()))?.card
/** When it ends, as its card says it. */
const endOnCard = async () =>
  rows((await show()) ?? { title: '', tone: 'info', blocks: [] })
    .find((row) => row.startsWith('Ends: '))
    ?.slice('Ends: '.length)
const enter = (who: ReturnType<typeof speaker>, id = 'b1') =>
  enterGiveawayAction.run(id, who, stand.services).then(
    (reply) => reply?.card.title,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

/** Its transaction is final, and each share waits for its taker. */
async function fund(more: Partial<GroupView> = {}, id = 'b1', hash = HASH): Promise<void> {
  const { signId, winners } = await find(id)
  await stand.services.signRequests.sent(signId, hash)
  stand.known.progress.set(`base/${hash}`, { outcome: 'completed', txId: '', hops: [] })
  stand.known.groups.set(GROUP_ID, {
    id: GROUP_ID,
    senderAccount: 'telegram:id-alice',
    sender: ON_BASE,
    isOpen: true,
    isClosed: false,
    shares: Array.from({ length: winners }, (_, index) => shareView({ claimerId: `c${index}` })),
    ...more,
  })
}

describe('what is asked for', () => {
  // It is 1 January 2026, midnight UTC.
  test.each([
    { written: 'for 5 in 2 hours', ends: '2026-01-01T02:00', winners: 5 },
    { written: 'for 2 days for 5 people', ends: '2026-01-03T00:00', winners: 5 },
    { written: 'for 1 until 18:00 utc', ends: '2026-01-01T18:00', winners: 1 },
    { written: 'until tomorrow 6pm Europe/Berlin for 3', ends: '2026-01-02T17:00', winners: 3 },
    { written: '2026-01-05 18:00 utc+2 for 3', ends: '2026-01-05T16:00', winners: 3 },
    { written: 'for 3 in 90m', ends: '2026-01-01T01:30', winners: 3 },
    { written: 'for 3 in 1 hour and 30 minutes', ends: '2026-01-01T01:30', winners: 3 },
    { written: 'for 3 until 6:30 PM utc', ends: '2026-01-01T18:30', winners: 3 },
    { written: '6 p.m. utc tomorrow for 3', ends: '2026-01-02T18:00', winners: 3 },
    { written: 'for 3 until 18:00 2026-01-05 utc,', ends: '2026-01-05T18:00', winners: 3 },
  ])('/giveaway 10 usdc $written', async ({ written, ends, winners }) => {
    const { card, audience: readers } = await ask(`10 usdc ${written} good luck`)
    expect(card.title).toBe('Giveaway of 10 USDC')
    expect(readers).toBe('everyone')
    const kept = await find()
    expect(kept).toMatchObject({ winners, chat: 'stand-in:lobby', rules: {} })
    expect(kept.endsAt.toISOString().slice(0, 16)).toBe(ends)
    expect(rows(card)).toContain(`Ends: ${withoutMoments(showTime(wordsIn('en'), kept.endsAt))}`)
    expect(words(card)).toContain('good luck')
    expect(words(card)).not.toContain(kept.seed)
  })

  test.each([
    { written: '5 usdc each for 10 until 18:00 utc', winners: 10, sum: '50' },
    { written: '5 usdc for 10 each until 18:00 utc', winners: 10, sum: '50' },
    { written: '5 usdc for 10 winners each in 2 hours good luck', winners: 10, sum: '50' },
    { written: '5 usdc for 10 in 2 hours each', winners: 10, sum: '50' },
    { written: '5 usdc for 10 in 2 hours each on base', winners: 10, sum: '50' },
    { written: '5 usdc in 2 hours each for 10', winners: 10, sum: '50' },
    { written: '5 usdc for 10 on base each until 18:00 utc', winners: 10, sum: '50' },
    { written: '$5 of usdc each for 2 in 2 hours', winners: 2, sum: '10' },
    { written: 'half usdc each for 2 in 2 hours', winners: 2, sum: '900' },
    { written: '5 usdc for 10 in 2 hours each of you counts', winners: 10, sum: '5' },
  ])('/giveaway $written is $sum USDC in all, and says so', async ({ written, winners, sum }) => {
    const { card } = await ask(written)
    expect(card.title).toBe(`Giveaway of ${sum} USDC`)
    expect(await find()).toMatchObject({ winners, amount: BigInt(sum) * 1_000_000n })
    const { note } = await stand.services.signRequests.find('s1')
    expect(note ?? '').not.toMatch(/each (?:for|until|in)|each$/)
  })

  test.each([
    { written: 'except @bobby,@carol', left: [{ handle: 'bobby' }, { handle: 'carol' }] },
    { written: 'except @bobby，@carol and <@7>', left: [{ handle: 'bobby' }, { handle: 'carol' }] },
    { written: 'except <@7>', left: [] },
  ])('/giveaway … $written leaves them out by name, and nobody else', async ({ written, left }) => {
    const dora = { platform: 'telegram', userId: '7', handle: undefined } as const
    const asking = speaker('alice', { mentioned: [{ account: dora, name: 'Dora' }] })
    const { card } = await ask(`10 usdc for 5 in 2 hours ${written} good luck`, asking)
    const byAccount = written.includes('<') ? [{ userId: '7', name: 'Dora' }] : []
    expect((await find()).rules.except).toEqual([...left, ...byAccount])
    const names = [...left.map(({ handle }) => `@${handle}`), ...byAccount.map((one) => one.name)]
    expect(words(card)).toContain(`Not ${names.join(', ')}`)
  })

  test('whom it leaves out is left out under another name, too, and so is whoever is called so', async () => {
    stand.known.accounts.add('bobby')
    await ask('10 usdc for 5 in 2 hours except @bobby @carol')
    const bobby = { handle: 'bobby', userId: 'id-bobby' }
    expect((await find()).rules.except).toEqual([bobby, { handle: 'carol' }])
    await fund()
    const renamed = { ...speaker('bobby').account, handle: 'robert' }
    const heir = { ...speaker('eve').account, handle: 'bobby' }
    for (const account of [renamed, heir])
      expect(await enter(speaker('carol', { account }))).toBe('You are left out of this one.')
    expect(await enter(speaker('dora'))).toBe('You are in, with number 1')
  })

  test('half for each of more than two cannot be meant', async () => {
    await expect(ask('half usdc each for 3 in 2 hours')).rejects.toThrow('more than you have')
  })

  test('a time without a zone is by the writer’s clock, else by the group’s, else it is asked for', async () => {
    await expect(ask('10 usdc for 2 until 18:00')).rejects.toMatchObject({
      message: '18:00 by which clock?',
      fix: expect.stringContaining('/settings timezone Europe/Berlin'),
    })
    const admin = speaker('carol', { isAdmin: async () => true })
    await settings.run('timezone America/New_York', admin, stand.services)
    await ask('10 usdc for 2 until 18:00')
    expect((await find()).endsAt.toISOString()).toContain('T23:00')
    expect(await endOnCard()).toBe('1 January 2026 at 23:00 UTC (18:00 America/New_York)')
    const inPrivate = speaker('alice', { chat: { id: 'dm', kind: 'private' } })
    const { card } = await settings.run('timezone europe/berlin', inPrivate, stand.services)
    expect(rows(card)).toContain('Time zone: Europe/Berlin')
    await ask('10 usdc for 2 until 18:00')
    expect((await find('b2')).endsAt.toISOString()).toContain('T17:00')
    expect(await endOnCard()).toBe('1 January 2026 at 23:00 UTC (00:00 Europe/Berlin)')
  })

  test.each([
    { written: '10 usdc in 2 hours', says: 'It does not say how many win.' },
    { written: '10 usdc for 5', says: 'It does not say until when.' },
    { written: '10 usdc for 0 in 2 hours', says: 'There cannot be "0" of them.' },
    { written: '10 usdc for 51 in 2 hours', says: 'There cannot be "51" of them.' },
    { written: '10 usdc for 5 until 18:00 EST', says: 'There is no time zone "EST".' },
    { written: '10 usdc for 5 until 25:00 utc', says: 'I cannot read when it ends.' },
    { written: '10 usdc for 5 until 18:00 utc on friday', says: 'I cannot read when it ends.' },
    { written: '10 usdc for 5 in 2 days 18:00', says: 'I cannot read when it ends.' },
    { written: '10 usdc for 5 in 1.5 hours', says: 'I cannot read when it ends.' },
    { written: '10 usdc for 5 in 5 seconds', says: 'is past, or too near' },
    { written: '10 usdc for 5 in 30s', says: 'is past, or too near' },
    { written: '10 usdc for 5 in 90 seconds', says: 'I cannot read when it ends.' },
    { written: '10 usdc for 5 until 2025-12-31 18:00 utc', says: 'is past, or too near' },
    { written: '10 usdc for 5 in 8 days', says: 'is too far off' },
    { written: '10 usdc for 5 in 2 hours except nobody', says: 'Whom does it leave out?' },
    { written: '10 usdc for 5 in 2 hours members for 7 days', says: 'since when somebody is' },
    {
      written: '10 usdc for 5 in 2 hours members for 1 month once a day',
      says: 'I cannot read for how long they have to be members.',
    },
    {
      written: '10 usdc for 5 in 2 hours except x:bobby',
      says: 'Only people on Telegram can enter',
    },
    {
      written: '10 usdc for 5 in 2 hours except @carol bobby@example.com',
      says: 'Only people on Telegram can enter',
    },
    { written: '0.000001 usdc for 5 in 2 hours', says: 'too little for 5 shares' },
  ])('/giveaway $written is refused', async ({ written, says }) => {
    await expect(ask(written)).rejects.toThrow(says)
    expect(await stand.services.giveaways.find('b1')).toBeUndefined()
  })

  test.each([
    { written: 'members, once a day', rules: { members: true, onceADay: true } },
    { written: 'members and once per day', rules: { members: true, onceADay: true } },
    { written: 'once a day & members.', rules: { members: true, onceADay: true } },
    {
      written: 'Members for 7 days, once a day, and except @bobby',
      rules: {
        members: true,
        memberForSec: 7 * 86_400,
        onceADay: true,
        except: [{ handle: 'bobby' }],
      },
    },
    { written: 'members', rules: { members: true }, note: 'and good luck' },
    { written: 'members', rules: { members: true }, note: 'once again' },
  ])('/giveaway … $written is a rule each, and not the note', async (given) => {
    const { written, rules, note = 'good luck' } = given
    const all: Membership = { isMember: true, since: new Date(0), roles: new Set() }
    const seeing = speaker('alice', { membership: async () => all })
    await ask(`10 usdc for 5 in 2 hours, ${written} ${note}`, seeing)
    expect((await find()).rules).toEqual(rules)
    expect((await stand.services.signRequests.find('s1')).note).toBe(note)
  })

  test('a rule that the platform cannot tell is refused, and one that it can stands on the card', async () => {
    const nothing: Membership = { isMember: undefined, since: undefined, roles: undefined }
    const blind = speaker('alice', { membership: async () => nothing })
    await expect(ask('10 usdc for 2 in 2 hours members', blind)).rejects.toThrow('cannot see who')
    const role: Role = { id: '12', name: 'Fans', isEverybody: false, members: async () => [] }
    await expect(ask('10 usdc for 2 in 2 hours', { ...alice, role })).rejects.toThrow('no roles')
    const all: Membership = { isMember: true, since: new Date(0), roles: new Set() }
    const seeing = speaker('alice', { role, membership: async () => all })
    const { card } = await ask(
      '10 usdc for 2 in 2 hours members for 7 days once a day except @bobby, @carol',
      seeing,
    )
    expect(rows(card)).toContain(
      'Who can enter: Everybody in this chat but @alice · Members for at least 7 days · Who has the role Fans · Nobody who has won here within a day before the end · Not @bobby, @carol',
    )
  })
})

describe('a press', () => {
  test('counts once it is paid, in its own chat, and not from its maker', async () => {
    await ask('10 usdc for 2 in 2 hours')
    expect(await enter(speaker('bobby'))).toBe('It has not arrived yet.')
    await fund()
    expect(await enter(speaker('bobby'))).toBe('You are in, with number 1')
    expect(await enter(speaker('carol'))).toBe('You are in, with number 2')
    expect(await enter(speaker('bobby'))).toBe('You are in, with number 1')
    expect(await enter(alice)).toBe('It is yours, so you cannot win it.')
    const elsewhere = { chat: { id: 'other', kind: 'group' as const } }
    expect(await enter(speaker('dora', elsewhere))).toContain('the chat that it was posted in')
    expect((await show())?.title).toBe('Giveaway of 10 USDC: 2 people have entered')
    stand.clock.advanceMin(2 * HOUR_MIN)
    expect(await enter(speaker('dora'))).toBe('The time to enter is over.')
    expect(words(await show())).not.toContain('enter:')
  })

  test('does not count once its maker took it back', async () => {
    await ask('10 usdc for 2 in 2 hours')
    await fund({ isClosed: true })
    expect(await enter(speaker('bobby'))).toBe('Its sender took back what was left.')
    expect((await show())?.title).toBe('Giveaway of 10 USDC: nothing is drawn')
  })

  test('is held against the rules', async () => {
    const since = new Date(stand.clock.now().getTime() - 10 * DAY_MIN * 60_000)
    const member = (more: Partial<Membership> = {}) => ({
      membership: async (): Promise<Membership> => ({
        isMember: true,
        since,
        roles: new Set(['12']),
        ...more,
      }),
    })
    const role: Role = { id: '12', name: 'Fans', isEverybody: false, members: async () => [] }
    await ask(
      '10 usdc for 2 in 2 hours members for 7 days except @carol',
      speaker('alice', { role, ...member() }),
    )
    await fund()
    const late = new Date(stand.clock.now().getTime() - DAY_MIN * 60_000)
    expect(await enter(speaker('carol', member()))).toBe('You are left out of this one.')
    expect(await enter(speaker('dora', member({ isMember: false })))).toContain('for members')
    expect(await enter(speaker('dora', member({ since: late })))).toContain('members for 7 days')
    expect(await enter(speaker('dora', member({ roles: new Set() })))).toContain('the role Fans')
    expect(await enter(speaker('dora', member()))).toBe('You are in, with number 1')
  })
})

test('who enters has a link of their own, which finds them in the record and holds what they were promised', async () => {
  await ask('10 usdc for 2 in 2 hours')
  await fund()
  const answer = await enterGiveawayAction.run('b1', speaker('bobby'), stand.services)
  expect(answer?.audience).toBe('asker')
  const [url = ''] = linksOf(answer?.card)
  expect(url).toMatch(/^https:\/\/vouch\.example\/giveaway\/b1#/)
  const ticket = readTicket(decodeURIComponent(new URL(url).hash.slice(1)))
  const record = await stand.services.giveaways.record(await find())
  expect(numberOf(record, ticket)).toBe(1)
  expect(ticket).toMatchObject({
    seedHash: record.seed_hash,
    endsAt: record.ends_at,
    chainId: record.chain.chain_id,
    winners: '2',
  })
})

test('also a quiet group is shown the terms before anybody can enter, and while they can', async () => {
  const shown = async () => {
    const card = await show()
    return card && rows(quietCard(card))
  }
  await ask('10 usdc for 2 in 2 hours members')
  const terms = [
    'Ends: 1 January 2026 at 02:00 UTC',
    'Who can enter: Everybody in this chat but @alice · Members only',
    expect.stringMatching(/[0-9a-f]{64}$/),
  ]
  expect(await shown()).toEqual(terms)
  await fund()
  expect(await shown()).toEqual(terms)
})

test('the card shows the draw with all that it is checked by', async () => {
  await ask('10 usdc for 2 in 2 hours')
  await fund()
  for (const name of ['bobby', 'carol', 'dora']) await enter(speaker(name))
  stand.clock.advanceMin(2 * HOUR_MIN)
  const time = stand.clock.now().toISOString()
  stand.known.block = { height: 77, time, hash: 'b1'.repeat(32) }
  await stand.services.giveaways.settleDue()
  const { seed } = await find()
  const { drawn } = await stand.services.giveaways.record(await find())
  const name = (number: number | undefined) => ['', '@bobby', '@carol', '@dora'][number ?? 0]
  const card = await show()
  expect(card?.title).toBe('Giveaway of 10 USDC: 2 winners')
  expect(card && rows(card)).toEqual(
    expect.arrayContaining([
      `Won by: ${drawn.map((number) => `${name(number)} (${number})`).join(', ')}`,
      `Seed: ${seed}`,
      `Block: 77, ${'b1'.repeat(32)}`,
    ]),
  )
  expect(card && rows(quietCard(card))).toEqual([
    expect.stringMatching(/^Won by: /),
    expect.stringMatching(/^Shares: /),
  ])
  expect(card?.blocks).toContainEqual({
    kind: 'link',
    label: 'Check the draw',
    url: 'https://vouch.example/giveaway/b1',
  })
  expect(stand.asked.taken.map((taken) => taken.split(' in ')[1])).toEqual([
    'giveaway:b1',
    'giveaway:b1',
  ])
})

test.each([
  { state: 'funded', says: 'comes in a moment' },
  { state: 'coming', says: 'Some of the amount is still on its way' },
] as const)(
  'after the end its card says what the draw waits for, with a share that is $state',
  async (given) => {
    await ask('10 usdc for 2 in 2 hours')
    await fund({ shares: [shareView({ claimerId: 'c0' }), shareView({ state: given.state })] })
    stand.clock.advanceMin(2 * HOUR_MIN)
    expect(words(await show())).toContain(given.says)
  },
)

test.each([
  { entered: [], title: 'Giveaway of 5 USDC: nobody has entered' },
  { entered: ['bobby'], title: 'Giveaway of 5 USDC: nobody has won' },
])('where nobody won, though $entered.length entered, its card says which', async (given) => {
  await ask('5 usdc for 2 in 1 hour')
  await fund()
  await ask('5 usdc for 2 in 2 hours once a day')
  await fund({}, 'b2', `0x${'cd'.repeat(32)}`)
  await enter(speaker('bobby'))
  for (const name of given.entered) await enter(speaker(name), 'b2')
  stand.clock.advanceMin(2 * HOUR_MIN)
  const time = stand.clock.now().toISOString()
  stand.known.block = { height: 77, time, hash: 'b1'.repeat(32) }
  await stand.services.giveaways.settleDue()
  expect((await show())?.title).toBe('Giveaway of 5 USDC: 1 winner')
  expect((await show('b2'))?.title).toBe(given.title)
})

test('one that nobody paid can be asked for again until its time is over, and then with its command', async () => {
  await ask('10 usdc for 2 in 2 hours')
  stand.clock.advanceMin(HOUR_MIN + 1)
  expect(words(await show())).toContain('again:s1')
  const { signId, endsAt } = await find()
  const view = await shareOutView(signId, stand.services, audience())
  expect(view?.changesAt).toEqual(endsAt)
  stand.clock.advanceMin(HOUR_MIN)
  expect(words(await show())).toContain('Ask again with the same command.')
  expect(words(await show())).not.toContain('again:')
})

test('nothing that pays one can be signed once nobody can enter it any more, however its payment was chosen', async () => {
  await ask('10 usdc for 2 in 20 minutes')
  stand.clock.advanceMin(19)
  const { endsAt } = await find()
  const expiryOf = async () =>
    (await stand.services.signRequests.find((await find()).signId)).expiresAt
  expect(await expiryOf()).toEqual(endsAt)
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  stand.known.progress.set(`base/${HASH}`, { outcome: 'failed', txId: '', hops: [] })
  await againAction.run('s1', alice, stand.services)
  expect((await find()).signId).not.toBe('s1')
  expect(await expiryOf()).toEqual(endsAt)
})

test('one whose payment came to nothing can be asked for again until its time is over, and not after', async () => {
  await ask('10 usdc for 2 in 2 hours')
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  stand.known.progress.set(`base/${HASH}`, { outcome: 'failed', txId: '', hops: [] })
  const { signId, endsAt } = await find()
  expect(words(await show())).toContain('again:s1')
  expect((await shareOutView(signId, stand.services, audience()))?.changesAt).toEqual(endsAt)
  stand.clock.advanceMin(2 * HOUR_MIN)
  expect(words(await show())).not.toContain('again:')
  expect(words(await show())).toContain('Ask again with the same command.')
  // The press may come from a card of before.
  await expect(againAction.run('s1', alice, stand.services)).rejects.toMatchObject({
    message: 'The time to enter is over.',
    fix: 'Ask again with the same command.',
  })
  expect((await find()).signId).toBe('s1')
})

test('the card of one whose text failed looks for its transaction long before its time is over', async () => {
  const { clock, failText, known, services } = stand
  known.closed = undefined
  known.vouchers.set('base', [{ token: 'usdc', amount: 900_000_000n }])
  await ask('10 usdc for 2 in 2 hours')
  await services.signRequests.payOwnGas('s1')
  await failText('s1')
  known.finalTo.set('base', clock.now())
  const now = () => shareOutView('s1', services, audience())
  const before = await now()
  expect(words(before?.card)).not.toContain('again:')
  expect(before?.changesAt?.getTime()).toBeLessThanOrEqual(clock.now().getTime() + 5 * 60_000)
  known.finalTo.delete('base')
  expect(words((await now())?.card)).toContain('again:s1')
  expect((await now())?.changesAt).toEqual((await find()).endsAt)
})
