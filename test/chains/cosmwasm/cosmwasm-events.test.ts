import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { describe, expect, test } from 'vitest'

import {
  observeTransaction,
  type IncludedTransaction,
} from '../../../src/chains/cosmwasm/cosmwasm-events.ts'
import { chainOf, Network } from '../../../src/core/terms/network.ts'
import { HUB_FACTORY } from '../../core/sample-network.ts'
import { OSMO_FACTORY, threeChains } from '../../core/three-chains.ts'

const ROUTER = 'euclid1router'
const CLAIMER = 'euclid1claimer'
const RELAYER = 'euclid1relayer'
const network = Network.parse({
  ...threeChains,
  hub: { ...threeChains.hub, router: ROUTER, claimer: CLAIMER, virtual_balance: 'euclid1ledger' },
})
const published: Network = { ...network, generation: 'published' }
const TX_ID = 'base:0x887e:31337:12:4'

function event(type: string, contract: string, values: Record<string, string>, msgIndex?: number) {
  const attributes = { _contract_address: contract, ...values }
  const indexed = msgIndex === undefined ? attributes : { ...attributes, msg_index: `${msgIndex}` }
  return { type, attributes: Object.entries(indexed).map(([key, value]) => ({ key, value })) }
}

const call = (contract: string, data: object = {}) => ({
  sender: RELAYER,
  contract,
  data: JSON.stringify(data),
  value: '[]',
})

type Event = IncludedTransaction['events'][number]

function observe(change: Partial<IncludedTransaction>, told = network, chainUid = 'neuron') {
  const transaction = {
    tx_hash: 'AB',
    height: 5,
    timeMs: 1000,
    code: 0,
    log: '',
    events: [],
    calls: [call(ROUTER)],
    ...change,
  }
  const chain = chainOf(told, chainUid)
  if (chain.family !== 'cosmwasm') throw new Error(`${chainUid} is no CosmWasm chain`)
  return observeTransaction(told, chain, transaction)
}

const eventsIn = (told: Network, chainUid: string, ...events: Event[]) =>
  observe({ events }, told, chainUid).flatMap((observation) => observation.events)
const eventsOf = (...events: Event[]) => eventsIn(network, 'neuron', ...events)

const base64 = (value: object) => toBase64(toUtf8(JSON.stringify(value)))
const alice = { chain_uid: 'base', address: '0x887e' }
const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
/** A packet to the hub, and one from it that orders a payout under an id of its own. */
const DEPOSIT = {
  deposit_token: { sender: alice, asset_in: eth, amount_in: '5', recipients: [], tx_id: TX_ID },
}
const RELEASE = {
  release_escrow: {
    sender: alice,
    token: 'eth',
    recipient: '0x52',
    amount: '5',
    tx_id: `${TX_ID}:7`,
  },
}
/** What a packet's event says of the two sides, where the chain `other` is at the other end. */
type Sides = (other: string) => Record<string, string>
type Form = {
  form: string
  network: Network
  of: Record<'sent' | 'acknowledged', string>
} & Record<'hub' | 'factory', Sides>

const ports = (here: string, there: string) => ({
  source_port: `${here}.contract1here`,
  destination_port: `${there}.contract1there`,
})
const FORMS: Form[] = [
  {
    form: 'with ports',
    network: published,
    of: { sent: 'send-packet', acknowledged: 'write-acknowledgement' },
    hub: (other) => ports('vsl', other),
    factory: (other) => ports('osmosis', other),
  },
  {
    form: 'with the names of chains',
    network,
    of: { sent: 'evm-send-packet', acknowledged: 'evm-write-acknowledgement' },
    hub: (chain_uid) => ({ chain_uid }),
    factory: () => ({}),
  },
]

