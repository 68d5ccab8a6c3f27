import { beforeEach, describe, expect, test } from 'vitest'

import { airdrop } from '../../../src/bots/commands/airdrop.ts'
import { cancel } from '../../../src/bots/commands/cancel.ts'
import type { Role } from '../../../src/bots/dispatch/command.ts'
import { history } from '../../../src/bots/commands/history.ts'
import { parseShareOut } from '../../../src/bots/reading/parse-share-out.ts'
import { rain } from '../../../src/bots/commands/rain.ts'
import { sent } from '../../../src/bots/commands/sent.ts'
import { takeBackAction, takeBackYesAction } from '../../../src/bots/buttons/take-back.ts'
import { sharePeopleAction } from '../../../src/bots/buttons/share-people.ts'
import { claimLinkAction } from '../../../src/bots/buttons/tip-details.ts'
import { takeShareAction } from '../../../src/bots/buttons/take-share.ts'
import { takeOutAction } from '../../../src/bots/buttons/take-out.ts'
import { giveawayCard } from '../../../src/bots/cards/giveaway.ts'
import { wordsIn, type Words } from '../../../src/bots/words/words.ts'
import { PayOutHeldError } from '../../../src/claims/errors.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { sentences } from '../../../src/words/sentences.ts'
import { tipRoleAction } from '../../../src/bots/buttons/tip-role.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { shareOutView } from '../../../src/bots/cards/share-out.ts'
import type { GroupView, ShareView } from '../../../src/claims/claims.ts'
import { askedGift, askedOf } from '../../../src/core/signing/asked.ts'
import { activeMembers } from '../../../src/store/people/people-tables.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  account,
  audience,
  CLAIMER_ID,
  claimView,
  createStandInServices,
  GROUP_ID,
  HASH,
  ON_BASE,
  shareView,
  speaker,
} from '../commands/stand-in-services.ts'
import { actionsOf, labelsOf, stepsOf } from '../read-card.ts'

const HOUR_MS = 3_600_000
const DAY = new Date('2026-02-01T00:00:00Z')
const alice = speaker('alice')
const said = { platform: 'telegram' as const, chat: alice.chat.id }

const share = (more: Partial<ShareView>) => shareView({ expiresAt: DAY, ...more })

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 100_000_000n)
})

async function speak(...names: string[]) {
  for (const name of names) {
    const { services, clock } = stand
    await services.people.activity.spoke(account(name), `@${name}`, said.chat, clock.now())
    clock.advanceMs(2_000)
  }
}

/** The shares of the one request that was made, as who gets how much. */
async function sharesAsked() {
  const { payee } = askedGift(await stand.services.signRequests.find('s1'))
  if (!('shares' in payee)) throw new Error('nothing is shared')
  return payee.shares.map(({ to, amount }) => [
    'account' in to ? to.account.userId : 'first_come' in to ? 'anybody' : 'a wallet',
    amount,
  ])
}

describe('reading what is to be shared', () => {
  const read = (input: string) => {
    const { count, sizes, chain, note, isEach } = parseShareOut(
      input,
      ['count', 'sizes'],
      speaker('alice'),
      sampleNetwork,
      '/airdrop 100 usdc for 20',
    )
    return { count, sizes, chain: chain?.chain_uid, note, isEach }
  }
  const nothing = {
    count: undefined,
    sizes: undefined,
    chain: undefined,
    note: undefined,
    isEach: false,
  }

  test.each([
    ['5 usdc', {}],
    ['5 usdc for 20', { count: 20 }],
    ['5 usdc FOR 2 Random', { count: 2, sizes: 'random' }],
    ['5 usdc random for 50 on base', { count: 50, sizes: 'random', chain: 'base' }],
    [
      '5 usdc on base equal for 3 good morning',
      { count: 3, sizes: 'equal', chain: 'base', note: 'good morning' },
    ],
    ['5 usdc for 3 people', { count: 3 }],
    ['5 usdc for ３', { count: 3 }],
    ['5 usdc for ٣ people', { count: 3 }],
    ['5 usdc for 3人', { count: 3 }],
    ['5 usdc for ３人 谢谢', { count: 3, note: '谢谢' }],
    ['5 usdc for 3kişi', { count: 3 }],
    ['5usdc for 3 Leute danke', { count: 3, note: 'danke' }],
    ['5 usdc each', { isEach: true }],
    ['5 usdc Each for 3 people', { isEach: true, count: 3 }],
    ['5 usdc each time', { note: 'each time' }],
    ['5 usdc for 3 each', { isEach: true, count: 3 }],
    ['5 usdc for 3 people each!', { isEach: true, count: 3 }],
    ['5 usdc for 3 each on base hi', { isEach: true, count: 3, chain: 'base', note: 'hi' }],
    ['5 usdc equal for 3 on base each', { isEach: true, count: 3, sizes: 'equal', chain: 'base' }],
    ['5 usdc for 3 each time', { count: 3, note: 'each time' }],
    ['5 usdc each for 3 each', { isEach: true, count: 3, note: 'each' }],
    ['5 usdc people', { note: 'people' }],
    ['5 usdc for the fix', { note: 'for the fix' }],
    ['5 usdc for 3 for 4', { count: 3, note: 'for 4' }],
  ])('%s', (input, expected) => {
    expect(read(input)).toEqual({ ...nothing, ...expected })
  })

  test.each([
    ['5 usdc for 1', 'There cannot be "1" of them.'],
    ['5 usdc for 51', 'There cannot be "51" of them.'],
    ['5 usdc for 2.5', 'There cannot be "2.5" of them.'],
    ['5 usdc for -3', 'There cannot be "-3" of them.'],
    ['5', 'Which token?'],
    ['5 usdc for 3 see http://x.example', /link/],
  ])('%s is refused', (input, problem) => {
    expect(() => read(input)).toThrow(problem)
  })
})

