import type { Hex } from 'viem'

import type { Acknowledgement, Packet } from './packet.ts'

/**
 * A block that cannot go away any more. `timeSec` is unix seconds; the state after it is the one after `changedAt`, since the
 * blocks between hold no transactions.
 */
export type FinalBlock = { height: bigint; timeSec: bigint; changedAt: bigint }

/** What the relayer brings to a factory, whatever its chain's family. */
export type FactoryCall =
  | { kind: 'receive'; sequence: bigint; msg: Hex; timeoutAt: bigint }
  /** `packet` is what was sent. */
  | { kind: 'acknowledge'; sequence: bigint; packet: Hex; ok: boolean; msg: Hex }

/** A chain's factory as the relayer sees it. */
export type ChainPort = {
  finalBlock(): Promise<FinalBlock>
  /** The factory's packets that are final and have no acknowledgement. `upTo` is what `finalBlock` said. */
  sentPackets(upTo: FinalBlock): Promise<ReadonlyMap<bigint, Packet>>
  /** What the factory answered to these packets of the hub, as `sentPackets` last saw it. What is not asked for is forgotten. */
  answersTo(sequences: readonly bigint[]): Promise<ReadonlyMap<bigint, Acknowledgement>>
  /** Whether the factory has still to process this. Throws its reason when it would refuse now. */
  isOpen(call: FactoryCall): Promise<boolean>
  /** Brings the calls in order and returns once all are in blocks: what went wrong with each, or `undefined`. */
  send(calls: readonly FactoryCall[]): Promise<(Error | undefined)[]>
  disconnect(): void
}
