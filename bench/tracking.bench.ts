import { wordsIn } from '../src/bots/words/words.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'

import { streamRoutes } from '../src/api/routes/stream-routes.ts'
import { newWatchLimit } from '../src/api/client-limits.ts'
import { createApi } from '../src/api/server.ts'
import type { Services } from '../src/bots/dispatch/command.ts'
import { viewOf } from '../src/bots/cards/views.ts'
import { trackCard } from '../src/bots/cards/track.ts'
import { createDelivery } from '../src/bots/delivery/delivery.ts'
import type { ChainReader } from '../src/services/tracking/chain-reader-port.ts'
import type { Observation, ProtocolEvent } from '../src/core/tracking/observation.ts'
import { createChanges } from '../src/services/tracking/changes.ts'
import { createRecords } from '../src/services/tracking/records.ts'
import { createTracker, type Tracker } from '../src/services/tracking/tracker.ts'
import { createCardStore } from '../src/store/chats/card-store.ts'
import { openDatabase, type Db } from '../src/store/database.ts'
import { createTrackingStore } from '../src/store/tracking/tracking-store.ts'
import { sampleNetwork } from '../test/core/sample-network.ts'
import { median } from '../drill/quantile.ts'
import { report } from './figures.ts'
import { liveHeapBytes } from './live-heap.ts'
import { sleep } from '../src/wiring/sleep.ts'
import { untilSo } from '../drill/until-so.ts'

/**
 * Open watches in one process, over chains in memory and a database on disk: what a block costs its chain in calls, how long
 * its news takes to the outbox and to the card in a chat, what a watch takes in memory, and how long a restart needs to take them all up. Then open streams of one
 * watch, with those who listen in the same process: what each takes in memory, and what a change costs.
 *   npm run bench -- tracking 100000      of so many watches
 */
const SIZES =
  process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1_000, 10_000, 100_000]
/** So many are opened one after another, as people do, each synced to the disk. The others are put into the store as the tracker does. */
const OPENED = 100
const LISTENERS = [10, 100, 1000]
/** One client may have so many streams. */
const STREAMS_PER_CLIENT = 20
/** Blocks of the hub, each of which carries one watch on. */
const BLOCKS = 8

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const txIdOf = (number: number) => `base:0xabc:8453:7:${number}`
const packet = (number: number, kind: 'send_packet' | 'write_ack'): ProtocolEvent => ({
  kind,
  tx_id: txIdOf(number),
  from_chain_uid: 'base',
  to_chain_uid: 'vsl',
  sequence: `${number}`,
  ok: true,
  msg: '',
})

/** A chain's node: its blocks, and how often it was asked for anything. */
function createChain(chain_uid: string) {
  const blocks: Observation[][] = [[]]
  const byHash = new Map<string, Observation[]>()
  const books = { heads: 0, others: 0 }
  const called = <T>(answer: T) => {
    books.others += 1
    return Promise.resolve(answer)
  }
  const reader: ChainReader = {
    chain_uid,
    head: () => {
      books.heads += 1
      const height = blocks.length - 1
      return Promise.resolve({ height, finalHeight: height, finalTimeMs: Date.now() })
    },
    block: (height) => called(blocks[height] ?? []),
    blockAfter: ({ height }) =>
      called({ observations: blocks[height + 1] ?? [], hash: `0x${height + 1}` }),
    transaction: (txHash) => called(byHash.get(txHash)),
    isWaiting: () => called(false),
    search: () => called([]),
  }
  return {
    reader,
    books,
    mine(transactions: { tx_hash: string; events: ProtocolEvent[] }[]) {
      const height = blocks.length
      const block = transactions.map(({ tx_hash, events }) => ({
        chain_uid,
        tx_hash,
        msg_index: 0,
        height,
        timeMs: Date.now(),
        ok: true,
        sender: 's',
        events,
      }))
      for (const observation of block) byHash.set(observation.tx_hash, [observation])
      blocks.push(block)
    },
  }
}
type FakeChain = ReturnType<typeof createChain>

