import type { OwnReason } from '../../core/terms/known-reason.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import { writtenHash } from '../../core/terms/tx-hash.ts'
import { hopTimesOf } from '../../core/tracking/escrow-record.ts'
import { originOf, type Origin } from '../../core/tracking/journey.ts'
import { mergeStandings } from '../../core/tracking/merge-standings.ts'
import { noticed, type Notice } from '../../core/tracking/notice.ts'
import {
  beginningOf,
  redeemsClaim,
  txIdOf,
  type Observation,
} from '../../core/tracking/observation.ts'
import { isFinal } from '../../core/tracking/outcomes.ts'
import {
  inNoBlock,
  notRun,
  nothingToFollow,
  progressOf,
  standingOf,
  type Progress,
  type Standing,
} from '../../core/tracking/progress.ts'
import type { SerialQueue } from '../flow/serial-queue.ts'
import type { ChainReader } from './chain-reader-port.ts'
import { lookUp, txIdBeginning, type LookedUp } from './look-up.ts'
import type { TrackingStore, Watch, WatchChange } from './tracking-store-port.ts'

type Deps = {
  network: Network
  readers: readonly ChainReader[]
  store: TrackingStore
  /** How far each chain was read, as its own time in milliseconds. */
  clocks: ReadonlyMap<string, number>
  /** What is to be said of a chain to whoever waits for it. */
  noticeOf: (chainUid: string) => Notice | undefined
  /** One change at a time: a block of one chain must not slip between another's look at a watch and its save. No chain is asked in it. */
  inTurn: SerialQueue
  /** Of a transaction that we send ourselves: whether it may still come into a block, or why it cannot; `undefined` of anybody else's. */
  ofOurs: (chainUid: string, txHash: string) => Promise<OfOurs | undefined>
  /** Told once another state of a watch is stored. */
  onChange: ((chainUid: string, txHash: string) => void) | undefined
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** How a transaction that we send ourselves stands, as far as we know it without its chain: `error` is why it cannot come into a block any more. */
export type OfOurs = { isUnderWay: true } | { isUnderWay: false; error: string }

/** `isNew`: it is something else than what is stored. */
type Change = WatchChange & { isNew: boolean }

/** A transaction that was in no block for so long, by its chain's own clock, was dropped, replaced, or never sent. */
const UNSEEN_LIMIT_MS = 60 * 60_000
/** A transaction of ours that is in no block after so long stands still: blocks come every few seconds, so it is no bad luck any more. */
export const STANDS_STILL_MS = 2 * 60_000

/** Hashes that one chain is asked for in one round, however many wait: its calls must not grow with the watches. */
const LOOKS_PER_ROUND = 20
const LONGEST_LOOK_WAIT_MS = 60_000

/** So many observations or watches are asked for in one statement, or kept in one transaction, which others wait for. */
const AT_ONCE = 200
/** So many of those that wait for a chain are read at a time: each reading looks at all of them to find the next. */
const AWAITING_AT_ONCE = 2_000

function* portions<One>(all: readonly One[]): Generator<One[]> {
  for (let first = 0; first < all.length; first += AT_ONCE) yield all.slice(first, first + AT_ONCE)
}

const openPayouts = (hops: Progress['hops']) =>
  hops.filter(({ kind, state }) => kind === 'release' && state === 'waiting')

/** Where a payout failed, the hub's word on it is awaited beside what else is. */
const waitsForSeveral = ({ progress: { hops, parts } }: Watch) =>
  parts !== undefined || hops.some(({ kind, state }) => kind === 'release' && state !== 'done')

export type Watches = ReturnType<typeof createWatches>

/** Keeps where watches stand, as far as the chains' blocks say it; a chain is asked by hash for those alone that are in no final block of it yet. */
export function createWatches(deps: Deps) {
  const { network, readers, store, clocks, noticeOf, inTurn, ofOurs, onChange, log, now } = deps
  const readerOf = new Map(readers.map((reader) => [reader.chain_uid, reader]))
  /** How often each chain may still be asked in this round. */
  const looksLeft = new Map(readers.map(({ chain_uid }) => [chain_uid, LOOKS_PER_ROUND]))

  /** The chain's reader, once for each of its looks that are left. */
  function takeLook(chainUid: string): ChainReader | undefined {
    const left = looksLeft.get(chainUid) ?? 0
    if (left <= 0) return undefined
    looksLeft.set(chainUid, left - 1)
    return readerOf.get(chainUid)
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
    const standing = standingOf(originIn(watch), [...own, ...rest], [], clocks, isStill)
    const known = standing.progress.txId === '' ? txId : standing.progress.txId
    return changeOf(watch, { ...watch, txId: known, lookAt: undefined }, standing)
  }

  /** Each message of a transaction may begin an operation of its own, and each may have another sender: what they have in common is their transaction alone. */
  async function workOutParts(
    watch: Watch,
    own: readonly Observation[],
    ids: [string, ...string[]],
  ): Promise<Change> {
    const standingOfPart = async (id: string): Promise<Standing> => {
      const said = own.filter((one) => txIdOf(one) === id)
      const all = [...said, ...(await store.observationsOf(id))]
      return standingOf(originIn(watch), all, [], clocks, isStill)
    }
    const [id, ...further] = ids
    const standing = mergeStandings(
      [await standingOfPart(id), ...(await Promise.all(further.map(standingOfPart)))],
      isStill,
    )
    return changeOf(watch, { ...watch, txId: beginningOf(id), lookAt: undefined }, standing)
  }

  const isStill = (chainUid: string) => noticeOf(chainUid) !== undefined
  /** Stored hashes are all in lower case; whoever reads of one sees it as its chain writes it. */
  function originIn({ chain_uid, tx_hash }: Watch): Origin {
    const chain = network.chains.find((one) => one.chain_uid === chain_uid)
    return originOf(network, chain_uid, chain ? writtenHash(chain.family, tx_hash) : tx_hash)
  }
  const nowhere = (watch: Watch, reason: OwnReason): Standing => ({
    progress: nothingToFollow(originIn(watch), reason),
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

  /** What becomes of a watch whose chain stalls, or goes on. Where it waits for several things, another of them comes first now. */
  async function afterStall(watch: Watch): Promise<Change> {
    return waitsForSeveral(watch) ? workOut(watch) : changeOf(watch, watch, watch)
  }

  /** Has those that await one chain hear that another one, or the same, stalls or moves on again. */
  async function tellAwaiting(awaits: string, uid: string): Promise<void> {
    // Some at a time, and others in between: there may be very many.
    let last: Watch | undefined
    do {
      const after = last
      last = await inTurn(async () => {
        // What is in no block yet waits for its own chain alone, without an end: strangers may open very many of those.
        const isOther = awaits !== uid
        const awaiting = await store.watchesAwaiting(awaits, AWAITING_AT_ONCE, after, isOther)
        const concerned = isOther ? awaiting.filter(waitsForSeveral) : awaiting
        for (const some of portions(concerned)) await save(await Promise.all(some.map(afterStall)))
        return awaiting.length < AWAITING_AT_ONCE ? undefined : awaiting.at(-1)
      })
    } while (last)
  }

  /** Says what is waited for, where nothing more important is to be said. */
  function withStall(progress: Progress, chainUid: string | undefined): Progress {
    const { about, notice: _, ...told } = progress
    if (about && about.kind !== 'stalled' && about.kind !== 'behind') return progress
    const stall = stallsIn(progress, chainUid).find((one) => one !== undefined)
    return stall ? { ...told, ...noticed(stall) } : told
  }

  /** Of the chain that is awaited, and of those of payouts which are open beside it. */
  function stallsIn({ outcome, hops }: Progress, chainUid: string | undefined) {
    if (outcome !== 'pending' || chainUid === undefined) return []
    return [chainUid, ...openPayouts(hops).map(({ chain_uid }) => chain_uid)].map(noticeOf)
  }

  /** Asks a chain for a watch's transaction by hash, unless it was asked for too many in this round. */
  async function look(watch: Watch): Promise<Progress> {
    const { chain_uid, tx_hash } = watch
    const isKnown = (await store.observationsIn(chain_uid, tx_hash)).length > 0
    if (!readerOf.has(chain_uid) || isKnown)
      return inTurn(async () => refresh((await store.watch(chain_uid, tx_hash)) ?? watch))
    const reader = takeLook(chain_uid)
    if (!reader) return watch.progress
    let found: LookedUp | undefined
    try {
      found = await lookUp({ network, readers, cursor: store.cursor }, reader, tx_hash)
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
      return { progress: notRun(originIn(watch), ours.error), awaited: undefined }
    if (!found) return { progress: before, awaited }
    if (found.kind === 'foreign') return nowhere(watch, 'foreign')
    if (found.kind === 'in_block')
      return { progress: progressOf(originIn(watch), [], found.observations), awaited }
    const ageMs = (clocks.get(chain_uid) ?? 0) - openedAt.getTime()
    if (found.kind === 'nothing' && ageMs >= UNSEEN_LIMIT_MS && !ours)
      return nowhere(watch, 'dropped')
    const standsStill = ours !== undefined && ageMs >= STANDS_STILL_MS
    const progress =
      found.kind === 'in_no_block' ? inNoBlock(originIn(watch)) : progressOf(originIn(watch), [])
    const wasReplaced = before.hops[0]?.state === 'confirmed' || before.about?.kind === 'replaced'
    const kind = standsStill ? 'not_included' : wasReplaced ? 'replaced' : undefined
    return { progress: { ...progress, ...(kind && noticed({ kind, chain_uid })) }, awaited }
  }

  /** The longer a transaction is awaited, the rarer its chain is asked for it. */
  function nextLook({ chain_uid, openedAt }: Watch): Date {
    const ageMs = now().getTime() - openedAt.getTime()
    const blockMs = chainOf(network, chain_uid).block_time_ms
    return new Date(
      now().getTime() + Math.min(LONGEST_LOOK_WAIT_MS, Math.max(blockMs / 2, ageMs / 20)),
    )
  }

  return {
    /** Keeps what a final block says, and with it where the watches stand that it carries on. Said again, it changes nothing. */
    takeIn: (chainUid: string, observations: readonly Observation[]) =>
      inTurn(async () => {
        for (const some of portions(observations)) await store.addObservations(some)
        await refreshTouched(chainUid, observations)
      }),
    /** Carries on what waits for that time of a chain. */
    carryOn: (chainUid: string, timeMs: number) =>
      inTurn(async () => refreshAll(await store.watchesDue(chainUid, timeMs))),
    look,
    /** Begins a round of a chain: it may be asked for as many transactions again. */
    beginRound: (chainUid: string) => void looksLeft.set(chainUid, LOOKS_PER_ROUND),
    /** Asks a chain for the transactions whose look is due. */
    async lookAtDue(chainUid: string, stopping: AbortSignal): Promise<void> {
      for (const watch of await store.watchesToLookUp(chainUid, now(), LOOKS_PER_ROUND)) {
        if (stopping.aborted) break
        await look(watch)
      }
    },
    /** Asks the chain again for what was forgotten of a transaction that ended. */
    async recall(chain_uid: string, tx_hash: string): Promise<void> {
      const watch = await store.watch(chain_uid, tx_hash)
      if (!watch || !isFinal(watch.progress.outcome)) return
      if ((await store.observationsIn(chain_uid, tx_hash)).length > 0) return
      const reader = takeLook(chain_uid)
      if (!reader) return
      try {
        const found = await lookUp({ network, readers, cursor: store.cursor }, reader, tx_hash)
        if (found.kind === 'old') await inTurn(() => store.addObservations(found.observations))
      } catch (error) {
        log.warn({ chain_uid, tx_hash, err: error }, 'a transaction could not be looked up again')
      }
    },
    /** Has whoever waits for a chain hear that it stalls, or moves on again. Returns whether that was kept; if not, it is to be tried again. */
    async tellStall(uid: string): Promise<boolean> {
      try {
        await tellAwaiting(uid, uid)
        // What waits for this chain among others may have come to await another one.
        for (const other of readerOf.keys()) if (other !== uid) await tellAwaiting(other, uid)
        return true
      } catch (error) {
        log.warn({ chain_uid: uid, err: error }, 'a stall could not be told; trying again')
        return false
      }
    },
  }
}
