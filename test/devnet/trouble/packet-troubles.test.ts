import { stringToHex } from 'viem'
import { expect, test } from 'vitest'

import type { OpenPacket } from '../../../src/devnet/relayer/packet.ts'
import { createActiveTroubles } from '../../../src/devnet/trouble/active-troubles.ts'
import { createPacketTroubles } from '../../../src/devnet/trouble/packet-troubles.ts'
import { LastingTrouble } from '../../../src/devnet/trouble/trouble.ts'

const COUNT = 400
const packets = new Map(
  Array.from({ length: COUNT }, (_, index): [bigint, OpenPacket] => {
    const sequence = BigInt(index + 1)
    const msg = stringToHex(JSON.stringify({ swap: { tx_id: `osmosis:alice:${sequence}` } }))
    return [sequence, { sequence, msg, timeoutAt: 1_800_000_000n, isLate: false }]
  }),
)

/** The sequences that such trouble lets through, of packets that are met in this order. */
function letThrough(request: object, met = packets): bigint[] {
  const troubles = createActiveTroubles(() => undefined)
  troubles.add(LastingTrouble.parse(request))
  const board = { fromChain: met, fromHub: new Map(), refresh: () => Promise.resolve() }
  const seen = createPacketTroubles(troubles).before(board, 'osmosis')
  return [...seen.fromChain.keys()].toSorted((a, b) => Number(a - b))
}

test('a probability takes about that share, and the seed says which, in whatever order they come', () => {
  const request = { kind: 'lose_packets', probability: 0.25, seed: 7 }
  const kept = letThrough(request)
  expect(kept.length / COUNT).toBeGreaterThan(0.65)
  expect(kept.length / COUNT).toBeLessThan(0.85)
  expect(letThrough(request, new Map([...packets].toReversed()))).toEqual(kept)
  expect(letThrough({ ...request, seed: 8 })).not.toEqual(kept)
})

test.each([
  { name: 'every packet', request: {}, lost: COUNT },
  { name: 'so many', request: { times: 3 }, lost: 3 },
  { name: 'those of the chain', request: { chain_uid: 'osmosis' }, lost: COUNT },
  { name: 'none of another chain', request: { chain_uid: 'base' }, lost: 0 },
  { name: 'those that go that way', request: { direction: 'to_hub' }, lost: COUNT },
  { name: 'none that goes the other way', request: { direction: 'from_hub' }, lost: 0 },
])('takes $name', ({ request, lost }) => {
  expect(letThrough({ kind: 'lose_packets', ...request })).toHaveLength(COUNT - lost)
})
