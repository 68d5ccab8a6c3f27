import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { describe, expect, test } from 'vitest'

import {
  observeTransaction,
  type IncludedTransaction,
} from '../../../src/chains/cosmwasm/cosmwasm-events.ts'
import { hubOf, Network } from '../../../src/core/terms/network.ts'
import { HUB_FACTORY, sampleNetwork } from '../../core/sample-network.ts'

const ROUTER = 'euclid1router'
const CLAIMER = 'euclid1claimer'
const RELAYER = 'euclid1relayer'
const network = Network.parse({
  ...sampleNetwork,
  hub: { ...sampleNetwork.hub, router: ROUTER, claimer: CLAIMER, virtual_balance: 'euclid1ledger' },
})
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

function observe(change: Partial<IncludedTransaction>) {
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
  return observeTransaction(network, hubOf(network), transaction)
}

const eventsOf = (...events: IncludedTransaction['events'][number][]) =>
  observe({ events }).flatMap((observation) => observation.events)

describe('packets', () => {
  const peers = { source_chain_uid: 'base', destination_chain_uid: 'vsl' }
  const way = { tx_id: TX_ID, from_chain_uid: 'base', to_chain_uid: 'vsl', sequence: '4' }
  const base64 = (answer: object) => toBase64(toUtf8(JSON.stringify(answer)))

  test.each([
    {
      name: 'received',
      type: 'receive-packet',
      values: {},
      read: { kind: 'recv_packet', msg: '' },
    },
    {
      name: 'sent with its message',
      type: 'send-packet',
      values: { msg: '0x12' },
      read: { kind: 'send_packet', msg: '0x12' },
    },
    {
      name: 'answered well in JSON',
      type: 'write-acknowledgement',
      values: { msg: '{"ok":{}}' },
      read: { kind: 'write_ack', ok: true, msg: '{"ok":{}}' },
    },
    {
      name: 'refused in JSON',
      type: 'write-acknowledgement',
      values: { msg: '{"error":"no"}' },
      read: { kind: 'write_ack', ok: false, msg: '{"error":"no"}' },
    },
    {
      name: 'refused in base64 of JSON',
      type: 'write-acknowledgement',
      values: { msg: base64({ error: 'no' }) },
      read: { kind: 'write_ack', ok: false, msg: '{"error":"no"}' },
    },
    {
      name: 'acknowledged in base64 of JSON',
      type: 'receive-acknowledgement',
      values: { msg: base64({ ok: {} }) },
      read: { kind: 'recv_ack', ok: true, msg: '{"ok":{}}' },
    },
    {
      name: 'refused outright, in plain words',
      type: 'receive-acknowledgement',
      values: { ok: 'false', msg: 'escrow holds 0' },
      read: { kind: 'recv_ack', ok: false, msg: 'escrow holds 0' },
    },
    {
      name: 'answered in plain words that say nothing of success',
      type: 'write-acknowledgement',
      values: { msg: 'released' },
      read: { kind: 'write_ack', msg: 'released' },
    },
  ])('$name', ({ type, values, read }) => {
    const attributes = { tx_id: TX_ID, sequence: '4', ...peers, ...values }
    const found = eventsOf(event(`wasm-euclid-${type}`, ROUTER, attributes, 0))
    expect(found).toEqual([{ ...read, ...way }])
  })

  test.each([
    { station: 'send-packet', from: 'neuron', to: 'vsl' },
    { station: 'receive-acknowledgement', from: 'neuron', to: 'vsl' },
    { station: 'receive-packet', from: 'vsl', to: 'neuron' },
    { station: 'write-acknowledgement', from: 'vsl', to: 'neuron' },
  ])('of a factory that does not name the peers: $station', ({ station, from, to }) => {
    const values = { tx_id: TX_ID, sequence: '1', msg: '' }
    expect(eventsOf(event(`wasm-euclid-${station}`, HUB_FACTORY, values, 0))).toMatchObject([
      { from_chain_uid: from, to_chain_uid: to },
    ])
    // The router talks to many chains, so there nothing can be told.
    expect(eventsOf(event(`wasm-euclid-${station}`, ROUTER, values, 0))).toEqual([])
  })

  test('without a tx_id of their own they belong to that of their message', () => {
    const found = eventsOf(
      event(
        'wasm-euclid',
        ROUTER,
        { action: 'transaction', tx_id: TX_ID, sender: 'a', type: 'swap' },
        0,
      ),
      event('wasm-euclid-receive-packet', ROUTER, { sequence: '4', ...peers }, 0),
    )
    expect(found).toMatchObject([{ kind: 'transaction' }, { kind: 'recv_packet', tx_id: TX_ID }])
  })
})

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
        source_chain_uid: 'base',
        destination_chain_uid: 'vsl',
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
