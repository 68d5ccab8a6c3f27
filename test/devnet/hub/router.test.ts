import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

import {
  DENOMS,
  alice,
  depositCall,
  EVM_ALICE,
  EVM_BOBBY,
  relayer,
  startTestHub,
  transferCall,
  USDC,
  type Own,
  type TestRecipient,
} from './hub-fixture.ts'

const hub = await startTestHub()
afterAll(() => hub.stop())
const { router, virtual_balance, factory, claimer } = hub.contracts

const onBase = { chain_uid: 'base', address: EVM_ALICE }
const bobbyOnBase = { chain_uid: 'base', address: EVM_BOBBY }
const onHub = { chain_uid: 'neuron', address: alice }

/** Every voucher and claim is backed by escrow or by a release that is under way. */
async function expectConserved() {
  expect(await hub.claims({ get_sender_claims: { sender: onBase, limit: 1, offset: 0 } })).toEqual(
    [],
  )
  for (const token of ['usdc', 'eth']) {
    const held = (
      await Promise.all(
        [onBase, bobbyOnBase, onHub].map(({ chain_uid, address }) =>
          hub.vouchers(chain_uid, address),
        ),
      )
    ).reduce((sum, vouchers) => sum + (vouchers[token] ?? 0n), 0n)
    expect((await hub.escrow(token))['base'] ?? 0n).toBe(held)
  }
}

test('the registry says which chains, tokens and denominations there are', async () => {
  expect(await hub.query(router, { get_state: {} })).toMatchObject({
    virtual_balance_address: virtual_balance,
    locked: false,
  })
  expect(await hub.query(router, { get_all_chains: {} })).toEqual({
    chains: [
      {
        chain_uid: 'base',
        chain: {
          factory_chain_id: '31337',
          factory: '0x00000000000000000000000000000000000fac70',
          chain_type: { evm: {} },
        },
      },
      {
        chain_uid: 'neuron',
        chain: { factory_chain_id: 'neuron-local-1', factory, chain_type: { native: {} } },
      },
    ],
  })
  expect(await hub.query(router, { query_all_tokens: { pagination: {} } })).toEqual({
    tokens: ['eth', 'euclid', 'usdc'],
  })
  expect(
    await hub.query(router, {
      query_all_tokens: { pagination: { min: 'eth', max: 'usdc', skip: 1, limit: 5 } },
    }),
  ).toEqual({ tokens: ['euclid'] })
  expect(await hub.query(router, { query_token_denoms: { token: 'usdc' } })).toEqual({
    denoms: [{ chain_uid: 'base', token_type: { smart: { contract_address: USDC } } }],
  })
  expect(await hub.query(router, { get_all_vlps: { pagination: {} } })).toEqual({ vlps: [] })
  expect(await hub.query(factory, { get_escrow: { token_id: 'euclid' } })).toEqual({
    escrow_address: factory,
    denoms: [{ native: { denom: 'ueuclid' } }],
  })
})

