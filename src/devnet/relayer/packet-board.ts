import { createSerialQueue } from '../../services/flow/serial-queue.ts'
import type { ChainPort, FinalBlock } from './chain-port.ts'
import type { HubPort } from './hub-port.ts'
import type { Acknowledgement, OpenPacket, Packet } from './packet.ts'

/** What is under way between one chain and the hub, as both tell it. Nothing of it is stored anywhere else. */
export type PacketBoard = {
  /** Sent by the factory and final there; gone once the factory has the hub's acknowledgement and that is final. */
  readonly fromChain: ReadonlyMap<bigint, OpenPacket>
  /** Sent by the hub; gone once the hub has the factory's acknowledgement. */
  readonly fromHub: ReadonlyMap<bigint, OpenPacket>
  /** Asks both chains what has happened since. */
  refresh(): Promise<void>
}

/** A board that starts empty and asks both chains for everything that is open, so a restarted relayer knows what its predecessor knew. */
export function createPacketBoard(deps: {
  chainUid: string
  chain: ChainPort
  hub: HubPort
}): PacketBoard {
  const { chainUid, chain, hub } = deps
  const fromChain = new Map<bigint, OpenPacket>()
  const fromHub = new Map<bigint, OpenPacket>()
  let seen = ''

  const round = async () => {
    // Both clocks are read before anything else: what is not received in the states that are read later, although the
    // clocks are past its time, will never be. And what a later block changes is seen in the next round. Where no block has
    // changed anything since, what was read before holds at this time, too.
    const head = hub.head()
    const final = await chain.finalBlock()
    const changed = `${head.changedAt}/${final.changedAt}`
    if (changed !== seen) {
      seen = '' // until all is read
      await read(final)
      seen = changed
    }
    const isOver = (timeoutAt: bigint) => head.timeSec > timeoutAt && final.timeSec > timeoutAt
    for (const packets of [fromChain, fromHub])
      for (const [sequence, packet] of packets) {
        const isLate = packet.acknowledgement === undefined && isOver(packet.timeoutAt)
        if (isLate !== packet.isLate) packets.set(sequence, { ...packet, isLate })
      }
  }

  /** Asks both chains for everything that is open. Whether it is late is seen afterwards. */
  const read = async (final: FinalBlock) => {
    const sent = await chain.sentPackets(final)
    // Asked after the factory, so an answer whose packet is not pending any more has reached the hub and can be forgotten.
    const pending = await hub.pendingPackets(chainUid)
    const answers = await chain.answersTo(pending.map(({ sequence }) => sequence))
    fromHub.clear()
    for (const packet of pending) {
      fromHub.set(packet.sequence, openPacket(packet, answers.get(packet.sequence)))
    }

    for (const sequence of fromChain.keys()) if (!sent.has(sequence)) fromChain.delete(sequence)
    await Promise.all(
      [...sent.values()].map(async (packet) => {
        const { sequence } = packet
        const acknowledgement =
          fromChain.get(sequence)?.acknowledgement ??
          (await hub.acknowledgementOf(chainUid, sequence))
        fromChain.set(sequence, openPacket(packet, acknowledgement))
      }),
    )
  }

  // A call never joins a round under way: that one may have asked before the caller's own transaction took effect.
  const inTurn = createSerialQueue()
  return {
    fromChain,
    fromHub,
    refresh: () => inTurn(round),
  }
}

function openPacket(packet: Packet, acknowledgement: Acknowledgement | undefined): OpenPacket {
  return { ...packet, isLate: false, ...(acknowledgement && { acknowledgement }) }
}
