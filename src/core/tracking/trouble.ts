import { failureOf, goesToHub, showsWayBack, type Journey, type PacketWay } from './journey.ts'
import { noticed, type Notice } from './notice.ts'

/** What a transaction waits for, and the time of that chain (unix milliseconds) from which on the wait is too long. */
export type Awaited = { chain_uid: string; dueMs?: number }

/** How far chains were read: the time of the last final block, unix milliseconds. */
export type ChainClocks = ReadonlyMap<string, number>

/** What nobody set a time for should have come after so long. */
const PATIENCE_MS = 60 * 60_000
/** Senders choose how long their packets live, up to any number where a contract lets them: nobody waits for what is further off. */
const LONGEST_MS = 7 * 24 * 3_600_000
/** Chains' clocks differ a little, and what was received in time is read a little later. */
const GRACE_MS = 2 * 60_000

type Trouble = { outcome: 'timed_out' | 'needs_attention' } & ReturnType<typeof noticed>

/** Whether nothing new comes from a chain: what is awaited there may never be found late. */
export type IsStill = (chainUid: string) => boolean

/**
 * What a transaction that has not ended waits for next, and what is wrong when something is late by the clock of the chain
 * where it must happen. The notice says where the money is meanwhile. Of several things it waits for the one that is due first, on a chain
 * that goes on. Pure.
 */
export function troubleOf(
  journey: Journey,
  clocks: ChainClocks,
  isStill: IsStill,
): { awaited: Awaited | undefined; trouble: Trouble | undefined } {
  const waits = waitsOf(journey)
  const leftMs = ({ chain_uid, dueMs }: Awaited & { dueMs: number }) =>
    dueMs - (clocks.get(chain_uid) ?? 0)
  const late = waits.find((wait) => leftMs(wait) <= 0)
  if (late) return { awaited: { chain_uid: late.chain_uid }, trouble: late.late }
  const dues = waits.map(({ chain_uid, dueMs }) => ({ chain_uid, dueMs }))
  return { awaited: firstDue(dues, isStill, leftMs), trouble: undefined }
}

/**
 * What a payout that came waits for where it is followed by its own transaction: the hub may call what ordered it by the same id, and then that is to be followed
 * with all else that comes of it. `undefined` once the hub has said anything of it, or was read to past its time without a word. Pure.
 */
export function hubsWord(journey: Journey, clocks: ChainClocks): Awaited | undefined {
  const { origin, first, said } = journey
  const { chain_uid, hub_chain_uid } = origin
  if (chain_uid === hub_chain_uid || goesToHub(journey)) return undefined
  if (said.some(({ at }) => at.chain_uid === hub_chain_uid)) return undefined
  const dueMs = first.timeMs + GRACE_MS
  return (clocks.get(hub_chain_uid) ?? 0) < dueMs ? { chain_uid: hub_chain_uid, dueMs } : undefined
}

/** What is awaited next of several things: the one with the least time left, before all on chains that stand still. */
export function firstDue<One extends Awaited>(
  waits: readonly One[],
  isStill: IsStill,
  leftMs: (wait: One) => number,
): One | undefined {
  const going = waits.filter(({ chain_uid }) => !isStill(chain_uid))
  const [first] = (going.length > 0 ? going : waits).toSorted(
    (one, other) => leftMs(one) - leftMs(other),
  )
  return first
}

type Wait = { chain_uid: string; dueMs: number; late: Trouble }

/** All that is missing on its way and has to come by now, in order. */
function waitsOf(journey: Journey): Wait[] {
  const { origin, first, txId, inbound, releases } = journey
  const { chain_uid, hub_chain_uid } = origin
  const { write_ack: settled, recv_ack: confirmed } = inbound?.stations ?? {}
  const isFromElsewhere = chain_uid !== hub_chain_uid && goesToHub(journey)

  if (isFromElsewhere && !settled && !confirmed) {
    if (txId === '')
      return [patience(hub_chain_uid, first.timeMs, { kind: 'unknown_to_hub', chain_uid })]
    const late = {
      timedOut: { kind: 'hub_too_late', chain_uid },
      stuck: { kind: 'hub_silent', chain_uid },
    } as const
    return [untilReceived(hub_chain_uid, inbound, first.timeMs, late)]
  }
  const waits: Wait[] = []
  const isShown = showsWayBack(journey)
  const isRefused = settled?.event.ok === false
  // Where the way back is not shown none is awaited, but for a refund, which is not known to be late either.
  if (isFromElsewhere && settled && !confirmed && (isShown || isRefused)) {
    const refund = isShown ? ('refund_missing' as const) : ('refund_unseen' as const)
    waits.push(
      patience(
        chain_uid,
        settled.at.timeMs,
        isRefused
          ? { kind: refund, chain_uid, reason: failureOf(settled.event) }
          : { kind: 'answer_missing', chain_uid },
      ),
    )
  }
  waits.push(...releases.flatMap((way) => payoutWait(way, journey) ?? []))
  if (waits.length > 0) return waits
  return [patience(hub_chain_uid, first.timeMs, { kind: 'unsettled', chain_uid: hub_chain_uid })]
}

/** What a payout waits for: that its chain receives it, or that the hub hears that it could not be made. */
function payoutWait(way: PacketWay, { origin, first }: Journey): Wait | undefined {
  const { send_packet, write_ack, recv_ack } = way.stations
  if (recv_ack) return undefined
  const payout = payoutOf(way)
  if (!write_ack)
    return untilReceived(way.to_chain_uid, way, send_packet?.at.timeMs ?? first.timeMs, {
      timedOut: { kind: 'payout_too_late', ...payout },
      stuck: { kind: 'payout_silent', ...payout },
    })
  if (write_ack.event.ok !== false) return undefined
  return patience(origin.hub_chain_uid, write_ack.at.timeMs, {
    kind: 'refusal_missing',
    ...payout,
  })
}

function untilReceived(
  chain_uid: string,
  way: PacketWay | undefined,
  sentMs: number,
  late: { timedOut: Notice; stuck: Notice },
): Wait {
  const timeoutMs = Number(way?.stations.send_packet?.event.timeout_at ?? NaN) * 1000
  if (!(timeoutMs <= sentMs + LONGEST_MS)) return patience(chain_uid, sentMs, late.stuck)
  const dueMs = Math.max(timeoutMs, sentMs) + GRACE_MS
  return { chain_uid, dueMs, late: { outcome: 'timed_out', ...noticed(late.timedOut) } }
}

function patience(chain_uid: string, sinceMs: number, late: Notice): Wait {
  const dueMs = sinceMs + PATIENCE_MS
  return { chain_uid, dueMs, late: { outcome: 'needs_attention', ...noticed(late) } }
}

const payoutOf = ({ to_chain_uid, release }: PacketWay) => ({
  chain_uid: to_chain_uid,
  token: release?.token ?? '',
})
