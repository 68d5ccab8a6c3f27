import { beforeEach, describe, expect, test } from 'vitest'

import { tip } from '../../../src/bots/commands/tip.ts'
import { CW20, USDC, sampleNetwork } from '../../core/sample-network.ts'
import {
  HASH,
  ON_BASE,
  ON_HUB,
  alone,
  audience,
  createStandInServices,
  speaker,
} from './stand-in-services.ts'
import { ClaimTooSmallError } from '../../../src/core/terms/errors.ts'
import { moveView } from '../../../src/bots/cards/move.ts'
import { understoodBlocks } from '../../../src/bots/cards/payment.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
})

const usdc = (amount: bigint) => [{ token: 'usdc', amount }]
const onBase = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
const onHub = { token: 'usdc', token_type: { smart: { contract_address: CW20 } } }
const social = { social: { telegram: '@bobby' } }
const deposit = (asset_in: object) => ({ amount_in: 5_000_000n, asset_in, recipient: social })
const transfer = { amount: 5_000_000n, token: 'usdc', recipient_address: { user: social } }

test.each([
  {
    name: 'tokens of the first wallet',
    wallets: [ON_BASE, ON_HUB],
    held: { 'base/usdc': 5_000_000n, 'neuron/usdc': 9_000_000n },
    vouchers: {},
    on: '',
    pays: ['deposit', 'base', ON_BASE.address, deposit(onBase)],
  },
  {
    name: 'tokens of the wallet that has enough',
    wallets: [ON_BASE, ON_HUB],
    held: { 'base/usdc': 4_999_999n, 'neuron/usdc': 5_000_000n },
    vouchers: {},
    on: '',
    pays: ['deposit', 'neuron', ON_HUB.address, deposit(onHub)],
  },
  {
    name: 'vouchers before tokens',
    wallets: [ON_BASE, ON_HUB],
    held: { 'base/usdc': 5_000_000n },
    vouchers: { neuron: usdc(5_000_000n) },
    on: '',
    pays: ['transferVoucher', 'neuron', ON_HUB.address, transfer],
  },
  {
    name: 'no vouchers when they are one unit short',
    wallets: [ON_BASE],
    held: { 'base/usdc': 5_000_000n },
    vouchers: { base: usdc(4_999_999n) },
    on: '',
    pays: ['deposit', 'base', ON_BASE.address, deposit(onBase)],
  },
  {
    name: 'the chain that was asked for',
    wallets: [ON_BASE, ON_HUB],
    held: { 'base/usdc': 5_000_000n, 'neuron/usdc': 5_000_000n },
    vouchers: { base: usdc(5_000_000n) },
    on: ' on neuron',
    pays: ['deposit', 'neuron', ON_HUB.address, deposit(onHub)],
  },
  {
    name: 'a wallet that comes later, on the first chain of the token',
    wallets: [],
    held: {},
    vouchers: {},
    on: '',
    pays: ['deposit', 'base', undefined, deposit(onBase)],
  },
  {
    name: 'a wallet that comes later, on the chain that was asked for',
    wallets: [ON_BASE],
    held: {},
    vouchers: {},
    on: ' on neuron',
    pays: ['deposit', 'neuron', undefined, deposit(onHub)],
  },
])('pays with $name', async ({ wallets, held, vouchers, on, pays }) => {
  const { services, known } = stand
  known.wallets.set('id-alice', wallets)
  for (const [key, units] of Object.entries(held)) known.balances.set(key, units)
  for (const [chain, list] of Object.entries(vouchers)) known.vouchers.set(chain, list)
  await tip.run(`@bobby 5 usdc${on} thank you`, speaker('alice'), services)
  const { operation, chain_uid, senderAddress, request, ownerAccount, ownerName, note, build } =
    await services.signRequests.find('s1')
  expect([operation, chain_uid, senderAddress, request]).toEqual(pays)
  expect([ownerAccount, ownerName, note]).toEqual(['telegram:id-alice', '@alice', 'thank you'])
  expect(build !== undefined).toBe(senderAddress !== undefined) // what was built, the core has checked
})

test('a tip to somebody without a handle is for the account alone, and shows the name', async () => {
  const { services } = stand
  const account = { platform: 'telegram', userId: '77', handle: undefined } as const
  const named = { account, name: 'Carol O’Neil' }
  const reply = await tip.run('5 usdc', speaker('alice', { replyTo: named }), services)
  expect(reply.card.title).toBe('Tip 5 USDC to Carol O’Neil')
  expect(JSON.stringify(reply.card)).not.toContain('I have not met')
  expect((await services.signRequests.find('s1')).request).toMatchObject({
    recipient: { account: { platform: 'telegram', userId: '77' }, name: 'Carol O’Neil' },
  })
})