describe.each(FORMS)('packets told $form', ({ network: told, of, hub, factory }) => {
  const packetsOf = (...events: Event[]) =>
    eventsIn(told, 'neuron', ...events).filter((said) => 'from_chain_uid' in said)
  const came = { tx_id: TX_ID, from_chain_uid: 'base', to_chain_uid: 'vsl', sequence: '4' }
  const received = event('wasm-euclid-receive-packet', ROUTER, { sequence: '4', ...hub('base') }, 0)
  const acknowledged = event(
    `wasm-euclid-${of.acknowledged}`,
    ROUTER,
    { sequence: '4', ...hub('base'), msg: base64(DEPOSIT) },
    0,
  )
  const answered = (ack: string) => event('wasm-euclid-write-acknowledgement', ROUTER, { ack }, 0)

  test.each([
    { name: 'well', text: '{"ok":{"amount":"5"}}', read: { ok: true } },
    { name: 'with nothing', text: '{"ok":null}', read: { ok: true } },
    { name: 'with a refusal', text: '{"error":"no"}', read: { ok: false } },
    { name: 'with what says nothing of success', text: '{"released":5}', read: {} },
  ])('come and are answered $name, in the second of two events', ({ text, read }) => {
    expect(packetsOf(received, acknowledged, answered(toBase64(toUtf8(text))))).toEqual([
      { kind: 'recv_packet', msg: '', ...came },
      { kind: 'write_ack', msg: text, ...read, ...came },
    ])
  })

  test('that order a payout come with all that they say, since nothing else tells it there', () => {
    const values = { sequence: '9', ...factory('vsl') }
    const said = eventsIn(
      told,
      'osmosis',
      event('wasm-euclid-receive-packet', OSMO_FACTORY, values, 0),
      event(
        'wasm-euclid-write-acknowledgement',
        OSMO_FACTORY,
        { ...values, msg: base64(RELEASE) },
        0,
      ),
    )
    expect(said).toMatchObject([
      { kind: 'recv_packet', tx_id: `${TX_ID}:7`, msg: JSON.stringify(RELEASE) },
    ])
  })

  test('are not answered by the packet that the first event repeats, nor by an answer to none', () => {
    const answer = answered(base64({ ok: {} }))
    expect(packetsOf(received, acknowledged)).toMatchObject([{ kind: 'recv_packet' }])
    expect(packetsOf(received, answer)).toMatchObject([{ kind: 'recv_packet' }])
    // An answer is used up.
    expect(packetsOf(acknowledged, answer, answer)).toMatchObject([{ kind: 'write_ack' }])
  })

  test('belong to the transaction of their message where nothing else says so', () => {
    const values = { action: 'transaction', tx_id: 'own', sender: 'a', type: 'swap' }
    const own = event('wasm-euclid', ROUTER, values, 0)
    expect(packetsOf(own, received)).toEqual([
      { kind: 'recv_packet', msg: '', ...came, tx_id: 'own' },
    ])
    expect(packetsOf(own, received, acknowledged)).toMatchObject([{ tx_id: TX_ID }])
  })

  test('leave the hub with the payouts that they order, each under its own id', () => {
    const values = { action: 'transaction', tx_id: TX_ID, sender: 'base:0x887e', type: 'swap' }
    const said = eventsIn(
      told,
      'neuron',
      event('wasm-euclid', ROUTER, values, 0),
      event(
        `wasm-euclid-${of.sent}`,
        ROUTER,
        { msg: base64(RELEASE), sequence: '9', timeout: '1745', ...hub('base') },
        0,
      ),
    )
    const tx_id = `${TX_ID}:7`
    expect(said.slice(1)).toEqual([
      {
        kind: 'escrow_release',
        tx_id,
        chain_uid: 'base',
        token: 'eth',
        amount: '5',
        to_address: '0x52',
      },
      {
        kind: 'send_packet',
        tx_id,
        from_chain_uid: 'vsl',
        to_chain_uid: 'base',
        sequence: '9',
        msg: JSON.stringify(RELEASE),
        parent_tx_id: TX_ID,
        timeout_at: '1745',
      },
    ])
  })

  test.each([
    { name: 'their sender confirms', method: 'release_escrow_success', ok: true },
    { name: 'their sender takes back', method: 'escrow_release_ack', ok: false },
    { name: 'nothing is said of', method: 'hello', ok: undefined },
  ])('come back to where they were sent from, and $name', ({ method, ok }) => {
    const said = packetsOf(
      event('wasm-euclid-receive-acknowledgement', ROUTER, { sequence: '9', ...hub('base') }, 0),
      event('wasm', ROUTER, { method, tx_id: TX_ID }, 0),
    )
    expect(said).toEqual([
      {
        kind: 'recv_ack',
        tx_id: TX_ID,
        from_chain_uid: 'vsl',
        to_chain_uid: 'base',
        sequence: '9',
        msg: ok === undefined ? '' : ok ? '{"ok":[49]}' : `{"error":"${method}"}`,
        ...(ok !== undefined && { ok }),
      },
    ])
  })

  test.each([
    { station: 'send-packet', kind: 'send_packet', from: 'osmosis', to: 'vsl' },
    { station: 'receive-acknowledgement', kind: 'recv_ack', from: 'osmosis', to: 'vsl' },
    { station: 'receive-packet', kind: 'recv_packet', from: 'vsl', to: 'osmosis' },
  ])('go between a factory and the hub alone: $station', ({ station, kind, from, to }) => {
    const values = { sequence: '1', msg: base64(DEPOSIT), ...factory('vsl') }
    const said = eventsIn(told, 'osmosis', event(`wasm-euclid-${station}`, OSMO_FACTORY, values, 0))
    expect(said.find((each) => each.kind === kind)).toMatchObject({
      from_chain_uid: from,
      to_chain_uid: to,
      sequence: '1',
    })
  })

  test('are passed over where the hub does not say with which chain, and without a number', () => {
    const without = (values: Record<string, string>) =>
      packetsOf(event('wasm-euclid-receive-packet', ROUTER, values, 0))
    expect(without({ sequence: '4' })).toEqual([])
    expect(without(hub('base'))).toEqual([])
    expect(without({ sequence: '4', ...hub('base') })).toHaveLength(1)
  })
})