type Row = {
  name: string
  amount: bigint
  recipients: TestRecipient[]
  gets: [alice: bigint, bobby: bigint, hub: bigint]
}
const rows: Row[] = [
  { name: 'no recipient: all stays', amount: 10n, recipients: [], gets: [10n, 0n, 0n] },
  {
    name: 'equal all',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, value: 10n }],
    gets: [0n, 10n, 0n],
  },
  {
    name: 'equal part',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, value: 4n }],
    gets: [6n, 4n, 0n],
  },
  {
    name: 'equal above what is there',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, value: 11n }],
    gets: [0n, 10n, 0n],
  },
  {
    name: 'less_than_or_equal above what is there',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, limit: 'less_than_or_equal', value: 11n }],
    gets: [0n, 10n, 0n],
  },
  {
    name: 'less_than_or_equal below',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, limit: 'less_than_or_equal', value: 9n }],
    gets: [1n, 9n, 0n],
  },
  {
    name: 'greater_than_or_equal exactly met',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, limit: 'greater_than_or_equal', value: 10n }],
    gets: [0n, 10n, 0n],
  },
  {
    name: 'greater_than_or_equal takes all',
    amount: 10n,
    recipients: [{ to: bobbyOnBase, limit: 'greater_than_or_equal', value: 3n }],
    gets: [0n, 10n, 0n],
  },
  {
    name: 'top-down with a dynamic end',
    amount: 10n,
    recipients: [
      { to: bobbyOnBase, value: 3n },
      { to: onHub, limit: 'dynamic' },
    ],
    gets: [0n, 3n, 7n],
  },
  {
    name: 'the sender itself is served, and nothing moves',
    amount: 10n,
    recipients: [
      { to: onBase, value: 3n },
      { to: bobbyOnBase, limit: 'dynamic' },
    ],
    gets: [3n, 7n, 0n],
  },
  {
    name: 'nothing left for the second',
    amount: 10n,
    recipients: [
      { to: bobbyOnBase, limit: 'dynamic' },
      { to: onHub, limit: 'less_than_or_equal', value: 5n },
    ],
    gets: [0n, 10n, 0n],
  },
]
test.each(rows)('a deposit is shared out: $name', async ({ amount, recipients, gets }) => {
  const users = [onBase, bobbyOnBase, onHub]
  const read = () =>
    Promise.all(
      users.map(
        async ({ chain_uid, address }) => (await hub.vouchers(chain_uid, address))['usdc'] ?? 0n,
      ),
    )
  const before = await read()
  expect(await hub.receive(depositCall('usdc', amount, recipients))).toMatchObject({
    ok: true,
    answer: { ok: { amount: '10', token: 'usdc', sender: onBase } },
  })
  const after = await read()
  expect(after.map((value, index) => value - (before[index] ?? 0n))).toEqual(gets)
  await expectConserved()
})

/** A deposit with something else in it. */
const changed = (own: Own, change: object) => ({
  deposit_token: { ...Deposit.parse(depositCall('usdc', 10n, [])(own)).deposit_token, ...change },
})
const Deposit = z.object({ deposit_token: z.looseObject({}) })

/** A packet's events on the hub where nothing came of it. The last two are its acknowledgement: the packet, then the answer. */
const ANSWERED = [
  'euclid-receive-packet',
  'euclid-evm-write-acknowledgement',
  'euclid-write-acknowledgement',
]
/** Packets and answers stand in events as base64. */
const textIn = (event: { attributes: Record<string, string> } | undefined, name: string) =>
  fromUtf8(fromBase64(event?.attributes[name] ?? ''))

