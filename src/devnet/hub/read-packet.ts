import { fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { ContractError } from '../cosmwasm/tx-error.ts'
import { decodeEvmCall, decodeEvmPacket } from './decode-evm-packet.ts'
import type { FactoryMessages } from '../generations/local-generation.ts'
import { readFactoryMessage } from './factory-messages.ts'
import type { ConnectedChain } from './hub-config.ts'
import type { PacketCall } from './packet-call.ts'

const CosmWasmPacket = z.strictObject({
  tx_id: z.string().max(300),
  sender: z.string(),
  call: z.record(z.string(), z.unknown()),
})

/** A factory's packet, opened as far as every factory writes it. `readCall` reads the operation. */
export type FactoryPacket = {
  txId: string
  sender: string
  /** @throws {ContractError} an unknown operation, or a malformed one */
  readCall(): { type: string; call: PacketCall }
}

/** Opens a packet in the form of its chain's factory. @throws {ContractError} not a factory packet */
export function readPacket(
  messages: FactoryMessages,
  chain: ConnectedChain,
  msg: Uint8Array,
): FactoryPacket {
  if (chain.chain_type === 'evm') {
    const packet = decodeEvmPacket(msg)
    return {
      txId: packet.txId,
      sender: packet.sender,
      readCall() {
        const call = decodeEvmCall(chain.chain_uid, packet)
        return { type: call.type, call }
      },
    }
  }
  const packet = CosmWasmPacket.safeParse(parseJson(msg))
  if (!packet.success) throw new ContractError('the packet is not a factory packet')
  const { tx_id: txId, sender, call } = packet.data
  const user = { chain_uid: chain.chain_uid, address: sender }
  return { txId, sender, readCall: () => readFactoryMessage(messages, user, call) }
}

function parseJson(msg: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(msg)) as unknown // its shape is checked by whoever asked
  } catch {
    return undefined
  }
}
