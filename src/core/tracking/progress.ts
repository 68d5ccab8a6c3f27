import { z } from 'zod'

import { endOfText, OwnReason, OWN_REASONS } from '../terms/known-reason.ts'
import {
  answerBack,
  failureOf,
  goesToHub,
  hubAnswer,
  journeyOf,
  showsWayBack,
  type Journey,
  type Origin,
  type Packet,
  type PacketWay,
  type Said,
} from './journey.ts'
import { Notice, noticed } from './notice.ts'
import type { Observation } from './observation.ts'
import { hubsWord, troubleOf, type Awaited, type ChainClocks, type IsStill } from './trouble.ts'

/** One leg of a transaction's way, on one chain. */
export const Hop = z.object({
  kind: z.enum(['submit', 'settle', 'confirm', 'release']),
  chain_uid: z.string(),
  /** `seen`: the chain has it in no block yet; `confirmed`: in a block that may still go away; `done` and `failed` are final. */
  state: z.enum(['waiting', 'seen', 'confirmed', 'done', 'failed']),
  tx_hash: z.string(),
  timeMs: z.int().optional(), // unix milliseconds
  detail: z.string(),
  /** What is paid out there, as the packet that orders it says: base units. A release alone has it, where it was seen. */
  paid: z.object({ token: z.string(), amount: z.string() }).optional(),
  reason: OwnReason.optional(), // where `detail` is in our words, not in a chain's
})
export type Hop = z.infer<typeof Hop>

/**
 * Where a transaction stands. `refunded` is only said once the refund itself was final on the chain it came from.
 * `not_found`: there is nothing to follow, the only hop's
 * `detail` says why. `released_as_vouchers`: the hub paid, but the destination chain did not, so the sender holds vouchers, or the recipient where the order said so.
 * `timed_out`: a packet was not received in time, and what it carried is not given back yet. `needs_attention`: something that
 * should have come an hour ago did not, or what was signed as a text may have run without us. With both, `notice` says where the money is; should it go on
 * after all, they change.
 */
export const Outcome = z.enum([
  'pending',
  'completed',
  'failed',
  'refunded',
  'released_as_vouchers',
  'not_found',
  'timed_out',
  'needs_attention',
])
export type Outcome = z.infer<typeof Outcome>

export const Progress = z.object({
  outcome: Outcome,
  txId: z.string(),
  hops: z.array(Hop),
  /** What a person should know beside the hops: what is waited for, what went wrong, where the money is. `about` is the same as data. */
  notice: z.string().optional(),
  about: Notice.optional(),
  /** How each operation stands, in order, where the messages of one transaction began several. */
  parts: z.array(Outcome).optional(),
})
export type Progress = z.infer<typeof Progress>

export type Standing = { progress: Progress; awaited: Awaited | undefined }

/**
 * The way of a transaction, from what was observed of it so far, in any order of arrival. Pure.
 * `origin` is where it was broadcast; `seen` holds observations that may still go away (not final), for display only:
 * they never end a transaction. Waits are judged by the chains' own `clocks`: without one, nothing is ever late. What is awaited on a chain
 * that `isStill` is looked at last.
 */
export function standingOf(
  origin: Origin,
  final: readonly Observation[],
  seen: readonly Observation[] = [],
  clocks: ChainClocks = new Map(),
  isStill: IsStill = () => false,
): Standing {
  const journey = journeyOf(origin, final)
  if (!journey) {
    const progress = beforeFinal(origin, journeyOf(origin, seen))
    return { progress, awaited: { chain_uid: origin.chain_uid } }
  }
  const { first, txId } = journey
  const submit = hopAt('submit', first, first.ok ? 'done' : 'failed', whyOf(first))
  if (!first.ok) {
    const notice = origin.chain_uid === origin.hub_chain_uid ? ofText(first) : undefined
    const outcome = notice ? 'needs_attention' : 'failed'
    return { progress: { outcome, txId, hops: [submit], ...notice }, awaited: undefined }
  }

  const hops = [submit, ...settleHops(journey), ...journey.releases.map(releaseHop)]
  const outcome = outcomeBy(journey, hops)
  if (outcome !== 'pending') {
    const awaited = hubsWord(journey, clocks)
    return { progress: { outcome: awaited ? 'pending' : outcome, txId, hops }, awaited }
  }
  const { awaited, trouble } = troubleOf(journey, clocks, isStill)
  return { progress: { outcome, txId, hops, ...trouble }, awaited }
}

/** Only where it stands. */
export const progressOf = (...given: Parameters<typeof standingOf>): Progress =>
  standingOf(...given).progress

/** A hash that leads nowhere. */
export function nothingToFollow(
  { chain_uid, tx_hash }: { chain_uid: string; tx_hash: string },
  reason: OwnReason,
): Progress {
  const why = ownWords(reason)
  const submit: Hop = { kind: 'submit', chain_uid, state: 'failed', tx_hash, ...why }
  return { outcome: 'not_found', txId: '', hops: [submit] }
}