test('ports name the other side whichever way they are printed', () => {
  const said = [ports('vsl', 'base'), ports('base', 'vsl')].flatMap((sides) =>
    eventsIn(
      published,
      'neuron',
      event('wasm-euclid-receive-packet', ROUTER, { sequence: '4', ...sides }, 0),
    ),
  )
  const way = { from_chain_uid: 'base', to_chain_uid: 'vsl' }
  expect(said).toMatchObject([way, way])
})

test.each([
  { name: 'published', told: () => published, isRead: false },
  { name: 'interface', told: () => network, isRead: true },
])(
  "events with the hub's own names are packets only of the contracts that have them: $name",
  ({ told, isRead }) => {
    const values = {
      msg: base64(RELEASE),
      sequence: '9',
      chain_uid: 'base',
      ...ports('vsl', 'base'),
    }
    const said = eventsIn(told(), 'neuron', event('wasm-euclid-evm-send-packet', ROUTER, values, 0))
    expect(said.some(({ kind }) => kind === 'send_packet')).toBe(isRead)
  },
)

describe('claims', () => {
  const created = {
    create_claim: '0',
    sender: 'base:0x887e',
    token: 'usdc',
    claimer_pubkey: 'BPub',
    pseudo_claim_id: '65a1',
    claim_group_id: '',
    amount: '5000000',
  }
  const { create_claim: claim_id, ...said } = created
  const read = { kind: 'create_claim', claim_id, ...said }
  const executed = { execute_claim: '0', claim_msg_sender: 'euclid1relayer' }

  test.each([
    { name: 'made', values: created, expected: [read] },
    {
      name: 'made without ids',
      values: { ...created, pseudo_claim_id: '' },
      expected: [{ ...read, pseudo_claim_id: '' }],
    },
    {
      name: 'redeemed, with its recipient',
      values: { ...executed, recipient: 'base:0x52' },
      expected: [{ kind: 'execute_claim', claim_id, recipient: 'base:0x52' }],
    },
    {
      name: 'redeemed',
      values: executed,
      expected: [{ kind: 'execute_claim', claim_id, recipient: '' }],
    },
    { name: 'something else', values: { action: 'hello' }, expected: [] },
  ])('$name, as plain attributes of the contract', ({ values, expected }) => {
    expect(eventsOf(event('wasm', CLAIMER, values, 0))).toEqual(expected)
  })

  test.each(['euclid1stranger', ROUTER])(
    'are believed of the claimer only, not of %s',
    (contract) => {
      expect(eventsOf(event('wasm', contract, created, 0))).toEqual([])
    },
  )
})

