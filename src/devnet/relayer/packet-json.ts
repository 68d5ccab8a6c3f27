import { fromBase64, toBase64 } from '@cosmjs/encoding'
import { bytesToHex, hexToBytes, type Hex } from 'viem'
import { z } from 'zod'

/** Packets as CosmWasm contracts write them: numbers as JSON numbers or decimal strings, bytes as base64. */

const Digits = z
  .union([z.int().nonnegative(), z.string().regex(/^\d+$/)])
  .transform((value) => BigInt(value))
const Bytes = z.base64().transform((text) => bytesToHex(fromBase64(text)))

/** The answer to `pending_packets`. */
export const PendingPackets = z
  .object({
    packets: z.array(z.object({ sequence: Digits, msg: Bytes, timeout_at: Digits })),
  })
  .transform(({ packets }) =>
    packets.map(({ sequence, msg, timeout_at }) => ({ sequence, msg, timeoutAt: timeout_at })),
  )

/** The answer to `packet_acknowledgement`. */
export const PacketAcknowledgement = z
  .object({ acknowledgement: z.object({ ok: z.boolean(), msg: Bytes }).nullable() })
  .transform(({ acknowledgement }) => acknowledgement ?? undefined)

export function base64OfHex(hex: Hex): string {
  return toBase64(hexToBytes(hex))
}
