import { chainOf, type Network } from '../../core/terms/network.ts'
import { UNSEEN_WATCHES } from '../../core/terms/open-limits.ts'
import { originOf } from '../../core/tracking/journey.ts'
import type { Observation } from '../../core/tracking/observation.ts'
import { progressOf, type Progress } from '../../core/tracking/progress.ts'
import { createSerialQueue } from '../flow/serial-queue.ts'
import { createChainHealth, type ChainCondition, type ChainHealth } from './chain-health.ts'
import { createChainLoops } from './chain-loops.ts'
import type { ChainReader } from './chain-reader-port.ts'
import type { Signals } from './changes.ts'
import type { TrackingStore, Watch } from './tracking-store-port.ts'
import { createWatches, type OfOurs } from './watches.ts'

type ChainNotices = (chainUid: string) => ReturnType<ChainHealth['notice']>

/** Follows transactions over every chain that they touch. */
export type Tracker = {
  /** Follows a transaction that was just broadcast; whoever reads `topic` hears of every change. Trouble of its chain is no failure. */
  open(chainUid: string, txHash: string, topic?: string): Promise<Progress>
  /** Follows what a stranger asks for, as far as there is room. `allowNew` is asked before one is followed that was not, and may throw. */
  openFor(allowNew: AllowNew, chainUid: string, txHash: string): Promise<Progress>
  progress(chainUid: string, txHash: string): Promise<Progress | undefined>
  /** Asks the chains again for what was forgotten of a transaction that ended. Where they cannot tell it, its progress is all that is known. */
  recall(chainUid: string, txHash: string): Promise<void>
  /** Looks at once at a transaction that is in no final block as far as is known. */
  lookAgain(chainUid: string, txHash: string): Promise<void>
  /** How each chain is, as far as is known already: no chain is asked for it. */
  conditions(): Promise<ChainCondition[]>
  /** What to tell those who wait for a chain; `undefined` while it moves on. */
  notice: ChainNotices
  /** The time of a chain's newest final block that was taken in; `undefined` before the first. */
  timeOf(chainUid: string): Date | undefined
  /** Up to which time of a chain all was taken in and kept at least, whichever process did that, and whenever; `undefined` where that is not known. */
  takenTo(chainUid: string): Promise<Date | undefined>
  /** Reads how the chains are and what time they have, for this process alone, until `start`: another one keeps what they say. */
  startAside(): void
  /** From now on keeps what the chains say, beginning where it was left. */
  start(): void
  /** Ends after the block in hand. */
  stop(): Promise<void>
}

/** Counts what somebody newly has followed, and throws where that is too much. */
export type AllowNew = () => void