describe('vouchers of a ledger that tells of no transfers', () => {
  const LEDGER = network.hub.virtual_balance
  const begun = { action: 'transaction', tx_id: TX_ID, sender: 'base:0x887e', type: 'swap' }
  const bobby = { chain_uid: 'osmosis', address: 'osmo1bobby' }
  const carol = { chain_uid: 'base', address: '0xca401' }
  const inVouchers = (recipient: object) => ({ recipient, denom: { voucher: {} } })
  const inTokens = (recipient: object) => ({ recipient, denom: { native: { denom: 'uosmo' } } })
  const paying = (recipients: object[], paid: Record<string, string>) => ({
    recipients: JSON.stringify(recipients),
    ...paid,
    amount: '90',
    method: 'release_escrow_initiate',
    token: 'usdc',
  })
  const yielded = { action: 'reply_swap', amount_out: '90', asset_out: 'usdc', asset_in: 'eth' }

  test.each([
    {
      name: 'are made',
      contract: LEDGER,
      values: {
        action: 'execute_mint',
        mint_amount: '5',
        mint_address: 'base:0x887e',
        mint_address_chain: 'base',
        mint_token_id: 'usdc',
        new_balance: '7',
      },
      changes: ['increase base:0x887e 5'],
    },
    {
      name: 'are burned',
      contract: LEDGER,
      values: {
        action: 'execute_burn',
        burn_amount: '5',
        burn_address: 'base:0x887e',
        burn_address_chain: 'base',
        burn_token_id: 'usdc',
        new_balance: '2',
      },
      changes: ['decrease base:0x887e 5'],
    },
    {
      name: 'move, of which the router tells',
      contract: LEDGER,
      values: {
        action: 'execute_transfer',
        transfer_amount: '5',
        from: 'BalanceKey { .. }',
        to: 'BalanceKey { .. }',
        token_id: 'usdc',
      },
      changes: [],
    },
    {
      name: 'come of a swap',
      contract: ROUTER,
      values: { ...paying([], {}), ...yielded },
      changes: ['increase base:0x887e 90'],
    },
    {
      name: 'come of a swap, and go to others in the same event',
      contract: ROUTER,
      values: {
        ...paying([inVouchers(bobby)], { transfer_id_0_amount: '30' }),
        ...yielded,
      },
      changes: [
        'increase base:0x887e 90',
        'decrease base:0x887e 30',
        'increase osmosis:osmo1bobby 30',
      ],
    },
    {
      name: 'go to others behind one who got nothing',
      contract: ROUTER,
      values: paying([inTokens(bobby), inVouchers(bobby), inVouchers(carol)], {
        transfer_id_0_amount: '30',
        transfer_id_1_amount: '60',
      }),
      changes: [
        'decrease base:0x887e 30',
        'increase osmosis:osmo1bobby 30',
        'decrease base:0x887e 60',
        'increase base:0xca401 60',
      ],
    },
    {
      name: 'go to others beside those who are paid in tokens, and behind ten more',
      contract: ROUTER,
      values: paying([inTokens(bobby), ...Array.from({ length: 11 }, () => inVouchers(carol))], {
        release_id_0_amount: '1',
        ...Object.fromEntries(
          Array.from({ length: 11 }, (_, index) => [`transfer_id_${index + 1}_amount`, `${index}`]),
        ),
      }),
      changes: Array.from({ length: 11 }, (_, index) => [
        `decrease base:0x887e ${index}`,
        `increase base:0xca401 ${index}`,
      ]).flat(),
    },
  ])('$name', ({ contract, values, changes }) => {
    const said = eventsIn(
      published,
      'neuron',
      event('wasm-euclid', ROUTER, begun, 0),
      event('wasm', contract, values, 0),
    )
    const told = said.flatMap((each) =>
      each.kind === 'voucher_change' ? [`${each.action} ${each.user} ${each.amount}`] : [],
    )
    expect(told).toEqual(changes)
  })
})

test.each([
  { packet: 'a swap', good: 'process_successfull_swap', bad: 'process_failed_swap' },
  {
    packet: 'a deposit',
    good: 'process_successfull_deposit_token',
    bad: 'process_failed_deposit_token',
  },
  { packet: 'liquidity', good: 'ack_add_liquidity', bad: 'liquidity_tx_err_refund' },
  { packet: 'a removal', good: 'ack_remove_liquidity', bad: 'liquidity_tx_err_refund' },
  { packet: 'a new pool', good: 'pool_creation', bad: 'reject_pool_request' },
  { packet: 'a transfer', good: 'transfer', bad: 'transfer_error' },
])('a factory says by its method how $packet ended', ({ good, bad }) => {
  const ended = (method: string) => {
    const values = { sequence: '1', ...ports('vsl', 'osmosis') }
    const heard = event('wasm-euclid-receive-acknowledgement', OSMO_FACTORY, values, 0)
    return eventsIn(published, 'osmosis', heard, event('wasm', OSMO_FACTORY, { method }, 0))
  }
  expect(ended(good)).toMatchObject([{ kind: 'recv_ack', ok: true }])
  expect(ended(bad)).toMatchObject([{ kind: 'recv_ack', ok: false }])
})

