import { beforeEach, describe, expect, test } from 'vitest'

import { deposit } from '../../../src/bots/commands/deposit.ts'
import { history } from '../../../src/bots/commands/history.ts'
import { payWithAction } from '../../../src/bots/buttons/pay-with.ts'
import { moveView } from '../../../src/bots/cards/move.ts'
import { withdraw } from '../../../src/bots/commands/withdraw.ts'
import { FREE_PAYOUTS } from '../../../src/core/terms/payout-terms.ts'
import { noticed } from '../../../src/core/tracking/notice.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { ALICE_HUB, USDC } from '../../core/sample-network.ts'
import {
  HASH,
  ON_BASE,
  ON_HUB,
  alone,
  audience,
  createStandInServices,
} from './stand-in-services.ts'
import { fieldsByLabel } from '../read-card.ts'

const alice = alone('alice')
let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 9_000_000n)
  stand.known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000n }])
})

const request = () => stand.services.signRequests.current('s1')

describe('/deposit', () => {
  test('makes vouchers of the wallet that pays, and says so', async () => {
    const { card, live } = await deposit.run('half usdc on base', alice, stand.services)
    expect(await request()).toMatchObject({
      operation: 'deposit',
      senderAddress: ON_BASE.address,
      request: {
        amount_in: 4_500_000n,
        asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
        recipient: ON_BASE,
      },
    })
    expect(live).toMatchObject({ view: 'move', key: 's1' })
    expect(card.title).toBe('Deposit 4.5 USDC')
    expect(JSON.stringify(card)).toContain('Half of your 9 USDC is 4.5 USDC.')
    expect(fieldsByLabel(card)).toMatchObject({
      From: 'Base, wallet 0x887e…b2e1',
      To: 'Your vouchers of Base, wallet 0x887e…b2e1',
    })
  })

  test('paid from elsewhere makes vouchers of the wallet there', async () => {
    stand.known.balances.set('neuron/usdc', 9_000_000n)
    await deposit.run('5 usdc', alice, stand.services)
    await payWithAction.run('s1:0', alice, stand.services)
    expect(await request()).toMatchObject({ chain_uid: 'neuron', request: { recipient: ON_HUB } })
  })

  test('needs a wallet on the chain that was named', async () => {
    stand.known.wallets.set('id-alice', [ON_HUB])
    await expect(deposit.run('5 usdc on base', alice, stand.services)).rejects.toMatchObject({
      code: 'NO_WALLET',
      fix: expect.stringContaining('/wallet link'),
    })
  })
})

describe('/withdraw', () => {
  test.each([
    ['all usdc', 9_000_000n, ON_BASE],
    ['5 usdc to neuron', 5_000_000n, ON_HUB],
    [
      '5 usdc to base 0x2222222222222222222222222222222222222222',
      5_000_000n,
      { chain_uid: 'base', address: '0x2222222222222222222222222222222222222222' },
    ],
  ])('"%s" pays out', async (input, amount, user) => {
    await withdraw.run(input, alice, stand.services)
    expect(await request()).toMatchObject({
      operation: 'withdrawVoucher',
      chain_uid: 'base',
      senderAddress: ON_BASE.address,
      request: { token: 'usdc', amount, cross_chain_addresses: [{ user }] },
    })
  })

  test('of a token that is not where its vouchers are goes to another wallet', async () => {
    stand.known.vouchers.set('base', [{ token: 'euclid', amount: 5_000_000n }])
    const { card } = await withdraw.run('all euclid', alice, stand.services)
    expect(card.title).toBe('Withdraw 5 EUCLID ($0.50) to Neuron')
    expect(fieldsByLabel(card)).toMatchObject({
      From: 'Vouchers of Base, wallet 0x887e…b2e1',
      To: expect.stringContaining(`Neuron, wallet ${ALICE_HUB.slice(0, 10)}`),
    })
  })

  const KEEPS_ALL = { fee: { units: 5_000_000n }, isLocked: false }

  test('without a chain pays out to the first wallet where something would arrive', async () => {
    stand.services.market.payoutTerms = async (_token, chain) =>
      chain === 'base' ? KEEPS_ALL : FREE_PAYOUTS
    const { card } = await withdraw.run('5 usdc', alice, stand.services)
    expect(card.title).toBe('Withdraw 5 USDC to Neuron')
  })

  test('without a chain pays out to a wallet that can pay gas, not to an account of a passkey', async () => {
    stand.known.passkeys.add('id-alice')
    stand.known.closed = undefined // it signs a text
    await withdraw.run('5 usdc', alice, stand.services)
    expect(await request()).toMatchObject({
      senderAddress: ON_BASE.address,
      request: { cross_chain_addresses: [{ user: ON_HUB }] },
    })
  })

  test('without a chain says why where nothing would arrive in any wallet', async () => {
    stand.services.market.payoutTerms = async () => KEEPS_ALL
    await expect(withdraw.run('5 usdc', alice, stand.services)).rejects.toThrow('on Base')
  })

  test.each([
    ['9.000001 usdc', 'INSUFFICIENT_BALANCE', '9 USDC as vouchers of Base'],
    ['5 usdc to base 0x12', 'INVALID_ADDRESS', '0x12'],
    [`5 usdc to base 0x${'0'.repeat(40)}`, 'INVALID_ADDRESS', 'lost for good'],
    ['5 usdc to base euclid1 now', 'INVALID_REQUEST', '"to base euclid1 now" is more'],
    ['5 usdc from base', 'INVALID_REQUEST', '"from base" is more'],
  ])('"%s" is refused', async (input, code, says) => {
    await expect(withdraw.run(input, alice, stand.services)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says),
    })
  })

  test.each([
    ['5 usdc', 'None of your wallets has 5 USDC in vouchers.'],
    ['all usdc', 'None of your wallets has any USDC in vouchers.'],
  ])('"%s" without vouchers is refused, whatever the wallets hold', async (input, says) => {
    stand.known.vouchers.clear()
    await expect(withdraw.run(input, alice, stand.services)).rejects.toThrow(says)
  })

  test('without a wallet where the token is real asks for an address', async () => {
    stand.known.wallets.set('id-alice', [ON_BASE])
    stand.known.vouchers.set('base', [{ token: 'euclid', amount: 5_000_000n }])
    await expect(withdraw.run('all euclid', alice, stand.services)).rejects.toMatchObject({
      code: 'NO_WALLET',
      fix: 'Name a chain and an address there: Neuron.',
    })
    stand.known.wallets.clear()
    await expect(withdraw.run('all euclid', alice, stand.services)).rejects.toThrow(
      'none is linked',
    )
  })
})

