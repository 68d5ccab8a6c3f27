import { expect, test } from 'vitest'

import { canTryAgain } from '../../../src/core/signing/can-try-again.ts'
import { OWN_REASONS } from '../../../src/core/terms/known-reason.ts'
import type { Hop, Outcome } from '../../../src/core/tracking/progress.ts'

const refused = (detail: string): Hop[] => [
  { kind: 'submit', chain_uid: 'neuron', state: 'failed', tx_hash: 'AB', detail },
]

test.each<[string, Outcome, { parts?: Outcome[]; hops?: Hop[] }, boolean]>([
  ['failed where it began', 'failed', { hops: refused('insufficient vouchers') }, true],
  ['in no block', 'not_found', {}, true],
  ['given back', 'refunded', {}, true],
  ['arrived', 'completed', {}, false],
  ['held as vouchers', 'released_as_vouchers', {}, false],
  ['under way', 'pending', {}, false],
  ['given back in part', 'refunded', { parts: ['completed', 'refunded'] }, false],
  [
    'brought by somebody else, on the interface contracts',
    'failed',
    { hops: refused('the nonce devnet:1 was used before') },
    false,
  ],
  [
    'brought by somebody else, on the published contracts',
    'failed',
    { hops: refused('Nonce already used for sender base:0xa') },
    false,
  ],
  ['late', 'failed', { hops: refused('Timestamp limit exceeded') }, false],
  ['late by our own words', 'not_found', { hops: refused(OWN_REASONS.text_expired) }, false],
])(
  'what is %s: asked for again only where nothing moves twice',
  (_what, outcome, more, expected) => {
    expect(canTryAgain({ outcome, ...more })).toBe(expected)
  },
)
