import { ChainContradictionError, ChainForkError } from '../../core/terms/errors.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import type { Observation } from '../../core/tracking/observation.ts'
import { backOffMs } from '../flow/back-off.ts'
import { createOutageLog } from '../flow/outage-log.ts'
import type { SerialQueue } from '../flow/serial-queue.ts'
import type { ChainHealth, Doubt } from './chain-health.ts'
import type { ChainReader, TakenBlock } from './chain-reader-port.ts'
import type { TrackingStore } from './tracking-store-port.ts'
import type { Watches } from './watches.ts'

type Deps = {
  network: Network
  readers: readonly ChainReader[]
  store: Pick<TrackingStore, 'cursor' | 'lastTaken' | 'moveCursor'>
  watches: Pick<Watches, 'takeIn' | 'carryOn' | 'beginRound' | 'lookAtDue' | 'tellStall'>
  healths: ReadonlyMap<string, ChainHealth>
  /** How far each chain was read, as its own time in milliseconds. */
  clocks: Map<string, number>
  inTurn: SerialQueue
  /** Told of every final block before the cursor moves on, so it may hear a block again after a crash: repeats must do nothing. */
  onFinalBlock(observations: readonly Observation[]): Promise<void>
  /** Told the time of a chain's newest final block, as its nodes say it. */
  onTime: ((chainUid: string, at: Date) => void) | undefined
  /** Chains whose blocks the reader tells somebody of, so that they are read aside, too. */
  heard: ReadonlySet<string>
  log: { warn(details: object, message: string): void }
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  stopping: AbortSignal
}

/** A chain that was never read is taken up this many final blocks back: what is older is found by its hash. */
const FIRST_LOOK_BACK = 1000

/** So many blocks that brought nothing are read before that is stored: after a stop they are read again. */
const EMPTY_BLOCKS_UNSTORED = 10
/** The same while so many are still to be read: then storing takes longer than reading. */
const EMPTY_BLOCKS_UNSTORED_BEHIND = 200

/** However fast blocks come, a chain is not asked more often: each round costs calls, also where it finds nothing. */
const SHORTEST_ROUND_MS = 100
/** The same for what is read aside: nobody waits for it. */
const SHORTEST_ASIDE_MS = 500
/** A chain that cannot be read is tried again after twice as long each time, up to this: nobody waits much longer for one that is back. */
const LONGEST_PAUSE_MS = 2_000
/** Aside, no more than so many blocks are read after one another: whoever hears of them knows what to do about a gap. */
const BLOCKS_ASIDE = 20

/** How soon whoever waits for a chain hears that it does not go on, or goes on again. */
const HEALTH_ROUND_MS = 1_000

/** What the log says of a chain that answers and is not believed, and once it is again. */
const DOUBTFUL: Record<Doubt, string> = {
  contradiction:
    'the nodes of a chain contradict each other; nothing of it is taken in until they agree',
  fork: 'a block does not follow the one that was taken in before it; nothing of its chain is taken in until one does, or an operator has it read again',
}
const WELL_AGAIN: Record<Doubt, string> = {
  contradiction: 'the nodes of a chain agree again',
  fork: 'the blocks of a chain follow what was taken in again',
}

const isSame = (one: TakenBlock | undefined, other: TakenBlock | undefined) =>
  one?.height === other?.height && one?.hash === other?.hash

/**
 * One loop for each chain reads its final blocks, and another one looks at how it is. Of several processes one keeps what the chains say; the others read *aside*,
 * for themselves alone.
 */
