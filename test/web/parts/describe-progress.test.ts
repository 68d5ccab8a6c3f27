import { expect, test } from 'vitest'

import type { Hop, Progress } from '../../../src/core/tracking/progress.ts'
import { stepsOf } from '../../../src/web/parts/progress-view.tsx'
import { english } from '../english.ts'

const hop = (kind: Hop['kind'], state: Hop['state'], more: Partial<Hop> = {}): Hop => ({
  kind,
  chain_uid: 'base',
  state,
  tx_hash: '',
  detail: '',
  ...more,
})
const names = {
  chainName: (uid: string) => uid.toUpperCase(),
  txUrl: (uid: string, hash: string) =>
    uid === 'base' ? `https://scan.example/${hash}` : undefined,
}
const states = (progress: Progress) => stepsOf(english, progress, names).map(({ state }) => state)

test('the first hop that is not done is the one in progress', () => {
  expect(
    states({
      outcome: 'pending',
      txId: '',
      hops: [hop('submit', 'done'), hop('settle', 'waiting'), hop('confirm', 'waiting')],
    }),
  ).toEqual(['done', 'active', 'waiting'])
})

test('what was seen but may still go away is in progress, and says so', () => {
  const [step] = stepsOf(
    english,
    { outcome: 'pending', txId: '', hops: [hop('submit', 'confirmed', { tx_hash: '0x1' })] },
    names,
  )
  expect(step).toEqual({
    label: 'Sent on BASE',
    state: 'active',
    detail: 'In a block, waiting until it is final',
    url: 'https://scan.example/0x1',
  })
})

test('nothing is in progress once it has ended', () => {
  expect(
    states({
      outcome: 'failed',
      txId: '',
      hops: [hop('submit', 'failed', { detail: 'out of gas' }), hop('settle', 'waiting')],
    }),
  ).toEqual(['failed', 'waiting'])
})

test('a chain without an explorer has no link', () => {
  const [step] = stepsOf(
    english,
    {
      outcome: 'completed',
      txId: '',
      hops: [hop('release', 'done', { chain_uid: 'osmosis', tx_hash: 'AB' })],
    },
    names,
  )
  expect(step).toEqual({ label: 'Paid out on OSMOSIS', state: 'done', detail: 'AB' })
})
