import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { afterAll, afterEach, expect, test } from 'vitest'

import { alice, depositCall, EVM_ALICE, EVM_BOBBY, transferCall } from '../../hub/hub-fixture.ts'
import {
  addCall,
  DENOM,
  OSMO_ALICE,
  OSMO_FACTORY,
  removeCall,
  startPoolHub,
  swapCall,
} from '../../hub/pool-fixture.ts'

// What the published hub tells and does where earlier ones do otherwise.

const hub = await startPoolHub({ generation: 'published' })
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())

const onBase = { chain_uid: 'base', address: EVM_ALICE }
const bobby = { chain_uid: 'base', address: EVM_BOBBY }
const onOsmosis = { chain_uid: 'osmosis', address: OSMO_ALICE }
const onHub = { chain_uid: 'neuron', address: alice }
const UUSDC = { native: { denom: 'uusdc' } }

const hubPort = `vsl.${hub.contracts.router}`
const basePort = 'base.0x00000000000000000000000000000000000fac70'
const osmoPort = `osmosis.${OSMO_FACTORY}`
/** As the hub prints what it sends, and what it acknowledges. */
const outward = (port: string) => ({ source_port: hubPort, destination_port: port })
const inward = (port: string) => ({ source_port: port, destination_port: hubPort })

type Told = { type: string; attributes: Record<string, string> }
/** Attributes in order, without the contract's own. */
const saidBy = ({ attributes }: Told) =>
  Object.entries(attributes).filter(([key]) => key !== '_contract_address')
const ofType = (events: readonly Told[], type: string) =>
  events.filter((event) => event.type === type)
const jsonIn = (base64 = '') => JSON.parse(fromUtf8(fromBase64(base64)))
const held = async ({ chain_uid, address }: typeof bobby, token: string) =>
  (await hub.vouchers(chain_uid, address))[token] ?? 0n
/** As the ledger's language prints its own values. */
const keyOf = (address: string) =>
  `BalanceKey { cross_chain_user: CrossChainUser { chain_uid: ChainUid("base"), address: "${address}" }, token_id: "usdc" }`
const usdc = (amount: bigint) => ({ token: 'usdc' as const, amount })

test('a deposit is told with its ports, its packet and then its answer, and mints to its sender first', async () => {
  const call = depositCall('usdc', 9n, [{ to: bobby, value: 4n }])
  const { events, sequence, txId, answer } = await hub.receive(call)
  const number = ['sequence', `${sequence}`]
  const [received] = ofType(events, 'euclid-receive-packet')
  expect(received && saidBy(received)).toEqual([number, ...Object.entries(inward(basePort))])
  const [repeated, answered] = ofType(events, 'euclid-write-acknowledgement')
  expect(repeated && saidBy(repeated)).toEqual([
    number,
    ...Object.entries(outward(basePort)),
    ['destination_chain_type', 'evm'],
    ['msg', expect.any(String)],
  ])
  expect(jsonIn(repeated?.attributes['msg'])).toEqual(call({ sender: onBase, tx_id: txId }))
  expect(answered && saidBy(answered)).toEqual([['ack', expect.any(String)]])
  expect(jsonIn(answered?.attributes['ack'])).toEqual(answer)
  const [begun] = ofType(events, 'euclid')
  expect(begun && saidBy(begun)).toEqual([
    ['version', '1.0.0'],
    ['action', 'transaction'],
    ['tx_id', txId],
    ['sender', `base:${EVM_ALICE}`],
    ['type', 'deposit_token'],
  ])
  expect(ofType(events, '').map(saidBy)).toEqual([
    [
      ['action', 'execute_mint'],
      ['mint_amount', '9'],
      ['mint_address', `base:${EVM_ALICE}`],
      ['mint_address_chain', 'base'],
      ['mint_token_id', 'usdc'],
      ['new_balance', '9'],
    ],
    [
      ['action', 'execute_transfer'],
      ['transfer_amount', '4'],
      ['from', keyOf(EVM_ALICE)],
      ['to', keyOf(EVM_BOBBY)],
      ['token_id', 'usdc'],
    ],
    [
      ['recipients', JSON.stringify([{ recipient: bobby, denom: { voucher: {} } }])],
      ['transfer_id_0_amount', '4'],
      ['amount', '9'],
      ['method', 'release_escrow_initiate'],
      ['token', 'usdc'],
      ['release_expected', '9'],
      ['release_initiated', '0'],
      ['transferred_amount', '4'],
      ['unreleased_amount', '5'],
    ],
  ])
})