describe('/airdrop', () => {
  test('of an amount for each asks for as much as all of them get', async () => {
    await airdrop.run('2.5 usdc each for 3', alice, stand.services)
    expect(await sharesAsked()).toEqual(Array.from({ length: 3 }, () => ['anybody', 2_500_000n]))
    const refused = airdrop.run('half usdc each for 3', alice, stand.services)
    await expect(refused).rejects.toThrow('Half of it for each of 3 people')
  })

  test('asks for one signature over equal shares for whoever comes first', async () => {
    const { card, live } = await airdrop.run('10 usdc for 3 good morning', alice, stand.services)
    expect(await sharesAsked()).toEqual([
      ['anybody', 3_333_334n],
      ['anybody', 3_333_333n],
      ['anybody', 3_333_333n],
    ])
    expect(card).toMatchObject({ title: 'Airdrop of 10 USDC' })
    const shown = JSON.stringify(card.blocks)
    expect(shown).toContain('3, from 3.333333 USDC to 3.333334 USDC')
    expect(shown).toContain('good morning')
    expect(shown).toContain('https://vouch.example/sign/s1')
    expect(live).toMatchObject({ view: 'share-out', key: 's1' })
    expect(stand.asked.claimers).toBe(3)
    const { shareOut } = await stand.services.signRequests.find('s1')
    expect(shareOut).toMatchObject({ kind: 'airdrop', chat: `${alice.surface}:${alice.chat.id}` })
  })

  test('random shares come to the amount too, and the card does not tell them', async () => {
    const { card } = await airdrop.run('10 usdc for 4 random', alice, stand.services)
    const sizes = (await sharesAsked()).map(([, amount]) => BigInt(amount ?? 0))
    expect(sizes.reduce((sum, each) => sum + each)).toBe(10_000_000n)
    expect(JSON.stringify(card.blocks)).toContain('4, of random size')
    expect(JSON.stringify(card.blocks)).not.toContain('from')
  })

  test.each([
    { name: 'in a private chat', input: '10 usdc for 3', chat: 'private', problem: /Nobody else/ },
    { name: 'without a number', input: '10 usdc', chat: 'group', problem: /how many people/ },
    {
      name: 'of too little',
      input: '0.000002 usdc for 3',
      chat: 'group',
      problem: '0.000002 USDC is too little for 3 shares.',
    },
    {
      name: 'of more than there is',
      input: '200 usdc for 3',
      chat: 'group',
      problem: /None of your wallets has 200 USDC/,
    },
  ] as const)('$name is refused, and nothing is made', async ({ input, chat, problem }) => {
    const asker = { ...alice, chat: { ...alice.chat, kind: chat } }
    await expect(airdrop.run(input, asker, stand.services)).rejects.toThrow(problem)
    expect(stand.asked.claimers).toBe(0)
  })

  test('how little somebody has is not said in the group', async () => {
    stand.known.balances.set('base/usdc', 2n)
    const few = airdrop.run('all usdc for 3', alice, stand.services)
    await expect(few).rejects.toThrow(/^That part of your USDC is too little for 3 shares.$/)
  })

  test('the least that works is named, and works', async () => {
    const few = airdrop.run('0.000002 usdc for 3', alice, stand.services)
    await expect(few).rejects.toMatchObject({ fix: expect.stringContaining('0.000003 USDC') })
    await airdrop.run('0.000003 usdc for 3', alice, stand.services)
    expect((await sharesAsked()).map(([, amount]) => amount)).toEqual([1n, 1n, 1n])
  })

  test.each(['', ' random'])(
    'where a claim has to be worth more, so does each share%s',
    async (sizes) => {
      const { network } = stand.services
      const tokens = network.tokens.map((token) => ({ ...token, min_claim: '1000' }))
      const services = { ...stand.services, network: { ...network, tokens } }
      const few = airdrop.run(`0.002999 usdc for 3${sizes}`, alice, services)
      await expect(few).rejects.toMatchObject({ fix: expect.stringContaining('0.003 USDC') })
      await airdrop.run(`0.003 usdc for 3${sizes}`, alice, services)
      expect((await sharesAsked()).map(([, amount]) => amount)).toEqual([1000n, 1000n, 1000n])
    },
  )
})

