import { expect, test } from 'vitest'

import { mergeStandings } from '../../../src/core/tracking/merge-standings.ts'
import type { Hop, Outcome, Standing } from '../../../src/core/tracking/progress.ts'

const hop = (kind: Hop['kind'], state: Hop['state'], timeMs = 0): Hop => ({
  kind,
  chain_uid: kind === 'settle' ? 'vsl' : 'osmosis',
  state,
  tx_hash: `${kind}${timeMs}`,
  timeMs,
  detail: '',
})
const part = (outcome: Outcome, ...hops: Hop[]): Standing => ({
  progress: { outcome, txId: `osmosis:x:1:${outcome}`, hops },
  awaited: outcome === 'pending' ? { chain_uid: 'neuron' } : undefined,
})

test('one operation stays as it is', () => {
  const alone = part('pending', hop('submit', 'done'))
  expect(mergeStandings([alone])).toBe(alone)
})

test.each<[Outcome, Outcome, Outcome]>([
  ['completed', 'completed', 'completed'],
  ['completed', 'pending', 'pending'],
  ['refunded', 'pending', 'pending'],
  ['completed', 'refunded', 'refunded'],
  ['released_as_vouchers', 'completed', 'released_as_vouchers'],
  ['timed_out', 'pending', 'timed_out'],
])('%s and %s are %s together, and wait for what is missing', (one, other, whole) => {
  for (const order of [
    [one, other],
    [other, one],
  ] as const) {
    const { progress, awaited } = mergeStandings([part(order[0]), part(order[1])])
    expect(progress).toMatchObject({ outcome: whole, parts: order })
    expect(awaited).toEqual(whole === 'pending' ? { chain_uid: 'neuron' } : undefined)
  }
})

test.each([
  { name: 'what is due first', still: [], awaited: 'osmosis' },
  { name: 'what is due first on a chain that goes on', still: ['osmosis'], awaited: 'polygon' },
  {
    name: 'what is due first where all stand still',
    still: ['osmosis', 'polygon'],
    awaited: 'osmosis',
  },
])('of several that are under way, $name is awaited', ({ still, awaited }) => {
  const waiting = (chain_uid: string, dueMs: number) => ({
    ...part('pending'),
    awaited: { chain_uid, dueMs },
  })
  const late = { ...part('timed_out'), awaited: { chain_uid: 'neuron' } }
  const others = [waiting('polygon', 90), waiting('osmosis', 60)] as const
  const isStill = (uid: string) => still.some((one) => one === uid)
  expect(mergeStandings([...others], isStill).awaited?.chain_uid).toBe(awaited)
  expect(mergeStandings([late, ...others], isStill)).toMatchObject({
    progress: { outcome: 'timed_out' },
    awaited: { chain_uid: awaited },
  })
})

test('hops to one place are one, done once the last of them is; two payouts of one part stay two', () => {
  const { progress } = mergeStandings([
    part('pending', hop('submit', 'done', 1), hop('settle', 'done', 3), hop('release', 'done', 9)),
    part(
      'pending',
      hop('submit', 'done', 1),
      hop('settle', 'done', 4),
      hop('release', 'waiting'),
      hop('release', 'done', 8),
    ),
  ])
  expect(progress.hops).toEqual([
    hop('submit', 'done', 1),
    hop('settle', 'done', 4),
    hop('release', 'waiting'),
    hop('release', 'done', 8),
  ])
})

test('payouts to one place are paid together, where each is known and of one token', () => {
  const paying = (token: string, amount: string) =>
    part('completed', { ...hop('release', 'done'), paid: { token, amount } })
  const paidBy = (...parts: [Standing, Standing]) => mergeStandings(parts).progress.hops[0]?.paid
  expect(paidBy(paying('usdc', '40'), paying('usdc', '2'))).toEqual({ token: 'usdc', amount: '42' })
  expect(paidBy(paying('usdc', '40'), paying('eth', '2'))).toBeUndefined()
  expect(paidBy(paying('usdc', '40'), part('completed', hop('release', 'done')))).toBeUndefined()
})
