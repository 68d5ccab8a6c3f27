import { beforeEach, describe, expect, test } from 'vitest'

import {
  claim,
  claimAction,
  claimsAction,
  claimKeepAction,
  claimToAction,
} from '../../../src/bots/commands/claim.ts'
import { views } from '../../../src/bots/cards/views.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { BelowPayoutFeeError } from '../../../src/core/terms/payout-terms.ts'
import { FACTORY } from '../../core/sample-network.ts'
import {
  account,
  CLAIMER_ID,
  claimView,
  createStandInServices,
  ON_BASE,
  ON_HUB,
  speaker,
  waitingClaim,
} from './stand-in-services.ts'
import { blocksOf } from '../read-card.ts'

const CAROL = `0x${'ca'.repeat(20)}`
const bobby = speaker('bobby', { chat: { id: 'dm:bobby', kind: 'private' } })
const waiting = (claimId: string, token = 'usdc', amount = 5_000_000n) =>
  waitingClaim({ claimId, token, amount, note: 'for the fix' })

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  const items = ['7', '8'].map((claimId) => ({
    claimId,
    token: 'usdc',
    amount: 5_000_000n,
    status: 'funded' as const,
    expiresAt: undefined,
    isFrozen: false,
  }))
  stand.known.claims.set(CLAIMER_ID, claimView({ items }))
  stand.known.waiting.set('id-bobby', [waiting('7'), waiting('8')])
  stand.known.wallets.set('id-bobby', [ON_BASE])
})

test('lists what waits, with a button per chain where it can arrive', async () => {
  stand.known.waiting.set('id-bobby', [waiting('7'), waiting('9', 'euclid', 1_000_000n)])
  const { card, audience } = await claim.run('', bobby, stand.services)
  expect(audience).toBe('asker')
  expect(card.blocks).toEqual([
    { kind: 'field', label: '1', value: '5 USDC from @alice, can be paid out on Base, Neuron' },
    { kind: 'quote', text: 'for the fix', by: '@alice' },
    { kind: 'field', label: '2', value: '1 EUCLID ($0.10) from @alice, can be paid out on Neuron' },
    { kind: 'quote', text: 'for the fix', by: '@alice' },
    {
      kind: 'text',
      text: 'Write /claim all to base, or /claim 1 to base with an address behind it.',
    },
    { kind: 'action', label: 'Claim 5 USDC on Base', action: 'claim-to:7:base' },
  ])
})

describe('the list as it stands later', () => {
  const show = async (page: string, reader = account('bobby')) => {
    const live = (await claimsAction.run(page, bobby, stand.services))?.live
    return () => views.waiting(live?.key ?? '', stand.services, { reader, words: bobby.words })
  }
  const fill = (count: number) =>
    stand.known.waiting.set(
      'id-bobby',
      Array.from({ length: count }, (_, index) => ({
        ...waiting(`${index}`),
        claimerId: `claimer${index}`,
      })),
    )

  test('is its last page where its own is gone', async () => {
    fill(13)
    const later = await show('3')
    expect((await later())?.card.title).toContain('page 3')
    fill(7)
    expect((await later())?.card.title).toContain('page 2')
    fill(1)
    expect((await later())?.card.blocks[0]).toMatchObject({ kind: 'field', label: '1' })
  })

  test('follows everything that its sum counts, and what stood on it', async () => {
    fill(7)
    const later = await show('2')
    fill(2)
    const topics = ['claim:claimer6', 'claim:claimer0', 'claim:claimer1']
    expect(await later()).toMatchObject({ topics })
  })

  test('is looked at anew when the first of what is held back can be claimed', async () => {
    const [early, late] = [new Date(1_000), new Date(2_000)]
    stand.known.waiting.set('id-bobby', [
      { ...waiting('7'), coolingEndsAt: late },
      { ...waiting('8'), coolingEndsAt: early },
    ])
    const later = await show('')
    expect(await later()).toMatchObject({ changesAt: early })
  })

  test('is for nobody else’s eyes', async () => {
    const later = await show('', account('carol'))
    expect(await later()).toBeUndefined()
  })
})

test('lists nothing kindly', async () => {
  expect((await claim.run('', speaker('carol'), stand.services)).card.title).toBe(
    'Nothing waits for you',
  )
})

