import type { Hex } from 'viem'

/** What one side answered to a packet of the other. */
export type Acknowledgement = { ok: boolean; msg: Hex }

/** A packet, as its sender tells it. `timeoutAt` is unix seconds. */
export type Packet = { sequence: bigint; msg: Hex; timeoutAt: bigint }

/** A packet under way. */
export type OpenPacket = Packet & {
  /** There once the other side has answered for good. */
  acknowledgement?: Acknowledgement
  /** It is over its time on both sides, and the other side has not received it: it will be refused there. */
  isLate: boolean
}
