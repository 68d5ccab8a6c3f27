import type { Journey, Packet, PacketWay } from './journey.ts'
import { isFinal } from './outcomes.ts'
import type { Hop, Progress } from './progress.ts'

/** What the chains said of a transaction that ended is kept for so long. */
const KEPT_MS = 24 * 60 * 60_000

/** Whether a transaction ended so long ago that what its chains said of it may be forgotten. `hubTimeMs` is unix milliseconds. Pure. */
export function endedLongAgo(
  { outcome, hops }: Progress,
  { hubTimeMs = 0 }: { hubTimeMs?: number | undefined },
): boolean {
  const endedMs = Math.max(...hops.map(({ timeMs = 0 }) => timeMs))
  return isFinal(outcome) && hubTimeMs - endedMs >= KEPT_MS
}

/**
 * A journey that ended, with its kept hops in the place of what no chain tells of it any more: not every node keeps an index, and none
 * for ever. Where it ended long ago (`isOld`) the hub has heard of its payouts. Where several operations began together their hops are
 * one, and tell of none of them. Pure.
 */
export function withKept(
  journey: Journey,
  { outcome, hops, parts }: Progress,
  isOld: boolean,
): Journey {
  if (!isFinal(outcome) || parts) return journey
  const { inbound, releases } = journey
  const settle = hops.find(({ kind }) => kind === 'settle')
  const confirm = hops.find(({ kind }) => kind === 'confirm')
  const paidOn = new Map<string, Hop[]>()
  for (const hop of hops)
    if (hop.kind === 'release')
      paidOn.set(hop.chain_uid, [...(paidOn.get(hop.chain_uid) ?? []), hop])
  return {
    ...journey,
    inbound: inbound && filled(inbound, { write_ack: settle, recv_ack: confirm }),
    releases: releases.map((way) => {
      const paid = paidOn.get(way.to_chain_uid)?.shift()
      const isHeard = isOld || paid?.state === 'failed'
      const heard = isHeard && paid ? { ...paid, tx_hash: '' } : undefined
      return filled(way, { write_ack: paid, recv_ack: heard })
    }),
  }
}

type Answers = Partial<Record<'write_ack' | 'recv_ack', Hop | undefined>>

function filled(way: PacketWay, { write_ack, recv_ack }: Answers): PacketWay {
  return {
    ...way,
    stations: {
      ...said(way, 'write_ack', write_ack),
      ...said(way, 'recv_ack', recv_ack),
      ...way.stations,
    },
  }
}

function said(way: PacketWay, kind: Packet['kind'], hop: Hop | undefined): PacketWay['stations'] {
  if (hop?.timeMs === undefined || (hop.state !== 'done' && hop.state !== 'failed')) return {}
  const { from_chain_uid, to_chain_uid, sequence, txId: tx_id } = way
  const { chain_uid, tx_hash, timeMs, state, detail: msg } = hop
  const ok = state === 'done'
  const event: Packet = { kind, tx_id, from_chain_uid, to_chain_uid, sequence, ok, msg }
  const at = { chain_uid, tx_hash, msg_index: 0, height: 0, timeMs, ok: true, sender: '' }
  return { [kind]: { event, at: { ...at, events: [event] } } }
}
