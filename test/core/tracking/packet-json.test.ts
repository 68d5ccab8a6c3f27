import fc from 'fast-check'
import { expect, test } from 'vitest'

import { acknowledgementOk, readPacketJson } from '../../../src/core/tracking/packet-json.ts'

const sender = { chain_uid: 'base', address: '0xabc' }
const tx_id = 'base:0xabc:8453:7:1'
const eth = { native: { denom: 'eth' } }
const usdc = { smart: { contract_address: '0xc0' } }
const pair = {
  token_1: { token: 'eth', amount: '3', token_type: eth },
  token_2: { token: 'usdc', amount: '4', token_type: { voucher: {} } },
}
const begun = (type: string) => ({ kind: 'transaction', tx_id, sender: '0xabc', type })
const taken = (token: string, token_type: object, amount: string) => ({
  kind: 'escrow_change',
  action: 'increase',
  chain_uid: 'base',
  token,
  token_type: JSON.stringify(token_type),
  amount,
})

const PACKETS = [
  {
    name: 'a deposit',
    packet: {
      deposit_token: {
        sender,
        asset_in: { token: 'usdc', token_type: usdc },
        amount_in: '5',
        recipients: [],
        tx_id,
      },
    },
    said: [
      begun('deposit_token'),
      { kind: 'deposit_token', tx_id, asset_in: 'usdc', amount_in: '5' },
      taken('usdc', usdc, '5'),
    ],
  },
  {
    name: 'a transfer',
    packet: {
      transfer_voucher: { sender, token: 'usdc', amount: '5', from: null, recipients: [], tx_id },
    },
    said: [begun('transfer_voucher')],
  },
  {
    name: 'a swap of vouchers',
    packet: {
      swap: {
        sender,
        asset_in: { token: 'eth', token_type: { voucher: {} } },
        amount_in: '5',
        asset_out: 'usdc',
        min_amount_out: '1',
        swaps: [{ token_in: 'eth', token_out: 'usdc' }],
        recipients: [],
        partner_fee_amount: '0',
        partner_fee_recipient: sender,
        tx_id,
      },
    },
    said: [
      begun('swap'),
      {
        kind: 'swap',
        tx_id,
        asset_in: 'eth',
        asset_in_denom: '{"voucher":{}}',
        asset_out: 'usdc',
        amount_in: '5',
        min_amount_out: '1',
      },
    ],
  },
  {
    name: 'a pool creation',
    packet: {
      request_pool_creation: {
        sender,
        tx_id,
        pair,
        pool_config: { constant_product: {} },
        slippage_tolerance_bps: 5,
      },
    },
    said: [begun('pool_creation'), taken('eth', eth, '3')],
  },
  {
    name: 'liquidity',
    packet: { add_liquidity: { sender, slippage_tolerance_bps: 5, pair, tx_id } },
    said: [begun('add_liquidity'), taken('eth', eth, '3')],
  },
  {
    name: 'a removal',
    packet: {
      remove_liquidity: {
        sender,
        lp_allocation: '5',
        pair: { token_1: 'eth', token_2: 'usdc' },
        recipient: sender,
        tx_id,
      },
    },
    said: [begun('remove_liquidity')],
  },
  {
    name: 'a release',
    packet: {
      release_escrow: {
        sender,
        token: 'eth',
        recipient: '0xdef',
        amount: '5',
        denom: eth,
        forwarding_message: null,
        tx_id,
      },
    },
    said: [],
  },
]

test.each(PACKETS)('$name says whose it is and what it brought', ({ packet, said }) => {
  expect(readPacketJson(JSON.stringify(packet))).toMatchObject({ tx_id, sender, said })
})

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)])
  return Object.fromEntries(entries.toReversed())
}

test.each(PACKETS)('$name may have its keys in any order', ({ packet }) => {
  const text = JSON.stringify(reversed(packet), undefined, 1)
  expect(readPacketJson(text)).toEqual(readPacketJson(JSON.stringify(packet)))
})

test.each([
  '',
  'null',
  '[]',
  '{"ok":{}}',
  '{"deposit_token":{}}',
  '{"mint":{"sender":{"chain_uid":"base","address":"0xabc"},"tx_id":"x"}}',
])('%s is no packet', (text) => {
  expect(readPacketJson(text)).toBeUndefined()
})

test.each([
  { token: 'usdc', moved: 'usdc' },
  { token: null, moved: undefined },
  { token: { id: 'usdc' }, moved: undefined },
  { token: undefined, moved: undefined },
])('a transfer is read whatever its token is: $token', ({ token, moved }) => {
  const packet = { transfer_voucher: { sender, token, amount: '5', recipients: [], tx_id } }
  expect(readPacketJson(JSON.stringify(packet))).toMatchObject({ tx_id, moved })
})

test('any text is a packet or none, and never an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => [readPacketJson(text), acknowledgementOk(text)]).not.toThrow()
    }),
  )
})

test.each([
  ['{"ok":{"amount":"5"}}', true],
  ['{"ok":[49]}', true],
  ['{"error":"PacketTimedOut"}', false],
  ['{"error":{"code":1}}', undefined],
  ['{"okay":1}', undefined],
  ['ok', undefined],
  ['null', undefined],
])('the acknowledgement %s: %s', (text, ok) => {
  expect(acknowledgementOk(text)).toBe(ok)
})