test('answers with a live card that says what will be signed', async () => {
  const { services, known, clock } = stand
  known.wallets.set('id-alice', [ON_BASE])
  known.balances.set('base/usdc', 5_000_000n)
  const reply = await tip.run('@bobby 5 usdc for the fix', speaker('alice'), services)
  const expiry = new Date(clock.now().getTime() + 60 * 60_000)
  expect(reply).toEqual({
    audience: 'everyone',
    live: { view: 'tip', key: 's1', topics: ['sign:s1'], changesAt: expiry },
    card: {
      title: 'Tip 5 USDC to @bobby',
      tone: 'info',
      blocks: [
        { kind: 'field', label: 'From', value: '@alice' },
        {
          kind: 'field',
          label: 'Arrives as',
          value: 'Vouchers for 5 USDC, which only @bobby can claim',
        },
        { kind: 'field', label: 'Claimable on', value: 'Base, Neuron' },
        { kind: 'quote', text: 'for the fix', by: '@alice' },
        {
          kind: 'text',
          text: 'I have not met @bobby yet. The tip waits until the account that owns this handle comes to claim it.',
        },
        { kind: 'link', label: 'Sign', url: 'https://vouch.example/sign/s1' },
        { kind: 'action', label: 'Wallet and ways to pay', action: 'payment-details:s1' },
        { kind: 'action', label: 'Dismiss', action: 'dismiss:s1' },
      ],
    },
  })
})

