import { toHex } from '@cosmjs/encoding'

import type { BlockReading } from '../nodes/agreement.ts'

/** A block's name and time, and the name of the block before it, as its header has them: a chain's first block has none before it. Pure. */
export function blockMark(
  { hash }: { hash: Uint8Array },
  { lastBlockId, time }: { lastBlockId: { hash: Uint8Array } | null; time: Pick<Date, 'getTime'> },
): Pick<BlockReading, 'hash' | 'parentHash' | 'timeMs'> {
  return {
    hash: toHex(hash),
    ...(lastBlockId && { parentHash: toHex(lastBlockId.hash) }),
    timeMs: time.getTime(),
  }
}
