import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'

import type { Network } from '../../../src/core/terms/network.ts'
import { UNSEEN_WATCHES } from '../../../src/core/terms/open-limits.ts'
import type { ProtocolEvent } from '../../../src/core/tracking/observation.ts'
import { createRecords } from '../../../src/services/tracking/records.ts'
import { createTracker } from '../../../src/services/tracking/tracker.ts'
import { openDatabase, type Db } from '../../../src/store/database.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { createTrackingStore, readAgainFrom } from '../../../src/store/tracking/tracking-store.ts'
import { observations, watches } from '../../../src/store/tracking/tracking-tables.ts'
import { createHeldTime } from '../../held-time.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { threeChains } from '../../core/three-chains.ts'
import { createFakeChain } from './fake-chain.ts'
import { packet, transaction, TX_ID } from '../../core/tracking/sample-deposit.ts'

const HASH = '0xaa'
const deposit = (number: number): ProtocolEvent => ({
  kind: 'transaction',
  tx_id: `base:0x${number}:8453:7:${number}`,
  sender: `0x${number}`,
  type: 'deposit_token',
})

type Station = Parameters<typeof packet>[0]
/** Three operations that one transaction began: two of one sender, and one of another. */
const THREE = [TX_ID, 'base:0xabc:8453:7:2', 'base:0xdef:8453:7:3'].map((tx_id, index) => {
  const at = (kind: Station): ProtocolEvent => ({
    kind,
    tx_id,
    from_chain_uid: 'base',
    to_chain_uid: 'vsl',
    sequence: `${index + 1}`,
    ok: true,
    msg: '',
  })
  const began: ProtocolEvent = { kind: 'transaction', tx_id, sender: '', type: 'deposit_token' }
  return { msg_index: index, began: [began, at('send_packet')], at }
})
const beginThree = (base: ReturnType<typeof createFakeChain>, tx_hash = HASH) =>
  base.mineAll(THREE.map(({ msg_index, began }) => ({ tx_hash, msg_index, events: began })))

/** Has as many transactions followed as if strangers had asked for them, from the oldest to the newest. */
const makeUp = (db: Db, count: number, lookAt: number) =>
  db.run(sql`insert into watches (chain_uid, tx_hash, progress, outcome, opened_at, awaits, look_at)
    with recursive made(number) as (select 0 union all select number + 1 from made where number < ${count - 1})
    select 'base', 'made up ' || number, '{"outcome":"pending","txId":"","hops":[]}', 'pending', number, 'base', ${lookAt} from made`)

type Trouble = (base: ReturnType<typeof createFakeChain>) => void

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** More chains than the two, and their network. */
type Wider = { network: Network; more: readonly ReturnType<typeof createFakeChain>[] }

function setUp(
  db: Db = openDatabase(':memory:').db,
  base = createFakeChain('base'),
  hub = createFakeChain('neuron'),
  isUnderWay: (chainUid: string, txHash: string) => boolean = () => false,
  { network, more }: Wider = { network: sampleNetwork, more: [] },
) {
  const time = createHeldTime()
  const heard: string[] = []
  const warned: string[] = []
  const tracker = createTracker({
    network,
    readers: [base, hub, ...more].map(({ reader }) => reader),
    store: time.waitingFor(createTrackingStore(db)),
    onFinalBlock: async (block) => void heard.push(...block.map(({ tx_hash }) => tx_hash)),
    ofOurs: async (...ours) => (isUnderWay(...ours) ? { isUnderWay: true } : undefined),
    log: { warn: (_details, message) => void warned.push(message) },
    now: time.now,
    sleep: time.sleep,
  })
  const start = () => {
    tracker.start()
    stops.push(() => tracker.stop())
  }
  /** A few rounds of every chain's loop; the first is at once. */
  const rounds = () => time.pass(3_000)
  const outcome = async () =>
    (await tracker.progress('base', HASH))?.hops
      .map(({ kind, state }) => `${kind} ${state}`)
      .join(', ')
  return { base, db, heard, hub, outcome, rounds, start, time, tracker, warned }
}

