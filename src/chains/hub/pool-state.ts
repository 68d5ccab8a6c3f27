import type { Pair } from '../../core/payloads/pair.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import type { LivePools } from '../../services/market/pools-port.ts'
import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { PoolsOutdatedError } from '../../core/routing/route-errors.ts'
import type { ChainListener } from '../chain-port.ts'
import { atOurExpense } from '../nodes/node-purse.ts'
import type { Hub } from './hub.ts'
import type { PoolReads } from './pool-reads.ts'

type Deps = {
  hub: PoolReads & Pick<Hub, 'network'>
  /** Without a new block of the hub for so long, nothing is quoted. */
  maxAgeMs: number
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** A reader that is further behind its chain is not waited for: everything is read afresh. */
const MOST_BLOCKS_BEHIND = 20
const READS_AT_ONCE = 16

/**
 * The hub's pools, kept fresh by what its reader hears anyway: a block costs nothing when none of its transactions ran the
 * router or a pool, else one list of the pools and two queries for each that ran. New pools appear in that list.
 */
export function createPoolState({ hub, maxAgeMs, log, now }: Deps): LivePools & {
  /** For the reader of the hub. */
  listener: ChainListener
  /** The tokens of a pool, as the hub says: it is not asked for one that is known already. */
  pairOf(vlp: string): Promise<Pair | undefined>
} {
  const { router } = hub.network.hub

  let state:
    | { pools: readonly Pool[]; byId: Map<string, Pool>; height: number; seenMs: number }
    | undefined
  /** What changed since: every contract that ran up to `height`. */
  let due = { everything: true, ran: new Set<string>(), height: 0, seenMs: 0 }
  /** Up to here no block is missing in `due`. */
  let heard = 0
  /** What a forked hub's nodes say is of another chain than the pools here: nothing is read until it is one again, so what is known gets too old to quote by. */
  let isForked = false
  let reading: Promise<void> | undefined
  let looking: Promise<void> | undefined

  function readDue(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function read(): Promise<void> {
    while (isDue()) {
      const taken = due
      due = { everything: false, ran: new Set(), height: taken.height, seenMs: taken.seenMs }
      try {
        await takeOver(taken)
      } catch (error) {
        const ran = new Set([...taken.ran, ...due.ran])
        due = { ...due, everything: due.everything || taken.everything, ran }
        throw error
      }
    }
  }

  const isDue = () => due.everything || due.height > (state?.height ?? -1)

  async function takeOver({ everything, ran, height, seenMs }: typeof due): Promise<void> {
    const known = state?.byId ?? new Map<string, Pool>()
    const listed =
      everything || ran.has(router) ? await hub.poolAddresses(height) : [...known.keys()]
    const changed = listed.filter((vlp) => everything || ran.has(vlp) || !known.has(vlp))
    if (state && changed.length === 0 && listed.length === known.size) {
      state = { ...state, height, seenMs }
      return
    }
    const byId = new Map(listed.flatMap((vlp) => asEntry(vlp, known.get(vlp))))
    for (let start = 0; start < changed.length; start += READS_AT_ONCE) {
      const some = changed.slice(start, start + READS_AT_ONCE)
      const pools = await Promise.all(some.map((vlp) => hub.pool(vlp, height)))
      for (const [index, vlp] of some.entries()) {
        const pool = pools[index]
        if (pool) byId.set(vlp, pool)
        else byId.delete(vlp)
      }
    }
    state = { pools: [...byId.values()], byId, height, seenMs }
  }

  /** Nobody waits for this one: a failure leaves its work due, and the next sign of life takes it up. */
  function readSoon(): void {
    if (!isDue() || reading) return
    readDue().catch((error: unknown) =>
      log.warn({ err: error }, 'the pools could not be read; trying again'),
    )
  }

  function readAfresh(height: number): void {
    heard = height
    due = { ...due, everything: true, height, seenMs: now().getTime() }
  }

  /** Without the reader: before it starts, and while it works through old blocks. */
  async function look(): Promise<void> {
    if (isForked)
      throw new ChainUnavailableError(
        hub.network.hub.chain_uid,
        'its blocks do not follow what was read of it',
      )
    const height = await hub.height()
    if (height > heard) readAfresh(height)
    await readDue()
  }
  function lookOnce(): Promise<void> {
    looking ??= atOurExpense(look).finally(() => {
      looking = undefined
    })
    return looking
  }

  const listener: ChainListener = {
    head(height) {
      if (isForked) return
      if (heard === 0 || height - heard > MOST_BLOCKS_BEHIND) readAfresh(height)
      readSoon()
    },
    block(height, contracts) {
      if (height <= heard) return
      heard = height
      for (const contract of contracts) due.ran.add(contract)
      due = { ...due, height, seenMs: now().getTime() }
      readSoon()
    },
    forked(is) {
      isForked = is
      // Which pools ran in blocks that went, and in those that came instead, nobody has heard.
      heard = 0
      due = { ...due, everything: true }
    },
  }

  return {
    listener,
    async pairOf(vlp) {
      const pool = state?.byId.get(vlp)
      return pool ? { token_1: pool.token1, token_2: pool.token2 } : hub.pairOf(vlp)
    },
    async current() {
      if (!state) await (reading ?? lookOnce())
      if (!state) throw new Error('the pools were read, but are not there')
      const { pools, height, seenMs } = state
      const ageMs = Math.max(0, now().getTime() - seenMs)
      if (ageMs > maxAgeMs / 2) lookOnce().catch(() => undefined) // for the next quote; this one knows its age
      if (ageMs > maxAgeMs) throw new PoolsOutdatedError(ageMs, height)
      return { pools, height, ageMs }
    },
  }
}

const asEntry = (vlp: string, pool: Pool | undefined): [string, Pool][] =>
  pool ? [[vlp, pool]] : []