test.each([
  {
    input: 'all to base',
    redeemed: [
      ['7', ON_BASE],
      ['8', ON_BASE],
    ],
  },
  {
    input: 'ALL TO Base',
    redeemed: [
      ['7', ON_BASE],
      ['8', ON_BASE],
    ],
  },
  { input: '2 to base', redeemed: [['8', ON_BASE]] },
  { input: `1 to neuron ${ON_HUB.address}`, redeemed: [['7', ON_HUB]] },
  {
    input: `1 to base ${ON_BASE.address.toUpperCase().replace('0X', '0x')}`,
    redeemed: [['7', ON_BASE]],
  },
])('/claim $input redeems one by one', async ({ input, redeemed }) => {
  const reply = await claim.run(input, bobby, stand.services)
  expect(stand.asked.redeemed).toEqual(redeemed)
  expect(reply).toMatchObject({
    audience: 'asker',
    live: { view: 'claimable', topics: [`claim:${CLAIMER_ID}`] },
  })
})

test.each([
  { input: 'everything', code: 'INVALID_REQUEST' },
  { input: 'all to', code: 'INVALID_REQUEST' },
  { input: '1 to base x y', code: 'INVALID_REQUEST' },
  { input: '0 to base', code: 'NOT_FOUND' },
  { input: '3 to base', code: 'NOT_FOUND' },
  { input: 'all to mars', code: 'UNKNOWN_CHAIN' },
  { input: 'all to neuron', code: 'NO_WALLET' },
  { input: `all to neuron ${ON_BASE.address}`, code: 'INVALID_ADDRESS' },
  { input: `1 to base 0x${'0'.repeat(40)}`, code: 'INVALID_ADDRESS' },
  { input: `all to base ${FACTORY}`, code: 'INVALID_ADDRESS' },
])('/claim $input is refused as $code, and redeems nothing', async ({ input, code }) => {
  await expect(claim.run(input, bobby, stand.services)).rejects.toMatchObject({ code })
  expect(stand.asked.redeemed).toEqual([])
})

test('refuses a chain on which the token is not, naming where it is', async () => {
  stand.known.waiting.set('id-bobby', [waiting('9', 'euclid')])
  await expect(claim.run('all to base', bobby, stand.services)).rejects.toMatchObject({
    code: 'UNKNOWN_DENOMINATION',
    fix: expect.stringContaining('Neuron'),
  })
  expect(stand.asked.redeemed).toEqual([])
})

test('one claim that is refused does not hold up the others, and its card says why, also later', async () => {
  stand.known.refuse.set('7', new BelowPayoutFeeError('usdc', { name: 'Base' }))
  const { card, live } = await claim.run('all to base', bobby, stand.services)
  expect(stand.asked.redeemed).toEqual([['8', ON_BASE]])
  expect(card).toMatchObject({ title: '0 of 2 claims paid', tone: 'warning' })
  expect(card.blocks.slice(0, 2)).toEqual([
    { kind: 'text', text: '5 USDC was not paid out' },
    {
      kind: 'text',
      text: expect.stringMatching(/^This is no more than the hub keeps .* on Base\. Choose/),
    },
  ])
  const { account: reader, words } = bobby
  const later = await views.redemption(live?.key ?? '', stand.services, { reader, words })
  expect(later?.card).toEqual(card)
})

test.each([
  {
    what: 'a chain on which its token is not',
    more: { token: 'euclid' },
    says: 'no such EUCLID on Base',
  },
  { what: 'no PIN', more: { needsPin: true }, says: '/claim 1 to base' },
])('of several, one is refused for $what in so many words', async ({ more, says }) => {
  stand.known.waiting.set('id-bobby', [{ ...waiting('7'), ...more }, waiting('8')])
  const { card } = await claim.run('all to base', bobby, stand.services)
  expect(stand.asked.redeemed).toEqual([['8', ON_BASE]])
  expect(card.blocks[1]).toEqual({ kind: 'text', text: expect.stringContaining(says) })
})

test.each([
  { isThere: true, says: 'needs no PIN, but number 2 does', like: '/claim 2 to base pin ABC123' },
  { isThere: false, says: 'Number 1 needs no PIN.', like: '/claim 1 to base' },
])(
  'a PIN for a claim that needs none pays nothing, and names what it is for: $isThere',
  async ({ isThere, says, like }) => {
    stand.known.waiting.set('id-bobby', [waiting('7'), { ...waiting('8'), needsPin: isThere }])
    await expect(claim.run('1 to base pin ABC123', bobby, stand.services)).rejects.toMatchObject({
      message: expect.stringContaining(says),
      fix: expect.stringContaining(like),
    })
    expect(stand.asked.redeemed).toEqual([])
  },
)