describe('/rain', () => {
  test('falls on those who spoke here last, never on its sender', async () => {
    await speak('bobby', 'carol', 'alice', 'david')
    const { card } = await rain.run('9 usdc for 2', alice, stand.services)
    expect(await sharesAsked()).toEqual([
      ['id-david', 4_500_000n],
      ['id-carol', 4_500_000n],
    ])
    expect(JSON.stringify(card.blocks)).toContain('@david, @carol')
  })

  test('takes ten people at most unless told, and as many as there are', async () => {
    await speak(...Array.from({ length: 12 }, (_, number) => `person${number}`))
    await rain.run('10 usdc', alice, stand.services)
    expect(await sharesAsked()).toHaveLength(10)
  })

  test.each([
    { order: '10 usdc for 30', says: ['only 3 others', 'instead of 30'] },
    { order: '10 usdc for 3', says: [] },
    { order: '10 usdc', says: [] },
  ])('says that fewer share it than were written: $order', async ({ order, says }) => {
    await speak('bobby', 'carol', 'david')
    const { card } = await rain.run(order, alice, stand.services)
    expect(await sharesAsked()).toHaveLength(3)
    const shown = JSON.stringify(card.blocks)
    for (const part of says) expect(shown).toContain(part)
    if (says.length === 0) expect(shown).not.toContain('instead of')
  })

  test.each([
    { name: 'who spoke elsewhere', chat: 'another', agoMs: 0, counts: false },
    {
      name: 'who spoke a moment less than a day ago',
      chat: said.chat,
      agoMs: 24 * HOUR_MS - 1,
      counts: true,
    },
    { name: 'who spoke a day ago', chat: said.chat, agoMs: 24 * HOUR_MS, counts: false },
  ])('$name: $counts', async ({ chat, agoMs, counts }) => {
    const { services, clock } = stand
    for (const name of ['bobby', 'carol'])
      await services.people.activity.spoke(account(name), `@${name}`, chat, clock.now())
    clock.advanceMs(agoMs)
    const asked = rain.run('10 usdc', alice, services).then(
      () => true,
      (error: Error) => error.message,
    )
    expect(await asked).toBe(
      counts || 'Fewer than two others have spoken here in the last 24 hours, as far as I can see.',
    )
  })

  test('names people without a handle as the chat shows them, and pays their accounts', async () => {
    const { services, clock } = stand
    const nameless = { platform: 'telegram' as const, userId: '77', handle: undefined }
    await services.people.activity.spoke(nameless, 'Bo Peep', said.chat, clock.now())
    clock.advanceMs(1)
    await speak('carol')
    const { card } = await rain.run('10 usdc', alice, services)
    expect((await sharesAsked()).map(([who]) => who)).toEqual(['id-carol', '77'])
    expect(JSON.stringify(card.blocks)).toContain('Bo Peep')
  })
})

describe('a tip to a role', () => {
  const helpers = (names: readonly string[] | undefined, isEverybody = false): Role => ({
    id: '12',
    name: 'Helpers',
    isEverybody,
    members: async () => names?.map((name) => ({ account: account(name), name: `@${name}` })),
  })
  const crowd = (count: number) => Array.from({ length: count }, (_, number) => `p${number}`)
  const ask = (role: Role, input = '10 usdc for 3 good deeds') =>
    tip.run(input, { ...alice, role }, stand.services)

  test('names how many people get it before there is anything to sign', async () => {
    const { card } = await ask(helpers(['bobby', 'alice', 'carol']))
    expect(card.title).toBe('Send to 2 people?')
    const shown = JSON.stringify(card)
    expect(shown).toContain('10 USDC would be shared by everybody with the role Helpers')
    expect(shown).toContain('@bobby, @carol')
    expect(shown).not.toContain('/sign/')
    expect(await sharesAsked()).toEqual([
      ['id-bobby', 5_000_000n],
      ['id-carol', 5_000_000n],
    ])

    const reply = await tipRoleAction.run('s1', alice, stand.services)
    expect(reply).toMatchObject({
      audience: 'everyone',
      card: { title: 'Tip of 10 USDC to everybody with the role Helpers' },
      live: { view: 'share-out', key: 's1' },
    })
    expect(JSON.stringify(reply)).toContain('https://vouch.example/sign/s1')
    expect(JSON.stringify(reply)).toContain('for 3 good deeds')
  })

  test('goes on for its sender alone', async () => {
    await ask(helpers(['bobby', 'carol']))
    const bobby = tipRoleAction.run('s1', speaker('bobby'), stand.services)
    await expect(bobby).rejects.toMatchObject({ code: 'NOT_YOURS' })
  })

  test.each([
    { name: 'nobody but the sender', role: helpers(['alice']), problem: /Fewer than two others/ },
    { name: 'one other', role: helpers(['alice', 'bobby']), problem: /Fewer than two others/ },
    { name: '51 others', role: helpers(crowd(51)), problem: 'More than 50 people are Helpers.' },
    { name: 'everybody', role: helpers(crowd(5), true), problem: 'This role is everybody.' },
    { name: 'people whom we may not see', role: helpers(undefined), problem: /I may not see/ },
  ])('of $name is refused, and nothing is made', async ({ role, problem }) => {
    await expect(ask(role)).rejects.toThrow(problem)
    expect(stand.asked.claimers).toBe(0)
  })

  test('of 50 others and the sender is sent', async () => {
    const { card } = await ask(helpers(['alice', ...crowd(50)]))
    expect(card.title).toBe('Send to 50 people?')
  })
})

