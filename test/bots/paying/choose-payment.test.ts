import { beforeEach, describe, expect, test } from 'vitest'

import { choosePayment } from '../../../src/bots/paying/choose-payment.ts'
import { readAmount } from '../../../src/bots/reading/read-amount.ts'
import { createNetworkFees } from '../../../src/services/operations/network-fees.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { FREE_PAYOUTS } from '../../../src/core/terms/payout-terms.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createStandInServices, ON_BASE, ON_HUB, speaker } from '../commands/stand-in-services.ts'

const SECOND = { chain_uid: 'base', address: '0x2222222222222222222222222222222222222222' }
const ETH = 10n ** 18n

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
})

/** What pays for an amount as people write it. */
function choose(text: string, on?: string, asker = speaker('alice')) {
  const { amount, token } = readAmount(speaker('alice'), text.split(' '), sampleNetwork, {
    example: '',
  })
  const chain = on === undefined ? undefined : chainOf(sampleNetwork, on)
  return choosePayment({ amount, token, chain }, asker, stand.services)
}
const hold = (held: Record<string, bigint>) => {
  for (const [key, units] of Object.entries(held)) stand.known.balances.set(key, units)
}
const fees = (usd: Record<string, string | undefined>) => {
  for (const [chain, price] of Object.entries(usd))
    stand.known.fees.set(chain, {
      token: 'eth',
      amount: 1_000_000_000_000_000n,
      ...(price !== undefined && { usd: price }),
    })
}

describe('of several ways that are enough', () => {
  test.each([
    ['the cheaper one', { base: '0.02', neuron: '0.01' }, 'neuron', 'cheapest'],
    ['the first where both cost the same', { base: '0.01', neuron: '0.010' }, 'base', 'cheapest'],
    ['the one whose fee is known', { neuron: '9' }, 'neuron', 'cheapest'],
    ['the one whose fee has a price', { base: undefined, neuron: '9' }, 'neuron', 'cheapest'],
    ['the first where no fee is known', {}, 'base', 'first'],
  ])('%s pays', async (_what, usd, chain, why) => {
    hold({ 'base/usdc': 5_000_000n, 'neuron/usdc': 5_000_000n })
    fees(usd)
    const payment = await choose('5 usdc')
    const other = chain === 'base' ? 'neuron' : 'base'
    expect(payment).toMatchObject({
      kind: 'tokens',
      chain_uid: chain,
      terms: { why, others: [{ kind: 'tokens', chain_uid: other }] },
    })
  })

  test('vouchers pay before tokens, however cheap those are', async () => {
    hold({ 'base/usdc': 5_000_000n })
    fees({ base: '0.01', neuron: '9' })
    stand.known.vouchers.set('neuron', [{ token: 'usdc', amount: 5_000_000n }])
    expect(await choose('5 usdc')).toMatchObject({
      kind: 'vouchers',
      wallet: ON_HUB,
      terms: { why: 'vouchers', others: [{ kind: 'tokens', chain_uid: 'base' }] },
    })
  })

  test('what lies on a locked chain pays only where everything does, and is no other way either', async () => {
    hold({ 'base/usdc': 5_000_000n })
    stand.known.vouchers.set('neuron', [{ token: 'usdc', amount: 5_000_000n }])
    const lock = (...locked: string[]) => {
      stand.services.market.payoutTerms = async (_token, chain) => ({
        ...FREE_PAYOUTS,
        isLocked: locked.includes(chain),
      })
    }
    lock('neuron')
    expect(await choose('5 usdc')).toMatchObject({
      kind: 'tokens',
      chain_uid: 'base',
      terms: { why: 'only', others: [] },
    })
    lock('neuron', 'base')
    expect(await choose('5 usdc')).toMatchObject({ kind: 'vouchers', wallet: ON_HUB })
  })

  test('two wallets of one chain both count', async () => {
    stand.known.wallets.set('id-alice', [SECOND, ON_BASE])
    hold({ 'base/usdc': 5_000_000n })
    expect(await choose('5 usdc')).toMatchObject({
      wallet: SECOND,
      terms: { others: [{ address: ON_BASE.address }] },
    })
  })

  test('the chain that was asked for leaves no others', async () => {
    hold({ 'base/usdc': 5_000_000n, 'neuron/usdc': 5_000_000n })
    expect(await choose('5 usdc', 'neuron')).toMatchObject({
      chain_uid: 'neuron',
      terms: { why: 'named', others: [] },
    })
  })
})