const tip = { create_voucher_claim: { claimer_pubkey: 'AA==', pseudo_claim_id: 'x' } }
test.each([
  {
    name: 'at least what is not there',
    call: depositCall('usdc', 10n, [
      { to: bobbyOnBase, limit: 'greater_than_or_equal', value: 11n },
    ]),
    error: 'recipient 1 must get at least 11, but only 10 can be paid',
  },
  {
    name: 'the second of two does not fit',
    call: depositCall('usdc', 10n, [
      { to: bobbyOnBase, value: 6n },
      { to: onHub, limit: 'greater_than_or_equal', value: 5n },
    ]),
    error: 'recipient 2 must get at least 5, but only 4 can be paid',
  },
  {
    name: 'a limit of nothing',
    call: depositCall('usdc', 10n, [{ to: bobbyOnBase, value: 0n }]),
    error: 'the limit of recipient 1 is zero',
  },
  {
    name: 'a limit that does not exist',
    call: depositCall('usdc', 10n, [{ to: bobbyOnBase, limit: 'most', value: 1n }]),
    error: 'Error parsing',
  },
  { name: 'zero', call: depositCall('usdc', 0n, []), error: 'the amount is zero' },
  {
    name: 'real tokens of the settlement layer, which is no chain',
    call: depositCall('usdc', 10n, [
      { to: { chain_uid: 'vsl', address: alice }, value: 1n, denom: DENOMS.usdc },
    ]),
    error: 'chain vsl is not registered',
  },
  {
    name: 'an unknown chain',
    call: depositCall('usdc', 10n, [{ to: { chain_uid: 'mars', address: EVM_BOBBY }, value: 10n }]),
    error: 'chain mars is not registered',
  },
  {
    name: 'an address of the wrong chain',
    call: depositCall('usdc', 10n, [
      { to: { chain_uid: 'neuron', address: EVM_BOBBY }, value: 10n },
    ]),
    error: 'is not an address on neuron',
  },
  {
    name: 'an address in capitals, since users are compared as text',
    call: depositCall('usdc', 10n, [
      {
        to: { chain_uid: 'base', address: EVM_BOBBY.toUpperCase().replace('0X', '0x') },
        value: 10n,
      },
    ]),
    error: 'must be in lower case',
  },
  {
    name: 'a wrong checksum',
    call: depositCall('usdc', 10n, [
      { to: { chain_uid: 'neuron', address: `${alice.slice(0, -1)}q` }, value: 10n },
    ]),
    error: 'is not an address on neuron',
  },
  {
    name: "another token's denomination",
    call: depositCall('usdc', 10n, [], DENOMS.eth),
    error: 'eth is not the denomination of usdc on base',
  },
  {
    name: 'vouchers as the asset',
    call: depositCall('usdc', 10n, [], DENOMS.voucher),
    error: 'Error parsing',
  },
  {
    name: 'the claimer without a message',
    call: depositCall('usdc', 10n, [{ to: { chain_uid: 'neuron', address: claimer }, value: 10n }]),
    error: 'needs a message that names the claimer',
  },
  {
    name: 'the claimer with a bad key',
    call: depositCall('usdc', 10n, [
      { to: { chain_uid: 'neuron', address: claimer }, value: 10n, message: tip },
    ]),
    error: 'claimer_pubkey is not base64 of a secp256k1 public key',
  },
  {
    name: 'the claimer with no JSON',
    call: depositCall('usdc', 10n, [
      { to: { chain_uid: 'neuron', address: claimer }, value: 10n, message: 'hello' },
    ]),
    error: 'is not create_voucher_claim',
  },
  {
    name: 'a message for somebody who reads none',
    call: depositCall('usdc', 10n, [{ to: bobbyOnBase, value: 10n, message: tip }]),
    error: 'cannot take a forwarding message',
  },
  {
    name: 'a contract that holds no vouchers',
    call: depositCall('usdc', 10n, [{ to: { chain_uid: 'neuron', address: router }, value: 10n }]),
    error: 'cannot hold vouchers',
  },
  {
    name: "somebody else's vouchers",
    call: transferCall('usdc', 1n, [], { chain_uid: 'base', address: EVM_BOBBY }),
    error: `vouchers of base:${EVM_BOBBY} cannot be moved by base:${EVM_ALICE}`,
  },
  {
    name: 'more vouchers than there are',
    call: transferCall('eth', 1n, [{ to: bobbyOnBase, value: 1n }]),
    error: `base:${EVM_ALICE} has 0 eth in vouchers, which is less than 1`,
  },
  {
    name: 'more vouchers than there are, to the sender itself',
    call: transferCall('eth', 1n, [
      { to: { chain_uid: 'base', address: EVM_ALICE }, limit: 'dynamic' },
    ]),
    error: `base:${EVM_ALICE} has 0 eth in vouchers, which is less than 1`,
  },
  {
    name: 'more vouchers than there are, of which nobody wants any',
    call: transferCall('eth', 1n, []),
    error: `base:${EVM_ALICE} has 0 eth in vouchers, which is less than 1`,
  },
  {
    name: 'an unknown token',
    call: transferCall('doge', 1n, []),
    error: 'token doge is not registered',
  },
  {
    name: 'a pair without a pool',
    call: ({ sender, tx_id }: Own) => ({
      remove_liquidity: {
        sender,
        lp_allocation: '1',
        pair: { token_1: 'eth', token_2: 'usdc' },
        recipient: sender,
        tx_id,
      },
    }),
    error: 'there is no pool of eth and usdc',
  },
  {
    name: 'an operation that nobody knows',
    call: (own: Own) => ({ mint: own }),
    error: 'unknown variant',
  },
  {
    name: 'two operations',
    call: (own: Own) => ({
      ...depositCall('usdc', 10n, [])(own),
      ...transferCall('usdc', 1n, [])(own),
    }),
    error: 'is not a factory packet',
  },
  {
    name: 'a field that nobody knows',
    call: (own: Own) => changed(own, { meta: '' }),
    error: 'Error parsing',
  },
  {
    name: 'an amount that is a number',
    call: (own: Own) => changed(own, { amount_in: 10 }),
    error: 'Error parsing',
  },
  {
    name: 'an amount of 129 bits',
    call: (own: Own) => changed(own, { amount_in: `${1n << 128n}` }),
    error: 'Error parsing',
  },
  {
    name: 'no recipients at all',
    call: (own: Own) => changed(own, { recipients: null }),
    error: 'Error parsing',
  },
  {
    name: "a sender of another chain than the factory's",
    call: (own: Own) => changed(own, { sender: onHub }),
    error: "the packet is of neuron, but the factory is base's",
  },
  {
    name: 'a packet that is no JSON',
    call: () => ({ toJSON: () => 'deposit_token' }),
    error: 'is not a factory packet',
  },
  {
    name: 'late arrival',
    call: depositCall('usdc', 10n, []),
    timeoutAt: 1_600_000_000,
    error: 'PacketTimedOut',
  },
])('an error acknowledgement, and nothing else, for $name', async ({ call, timeoutAt, error }) => {
  const before = await hub.escrow('usdc')
  const { ok, answer, events } = await hub.receive(
    call,
    timeoutAt === undefined ? {} : { timeoutAt },
  )
  expect(ok).toBe(false)
  expect(answer).toEqual({ error: expect.stringContaining(error) })
  expect(events.map(({ type }) => type)).toEqual(ANSWERED)
  expect(textIn(events.at(-1), 'ack')).toBe(JSON.stringify(answer))
  expect(await hub.escrow('usdc')).toEqual(before)
  await expectConserved()
})