describe('the card once it is signed', () => {
  const group = (shares: ShareView[], more: Partial<GroupView> = {}): GroupView => ({
    id: GROUP_ID,
    senderAccount: 'telegram:id-alice',
    sender: ON_BASE,
    isOpen: true,
    isClosed: false,
    shares,
    ...more,
  })

  async function cardFor(view: GroupView) {
    await airdrop.run('10 usdc for 2', alice, stand.services)
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    stand.known.groups.set(GROUP_ID, view)
    const rendered = await shareOutView('s1', stand.services, audience())
    const buttons = labelsOf(rendered?.card)
    return { title: rendered?.card.title, buttons, all: JSON.stringify(rendered) }
  }
  const taken = { taker: '@bobby' }

  test.each([
    {
      name: 'nothing arrived',
      view: group([share({ state: 'coming' }), share({ state: 'coming' })]),
      title: 'Sending 10 USDC to 2 people',
      buttons: [],
    },
    {
      name: 'all are free',
      view: group([share({}), share({})]),
      title: 'Airdrop of 10 USDC: 2 of 2 shares are free',
      buttons: ['Claim a share', 'Take back the rest'],
    },
    {
      name: 'one is taken',
      view: group([share({}), share(taken)]),
      title: 'Airdrop of 10 USDC: 1 of 2 shares is free',
      buttons: ['Claim a share', 'Take back the rest'],
    },
    {
      name: 'all are taken',
      view: group([share(taken), share({ ...taken, state: 'paid' })]),
      title: 'Airdrop of 10 USDC: all 2 shares are taken',
      buttons: [],
    },
    {
      name: 'the rest is taken back',
      view: group([share({}), share(taken)], { isClosed: true }),
      title: 'Airdrop of 10 USDC: 1 of 2 shares was taken',
      buttons: [],
    },
    {
      name: 'the rest went back in time',
      view: group([share({ state: 'returned' }), share(taken)]),
      title: 'Airdrop of 10 USDC: 1 of 2 shares was taken',
      buttons: ['Take out on Base'],
    },
    {
      name: 'what was taken lapsed',
      view: group([share({ ...taken, state: 'expired' }), share({ ...taken, state: 'paid' })]),
      title: 'Airdrop of 10 USDC: 1 of 2 shares was taken',
      buttons: [],
    },
    {
      name: 'people were named',
      view: group([share(taken), share({ ...taken, state: 'paid' })], { isOpen: false }),
      title: 'Airdrop of 10 USDC: 1 of 2 people has claimed',
      buttons: ['Claim', 'Take back the rest'],
    },
  ])('$name: $title', async ({ view, title, buttons }) => {
    expect(await cardFor(view)).toMatchObject({ title, buttons })
  })

  test('shows who took what, and when the rest comes back', async () => {
    const { all } = await cardFor(group([share({}), share(taken)]))
    expect(all).toContain('@bobby 5 USDC')
    expect(all).toContain('1 February 2026')
  })

  test('names who claimed by where they are, and not as somebody of the same handle here', async () => {
    const carol = { platform: 'discord', handle: 'carol' } as const
    const claimed = share({ taker: carol, recipient: carol, state: 'paid' })
    const { all } = await cardFor(group([share({ state: 'funded' }), claimed], { isOpen: false }))
    expect(all).toContain('carol on Discord 5 USDC')
    expect(all).not.toContain('@carol')
  })

  const held = new PayOutHeldError('over_limit')
  test.each<{ name: string; left: Partial<ShareView>; isClosed?: true; says: keyof typeof SAYS }>([
    { name: 'its time is over', left: { state: 'expired' }, says: 'goesBack' },
    { name: 'its return is held', left: { state: 'expired', returnHeld: held }, says: 'isHeld' },
    { name: 'it is returning', left: { state: 'returning' }, says: 'goesBack' },
    { name: 'it is back', left: { state: 'returned' }, says: 'isBack' },
    { name: 'it was taken back', left: {}, isClosed: true, says: 'goesBack' },
    { name: 'that is held', left: { returnHeld: held }, isClosed: true, says: 'isHeld' },
    {
      name: 'it is being taken back',
      left: { state: 'cancelling' },
      isClosed: true,
      says: 'goesBack',
    },
    {
      name: 'it was taken back in time',
      left: { state: 'cancelled' },
      isClosed: true,
      says: 'isBack',
    },
  ])(
    'says in every language where the rest is once $name, on the card, of a giveaway and in /sent',
    async ({ left, isClosed, says }) => {
      const view = group([share(left), share({ ...taken, state: 'paid' })], {
        isClosed: isClosed ?? false,
      })
      await cardFor(view)
      stand.known.groupsSent.set('id-alice', [view])
      for (const language of LANGUAGES) {
        const words = wordsIn(language)
        const own = await sent.run('', speaker('alice', { words }), stand.services)
        const inGroup = await shareOutView('s1', stand.services, { ...audience(), words })
        const drawn = giveawayCard(words, '', { ...DRAWN, zone: undefined }, view, stand.services)
        for (const [card, isOwn] of [
          [own.card, true],
          [inGroup?.card, false],
          [drawn, false],
        ] as const) {
          const shown = JSON.stringify(card)
          expect(shown).toContain(SAYS[says](words, isOwn))
          expect(shown.includes('take-out:g:')).toBe(says === 'isBack')
          expect(shown).not.toContain(words.giveaway.restGoesBack('@alice'))
        }
        expect(inGroup?.card.tone).toBe('warning')
      }
    },
  )
  const SUM = '5 USDC'
  const SAYS = {
    goesBack: ({ shareOut, tipCard, language }: Words, isOwn: boolean) =>
      sentences(
        { language },
        isOwn ? shareOut.yourRestGoesBack(SUM) : shareOut.restGoesBack(SUM),
        tipCard.onItsWayBack,
      ),
    isHeld: ({ errors, shareOut, tipCard, language }: Words, isOwn: boolean) =>
      sentences(
        { language },
        isOwn ? shareOut.yourRestGoesBack(SUM) : shareOut.restGoesBack(SUM),
        errors.say(held).message,
        tipCard.returnTriedAgain,
      ),
    isBack: ({ shareOut }: Words, isOwn: boolean) =>
      isOwn ? shareOut.yourRestIsBack(SUM) : shareOut.restIsBack(SUM),
  }
  const DRAWN = {
    giveaway: {
      id: 'g1',
      signId: 's1',
      makerAccount: 'telegram:id-alice',
      chat: 'stand-in:lobby',
      token: 'usdc',
      amount: 10_000_000n,
      winners: 2,
      seed: 'ab'.repeat(32),
      rules: {},
      createdAt: new Date(0),
      endsAt: new Date(0),
      drawnAt: new Date(0),
      overAt: new Date(0),
      block: undefined,
    },
    makerName: '@alice',
    entrants: [],
  }

  test('its button asks the wallet that paid for what came back, and no more', async () => {
    const { services, known, requestStore } = stand
    known.vouchers.set('base', [{ token: 'usdc', amount: 50_000_000n }])
    const back = share({ state: 'returned' })
    await cardFor(group([back, back, share({ ...taken, state: 'paid' })]))
    await takeOutAction.run(`g:${GROUP_ID}:base`, speaker('carol'), services)
    expect(await requestStore.find('s2')).toMatchObject({
      operation: 'withdrawVoucher',
      senderAddress: ON_BASE.address,
      request: { token: 'usdc', cross_chain_addresses: [{ user: ON_BASE }] },
    })
    expect(askedOf(await services.signRequests.find('s2'))).toMatchObject({ amount: 10_000_000n })
    known.groups.set(GROUP_ID, group([share({})]))
    const nothing = takeOutAction.run(`g:${GROUP_ID}:base`, speaker('alice'), services)
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('follows each of its claims', async () => {
    await airdrop.run('10 usdc for 2', alice, stand.services)
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    stand.known.groups.set(GROUP_ID, group([share({ claimerId: 'a' }), share({ claimerId: 'b' })]))
    const rendered = await shareOutView('s1', stand.services, audience())
    expect(rendered?.topics).toEqual(['sign:s1', 'claim:a', 'claim:b'])
    expect(rendered?.changesAt).toEqual(DAY)
  })

  test('a press takes a share and leads to it in private', async () => {
    stand.known.claims.set(CLAIMER_ID, claimView())
    const reply = await takeShareAction.run(GROUP_ID, speaker('bobby'), stand.services)
    expect(stand.asked.taken).toEqual([`${GROUP_ID}:id-bobby in ${alice.surface}:${alice.chat.id}`])
    expect(reply).toMatchObject({
      audience: 'asker',
      card: { title: '@alice sent you 5 USDC' },
      live: { view: 'claimable', key: CLAIMER_ID },
    })
  })

  test('the rest is taken back by its sender alone, after a look at what that means', async () => {
    const { services, known, asked } = stand
    known.groups.set(GROUP_ID, group([share({}), share({}), share(taken)]))
    const bobby = takeBackAction.run(GROUP_ID, speaker('bobby'), services)
    await expect(bobby).rejects.toMatchObject({ code: 'NOT_YOURS' })
    const question = await takeBackAction.run(GROUP_ID, alice, services)
    expect(JSON.stringify(question)).toContain('10 USDC that nobody has taken')
    expect(asked.closed).toEqual([])
    await takeBackYesAction.run(GROUP_ID, alice, services)
    expect(asked.closed).toEqual([GROUP_ID])
    known.groups.set(GROUP_ID, group([share(taken)]))
    const nothing = takeBackYesAction.run(GROUP_ID, alice, services)
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('what another wallet paid is offered to its sender nowhere: it would be nobody’s', async () => {
    const { services, known } = stand
    await airdrop.run('10 usdc for 2', alice, services)
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    const paidByAnother = group([share({ expiresAt: undefined }), share(taken)])
    known.groups.set(GROUP_ID, paidByAnother)
    known.groupsSent.set('id-alice', [paidByAnother])
    const card = (await shareOutView('s1', services, audience()))?.card
    const listed = (await sent.run('', alice, services)).card
    for (const shown of [card, listed]) expect(JSON.stringify(shown)).not.toContain('take-back')
    expect(JSON.stringify(card)).toContain('take-share')
    const asked = takeBackAction.run(GROUP_ID, alice, services)
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('what somebody has sent', () => {
  const waiting = share({ claimerId: 'a' })
  const group: GroupView = {
    id: GROUP_ID,
    senderAccount: 'telegram:id-alice',
    sender: ON_BASE,
    isOpen: true,
    isClosed: false,
    shares: [waiting, { ...waiting, claimerId: 'b', taker: '@bobby' }],
  }
  beforeEach(() => {
    stand.known.sent.set('id-alice', [claimView()])
    stand.known.groupsSent.set('id-alice', [group])
    stand.known.groups.set(GROUP_ID, group)
  })

  test('lists a shared amount once, behind the rest, with what would come back', async () => {
    const { card, live } = await sent.run('', alice, stand.services)
    const shown = JSON.stringify(card)
    expect(shown).toContain('10 USDC in 2 shares, 1 of them taken')
    expect(shown).toContain('Take back the rest of 2')
    expect(live?.topics).toEqual([`claim:${CLAIMER_ID}`, 'claim:a', 'claim:b'])
    expect(live?.changesAt).toEqual(DAY)
  })

  test('says of shares for named people how many of them have claimed', async () => {
    const [first, second] = [waiting, { ...waiting, claimerId: 'b', state: 'paid' as const }]
    const named = [first, second].map((each) => ({ ...each, taker: '@bobby' }))
    stand.known.groups.set(GROUP_ID, { ...group, isOpen: false, shares: named })
    const { card } = await sent.run('', alice, stand.services)
    expect(JSON.stringify(card)).toContain('10 USDC: 1 of 2 people has claimed')
  })

  test('/cancel takes its number', async () => {
    const { card } = await cancel.run('2', alice, stand.services)
    expect(card.title).toBe('Take back the rest?')
    expect(JSON.stringify(card)).toContain('5 USDC that nobody has taken')
    await expect(cancel.run('3', alice, stand.services)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('several named people', () => {
  const MAILBOX = 'hello@example.com'
  const EMAIL = { platform: 'email', handle: MAILBOX } as const
  const ELSEWHERE = { platform: 'discord', handle: 'bobby' } as const
  const HERE = { platform: 'telegram', handle: 'bobby' } as const

  /** Shares for named people, the claims behind them, and the tip's card. */
  async function sendTo(...shares: Partial<ShareView>[]) {
    const { known, services, requestStore, clock } = stand
    const named = shares.map((more, index) =>
      share({ claimerId: `${index}`.padStart(24, '0'), claimId: `${index}`, taker: 'x', ...more }),
    )
    const names = shares.map((_, index) => `@person_${index}`).join(' ')
    await tip.run(`${names} 1 usdc`, alice, services)
    await requestStore.setTxHash('s1', HASH, clock.now())
    const group: GroupView = {
      id: GROUP_ID,
      senderAccount: 'telegram:id-alice',
      sender: ON_BASE,
      isOpen: false,
      isClosed: false,
      shares: named,
    }
    known.groups.set(GROUP_ID, group)
    known.groupsSent.set('id-alice', [group])
    for (const { claimerId, claimId = '', token, amount, expiresAt, ...more } of named)
      known.claims.set(
        claimerId,
        claimView({
          id: claimerId,
          recipient: more.recipient,
          doubt: more.doubt,
          coolingEndsAt: more.coolingEndsAt,
          items: [{ claimId, token, amount, status: 'funded', expiresAt, isFrozen: more.isFrozen }],
        }),
      )
    return named.map(({ claimerId }) => claimerId)
  }
  const cardOf = async () => {
    const rendered = await shareOutView('s1', stand.services, audience())
    if (!rendered) throw new Error('there is no card')
    return rendered.card
  }
  const list = async (arg = GROUP_ID) => {
    const reply = await sharePeopleAction.run(arg, alice, stand.services)
    if (!reply) throw new Error('nothing was answered')
    return reply
  }

  test.each<{ name: string; who: Partial<ShareView>; says: string }>([
    {
      name: 'wants no mails',
      who: { recipient: EMAIL },
      says: 'h…@example.com asked for no mails from here',
    },
    {
      name: 'has a mail server that takes no mail',
      who: { recipient: EMAIL },
      says: 'takes no mail for h…@example.com',
    },
    {
      name: 'has begun no private chat elsewhere',
      who: { recipient: ELSEWHERE },
      says: 'I cannot write to bobby on Discord. Pass the claim link on yourself.',
    },
    {
      name: 'cannot prove themselves',
      who: { recipient: ELSEWHERE },
      says: 'Discord accounts cannot prove themselves here yet',
    },
    {
      name: 'has a handle that is not surely theirs',
      who: { recipient: HERE, doubt: 'changed' },
      says: 'Whose @bobby is cannot be known for sure',
    },
    {
      name: 'cools off',
      who: { recipient: HERE, coolingEndsAt: DAY },
      says: '@bobby is a recently changed handle',
    },
  ])('the card says of one who $name what a single tip says', async ({ name, who, says }) => {
    const { known, services } = stand
    const [claimerId = ''] = await sendTo(who, { recipient: HERE })
    if (name === 'wants no mails') known.optedOut.add(claimerId)
    if (name.startsWith('has a mail server')) known.notices.set('0', 'refused')
    if (name.startsWith('has begun')) known.noPrivateChat.add('bobby')
    if (name.startsWith('cannot prove')) known.provable.delete('discord')
    const card = await cardOf()
    expect(card.tone).toBe('warning')
    expect(JSON.stringify(card)).toContain(says)
    expect(JSON.stringify(card)).not.toContain(MAILBOX)
    expect(actionsOf(card)).toContain(`share-people:${GROUP_ID}`)
    const isHandle = who.recipient === HERE
    const inSent = await sent.run('', alice, services)
    expect(JSON.stringify(inSent.card)).toContain(says.replace('h…@example.com', MAILBOX))
    const own = isHandle ? `who-is:${claimerId}` : says.replace('h…@example.com', MAILBOX)
    expect(JSON.stringify((await list()).card)).toContain(own)
    known.sent.set('id-alice', [known.claims.get(claimerId) ?? claimView()])
    known.groupsSent.clear()
    const alone = await sent.run('', alice, services)
    expect(JSON.stringify(alone.card)).toContain(own)
  })

  test('who is told by us needs nothing of the sender', async () => {
    stand.known.notices.set('0', 'sent')
    await sendTo({ recipient: EMAIL }, { recipient: ELSEWHERE }, { recipient: HERE })
    const card = await cardOf()
    expect(card.tone).toBe('success')
    expect(actionsOf(card)).toEqual([`take-share:${GROUP_ID}`, `take-back:${GROUP_ID}`])
    const inSent = await sent.run('', alice, stand.services)
    expect(actionsOf(inSent.card)).toEqual([`take-back:${GROUP_ID}`, `share-people:${GROUP_ID}`])
  })

  test('of many the card and /sent say how many', async () => {
    const ids = await sendTo(...Array.from({ length: 5 }, () => ({ recipient: EMAIL })))
    for (const id of ids) stand.known.optedOut.add(id)
    const inSent = await sent.run('', alice, stand.services)
    for (const card of [await cardOf(), inSent.card]) {
      expect(JSON.stringify(card)).toContain('5 of them need something from the sender')
      expect(JSON.stringify(card)).not.toContain('asked for no mails')
      expect(actionsOf(card)).toContain(`share-people:${GROUP_ID}`)
    }
  })

  test('the list has those first who need something, each with its buttons, and a page for more', async () => {
    const waiting = { recipient: HERE, expiresAt: DAY }
    const shares = [waiting, waiting, { ...waiting, state: 'paid' as const }, waiting, waiting]
    const held = { ...waiting, doubt: 'changed' as const }
    const ids = await sendTo(...shares, waiting, { ...waiting, recipient: EMAIL }, held)
    const [unwanted = '', unsure = ''] = ids.slice(-2)
    stand.known.optedOut.add(unwanted)
    const { card, audience: to, live } = await list()
    expect(to).toBe('asker')
    expect(live).toMatchObject({ view: 'share-people', changesAt: DAY })
    expect(live?.topics).toContain(`claim:${unwanted}`)
    expect(actionsOf(card)).toEqual([
      `cancel:${unwanted}:6`,
      `claim-link:${unwanted}`,
      `who-is:${unsure}`,
      `cancel:${unsure}:7`,
      `new-link:${unsure}`,
      ...[0, 1, 3, 4].flatMap((at) => [`cancel:${ids[at]}:${at}`, `new-link:${ids[at]}`]),
      `share-people:${GROUP_ID}:2`,
    ])
    const last = await list(`${GROUP_ID}:2`)
    expect(actionsOf(last.card)).toEqual([
      `cancel:${ids[5]}:5`,
      `new-link:${ids[5]}`,
      `share-people:${GROUP_ID}:1`,
    ])
    const link = await claimLinkAction.run(unwanted, alice, stand.services)
    expect(JSON.stringify(link)).toContain(`/claim/${unwanted}#secret-of-${unwanted}`)
    const told = claimLinkAction.run(ids[0] ?? '', alice, stand.services)
    await expect(told).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the list and its links are for the sender alone', async () => {
    const [claimerId = ''] = await sendTo({ recipient: ELSEWHERE }, { recipient: HERE })
    stand.known.noPrivateChat.add('bobby')
    for (const refused of [
      sharePeopleAction.run(GROUP_ID, speaker('carol'), stand.services),
      claimLinkAction.run(claimerId, speaker('carol'), stand.services),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'NOT_YOURS' })
  })

  test('before it is signed the card says whose handles are not sure, and whom nobody here has met', async () => {
    stand.known.accounts.add('bobby')
    stand.known.groups.set(GROUP_ID, {
      id: GROUP_ID,
      senderAccount: 'telegram:id-alice',
      sender: ON_BASE,
      isOpen: false,
      isClosed: false,
      shares: [share({ recipient: HERE, taker: '@bobby', doubt: 'stale', state: 'coming' })],
    })
    const { card } = await tip.run('@bobby @carol 5 usdc', alice, stand.services)
    expect(JSON.stringify(card)).toContain('Whose @bobby is cannot be known for sure')
    expect(JSON.stringify(card)).toContain('I have not met @carol yet')
    expect(JSON.stringify(card)).not.toContain('I have not met @bobby yet')
  })
})

test('what somebody shared out stands in their history under its own name', async () => {
  await speak('bobby', 'carol')
  for (const command of [airdrop, rain]) {
    const { live } = await command.run('10 usdc for 2', alice, stand.services)
    const hash = `0x${command.name.length}${HASH.slice(3)}`
    await stand.requestStore.setTxHash(live?.key ?? '', hash, stand.clock.now())
  }
  const { card } = await history.run('', alice, stand.services)
  const labels = stepsOf(card).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['Airdrop of 10 USDC', 'Rain of 10 USDC']))
})

describe('who was active', () => {
  test('is forgotten after a day, and of a large group only the last 200 are kept', async () => {
    const { services, clock, db } = stand
    const count = async () => (await db.select().from(activeMembers).all()).length
    for (let number = 0; number < 205; number += 1) {
      await services.people.activity.spoke(
        account(`p${number}`),
        `@p${number}`,
        said.chat,
        clock.now(),
      )
      clock.advanceMs(1)
    }
    expect(await count()).toBe(200)
    clock.advanceMs(24 * HOUR_MS)
    await services.people.activity.spoke(account('late'), '@late', 'another', clock.now())
    expect(await count()).toBe(1)
  })

  test('is written once a minute at most for one who says much', async () => {
    const { services, clock } = stand
    const since = new Date(clock.now().getTime() - 1)
    await speak('bobby', 'carol', 'bobby')
    const names = async () =>
      (await services.people.activity.recent({ ...said, since, most: 9 })).map(({ name }) => name)
    expect(await names()).toEqual(['@carol', '@bobby'])
    clock.advanceMs(60_000)
    await speak('bobby')
    expect(await names()).toEqual(['@bobby', '@carol'])
  })
})
