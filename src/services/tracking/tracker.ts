import { createSerialQueue } from '../flow/serial-queue.ts'
import { ChainContradictionError, ChainForkError } from '../../core/terms/errors.ts'
import type { OwnReason } from '../../core/terms/known-reason.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import { createChainHealth, type ChainCondition, type Doubt } from './chain-health.ts'
import { hopTimesOf } from '../../core/tracking/escrow-record.ts'
import { originOf } from '../../core/tracking/journey.ts'
import { lookUp, txIdBeginning, type LookedUp } from './look-up.ts'
import { FINAL_OUTCOMES } from '../../core/tracking/outcomes.ts'
import { mergeStandings } from '../../core/tracking/merge-standings.ts'
import { noticed } from '../../core/tracking/notice.ts'
import {
  beginningOf,
  redeemsClaim,
  txIdOf,
  type Observation,
} from '../../core/tracking/observation.ts'
import type { ChainReader, TakenBlock } from './chain-reader-port.ts'
import type { Signals } from './changes.ts'
import {
  inNoBlock,
  notRun,
  nothingToFollow,
  progressOf,
  standingOf,
  type Progress,
  type Standing,
} from '../../core/tracking/progress.ts'
import type { TrackingStore, Watch, WatchChange } from './tracking-store-port.ts'

