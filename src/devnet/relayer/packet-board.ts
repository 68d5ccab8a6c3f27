import type { EvmPort } from './evm-port.ts'
import type { HubPort } from './hub-port.ts'
import type { Packet } from './packet.ts'

/** What is under way between one EVM chain and the hub, as both chains tell it. Nothing of it is stored anywhere else. */
export type PacketBoard = {
  /** Sent by the EVM factory and final there; gone once the factory has the hub's acknowledgement and that is final. */
  fromEvm: Map<bigint, Packet>
  /** Sent by the hub; gone once the hub has the factory's acknowledgement. */
  fromHub: Map<bigint, Packet>
  /** Asks both chains what has happened since. */
  refresh(): Promise<void>
}

/** A board that starts empty and reads the factory's logs from block 0, so a restarted relayer knows what its predecessor knew. */
export function createPacketBoard(deps: {
  chainUid: string
  evm: EvmPort
  hub: HubPort
}): PacketBoard {
  const { chainUid, evm, hub } = deps
  const fromEvm = new Map<bigint, Packet>()
  const fromHub = new Map<bigint, Packet>()
  const answers = new Map<bigint, NonNullable<Packet['acknowledgement']>>()
  let nextBlock = 0n
  let seenHeight = 0

  const readLogs = async () => {
    const final = await evm.finalizedBlock()
    if (final < nextBlock) return false
    for (const log of await evm.logs(nextBlock, final)) {
      if (log.kind === 'sent') fromEvm.set(log.packet.sequence, log.packet)
      else if (log.kind === 'ended') fromEvm.delete(log.sequence)
      else answers.set(log.sequence, log.acknowledgement)
    }
    nextBlock = final + 1n
    return true
  }

  const round = async () => {
    // Asked before anything else of the hub: what a later block changes is then seen in the next round.
    const height = await hub.height()
    const isNews = await readLogs()
    if (!isNews && height === seenHeight) return
    seenHeight = 0 // until this round is through
    // Asked after the logs, so an answer whose packet is not pending any more has reached the hub and can be forgotten.
    const pending = await hub.pendingPackets(chainUid)
    fromHub.clear()
    for (const packet of pending) {
      const acknowledgement = answers.get(packet.sequence)
      fromHub.set(
        packet.sequence,
        acknowledgement === undefined ? packet : { ...packet, acknowledgement },
      )
    }
    for (const sequence of answers.keys()) if (!fromHub.has(sequence)) answers.delete(sequence)

    const open = [...fromEvm.values()].filter(
      ({ acknowledgement }) => acknowledgement === undefined,
    )
    await Promise.all(
      open.map(async (packet) => {
        const acknowledgement = await hub.acknowledgementOf(chainUid, packet.sequence)
        if (acknowledgement !== undefined)
          fromEvm.set(packet.sequence, { ...packet, acknowledgement })
      }),
    )
    seenHeight = height
  }

  // A call never joins a round under way: that one may have asked before the caller's own transaction took effect.
  let last: Promise<void> = Promise.resolve()
  return {
    fromEvm,
    fromHub,
    refresh() {
      last = last.then(round, round)
      return last
    },
  }
}