describe('dollars', () => {
  test('are turned into tokens at the pools’ price, and said back', async () => {
    hold({ 'base/eth': ETH })
    expect(await choose('$5 of eth')).toMatchObject({
      amount: ETH / 500n,
      terms: { understood: { kind: 'usd', usd: '5', price: '2500' } },
    })
  })
  test('are enough without a wallet', async () => {
    stand.known.wallets.clear()
    expect(await choose('$5 of eth')).toMatchObject({ amount: ETH / 500n, wallet: undefined })
  })
  test('of a token without a price are refused with the reason', async () => {
    stand.known.pools = []
    await expect(choose('$5 of eth')).rejects.toMatchObject({
      message: expect.stringContaining('what ETH is worth'),
      fix: 'Name the amount in ETH.',
    })
  })
})

describe('half and all', () => {
  test.each([
    ['half usdc', 2_500_000n, { kind: 'half', of: 5_000_001n }],
    ['all of my usdc', 5_000_001n, { kind: 'all', of: 5_000_001n }],
  ])('"%s" is taken of the wallet that pays', async (text, amount, understood) => {
    hold({ 'base/usdc': 5_000_001n })
    const payment = await choose(text)
    expect(payment).toMatchObject({ chain_uid: 'base', amount })
    expect(payment.terms?.understood).toEqual(understood)
  })

  test('are taken of the vouchers where there are some', async () => {
    hold({ 'base/usdc': 9_000_000n })
    stand.known.vouchers.set('base', [{ token: 'usdc', amount: 4_000_000n }])
    expect(await choose('half usdc')).toMatchObject({ kind: 'vouchers', amount: 2_000_000n })
  })

  test('all of what pays the gas leaves twice the fee, and half does not touch it', async () => {
    hold({ 'base/eth': ETH })
    fees({ base: '2.5' })
    const kept = 2n * 10n ** 15n
    const all = await choose('all eth')
    expect(all.amount).toBe(ETH - kept)
    expect(all.terms?.understood).toEqual({ kind: 'all', of: ETH, kept })
    expect((await choose('half eth')).terms?.understood).toEqual({ kind: 'half', of: ETH })
  })

  test('half leaves the fee where it would not be left', async () => {
    hold({ 'base/eth': 3n * 10n ** 15n })
    fees({ base: '2.5' })
    expect(await choose('half eth')).toMatchObject({ amount: 10n ** 15n })
  })

  test.each([
    ['more than the fee', () => fees({ base: '2.5' }), 'no more than the network fee takes'],
    ['a fee that is known', () => undefined, 'cannot tell the network fee on Base'],
  ])('all of a gas token needs %s', async (_what, prepare, says) => {
    hold({ 'base/eth': 10n ** 15n })
    prepare()
    await expect(choose('all eth')).rejects.toThrow(says)
  })

  test.each([
    { kind: 'group', says: 'Your ETH on Base are no more than the network fee takes.' },
    { kind: 'private', says: 'Your 0.001 ETH on Base are no more than the network fee takes.' },
  ] as const)(
    'how much there is beside the fee is said in a chat of kind $kind: $says',
    async (row) => {
      hold({ 'base/eth': 10n ** 15n })
      fees({ base: '2.5' })
      const asker = speaker('alice', { chat: { id: 'alice', kind: row.kind } })
      await expect(choose('all eth', undefined, asker)).rejects.toThrow(row.says)
    },
  )

  test('need a linked wallet, and something in it', async () => {
    await expect(choose('all usdc')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    stand.known.wallets.clear()
    await expect(choose('all usdc')).rejects.toMatchObject({
      code: 'NO_WALLET',
      fix: expect.stringContaining('/wallet link'),
    })
  })
})

describe('network fees', () => {
  const feesAt = (gasCost: (chain: string, gas: bigint) => Promise<bigint>, price?: string) =>
    createNetworkFees({
      network: sampleNetwork,
      gasCost,
      prices: async () => new Map(price === undefined ? [] : [['eth', price]]),
    })
  const gwei = async (_chain: string, gas: bigint) => gas * 10n ** 9n

  test('count the approval that goes before', async () => {
    const fee = feesAt(gwei, '2500')
    expect(await fee('base', { approves: false })).toEqual({
      token: 'eth',
      amount: 300_000n * 10n ** 9n,
      usd: '0.75',
    })
    expect(await fee('base', { approves: true })).toMatchObject({ usd: '1' })
  })
  test('without a price are told in the token', async () => {
    expect(await feesAt(gwei)('base', { approves: false })).toEqual({
      token: 'eth',
      amount: 300_000n * 10n ** 9n,
    })
  })
  test('of a chain that does not answer are not known', async () => {
    const away = () => Promise.reject(new ChainUnavailableError('base', 'it hangs'))
    expect(await feesAt(away)('base', { approves: false })).toBeUndefined()
  })
})