test('when every claim is refused, the first refusal is the answer', async () => {
  for (const id of ['7', '8'])
    stand.known.refuse.set(id, new ChainUnavailableError('neuron', `no ${id}`))
  await expect(claim.run('all to base', bobby, stand.services)).rejects.toThrow('no 7')
})

test('the card says what the hub keeps where, and where it pays nothing', async () => {
  stand.services.market.payoutTerms = async (_, chain_uid) =>
    chain_uid === 'base'
      ? { fee: { units: 100_000n }, isLocked: false }
      : { fee: { units: 0n }, isLocked: true }
  const reply = await claimAction.run(CLAIMER_ID, speaker('bobby'), stand.services)
  const card = JSON.stringify(reply?.card)
  expect(card).toContain('0.1 USDC, which the hub keeps for paying out on Base')
  expect(card).toContain('The hub has locked Neuron')
})

test('the list says what the hub keeps where, and names no chain on which a claim is not paid out', async () => {
  stand.services.market.payoutTerms = async (_, chain_uid) =>
    chain_uid === 'base'
      ? { fee: { units: 100_000n }, isLocked: false }
      : { fee: { units: 0n }, isLocked: true }
  stand.known.waiting.set('id-bobby', [waiting('7'), waiting('8', 'usdc', 50_000n)])
  const { card } = await claim.run('', bobby, stand.services)
  expect(card.blocks).toEqual([
    { kind: 'field', label: '1', value: '5 USDC from @alice, can be paid out on Base' },
    { kind: 'quote', text: 'for the fix', by: '@alice' },
    {
      kind: 'field',
      label: '2',
      value: '0.05 USDC from @alice; no chain can pay it out right now',
    },
    { kind: 'quote', text: 'for the fix', by: '@alice' },
    {
      kind: 'field',
      label: 'Payout fee',
      value: '0.1 USDC, which the hub keeps for paying out on Base',
    },
    { kind: 'text', text: expect.stringContaining('The hub has locked Neuron') },
    { kind: 'text', text: expect.stringContaining('Write /claim all to base') },
    { kind: 'action', label: 'Claim 5 USDC on Base', action: 'claim-to:7:base' },
  ])
})

test('the Claim button gives its recipient the claim in private', async () => {
  const reply = await claimAction.run(CLAIMER_ID, speaker('bobby'), stand.services)
  expect(reply).toMatchObject({ audience: 'asker', live: { view: 'claimable', key: CLAIMER_ID } })
  expect(reply?.card.blocks.at(-2)).toEqual({
    kind: 'link',
    label: 'Open claim page',
    url: `https://vouch.example/claim/${CLAIMER_ID}#secret-of-${CLAIMER_ID}`,
  })
})

test.each([
  {
    name: 'somebody else',
    who: 'carol',
    status: 'funded' as const,
    code: 'NOT_YOURS',
    says: 'This is for @bobby',
  },
  {
    name: 'somebody else, after it was paid',
    who: 'carol',
    status: 'paid' as const,
    code: 'NOT_FOUND',
    says: '@bobby has claimed this already',
  },
  {
    name: 'its recipient, while it is paid out',
    who: 'bobby',
    status: 'redeeming' as const,
    code: 'NOT_FOUND',
    says: 'Nothing of this waits',
  },
])('the Claim button refuses $name', async ({ who, status, code, says }) => {
  stand.known.waiting.clear()
  stand.known.claims.set(
    CLAIMER_ID,
    claimView({
      items: [
        { claimId: '7', token: 'usdc', amount: 5n, status, expiresAt: undefined, isFrozen: false },
      ],
    }),
  )
  await expect(claimAction.run(CLAIMER_ID, speaker(who), stand.services)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(says),
  })
})