test('a packet is run once, whatever is carried again', async () => {
  const { sequence } = await hub.receive(depositCall('eth', 5n, []))
  await expect(hub.receive(depositCall('eth', 5n, []), { sequence })).rejects.toThrow(
    `packet ${sequence} of base was received before`,
  )
  const late = await hub.receive(depositCall('eth', 5n, []), { timeoutAt: 1 })
  await expect(
    hub.receive(depositCall('eth', 5n, []), { sequence: late.sequence }),
  ).rejects.toThrow('was received before')
  expect((await hub.vouchers('base', EVM_ALICE))['eth']).toBe(5n)
  expect(
    await hub.query(router, {
      packet_acknowledgement: { source_chain_uid: 'base', sequence: 9_999 },
    }),
  ).toEqual({ acknowledgement: null })
})

test.each([
  {
    name: 'receive_packet',
    run: () => hub.receive(depositCall('eth', 5n, []), { from: alice }),
    error: 'only the packet relayer may carry packets',
  },
  {
    name: 'acknowledge_packet',
    run: () => hub.acknowledge(1, { ok: true, msg: '' }, alice),
    error: 'only the packet relayer may carry packets',
  },
  {
    name: 'receive_packet of the hub itself',
    run: () =>
      hub.execute(relayer, router, {
        receive_packet: { source_chain_uid: 'neuron', sequence: 1, timeout_at: 1, msg: '' },
      }),
    error: 'do not come by the relayer',
  },
  {
    name: 'execute_call',
    run: () =>
      hub.execute(alice, router, {
        execute_call: {
          tx_id: 'x',
          sender: onHub,
          call: {
            type: 'transfer_voucher',
            token: 'eth',
            amount: '1',
            recipients: [],
            timeoutSec: 60,
          },
        },
      }),
    error: 'may not act for',
  },
  {
    name: 'mint',
    run: () =>
      hub.execute(alice, virtual_balance, { mint: { user: onHub, token_id: 'eth', amount: '1' } }),
    error: 'only the router may change balances',
  },
  {
    name: 'virtual_balance_receive',
    run: () =>
      hub.execute(alice, claimer, {
        virtual_balance_receive: { sender: onHub, token_id: 'eth', amount: '1', msg: 'e30=' },
      }),
    error: 'Invalid vcoin address',
  },
  {
    name: 'release',
    run: () =>
      hub.execute(alice, factory, {
        release: {
          tx_id: 'x',
          sender: `neuron:${alice}`,
          token: 'euclid',
          denom: { native: { denom: 'ueuclid' } },
          amount: '1',
          to_address: alice,
        },
      }),
    error: 'only the router may release tokens',
  },
])('$name is not for everybody', async ({ run, error }) => {
  await expect(run()).rejects.toThrow(error)
})