describe('the tracker', () => {
  test('follows a transaction from seen to completed over both chains, and tells its topic of each change', async () => {
    const { base, db, hub, outcome, rounds, start, tracker } = setUp()
    start()
    await tracker.open('base', HASH, 'sign:1')
    expect(await outcome()).toBe('submit waiting')
    base.mine(HASH, [transaction, packet('send_packet')], { final: false })
    await rounds()
    expect(await outcome()).toBe('submit confirmed')
    base.finalize()
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm waiting')
    base.mine('0xbb', [packet('recv_ack')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm done')
    expect((await db.select().from(outbox).all()).map(({ topic }) => topic)).toEqual([
      'sign:1',
      'sign:1',
      'sign:1',
      'sign:1',
    ])
  })

  test('follows no more of what strangers make up than there is room for, and whatever a reader waits for', async () => {
    const { db, tracker } = setUp()
    await makeUp(db, UNSEEN_WATCHES, 0)
    await tracker.open('base', 'made up 0', 'sign:1')
    let asked = 0
    for (let number = 1; number <= 1_000; number += 1)
      await tracker.openFor(() => void (asked += 1), 'base', `new ${number}`)
    const hashes = ['made up 0', 'made up 1', 'made up 999', 'made up 1000', 'new 1']
    const found = await Promise.all(hashes.map((hash) => tracker.progress('base', hash)))
    expect(found.map((progress) => progress !== undefined)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
    expect(asked).toBe(1_000)
    const refuse = () => {
      throw new Error('too many')
    }
    await tracker.openFor(refuse, 'base', 'new 1') // is followed already
    await expect(tracker.openFor(refuse, 'base', 'one more')).rejects.toThrow('too many')
    expect(await tracker.progress('base', 'one more')).toBeUndefined()
  })

  test('tells all of very many that their chain stalls', async () => {
    const { db, rounds, start, time } = setUp()
    await makeUp(db, 4_001, Number.MAX_SAFE_INTEGER)
    start()
    await rounds()
    const isTold = sql`${watches.progress} like '%stalled%'`
    expect(await db.$count(watches, isTold)).toBe(0)
    await time.pass(10 * 60_000)
    expect(await db.$count(watches, isTold)).toBe(4_001)
  })

  test('tells who asked for the end once, and not before', async () => {
    const { base, db, hub, outcome, rounds, start, tracker } = setUp()
    start()
    await tracker.open('base', HASH, 'end:telegram:7')
    base.mine(HASH, [transaction, packet('send_packet')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    expect(await db.select().from(outbox).all()).toEqual([])
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    base.mine('0xbb', [packet('recv_ack')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm done')
    expect(await db.select().from(outbox).all()).toMatchObject([
      { kind: 'notify', platform: 'telegram', userId: '7', view: 'track', key: `base:${HASH}` },
    ])
  })

  test('whoever asks again for what is followed is answered, also where nothing can be kept', async () => {
    const { db, tracker } = setUp()
    const asked = await tracker.open('base', HASH)
    await db.run(sql.raw('pragma query_only = 1'))
    expect(await tracker.open('base', HASH)).toEqual(asked)
    await expect(tracker.open('base', HASH, 'sign:1')).rejects.toThrow(
      'Nothing can be written down',
    ) // the topic would be lost
  })

  test('goes on by itself after a time in which nothing could be kept, also where a chain began to stall in it', async () => {
    const { base, db, hub, outcome, rounds, start, time, tracker } = setUp()
    const refuseWrites = async (isRefused: 0 | 1) =>
      void (await db.run(sql.raw(`pragma query_only = ${isRefused}`)))
    start()
    await tracker.open('base', HASH, 'sign:1')
    await rounds()
    await refuseWrites(1)
    await time.pass(10 * 60_000) // both chains stall, which is to be told
    base.mine(HASH, [transaction, packet('send_packet')])
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    base.mine('0xbb', [packet('recv_ack')])
    await rounds()
    expect(await outcome()).toBe('submit waiting')
    await refuseWrites(0)
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm done')
    expect((await tracker.conditions()).map(({ isStalled }) => isStalled)).toEqual([false, false])
  })

  test('a node that is away for long is told every ten minutes, and once it is back', async () => {
    const { base, heard, rounds, start, time, warned } = setUp()
    start()
    await rounds()
    base.setDown(true)
    await time.pass(25 * 60_000)
    base.mine(HASH, [transaction, packet('send_packet')])
    const away = 'a chain could not be read; trying again'
    expect(warned).toEqual([away, away, away])
    base.setDown(false)
    await time.pass(2_000)
    expect(heard).toEqual([HASH])
    expect(warned.slice(3)).toEqual(['a chain can be read again'])
  })

  test('a stop between what a block says and where its watches stand loses no news', async () => {
    const { base, db, hub, outcome, rounds, start, tracker, warned } = setUp()
    start()
    await tracker.open('base', HASH)
    base.mine(HASH, [transaction, packet('send_packet')])
    await rounds()
    await db.run(
      sql.raw(
        `create trigger refused before update on watches begin select raise(abort, 'away'); end`,
      ),
    )
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    await rounds()
    expect(warned).toContain('a chain could not be read; trying again')
    await tracker.stop()
    await db.run(sql.raw('drop trigger refused'))
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    const again = setUp(db, base, hub)
    again.start()
    await again.rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm waiting')
  })

  test('tells each watch once of a block that carries on more than are kept at once, also where it stopped among them', async () => {
    const { base, db, hub, rounds, start, tracker } = setUp()
    const numbers = Array.from({ length: 450 }, (_, index) => index)
    for (const number of numbers) await tracker.open('base', `0xa${number}`, `t:${number}`)
    start()
    await rounds()
    await db.run(
      sql.raw(
        `create trigger refused before update on watches when new.tx_hash = '0xa300' begin select raise(abort, 'away'); end`,
      ),
    )
    base.mineAll(numbers.map((number) => ({ tx_hash: `0xa${number}`, events: [deposit(number)] })))
    await rounds()
    await tracker.stop()
    const told = async () =>
      (await db.select({ topic: outbox.topic }).from(outbox).all()).map((row) => row.topic)
    expect((await told()).length).toBe(200)
    await db.run(sql.raw('drop trigger refused'))
    const again = setUp(db, base, hub)
    again.start()
    await again.rounds()
    expect((await told()).toSorted()).toEqual(numbers.map((number) => `t:${number}`).toSorted())
    const last = await again.tracker.progress('base', '0xa449')
    expect(last?.hops[0]?.state).toBe('done')
  })

  test('takes in a block of more transactions than one statement can name', async () => {
    const { base, outcome, rounds, start, tracker } = setUp()
    await tracker.open('base', HASH)
    const others = Array.from({ length: 11_000 }, (_, number) => number + 2) // three names each; SQLite takes 32,766
    base.mineAll([
      ...others.map((number) => ({ tx_hash: `0xa${number}`, events: [deposit(number)] })),
      { tx_hash: HASH, events: [transaction, packet('send_packet')] },
    ])
    start()
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
  })

  test('takes in nothing from where the nodes of a chain contradict each other, says so, and goes on there', async () => {
    const { base, db, heard, hub, outcome, rounds, start, time, tracker, warned } = setUp()
    const states = async () =>
      Object.fromEntries(
        (await tracker.conditions()).map(({ chain_uid, ...lag }) => [chain_uid, lag]),
      )
    start()
    await tracker.open('base', HASH, 'sign:1')
    base.mine(HASH, [transaction, packet('send_packet')])
    await rounds()
    base.contradict(2)
    base.mine('0xbb', [packet('recv_ack')])
    base.mine('0xcc', [packet('recv_ack')])
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm waiting')
    expect(heard).toEqual([HASH, 'HUB'])
    expect(await states()).toEqual({
      base: {
        state: 'contradiction',
        lagBlocks: 2,
        silentMs: 5_000,
        isStalled: false,
        isContradicted: true,
        isForked: false,
      },
      neuron: {
        state: 'ok',
        lagBlocks: 0,
        silentMs: 2_500,
        isStalled: false,
        isContradicted: false,
        isForked: false,
      },
    })
    base.pass(1)
    await time.pass(120_000)
    expect(await states()).toMatchObject({ base: { isStalled: true, isContradicted: true } })
    expect(warned).toEqual([
      'the nodes of a chain contradict each other; nothing of it is taken in until they agree',
    ])
    await tracker.stop()

    const second = setUp(db, base, hub)
    second.start()
    await second.rounds()
    expect(second.heard).toEqual([])
    expect(second.warned).toHaveLength(1)
    base.contradict(Infinity)
    await second.rounds()
    expect(second.heard).toEqual(['0xbb', '0xcc'])
    expect(await second.outcome()).toBe('submit done, settle done, confirm done')
    expect(second.warned.at(-1)).toBe('the nodes of a chain agree again')
    const [known] = await second.tracker.conditions()
    expect(known).toMatchObject({ lagBlocks: 0, isContradicted: false })
  })

  describe('where the next block of a chain does not follow the last one that was taken in', () => {
    const FORKED =
      'a block does not follow the one that was taken in before it; nothing of its chain is taken in until one does, or an operator has it read again'
    const FOLLOWS = 'the blocks of a chain follow what was taken in again'
    async function forked() {
      const stand = setUp()
      stand.start()
      stand.base.mine('0xaa', [deposit(1)])
      stand.base.pass(3)
      await stand.rounds()
      stand.base.fork(3)
      stand.base.mine('0xbb', [deposit(2)])
      await stand.rounds()
      const taken = () => createTrackingStore(stand.db).lastTaken('base')
      const condition = async (tracker = stand.tracker) => (await tracker.conditions())[0]
      return { ...stand, condition, taken }
    }

    test('takes nothing in, says so once, and goes on by itself once one does, also after a stop', async () => {
      const { base, condition, db, heard, hub, rounds, taken, tracker, warned } = await forked()
      await rounds()
      expect(heard).toEqual(['0xaa'])
      expect(await taken()).toEqual({ height: 4, hash: 'ours 4' })
      const doubt = { state: 'fork', lagBlocks: 1, isForked: true, isContradicted: false }
      expect(await condition()).toMatchObject(doubt)
      expect(warned).toEqual([FORKED])
      await tracker.stop()

      const second = setUp(db, base, hub)
      second.start()
      await second.rounds()
      expect(second.heard).toEqual([])
      expect(await condition(second.tracker)).toMatchObject(doubt)
      base.fork(Infinity)
      await second.rounds()
      expect(second.heard).toEqual(['0xbb'])
      expect(second.warned).toEqual([FORKED, FOLLOWS])
      expect(await condition(second.tracker)).toMatchObject({ state: 'ok', isForked: false })
    })

    test.each([
      { from: 5, asked: [5] },
      { from: 3, asked: [3, 4, 5] },
    ])('goes on from block $from once an operator has said so', async ({ from, asked }) => {
      const { base, condition, db, heard, rounds, taken, warned } = await forked()
      expect(await readAgainFrom(db, 'base', from, new Date(0))).toBe(4)
      base.asked.length = 0
      await rounds()
      expect(base.asked).toEqual(asked)
      expect(heard).toEqual(['0xaa', '0xbb'])
      expect(await taken()).toEqual({ height: 5, hash: 'theirs 5' })
      expect(warned).toEqual([FORKED, FOLLOWS])
      expect(await condition()).toMatchObject({ state: 'ok' })
    })
  })

  test('what an operator has read again is read again also while all is well, and blocks ahead are not skipped', async () => {
    const { base, db, heard, rounds, start } = setUp()
    start()
    base.mine('0xaa', [deposit(1)])
    base.pass(2)
    await rounds()
    expect(await readAgainFrom(db, 'base', 5, new Date(0))).toBeUndefined()
    expect(await readAgainFrom(db, 'polygon', 1, new Date(0))).toBeUndefined()
    expect(await readAgainFrom(db, 'base', 1, new Date(0))).toBe(1)
    base.mine('0xbb', [deposit(2)])
    await rounds()
    expect(heard).toEqual(['0xaa', '0xbb', '0xaa', '0xbb']) // the second is heard of as the cursor is found elsewhere
    expect(await createTrackingStore(db).lastTaken('base')).toEqual({ height: 4, hash: 'ours 4' })
  })

  test.each([
    { database: 'without hashes', change: sql`hash = null, hash_height = null` },
    { database: 'that a server of the version before went on with', change: sql`height = 2` },
  ])('begins quietly on a database $database', async ({ change }) => {
    const { base, db, hub, rounds, start, tracker } = setUp()
    start()
    base.mine('0xaa', [deposit(1)])
    await rounds()
    await tracker.stop()
    base.pass(1)
    await db.run(sql`update cursors set ${change} where chain_uid = 'base'`)
    base.fork(1)
    base.mine('0xbb', [deposit(2)])
    const second = setUp(db, base, hub)
    second.start()
    await second.rounds()
    expect(second.heard).toEqual(['0xbb'])
    expect(second.warned).toEqual([])
  })

  test.each<{ trouble: string; begin: Trouble; end: Trouble; state: string; notice: RegExp }>([
    {
      trouble: 'its node accepts calls and never answers',
      begin: (base) => base.setSilent(true),
      end: (base) => base.setSilent(false),
      state: 'unreachable',
      notice:
        /base: its node does not answer, and nothing new was read from it since \d\d:\d\d UTC/,
    },
    {
      trouble: 'its node refuses every call',
      begin: (base) => base.setDown(true),
      end: (base) => base.setDown(false),
      state: 'unreachable',
      notice: /base: its node does not answer/,
    },
    {
      trouble: 'it makes no more blocks',
      begin: () => undefined,
      end: (base) => base.pass(1),
      state: 'stalled',
      notice: /base: nothing new was read from it since \d\d:\d\d UTC/,
    },
    {
      trouble: 'it makes blocks that cannot be read',
      begin(base) {
        base.loseBlocks(true)
        base.pass(30)
      },
      end: (base) => base.loseBlocks(false),
      state: 'stalled',
      notice: /base: nothing new was read from it since \d\d:\d\d UTC/,
    },
  ])(
    'while $trouble, a chain is $state, as whoever waits for it is told, with since when; then all is well again',
    async ({ begin, end, state, notice }) => {
      const { base, hub, outcome, rounds, start, time, tracker } = setUp()
      const known = async () => (await tracker.conditions())[0]
      const told = async () => (await tracker.progress('base', HASH))?.notice
      start()
      await tracker.open('base', HASH, 'sign:1')
      base.mine(HASH, [transaction], { final: false })
      await rounds()
      expect(await known()).toMatchObject({ state: 'ok' })
      expect(await told()).toBeUndefined()
      begin(base)
      await time.pass(100_000)
      expect(await known()).toMatchObject({ state, isStalled: true })
      expect((await known())?.silentMs).toBeGreaterThanOrEqual(100_000)
      const said = await told()
      end(base)
      expect(said).toMatch(notice)
      base.mine('0xdd', [])
      base.mine('0xbb', [packet('send_packet')])
      hub.pass(1)
      await rounds()
      expect(await known()).toMatchObject({ state: 'ok', lagBlocks: 0 })
      expect(await told()).toBeUndefined()
      expect(await outcome()).not.toBe('submit waiting')
    },
  )

  test('while many blocks of a chain are still to be read, whoever waits for it is told, and not any more afterwards', async () => {
    const { base, rounds, start, time, tracker } = setUp()
    const told = async () => (await tracker.progress('base', HASH))?.notice
    start()
    await tracker.open('base', HASH, 'sign:1')
    base.mine(HASH, [transaction], { final: false })
    await rounds()
    base.loseBlocks(true)
    base.pass(150)
    await time.pass(30_000)
    const said = await told()
    base.loseBlocks(false)
    expect(said).toMatch(/base: at least 100 of its blocks are still to be read/)
    await rounds()
    expect((await tracker.conditions())[0]).toMatchObject({ state: 'ok', lagBlocks: 0 })
    expect(await told()).toBeUndefined()
  })

  test('stores where it is every ten empty blocks, never lags for that, and loses nothing over a stop', async () => {
    const { base, db, hub, rounds, start, tracker } = setUp()
    const stored = () => createTrackingStore(db).cursor('base')
    start()
    for (let block = 0; block < 25; block += 1) {
      base.pass(1)
      await rounds()
      expect((await stored()) ?? 0).toBeGreaterThan(block - 10)
      expect(await tracker.conditions()).toMatchObject([{ lagBlocks: 0 }, { lagBlocks: 0 }])
    }
    expect(base.asked).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(await stored()).toBe(20)
    await tracker.stop()

    base.mine(HASH, [transaction, packet('send_packet')])
    const second = setUp(db, base, hub)
    second.start()
    await second.rounds()
    expect(second.heard).toEqual([HASH])
    expect(base.asked.slice(25)).toEqual([21, 22, 23, 24, 25, 26])
    expect(await stored()).toBe(26)
  })

  test('knows after a stop up to which time all was taken in, also while the chain is away', async () => {
    const { base, db, hub, rounds, start, tracker } = setUp()
    start()
    for (let ten = 0; ten < 2; ten += 1) {
      base.pass(10)
      await rounds()
    }
    expect(await tracker.takenTo('base')).toEqual(new Date(20_000))
    await tracker.stop()

    base.setDown(true)
    const second = setUp(db, base, hub)
    second.start()
    await second.rounds()
    expect(second.tracker.timeOf('base')).toBeUndefined()
    expect(await second.tracker.takenTo('base')).toEqual(new Date(10_000)) // what was stored with the last block
    base.setDown(false)
    await second.time.pass(10_000)
    expect(await second.tracker.takenTo('base')).toEqual(new Date(20_000))
  })

  test('far behind, stores where it is every two hundred empty blocks, and goes on from there', async () => {
    const { base, db, hub, rounds, start, tracker } = setUp()
    const store = createTrackingStore(db)
    await store.moveCursor('base', { height: 0, hash: undefined }, undefined)
    base.pass(900)
    base.contradict(455)
    start()
    await rounds()
    expect(await store.cursor('base')).toBe(400)
    await tracker.stop()

    base.contradict(Infinity)
    base.asked.length = 0
    const second = setUp(db, base, hub)
    second.start()
    await second.rounds()
    expect(base.asked).toEqual(Array.from({ length: 500 }, (_, index) => 401 + index))
    expect(await store.cursor('base')).toBe(900)
  })

  test('finds a transaction that ended before anybody asked', async () => {
    const { base, hub, outcome, rounds, start, tracker } = setUp()
    base.mine(HASH, [transaction, packet('send_packet')])
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    base.mine('0xbb', [packet('recv_ack')])
    start()
    await tracker.open('base', HASH, 'track:1')
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm done')
  })

  test('goes on after a restart where it was: no final block is taken in twice', async () => {
    const first = setUp()
    first.start()
    await first.tracker.open('base', HASH, 'sign:1')
    first.base.mine(HASH, [transaction, packet('send_packet')])
    await first.rounds()
    expect(await first.outcome()).toBe('submit done, settle waiting, confirm waiting')
    await first.tracker.stop()

    const second = setUp(first.db, first.base, first.hub)
    second.hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    second.start()
    await second.rounds()
    expect(await second.outcome()).toBe('submit done, settle done, confirm waiting')
    expect(first.base.asked).toEqual([1])
    expect(second.heard).toEqual(['HUB'])
  })

  test('catches up after an outage without losing a block', async () => {
    const { base, heard, hub, rounds, start, tracker, warned } = setUp()
    start()
    hub.setDown(true)
    await tracker.open('base', HASH, 'sign:1')
    base.mine(HASH, [transaction, packet('send_packet')])
    hub.mine('HUB1', [packet('recv_packet'), packet('write_ack')])
    hub.mine('HUB2', [])
    await rounds()
    expect(warned.length).toBeGreaterThan(0)
    hub.setDown(false)
    await rounds()
    expect(heard).toEqual([HASH, 'HUB1', 'HUB2'])
  })

  test.each([
    ['a minute before an hour has gone by', 59, 'pending'],
    ['after an hour', 60, 'not_found'],
  ])('gives a transaction that is in no block up: %s', async (_when, waitMin, expected) => {
    const { base, rounds, start, time, tracker } = setUp()
    await tracker.open('base', HASH, 'sign:1')
    time.jump(waitMin * 60_000)
    base.setClock(time.now().getTime())
    start()
    base.mine('0xother', [])
    await rounds()
    expect(base.asked).toEqual([1])
    expect((await tracker.progress('base', HASH))?.outcome).toBe(expected)
  })

  test('never gives up what is sent again, says soon where its money is, and goes on with its block', async () => {
    let isSigned = true
    const { base, db, rounds, start, time, tracker } = setUp(
      undefined,
      undefined,
      undefined,
      (chainUid, txHash) => chainUid === 'base' && txHash === HASH && isSigned,
    )
    const after = async (min: number) => {
      time.jump(min * 60_000)
      base.setClock(time.now().getTime())
      base.mine(`0xother${time.now().getTime()}`, [])
      await rounds()
      return tracker.progress('base', HASH)
    }
    await tracker.open('base', HASH, 'claim:1')
    await tracker.open('base', '0xforeign', 'sign:1')
    start()
    expect((await after(1))?.about).toBeUndefined()
    const late = await after(2)
    expect(late).toMatchObject({
      outcome: 'pending',
      about: { kind: 'not_included', chain_uid: 'base' },
      notice: expect.stringContaining('the money waits on base as before'),
    })
    expect((await tracker.progress('base', '0xforeign'))?.about).toBeUndefined()
    const told = async () =>
      (await db.select().from(outbox).all()).filter(({ topic }) => topic === 'claim:1').length
    const before = await told()
    expect(before).toBeGreaterThan(0)
    expect(await after(120)).toEqual(late)
    expect(await told()).toBe(before)
    expect((await tracker.progress('base', '0xforeign'))?.outcome).toBe('not_found')
    base.mine(HASH, [transaction, packet('send_packet')])
    isSigned = false
    expect(await after(1)).toMatchObject({ outcome: 'pending', hops: [{ state: 'done' }, {}, {}] })
    expect((await tracker.progress('base', HASH))?.about?.kind).not.toBe('not_included')
  })

  test('gives up what was sent again once its bytes are dead', async () => {
    const { base, rounds, start, time, tracker } = setUp(
      undefined,
      undefined,
      undefined,
      () => time.now().getTime() < begun + 3 * 3_600_000,
    )
    const begun = time.now().getTime()
    await tracker.open('base', HASH, 'claim:1')
    start()
    const outcomes: (string | undefined)[] = []
    for (let hour = 1; hour <= 4; hour += 1) {
      time.jump(3_600_000)
      base.setClock(time.now().getTime())
      base.mine(`0xother${hour}`, [])
      await rounds()
      outcomes.push((await tracker.progress('base', HASH))?.outcome)
    }
    expect(outcomes).toEqual(['pending', 'pending', 'not_found', 'not_found'])
  })

  test('says so when a transaction has nothing to do with the protocol, and asks no more', async () => {
    const { base, start, tracker } = setUp()
    base.addForeign(HASH)
    start()
    const progress = await tracker.open('base', HASH, 'sign:1')
    expect(progress).toMatchObject({
      outcome: 'not_found',
      hops: [{ state: 'failed', detail: expect.stringContaining('does not touch the protocol') }],
    })
  })

  test.each([
    { chain_uid: 'base', written: `0x${'ab'.repeat(32)}` },
    { chain_uid: 'neuron', written: 'AB'.repeat(32) },
  ])(
    'names what is in no block as $chain_uid writes its hashes',
    async ({ chain_uid, written }) => {
      const { db, rounds, start, time, tracker } = setUp()
      const records = createRecords({
        network: sampleNetwork,
        store: createTrackingStore(db),
        tracker,
      })
      start()
      await tracker.open(chain_uid, written)
      await rounds()
      const hashes = async () => {
        const progress = await tracker.progress(chain_uid, written)
        const { response } = await records.track({ chain: chain_uid, tx_hash: written }, 'minimal')
        return [progress?.hops[0]?.tx_hash, response.tx_hash, response.status?.[0]?.tx_hash]
      }
      expect(await hashes()).toEqual([written, written, written])
      time.jump(24 * 3_600_000)
      await rounds()
      expect(await hashes()).toEqual([written, written, written])
    },
  )

  test('asks a chain for a block once, however many watches there are', async () => {
    const { base, outcome, rounds, start, tracker } = setUp()
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => tracker.open('base', `0x${index}`, `sign:${index}`)),
    )
    await tracker.open('base', HASH, 'sign:aa')
    start()
    base.mine(HASH, [transaction, packet('send_packet')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    expect(base.asked).toEqual([1])
  })

  test('asks for no more hashes in a round than it has calls to spare, and gets to all of them', async () => {
    const { base, start, time, tracker } = setUp()
    const hashes = Array.from({ length: 100 }, (_, index) => `0x${index}`)
    for (const hash of hashes) await tracker.open('base', hash)
    expect(base.lookedUp).toHaveLength(20)
    start()
    await time.pass(10_000)
    expect(new Set(base.lookedUp).size).toBe(100)
  })

  test('finds what is older than the blocks it reads by its hash, and what came of it by its id', async () => {
    const { base, hub, outcome, rounds, start, tracker } = setUp()
    base.mine(HASH, [transaction, packet('send_packet')])
    base.mine('0xbb', [packet('recv_ack')])
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    base.pass(1_100)
    hub.pass(1_100)
    start()
    await rounds()
    expect([base.asked.length, hub.asked.length]).toEqual([1_000, 1_000])
    await tracker.open('base', HASH)
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm done')
    expect(hub.searched).toEqual([TX_ID])
  })

  test('follows each operation that a transaction began, whoever is the sender of each, and keeps what is said of it', async () => {
    const { base, db, hub, rounds, start, tracker } = setUp()
    const hash = `0x${'aa'.repeat(32)}`
    const store = createTrackingStore(db)
    const records = createRecords({ network: sampleNetwork, store, tracker })
    const parts = async () => (await tracker.progress('base', hash))?.parts
    const settled = async () => {
      const { response } = await records.track({ chain: 'base', tx_hash: hash }, 'minimal')
      return (response.status ?? []).filter(({ chain_uid }) => chain_uid === 'vsl')
    }
    start()
    await tracker.open('base', hash)
    beginThree(base, hash)
    await rounds()
    for (const { at, msg_index } of THREE.toReversed()) {
      hub.mine(`HUB ${msg_index}`, [at('recv_packet'), at('write_ack')])
      await rounds()
      expect((await settled()).at(msg_index)).toMatchObject({ status: 'success' })
      base.mine(`0xb${msg_index}`, [at('recv_ack')])
      await rounds()
      expect((await parts())?.at(msg_index)).toBe('completed')
    }
    expect(await tracker.progress('base', hash)).toMatchObject({ outcome: 'completed' })
  })

  test('finds what came of each operation that an old transaction began, whoever is the sender of each', async () => {
    const { base, hub, rounds, start, tracker } = setUp()
    beginThree(base)
    for (const { at, msg_index } of THREE) {
      hub.mine(`HUB ${msg_index}`, [at('recv_packet'), at('write_ack')])
      base.mine(`0xb${msg_index}`, [at('recv_ack')])
    }
    base.pass(1_100)
    hub.pass(1_100)
    start()
    await rounds()
    await tracker.open('base', HASH)
    await rounds()
    const { outcome, parts } = (await tracker.progress('base', HASH)) ?? {}
    expect({ outcome, parts }).toEqual({
      outcome: 'completed',
      parts: ['completed', 'completed', 'completed'],
    })
    // What operations of one sender have in common is asked for together.
    expect(hub.searched).toEqual(['base:0xabc:8453:7:', 'base:0xdef:8453:7:3'])
  })

  test('what was forgotten of a transaction that ended is found again, once, where its chains can tell it', async () => {
    const { base, db, hub, outcome, rounds, start, tracker } = setUp()
    const store = createTrackingStore(db)
    start()
    await tracker.open('base', HASH)
    base.mine(HASH, [transaction, packet('send_packet')])
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    await rounds()
    await tracker.recall('base', HASH) // is under way
    base.mine('0xbb', [packet('recv_ack')])
    await rounds()
    const before = await outcome()
    const all = async () =>
      (await store.observationsOf(TX_ID)).toSorted((left, right) =>
        left.tx_hash < right.tx_hash ? -1 : 1,
      )
    const known = await all()
    await tracker.recall('base', HASH) // is all there
    expect(hub.searched).toEqual([])

    await db.delete(observations).run()
    base.setDown(true)
    await tracker.recall('base', HASH)
    expect(await all()).toEqual([])
    base.setDown(false)
    await tracker.recall('base', HASH)
    expect(await all()).toEqual(known)
    expect(hub.searched).toEqual([TX_ID])
    expect(await outcome()).toBe(before)
  })

  test('a block that is replaced takes a status back, and says so, until the transaction is in one again', async () => {
    const { base, outcome, rounds, start, tracker } = setUp()
    const notice = async () => (await tracker.progress('base', HASH))?.notice
    start()
    await tracker.open('base', HASH)
    base.mine(HASH, [transaction, packet('send_packet')], { final: false })
    await rounds()
    expect(await outcome()).toBe('submit confirmed')
    base.replace(1)
    await rounds()
    expect(await outcome()).toBe('submit waiting')
    expect(await notice()).toContain('was replaced')
    base.mine(HASH, [transaction, packet('send_packet')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    expect((await notice()) ?? '').not.toContain('was replaced')
  })

  test('goes on from the hub where the events of a factory cannot be read', async () => {
    const { base, hub, outcome, rounds, start, tracker } = setUp()
    const ofIt = (event: ProtocolEvent) => ({ ...event, tx_id: 'base:s:8453:1:9' })
    start()
    await tracker.open('base', HASH)
    base.mine(HASH, [])
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting')
    hub.mine('HUB', [ofIt(packet('recv_packet')), ofIt(packet('write_ack'))])
    await rounds()
    expect(await outcome()).toBe('submit done, settle done')
    expect(await tracker.progress('base', HASH)).toMatchObject({
      outcome: 'completed',
      txId: 'base:s:8453:1:9',
    })
  })

  test('a chain that stands still ends no watch, and is named as what is waited for', async () => {
    const { base, hub, outcome, rounds, start, time, tracker } = setUp()
    const progress = () => tracker.progress('base', HASH)
    base.mine(HASH, [transaction, packet('send_packet')])
    hub.setDown(true)
    start()
    await tracker.open('base', HASH)
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    time.jump(600 * 60_000)
    await rounds()
    expect((await progress())?.notice).toContain('Waiting for neuron')
    expect((await progress())?.outcome).toBe('pending')
    hub.setDown(false)
    hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle done, confirm waiting')
    expect((await progress())?.notice ?? '').not.toContain('Waiting for neuron')
  })

  test('a minute without a block of the chain that is waited for is told once, and so is its end', async () => {
    const { base, db, hub, outcome, rounds, start, time, tracker } = setUp()
    const told = async () => (await db.select().from(outbox).all()).length
    start()
    await tracker.open('base', HASH, 'sign:1')
    base.mine(HASH, [transaction, packet('send_packet')])
    await rounds()
    expect(await outcome()).toBe('submit done, settle waiting, confirm waiting')
    expect(await told()).toBe(1)
    await time.pass(56_000)
    expect(await told()).toBe(1)
    await time.pass(10_000)
    expect(await told()).toBe(2)
    await time.pass(60_000)
    expect(await told()).toBe(2)
    hub.mine('0xother', [])
    await rounds()
    expect(await told()).toBe(3)
  })

  async function whileOsmosisStalls() {
    const base = createFakeChain('base')
    const osmosis = createFakeChain('osmosis')
    const { db, hub, rounds, start, time, tracker } = setUp(undefined, base, undefined, undefined, {
      network: threeChains,
      more: [osmosis],
    })
    const payout = (to_chain_uid: string, timeout_at: string): ProtocolEvent => ({
      kind: 'send_packet',
      tx_id: TX_ID,
      from_chain_uid: 'vsl',
      to_chain_uid,
      sequence: timeout_at,
      msg: '',
      timeout_at,
    })
    base.mine(HASH, [transaction, packet('send_packet')])
    base.mine('0xbb', [packet('recv_ack')])
    const settled = [packet('recv_packet'), packet('write_ack')]
    hub.mine('HUB', [...settled, payout('osmosis', '50'), payout('base', '60')])
    start()
    await tracker.open('base', HASH)
    await rounds()
    const told = async () => (await tracker.progress('base', HASH))?.about
    for (let block = 1; block <= 7; block += 1) {
      base.mine(`0x${block}`, [])
      await time.pass(10_000)
    }
    expect(await told()).toMatchObject({ kind: 'stalled', chain_uid: 'osmosis' })
    return { base, db, osmosis, rounds, told }
  }

  test('a payout that is late on a chain that goes on is told, while the chain of another one stands still', async () => {
    const { base, rounds, told } = await whileOsmosisStalls()
    base.setClock(180_000)
    base.mine('0x8', [])
    await rounds()
    expect(await told()).toMatchObject({ kind: 'payout_too_late', chain_uid: 'base' })
  })

  test('a payout whose chain goes on again is awaited there again, and nobody is told any more that it stalls', async () => {
    const { db, osmosis, rounds, told } = await whileOsmosisStalls()
    const awaits = async () => (await db.select().from(watches).all()).map((watch) => watch.awaits)
    expect(await awaits()).toEqual(['base'])
    osmosis.mine('Y', [])
    await rounds()
    expect(await told()).toBeUndefined()
    expect(await awaits()).toEqual(['osmosis'])
    osmosis.setClock(170_000)
    osmosis.mine('Z', [])
    await rounds()
    expect(await told()).toMatchObject({ kind: 'payout_too_late', chain_uid: 'osmosis' })
  })

  test('a payout by its own transaction has ended once the hub was read to past its time, whichever chain is read first', async () => {
    const { base, hub, rounds, start, tracker } = setUp()
    const [came, answered] = [packet('recv_packet'), packet('write_ack')]
    const payout = { from_chain_uid: 'vsl', to_chain_uid: 'base' }
    base.mine(HASH, [
      { ...came, ...payout },
      { ...answered, ...payout },
    ])
    start()
    await tracker.open('base', HASH)
    await rounds()
    const outcome = async () => (await tracker.progress('base', HASH))?.outcome
    expect(await outcome()).toBe('pending')
    hub.setClock(60_000)
    hub.mine('0xother', [])
    await rounds()
    expect(await outcome()).toBe('pending')
    hub.setClock(24 * 3_600_000)
    hub.mine('0xlater', [])
    await rounds()
    expect(await outcome()).toBe('completed')
  })

  test('what the hub does not receive in time by its own clock has timed out, and is refunded later', async () => {
    const { base, hub, rounds, start, tracker } = setUp()
    const outcome = async () => (await tracker.progress('base', HASH))?.outcome
    base.mine(HASH, [transaction, packet('send_packet', { timeout_at: '60' })])
    start()
    await tracker.open('base', HASH)
    await rounds()
    expect(await outcome()).toBe('pending')
    hub.mine('HUB', [])
    hub.setClock(200_000)
    await rounds()
    expect(await outcome()).toBe('timed_out')
    base.mine('0xbb', [packet('recv_ack', { ok: false })])
    await rounds()
    expect(await outcome()).toBe('refunded')
  })
})

describe('beside a process that keeps the chains', () => {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at)
  /** Two trackers on one database, of which the second one keeps nothing yet. */
  function setUpTwo({ areHeard = true, mayWarn = false } = {}) {
    const { db } = openDatabase(':memory:')
    const [base, hub] = [createFakeChain('base'), createFakeChain('neuron')]
    const time = createHeldTime()
    const listeners: ((said: string) => void)[] = []
    const others = {
      tell: (said: string) => areHeard && listeners.forEach((listener) => listener(said)),
      hear: (listener: (said: string) => void) => void listeners.push(listener),
    }
    const create = () =>
      createTracker({
        network: sampleNetwork,
        readers: [base.reader, hub.reader],
        store: time.waitingFor(createTrackingStore(db)),
        onFinalBlock: async (block) => void kept.push(...block.map(({ tx_hash }) => tx_hash)),
        others,
        heard: new Set(['neuron']),
        log: { warn: (_details, message) => void (mayWarn || expect.unreachable(message)) },
        now: time.now,
        sleep: time.sleep,
      })
    const kept: string[] = []
    const [keeping, aside] = [create(), create()]
    stops.push(keeping.stop, aside.stop)
    return { db, base, hub, time, keeping, aside, kept }
  }

  test('knows how chains are and reads each block of those that somebody hears of, and keeps nothing', async () => {
    const { db, base, hub, time, aside, kept } = setUpTwo()
    aside.startAside()
    await time.pass(1_000)
    base.mine('0x01', [transaction])
    hub.mine('HUB', [packet('recv_packet')])
    hub.pass(3)
    await time.pass(3_000)
    expect((await aside.conditions()).map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(aside.timeOf('neuron')).toEqual(new Date(4_000))
    expect(await aside.takenTo('neuron')).toBeUndefined() // nobody has kept anything of it
    expect([hub.asked, base.asked]).toEqual([[1, 2, 3, 4], []])
    expect([kept, await db.$count(observations)]).toEqual([[], 0])
  })

  test.each([
    { ends: 'once its nodes are on the same chain again', reread: undefined, asked: [5] },
    { ends: 'where an operator has it read again', reread: 3, asked: [3, 4, 5] },
    {
      ends: 'with newer blocks, where much is read again',
      reread: 1,
      asked: [1, ...range(12, 31)],
    },
  ])(
    'a chain that somebody hears of is forked there, too, and goes on $ends',
    async ({ reread, asked }) => {
      const { db, hub, time, keeping, aside } = setUpTwo({ mayWarn: true })
      const stateAside = async () => (await aside.conditions())[1]?.state
      keeping.start()
      aside.startAside()
      await time.pass(1_000)
      hub.pass(4)
      await time.pass(3_000)
      expect(await stateAside()).toBe('ok')
      hub.fork(3)
      hub.pass(1)
      await time.pass(3_000)
      if (asked.length > 3) hub.pass(26)
      await time.pass(60_000)
      expect(await stateAside()).toBe('fork')
      await keeping.stop() // what is asked for from here on is asked aside
      hub.asked.length = 0
      if (reread === undefined) hub.fork(Infinity)
      else await readAgainFrom(db, 'neuron', reread, new Date(0))
      await time.pass(3_000)
      // Nobody keeps the chain any more, so what is read again is not taken in.
      expect(await stateAside()).toBe(asked.length > 3 ? 'behind' : 'ok')
      expect(hub.asked).toEqual(asked)
    },
  )

  test.each([
    { name: 'at once', areHeard: true, ms: 100 },
    { name: 'and in its next round where it hears of nothing', areHeard: false, ms: 2_000 },
  ])('what is opened there is looked up by the one that keeps, $name', async ({ areHeard, ms }) => {
    const { base, time, keeping, aside } = setUpTwo({ areHeard })
    base.mine(HASH, [transaction, packet('send_packet')], { final: false })
    keeping.start()
    aside.startAside()
    await time.pass(3_000)
    const opened = aside.open('base', HASH)
    await time.pass(ms)
    expect((await opened).hops[0]?.state).toBe('confirmed')
  })

  test('waits no longer than a while for that, where nobody keeps the chains', async () => {
    const { time, aside } = setUpTwo()
    aside.startAside()
    const opened = aside.open('base', HASH)
    await time.pass(2_000)
    expect((await opened).hops[0]?.state).toBe('waiting')
  })

  test('looks again there for who asks, also after many rounds in which somebody did', async () => {
    const { base, time, aside } = setUpTwo()
    aside.startAside()
    const opened = aside.open('base', HASH)
    await time.pass(2_000)
    await opened
    const lookAgain = async () => {
      const looked = aside.lookAgain('base', HASH)
      await time.pass(1_000)
      await looked
    }
    for (let round = 0; round < 25; round += 1) await lookAgain()
    base.mine(HASH, [transaction, packet('send_packet')], { final: false })
    await lookAgain()
    expect((await aside.progress('base', HASH))?.hops[0]?.state).toBe('confirmed')
  })

  test('goes on where the other one ended, once it is to keep them', async () => {
    const { base, hub, time, keeping, aside, kept } = setUpTwo()
    keeping.start()
    aside.startAside()
    await time.pass(1_000)
    base.mine('0x01', [transaction])
    await time.pass(2_000)
    await keeping.stop()
    base.mine('0x02', [transaction])
    hub.mine('HUB', [packet('recv_packet')])
    await time.pass(2_000)
    aside.start()
    expect(aside.timeOf('base')).toBeUndefined() // nothing may end by a time that was not kept
    await time.pass(2_000)
    expect(kept.toSorted()).toEqual(['0x01', '0x02', 'HUB'])
    expect(base.asked.filter((height) => height === 1)).toHaveLength(1)
  })
})
