import type { Network } from '../network.ts'
import type { ChainReader, Observation } from './observation.ts'
import { txIdOf } from './observation.ts'
import { nothingToFollow, progressOf, type Progress } from './progress.ts'

export type Watch = {
  chain_uid: string
  tx_hash: string
  txId: string | undefined
  progress: Progress
  openedAt: Date
}

/** What the tracker asks of the store. Each call is one transaction. */
export type TrackingStore = {
  /** Height of the last block that was taken in, or `undefined` for a chain never read. */
  cursor(chainUid: string): Promise<number | undefined>
  /** Keeps a final block's observations and moves the cursor to `height`. Repeats change nothing. */
  addBlock(chainUid: string, height: number, observations: readonly Observation[]): Promise<void>
  /** Every final observation with this `tx_id`, on any chain, in the order of chains' blocks. */
  observationsOf(txId: string): Promise<Observation[]>
  /** The final observations of one transaction. */
  observationsIn(chainUid: string, txHash: string): Promise<Observation[]>
  /** Begins to follow a transaction, or adds a topic to one that is followed already. */
  openWatch(watch: Watch, topic: string): Promise<void>
  /** Keeps a new state and tells the watch's topics, in one transaction. */
  saveProgress(watch: Watch, now: Date): Promise<void>
  watch(chainUid: string, txHash: string): Promise<Watch | undefined>
  openWatches(): Promise<Watch[]>
}

/** Follows transactions over every chain that they touch. */
export type Tracker = {
  /** Follows a transaction that was just broadcast; whoever reads `topic` hears of every change. */
  open(chainUid: string, txHash: string, topic: string): Promise<Progress>
  progress(chainUid: string, txHash: string): Promise<Progress | undefined>
  start(): void
  /** Ends after the block in hand. */
  stop(): Promise<void>
}

type Deps = {
  network: Network
  readers: ChainReader[]
  store: TrackingStore
  /** Told of every final block before the cursor moves on, so it may hear a block again after a crash: repeats must do nothing. */
  onFinalBlock(observations: readonly Observation[]): Promise<void>
  log: { warn(details: object, message: string): void }
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A chain that was never read is taken up this many final blocks back: what is older is found by its hash. */
const FIRST_LOOK_BACK = 1000

/** A transaction that was in no block for so long was dropped, replaced, or never sent. */
const UNSEEN_LIMIT_MS = 60 * 60_000

/**
 * One loop per chain reads its final blocks, so the calls that a chain gets grow with its blocks, not with the watches.
 * Only watches whose transaction is in no final block yet are asked for by hash.
 */
export function createTracker({
  network,
  readers,
  store,
  onFinalBlock,
  log,
  now,
  sleep,
}: Deps): Tracker {
  const stopping = new AbortController()
  let loops: Promise<void>[] = []
  const origin = (watch: { chain_uid: string; tx_hash: string }) => ({
    chain_uid: watch.chain_uid,
    tx_hash: watch.tx_hash,
    settlement_uid: network.hub.settlement_uid,
    hub_chain_uid: network.hub.chain_uid,
  })

  /** One change at a time: a block of one chain must not slip between another's look at a watch and its save. */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const mine = last.then(change)
    last = mine.catch(() => undefined) // its own caller hears of the failure
    return mine
  }

  async function readChain(reader: ChainReader): Promise<void> {
    const { finalHeight } = await reader.head()
    const start =
      (await store.cursor(reader.chain_uid)) ?? Math.max(0, finalHeight - FIRST_LOOK_BACK)
    for (let height = start + 1; height <= finalHeight && !stopping.signal.aborted; height += 1) {
      const observations = await reader.block(height)
      if (observations.length > 0) await onFinalBlock(observations)
      await inTurn(async () => {
        await store.addBlock(reader.chain_uid, height, observations)
        await refreshTouched(observations)
      })
    }
    await inTurn(() => refreshUnsettled(reader))
  }

  /** Watches whose transaction this block carried on. */
  async function refreshTouched(observations: readonly Observation[]): Promise<void> {
    if (observations.length === 0) return
    const txIds = new Set(observations.map(txIdOf))
    const hashes = new Set(observations.map(({ tx_hash }) => tx_hash.toLowerCase()))
    for (const watch of await store.openWatches()) {
      if (
        (watch.txId !== undefined && txIds.has(watch.txId)) ||
        hashes.has(watch.tx_hash.toLowerCase())
      )
        await refresh(watch)
    }
  }

  /** Watches of this chain whose transaction is not final: they show at least that it was seen. */
  async function refreshUnsettled(reader: ChainReader): Promise<void> {
    for (const watch of await store.openWatches()) {
      const submit = watch.progress.hops[0]
      if (watch.chain_uid === reader.chain_uid && submit?.state !== 'done') await refresh(watch)
    }
  }

  async function refresh(watch: Watch): Promise<Progress> {
    const progress = await observe(watch)
    const txId = progress.txId === '' ? watch.txId : progress.txId
    if (JSON.stringify(progress) !== JSON.stringify(watch.progress))
      await store.saveProgress({ ...watch, txId, progress }, now())
    return progress
  }

  async function observe(watch: Watch): Promise<Progress> {
    const { chain_uid, tx_hash, openedAt } = watch
    const final = await store.observationsIn(chain_uid, tx_hash)
    if (final.length > 0) {
      const txId = final.map(txIdOf).find((id) => id !== undefined)
      const all = txId === undefined ? final : await store.observationsOf(txId)
      return progressOf(origin(watch), all)
    }
    const reader = readers.find((candidate) => candidate.chain_uid === chain_uid)
    const seen = await reader?.transaction(tx_hash)
    if (seen?.length === 0) {
      return nothingToFollow(watch, 'It is in a block, but does not touch the protocol')
    }
    if (seen === undefined && now().getTime() - openedAt.getTime() >= UNSEEN_LIMIT_MS) {
      return nothingToFollow(watch, 'No block has had it for an hour: it was dropped or replaced')
    }
    return progressOf(origin(watch), [], seen)
  }

  async function follow(reader: ChainReader): Promise<void> {
    const blockTimeMs =
      network.chains.find(({ chain_uid }) => chain_uid === reader.chain_uid)?.block_time_ms ?? 1000
    while (!stopping.signal.aborted) {
      try {
        await readChain(reader)
      } catch (error) {
        // The cursor stands still, so the next round takes the same block up again.
        log.warn(
          { chain_uid: reader.chain_uid, err: error },
          'a chain could not be read; trying again',
        )
      }
      await sleep(Math.max(50, blockTimeMs / 2), stopping.signal)
    }
  }

  return {
    async open(chainUid, txHash, topic) {
      const progress = progressOf(origin({ chain_uid: chainUid, tx_hash: txHash }), [])
      await store.openWatch(
        { chain_uid: chainUid, tx_hash: txHash, txId: undefined, progress, openedAt: now() },
        topic,
      )
      const watch = await store.watch(chainUid, txHash)
      return watch ? await inTurn(() => refresh(watch)) : progress
    },
    async progress(chainUid, txHash) {
      return (await store.watch(chainUid, txHash))?.progress
    },
    start() {
      loops = readers.map(follow)
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