test('an account that took over the handle sees no link', async () => {
  stand.known.waiting.clear()
  const newcomer = speaker('bobby', { account: { ...account('bobby'), userId: 'another' } })
  await expect(claimAction.run(CLAIMER_ID, newcomer, stand.services)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an unknown claim is said to be unknown', async () => {
  await expect(
    claimAction.run('f'.repeat(24), speaker('bobby'), stand.services),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  {
    name: 'pays out to the linked wallet',
    who: 'bobby',
    arg: '7:base',
    redeemed: [['7', ON_BASE]],
    code: undefined,
  },
  {
    name: 'refuses a chain without a linked wallet',
    who: 'bobby',
    arg: '7:neuron',
    redeemed: [],
    code: 'NO_WALLET',
  },
  {
    name: 'refuses a claim of somebody else',
    who: 'carol',
    arg: '7:base',
    redeemed: [],
    code: 'NOT_FOUND',
  },
  {
    name: 'refuses a chain that is none',
    who: 'bobby',
    arg: '7',
    redeemed: [],
    code: 'UNKNOWN_CHAIN',
  },
])('a chain button $name', async ({ who, arg, redeemed, code }) => {
  const press = claimToAction.run(arg, speaker(who), stand.services)
  if (code === undefined) await press
  else await expect(press).rejects.toMatchObject({ code })
  expect(stand.asked.redeemed).toEqual(redeemed)
})

test.each([
  { input: 'all', wallets: [ON_HUB, ON_BASE], to: ON_HUB, redeemed: ['7', '8'] },
  { input: 'all', wallets: [ON_BASE, ON_HUB], to: ON_BASE, redeemed: ['7', '8'] },
  { input: '2', wallets: [ON_BASE], to: ON_BASE, redeemed: ['8'] },
])('/claim $input goes to the first linked wallet that can take all of it', async (row) => {
  stand.known.wallets.set('id-bobby', row.wallets)
  await claim.run(row.input, bobby, stand.services)
  expect(stand.asked.redeemed).toEqual(row.redeemed.map((id) => [id, row.to]))
})

describe('whose first wallet is an account of a passkey', () => {
  const OTHER = { chain_uid: 'neuron', address: ON_HUB.address }
  beforeEach(() => {
    stand.known.passkeys.add('id-bobby')
    stand.known.wallets.set('id-bobby', [ON_BASE])
  })
  const actions = async () =>
    blocksOf((await claim.run('', bobby, stand.services)).card, 'action').map((button) => [
      button.label,
      button.action,
    ])

  test.each([
    { name: '/claim all', run: () => claim.run('all', bobby, stand.services), kept: ['7', '8'] },
    { name: '/claim 2', run: () => claim.run('2', bobby, stand.services), kept: ['8'] },
    {
      name: 'the button of one',
      run: () => claimKeepAction.run('7', bobby, stand.services),
      kept: ['7'],
    },
    {
      name: 'the button for all',
      run: () => claimKeepAction.run('all', bobby, stand.services),
      kept: ['7', '8'],
    },
  ])('keeps it there as vouchers: $name', async ({ run, kept }) => {
    await run()
    expect(stand.asked.kept).toEqual(kept)
    expect(stand.asked.redeemed).toEqual(kept.map((id) => [id, ON_BASE]))
  })

  test.each(['all', '1', '1 to base', `1 to base ${ON_BASE.address}`])(
    'gets nothing by /claim %s that is more than a small amount before its words are confirmed, and is told where',
    async (input) => {
      stand.known.wordsFrom = 4
      const { card, audience } = await claim.run(input, bobby, stand.services)
      expect([card.title, audience]).toEqual(['Confirm your recovery words first', 'asker'])
      expect(JSON.stringify(card)).toContain('more than $4. Without its recovery words')
      expect(JSON.stringify(card)).toContain('It waits for you as before')
      expect(card.blocks.at(-1)).toMatchObject({
        kind: 'link',
        label: 'Confirm the words',
        url: expect.stringMatching(/^https:\/\/vouch\.example\/wallet\/w\d+\?words=evm$/),
      })
      expect(stand.asked.redeemed).toEqual([])
      stand.known.wordsFrom = 20
      await claim.run(input, bobby, stand.services)
      expect(stand.asked.redeemed).not.toEqual([])
    },
  )

  test('another wallet gets it all the same', async () => {
    stand.known.wordsFrom = 4
    await claim.run(`1 to base ${CAROL}`, bobby, stand.services)
    expect(stand.asked.redeemed).toEqual([['7', { chain_uid: 'base', address: CAROL }]])
  })

  test('is paid tokens where they say so', async () => {
    await claim.run('1 to base', bobby, stand.services)
    expect([stand.asked.redeemed, stand.asked.kept]).toEqual([[['7', ON_BASE]], []])
  })

  test('is offered to keep it, and no chain on which nothing but that account is', async () => {
    expect(await actions()).toEqual([
      ['Keep all 10 USDC', 'claim-keep:all'],
      ['Keep 5 USDC in your account', 'claim-keep:7'],
      ['Keep 5 USDC in your account', 'claim-keep:8'],
    ])
    stand.known.waiting.set('id-bobby', [waiting('7')])
    stand.known.wallets.set('id-bobby', [ON_BASE, OTHER])
    expect(await actions()).toEqual([
      ['Keep it in your account', 'claim-keep:7'],
      ['Claim on Neuron', 'claim-to:7:neuron'],
    ])
  })

  test('is asked for a PIN without a chain', async () => {
    stand.known.waiting.set('id-bobby', [{ ...waiting('7'), needsPin: true }])
    await expect(claim.run('1', bobby, stand.services)).rejects.toMatchObject({
      fix: expect.stringMatching(/\/claim 1 pin \w+/),
    })
    await claim.run('1 pin ABC123', bobby, stand.services)
    expect(stand.asked.kept).toEqual(['7'])
  })

  test('keeps nothing by an old button once another wallet comes first', async () => {
    stand.known.passkeys.clear()
    const reply = await claimKeepAction.run('7', bobby, stand.services)
    expect(reply).toEqual(await claim.run('', bobby, stand.services))
    expect(stand.asked.redeemed).toEqual([])
  })
})

test('a wallet is passed over where the chain has no form of a token, and without any the list asks where', async () => {
  stand.known.waiting.set('id-bobby', [waiting('7'), waiting('9', 'euclid', 1_000_000n)])
  stand.known.wallets.set('id-bobby', [ON_BASE, ON_HUB])
  await claim.run('all', bobby, stand.services)
  expect(stand.asked.redeemed.splice(0)).toEqual([
    ['7', ON_HUB],
    ['9', ON_HUB],
  ])
  for (const wallets of [[ON_BASE], []]) {
    stand.known.wallets.set('id-bobby', wallets)
    const { card } = await claim.run('all', bobby, stand.services)
    expect(card).toEqual((await claim.run('', bobby, stand.services)).card)
  }
  expect(stand.asked.redeemed).toEqual([])
})

test('several lead with their sum and with one button for all, on the first wallet that can take it', async () => {
  stand.known.wallets.set('id-bobby', [ON_HUB, ON_BASE])
  stand.known.waiting.set('id-bobby', [waiting('7'), waiting('8', 'eth', 10n ** 17n)])
  const { card } = await claim.run('', bobby, stand.services)
  expect(card.title).toBe('5 USDC and 0.1 ETH ($250) wait for you')
  expect(card.blocks.filter(({ kind }) => kind === 'action')).toEqual([
    {
      kind: 'action',
      label: 'Claim all 5 USDC and 0.1 ETH on Base', // ETH is not on the hub
      action: 'claim-all:base',
    },
    { kind: 'action', label: 'Claim 5 USDC on Neuron', action: 'claim-to:7:neuron' },
    { kind: 'action', label: 'Claim 0.1 ETH on Base', action: 'claim-to:8:base' },
  ])
})

test('many fold: a page shows six, a button says how many more there are and shows them', async () => {
  const all = Array.from({ length: 14 }, (_, index) => waiting(`${index + 1}`))
  stand.known.waiting.set('id-bobby', all)
  const pages = [
    await claim.run('', bobby, stand.services),
    await claimsAction.run('2', bobby, stand.services),
    await claimsAction.run('3', bobby, stand.services),
  ]
  const shown = pages.map((reply) => {
    const turns = blocksOf(reply?.card, 'action')
      .filter(({ action }) => action.startsWith('claims:'))
      .map(({ label }) => label)
    const numbers = blocksOf(reply?.card, 'field').map(({ label }) => label)
    return { title: reply?.card.title, numbers: [numbers[0], numbers.at(-1)], turns }
  })
  expect(shown).toEqual([
    { title: '70 USDC waits for you', numbers: ['1', '6'], turns: ['More (8)'] },
    { title: '70 USDC waits for you, page 2', numbers: ['7', '12'], turns: ['Back', 'More (2)'] },
    { title: '70 USDC waits for you, page 3', numbers: ['13', '14'], turns: ['Back'] },
  ])
})