describe('the card', () => {
  const at = (outcome: Progress['outcome'], more: Partial<Progress> = {}): Progress => ({
    outcome,
    txId: '',
    hops: [
      { kind: 'settle', chain_uid: 'vsl', state: 'failed', tx_hash: '', detail: 'too little' },
    ],
    ...more,
  })
  test.each([
    ['5 usdc', at('pending', { hops: [] }), 'Sending 5 USDC', 'Signed.'],
    ['5 usdc', at('completed'), '5 USDC are your vouchers now', '/withdraw'],
    ['to', at('completed'), '5 USDC arrived on Base', '0x887e…b2e1'],
    [
      'to',
      at('released_as_vouchers'),
      '5 USDC arrived as vouchers',
      'only a technical reason was given',
    ],
    ['5 usdc', at('failed'), 'Sending 5 USDC failed', 'Base refused'],
    ['5 usdc', at('not_found'), 'It never reached Base', 'Nothing was moved'],
    ['5 usdc', at('pending'), '5 USDC are coming back', 'only a technical reason was given'],
    ['5 usdc', at('refunded'), '5 USDC came back', 'what you had before'],
    [
      '5 usdc',
      at('timed_out', noticed({ kind: 'hub_too_late', chain_uid: 'base' })),
      'It takes too long',
      'held by the factory on Base',
    ],
    ['5 usdc', at('needs_attention'), 'It does not go on', 'only a technical reason was given.'],
  ])('of "%s" at %j says where the money is', async (input, progress, title, says) => {
    if (input === 'to') await withdraw.run('5 usdc to base', alice, stand.services)
    else await deposit.run(input, alice, stand.services)
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    stand.known.progress.set(`base/${HASH}`, progress)
    const rendered = await moveView('s1', stand.services, audience(alice.account))
    expect(rendered?.card.title).toBe(title)
    expect(JSON.stringify(rendered?.card)).toContain(says)
  })

  test('says what the hub keeps of a payout, and then what has arrived', async () => {
    stand.services.market.payoutTerms = async () => ({ fee: { units: 100_000n }, isLocked: false })
    const { card } = await withdraw.run('5 usdc to base', alice, stand.services)
    expect(fieldsByLabel(card)).toMatchObject({
      'Payout fee': '0.1 USDC, which the hub keeps for paying out on Base',
      Arrives: '4.9 USDC',
    })
    await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
    const paid = { token: 'usdc', amount: '4900000' }
    const arrived: Progress = {
      outcome: 'completed',
      txId: '',
      hops: [{ kind: 'release', chain_uid: 'base', state: 'done', tx_hash: '', detail: '', paid }],
    }
    stand.known.progress.set(`base/${HASH}`, arrived)
    const rendered = await moveView('s1', stand.services, audience())
    expect(rendered?.card.title).toBe('4.9 USDC arrived on Base')
  })

  test.each([
    {
      terms: { fee: { units: 5_000_000n }, isLocked: false },
      says: 'no more than the hub keeps of each payout of USDC on Base',
    },
    { terms: { fee: { units: 0n }, isLocked: true }, says: 'has locked Base' },
  ])('there is none for a payout of which nothing would arrive: $says', async ({ terms, says }) => {
    stand.services.market.payoutTerms = async () => terms
    await expect(withdraw.run('5 usdc to base', alice, stand.services)).rejects.toThrow(says)
    expect(await stand.requestStore.find('s1')).toBeUndefined()
  })

  test('says when the chain was locked after it was asked for', async () => {
    await withdraw.run('5 usdc to base', alice, stand.services)
    stand.services.market.payoutTerms = async () => ({ fee: { units: 0n }, isLocked: true })
    const rendered = await moveView('s1', stand.services, audience())
    expect(JSON.stringify(rendered?.card)).toContain('pays nothing out on Base right now')
  })

  test('of an expired request says that nothing was sent', async () => {
    await deposit.run('5 usdc', alice, stand.services)
    stand.clock.advanceMin(60)
    const rendered = await moveView('s1', stand.services, audience())
    expect(JSON.stringify(rendered?.card)).toContain('Nothing was sent')
  })
})

test('both stand in the history', async () => {
  await deposit.run('5 usdc', alice, stand.services)
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  await withdraw.run('5 usdc', alice, stand.services)
  await stand.requestStore.setTxHash('s2', HASH.replace('5', '6'), stand.clock.now())
  const { card } = await history.run('', alice, stand.services)
  for (const label of ['Deposit of 5 USDC', 'Withdrawal of 5 USDC'])
    expect(JSON.stringify(card)).toContain(label)
})
