import { afterAll, expect, test } from 'vitest'

import type { Token } from '../../../src/core/terms/network.ts'
import {
  alice,
  bobby,
  createClaimKey,
  EVM_ALICE,
  EVM_BOBBY,
  signOrder,
  startTestHub,
} from './hub-fixture.ts'

/** Here euclid has a home on base too, where nothing lies in escrow at first. Ghost has a contract that nobody made. */
const TOKENS: Token[] = [
  {
    token: 'euclid',
    name: 'Euclid',
    decimals: 6,
    denoms: [
      { chain_uid: 'neuron', token_type: { native: { denom: 'ueuclid' } } },
      { chain_uid: 'base', token_type: { native: { denom: 'eth' } } },
    ],
  },
  {
    token: 'ghost',
    name: 'Ghost',
    decimals: 6,
    denoms: [{ chain_uid: 'neuron', token_type: { smart: { contract_address: bobby } } }],
  },
]
const toAlice = { chain_uid: 'neuron', address: alice }
const toBobby = { chain_uid: 'neuron', address: bobby }
const GHOSTS = { chain_uid: 'neuron', token: 'ghost', amount: 50n, from: alice, to: toAlice }
const hub = await startTestHub({ tokens: TOKENS, genesis: { deposits: [GHOSTS], pools: [] } })
afterAll(() => hub.stop())
const { factory } = hub.contracts

const coins = async (address: string) =>
  BigInt((await hub.client.getBalance(address, 'ueuclid')).amount)
const held = async (address: string, chain = 'neuron') =>
  (await hub.vouchers(chain, address))['euclid'] ?? 0n

/** Of packets that leave, come or are answered. */
const packetEvents = (events: { type: string }[]) =>
  events.filter(({ type }) => /packet|acknowledgement/.test(type))

const withdraw = (amount: bigint, cross_chain_addresses: object[]) =>
  hub.execute(alice, factory, {
    withdraw_virtual_balance: {
      token: 'euclid',
      amount: `${amount}`,
      cross_chain_addresses,
      timeout: 60,
    },
  })

test('a deposit turns coins into vouchers, and no packet is told of', async () => {
  const { events, height } = await hub.deposit(500n, toBobby)
  expect(await held(bobby)).toBe(500n)
  expect(await coins(factory)).toBe(500n)
  expect(await hub.escrow('euclid')).toEqual({ neuron: 500n })
  expect(packetEvents(events)).toEqual([])
  expect(events.filter(({ attributes }) => attributes['action'] === 'transaction')).toHaveLength(1)
  const txId = `neuron:${alice}:neuron-local-1:${height}:0:0`
  expect(events[0]).toMatchObject({
    type: 'euclid',
    attributes: { action: 'transaction', tx_id: txId, sender: alice, type: 'deposit_token' },
  })
})

test.each([
  {
    name: 'fewer funds than said',
    run: () => hub.deposit(5n, toBobby, {}, 4n),
    error: 'the funds must be exactly 5ueuclid',
  },
  {
    name: 'more funds than said',
    run: () => hub.deposit(5n, toBobby, {}, 6n),
    error: 'the funds must be exactly 5ueuclid',
  },
  {
    name: 'no funds',
    run: () => hub.deposit(5n, toBobby, {}, 0n),
    error: 'the funds must be exactly 5ueuclid',
  },
  {
    name: 'a denomination that is not the token',
    run: () =>
      hub.deposit(5n, toBobby, {
        asset_in: { token: 'euclid', token_type: { native: { denom: 'uother' } } },
      }),
    error: 'the funds must be exactly 5uother',
  },
  {
    name: 'a smart token',
    run: () =>
      hub.deposit(5n, toBobby, {
        asset_in: { token: 'euclid', token_type: { smart: { contract_address: alice } } },
      }),
    error: 'smart tokens are brought by sending them here',
  },
  {
    name: 'a timeout below 30',
    run: () => hub.deposit(5n, toBobby, { timeout: 29 }),
    error: 'Invalid timeout: 29 seconds, must be 30 to 240',
  },
  {
    name: 'a timeout as text',
    run: () => hub.deposit(5n, toBobby, { timeout: '60' }),
    error: 'expected number, received string',
  },
  {
    name: 'a recipient with a social name beside its address',
    run: () => hub.deposit(5n, { ...toBobby, social: { email: 'a@example.com' } }),
    error: 'Unrecognized key',
  },
  {
    name: 'a recipient whose chain is spelled in capitals',
    run: () => hub.deposit(5n, { ...toBobby, chain_uid: 'Neuron' }),
    error: 'Chain UID must be lowercase alphanumeric',
  },
  {
    name: 'a list of recipients that is null',
    run: () =>
      hub.execute(alice, factory, {
        withdraw_virtual_balance: {
          token: 'euclid',
          amount: '1',
          cross_chain_addresses: null,
          timeout: null,
        },
      }),
    error: 'expected array, received null',
  },
  {
    name: 'a recipient on no chain',
    run: () => hub.deposit(5n, { chain_uid: 'mars', address: bobby }),
    error: 'chain mars is not registered',
  },
  {
    name: 'an amount with a sign',
    run: () => hub.deposit(5n, toBobby, { amount_in: '+5' }),
    error: 'must be a whole number of base units',
  },
  {
    name: 'an unknown field',
    run: () => hub.deposit(5n, toBobby, { extra: 1 }),
    error: 'Unrecognized key',
  },
  {
    name: 'a withdrawal of more than there is',
    run: () => withdraw(10_000n, []),
    error: 'in vouchers, which is less than',
  },
  {
    name: 'a withdrawal to a chain without the escrow',
    run: async () => {
      await hub.deposit(7n, toAlice)
      return withdraw(7n, [{ user: { chain_uid: 'base', address: EVM_ALICE } }])
    },
    error: 'recipient 1 must get at least 7, but only 0 can be paid',
  },
])('$name fails the whole transaction, and no coin or voucher moves', async ({ run, error }) => {
  const before = [await coins(factory), await held(bobby)]
  await expect(run()).rejects.toThrow(error)
  const [coinsAfter, vouchersAfter] = [await coins(factory), await held(bobby)]
  expect([coinsAfter - (await held(alice)), vouchersAfter]).toEqual(before)
  if ((await held(alice)) > 0n) await withdraw(await held(alice), [])
})