test.each([
  {
    name: 'more than any wallet has',
    wallets: [ON_BASE, ON_HUB],
    away: [],
    input: '@bobby 5 usdc',
    code: 'INSUFFICIENT_BALANCE',
    says: '1 USDC as vouchers of Base; 3 USDC on Base; 0 USDC on Neuron',
  },
  {
    name: 'a token that the wallet cannot hold',
    wallets: [ON_HUB],
    away: [],
    input: '@bobby 1 eth',
    code: 'INSUFFICIENT_BALANCE',
    says: 'no ETH on Neuron',
  },
  {
    name: 'a chain on which the token is not',
    wallets: [],
    away: [],
    input: '@bobby 1 eth on neuron',
    code: 'UNKNOWN_DENOMINATION',
    says: 'ETH',
  },
  {
    name: 'a chain that does not answer',
    wallets: [ON_BASE],
    away: ['base'],
    input: '@bobby 2 usdc',
    code: 'CHAIN_UNAVAILABLE',
    says: 'base',
  },
])('refuses $name, and makes nothing', async ({ wallets, away, input, code, says }) => {
  const { services, known, asked } = stand
  known.wallets.set('id-alice', wallets)
  known.balances.set('base/usdc', 3_000_000n)
  known.vouchers.set('base', usdc(1_000_000n))
  for (const chain of away) known.away.add(chain)
  await expect(tip.run(input, alone('alice'), services)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(says),
  })
  expect(asked.claimers).toBe(0)
  await expect(services.signRequests.find('s1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('pays from another wallet while one chain is away', async () => {
  const { services, known } = stand
  known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  known.balances.set('neuron/usdc', 5_000_000n)
  known.away.add('base')
  await tip.run('@bobby 5 usdc', speaker('alice'), services)
  expect(await services.signRequests.find('s1')).toMatchObject({
    chain_uid: 'neuron',
    senderAddress: ON_HUB.address,
  })
})

test('several people share one signature, and the card says how much each gets and all together', async () => {
  const { services, known } = stand
  known.wallets.set('id-alice', [ON_BASE])
  known.balances.set('base/usdc', 10_000_000n)
  const { card, live } = await tip.run('@bobby, @carol 5 usdc for both', speaker('alice'), services)
  expect(card.title).toBe('Tip of 10 USDC in all to 2 people')
  expect(card.blocks).toContainEqual({ kind: 'field', label: 'Shares', value: '2, 5 USDC each' })
  expect(card.blocks).toContainEqual({
    kind: 'field',
    label: 'Who gets it',
    value: '@bobby, @carol',
  })
  expect(live).toMatchObject({ view: 'share-out', key: 's1' })
  const { operation, request, note } = await services.signRequests.find('s1')
  const share = (handle: string) => ({ to: { social: { telegram: handle } }, amount: 5_000_000n })
  expect({ operation, request, note }).toMatchObject({
    operation: 'deposit',
    request: { amount_in: 10_000_000n, recipient: { shares: [share('@bobby'), share('@carol')] } },
    note: 'for both',
  })
})

test.each([
  { input: '@bobby x:carol 5 usdc', says: 'carol on X needs a link or a PIN from you' },
  { input: '@bobby a@b.com 6 euclid', says: 'a…@b.com needs a link or a PIN from you' },
])('$input is refused, and nothing is made: $says', async ({ input, says }) => {
  const { services, asked } = stand
  await expect(tip.run(input, speaker('alice'), services)).rejects.toThrow(says)
  expect(asked.claimers).toBe(0)
})

test('what could be no claim is refused without a wallet too, before anybody is shown a card', async () => {
  const refusal = new ClaimTooSmallError('0.5 usdc', '1 usdc')
  stand.known.wallets.clear()
  stand.known.impossible = (_amount, isLater) => (isLater ? undefined : refusal)
  await expect(tip.run('@bobby 0.5 usdc', speaker('alice'), stand.services)).rejects.toBe(refusal)
})

test.each([
  { said: '$1,000 eth', shows: '$1000 of ETH is 0.4 ETH at $2500.' },
  { said: '$1,000.50 of eth', shows: '$1000.50 of ETH is 0.4002 ETH at $2500.' },
  { said: '$1.000,50 of eth', shows: '$1000.50 of ETH is 0.4002 ETH at $2500.' },
  { said: '$12,50 of eth', shows: '$12.50 of ETH is 0.005 ETH at $2500.' },
  { said: '12,50 $ eth', shows: '$12.50 of ETH is 0.005 ETH at $2500.' },
  { said: '$12.5 eth', shows: '$12.50 of ETH is 0.005 ETH at $2500.' },
])('the card says how $said was understood: $shows', async ({ said, shows }) => {
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/eth', 10n ** 18n)
  const { card } = await tip.run(`@bobby ${said}`, alone('alice'), stand.services)
  expect(card.blocks).toContainEqual({ kind: 'text', text: shows })
})

test('a card whose dollars were kept with a comma is shown with them as they were written', () => {
  const understood = { kind: 'usd', usd: '12,50', price: '2500' } as const
  const asked = { token: 'eth', amount: 5_000_000_000_000_000n }
  expect(understoodBlocks(wordsIn('en'), understood, asked, true, sampleNetwork)).toEqual([
    { kind: 'text', text: '$12,50 of ETH is 0.005 ETH at $2500.' },
  ])
})

describe('a bot is refused as a recipient', () => {
  const talbot = { platform: 'telegram', userId: '78', handle: 'talbot' } as const
  test.each([
    { name: 'by its name', input: '@other_bot 5 usdc' },
    { name: 'among people', input: '@bobby @other_bot 5 usdc' },
    { name: 'from another platform', input: 'tg:other_bot 5 usdc' },
  ])('$name', async ({ input }) => {
    await expect(tip.run(input, speaker('alice'), stand.services)).rejects.toMatchObject({
      message: '@other_bot is a bot by its name, and bots cannot claim tips.',
      fix: expect.stringContaining('answer a message of theirs'),
    })
    expect(stand.asked.claimers).toBe(0)
  })

  test.each([
    { name: 'whom we have met', input: '@talbot 5 usdc', met: 'talbot' },
    { name: 'on another platform', input: 'x:talbot 5 usdc' },
    {
      name: 'whose message it answers',
      input: '5 usdc',
      replyTo: { account: talbot, name: '@talbot' },
    },
  ])('but not somebody $name', async ({ input, met = '', replyTo }) => {
    stand.known.accounts.add(met)
    const alice = speaker('alice', { replyTo })
    expect((await tip.run(input, alice, stand.services)).live).toMatchObject({ view: 'tip' })
  })
})

describe('to a wallet by its address', () => {
  const OTHER = `0x${'ab'.repeat(20)}`
  const give = (speaking = alone('alice')) =>
    tip.run(`${OTHER} 5 usdc on base thanks`, speaking, stand.services)
  beforeEach(() => stand.known.wallets.set('id-alice', [ON_BASE]))

  test('vouchers pay tokens out there', async () => {
    stand.known.vouchers.set('base', usdc(5_000_000n))
    const { card, live } = await give()
    expect(card.title).toBe('Send 5 USDC to Base, wallet 0xabab…abab')
    expect(live).toMatchObject({ view: 'move', key: 's1' })
    expect(await stand.services.signRequests.find('s1')).toMatchObject({
      operation: 'withdrawVoucher',
      request: {
        amount: 5_000_000n,
        cross_chain_addresses: [{ user: { chain_uid: 'base', address: OTHER } }],
      },
      note: 'thanks',
    })
    expect(stand.asked.claimers).toBe(0)
  })

  test.each([
    { name: 'too few vouchers', wallets: [ON_BASE] },
    { name: 'no wallet yet', wallets: [] },
  ])('with $name, tokens become its vouchers, and the card says so', async ({ wallets }) => {
    stand.known.wallets.set('id-alice', wallets)
    stand.known.balances.set('base/usdc', 5_000_000n)
    stand.known.vouchers.set('base', usdc(4_999_999n))
    const { card } = await give()
    expect(card.title).toBe('Send 5 USDC to Base, wallet 0xabab…abab')
    expect(JSON.stringify(card)).toContain('your tokens become vouchers of that wallet')
    expect(await stand.services.signRequests.find('s1')).toMatchObject({
      operation: 'deposit',
      request: { amount_in: 5_000_000n, recipient: { chain_uid: 'base', address: OTHER } },
    })
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    stand.known.progress.set(`base/${HASH}`, { outcome: 'completed', txId: '', hops: [] })
    const paid = await moveView('s1', stand.services, audience())
    expect(paid?.card.title).toBe('5 USDC arrived: Base')
  })

  test('a group reads the chain alone', async () => {
    stand.known.vouchers.set('base', usdc(5_000_000n))
    const { card } = await give(speaker('alice'))
    expect(card.title).toBe('Send 5 USDC to Base')
    expect(JSON.stringify(card)).not.toContain('0xabab')
  })
})
