import { beforeEach, expect, test } from 'vitest'

import { chains, chainsAction } from '../../../src/bots/commands/chains.ts'
import { pools, poolsAction } from '../../../src/bots/commands/pools.ts'
import { price } from '../../../src/bots/commands/price.ts'
import { tokens } from '../../../src/bots/commands/tokens.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { PoolsOutdatedError } from '../../../src/core/routing/route-errors.ts'
import { createStandInServices, speaker } from './stand-in-services.ts'
import { actionsOf, fieldsByLabel } from '../read-card.ts'

let stand: ReturnType<typeof createStandInServices>
beforeEach(() => {
  stand = createStandInServices()
})

const HOUR_MS = 3_600_000
const add = (token: string, usd: string, hoursAgo: number) =>
  stand.priceStore.add(
    new Map([[token, usd]]),
    new Date(stand.clock.now().getTime() - hoursAgo * HOUR_MS),
  )

test('a price says where it comes from, and how it has moved as far as that is known', async () => {
  await add('eth', '2000', 8 * 24)
  await add('eth', '2600', 30)
  await add('eth', '2500', 2)
  const { card } = await price.run('eth', speaker('alice'), stand.services)
  expect(card.title).toBe('1 ETH is $2500')
  expect(fieldsByLabel(card)).toEqual({
    'In 24 hours': '−3.84 %',
    'In 7 days': '+25.00 %',
    From: "1 pool, at the hub's block 77",
  })
})

test('a price that has moved is drawn too, at most a week of it', async () => {
  await add('eth', '2000', 8 * 24)
  const none = await price.run('eth', speaker('alice'), stand.services)
  expect(none.card.blocks.some(({ kind }) => kind === 'picture')).toBe(false)
  for (let hour = 700; hour > 0; hour -= 1) await add('eth', `${2500 - hour}`, hour / 10)
  const { card } = await price.run('eth', speaker('alice'), stand.services)
  const [picture] = card.blocks
  if (picture?.kind !== 'picture') throw new Error('no picture comes first')
  expect(picture.alt).toBe('ETH over the last week, from $2000 to $2499')
  expect(picture.svg).toContain('>2025-12-25 00:00</text>')
  expect(picture.svg.length).toBeLessThan(10_000)
})

test('what nobody looked at long enough has no change', async () => {
  await add('eth', '2500', 25)
  const { card } = await price.run('ETH', speaker('alice'), stand.services)
  expect(fieldsByLabel(card)).toMatchObject({ 'In 24 hours': 'unchanged' })
  expect(fieldsByLabel(card)).not.toHaveProperty('In 7 days')
})

test('a token without a price has none, and all prices are one list', async () => {
  stand.known.pools = stand.known.pools.filter(({ id }) => id !== 'a')
  const { card } = await price.run('eth', speaker('alice'), stand.services)
  expect(card.title).toBe('ETH has no price')
  const all = await price.run('', speaker('alice'), stand.services)
  expect(fieldsByLabel(all.card)).toMatchObject({ ETH: 'no price', USDC: '$1', EUCLID: '$0.10' })
})

test.each([
  { command: price, input: 'doge', code: 'UNKNOWN_TOKEN' },
  { command: pools, input: 'doge', code: 'UNKNOWN_TOKEN' },
  ...[price, pools].flatMap((command) => [
    { command, input: 'usdc/doge', code: 'UNKNOWN_TOKEN' },
    { command, input: 'usdc/usdc', code: 'INVALID_REQUEST' },
    { command, input: 'usdc eth euclid', code: 'INVALID_REQUEST' },
  ]),
  { command: tokens, input: 'two', code: 'INVALID_REQUEST' },
  { command: tokens, input: '0', code: 'INVALID_REQUEST' },
  { command: tokens, input: '-1', code: 'INVALID_REQUEST' },
  { command: chains, input: '9', code: 'INVALID_REQUEST' },
])('/$command.name $input is refused: $code', async ({ command, input, code }) => {
  await expect(command.run(input, speaker('alice'), stand.services)).rejects.toMatchObject({ code })
})

test('tokens are listed with their homes and prices, and without prices while pools are away', async () => {
  const { card } = await tokens.run('', speaker('alice'), stand.services)
  expect(fieldsByLabel(card)['ETH']).toMatch(/ · on Base.* · \$2500 · not reviewed$/)
  stand.services.market.prices = () => Promise.reject(new PoolsOutdatedError(60_000, 77))
  const without = await tokens.run('', speaker('alice'), stand.services)
  expect(fieldsByLabel(without.card)['ETH']).toContain('no price')
})

test.each([
  { state: 'ok', lagBlocks: 3, silentMs: 1_000, said: 'working' },
  { state: 'behind', lagBlocks: 12_345, silentMs: 1_000, said: '12,345 blocks behind' },
  {
    state: 'stalled',
    lagBlocks: 0,
    silentMs: 90_000,
    said: 'nothing new comes from it for 1 min 30 s: what needs it waits',
  },
  {
    state: 'unreachable',
    lagBlocks: 2,
    silentMs: 34_000,
    said: 'its node does not answer, nothing new was read for 34 s: what needs it waits · 2 blocks behind',
  },
  {
    state: 'contradiction',
    lagBlocks: 2,
    silentMs: 5_000,
    said: 'its nodes contradict each other, nothing new was taken in for 5 s: what needs it waits · 2 blocks behind',
  },
  {
    state: 'fork',
    lagBlocks: 2,
    silentMs: 5_000,
    said: 'its blocks do not follow what was taken in of it before, nothing new was for 5 s: what needs it waits · 2 blocks behind',
  },
] as const)(
  'chains say which is the hub, and of a chain that is $state how far its reading is behind',
  async ({ said, ...condition }) => {
    const known = { ...condition, isStalled: false, isContradicted: false, isForked: false }
    stand.known.conditions = ['base', 'neuron'].map((chain_uid) => ({ chain_uid, ...known }))
    const { card } = await chains.run('', speaker('alice'), stand.services)
    expect(fieldsByLabel(card)).toMatchObject({
      'Base (base)': `EVM · chain id 8453 · ${said}`,
      'Neuron (neuron)': expect.stringContaining(`the hub: vouchers live here · ${said}`),
    })
    expect(await chainsAction.run('', speaker('alice'), stand.services)).toMatchObject({ card })
  },
)

