import { shortWords } from '../terms/known-reason.ts'
import type { Network } from '../terms/network.ts'
import { type Observation, type ProtocolEvent, txIdOf } from './observation.ts'
import { isSameInAnyCase } from '../terms/is-same-in-any-case.ts'
import { readPacketJson, type PacketFacts } from './packet-json.ts'

/** Where a transaction was broadcast, and how its network names the hub. */
export type Origin = {
  chain_uid: string
  tx_hash: string
  settlement_uid: string
  hub_chain_uid: string
}

export function originOf({ hub }: Network, chain_uid: string, tx_hash: string): Origin {
  const { settlement_uid, chain_uid: hub_chain_uid } = hub
  return { chain_uid, tx_hash, settlement_uid, hub_chain_uid }
}

type EventOf<Kind extends ProtocolEvent['kind']> = Extract<ProtocolEvent, { kind: Kind }>
export type Packet = EventOf<'send_packet' | 'recv_packet' | 'write_ack' | 'recv_ack'>

/** An event and the transaction that it was said in. */
export type Said<Event = ProtocolEvent> = { event: Event; at: Observation }

/** What was seen of one packet so far, by station. `txId` is its own: a payout may have another than its transaction. */
export type PacketWay = {
  txId: string
  from_chain_uid: string
  to_chain_uid: string
  sequence: string
  /** What the packet orders to be paid out; only the hub's packets do. */
  release: EventOf<'escrow_release'> | undefined
  stations: Partial<Record<Packet['kind'], Said<Packet>>>
}

/** Everything that was observed of a transaction, in the order of its way. */
export type Journey = {
  origin: Origin
  first: Observation
  /** Empty for a transaction that failed, and for one that started no operation of the protocol. */
  txId: string
  said: Said[]
  /** The packet that brings the operation to the hub, once it was seen anywhere. */
  inbound: PacketWay | undefined
  releases: PacketWay[]
}

/**
 * Puts observations in order, whatever order they arrived in and however often. Pure.
 * `undefined` while the transaction itself is not among them.
 */
export function journeyOf(
  origin: Origin,
  observations: readonly Observation[],
): Journey | undefined {
  const ordered = inOrder(observations)
  const own = ordered.filter((observation) => isOrigin(origin, observation))
  const first = own.find((observation) => txIdOf(observation) !== undefined) ?? own[0]
  if (!first) return undefined
  const txId = txIdOf(first) ?? ordered.map(txIdOf).find((id) => id !== undefined) ?? ''
  // A signed text may order several operations on the hub at once, each under an id of its own.
  const begun = origin.chain_uid === origin.hub_chain_uid ? begunIdsIn(first) : []
  const ids = new Set([txId, ...begun, ...payoutIdsIn(ordered, txId)])
  const said = ordered
    .filter((observation) => ids.has(txIdOf(observation) ?? txId))
    .flatMap((at) => at.events.map((event) => ({ event, at })))
    .filter(({ event }) => !('tx_id' in event) || ids.has(event.tx_id))
  const ways = waysOf(said)
  return {
    origin,
    first,
    txId,
    said,
    inbound: ways.find(({ to_chain_uid }) => to_chain_uid === origin.settlement_uid),
    releases: ways.filter(({ from_chain_uid }) => from_chain_uid === origin.settlement_uid),
  }
}

/**
 * The journeys of the operations that a transaction began, in order: one, unless several of its messages began one each. Pure.
 * Empty while the transaction itself is not among the observations.
 */
export function journeysOf(origin: Origin, observations: readonly Observation[]): Journey[] {
  const own = inOrder(observations).filter((observation) => isOrigin(origin, observation))
  const ids = [...new Set(own.flatMap((observation) => txIdOf(observation) ?? []))]
  const operations =
    ids.length > 1 ? ids.map((id) => ofOperation(observations, id)) : [observations]
  return operations.flatMap((said) => journeyOf(origin, said) ?? [])
}

function ofOperation(observations: readonly Observation[], txId: string): Observation[] {
  const ids = new Set([txId, ...payoutIdsIn(observations, txId)])
  return observations.filter((observation) => ids.has(txIdOf(observation) ?? ''))
}

const begunIdsIn = ({ events }: Observation): string[] =>
  events.flatMap((event) => (event.kind === 'transaction' ? [event.tx_id] : []))

/** The ids of payouts that a transaction has ordered, where they have ids of their own. */
export function payoutIdsIn(observations: readonly Observation[], txId: string): string[] {
  return observations.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'send_packet' && event.parent_tx_id === txId ? [event.tx_id] : [],
    ),
  )
}

/** What the packet says that brings it to the hub; `undefined` where none does, or none in JSON. */
export const packetOf = ({ inbound }: Journey): PacketFacts | undefined =>
  readPacketJson(inbound?.stations.send_packet?.event.msg ?? '')

/** The events of one kind, in order. */
export function saidOf<Kind extends ProtocolEvent['kind']>(
  { said }: Journey,
  kind: Kind,
): Said<EventOf<Kind>>[] {
  return said.filter((one): one is Said<EventOf<Kind>> => one.event.kind === kind)
}

/** The contract's own words for a failure, as many as are worth reading: of `{"error": "..."}`, or the text as it is. Empty for a good answer. */
export function failureOf({ ok, msg }: Packet): string {
  return ok === false ? shortWords(errorIn(msg)) : ''
}