function startTracker(
  db: Db,
  chains: FakeChain[],
  onChange: (chainUid: string, txHash: string) => void,
) {
  const tracker = createTracker({
    network: sampleNetwork,
    readers: chains.map(({ reader }) => reader),
    store: createTrackingStore(db),
    onFinalBlock: async () => undefined,
    onChange,
    log: { warn: (details) => console.error(details) },
    now: () => new Date(),
    sleep: (_ms, signal) => sleep(5, signal),
  })
  tracker.start()
  return tracker
}

/** Delivery to a chat that takes every edit at once. */
function createChatDelivery(db: Db, tracker: Tracker, onEdit: () => void) {
  const cardOf = async (hash: string) => {
    const progress = await tracker.progress('base', hash)
    if (!progress) throw new Error(`${hash} is not followed`)
    return trackCard(wordsIn('en'), sampleNetwork, 'base', hash, progress)
  }
  const topicsOf = (hash: string) => [`t:${Number(hash)}`]
  const delivery = createDelivery({
    store: createCardStore(db),
    surfaces: [{ name: 'bench', send: async (chat) => chat, edit: async () => onEdit() }],
    views: { bench: async (hash) => ({ card: await cardOf(hash), topics: topicsOf(hash) }) },
    viewOf,
    services: {} as Services, // that view asks none of them
    languages: { wordsOf: async () => wordsIn('en') },
    log: { warn: (details) => console.error(details) },
    now: () => new Date(),
    sleep,
  })
  return {
    ...delivery,
    postCard: async (hash: string) =>
      delivery.post('bench', hash, await cardOf(hash), {
        view: 'bench',
        key: hash,
        topics: topicsOf(hash),
      }),
  }
}

const until = (holds: () => boolean) => untilSo(holds, 1)
const heapKb = () => liveHeapBytes() / 1024

for (const size of SIZES) {
  const dir = mkdtempSync(join(tmpdir(), 'vouch-bench-'))
  const { db, close } = openDatabase(dir)
  const base = createChain('base')
  const hub = createChain('neuron')
  let changes = 0
  const before = heapKb()
  const tracker = startTracker(db, [base, hub], () => (changes += 1))

  const openedAt = performance.now()
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  for (const number of numbers.slice(0, OPENED))
    await tracker.open('base', hashOf(number), `t:${number}`)
  const openMs = (performance.now() - openedAt) / OPENED
  const opened = await tracker.progress('base', hashOf(1))
  if (!opened) throw new Error('the first is not followed')
  const fresh = { chain_uid: 'base', txId: undefined, progress: opened, openedAt: new Date() }
  const store = createTrackingStore(db)
  await Promise.all(
    numbers
      .slice(OPENED)
      .map((number) =>
        store.openWatch(
          { ...fresh, tx_hash: hashOf(number), awaited: { chain_uid: 'base' }, lookAt: undefined },
          `t:${number}`,
        ),
      ),
  )
  // All are in a final block; their hub has done nothing yet.
  changes = 0 // opening is none of them
  base.mine(
    numbers.map((number) => ({
      tx_hash: hashOf(number),
      events: [
        { kind: 'transaction', tx_id: txIdOf(number), sender: '0xabc', type: 'deposit_token' },
        packet(number, 'send_packet'),
      ],
    })),
  )
  await until(() => changes >= size)
  const perWatch = (heapKb() - before) / size

  let edits = 0
  const delivery = createChatDelivery(db, tracker, () => (edits += 1))
  await delivery.deliverDue() // the news of the first block, which nobody follows yet
  for (const number of numbers.slice(0, BLOCKS)) await delivery.postCard(hashOf(number))
  delivery.start()

  const delays: number[] = []
  const cardDelays: number[] = []
  const calls = base.books.others + hub.books.others
  for (const number of numbers.slice(0, BLOCKS)) {
    const target = changes + 1
    const minedAt = performance.now()
    hub.mine([{ tx_hash: `AC-${number}`, events: [packet(number, 'write_ack')] }])
    await until(() => changes >= target)
    delays.push(performance.now() - minedAt)
    await until(() => edits >= delays.length)
    cardDelays.push(performance.now() - minedAt)
  }
  const perBlock = (base.books.others + hub.books.others - calls) / BLOCKS
  await tracker.stop()
  await delivery.stop()

  // A restart: the chains went on meanwhile, and everything that is open hears of it.
  const open = numbers.slice(BLOCKS)
  hub.mine(
    open.map((number) => ({ tx_hash: `RE-${number}`, events: [packet(number, 'write_ack')] })),
  )
  changes = 0
  const [again, cpu] = [performance.now(), process.cpuUsage()]
  const second = startTracker(db, [base, hub], () => (changes += 1))
  await until(() => changes >= open.length)
  const recoverMs = performance.now() - again
  const { user, system } = process.cpuUsage(cpu)
  const recoverCpuMs = (user + system) / 1_000
  await second.stop()
  close()
  rmSync(dir, { recursive: true })

  console.log(
    `${size} watches: ${perBlock} calls a block beside its head, block to outbox ${median(delays).toFixed(1)} ms and to the card ${median(cardDelays).toFixed(0)} ms (medians of ${BLOCKS}), ` +
      `open ${openMs.toFixed(2)} ms each, heap ${perWatch.toFixed(2)} kB each, ` +
      `restart took ${open.length} up in ${recoverMs.toFixed(0)} ms, ${(recoverCpuMs / open.length).toFixed(3)} ms of processor time each; ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB in all`,
  )
  report(`${size} watches, calls a block`, perBlock, 'calls', { atMost: 1 })
  report(`${size} watches, memory each`, perWatch, 'kB')
  report(`${size} watches, restart`, recoverMs / 1_000, 's', { atMost: 10 })
}

