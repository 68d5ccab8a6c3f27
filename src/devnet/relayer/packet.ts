import type { Hex } from 'viem'

/** What one side answered to a packet of the other. */
export type Acknowledgement = { ok: boolean; msg: Hex }

/** A packet under way. `timeoutAt` is unix seconds; `acknowledgement` is there once the other side has answered for good. */
export type Packet = {
  sequence: bigint
  msg: Hex
  timeoutAt: bigint
  acknowledgement?: Acknowledgement
}