test('the events of strangers are not believed', () => {
  const forged = { action: 'transaction', tx_id: TX_ID, sender: 'a', type: 'deposit_token' }
  const stranger = event('wasm-euclid', 'euclid1stranger', forged, 0)
  expect(observe({ events: [stranger], calls: [call('euclid1stranger')] })).toEqual([])
  // Native events cannot be forged by contracts, and say nothing of the protocol.
  expect(eventsOf(event('euclid', ROUTER, forged, 0))).toEqual([])
})

test('each message is an observation of its own', () => {
  const received = (index: number) =>
    event(
      'wasm-euclid-receive-packet',
      ROUTER,
      {
        tx_id: `t${index}`,
        sequence: `${index}`,
        chain_uid: 'base',
      },
      index,
    )
  const found = observe({
    events: [received(2), received(0)],
    calls: [call(ROUTER), call('/cosmos.bank.v1beta1.MsgSend'), call(ROUTER)],
  })
  expect(found.map(({ msg_index, events }) => [msg_index, events[0]])).toMatchObject([
    [0, { tx_id: 't0' }],
    [2, { tx_id: 't2' }],
  ])
})

test('before messages were numbered, everything belongs to the first', () => {
  const values = { action: 'transaction', tx_id: TX_ID, sender: 'a', type: 'swap' }
  expect(observe({ events: [event('wasm-euclid', ROUTER, values)] })).toMatchObject([
    { msg_index: 0, events: [{ kind: 'transaction', tx_id: TX_ID }] },
  ])
})

test.each([
  { name: 'a call of a contract of ours', calls: [call(HUB_FACTORY)], seen: 1 },
  {
    name: 'a cw20 token sent to a contract of ours',
    calls: [call('euclid1cw20', { send: { contract: HUB_FACTORY, amount: '1', msg: '' } })],
    seen: 1,
  },
  {
    name: 'a cw20 token sent elsewhere',
    calls: [call('euclid1cw20', { send: { contract: RELAYER } })],
    seen: 0,
  },
  { name: 'another contract', calls: [call('euclid1other')], seen: 0 },
  { name: 'no contract', calls: [], seen: 0 },
])('a failure is seen with its reason: $name', ({ calls, seen }) => {
  const log =
    'failed to execute message; message index: 0: no such token: execute wasm contract failed'
  const found = observe({ code: 5, log, calls })
  const failed = { ok: false, error: 'no such token', events: [], sender: RELAYER }
  expect(found).toMatchObject(Array.from({ length: seen }, () => failed))
  expect(found).toHaveLength(seen)
})

test('a call that left no events has ended all the same', () => {
  expect(observe({})).toMatchObject([{ ok: true, events: [], sender: RELAYER }])
})

test('a call that is nested deeper than any stack is read like another one', () => {
  const data = `{"send":${'['.repeat(9_990)}${']'.repeat(9_990)}}`
  expect(observe({ calls: [{ ...call(ROUTER), data }] })).toMatchObject([{ ok: true, events: [] }])
})

test('the sender inside another message is the one that the chain names', () => {
  const values = { action: 'transaction', tx_id: TX_ID, sender: 'euclid1granter', type: 'swap' }
  const named = {
    type: 'message',
    attributes: [
      { key: 'sender', value: 'euclid1granter' },
      { key: 'msg_index', value: '0' },
    ],
  }
  const calls = [{ sender: '', contract: '/cosmos.authz.v1beta1.MsgExec', data: '{}', value: '[]' }]
  const events = [named, event('wasm-euclid', HUB_FACTORY, values, 0)]
  expect(observe({ events, calls })).toMatchObject([{ sender: 'euclid1granter' }])
})

test.each([network, published])(
  'what the sender of a swap says of it stands beside its transaction in $generation',
  (told) => {
    const begun = { action: 'transaction', tx_id: TX_ID, sender: 'a', type: 'swap' }
    const own = event('wasm-euclid', OSMO_FACTORY, begun, 0)
    const noted = (meta: string) => event('wasm-euclid', OSMO_FACTORY, { meta }, 0)
    const metaIn = (...events: Event[]) =>
      eventsIn(told, 'osmosis', ...events).filter(({ kind }) => kind === 'swap_meta')
    expect(metaIn(own, noted('{"swaps":{}}'))).toEqual([
      { kind: 'swap_meta', tx_id: TX_ID, meta: '{"swaps":{}}' },
    ])
    expect(metaIn(own, noted('no_meta'))).toEqual([])
    // When the answer is back it is told again, without the transaction's id.
    expect(metaIn(noted('{"swaps":{}}'))).toEqual([])
  },
)