for (const count of LISTENERS) {
  const dir = mkdtempSync(join(tmpdir(), 'vouch-bench-'))
  const { db, close } = openDatabase(dir)
  const [base, hub] = [createChain('base'), createChain('neuron')]
  const changes = createChanges()
  const tracker = startTracker(db, [base, hub], changes.tell)
  const records = createRecords({ network: sampleNetwork, store: createTrackingStore(db), tracker })
  const api = createApi({
    log: pino({ level: 'silent' }),
    trustedProxies: ['127.0.0.1'],
    routes: [streamRoutes({ records, changes, allowNew: newWatchLimit(() => new Date()) })],
  })
  const { url } = await api.start({ port: 0, host: '127.0.0.1' })
  await tracker.open('base', hashOf(1))
  const heard = { states: 0 }
  const before = heapKb()
  for (let at = 0; at < count; at += 1) {
    const client = Math.floor(at / STREAMS_PER_CLIENT)
    const headers = { 'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${client % 250}` }
    get(`${url}/api/v1/txn/stream?chain=base&tx_hash=${hashOf(1)}`, { headers }, (response) =>
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: progress')) heard.states += 1
      }),
    )
  }
  await until(() => heard.states === count)
  const perListener = (heapKb() - before) / count
  const events: ProtocolEvent[] = [
    { kind: 'transaction', tx_id: txIdOf(1), sender: '0xabc', type: 'deposit_token' },
    packet(1, 'send_packet'),
  ]
  const [changedAt, usage] = [performance.now(), process.cpuUsage()]
  base.mine([{ tx_hash: hashOf(1), events }])
  await until(() => heard.states === 2 * count)
  const tookMs = performance.now() - changedAt
  const { user, system } = process.cpuUsage(usage)
  console.log(
    `${count} listeners: heap ${perListener.toFixed(1)} kB each, all heard of a change within ${tookMs.toFixed(0)} ms, ${((user + system) / 1000 / count).toFixed(2)} ms of processor time each`,
  )
  report(`${count} listeners, memory each`, perListener, 'kB')
  await tracker.stop()
  await api.stop()
  close()
  rmSync(dir, { recursive: true })
}