export function createChainLoops(deps: Deps) {
  const { network, readers, store, watches, healths, clocks, inTurn } = deps
  const { onFinalBlock, onTime, heard, log, now, sleep, stopping } = deps
  let loops: Promise<void>[] = []
  let isAside = false
  const chains = new Map(
    readers.map((reader) => {
      const { chain_uid } = reader
      const health = healths.get(chain_uid)
      if (!health) throw new Error(`nobody looks at how ${chain_uid} is`)
      /** The last block that was taken in, and the last one of which that is stored. */
      const read: Record<'last' | 'stored', TakenBlock | undefined> = {
        last: undefined,
        stored: undefined,
      }
      const outage = createOutageLog({
        log,
        now,
        details: { chain_uid },
        failing: 'a chain could not be read; trying again',
        wellAgain: 'a chain can be read again',
      })
      const state: { heardTo?: TakenBlock; wake?: () => void } = {}
      return [
        chain_uid,
        { reader, chain: chainOf(network, chain_uid), health, outage, read, ...state },
      ]
    }),
  )

  type Followed = NonNullable<ReturnType<typeof chains.get>>

  async function readChain(chain: Followed): Promise<void> {
    const { reader, health, read } = chain
    const { chain_uid } = reader
    const { height: newest, finalHeight, finalTimeMs } = await health.ask(() => reader.head())
    const isNewer = health.saw(newest, finalHeight)
    onTime?.(chain_uid, new Date(finalTimeMs))
    let last = (await lastRead(chain)) ?? {
      height: Math.max(0, finalHeight - FIRST_LOOK_BACK),
      hash: undefined,
    }
    const start = last.height
    health.readUpTo(start)
    while (last.height < finalHeight) {
      if (stopping.aborted) return
      const before = last
      const { observations, hash } = await readBlock(chain, () => reader.blockAfter(before))
      const height = before.height + 1
      last = { height, hash }
      if (observations.length > 0) await onFinalBlock(observations)
      const isBehind = finalHeight - height > EMPTY_BLOCKS_UNSTORED_BEHIND
      const unstored = isBehind ? EMPTY_BLOCKS_UNSTORED_BEHIND : EMPTY_BLOCKS_UNSTORED
      if (observations.length > 0 || height >= (read.stored?.height ?? 0) + unstored) {
        // The cursor comes last: a block that was not done with is read again, and brings nothing twice.
        await watches.takeIn(chain_uid, observations)
        if (!(await keepAt(chain, last))) return
      }
      read.last = last
      health.readUpTo(height)
      health.tookIn()
    }
    if (isNewer) health.tookIn() // where nothing of it is final yet, there was nothing to take in
    // A node that lags behind the one we asked before turns no clock back.
    if (finalHeight < start) return
    clocks.set(chain_uid, Math.max(clocks.get(chain_uid) ?? 0, finalTimeMs))
    await watches.carryOn(chain_uid, finalTimeMs)
  }

  /**
   * What this process has to know of a chain although another one keeps what it says. Of most that is how far it is: it writes nothing by that, the clock takes a hub's
   * time only as far as the machine has come, and a chain of which nothing is taken in gets `behind` here by the cursor of whoever keeps it. So their blocks are
   * not held against each other here. Of the hub, pools are quoted by what its blocks tell, and those have to follow one another.
   */
  async function readAside(chain: Followed): Promise<void> {
    const { reader, health } = chain
    const { chain_uid } = reader
    const { height: newest, finalHeight, finalTimeMs } = await health.ask(() => reader.head())
    const isNewer = health.saw(newest, finalHeight)
    onTime?.(chain_uid, new Date(finalTimeMs))
    if (heard.has(chain_uid)) {
      let last = await heardBefore(chain, finalHeight)
      while (last.height < finalHeight) {
        if (stopping.aborted || !isAside) return
        const before = last
        const { hash } = await readBlock(chain, () => reader.blockAfter(before))
        last = { height: before.height + 1, hash }
        chain.heardTo = last
        health.tookIn()
        if (finalHeight - last.height > BLOCKS_ASIDE) break // the next round begins with newer ones
      }
      chain.heardTo ??= last
    }
    if (isNewer) health.tookIn()
    if (isAside) clocks.set(chain_uid, Math.max(clocks.get(chain_uid) ?? 0, finalTimeMs))
  }

  /**
   * The block after which reading aside goes on. Where that is on another chain, it is where whoever keeps the chain stands: its operator may have set it.
   */
  async function heardBefore(chain: Followed, finalHeight: number): Promise<TakenBlock> {
    const { reader, health, heardTo } = chain
    const kept = health.doubt() === 'fork' ? await store.lastTaken(reader.chain_uid) : undefined
    const earliest = finalHeight - (heardTo ? BLOCKS_ASIDE : 0)
    const last = kept ?? heardTo
    return last && (kept || last.height >= earliest) ? last : { height: earliest, hash: undefined }
  }

  /** The last final block that was read; what is stored may be a few empty blocks behind. */
  async function lastRead({ reader, read, health }: Followed): Promise<TakenBlock | undefined> {
    if (read.last && health.doubt() !== 'fork') return read.last
    const stored = await store.lastTaken(reader.chain_uid)
    // Where a chain is forked, its operator may have set where it goes on.
    if (read.last && isSame(read.stored, stored)) return read.last
    read.stored = stored
    read.last = stored
    return stored
  }

  /** Returns whether that was kept; if not, an operator has set where the chain goes on. */
  async function keepAt({ reader, read }: Followed, last: TakenBlock): Promise<boolean> {
    const { chain_uid } = reader
    const timeMs = clocks.get(chain_uid)
    const takenTo = timeMs === undefined ? undefined : new Date(timeMs)
    const isKept = await inTurn(() =>
      store.moveCursor(chain_uid, last, read.stored?.height, takenTo),
    )
    read.stored = isKept ? last : undefined
    if (!isKept) read.last = undefined
    return isKept
  }

  /** What is not believed is told when it begins and when it ends: each round meets it again. */
  async function readBlock<Read>(chain: Followed, call: () => Promise<Read>): Promise<Read> {
    const { reader, health } = chain
    const { chain_uid } = reader
    try {
      const found = await health.ask(call)
      const doubt = health.doubt()
      if (doubt) {
        log.warn({ chain_uid }, WELL_AGAIN[doubt])
        health.doubts(undefined)
      }
      return found
    } catch (error) {
      if (error instanceof ChainContradictionError) health.doubts('contradiction')
      if (error instanceof ChainForkError) {
        // A start would go on from what is stored, which may be some blocks before.
        if (chain.read.last && health.doubt() !== 'fork') await keepAt(chain, chain.read.last)
        health.doubts('fork')
      }
      throw error
    }
  }

  async function follow(uid: string): Promise<void> {
    const chain = chains.get(uid)
    if (!chain) return
    const { health, outage } = chain
    let failures = 0
    while (!stopping.aborted) {
      const doubted = health.doubt()
      const soon = new AbortController()
      chain.wake = () => soon.abort()
      try {
        const isKept = !isAside
        await (isKept ? readChain(chain) : readAside(chain))
        watches.beginRound(uid) // aside, too: what somebody asks for there is looked up there
        if (isKept) await watches.lookAtDue(uid, stopping)
        outage.worked()
        failures = 0
      } catch (error) {
        // The cursor stands still, so the next round takes the same block up again.
        if (!(error instanceof ChainContradictionError || error instanceof ChainForkError)) {
          outage.failed(error)
          failures += 1
        } else if (health.doubt() !== doubted)
          log.warn(
            { chain_uid: uid, err: error, nodes: error.nodes },
            error instanceof ChainForkError ? DOUBTFUL.fork : DOUBTFUL.contradiction,
          )
      }
      const shortestMs = isAside ? SHORTEST_ASIDE_MS : SHORTEST_ROUND_MS
      const roundMs = Math.max(shortestMs, chain.chain.block_time_ms / 2)
      const lastMs = Math.max(roundMs, LONGEST_PAUSE_MS)
      await sleep(backOffMs(failures, { firstMs: roundMs, lastMs }), soon.signal)
    }
  }

  /** Beside the reading, which a node that never answers holds up. */
  async function watchHealth(uid: string): Promise<void> {
    const health = chains.get(uid)?.health
    if (!health) return
    let isToTell = false
    while (!stopping.aborted) {
      if (!isAside) isToTell = health.hasChanged() || isToTell
      if (isToTell) isToTell = !(await watches.tellStall(uid))
      await sleep(HEALTH_ROUND_MS, stopping)
    }
  }

  function begin(): void {
    loops = [...chains.keys()].flatMap((uid) => [follow(uid), watchHealth(uid)])
  }

  return {
    isAside: () => isAside,
    /** Ends a chain's wait for its next round. */
    wake: (chainUid: string) => chains.get(chainUid)?.wake?.(),
    conditions: () =>
      Promise.all(
        [...chains.values()].map(async ({ reader, read, health }) =>
          health.condition(read.last?.height ?? (await store.cursor(reader.chain_uid))),
        ),
      ),
    startAside(): void {
      isAside = true
      begin()
    },
    start(): void {
      isAside = false
      clocks.clear() // what is kept may not be as far yet
      if (loops.length === 0) begin()
    },
    /** Ends after the blocks in hand. `stopping` has to be aborted. */
    async ended(): Promise<void> {
      for (const { wake } of chains.values()) wake?.()
      await Promise.all(loops)
    },
  }
}
