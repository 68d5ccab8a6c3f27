import type { FinalBlock } from './chain-port.ts'
import type { Acknowledgement, Packet } from './packet.ts'
import { base64OfHex, PacketAcknowledgement, PendingPackets } from './packet-json.ts'
import type { WasmAccount } from './wasm-account.ts'

/** A message for the hub's router. One packet is one message; several may share a transaction. */
export type RouterMessage =
  | {
      receive_packet: {
        source_chain_uid: string
        sequence: number
        timeout_at: number
        msg: string
      }
    }
  | { acknowledge_packet: { chain_uid: string; sequence: number; ok: boolean; msg: string } }

export type HubPort = {
  /** The hub's latest block, which is final. */
  head(): FinalBlock
  /** Packets from the hub to that chain which the hub has no acknowledgement for. */
  pendingPackets(chainUid: string): Promise<Packet[]>
  /** The hub's answer to a packet from that chain, or `undefined` while it has not processed it. */
  acknowledgementOf(chainUid: string, sequence: bigint): Promise<Acknowledgement | undefined>
  /** Runs the messages in one transaction and returns once it is in a block. Throws when it failed: then none took effect. */
  execute(messages: readonly RouterMessage[]): Promise<void>
}

/** The router as the relayers of all chains see it, through the one account that may carry packets there. */
export function createHubPort(account: WasmAccount, router: string): HubPort {
  return {
    head: () => account.head(),
    async pendingPackets(chainUid) {
      return PendingPackets.parse(
        await account.query(router, { pending_packets: { chain_uid: chainUid } }),
      )
    },
    async acknowledgementOf(chainUid, sequence) {
      const body = { source_chain_uid: chainUid, sequence: Number(sequence) }
      return PacketAcknowledgement.parse(
        await account.query(router, { packet_acknowledgement: body }),
      )
    },
    execute: (messages) => account.execute(router, messages),
  }
}

/** A packet from `chainUid` as the message that brings it to the hub. */
export function receiveMessage(
  chainUid: string,
  { sequence, timeoutAt, msg }: Packet,
): RouterMessage {
  return {
    receive_packet: {
      source_chain_uid: chainUid,
      sequence: Number(sequence),
      timeout_at: Number(timeoutAt),
      msg: base64OfHex(msg),
    },
  }
}

/** The answer of `chainUid` to a packet of the hub, as the message that brings it there. */
export function acknowledgeMessage(
  chainUid: string,
  sequence: bigint,
  { ok, msg }: Acknowledgement,
): RouterMessage {
  const body = { chain_uid: chainUid, sequence: Number(sequence), ok, msg: base64OfHex(msg) }
  return { acknowledge_packet: body }
}
