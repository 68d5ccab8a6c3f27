import { expect, test } from 'vitest'

import { trackOf } from '../../../src/api/routes/meta-routes.ts'
import type { Hop, Outcome } from '../../../src/core/tracking/progress.ts'
import type { RelayRecord } from '../../../src/services/relaying/relay-store-port.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

const relay = (status: RelayRecord['status']): RelayRecord => ({
  id: 'a',
  signer: 'base:0xa',
  nonce: 'sample:a',
  textHash: undefined,
  message: undefined,
  expirySec: 0,
  signId: undefined,
  calls: [{ type: 'transfer_voucher', token: 'usdc', amount_in: '5' }],
  relayer: 'euclid1r',
  sequence: 7,
  txHash: 'HASH',
  bytes: new Uint8Array(),
  fee: 1n,
  status,
  error: status === 'failed' ? 'insufficient vouchers' : undefined,
  createdAt: new Date(0),
})

test.each<[RelayRecord['status'], Outcome | undefined, Hop['state'], string]>([
  ['signed', undefined, 'waiting', 'queued'],
  ['signed', 'pending', 'seen', 'queued'],
  ['included', 'pending', 'waiting', 'pending'],
  ['included', 'completed', 'done', 'success'],
  ['included', 'released_as_vouchers', 'done', 'success'],
  ['failed', undefined, 'waiting', 'failed'],
  ['failed', 'not_found', 'failed', 'failed'],
  ['failed', 'needs_attention', 'failed', 'failed'],
  ['failed', 'failed', 'failed', 'failed'],
  // It was given up, and a block has it all the same.
  ['failed', 'completed', 'done', 'success'],
  ['failed', 'pending', 'done', 'pending'],
])(
  'a text that is %s, and %s where it was sent (%s), is %s',
  (status, outcome, state, expected) => {
    const hop: Hop = { kind: 'submit', chain_uid: 'neuron', state, tx_hash: 'HASH', detail: '' }
    const progress = outcome && { outcome, txId: '', hops: [hop] }
    expect(trackOf(sampleNetwork, relay(status), progress).tx_status).toBe(expected)
  },
)

const OF_BASE = {
  type: 'meta_txn',
  source_chain_uid: 'vsl',
  meta_source_chain_uid: 'base',
  meta_txn_sub_type: ['transfer_voucher'],
  meta_call_txn_response: [{ type: 'transfer_voucher', token: 'usdc', amount_in: '5' }],
}

test('before anything is known of its way, the one step is our own transaction, with why it was given up', () => {
  const step = { chain_uid: 'neuron', tx_hash: 'HASH' }
  expect(trackOf(sampleNetwork, relay('signed'), undefined)).toEqual({
    ...OF_BASE,
    tx_status: 'queued',
    is_completed: false,
    destination_chain_uid: ['vsl'],
    status: [{ ...step, status: 'pending', msg: '' }],
  })
  expect(trackOf(sampleNetwork, relay('failed'), undefined)).toEqual({
    ...OF_BASE,
    tx_status: 'failed',
    is_completed: true,
    destination_chain_uid: ['vsl'],
    status: [{ ...step, status: 'failed', msg: 'insufficient vouchers' }],
  })
})

test('afterwards its steps are those of its way, and it goes to each chain that pays out, once', () => {
  const hops: Hop[] = [
    { kind: 'submit', chain_uid: 'neuron', state: 'done', tx_hash: 'HASH', detail: 'ran' },
    { kind: 'release', chain_uid: 'base', state: 'done', tx_hash: '0x1', detail: 'paid' },
    { kind: 'release', chain_uid: 'base', state: 'confirmed', tx_hash: '0x2', detail: '' },
    { kind: 'release', chain_uid: 'osmosis', state: 'failed', tx_hash: '0x3', detail: 'refused' },
  ]
  const progress = { outcome: 'pending', txId: '', hops } as const
  expect(trackOf(sampleNetwork, relay('included'), progress)).toEqual({
    ...OF_BASE,
    tx_status: 'pending',
    is_completed: false,
    destination_chain_uid: ['base', 'osmosis'],
    status: [
      { chain_uid: 'neuron', status: 'success', msg: 'ran', tx_hash: 'HASH' },
      { chain_uid: 'base', status: 'success', msg: 'paid', tx_hash: '0x1' },
      { chain_uid: 'base', status: 'pending', msg: '', tx_hash: '0x2' },
      { chain_uid: 'osmosis', status: 'failed', msg: 'refused', tx_hash: '0x3' },
    ],
  })
})
