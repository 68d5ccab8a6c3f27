import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { trackCard } from '../../../src/bots/cards/track.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { OWN_REASONS, OwnReason } from '../../../src/core/terms/known-reason.ts'
import { progressOf, type Hop } from '../../../src/core/tracking/progress.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import { observations, watches } from '../../../src/store/tracking/tracking-tables.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { englishIn } from '../../bots/words/english-in.ts'

const at = { chainUid: 'base', txHash: '0xab' }
const chain_uid = 'base'
const tx_hash = '0xab'

/** What earlier versions stored of a failure: the words alone, with no code for those that were our own. */
async function setUp(words: string) {
  const { db } = openTestDatabase()
  const submit: Hop = { kind: 'submit', chain_uid, state: 'failed', tx_hash, detail: words }
  const progress = { outcome: 'failed' as const, txId: '', hops: [submit] }
  await db
    .insert(watches)
    .values({ ...at, progress, outcome: 'failed', openedAt: new Date(0) })
    .run()
  const said: Observation = {
    chain_uid,
    tx_hash,
    msg_index: 0,
    height: 1,
    timeMs: 1,
    sender: '0x1',
    events: [],
    ok: false,
    error: words,
  }
  await db
    .insert(observations)
    .values({ ...at, msgIndex: 0, height: 1, observation: said })
    .run()
  return { store: createTrackingStore(db), submit }
}

test.each(OwnReason.options)(
  'an earlier row with our own words reads with their code: %s',
  async (reason) => {
    const { store, submit } = await setUp(OWN_REASONS[reason])
    const stored = (await store.watch(chain_uid, tx_hash))?.progress
    expect(stored?.hops).toEqual([{ ...submit, reason }])
    const own = await store.observationsIn(chain_uid, tx_hash)
    const origin = { chain_uid, tx_hash, hub_chain_uid: 'hub', settlement_uid: 'vsl' }
    const anew = progressOf(origin, own)
    expect(anew.hops).toMatchObject([{ detail: OWN_REASONS[reason], reason }])
    if (!stored) throw new Error('the row was not found')
    const words = wordsIn('de')
    for (const progress of [stored, anew]) {
      const { blocks } = trackCard(words, sampleNetwork, chain_uid, tx_hash, progress)
      const said = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
      expect(said).toHaveLength(1)
      expect(englishIn('de', said)).toEqual([])
    }
  },
)

test('a chain’s words stay its own', async () => {
  const { store, submit } = await setUp('contract paused')
  expect((await store.watch(chain_uid, tx_hash))?.progress.hops).toEqual([submit])
  expect((await store.observationsIn(chain_uid, tx_hash))[0]).not.toHaveProperty('reason')
})