test('vouchers move to any chain, and only the sender moves them', async () => {
  await hub.deposit(50n, toAlice)
  const message = {
    transfer_virtual_balance: {
      token: 'euclid',
      amount: '20',
      recipient_address: { chain_uid: 'base', address: EVM_BOBBY },
      timeout: null,
    },
  }
  const { events } = await hub.execute(alice, factory, message)
  expect(events[0]?.attributes).toMatchObject({ type: 'transfer_voucher', sender: alice })
  expect(await held(alice)).toBe(30n)
  expect(await held(EVM_BOBBY, 'base')).toBe(20n)
  await withdraw(30n, [])
})

test('a withdrawal on the hub pays coins at once, top-down, without any packet', async () => {
  await hub.deposit(100n, toAlice)
  const before = await coins(bobby)
  const { events, height } = await withdraw(90n, [
    { user: toBobby, limit: { less_than_or_equal: '60' } },
    { user: toAlice, limit: { equal: '10' } },
  ])
  expect((await coins(bobby)) - before).toBe(60n)
  expect(await held(alice)).toBe(30n)
  expect(packetEvents(events)).toEqual([])
  const tx_id = `neuron:${alice}:neuron-local-1:${height}:0:0`
  const released = events.filter(
    ({ attributes }) => attributes['method'] === 'release escrow_execute',
  )
  expect(released.map(({ type }) => type)).toEqual(['', ''])
  expect(released.map(({ attributes }) => attributes)).toMatchObject([
    { tx_id, sender: `neuron:${alice}`, token: 'euclid', amount: '60', to_address: bobby },
    { tx_id, sender: `neuron:${alice}`, token: 'euclid', amount: '10', to_address: alice },
  ])
  await withdraw(30n, [])
  expect(await held(alice)).toBe(0n)
})

test.each([
  { name: 'the sender', unsafe_refund_voucher_to_recipient: false, left: [50n, 0n] },
  {
    name: 'a recipient who may have them',
    unsafe_refund_voucher_to_recipient: true,
    left: [43n, 7n],
  },
])('a token that cannot be paid becomes vouchers of $name at once', async (row) => {
  const { left, unsafe_refund_voucher_to_recipient } = row
  const recipient = { user: toBobby, limit: { equal: '7' }, unsafe_refund_voucher_to_recipient }
  const cross_chain_addresses = [recipient]
  const withdraw_virtual_balance = {
    token: 'ghost',
    amount: '7',
    cross_chain_addresses,
    timeout: null,
  }
  const { events } = await hub.execute(alice, factory, { withdraw_virtual_balance })
  const methods = events.map(({ attributes }) => attributes['method'])
  expect(methods).not.toContain('release escrow_execute')
  expect(methods).toContain('escrow_release_ack')
  const ghosts = async (address: string) => (await hub.vouchers('neuron', address))['ghost'] ?? 0n
  expect([await ghosts(alice), await ghosts(bobby)]).toEqual(left)
  expect(await hub.escrow('ghost')).toEqual({ neuron: 50n })
})

test('a claim cannot be paid where the escrow is short, and stays for another chain', async () => {
  const key = createClaimKey(3)
  const claim = { create_voucher_claim: { claimer_pubkey: key.publicKey, pseudo_claim_id: 'p' } }
  const msg = Buffer.from(JSON.stringify(claim)).toString('base64')
  await hub.deposit(9n, { chain_uid: 'neuron', address: hub.contracts.claimer }, { msg })
  const order = (recipient: object) =>
    signOrder(key.privkey, { claim_id: 0, recipient, release_funds: true, release_msg: null })
  const onBase = order({ chain_uid: 'base', address: EVM_BOBBY })
  await expect(hub.redeem(onBase)).rejects.toThrow(
    'recipient 1 must get at least 9, but only 0 can be paid',
  )
  expect(await hub.claim(0)).toMatchObject({ amount: '9' })
  const before = await coins(bobby)
  await hub.redeem(order(toBobby))
  expect((await coins(bobby)) - before).toBe(9n)
})

test("coins of the factory are exactly the hub's escrow", async () => {
  expect((await hub.escrow('euclid'))['neuron']).toBe(await coins(factory))
  expect(await coins(factory)).toBe((await held(bobby)) + (await held(EVM_BOBBY, 'base')))
})
