import type { Pool } from '../../core/routing/pool-graph.ts'

/**
 * The hub's pools as they are after one of its blocks. A pool that did not change is the same object as before, and the
 * list is the same while none did.
 */
export type PoolState = {
  pools: readonly Pool[]
  /** The hub's block: nothing up to it is missing. */
  height: number
  /** Milliseconds since we first saw that block. */
  ageMs: number
}

/** What routes ask for: the pools as they are now, without a call of the hub. */
export type LivePools = {
  /**
   * @throws {PoolsOutdatedError} the hub has shown no new block for too long
   * @throws {ChainUnavailableError} it was never reached
   */
  current(): Promise<PoolState>
}
