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
