import type { ChainPort, FactoryCall } from './chain-port.ts'
import type { Acknowledgement } from './packet.ts'
import { base64OfHex, PacketAcknowledgement, PendingPackets } from './packet-json.ts'
import type { WasmAccount } from './wasm-account.ts'

/** A CosmWasm chain's factory. Its blocks are final at once, so it is asked for its state as it is. */
export function createCosmWasmPort(account: WasmAccount, factory: string): ChainPort {
  return {
    finalBlock: () => Promise.resolve(account.head()),
    async sentPackets() {
      const packets = PendingPackets.parse(await account.query(factory, { pending_packets: {} }))
      return new Map(packets.map((packet) => [packet.sequence, packet]))
    },
    async answersTo(sequences) {
      const answers = new Map<bigint, Acknowledgement>()
      await Promise.all(
        sequences.map(async (sequence) => {
          const query = { packet_acknowledgement: { sequence: Number(sequence) } }
          const answer = PacketAcknowledgement.parse(await account.query(factory, query))
          if (answer) answers.set(sequence, answer)
        }),
      )
      return answers
    },
    // The board is as new as the chain, and the simulation before a transaction finds what would be refused.
    isOpen: () => Promise.resolve(true),
    async send(calls) {
      try {
        await account.execute(factory, calls.map(messageOf))
        return calls.map(() => undefined)
      } catch (error) {
        if (calls.length === 1) return [asError(error)]
      }
      // One bad message must not hold up the others.
      const outcomes: (Error | undefined)[] = []
      for (const call of calls) {
        outcomes.push(
          await account.execute(factory, [messageOf(call)]).then(() => undefined, asError),
        )
      }
      return outcomes
    },
    disconnect: () => account.disconnect(),
  }
}

function messageOf(call: FactoryCall): object {
  const sequence = Number(call.sequence)
  const msg = base64OfHex(call.msg)
  return call.kind === 'receive'
    ? { receive_packet: { sequence, timeout_at: Number(call.timeoutAt), msg } }
    : { acknowledge_packet: { sequence, packet: base64OfHex(call.packet), ok: call.ok, msg } }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