type Deps = {
  network: Network
  readers: ChainReader[]
  store: TrackingStore
  /** Told of every final block before the cursor moves on, so it may hear a block again after a crash: repeats must do nothing. */
  onFinalBlock(observations: readonly Observation[]): Promise<void>
  /** Of a transaction that we send ourselves: whether it may still come into a block, or why it cannot; `undefined` of anybody else's. */
  ofOurs?: (chainUid: string, txHash: string) => Promise<OfOurs | undefined>
  /** Told once another state of a watch is stored. */
  onChange?: (chainUid: string, txHash: string) => void
  /** Told the time of a chain's newest final block, as its nodes say it. */
  onTime?: (chainUid: string, at: Date) => void
  /** After how many milliseconds without anything new of a chain others go by what is known of it no more, where there are such. */
  oldAfterMs?: (chainUid: string) => number | undefined
  /** Other processes: whoever keeps the chains hears at once of what was opened aside. */
  others?: Signals | undefined
  /** Chains whose blocks the reader tells somebody of, so that they are read aside, too. */
  heard?: ReadonlySet<string>
  log: { warn(details: object, message: string): void }
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Of strangers' transactions, so many are taken in between two looks at whether there are too many. */
const UNSEEN_BETWEEN_LOOKS = 1_000

/** Said with a chain's uid: a transaction of it was opened aside. */
const OPENED = 'opened '
/** How long what was opened aside waits for the look of whoever keeps it, and how often it is asked whether there was one. */
const LOOK_PATIENCE_MS = 2_000
const LOOK_POLL_MS = 100

/**
 * One loop per chain reads its final blocks, so the calls that a chain gets grow with its blocks, not with the watches.
 * Only watches whose transaction is in no final block yet are asked for by hash, a few in a round.
 */
export function createTracker(deps: Deps): Tracker {
  const { network, readers, store, onFinalBlock, onChange, onTime, oldAfterMs, log, now, sleep } =
    deps
  const { heard = new Set(), others, ofOurs = async () => undefined } = deps
  const stop = new AbortController()
  const stopping = stop.signal
  const clocks = new Map<string, number>()
  const inTurn = createSerialQueue()
  /** New transactions of strangers since the start. */
  let takenIn = 0
  const healths = new Map(
    readers.map(({ chain_uid }) => [
      chain_uid,
      createChainHealth(chainOf(network, chain_uid), now, oldAfterMs?.(chain_uid)),
    ]),
  )
  const notice: ChainNotices = (chainUid) => healths.get(chainUid)?.notice()
  const shared = { network, readers, store, clocks, inTurn, log }
  const watches = createWatches({ ...shared, noticeOf: notice, ofOurs, onChange, now })
  const loops = createChainLoops({
    ...shared,
    watches,
    healths,
    onFinalBlock,
    onTime,
    heard,
    now,
    sleep,
    stopping,
  })

  /** Waits for what whoever keeps the chains finds of a new watch. After a while, what is known by then has to do. */
  async function awaitLook(opened: Watch): Promise<Progress> {
    const { chain_uid, tx_hash, lookAt } = opened
    others?.tell(`${OPENED}${chain_uid}`)
    let watch = opened
    for (let waitedMs = 0; waitedMs < LOOK_PATIENCE_MS; waitedMs += LOOK_POLL_MS) {
      watch = (await store.watch(chain_uid, tx_hash)) ?? opened
      if (watch.lookAt?.getTime() !== lookAt?.getTime() || stopping.aborted) break
      await sleep(LOOK_POLL_MS, stopping)
    }
    return watch.progress
  }

  async function open(
    chain_uid: string,
    tx_hash: string,
    topic: string | undefined,
    allowNew?: AllowNew,
  ): Promise<Progress> {
    // Whoever asks again and again has nothing written for that.
    const known = topic === undefined ? await store.watch(chain_uid, tx_hash) : undefined
    if (known) return known.progress
    allowNew?.()
    const progress = progressOf(originOf(network, chain_uid, tx_hash), [])
    const openedAt = now()
    const fresh = { chain_uid, tx_hash, txId: undefined, progress, openedAt }
    const watch: Watch = { ...fresh, awaited: { chain_uid }, lookAt: openedAt }
    const isNew = await store.openWatch(watch, topic)
    if (isNew && allowNew && ++takenIn % UNSEEN_BETWEEN_LOOKS === 0)
      await store.forgetUnseen(UNSEEN_WATCHES)
    if (isNew) return loops.isAside() ? awaitLook(watch) : watches.look(watch)
    return (await store.watch(chain_uid, tx_hash))?.progress ?? progress
  }

  others?.hear((said) => {
    if (!loops.isAside() && said?.startsWith(OPENED)) loops.wake(said.slice(OPENED.length))
  })

  return {
    open: (chainUid, txHash, topic) => open(chainUid, txHash, topic),
    openFor: (allowNew, chainUid, txHash) => open(chainUid, txHash, undefined, allowNew),
    async progress(chainUid, txHash) {
      return (await store.watch(chainUid, txHash))?.progress
    },
    async lookAgain(chain_uid, tx_hash) {
      const watch = await store.watch(chain_uid, tx_hash)
      if (watch?.progress.outcome === 'pending') await watches.look(watch)
    },
    recall: watches.recall,
    timeOf(chainUid) {
      const timeMs = clocks.get(chainUid)
      return timeMs === undefined ? undefined : new Date(timeMs)
    },
    async takenTo(chainUid) {
      const keptMs = (await store.takenTo(chainUid))?.getTime() ?? 0
      // What is read aside may not be kept yet.
      const ownMs = loops.isAside() ? 0 : (clocks.get(chainUid) ?? 0)
      const timeMs = Math.max(keptMs, ownMs)
      return timeMs === 0 ? undefined : new Date(timeMs)
    },
    conditions: loops.conditions,
    notice,
    startAside: loops.startAside,
    start: loops.start,
    async stop() {
      stop.abort()
      await loops.ended()
    },
  }
}
