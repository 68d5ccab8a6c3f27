import { expect, test } from 'vitest'

import type { Hop, Outcome } from '../../../src/core/tracking/progress.ts'
import { outcomeOf, stepStates } from '../../../src/core/tracking/outcome-of.ts'

const hops = (...given: [Hop['kind'], Hop['state']][]): Hop[] =>
  given.map(([kind, state]) => ({ kind, state, chain_uid: 'base', tx_hash: '', detail: '' }))

const refused = hops(['submit', 'done'], ['settle', 'failed'], ['confirm', 'waiting'])

test.each<{ outcome: Outcome; shown: string }>([
  { outcome: 'pending', shown: 'refunding' },
  { outcome: 'refunded', shown: 'refunded' },
  { outcome: 'timed_out', shown: 'timed_out' },
  { outcome: 'needs_attention', shown: 'needs_attention' },
])('what the hub refused and is $outcome is shown as $shown', ({ outcome, shown }) => {
  expect(outcomeOf({ outcome, hops: refused })).toBe(shown)
})

test('what nothing is known of is on its way, and a failed pay-out alone is no refund', () => {
  expect(outcomeOf()).toBe('pending')
  const unpaid = hops(['submit', 'done'], ['settle', 'done'], ['release', 'failed'])
  expect(outcomeOf({ outcome: 'pending', hops: unpaid })).toBe('pending')
})

test.each<{ outcome: Outcome; hops: Hop[]; states: string[] }>([
  { outcome: 'pending', hops: refused, states: ['done', 'failed', 'active'] },
  { outcome: 'timed_out', hops: refused, states: ['done', 'failed', 'waiting'] },
  {
    outcome: 'pending',
    hops: hops(['submit', 'confirmed'], ['settle', 'waiting']),
    states: ['active', 'waiting'],
  },
])('of a transaction that is $outcome the steps are $states', ({ states, ...progress }) => {
  expect(stepStates(progress)).toEqual(states)
})