/**
 * Where a text stands that we could not have run, `error` says why. It is never a final outcome: a block that has it all the same carries it on.
 * Nothing has moved (`not_found`), unless somebody else may have had it run.
 */
export function notRun(
  { chain_uid, tx_hash }: { chain_uid: string; tx_hash: string },
  error: string,
): Progress {
  const own = OwnReason.options.find((reason) => OWN_REASONS[reason] === error)
  const why = own ? ownWords(own) : { detail: error }
  const submit: Hop = { kind: 'submit', chain_uid, state: 'failed', tx_hash, ...why }
  const notice = ofText({ chain_uid, error })
  const outcome = notice ? 'needs_attention' : 'not_found'
  return { outcome, txId: '', hops: [submit], ...notice }
}

/** What is to be known of a text that did not run here, where it may have run elsewhere. */
function ofText({ chain_uid, error = '' }: Pick<Observation, 'chain_uid' | 'error'>) {
  const kind = endOfText(error)
  return kind && noticed({ kind, chain_uid })
}

/** The chain has heard of it, and no more. */
export function inNoBlock({
  chain_uid,
  tx_hash,
}: {
  chain_uid: string
  tx_hash: string
}): Progress {
  const submit: Hop = { kind: 'submit', chain_uid, state: 'seen', tx_hash, detail: '' }
  return { outcome: 'pending', txId: '', hops: [submit] }
}

function beforeFinal({ chain_uid, tx_hash }: Origin, seen: Journey | undefined): Progress {
  const waiting: Hop = { kind: 'submit', chain_uid, state: 'waiting', tx_hash, detail: '' }
  const submit = seen ? hopAt('submit', seen.first, 'confirmed', whyOf(seen.first)) : waiting
  return { outcome: 'pending', txId: seen?.txId ?? '', hops: [submit] }
}

/** Why a hop failed. */
type Why = Pick<Hop, 'detail' | 'reason'>

const ownWords = (reason: OwnReason): Why => ({ detail: OWN_REASONS[reason], reason })

const whyOf = ({ error = '', reason }: Observation): Why => ({
  detail: error,
  ...(reason && { reason }),
})

function hopAt(
  kind: Hop['kind'],
  { chain_uid, tx_hash, timeMs }: Observation,
  state: Hop['state'],
  why: Why,
): Hop {
  return { kind, chain_uid, state, tx_hash, timeMs, ...why }
}

/** The packet to the hub and its acknowledgement back on the chain it came from; on the hub itself there may be none. */
function settleHops(journey: Journey): Hop[] {
  const { origin } = journey
  if (!goesToHub(journey)) return []
  const settle = answerHop('settle', hubAnswer(journey), origin.chain_uid)
  return [
    { ...settle, chain_uid: origin.settlement_uid },
    ...(showsWayBack(journey) ? [answerHop('confirm', answerBack(journey), origin.chain_uid)] : []),
  ]
}

/** A packet from the hub that pays tokens out on another chain. */
function releaseHop(way: PacketWay): Hop {
  const { release } = way
  const paid = release && { token: release.token, amount: release.amount }
  return { ...releasedAt(way), ...(paid && { paid }) }
}

function releasedAt({ to_chain_uid, stations }: PacketWay): Hop {
  const { write_ack, recv_ack } = stations
  // Where the chain's own events cannot be read, the hub tells how it answered.
  if (!write_ack && recv_ack)
    return { ...answerHop('release', recv_ack, to_chain_uid), chain_uid: to_chain_uid, tx_hash: '' }
  return answerHop('release', write_ack, to_chain_uid)
}

function answerHop(kind: Hop['kind'], answer: Said<Packet> | undefined, chain_uid: string): Hop {
  if (!answer) return { kind, chain_uid, state: 'waiting', tx_hash: '', detail: '' }
  const { event, at } = answer
  return hopAt(kind, at, event.ok === false ? 'failed' : 'done', { detail: failureOf(event) })
}

/** A payout that failed has ended once the hub knows: only then are there vouchers in its place. */
function outcomeBy({ releases }: Journey, hops: Hop[]): Outcome {
  const confirm = hops.find((hop) => hop.kind === 'confirm')
  if (confirm?.state === 'failed') return 'refunded'
  if (
    hops.some(({ kind, state }) => state === 'waiting' || (kind === 'settle' && state === 'failed'))
  )
    return 'pending'
  const failed = releases.filter(({ stations }) => stations.write_ack?.event.ok === false)
  if (failed.some(({ stations }) => !stations.recv_ack)) return 'pending'
  return hops.some(({ kind, state }) => kind === 'release' && state === 'failed')
    ? 'released_as_vouchers'
    : 'completed'
}
