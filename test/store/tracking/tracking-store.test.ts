import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { trackCard } from '../../../src/bots/cards/track.ts'
import { booksCursor } from '../../../src/claims/books-check.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { OWN_REASONS, OwnReason } from '../../../src/core/terms/known-reason.ts'
import { progressOf, type Hop } from '../../../src/core/tracking/progress.ts'
import type { Observation, ProtocolEvent } from '../../../src/core/tracking/observation.ts'
import type { Watch } from '../../../src/services/tracking/tracking-store-port.ts'
import { createTrackingStore, readAgainFrom } from '../../../src/store/tracking/tracking-store.ts'
import { createWebhookStore } from '../../../src/store/tracking/webhook-store.ts'
import { observations, watches } from '../../../src/store/tracking/tracking-tables.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { englishIn } from '../../bots/words/english-in.ts'
import { textsOf } from '../../bots/read-card.ts'

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
      const card = trackCard(words, sampleNetwork, chain_uid, tx_hash, progress)
      const said = textsOf(card)
      expect(said).toHaveLength(1)
      expect(englishIn('de', said)).toEqual([])
    }
  },
)

/** A watch that strangers asked for; the higher its number, the newer. */
const invented = (number: number): Watch => ({
  chain_uid,
  tx_hash: `0x${number}`,
  txId: undefined,
  progress: { outcome: 'pending', txId: '', hops: [] },
  openedAt: new Date(number),
  awaited: { chain_uid },
  lookAt: new Date(number),
})

test('of what strangers asked for and nobody has seen the newest stay; what has a reader stays, and its chain is asked for it first', async () => {
  const { db } = openTestDatabase()
  const store = createTrackingStore(db)
  for (let number = 1; number <= 9; number += 1)
    await store.openWatch(invented(number), [2, 8].includes(number) ? 'sign:1' : undefined)
  const hashes = (found: { tx_hash: string }[]) => found.map((watch) => watch.tx_hash)
  expect(hashes(await store.watchesToLookUp(chain_uid, new Date(9), 4))).toEqual([
    '0x2',
    '0x8',
    '0x1',
    '0x3',
  ])
  await store.forgetUnseen(3)
  const first = await store.watchesAwaiting(chain_uid, 3, undefined)
  const rest = await store.watchesAwaiting(chain_uid, 3, first.at(-1))
  expect([hashes(first), hashes(rest)]).toEqual([
    ['0x2', '0x6', '0x7'],
    ['0x8', '0x9'],
  ])
  await store.openWatch({ ...invented(10), awaited: { chain_uid, dueMs: 5 } }, undefined)
  expect(hashes(await store.watchesAwaiting(chain_uid, 9, undefined, true))).toEqual(['0x10'])
})

test('a chain’s words stay its own', async () => {
  const { store, submit } = await setUp('contract paused')
  expect((await store.watch(chain_uid, tx_hash))?.progress.hops).toEqual([submit])
  expect((await store.observationsIn(chain_uid, tx_hash))[0]).not.toHaveProperty('reason')
})

test('what many ask for at once is what each would be answered alone', async () => {
  const { db } = openTestDatabase()
  const store = createTrackingStore(db)
  const ids = ['base:0xa:1:1', 'base:0xa:1:2', 'base:0xa:1:2:p', 'base:0xa:1:3']
  const said = (chain: string, number: number, msg_index: number, height: number): Observation => ({
    chain_uid: chain,
    tx_hash: `0x${number}`,
    msg_index,
    height,
    timeMs: 1,
    sender: '0x1',
    ok: true,
    events: [
      { kind: 'transaction', tx_id: ids[number] ?? '', sender: '0x1', type: 'deposit_token' },
    ],
  })
  const ordered: ProtocolEvent = {
    kind: 'send_packet',
    tx_id: ids[2] ?? '',
    parent_tx_id: ids[1] ?? '',
    from_chain_uid: 'vsl',
    to_chain_uid: 'base',
    sequence: '1',
    msg: '',
  }
  await store.addObservations([
    said('base', 0, 1, 7),
    said('base', 0, 0, 7),
    said('osmosis', 0, 0, 5),
    said('base', 2, 0, 3),
    { ...said('base', 1, 0, 9), events: [...said('base', 1, 0, 9).events, ordered] },
  ])
  const byId = [...ids, 'base:0xa:1:', ids[1] ?? '']
  const byHash = ['base', 'osmosis'].flatMap((chain) =>
    ids.map((_, number) => [chain, `0x${number}`] as const),
  )
  const alone = []
  for (const id of byId) alone.push(await store.observationsOf(id))
  for (const [chain, hash] of byHash) alone.push(await store.observationsIn(chain, hash))
  const together = await Promise.all([
    ...byId.map((id) => store.observationsOf(id)),
    ...byHash.map(([chain, hash]) => store.observationsIn(chain, hash)),
  ])
  expect(together).toEqual(alone)
  expect(alone.map(({ length }) => length)).toEqual([3, 2, 1, 0, 5, 2, 2, 1, 1, 0, 1, 0, 0, 0])
})

