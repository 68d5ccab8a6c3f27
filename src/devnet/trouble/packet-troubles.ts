import { createHash } from 'node:crypto'

import type { PacketBoard } from '../relayer/packet-board.ts'
import type { OpenPacket } from '../relayer/packet.ts'
import type { ActiveTroubles } from './active-troubles.ts'
import { openPacket } from './packet-body.ts'
import type { Direction, PacketFilter, PacketTrouble } from './trouble.ts'

const KINDS = ['slow_packets', 'lose_packets', 'time_out_packets', 'refuse_packets'] as const

/** A packet that the relayer does not carry now. `sequence` and `timeout_at` (unix seconds) are the packet's own. */
export type HeldPacket = {
  chain_uid: string
  direction: Direction
  sequence: string
  tx_id: string
  timeout_at: string
  held_by: PacketTrouble['kind']
  /** Without it: until it is relayed by hand, or is late. */
  until?: Date
}

/** What a packet met when the relayer saw it first; nothing, mostly. Kept for as long as the packet is under way. */
type Fate = {
  place: { chain_uid: string; direction: Direction; sequence: string }
  trouble: PacketTrouble | undefined
  packet: OpenPacket
  txId: string
  refusable: OpenPacket['msg']
  /** Of `slow_packets`: for the packet first, then anew for its acknowledgement. Milliseconds since the process began. */
  dueMs: number
  wasAnswered: boolean
  /** By hand: nothing holds it any more. */
  isRelayed: boolean
}

export type PacketTroubles = {
  /** A relayer's board as trouble lets it see it. */
  before(board: PacketBoard, chainUid: string): PacketBoard
  held(): HeldPacket[]
  /** Lets those packets go on, and returns them as they were held. */
  relay(filter: PacketFilter): HeldPacket[]
}

/** What happens to packets between the two chains, decided once for each when the relayer meets it. */
export function createPacketTroubles(troubles: ActiveTroubles): PacketTroubles {
  const fates = new Map<string, Fate>()

  const meet = (place: Fate['place'], packet: OpenPacket): Fate => {
    const { chain_uid, direction } = place
    const trouble = troubles.take(
      KINDS,
      (candidate) =>
        (candidate.chain_uid ?? chain_uid) === chain_uid &&
        (candidate.direction ?? direction) === direction &&
        chanceOf(candidate.seed, place) < candidate.probability,
    )
    const { txId, refusable } = openPacket(direction, packet.msg)
    const dueMs = trouble?.kind === 'slow_packets' ? performance.now() + trouble.delay_ms : 0
    return { place, trouble, packet, txId, refusable, dueMs, wasAnswered: false, isRelayed: false }
  }

  const see = (
    chain_uid: string,
    direction: Direction,
    packets: ReadonlyMap<bigint, OpenPacket>,
  ) => {
    const side = `${chain_uid}/${direction}/`
    for (const [key, { place }] of fates)
      if (key.startsWith(side) && !packets.has(BigInt(place.sequence))) fates.delete(key)
    const seen = new Map<bigint, OpenPacket>()
    for (const [sequence, packet] of packets) {
      const key = `${side}${sequence}`
      const known = fates.get(key)
      // One that was answered before we met it is through.
      if (!known && packet.acknowledgement) {
        seen.set(sequence, packet)
        continue
      }
      const place = { chain_uid, direction, sequence: `${sequence}` }
      const fate = known ?? meet(place, packet)
      fates.set(key, fate)
      fate.packet = packet
      if (packet.acknowledgement && !fate.wasAnswered) {
        fate.wasAnswered = true
        if (fate.trouble?.kind === 'slow_packets')
          fate.dueMs = performance.now() + fate.trouble.delay_ms
      }
      if (isHeld(fate)) continue
      // Its sender knows it by what it was: the answer goes back with that.
      const isChanged = fate.trouble?.kind === 'refuse_packets' && !packet.acknowledgement
      const msg = isChanged ? fate.refusable : packet.msg
      seen.set(sequence, { ...packet, msg })
    }
    return seen
  }

  const held = () => [...fates.values()].filter(isHeld)
  return {
    before: (board, chainUid) => ({
      get fromChain() {
        return see(chainUid, 'to_hub', board.fromChain)
      },
      get fromHub() {
        return see(chainUid, 'from_hub', board.fromHub)
      },
      refresh: board.refresh,
    }),
    held: () => held().map(showHeld),
    relay(filter) {
      const chosen = held().filter(
        ({ place }) =>
          (filter.chain_uid ?? place.chain_uid) === place.chain_uid &&
          (filter.direction ?? place.direction) === place.direction &&
          (filter.sequence ?? place.sequence) === place.sequence,
      )
      for (const fate of chosen) fate.isRelayed = true
      return chosen.map(showHeld)
    },
  }
}

type HeldFate = Fate & { trouble: PacketTrouble }

function isHeld(fate: Fate): fate is HeldFate {
  const { trouble, packet, dueMs } = fate
  if (fate.isRelayed) return false
  if (trouble?.kind === 'slow_packets') return performance.now() < dueMs
  const isAnswered = packet.acknowledgement !== undefined
  if (trouble?.kind === 'lose_packets') return isAnswered === (trouble.leg === 'acknowledgement')
  return trouble?.kind === 'time_out_packets' && !isAnswered && !packet.isLate
}

function showHeld({ place, trouble, packet, txId, dueMs }: HeldFate): HeldPacket {
  return {
    ...place,
    tx_id: txId,
    timeout_at: `${packet.timeoutAt}`,
    held_by: trouble.kind,
    ...(trouble.kind === 'slow_packets' && { until: new Date(dueMs) }),
  }
}

/** From 0 to just below 1, the same for the same packet and seed. */
function chanceOf(seed: number, { chain_uid, direction, sequence }: Fate['place']): number {
  const digest = createHash('sha256').update(`${seed}/${chain_uid}/${direction}/${sequence}`)
  return digest.digest().readUInt32BE(0) / 2 ** 32
}
