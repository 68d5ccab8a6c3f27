import { toBase64, toUtf8 } from '@cosmjs/encoding'

import { shortWords } from '../terms/known-reason.ts'
import {
  answerBack,
  failureOf,
  goesToHub,
  hubAnswer,
  type Journey,
  type Packet,
  type PacketWay,
  type Said,
} from './journey.ts'
import type { Hop } from './progress.ts'
import type { TrackingStep } from './tracking-record.ts'
import { HOUR_MS, MINUTE_MS } from '../terms/durations.ts'

/**
 * A length of time as records write it. Below zero counts as zero: chains' clocks differ a little. Units: milliseconds.
 * @example showDuration(179_414) // '2m59.414s'
 */
export function showDuration(ms: number): string {
  if (ms <= 0) return '0s'
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  const seconds = (ms % MINUTE_MS) / 1000
  const above = hours > 0 ? `${hours}h${minutes}m` : minutes > 0 ? `${minutes}m` : ''
  return `${above}${seconds}s`
}

/**
 * A point in time as records write it, always with a fraction, also of blocks whose times are whole seconds. Units: unix milliseconds.
 * @example showTimestamp(1_745_418_887_806) // '2025-04-23 14:34:47.806 +0000 UTC'
 * @example showTimestamp(1_745_418_887_000) // '2025-04-23 14:34:47.0 +0000 UTC'
 */
export function showTimestamp(timeMs: number): string {
  const [day = '', time = ''] = new Date(timeMs).toISOString().split('T')
  const short = time.replace(/0{0,2}Z$/, '')
  return `${day} ${short} +0000 UTC`
}

/** Of a contract's good answer, so many characters: the longest that chains are known to give is a quarter of it, and a record carries it several times. */
const MOST_OF_ANSWER = 4000

/** A contract's answer as records carry it: JSON as base64, hex and words as they are. */
function showAnswer(msg: string): string {
  const short = shortWords(msg, MOST_OF_ANSWER)
  return /^\s*[{[]/.test(short) ? toBase64(toUtf8(short)) : short
}

/** A station that is still to come. */
export function pendingStep(chain_uid: string, msg = 'Pending', tx_hash = ''): TrackingStep {
  return { chain_uid, status: 'pending', msg, timestamp: '', tx_hash }
}

/** The transaction itself, on the chain where it was broadcast; or any other hop that has ended. */
export function hopStep({ chain_uid, state, tx_hash, timeMs, detail }: Hop): TrackingStep {
  const timestamp = timeMs === undefined ? '' : showTimestamp(timeMs)
  const at = { chain_uid, timestamp, tx_hash }
  switch (state) {
    case 'waiting':
      return pendingStep(chain_uid, 'failed to get txn hash data', tx_hash)
    case 'seen':
      return pendingStep(chain_uid, 'Seen, in no block yet', tx_hash)
    case 'confirmed':
      return { ...at, status: 'pending', msg: 'In a block that is not final yet' }
    case 'done':
      return { ...at, status: 'success', msg: 'Success' }
    case 'failed':
      return { ...at, status: 'failed', msg: detail }
  }
}

/** A packet's station. `words` stand for a good one; without them its answer does. */
function stationStep(
  chain_uid: string,
  station: Said<Packet> | undefined,
  words?: string,
): TrackingStep {
  if (!station) return pendingStep(chain_uid)
  const { event, at } = station
  const isGood = event.ok !== false
  const answer = isGood ? (words ?? showAnswer(event.msg)) : failureOf(event)
  return {
    chain_uid,
    status: isGood ? 'success' : 'failed',
    msg: answer === '' ? (isGood ? 'ok' : 'not received in time') : answer,
    timestamp: showTimestamp(at.timeMs),
    tx_hash: at.tx_hash,
  }
}

/** How a packet got to the hub, was answered there, and came back; without a packet all of that is the transaction itself. */
export function inboundSteps(journey: Journey) {
  const { origin, first } = journey
  const send_packet = {
    chain_uid: origin.chain_uid,
    status: 'success' as const,
    msg: 'ok',
    timestamp: showTimestamp(first.timeMs),
    tx_hash: first.tx_hash,
  }
  if (!goesToHub(journey)) {
    const { settlement_uid } = origin
    return {
      send_packet,
      recv_packet: { ...send_packet, chain_uid: settlement_uid },
      ack_status: { ...send_packet, msg: 'Success' },
    }
  }
  return {
    send_packet,
    recv_packet: stationStep(origin.settlement_uid, hubAnswer(journey)),
    ack_status: stationStep(origin.chain_uid, answerBack(journey), 'Success'),
  }
}

/**
 * How the paying chain answered a payout: as its own events say, else as the hub heard it, which may be known sooner; then the
 * transaction there is not known yet.
 */
export function payoutAnswer({ stations: { write_ack, recv_ack } }: PacketWay) {
  return write_ack ?? (recv_ack && { ...recv_ack, at: { ...recv_ack.at, tx_hash: '' } })
}

/** How a payout got from the hub to its chain, was answered there, and came back. */
export function releaseSteps({ origin }: Journey, way: PacketWay) {
  const { send_packet, recv_ack } = way.stations
  const { settlement_uid } = origin
  const released = stationStep(settlement_uid, send_packet, 'released')
  // What came was sent, wherever that stands.
  const isSent = send_packet !== undefined || payoutAnswer(way) !== undefined
  return {
    send_packet: isSent ? { ...released, status: 'success' as const, msg: 'released' } : released,
    recv_packet: stationStep(way.to_chain_uid, payoutAnswer(way)),
    ack_status: stationStep(settlement_uid, recv_ack, 'Success'),
  }
}

/** `duration` between two stations, once both are known. */
export function lasting(fromMs: number | undefined, toMs: number | undefined): string {
  return fromMs === undefined || toMs === undefined ? '' : showDuration(toMs - fromMs)
}