test('each payout has an id of its own, of the user and the hub, in the order of the recipients, and is numbered by chain', async () => {
  const { events, height, txId, ok } = await hub.receive(
    transferCall('usdc', 5n, [
      { to: bobby, value: 1n, denom: DENOM.usdc },
      { to: onOsmosis, value: 2n, denom: UUSDC },
      { to: onBase, limit: 'dynamic', denom: DENOM.usdc },
    ]),
  )
  expect(ok).toBe(true)
  const nowSec = Math.floor(Date.now() / 1000)
  const sent = ofType(events, 'euclid-send-packet')
  expect(sent.map((event) => saidBy(event).map(([key]) => key))).toEqual(
    Array.from({ length: 3 }, () => [
      'source_port',
      'destination_port',
      'msg',
      'sequence',
      'timeout',
      'destination_chain_type',
    ]),
  )
  expect(sent.map(({ attributes }) => attributes)).toMatchObject([
    { ...outward(basePort), sequence: '0', destination_chain_type: 'evm' },
    { ...outward(osmoPort), sequence: '0', destination_chain_type: 'cosmos' },
    { ...outward(basePort), sequence: '1', destination_chain_type: 'evm' },
  ])
  for (const { attributes } of sent)
    expect(Math.abs(Number(attributes['timeout']) - nowSec - 60)).toBeLessThan(20)
  const child = (nonce: number) => `base:${EVM_ALICE}:neuron-local-1:${height}:0:${nonce}`
  const orders = sent.map(({ attributes }) => jsonIn(attributes['msg']).release_escrow)
  expect(orders).toMatchObject([
    { tx_id: child(0), amount: '1', recipient: EVM_BOBBY, sender: onBase },
    { tx_id: child(1), amount: '2', recipient: OSMO_ALICE, sender: onBase },
    { tx_id: child(2), amount: '2', recipient: EVM_ALICE, sender: onBase },
  ])
  // Nothing but the transaction that holds both leads from the one to the other.
  expect(JSON.stringify(orders)).not.toContain(txId)
  const burned = ofType(events, '').filter(
    ({ attributes }) => attributes['action'] === 'execute_burn',
  )
  expect(burned[0] && saidBy(burned[0])).toEqual([
    ['action', 'execute_burn'],
    ['burn_amount', '1'],
    ['burn_address', `base:${EVM_ALICE}`],
    ['burn_address_chain', 'base'],
    ['burn_token_id', 'usdc'],
    ['new_balance', '4'],
  ])
  const [told] = ofType(events, '').filter(({ attributes }) => attributes['method'])
  expect(told?.attributes).toMatchObject({
    release_id_0_amount: '1',
    release_id_1_amount: '2',
    release_id_2_amount: '2',
    release_initiated: '5',
    unreleased_amount: '0',
  })
})

test('an answer to a payout is told in the view of who gives it, under the payout’s id and a bare address', async () => {
  const [first, second] = await hub.releases()
  const before = await held(onBase, 'usdc')
  const paid = await hub.acknowledge(first?.sequence ?? 0, { ok: true, msg: '{"ok":{}}' })
  const [heard] = ofType(paid.events, 'euclid-receive-acknowledgement')
  expect(heard && saidBy(heard)).toEqual([['sequence', '0'], ...Object.entries(inward(basePort))])
  const [ended] = ofType(paid.events, 'euclid')
  expect(ended?.attributes).toMatchObject({
    tx_id: first?.tx_id,
    sender: EVM_ALICE,
    type: 'escrow_release',
  })
  const refused = { ok: false, msg: '{"error":"no such account"}' }
  const { events } = await hub.acknowledge(second?.sequence ?? 0, refused)
  expect(events.at(-1)?.attributes).toMatchObject({
    method: 'escrow_release_ack',
    error: 'no such account',
    mint_amount: '2',
    balance_key: JSON.stringify({ cross_chain_user: onBase, token_id: 'usdc' }),
  })
  expect((await held(onBase, 'usdc')) - before).toBe(2n)
  await hub.acknowledgeOsmosis(0, { ok: true, msg: '{"ok":{}}' })
})

test('a swap says in one event what it yielded and who was paid, without numbering who got nothing', async () => {
  const usdtOnOsmosis = { smart: { contract_address: OSMO_ALICE } }
  const out = await hub.expectedOut('usdc', 'usdt', 1_000n)
  const { events } = await hub.receive(
    swapCall({
      asset: usdc(1_000n),
      route: ['usdc', 'usdt'],
      recipients: [
        { to: onOsmosis, value: 5n, denom: usdtOnOsmosis },
        { to: bobby, value: 7n },
        { to: onHub, value: 8n },
      ],
    }),
  )
  const [told, ...others] = ofType(events, '').filter(
    ({ attributes }) => 'asset_out' in attributes || 'recipients' in attributes,
  )
  expect(others).toEqual([])
  expect(told?.attributes).toMatchObject({
    transfer_id_0_amount: '7',
    transfer_id_1_amount: '8',
    amount: `${out}`,
    method: 'release_escrow_initiate',
    token: 'usdt',
    transferred_amount: '15',
    unreleased_amount: `${out - 15n}`,
    action: 'reply_swap',
    amount_out: `${out}`,
    asset_out: 'usdt',
    asset_in: 'usdc',
    amount_in: '1000',
  })
  expect(Object.keys(told?.attributes ?? {})).not.toContain('transfer_id_2_amount')
})

test('what is taken out of a pool becomes vouchers of the sender, whoever was named, and no payout follows', async () => {
  const pair = { token_1: 'eth', token_2: 'usdc' }
  const added = await hub.receive(addCall({ token: 'eth', amount: 9_000n }, usdc(9_000n), 100))
  expect(added.ok).toBe(true)
  const before = [await held(onBase, 'eth'), await held(onBase, 'usdc')]
  const { answer, events } = await hub.receive(removeCall(pair, 4_000n, bobby))
  const removed = (token: string) => ({ token, amount: '4000' })
  expect(answer).toMatchObject({
    ok: {
      liquidity_removed: { token_1: removed('eth'), token_2: removed('usdc') },
      burn_lp_tokens: '4000',
    },
  })
  expect([await held(onBase, 'eth'), await held(onBase, 'usdc')]).toEqual(
    before.map((units) => units + 4_000n),
  )
  expect([await held(bobby, 'eth'), ofType(events, 'euclid-send-packet')]).toEqual([0n, []])
})
