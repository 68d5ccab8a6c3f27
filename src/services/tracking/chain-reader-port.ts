import type { Observation } from '../../core/tracking/observation.ts'

/** A packet of which a chain may hold a station. `sentMs` is its sender's block time, where that is known: unix milliseconds. */
export type PacketKey = {
  tx_id: string
  from_chain_uid: string
  to_chain_uid: string
  sequence: string
  sentMs?: number
}

/** The last block of a chain that was taken in. Its hash is unknown where it was not read by itself, and where an operator has said so. */
export type TakenBlock = { height: number; hash: string | undefined }

/** What the core asks of a chain. Every call may throw `ChainUnavailableError`. */
export type ChainReader = {
  chain_uid: string
  /** The newest block, and the newest that can no longer go away with its own time (unix milliseconds). */
  head(): Promise<{ height: number; finalHeight: number; finalTimeMs: number }>
  /** Everything of the protocol in one block, in order. @throws {ChainContradictionError} about a final block */
  block(height: number): Promise<Observation[]>
  /**
   * The same of the block after one that was taken in, and its own hash, where it is read by itself.
   * @throws {ChainContradictionError} about a final block
   * @throws {ChainForkError} the block before it is another one than that
   */
  blockAfter(last: TakenBlock): Promise<{ observations: Observation[]; hash: string | undefined }>
  /** A transaction by its hash, once it is in a block; `undefined` while it is in none. */
  transaction(txHash: string): Promise<Observation[] | undefined>
  /** Whether the chain has heard of a transaction that is in no block. */
  isWaiting(txHash: string): Promise<boolean>
  /**
   * What this chain said of some ids up to a final block, however old: a few calls, for what happened before its blocks were
   * read. One that ends with a colon is the beginning of several. `packets` are those known to touch the chain, under their own
   * ids: not every event names its transaction.
   */
  search(
    txIds: readonly string[],
    packets: readonly PacketKey[],
    upToHeight: number,
  ): Promise<Observation[]>
}