test('the events of a deposit name its transaction and its packet', async () => {
  const call = depositCall('eth', 8n, [{ to: bobbyOnBase, value: 8n }])
  const { events, txId, sequence } = await hub.receive(call)
  expect(events.map(({ type, attributes }) => [type, attributes['action'] ?? ''])).toEqual([
    ['euclid-receive-packet', ''],
    ['euclid-evm-write-acknowledgement', ''],
    ['euclid', 'transaction'],
    ['euclid-escrow-balance-change', 'increase'],
    ['euclid-virtual-balance-change', 'increase'],
    ['euclid', 'deposit_token'],
    ['euclid-virtual-balance-change', 'decrease'],
    ['euclid-virtual-balance-change', 'increase'],
    ['euclid-write-acknowledgement', ''],
  ])
  const packet = { sequence: `${sequence}`, chain_uid: 'base' }
  expect(events[0]?.attributes).toMatchObject(packet)
  expect(events[1]?.attributes).toMatchObject(packet)
  expect(JSON.parse(textIn(events[1], 'msg'))).toEqual(call({ sender: onBase, tx_id: txId }))
  expect(Object.keys(events.at(-1)?.attributes ?? {})).toEqual(['_contract_address', 'ack'])
  expect(textIn(events.at(-1), 'ack')).toBe(
    JSON.stringify({ ok: { amount: '8', token: 'eth', sender: onBase } }),
  )
  expect(events[2]?.attributes).toMatchObject({
    tx_id: txId,
    sender: EVM_ALICE,
    type: 'deposit_token',
  })
  expect(
    (await hub.client.searchTx(`wasm-euclid.tx_id CONTAINS '${EVM_ALICE}:31337:${100 + sequence}'`))
      .length,
  ).toBe(1)
})

