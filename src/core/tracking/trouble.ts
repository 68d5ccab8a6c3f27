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

/**
 * What a transaction that has not ended waits for next, and what is wrong when that is late by the clock of the chain
 * where it must happen. The notice says where the money is meanwhile. Pure.
 */
export function troubleOf(
  journey: Journey,
  clocks: ChainClocks,
): { awaited: Awaited; trouble: Trouble | undefined } {
  const { chain_uid, dueMs, late } = waitOf(journey)
  const awaited = { chain_uid, dueMs }
  const clockMs = clocks.get(chain_uid) ?? 0
  return clockMs < dueMs
    ? { awaited, trouble: undefined }
    : { awaited: { chain_uid }, trouble: late }
}

type Wait = { chain_uid: string; dueMs: number; late: Trouble }

/** The first thing that is missing on its way. */
function waitOf(journey: Journey): Wait {
  const { origin, first, txId, inbound, releases } = journey
  const { chain_uid, hub_chain_uid } = origin
  const { write_ack: settled, recv_ack: confirmed } = inbound?.stations ?? {}
  const isFromElsewhere = chain_uid !== hub_chain_uid && goesToHub(journey)

  if (isFromElsewhere && !settled && !confirmed) {
    if (txId === '')
      return patience(hub_chain_uid, first.timeMs, { kind: 'unknown_to_hub', chain_uid })
    return untilReceived(hub_chain_uid, inbound, first.timeMs, {
      timedOut: { kind: 'hub_too_late', chain_uid },
      stuck: { kind: 'hub_silent', chain_uid },
    })
  }
  const isShown = showsWayBack(journey)
  const isRefused = settled?.event.ok === false
  // Where the way back is not shown none is awaited, but for a refund, which is not known to be late either.
  if (isFromElsewhere && settled && !confirmed && (isShown || isRefused)) {
    const refund = isShown ? ('refund_missing' as const) : ('refund_unseen' as const)
    return patience(
      chain_uid,
      settled.at.timeMs,
      isRefused
        ? { kind: refund, chain_uid, reason: failureOf(settled.event) }
        : { kind: 'answer_missing', chain_uid },
    )
  }

  const open = releases.find(({ stations: { write_ack, recv_ack } }) => !write_ack && !recv_ack)
  if (open) {
    const payout = payoutOf(open)
    const sentMs = open.stations.send_packet?.at.timeMs ?? first.timeMs
    return untilReceived(open.to_chain_uid, open, sentMs, {
      timedOut: { kind: 'payout_too_late', ...payout },
      stuck: { kind: 'payout_silent', ...payout },
    })
  }
  const refused = releases.find(
    ({ stations: { write_ack, recv_ack } }) => write_ack?.event.ok === false && !recv_ack,
  )
  const answeredMs = refused?.stations.write_ack?.at.timeMs ?? first.timeMs
  return patience(
    hub_chain_uid,
    answeredMs,
    refused
      ? { kind: 'refusal_missing', ...payoutOf(refused) }
      : { kind: 'unsettled', chain_uid: hub_chain_uid },
  )
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