test('of a chain that the hub has locked, chains say so, and not that it is working', async () => {
  const known = { isStalled: false, isContradicted: false, isForked: false, silentMs: 0 }
  stand.known.conditions = [
    { chain_uid: 'base', state: 'ok', lagBlocks: 0, ...known },
    { chain_uid: 'neuron', state: 'behind', lagBlocks: 12, ...known },
  ]
  stand.services.market.payoutTerms = async () => ({ fee: { units: 0n }, isLocked: true })
  const { card } = await chains.run('', speaker('alice'), stand.services)
  const locked = 'locked by the hub: nothing comes from it or is paid out there'
  expect(fieldsByLabel(card)).toMatchObject({
    'Base (base)': `EVM · chain id 8453 · ${locked}`,
    'Neuron (neuron)': expect.stringMatching(`${locked} · 12 blocks behind$`),
  })
})

test('pools are turned page by page, all of them or those of one token', async () => {
  const [pool] = stand.known.pools
  if (!pool) throw new Error('the stand-in has pools')
  stand.known.pools = Array.from({ length: 12 }, (_, index) => ({
    ...pool,
    id: `p${index}`,
    token2: index === 11 ? 'euclid' : 'usdc',
  }))
  const first = await pools.run('', speaker('alice'), stand.services)
  expect(first.card.blocks.filter(({ kind }) => kind === 'field')).toHaveLength(10)
  expect(actionsOf(first.card)).toEqual(['pools::2'])
  const second = await poolsAction.run(':2', speaker('alice'), stand.services)
  expect(second?.card.title).toBe('Pools, page 2')
  expect(actionsOf(second?.card)).toEqual(['pools::1'])
  const one = await pools.run('euclid', speaker('alice'), stand.services)
  expect(fieldsByLabel(one.card)).toEqual({
    'ETH-EUCLID': expect.stringContaining('fee 0.25 %'),
  })
})

test.each([
  { input: '', shown: '≈400 ETH and 1,000,000 USDC' },
  { input: 'eth', shown: '400.000123456789012345 ETH and 1,000,000 USDC' },
])('/pools $input says $shown: the last digits are for who asks by name', async (asked) => {
  stand.known.pools = stand.known.pools.flatMap((pool) =>
    pool.id === 'a' ? [{ ...pool, reserve1: 400_000_123_456_789_012_345n }] : [],
  )
  const { card } = await pools.run(asked.input, speaker('alice'), stand.services)
  expect(fieldsByLabel(card)).toEqual({ 'ETH-USDC': expect.stringContaining(asked.shown) })
})

test.each(['usdc/eth', 'usdc eth', 'USDC / ETH', 'usdc in eth', 'usdc to eth', 'usdc -> eth'])(
  'the price and the pools of two tokens are those of both: %s',
  async (pair) => {
    const { card } = await price.run(pair, speaker('alice'), stand.services)
    expect(card.title).toBe('1 USDC = 0.0004 ETH')
    expect(card.blocks).toContainEqual({ kind: 'text', text: '1 ETH = 2500 USDC' })
    expect(fieldsByLabel(card)).toEqual({
      USDC: '$1',
      ETH: '$2500',
      From: "2 pools, at the hub's block 77",
    })
    const both = await pools.run(pair, speaker('alice'), stand.services)
    expect(both.card.title).toBe('Pools with USDC and ETH')
    expect(Object.keys(fieldsByLabel(both.card))).toEqual(['ETH-USDC'])
    expect(await poolsAction.run('usdc/eth:1', speaker('alice'), stand.services)).toEqual(both)
  },
)

test('two tokens, one of which has no price, have none; what no pool has together is said', async () => {
  stand.known.pools = stand.known.pools.filter(({ id }) => id !== 'a')
  for (const pair of ['usdc/eth', 'eth/usdc']) {
    const { card } = await price.run(pair, speaker('alice'), stand.services)
    expect(card.title).toBe('ETH has no price')
  }
  const none = await pools.run('usdc/eth', speaker('alice'), stand.services)
  expect(none.card.blocks).toEqual([{ kind: 'text', text: 'There is no pool with USDC and ETH.' }])
})

test.each(['eth usd', 'eth/usd', 'eth in $'])('%s is the price in dollars', async (input) => {
  const { card } = await price.run(input, speaker('alice'), stand.services)
  expect(card.title).toBe('1 ETH is $2500')
})

test('in another language the numbers and words are its own', async () => {
  const german = speaker('alice', { words: wordsIn('de') })
  const { card } = await pools.run('euclid', german, stand.services)
  expect(card.title).toBe('Pools mit EUCLID')
  expect(JSON.stringify(fieldsByLabel(card))).toContain('10.000.000 EUCLID und 1.000.000 USDC')
})