function errorIn(msg: string): string {
  try {
    const answer: unknown = JSON.parse(msg)
    if (typeof answer === 'object' && answer !== null && 'error' in answer)
      return String(answer.error)
  } catch {
    return msg // not every contract answers in JSON
  }
  return msg
}

/**
 * Whether a packet brings it to the hub. None does where it was ordered there, and then it is settled at once, nor where it is a payout
 * that the hub gave an id of its own: that has come from there.
 */
export function goesToHub({ origin, first, txId, inbound }: Journey): boolean {
  if (inbound !== undefined) return true
  // What a payout forwards may begin another operation there.
  const packets = first.events.filter(isPacket).filter(({ tx_id }) => tx_id === txId)
  const isPayout =
    packets.length > 0 &&
    packets.every(({ from_chain_uid }) => from_chain_uid === origin.settlement_uid)
  return origin.chain_uid !== origin.hub_chain_uid && !isPayout
}

/**
 * How the hub answered the packet that came to it: as its own events say, else the refusal that came back, which may be known
 * sooner; then the hub's transaction is not known yet. A good answer that came back does not name the payouts that come of it,
 * so it stands for nothing.
 */
export function hubAnswer({ inbound }: Journey): Said<Packet> | undefined {
  const { write_ack, recv_ack } = inbound?.stations ?? {}
  if (write_ack || recv_ack?.event.ok !== false) return write_ack
  return { ...recv_ack, at: { ...recv_ack.at, tx_hash: '' } }
}

/** How the hub's answer came back: where it is in no words that can be read there, it is the one that the hub has given. */
export function answerBack({ inbound }: Journey): Said<Packet> | undefined {
  const { write_ack, recv_ack } = inbound?.stations ?? {}
  if (!write_ack || !recv_ack || recv_ack.event.ok !== undefined) return recv_ack
  const { ok, msg } = write_ack.event
  return { ...recv_ack, event: { ...recv_ack.event, ...(ok !== undefined && { ok }), msg } }
}

/**
 * Whether the chain where it began shows that the hub's answer came back there. A factory whose events cannot be read does not, nor
 * one that does not tell who its relayer is.
 */
export function showsWayBack({ first, inbound }: Journey): boolean {
  return txIdOf(first) !== undefined && inbound?.stations.send_packet?.event.way_back !== 'unseen'
}

function isOrigin(
  origin: { chain_uid: string; tx_hash: string },
  { chain_uid, tx_hash }: Observation,
): boolean {
  return chain_uid === origin.chain_uid && isSameInAnyCase(tx_hash, origin.tx_hash)
}

/** By place on their chains, each once: what is said of chains together does not depend on which comes first. */
function inOrder(observations: readonly Observation[]): Observation[] {
  const byPlace = new Map(
    observations.map((observation) => {
      const { chain_uid, height, tx_hash, msg_index } = observation
      const numbers = [height, msg_index].map((number) => `${number}`.padStart(16, '0'))
      return [`${chain_uid}/${numbers[0]}/${tx_hash.toLowerCase()}/${numbers[1]}`, observation]
    }),
  )
  return [...byPlace].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one)
}

/** In the order in which they were sent, as far as that was seen. */
function waysOf(said: readonly Said[]): PacketWay[] {
  const ways = new Map<string, PacketWay>()
  let order: Said<EventOf<'escrow_release'>> | undefined
  // The hub says what it pays right before it sends the packet.
  const rankOf = ({ event }: Said) => {
    if (event.kind === 'escrow_release' || event.kind === 'send_packet') return 0
    return isPacket(event) && event.sequence === '' ? 2 : 1
  }
  for (const { event, at } of said.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    if (event.kind === 'escrow_release') order = { event, at }
    if (!isPacket(event)) continue
    const { tx_id: txId, from_chain_uid, to_chain_uid, sequence, kind } = event
    // A transaction sends the hub one packet: an answer without a number is the answer to that.
    const isSame = (way: PacketWay) =>
      way.from_chain_uid === from_chain_uid && way.to_chain_uid === to_chain_uid
    const unnumbered = sequence === '' ? [...ways.values()].find(isSame) : undefined
    const key = `${from_chain_uid}/${to_chain_uid}/${unnumbered?.sequence ?? sequence}`
    const known = ways.get(key)
    const release =
      order?.at === at && order.event.chain_uid === to_chain_uid ? order.event : undefined
    const way = known ?? { txId, from_chain_uid, to_chain_uid, sequence, release, stations: {} }
    ways.set(key, way)
    way.stations[kind] ??= { event, at }
    order = undefined
  }
  return [...ways.values()].map((way) => ({ ...way, release: way.release ?? orderIn(way) }))
}

/** What a payout's packet says of it where it came: the hub's own words may never be read. */
function orderIn({
  txId: tx_id,
  to_chain_uid: chain_uid,
  stations,
}: PacketWay): PacketWay['release'] {
  const ordered = readPacketJson(stations.recv_packet?.event.msg ?? '')?.release
  return ordered && { kind: 'escrow_release', tx_id, chain_uid, ...ordered }
}

function isPacket(event: ProtocolEvent): event is Packet {
  return (
    event.kind === 'send_packet' ||
    event.kind === 'recv_packet' ||
    event.kind === 'write_ack' ||
    event.kind === 'recv_ack'
  )
}
