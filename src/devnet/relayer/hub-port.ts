import { SigningCosmWasmClient, type ExecuteInstruction } from '@cosmjs/cosmwasm-stargate'
import { fromBase64, toBase64 } from '@cosmjs/encoding'
import type { OfflineSigner } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'
import { bytesToHex, hexToBytes, type Hex } from 'viem'
import { z } from 'zod'

import type { Acknowledgement, Packet } from './packet.ts'

// What a simulation finds is often a little less than the execution needs.
const GAS_MULTIPLIER = 1.6

const Digits = z
  .union([z.int().nonnegative(), z.string().regex(/^\d+$/)])
  .transform((value) => BigInt(value))
const Bytes = z.base64().transform((text) => bytesToHex(fromBase64(text)))
const PendingPackets = z.object({
  packets: z.array(z.object({ sequence: Digits, msg: Bytes, timeout_at: Digits })),
})
const PacketAcknowledgement = z.object({
  acknowledgement: z.object({ ok: z.boolean(), msg: Bytes }).nullable(),
})

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
  /** The hub's latest block. */
  height(): Promise<number>
  /** Packets from the hub to that chain which the hub has no acknowledgement for. */
  pendingPackets(chainUid: string): Promise<Packet[]>
  /** The hub's answer to a packet from that chain, or `undefined` while it has not processed it. */
  acknowledgementOf(chainUid: string, sequence: bigint): Promise<Acknowledgement | undefined>
  /** Runs the messages in one transaction and returns once it is in a block. Throws when it failed: then none took effect. */
  execute(messages: RouterMessage[]): Promise<void>
  disconnect(): void
}

/** The router as the relayer sees it, over the hub's public RPC address. */
export async function connectHub(deps: {
  rpcUrl: string
  router: string
  signer: OfflineSigner
  gasPrice: string
  blockTimeMs: number
}): Promise<HubPort> {
  const client = await SigningCosmWasmClient.connectWithSigner(deps.rpcUrl, deps.signer, {
    gasPrice: GasPrice.fromString(deps.gasPrice),
    broadcastPollIntervalMs: Math.min(500, deps.blockTimeMs / 2),
    broadcastTimeoutMs: 30_000 + 20 * deps.blockTimeMs,
  })
  const [account] = await deps.signer.getAccounts()
  if (!account) throw new Error('the packet relayer has no account on the hub')
  const query = async (message: object): Promise<unknown> =>
    client.queryContractSmart(deps.router, message)

  return {
    height: () => client.getHeight(),
    async pendingPackets(chainUid) {
      const { packets } = PendingPackets.parse(
        await query({ pending_packets: { chain_uid: chainUid } }),
      )
      return packets.map(({ sequence, msg, timeout_at }) => ({
        sequence,
        msg,
        timeoutAt: timeout_at,
      }))
    },
    async acknowledgementOf(chainUid, sequence) {
      const message = {
        packet_acknowledgement: { source_chain_uid: chainUid, sequence: Number(sequence) },
      }
      return PacketAcknowledgement.parse(await query(message)).acknowledgement ?? undefined
    },
    async execute(messages) {
      const instructions = messages.map((msg): ExecuteInstruction => ({
        contractAddress: deps.router,
        msg,
      }))
      await client.executeMultiple(account.address, instructions, GAS_MULTIPLIER)
    },
    disconnect: () => client.disconnect(),
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
      msg: base64(msg),
    },
  }
}

/** The answer of `chainUid` to a packet of the hub, as the message that brings it there. */
export function acknowledgeMessage(
  chainUid: string,
  sequence: bigint,
  { ok, msg }: Acknowledgement,
): RouterMessage {
  return {
    acknowledge_packet: { chain_uid: chainUid, sequence: Number(sequence), ok, msg: base64(msg) },
  }
}

function base64(hex: Hex): string {
  return toBase64(hexToBytes(hex))
}
