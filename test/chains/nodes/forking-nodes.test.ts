import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createChainAccess } from '../../../src/chains/chain-access.ts'
import {
  createAgreement,
  type NodeReader,
  type Voter,
} from '../../../src/chains/nodes/agreement.ts'
import { newNode } from '../../../src/chains/nodes/chain-nodes.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { chainOf, hubOf } from '../../../src/core/terms/network.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import type { TakenBlock } from '../../../src/services/tracking/chain-reader-port.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

/** One that is read in ranges where it is far behind, and one that is not. */
const chainThat = (isSurveyed: boolean) =>
  isSurveyed ? chainOf(sampleNetwork, 'base') : hubOf(sampleNetwork)
/** Blocks that one call of a survey is about. */
const RUN = 30

/**
 * What a node does when it is asked: it has the right chain, one that parted from it at a block, the block beside the one that was asked
 * for, or nothing.
 */
type Mood = { kind: 'well' } | { kind: 'forked'; from: number } | { kind: 'beside' | 'away' }

const hashOf = (mood: Mood, height: number) =>
  mood.kind === 'forked' && height >= mood.from ? `fork of ${mood.from}, ${height}` : `${height}`
const happened = (hash: string, height: number): Observation => ({
  chain_uid: 'base',
  tx_hash: hash,
  msg_index: 0,
  height,
  timeMs: height,
  sender: '0x2',
  ok: true,
  events: [],
})

/** A node of a chain so high. Something of ours is in every tenth block, and it is another thing on another fork. */
function createNode(name: string, finalHeight: number, isSurveyed: boolean) {
  const chain = chainThat(isSurveyed)
  const node: { mood: Mood } = { mood: { kind: 'well' } }
  function ask(): Mood {
    if (node.mood.kind === 'away') throw new ChainUnavailableError(chain.chain_uid, 'it is away')
    return node.mood
  }
  const reader: NodeReader = {
    ...createChainAccess(chain, sampleNetwork),
    head: async () => ({ height: finalHeight, finalHeight, finalTimeMs: finalHeight }),
    async block(asked) {
      const mood = ask()
      const height = mood.kind === 'beside' ? asked + 1 : asked
      const hash = hashOf(mood, height)
      const observations = height % 10 === 0 ? [happened(hash, height)] : []
      return { hash, parentHash: hashOf(mood, height - 1), timeMs: height, observations }
    },
    ...(isSurveyed && {
      async survey(from: number, upTo: number) {
        const mood = ask()
        const to = Math.min(upTo, from + RUN - 1)
        const heights = new Set(Array.from({ length: to }, (_, at) => at + 1))
        for (const height of heights) if (height % 10 !== 0) heights.delete(height)
        const last = { hash: hashOf(mood, to), timeMs: to }
        return { from, to, parentHash: hashOf(mood, from - 1), heights, last }
      },
    }),
  }
  const voter: Voter<NodeReader> = {
    node: newNode(name, name),
    reader,
  }
  return { node, voter }
}

/** Reads a chain to its end, each step with other nodes. What is taken in is what it held, in order. */
async function readThrough(moods: readonly (readonly Mood[])[], isSurveyed: boolean, start = 0) {
  const finalHeight = isSurveyed ? 200 : 60
  const nodes = (moods[0] ?? []).map((_, at) => createNode(`${at}`, finalHeight, isSurveyed))
  const [first] = nodes
  if (!first) throw new Error('no node')
  let nowMs = 0
  const access = createAgreement({
    now: () => nowMs,
    chain: chainThat(isSurveyed),
    access: first.voter.reader,
    voters: nodes.map(({ voter }) => voter),
    listener: undefined,
    log: undefined,
  })
  await access.head()
  const taken: { height: number; hash: string | undefined; found: string[] }[] = []
  let last: TakenBlock = { height: start, hash: undefined }
  for (let step = 0; last.height < finalHeight; step += 1) {
    nowMs += 30_000 // nobody is asked more rarely
    const current = moods[step] ?? [] // in the end all are well
    for (const [at, { node }] of nodes.entries()) node.mood = current[at] ?? { kind: 'well' }
    try {
      const { hash, observations } = await access.blockAfter(last)
      last = { height: last.height + 1, hash }
      taken.push({ ...last, found: observations.map(({ tx_hash }) => tx_hash) })
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error
      if (step > moods.length + finalHeight) break // it stands where it cannot go on
    }
  }
  return { taken, hasEnded: last.height === finalHeight }
}

const forked = fc.record({
  kind: fc.constant('forked' as const),
  from: fc.integer({ min: 1, max: 200 }),
})
const bad: fc.Arbitrary<Mood> = fc.oneof(
  forked,
  fc.record({ kind: fc.constantFrom('beside' as const, 'away' as const) }),
)
const well: Mood = { kind: 'well' }
const truth = (height: number) => (height % 10 === 0 ? [`${height}`] : [])

test.each([
  { isSurveyed: false, start: 0 },
  { isSurveyed: true, start: 0 },
  { isSurveyed: true, start: 100 }, // a first start, where blocks are read by themselves and none is known
])(
  'of three nodes of which any one is wrong at a time, only what is right is taken in, all of it and in order (in ranges: $isSurveyed, from $start)',
  async ({ isSurveyed, start }) => {
    const oneWrong = fc
      .tuple(fc.nat(2), bad)
      .map(([at, mood]) => [0, 1, 2].map((place) => (place === at ? mood : well)))
    await fc.assert(
      fc.asyncProperty(fc.array(oneWrong, { minLength: 1, maxLength: 80 }), async (moods) => {
        const { taken, hasEnded } = await readThrough(moods, isSurveyed, start)
        expect(hasEnded).toBe(true)
        for (const { height, hash, found } of taken) {
          expect(found).toEqual(truth(height))
          if (hash !== undefined) expect(hash).toBe(`${height}`)
        }
      }),
      { numRuns: 40 },
    )
  },
)

test('one node that changes between forks and hides as it likes never has blocks taken in that do not follow one another', async () => {
  const parents = (hash: string) => {
    const [, from, height] = /^fork of (\d+), (\d+)$/.exec(hash) ?? []
    if (from === undefined) return `${Number(hash) - 1}`
    return hashOf({ kind: 'forked', from: Number(from) }, Number(height) - 1)
  }
  const step = fc.oneof(fc.constant(well), bad).map((mood) => [mood])
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 80 }), async (moods) => {
      const { taken } = await readThrough(moods, false)
      for (const [at, { hash = '' }] of taken.entries()) {
        const before = taken[at - 1]
        if (before) expect(parents(hash)).toBe(before.hash)
      }
    }),
    { numRuns: 100 },
  )
})
