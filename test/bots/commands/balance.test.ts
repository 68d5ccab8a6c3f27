import { describe, expect, test } from 'vitest'

import { balance } from '../../../src/bots/commands/balance.ts'
import { renderTelegram } from '../../../src/bots/telegram/render.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { PoolsOutdatedError } from '../../../src/core/routing/route-errors.ts'
import { createStandInServices, ON_BASE, ON_HUB, speaker } from './stand-in-services.ts'
import { fieldsByLabel, valuesOf } from '../read-card.ts'

test('shows every wallet and its vouchers in human amounts, to the asker only', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  known.balances.set('base/usdc', 5_250_000n)
  known.balances.set('base/eth', 10n ** 17n)
  known.vouchers.set('base', [{ token: 'usdc', amount: 1n }])
  expect(await balance.run('', speaker('alice'), services)).toEqual({
    audience: 'asker',
    card: {
      title: 'Your balance',
      tone: 'info',
      blocks: [
        { kind: 'field', label: 'Base, wallet 0x887e…b2e1', value: '0.1 ETH ($250), 5.25 USDC' },
        { kind: 'field', label: 'Base, wallet 0x887e…b2e1, vouchers', value: '0.000001 USDC' },
        { kind: 'field', label: 'Neuron, wallet euclid1kn4…79t6', value: 'empty' },
        { kind: 'field', label: 'In all', value: '≈ $255.25' },
      ],
    },
  })
})

test.each([
  { input: 'eth', values: ['0.1 ETH ($250)', '≈ $250'] },
  { input: 'USDC', values: ['5.25 USDC', '0.000001 USDC', '≈ $5.25'] },
  { input: 'eth, usdc', values: ['0.1 ETH ($250), 5.25 USDC', '0.000001 USDC', '≈ $255.25'] },
  { input: 'all', values: ['0.1 ETH ($250), 5.25 USDC', '0.000001 USDC', '≈ $255.25'] },
])('/balance $input shows no other tokens', async ({ input, values }) => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  known.balances.set('base/usdc', 5_250_000n)
  known.balances.set('base/eth', 10n ** 17n)
  known.vouchers.set('base', [{ token: 'usdc', amount: 1n }])
  const { card } = await balance.run(input, speaker('alice'), services)
  expect(valuesOf(card)).toEqual(values)
})

test.each([
  { input: '', shown: '≈0.039896 ETH ($99.74)' },
  { input: 'eth', shown: '0.039896020371967897 ETH ($99.74)' },
])('/balance $input says $shown: the last digits are for who asks by name', async (asked) => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  known.balances.set('base/eth', 39_896_020_371_967_897n)
  const { card } = await balance.run(asked.input, speaker('alice'), services)
  expect(card.blocks[0]).toMatchObject({ value: asked.shown })
})

test('what is asked for by name is asked of the hub alone, not in a list that anybody can make long', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  known.vouchers.set('base', [{ token: 'usdc', amount: 1_000_000n }])
  services.wallets.vouchers = () => Promise.reject(new Error('the list was asked for'))
  const { card } = await balance.run('usdc', speaker('alice'), services)
  expect(card.blocks).toMatchObject([{ value: 'empty' }, { value: '1 USDC' }, { value: '≈ $1' }])
})

test('of more kinds than are listed the sum is at least what is there', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  services.wallets.vouchers = async () => ({
    held: [{ token: 'usdc', amount: 1_000_000n }],
    isAll: false,
  })
  const { card } = await balance.run('', speaker('alice'), services)
  expect(card.blocks.at(-1)).toMatchObject({ label: 'In all', value: 'at least $1' })
})

describe('of tokens that anybody may have made and sent', () => {
  const dust = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ token: `a${index}.evil.com`, amount: 1n }))
  const usdc = { token: 'usdc', amount: 5_000_000n }

  test.each([
    { count: 1, isAll: true, says: '1 token that is not listed here.' },
    { count: 300, isAll: true, says: '300 tokens that are not listed here.' },
    { count: 500, isAll: false, says: 'at least 500 tokens that are not listed here.' },
  ])('says of $count only how many there are', async ({ count, isAll, says }) => {
    const { services, known } = createStandInServices()
    known.wallets.set('id-alice', [ON_BASE])
    services.wallets.vouchers = async () => ({ held: [...dust(count), usdc], isAll })
    const { card } = await balance.run('', speaker('alice'), services)
    expect(card.blocks.slice(1)).toMatchObject([
      { value: '5 USDC' },
      { kind: 'text', text: `You also hold vouchers of ${says}` },
      { label: 'In all', value: 'at least $5' },
    ])
    expect(renderTelegram(card).html).toContain('In all')
    expect(JSON.stringify(card)).not.toContain('evil')
  })

  test('counts each kind once, whatever wallet it is in', async () => {
    const { services, known } = createStandInServices()
    known.wallets.set('id-alice', [ON_BASE, ON_HUB])
    known.vouchers.set('base', dust(2))
    known.vouchers.set('neuron', dust(3))
    const { card } = await balance.run('', speaker('alice'), services)
    expect(card.blocks).toMatchObject([
      { value: 'empty' },
      { value: 'empty' },
      { text: 'You also hold vouchers of 3 tokens that are not listed here.' },
    ])
  })

  test.each(LANGUAGES)('in words of %s', (language) => {
    const { unlisted } = wordsIn(language).balance
    expect(unlisted(300, true)).toContain('300')
    expect(unlisted(300, false)).not.toBe(unlisted(300, true))
  })
})

test('/balance of what is no token says so', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  await expect(balance.run('gold', speaker('alice'), services)).rejects.toMatchObject({
    code: 'UNKNOWN_TOKEN',
  })
})

test('shows the other chains when one is away', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  known.vouchers.set('base', [{ token: 'usdc', amount: 2_000_000n }])
  known.away.add('base')
  const { card } = await balance.run('', speaker('alice'), services)
  expect(card.blocks).toMatchObject([
    { value: 'cannot be read right now' },
    { value: '2 USDC' },
    { label: 'In all', value: 'at least $2' },
  ])
})

test('says how to go on without a linked wallet', async () => {
  const { services } = createStandInServices()
  await expect(balance.run('', speaker('alice'), services)).rejects.toMatchObject({
    code: 'NO_WALLET',
  })
})

test('says nothing of the sum where there are no prices, and at least what those come to that have one', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  known.balances.set('base/eth', 10n ** 18n)
  known.balances.set('base/usdc', 1_000_000n)
  const sum = async () => {
    const { card } = await balance.run('', speaker('alice'), services)
    return fieldsByLabel(card)['In all']
  }
  expect(await sum()).toBe('≈ $2501')
  services.market.prices = async () => new Map([['usdc', '1']])
  expect(await sum()).toBe('at least $1')
  services.market.prices = async () => new Map()
  expect(await sum()).toBeUndefined()
  services.market.prices = () => Promise.reject(new PoolsOutdatedError(60_000, 7))
  expect(await sum()).toBeUndefined()
  services.market.prices = () => Promise.reject(new Error('a fault of ours'))
  await expect(sum()).rejects.toThrow('a fault of ours')
})