test('a withdrawal is a release packet; its acknowledgement settles it once', async () => {
  await hub.receive(depositCall('usdc', 100n, []))
  const escrow = (await hub.escrow('usdc'))['base'] ?? 0n
  const held = (await hub.vouchers('base', EVM_ALICE))['usdc'] ?? 0n
  const { answer, events, txId } = await hub.receive(
    transferCall('usdc', 60n, [
      { to: bobbyOnBase, value: 40n, denom: DENOMS.usdc },
      { to: onBase, value: 20n, denom: DENOMS.usdc },
    ]),
  )
  expect(answer).toEqual({ ok: { token: 'usdc', tx_id: txId } })
  expect(await hub.releases()).toMatchObject([
    {
      sequence: 0,
      sender: onBase,
      token: 'usdc',
      recipient: EVM_BOBBY,
      amount: 40n,
      denom: DENOMS.usdc,
      forwarding_message: null,
      tx_id: txId,
    },
    { sequence: 1, tx_id: txId, amount: 20n, recipient: EVM_ALICE },
  ])
  const [sentPacket] = events.filter(({ type }) => type === 'euclid-evm-send-packet')
  expect(sentPacket?.attributes).toMatchObject({ chain_uid: 'base', sequence: '0' })
  // Keys in the order that is published, nothing between them.
  expect(textIn(sentPacket, 'msg')).toBe(
    `{"release_escrow":{"sender":{"chain_uid":"base","address":"${EVM_ALICE}"},"token":"usdc","recipient":"${EVM_BOBBY}","amount":"40","denom":{"smart":{"contract_address":"${USDC}"}},"forwarding_message":null,"tx_id":"${txId}"}}`,
  )
  expect((await hub.escrow('usdc'))['base']).toBe(escrow - 60n)
  expect((await hub.vouchers('base', EVM_ALICE))['usdc']).toBe(held - 60n)

  const paid = await hub.acknowledge(0, { ok: true, msg: '{"ok":{}}' })
  expect(paid.events.map(({ type }) => type)).toEqual([
    'euclid-receive-acknowledgement',
    'euclid',
    '',
  ])
  expect(paid.events[2]?.attributes).toMatchObject({
    method: 'release_escrow_success',
    amount: '40',
    recipient: EVM_BOBBY,
    chain_uid: 'base',
  })
  const aliceHeld = (await hub.vouchers('base', EVM_ALICE))['usdc'] ?? 0n
  const failed = await hub.acknowledge(1, { ok: false, msg: '{"error":"the token said no"}' })
  expect(failed.events[0]?.attributes).toMatchObject({ sequence: '1', chain_uid: 'base' })
  expect(failed.events[1]?.attributes).toMatchObject({ tx_id: txId, type: 'escrow_release' })
  expect(failed.events.at(-1)?.attributes).toMatchObject({
    method: 'escrow_release_ack',
    error: 'the token said no',
    mint_amount: '20',
    balance_key: JSON.stringify({ cross_chain_user: onBase, token_id: 'usdc' }),
  })
  expect((await hub.vouchers('base', EVM_ALICE))['usdc']).toBe(aliceHeld + 20n)
  expect((await hub.escrow('usdc'))['base']).toBe(escrow - 40n)
  expect(await hub.releases()).toEqual([])
  for (const sequence of [0, 1, 2]) {
    await expect(hub.acknowledge(sequence, { ok: false, msg: '' })).rejects.toThrow(
      `no packet ${sequence} to base waits for an acknowledgement`,
    )
  }
  await expectConserved()
})

test('a release asks for enough escrow on that chain and the right denomination there', async () => {
  await hub.receive(depositCall('usdc', 5n, []))
  const wrong = await hub.receive(
    transferCall('usdc', 5n, [{ to: onBase, value: 5n, denom: DENOMS.eth }]),
  )
  expect(wrong.answer).toEqual({
    error: `eth is not the denomination of usdc on base, which is ${USDC}`,
  })
  const elsewhere = { to: onHub, value: 5n, denom: DENOMS.usdc }
  const strict = await hub.receive(
    transferCall('usdc', 5n, [{ ...elsewhere, limit: 'greater_than_or_equal' }]),
  )
  expect(strict.answer).toEqual({
    error: 'recipient 1 must get at least 5, but only 0 can be paid',
  })
  // A recipient who would take less gets what there is, which is nothing.
  const before = [await hub.vouchers('base', EVM_ALICE), await hub.escrow('usdc')]
  const { ok } = await hub.receive(transferCall('usdc', 5n, [elsewhere]))
  expect(ok).toBe(true)
  expect(await hub.releases()).toEqual([])
  expect([await hub.vouchers('base', EVM_ALICE), await hub.escrow('usdc')]).toEqual(before)
  await expectConserved()
})
