import { fromUtf8, toUtf8 } from '@cosmjs/encoding'
import { bytesToHex, hexToBytes, type Hex } from 'viem'
import { z } from 'zod'

import type { Direction } from './trouble.ts'

const Packet = z.record(z.string(), z.looseObject({ tx_id: z.string() }))
const REASON = 'refused_on_request'

/** A packet as far as the relayer has to see into it. */
export type PacketBody = {
  txId: string
  /** The same packet with a content that the other side must refuse. */
  refusable: Hex
}

/** Opens a packet between the hub and a chain, whatever its family. */
export function openPacket(direction: Direction, msg: Hex): PacketBody {
  const [entry] = Object.entries(Packet.parse(JSON.parse(fromUtf8(hexToBytes(msg)))))
  if (!entry) throw new Error('a packet holds nothing')
  const [name, body] = entry
  // Neither side knows such an operation; of an order to pay, a factory forwards no messages.
  const packet =
    direction === 'to_hub'
      ? { [REASON]: body }
      : { [name]: { ...body, forwarding_message: REASON } }
  return { txId: body.tx_id, refusable: bytesToHex(toUtf8(JSON.stringify(packet))) }
}
