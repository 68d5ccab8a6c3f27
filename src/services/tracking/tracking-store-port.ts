import type { HopTime } from '../../core/tracking/escrow-record.ts'
import type { Observation } from '../../core/tracking/observation.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import type { Awaited } from '../../core/tracking/trouble.ts'
import type { TakenBlock } from './chain-reader-port.ts'

export type Watch = {
  chain_uid: string
  tx_hash: string
  /**
   * Its beginning only, where the factory's events cannot be read and the hub has not named it, or where the messages of
   * one transaction began several operations; then that of the first one.
   */
  txId: string | undefined
  progress: Progress
  openedAt: Date
  awaited: Awaited | undefined
  /** When its chain is to be asked for it by hash; `undefined` once it is in a final block, or nowhere. */
  lookAt: Date | undefined
}

/** Another state of a watch. `tell`: its progress is another one. `hopTimes` is what its hops took, once it completes. */
export type WatchChange = { watch: Watch; tell: boolean; hopTimes: readonly HopTime[] }

/** What the tracker asks of the store. Each call is one transaction, and finds its rows by an index. */
export type TrackingStore = {
  /** Height of the last block that was taken in, or `undefined` for a chain never read. */
  cursor(chainUid: string): Promise<number | undefined>
  /** The same block with its hash, where that is known. */
  lastTaken(chainUid: string): Promise<TakenBlock | undefined>
  /** The chain's own time up to which all was taken in at least, where that is known. */
  takenTo(chainUid: string): Promise<Date | undefined>
  /**
   * Keeps the last block that was taken in, and the time up to which all was, where that is known. `from` is where the cursor stood, as far as its caller knows: false where an operator has set it
   * elsewhere, and nothing is kept then.
   */
  moveCursor(
    chainUid: string,
    to: TakenBlock,
    from: number | undefined,
    takenTo?: Date,
  ): Promise<boolean>
  /** Keeps final observations of any height. Repeats change nothing. */
  addObservations(observations: readonly Observation[]): Promise<void>
  /**
   * Every final observation whose `tx_id` this is, on any chain, and those of payouts that it has ordered under ids of their own; with
   * a trailing colon, whose `tx_id` begins so.
   */
  observationsOf(txId: string): Promise<Observation[]>
  /** The final observations of one transaction. */
  observationsIn(chainUid: string, txHash: string): Promise<Observation[]>
  /** Begins to follow a transaction, or adds a topic to one that is followed already. True where it is new. */
  openWatch(watch: Watch, topic: string | undefined): Promise<boolean>
  /** Keeps new states, and tells the topics of those that are to be told in the same transaction. */
  saveWatches(changes: readonly WatchChange[], now: Date): Promise<void>
  watch(chainUid: string, txHash: string): Promise<Watch | undefined>
  /** Those not ended that a block may carry on: by hash on its chain, or by an id of their transaction, or of a payout that it ordered. */
  touchedWatches(chainUid: string, hashes: string[], txIds: string[]): Promise<Watch[]>
  /** Forgets what strangers asked for and no final block has shown, but for so many of the newest: some of the oldest at a time. */
  forgetUnseen(most: number): Promise<void>
  /** Those to be asked for by hash now: what has readers before what only strangers asked for, of each the longest waiting first. */
  watchesToLookUp(chainUid: string, now: Date, limit: number): Promise<Watch[]>
  /** Those that wait for this chain and whose wait is too long at that time of it. */
  watchesDue(chainUid: string, dueMs: number): Promise<Watch[]>
  /** Those that wait for this chain, some at a time, from the one after `after` on; with `isTimed` only those whose wait may become too long. */
  watchesAwaiting(
    chainUid: string,
    limit: number,
    after: Pick<Watch, 'chain_uid' | 'tx_hash'> | undefined,
    isTimed?: boolean,
  ): Promise<Watch[]>
  /** What the last hops of a kind on a chain took, in milliseconds. */
  hopTimes(hop: Pick<HopTime, 'kind' | 'chain_uid'>, limit: number): Promise<number[]>
}