/** Follows transactions over every chain that they touch. */
export type Tracker = {
  /** Follows a transaction that was just broadcast; whoever reads `topic` hears of every change. Trouble of its chain is no failure. */
  open(chainUid: string, txHash: string, topic?: string): Promise<Progress>
  progress(chainUid: string, txHash: string): Promise<Progress | undefined>
  /** Asks the chains again for what was forgotten of a transaction that ended. Where they cannot tell it, its progress is all that is known. */
  recall(chainUid: string, txHash: string): Promise<void>
  /** Looks at once at a transaction that is in no final block as far as is known. */
  lookAgain(chainUid: string, txHash: string): Promise<void>
  /** How each chain is, as far as is known already: no chain is asked for it. */
  conditions(): Promise<ChainCondition[]>
  /** The time of a chain's newest final block that was taken in; `undefined` before the first. */
  timeOf(chainUid: string): Date | undefined
  /** Reads how the chains are and what time they have, for this process alone, until `start`: another one keeps what they say. */
  startAside(): void
  /** From now on keeps what the chains say, beginning where it was left. */
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

/** How a transaction that we send ourselves stands, as far as we know it without its chain: `error` is why it cannot come into a block any more. */
export type OfOurs = { isUnderWay: true } | { isUnderWay: false; error: string }

/** `isNew`: it is something else than what is stored. */
type Change = WatchChange & { isNew: boolean }

const isFinal = (outcome: Progress['outcome']) => FINAL_OUTCOMES.some((end) => end === outcome)

/** A chain that was never read is taken up this many final blocks back: what is older is found by its hash. */
const FIRST_LOOK_BACK = 1000

/** A transaction that was in no block for so long, by its chain's own clock, was dropped, replaced, or never sent. */
const UNSEEN_LIMIT_MS = 60 * 60_000
/** A transaction of ours that is in no block after so long stands still: blocks come every few seconds, so it is no bad luck any more. */
export const STANDS_STILL_MS = 2 * 60_000

/** So many blocks that brought nothing are read before that is stored: after a stop they are read again. */
const EMPTY_BLOCKS_UNSTORED = 10
/** The same while so many are still to be read: then storing takes longer than reading. */
const EMPTY_BLOCKS_UNSTORED_BEHIND = 200

/** However fast blocks come, a chain is not asked more often: each round costs calls, also where it finds nothing. */
const SHORTEST_ROUND_MS = 100

/** How soon whoever waits for a chain hears that it does not go on, or goes on again. */
const HEALTH_ROUND_MS = 1_000

/** Hashes that one chain is asked for in one round, however many wait: its calls must not grow with the watches. */
const LOOKS_PER_ROUND = 20
const LONGEST_LOOK_WAIT_MS = 60_000

/** The same for what is read aside: nobody waits for it. */
const SHORTEST_ASIDE_MS = 500

/** So many observations or watches are asked for in one statement, or kept in one transaction, which others wait for. */
const AT_ONCE = 200

/** Said with a chain's uid: a transaction of it was opened aside. */
const OPENED = 'opened '
/** Aside, no more than so many blocks are read after one another: whoever hears of them knows what to do about a gap. */
const BLOCKS_ASIDE = 20
/** How long what was opened aside waits for the look of whoever keeps it, and how often it is asked whether there was one. */
const LOOK_PATIENCE_MS = 2_000
const LOOK_POLL_MS = 100

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

function* portions<One>(all: readonly One[]): Generator<One[]> {
  for (let first = 0; first < all.length; first += AT_ONCE) yield all.slice(first, first + AT_ONCE)
}

/**
 * One loop per chain reads its final blocks, so the calls that a chain gets grow with its blocks, not with the watches.
 * Only watches whose transaction is in no final block yet are asked for by hash, a few in a round.
 */
export function createTracker(deps: Deps): Tracker {
  const { network, readers, store, onFinalBlock, onChange, onTime, oldAfterMs, log, now, sleep } =
    deps
  const { heard = new Set(), others, ofOurs = async () => undefined } = deps
  const stopping = new AbortController()
  let loops: Promise<void>[] = []
  let isAside = false
  /** How far each chain was read, as its own time. */
  const clocks = new Map<string, number>()
  const chains = new Map(
    readers.map((reader) => {
      const chain = chainOf(network, reader.chain_uid)
      const health = createChainHealth(chain, now, oldAfterMs?.(chain.chain_uid))
      /** The last block that was taken in, and the last one of which that is stored. */
      const read: Record<'last' | 'stored', TakenBlock | undefined> = {
        last: undefined,
        stored: undefined,
      }
      const state: { looksLeft: number; heardTo?: TakenBlock; wake?: () => void } = {
        looksLeft: LOOKS_PER_ROUND,
      }
      return [reader.chain_uid, { reader, chain, health, read, ...state }]
    }),
  )

  /** One change at a time: a block of one chain must not slip between another's look at a watch and its save. No chain is asked in it. */
  const inTurn = createSerialQueue()

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
      if (stopping.signal.aborted) return
      const before = last
      const { observations, hash } = await readBlock(chain, () => reader.blockAfter(before))
      const height = before.height + 1
      last = { height, hash }
      if (observations.length > 0) await onFinalBlock(observations)
      const isBehind = finalHeight - height > EMPTY_BLOCKS_UNSTORED_BEHIND
      const unstored = isBehind ? EMPTY_BLOCKS_UNSTORED_BEHIND : EMPTY_BLOCKS_UNSTORED
      if (observations.length > 0 || height >= (read.stored?.height ?? 0) + unstored) {
        // The cursor comes last: a block that was not done with is read again, and brings nothing twice.
        await inTurn(async () => {
          for (const some of portions(observations)) await store.addObservations(some)
          await refreshTouched(chain_uid, observations)
        })
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
    await inTurn(async () => refreshAll(await store.watchesAwaiting(chain_uid, finalTimeMs)))
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
        if (stopping.signal.aborted || !isAside) return
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
    const isKept = await inTurn(() => store.moveCursor(reader.chain_uid, last, read.stored?.height))
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

  /** Watches whose transaction this block carried on. */
  async function refreshTouched(
    chainUid: string,
    observations: readonly Observation[],
  ): Promise<void> {
    for (const some of portions(observations)) {
      const ids = some.flatMap((observation) => txIdOf(observation) ?? [])
      const beginnings = ids.map(beginningOf)
      const hashes = some.map(({ tx_hash }) => tx_hash)
      await refreshAll(
        await store.touchedWatches(chainUid, hashes, [...new Set([...ids, ...beginnings])]),
      )
    }
  }

  /** Keeps where watches stand now. They have to be as they are stored. */
  async function refreshAll(watches: readonly Watch[]): Promise<void> {
    for (const some of portions(watches)) await save(await Promise.all(some.map(workOut)))
  }

  async function refresh(watch: Watch): Promise<Progress> {
    return saveOne(await workOut(watch))
  }

  /** Works out anew where a watch stands, from what is stored. */
  async function workOut(watch: Watch): Promise<Change> {
    const own = await store.observationsIn(watch.chain_uid, watch.tx_hash)
    const [first] = own
    if (!first) return changeOf(watch, watch, watch)
    const [named, ...more] = new Set(own.flatMap((one) => txIdOf(one) ?? []))
    if (named !== undefined && more.length > 0) return workOutParts(watch, own, [named, ...more])
    let txId = named
    if (txId === undefined && first.ok && !own.some(redeemsClaim)) {
      if (chainOf(network, watch.chain_uid).family === 'cosmwasm')
        return changeOf(watch, watch, nowhere(watch, 'no_operation'))
      txId = txIdBeginning(network, first)
    }
    const rest = txId === undefined ? [] : await store.observationsOf(txId)
    const standing = standingOf(originIn(watch), [...own, ...rest], [], clocks)
    const known = standing.progress.txId === '' ? txId : standing.progress.txId
    return changeOf(watch, { ...watch, txId: known, lookAt: undefined }, standing)
  }

  /** Each message of a transaction may begin an operation of its own; their ids differ in the last part only. */
  async function workOutParts(
    watch: Watch,
    own: readonly Observation[],
    ids: [string, ...string[]],
  ): Promise<Change> {
    const standingOfPart = async (id: string): Promise<Standing> => {
      const said = own.filter((one) => txIdOf(one) === id)
      return standingOf(originIn(watch), [...said, ...(await store.observationsOf(id))], [], clocks)
    }
    const [id, ...further] = ids
    const standing = mergeStandings([
      await standingOfPart(id),
      ...(await Promise.all(further.map(standingOfPart))),
    ])
    return changeOf(watch, { ...watch, txId: beginningOf(id), lookAt: undefined }, standing)
  }

  const originIn = ({ chain_uid, tx_hash }: Watch) => originOf(network, chain_uid, tx_hash)
  const nowhere = (watch: Watch, reason: OwnReason): Standing => ({
    progress: nothingToFollow(watch, reason),
    awaited: undefined,
  })

  /** What becomes of a watch, which stood `before` as it is stored. */
  function changeOf(before: Watch, after: Watch, { progress, awaited }: Standing): Change {
    const told = withStall(progress, awaited?.chain_uid)
    const watch: Watch = { ...after, progress: told, awaited }
    const tell = JSON.stringify(before.progress) !== JSON.stringify(told)
    const restOf = (state: Watch) => JSON.stringify({ ...state, progress: undefined })
    const isNew = tell || restOf(before) !== restOf(watch)
    const hasCompleted = told.outcome === 'completed' && before.progress.outcome !== 'completed'
    return { watch, isNew, tell, hopTimes: hasCompleted ? hopTimesOf(told) : [] }
  }

  /** Keeps where watches stand now, as far as that is something new. */
  async function save(changes: readonly Change[]): Promise<void> {
    const changed = changes.filter(({ isNew }) => isNew)
    if (changed.length === 0) return
    await store.saveWatches(changed, now())
    for (const { watch, tell } of changed) if (tell) onChange?.(watch.chain_uid, watch.tx_hash)
  }

  async function saveOne(change: Change): Promise<Progress> {
    await save([change])
    return change.watch.progress
  }

  /** Says what is waited for, where nothing more important is to be said. */
  function withStall(progress: Progress, chainUid: string | undefined): Progress {
    const { about, notice: _, ...told } = progress
    if (about && about.kind !== 'stalled' && about.kind !== 'behind') return progress
    const stall =
      progress.outcome === 'pending' && chainUid !== undefined
        ? chains.get(chainUid)?.health.notice()
        : undefined
    return stall ? { ...told, ...noticed(stall) } : told
  }

  /** Waits for what whoever keeps the chains finds of a new watch. After a while, what is known by then has to do. */
  async function awaitLook(opened: Watch): Promise<Progress> {
    const { chain_uid, tx_hash, lookAt } = opened
    others?.tell(`${OPENED}${chain_uid}`)
    let watch = opened
    for (let waitedMs = 0; waitedMs < LOOK_PATIENCE_MS; waitedMs += LOOK_POLL_MS) {
      watch = (await store.watch(chain_uid, tx_hash)) ?? opened
      if (watch.lookAt?.getTime() !== lookAt?.getTime() || stopping.signal.aborted) break
      await sleep(LOOK_POLL_MS, stopping.signal)
    }
    return watch.progress
  }

  /** Asks a chain for a watch's transaction by hash, unless it was asked for too many in this round. */
  async function look(watch: Watch): Promise<Progress> {
    const { chain_uid, tx_hash } = watch
    const chain = chains.get(chain_uid)
    const isKnown = (await store.observationsIn(chain_uid, tx_hash)).length > 0
    if (!chain || isKnown)
      return inTurn(async () => refresh((await store.watch(chain_uid, tx_hash)) ?? watch))
    if (chain.looksLeft <= 0) return watch.progress
    chain.looksLeft -= 1
    let found: LookedUp | undefined
    try {
      found = await lookUp({ network, readers, cursor: store.cursor }, chain.reader, tx_hash)
    } catch (error) {
      log.warn(
        { chain_uid, tx_hash, err: error },
        'a transaction could not be looked up; trying again',
      )
    }
    return inTurn(() => take(watch, found))
  }

  async function take(stale: Watch, found: LookedUp | undefined): Promise<Progress> {
    const watch = (await store.watch(stale.chain_uid, stale.tx_hash)) ?? stale
    if (found?.kind === 'old') await store.addObservations(found.observations)
    // A block may have brought it meanwhile.
    if ((await store.observationsIn(watch.chain_uid, watch.tx_hash)).length > 0)
      return refresh(watch)
    const ours = await ofOurs(watch.chain_uid, watch.tx_hash)
    const { progress, awaited } = beforeFinal(watch, found, ours)
    const lookAt = progress.outcome === 'pending' ? nextLook(watch) : undefined
    return saveOne(changeOf(watch, { ...watch, lookAt }, { progress, awaited }))
  }

  /** Where a transaction stands that is in no final block. */
  function beforeFinal(
    watch: Watch,
    found: LookedUp | undefined,
    ours: OfOurs | undefined,
  ): Standing {
    const { chain_uid, openedAt, progress: before } = watch
    const awaited = { chain_uid }
    if (ours && !ours.isUnderWay && found?.kind !== 'in_block')
      return { progress: notRun(watch, ours.error), awaited: undefined }
    if (!found) return { progress: before, awaited }
    if (found.kind === 'foreign') return nowhere(watch, 'foreign')
    if (found.kind === 'in_block')
      return { progress: progressOf(originIn(watch), [], found.observations), awaited }
    const ageMs = (clocks.get(chain_uid) ?? 0) - openedAt.getTime()
    if (found.kind === 'nothing' && ageMs >= UNSEEN_LIMIT_MS && !ours)
      return nowhere(watch, 'dropped')
    const standsStill = ours !== undefined && ageMs >= STANDS_STILL_MS
    const progress =
      found.kind === 'in_no_block' ? inNoBlock(watch) : progressOf(originIn(watch), [])
    const wasReplaced = before.hops[0]?.state === 'confirmed' || before.about?.kind === 'replaced'
    const kind = standsStill ? 'not_included' : wasReplaced ? 'replaced' : undefined
    return { progress: { ...progress, ...(kind && noticed({ kind, chain_uid })) }, awaited }
  }

  /** The longer a transaction is awaited, the rarer its chain is asked for it. */
  function nextLook({ chain_uid, openedAt }: Watch): Date {
    const ageMs = now().getTime() - openedAt.getTime()
    const blockMs = chains.get(chain_uid)?.chain.block_time_ms ?? 1000
    return new Date(
      now().getTime() + Math.min(LONGEST_LOOK_WAIT_MS, Math.max(blockMs / 2, ageMs / 20)),
    )
  }

  /** Has whoever waits for a chain hear that it stalls, or moves on again. Returns whether that was kept; if not, it is tried again. */
  async function tellStall(uid: string): Promise<boolean> {
    try {
      await inTurn(async () => {
        for (const some of portions(await store.watchesAwaiting(uid)))
          await save(some.map((watch) => changeOf(watch, watch, watch)))
      })
      return true
    } catch (error) {
      log.warn({ chain_uid: uid, err: error }, 'a stall could not be told; trying again')
      return false
    }
  }

  async function follow(uid: string): Promise<void> {
    const chain = chains.get(uid)
    if (!chain) return
    const { health } = chain
    while (!stopping.signal.aborted) {
      const doubted = health.doubt()
      const soon = new AbortController()
      chain.wake = () => soon.abort()
      try {
        const isKept = !isAside
        await (isKept ? readChain(chain) : readAside(chain))
        chain.looksLeft = LOOKS_PER_ROUND
        const due = isKept ? await store.watchesToLookUp(uid, now(), LOOKS_PER_ROUND) : []
        for (const watch of due) {
          if (stopping.signal.aborted) break
          await look(watch)
        }
      } catch (error) {
        // The cursor stands still, so the next round takes the same block up again.
        if (!(error instanceof ChainContradictionError || error instanceof ChainForkError))
          log.warn({ chain_uid: uid, err: error }, 'a chain could not be read; trying again')
        else if (health.doubt() !== doubted)
          log.warn(
            { chain_uid: uid, err: error, nodes: error.nodes },
            error instanceof ChainForkError ? DOUBTFUL.fork : DOUBTFUL.contradiction,
          )
      }
      const shortestMs = isAside ? SHORTEST_ASIDE_MS : SHORTEST_ROUND_MS
      await sleep(Math.max(shortestMs, chain.chain.block_time_ms / 2), soon.signal)
    }
  }

  /** Beside the reading, which a node that never answers holds up. */
  async function watchHealth(uid: string): Promise<void> {
    const health = chains.get(uid)?.health
    if (!health) return
    let isToTell = false
    while (!stopping.signal.aborted) {
      if (!isAside) isToTell = health.hasChanged() || isToTell
      if (isToTell) isToTell = !(await tellStall(uid))
      await sleep(HEALTH_ROUND_MS, stopping.signal)
    }
  }

  others?.hear((said) => {
    if (!isAside && said?.startsWith(OPENED)) chains.get(said.slice(OPENED.length))?.wake?.()
  })

  function begin(): void {
    loops = [...chains.keys()].flatMap((uid) => [follow(uid), watchHealth(uid)])
  }

  return {
    async open(chain_uid, tx_hash, topic) {
      // Whoever asks again and again has nothing written for that.
      const known = topic === undefined ? await store.watch(chain_uid, tx_hash) : undefined
      if (known) return known.progress
      const progress = progressOf(originOf(network, chain_uid, tx_hash), [])
      const openedAt = now()
      const fresh = { chain_uid, tx_hash, txId: undefined, progress, openedAt }
      const watch: Watch = { ...fresh, awaited: { chain_uid }, lookAt: openedAt }
      const isNew = await store.openWatch(watch, topic)
      if (isNew) return isAside ? awaitLook(watch) : look(watch)
      return (await store.watch(chain_uid, tx_hash))?.progress ?? progress
    },
    async progress(chainUid, txHash) {
      return (await store.watch(chainUid, txHash))?.progress
    },
    async lookAgain(chain_uid, tx_hash) {
      const watch = await store.watch(chain_uid, tx_hash)
      if (watch?.progress.outcome === 'pending') await look(watch)
    },
    async recall(chain_uid, tx_hash) {
      const chain = chains.get(chain_uid)
      const watch = await store.watch(chain_uid, tx_hash)
      if (!chain || !watch || !isFinal(watch.progress.outcome) || chain.looksLeft <= 0) return
      if ((await store.observationsIn(chain_uid, tx_hash)).length > 0) return
      chain.looksLeft -= 1
      try {
        const found = await lookUp(
          { network, readers, cursor: store.cursor },
          chain.reader,
          tx_hash,
        )
        if (found.kind === 'old') await inTurn(() => store.addObservations(found.observations))
      } catch (error) {
        log.warn({ chain_uid, tx_hash, err: error }, 'a transaction could not be looked up again')
      }
    },
    timeOf(chainUid) {
      const timeMs = clocks.get(chainUid)
      return timeMs === undefined ? undefined : new Date(timeMs)
    },
    conditions: () =>
      Promise.all(
        [...chains.values()].map(async ({ reader, read, health }) =>
          health.condition(read.last?.height ?? (await store.cursor(reader.chain_uid))),
        ),
      ),
    startAside() {
      isAside = true
      begin()
    },
    start() {
      isAside = false
      clocks.clear() // what is kept may not be as far yet
      if (loops.length === 0) begin()
    },
    async stop() {
      stopping.abort()
      for (const { wake } of chains.values()) wake?.()
      await Promise.all(loops)
    },
  }
}
