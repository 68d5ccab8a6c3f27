import { z } from 'zod'

import type { Observation, ProtocolEvent } from './observation.ts'
import { txIdOf } from './observation.ts'

/** One leg of a transaction's way, on one chain. */
export const Hop = z.object({
  kind: z.enum(['submit', 'settle', 'confirm', 'release']),
  chain_uid: z.string(),
  state: z.enum(['waiting', 'seen', 'done', 'failed']),
  tx_hash: z.string(),
  timeMs: z.int().optional(), // unix milliseconds
  detail: z.string(),
})
export type Hop = z.infer<typeof Hop>

/**
 * Where a transaction stands. `refunded` is only said once the refund itself was final on the chain it came from.
 * `not_found`: there is nothing to follow, the only hop's
 * `detail` says why. `released_as_vouchers`: the hub paid, but the destination chain could not, so the recipient holds vouchers.
 */
export const Outcome = z.enum([
  'pending',
  'completed',
  'failed',
  'refunded',
  'released_as_vouchers',
  'not_found',
])
export type Outcome = z.infer<typeof Outcome>

export const Progress = z.object({ outcome: Outcome, txId: z.string(), hops: z.array(Hop) })
export type Progress = z.infer<typeof Progress>

type Packet = Extract<
  ProtocolEvent,
  { kind: 'send_packet' | 'recv_packet' | 'write_ack' | 'recv_ack' }
>
type Seen = { event: Packet; at: Observation }

/**
 * The way of a transaction, from what was observed of it so far, in any order of arrival. Pure.
 * `origin` is where it was broadcast; `seen` holds observations that may still go away (not final), for display only:
 * they never end a transaction.
 */
export function progressOf(
  origin: { chain_uid: string; tx_hash: string; settlement_uid: string; hub_chain_uid: string },
  final: readonly Observation[],
  seen: readonly Observation[] = [],
): Progress {
  const first = final.find((observation) => isOrigin(origin, observation))
  if (!first)
    return beforeFinal(
      origin,
      seen.find((observation) => isOrigin(origin, observation)),
    )

  const submit: Hop = hopAt('submit', first, first.ok ? 'done' : 'failed', first.error ?? '')
  const txId = txIdOf(first) ?? ''
  if (!first.ok) return { outcome: 'failed', txId, hops: [submit] }

  const packets = final.flatMap((at) =>
    at.events.flatMap((event) => (isPacket(event) ? [{ event, at }] : [])),
  )
  const inbound = packets.filter(({ event }) => event.from_chain_uid !== origin.settlement_uid)
  const outbound = packets.filter(({ event }) => event.from_chain_uid === origin.settlement_uid)
  const settling =
    inbound.length > 0 || origin.chain_uid !== origin.hub_chain_uid
      ? settleHops(origin, inbound)
      : []
  const releases = [...groupBySequence(outbound).values()].map(releaseHop)
  const hops = [submit, ...settling, ...releases]
  return { outcome: outcomeOf(hops), txId, hops }
}

/** A hash that leads nowhere: `detail` says in words why. */
export function nothingToFollow(
  origin: { chain_uid: string; tx_hash: string },
  detail: string,
): Progress {
  const submit: Hop = {
    kind: 'submit',
    chain_uid: origin.chain_uid,
    state: 'failed',
    tx_hash: origin.tx_hash,
    detail,
  }
  return { outcome: 'not_found', txId: '', hops: [submit] }
}

function isOrigin(
  origin: { chain_uid: string; tx_hash: string },
  { chain_uid, tx_hash }: Observation,
): boolean {
  return chain_uid === origin.chain_uid && tx_hash.toLowerCase() === origin.tx_hash.toLowerCase()
}

function isPacket(event: ProtocolEvent): event is Packet {
  return (
    event.kind === 'send_packet' ||
    event.kind === 'recv_packet' ||
    event.kind === 'write_ack' ||
    event.kind === 'recv_ack'
  )
}

function beforeFinal(
  origin: { chain_uid: string; tx_hash: string },
  seen: Observation | undefined,
): Progress {
  const waiting: Hop = {
    kind: 'submit',
    chain_uid: origin.chain_uid,
    state: 'waiting',
    tx_hash: origin.tx_hash,
    detail: '',
  }
  const submit = seen ? hopAt('submit', seen, 'seen', seen.error ?? '') : waiting
  return { outcome: 'pending', txId: (seen && txIdOf(seen)) ?? '', hops: [submit] }
}

function hopAt(kind: Hop['kind'], at: Observation, state: Hop['state'], detail: string): Hop {
  return { kind, chain_uid: at.chain_uid, state, tx_hash: at.tx_hash, timeMs: at.timeMs, detail }
}

/** The packet to the hub and its acknowledgement back on the chain it came from. */
function settleHops(origin: { chain_uid: string; settlement_uid: string }, inbound: Seen[]): Hop[] {
  const received = inbound.find(({ event }) => event.kind === 'write_ack')
  const acknowledged = inbound.find(({ event }) => event.kind === 'recv_ack')
  const waiting = { state: 'waiting', tx_hash: '', detail: '' } as const
  const settle: Hop = received
    ? {
        ...hopAt('settle', received.at, stateOf(received.event), failureOf(received.event)),
        chain_uid: origin.settlement_uid,
      }
    : { kind: 'settle', chain_uid: origin.settlement_uid, ...waiting }
  const confirm: Hop = acknowledged
    ? hopAt('confirm', acknowledged.at, stateOf(acknowledged.event), failureOf(acknowledged.event))
    : { kind: 'confirm', chain_uid: origin.chain_uid, ...waiting }
  return [settle, confirm]
}

/** A packet from the hub that pays tokens out on another chain. */
function releaseHop(packet: Seen[]): Hop {
  const answered = packet.find(({ event }) => event.kind === 'write_ack')
  if (answered)
    return hopAt('release', answered.at, stateOf(answered.event), failureOf(answered.event))
  const chain_uid = packet[0]?.event.to_chain_uid ?? ''
  return { kind: 'release', chain_uid, state: 'waiting', tx_hash: '', detail: '' }
}

function groupBySequence(packets: Seen[]): Map<string, Seen[]> {
  const groups = new Map<string, Seen[]>()
  for (const packet of packets) {
    const key = `${packet.event.to_chain_uid}/${packet.event.sequence}`
    groups.set(key, [...(groups.get(key) ?? []), packet])
  }
  return groups
}

function stateOf({ ok }: Packet): Hop['state'] {
  return ok === false ? 'failed' : 'done'
}

/** The contract's own words for a failure: `{"error": "..."}`, or the text as it is. */
function failureOf({ ok, msg }: Packet): string {
  if (ok !== false) return ''
  try {
    const answer: unknown = JSON.parse(msg)
    if (typeof answer === 'object' && answer !== null && 'error' in answer)
      return String(answer.error)
  } catch {
    return msg // not every contract answers in JSON
  }
  return msg
}

function outcomeOf(hops: Hop[]): Outcome {
  const confirm = hops.find((hop) => hop.kind === 'confirm')
  if (confirm?.state === 'failed') return 'refunded'
  if (
    hops.some((hop) => hop.state === 'waiting') ||
    hops.some((hop) => hop.kind === 'settle' && hop.state === 'failed')
  )
    return 'pending'
  if (hops.some((hop) => hop.kind === 'release' && hop.state === 'failed'))
    return 'released_as_vouchers'
  return 'completed'
}
