import { fromUtf8, toUtf8 } from '@cosmjs/encoding'
import {
  bytesToHex,
  decodeAbiParameters,
  encodeAbiParameters,
  hexToBytes,
  toHex,
  type Hex,
} from 'viem'
import { z } from 'zod'

import type { Chain } from '../../core/terms/network.ts'
import { factoryPacketAbi, releasePacketAbi } from '../../core/tracking/packet-abi.ts'
import type { Direction } from './trouble.ts'

const JsonPacket = z.looseObject({ tx_id: z.string() })
const REASON = 'refused_on_request'

/** A packet as far as the relayer has to see into it. */
export type PacketBody = {
  txId: string
  /** The same packet with a content that the other side must refuse. */
  refusable: Hex
}

/** Opens a packet between the hub and a chain of that family. */
export function openPacket(family: Chain['family'], direction: Direction, msg: Hex): PacketBody {
  if (family === 'cosmwasm') {
    const packet = JsonPacket.parse(JSON.parse(fromUtf8(hexToBytes(msg))))
    const content =
      direction === 'to_hub' ? { call: { [REASON]: {} } } : { forwarding_message: REASON }
    const text = JSON.stringify({ ...packet, ...content })
    return { txId: packet.tx_id, refusable: bytesToHex(toUtf8(text)) }
  }
  if (direction === 'to_hub') {
    const [packet] = decodeAbiParameters(factoryPacketAbi, msg)
    const refusable = encodeAbiParameters(factoryPacketAbi, [{ ...packet, call: '0x' }])
    return { txId: packet.tx_id, refusable }
  }
  const [packet] = decodeAbiParameters(releasePacketAbi, msg)
  const forwarding_message = toHex(REASON)
  const refusable = encodeAbiParameters(releasePacketAbi, [{ ...packet, forwarding_message }])
  return { txId: packet.tx_id, refusable }
}