test('many transactions that ordered many payouts are read at once, whatever a statement takes', async () => {
  const { db } = openTestDatabase()
  const store = createTrackingStore(db)
  const payoutsOf = (number: number): ProtocolEvent[] =>
    Array.from({ length: 170 }, (_, payout) => ({
      kind: 'send_packet',
      tx_id: `base:${number}:1:1:${payout}`,
      parent_tx_id: `base:${number}:1:1`,
      from_chain_uid: 'vsl',
      to_chain_uid: 'base',
      sequence: `${payout}`,
      msg: '',
    }))
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  const shared = { chain_uid: 'neuron', msg_index: 0, height: 1, timeMs: 1, sender: '', ok: true }
  await store.addObservations(
    numbers.map((number) => ({ ...shared, tx_hash: `${number}`, events: payoutsOf(number) })),
  )
  const found = await Promise.all(
    numbers.map((number) => store.observationsOf(`base:${number}:1:1:0`)),
  )
  expect(found.map(([one]) => one?.tx_hash)).toEqual(numbers.map((number) => `${number}`))
  const ordered = await Promise.all(
    numbers.map((number) => store.observationsOf(`base:${number}:1:1`)),
  )
  expect(ordered).toEqual(found)
})

test('up to which time all was taken in is kept beside the last block, until blocks are read again', async () => {
  const { db } = openTestDatabase()
  const store = createTrackingStore(db)
  const block = (height: number) => ({ height, hash: undefined })
  expect(await store.takenTo('base')).toBeUndefined()
  await store.moveCursor('base', block(40), undefined, undefined)
  expect(await store.takenTo('base')).toBeUndefined()
  await store.moveCursor('base', block(50), 40, new Date(7))
  await store.moveCursor('base', block(60), 50, undefined) // by a process that does not know it yet
  await store.moveCursor('base', block(70), 50, new Date(9)) // by one that does not know where it stands
  expect(await store.takenTo('base')).toEqual(new Date(7))
  await readAgainFrom(db, 'base', 30, new Date(0))
  expect(await store.takenTo('base')).toBeUndefined()
})

test('where blocks of a hub are read again, so are all numbers of its claims, and of no other hub', async () => {
  const { db } = openTestDatabase()
  const store = createTrackingStore(db)
  const places = ['neuron', booksCursor('neuron', 'euclid1claimer'), booksCursor('neuro', 'n')]
  for (const place of places)
    expect(await store.moveCursor(place, { height: 40, hash: undefined }, undefined)).toBe(true)
  expect(await readAgainFrom(db, 'neuron', 7, new Date(0))).toBe(40)
  expect(await Promise.all(places.map(store.cursor))).toEqual([6, -1, 40])
  // A round in hand keeps nothing of what it looked at before.
  const [, books = ''] = places
  expect(await store.moveCursor(books, { height: 41, hash: undefined }, 40)).toBe(false)
})

test('a webhook that is asked for anew is due again once all was told, with a number of its own', async () => {
  const { db } = openTestDatabase()
  const store = createWebhookStore(db)
  const hook = { id: 'wh_1', chain_uid, tx_hash, url: 'https://a.example/' }
  const due = (ms: number) => store.due('a.example', new Date(ms), 9)
  await store.add(hook, new Date(5))
  await store.postpone(hook.id, new Date(8))
  await store.add(hook, new Date(6))
  expect(await due(7)).toEqual([])
  for (const [ms, changes] of [
    [9, 9],
    [9, 10],
    [8, 11],
  ] as const) {
    const [waiting] = await due(9)
    if (waiting) await store.settle(waiting, new Date(9))
    expect(await due(9)).toEqual([])
    await store.add(hook, new Date(ms))
    const anew = { ...hook, changes, changedAt: new Date(ms), attempts: 0 }
    expect(await due(9)).toEqual([anew])
  }
})
