import { failureOf, type Journey, type PacketWay } from './journey.ts'

/** What a transaction waits for, and the time of that chain (unix milliseconds) from which on the wait is too long. */
export type Awaited = { chain_uid: string; dueMs?: number }

/** How far chains were read: the time of the last final block, unix milliseconds. */
export type ChainClocks = ReadonlyMap<string, number>

/** What nobody set a time for should have come after so long. */
const PATIENCE_MS = 60 * 60_000
/** Chains' clocks differ a little, and what was received in time is read a little later. */
const GRACE_MS = 2 * 60_000

type Trouble = { outcome: 'timed_out' | 'needs_attention'; notice: string }

/**
 * What a transaction that has not ended waits for next, and what is wrong when that is late by the clock of the chain
 * where it must happen. Words say where the money is meanwhile. Pure.
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
function waitOf({ origin, first, txId, inbound, releases }: Journey): Wait {
  const { chain_uid, hub_chain_uid } = origin
  const { write_ack: settled, recv_ack: confirmed } = inbound?.stations ?? {}
  const isFromElsewhere = chain_uid !== hub_chain_uid
  const heldThere = `what was sent is held by the factory on ${chain_uid}`

  if (isFromElsewhere && !settled && !confirmed) {
    if (txId === '')
      return patience(hub_chain_uid, first.timeMs, {
        outcome: 'needs_attention',
        notice: `The transaction called the protocol on ${chain_uid}, but an hour later the hub knows nothing of it: ${heldThere}, if it was taken at all. Ask the operator of the protocol with its hash`,
      })
    return untilReceived(hub_chain_uid, inbound, first.timeMs, {
      timedOut: `The hub did not receive it in time. ${capital(heldThere)} and goes back to its sender once the time-out is recorded there`,
      stuck: `The hub did not receive it within an hour: ${heldThere}`,
    })
  }
  // Of a factory whose events cannot be read no way back is awaited, but for a refund.
  const isReadable = first.events.length > 0 || settled?.event.ok === false
  if (isFromElsewhere && settled && !confirmed && isReadable) {
    const refusal = failureOf(settled.event)
    const notice =
      settled.event.ok === false
        ? `The hub refused it (${refusal}), but the refund is not on ${chain_uid} an hour later: ${heldThere}`
        : `The hub has done its part, but ${chain_uid} has not heard of it an hour later. Nothing is lost: what it bought or sent is with its recipient, only what ${chain_uid} itself still has to hand out is missing`
    return patience(chain_uid, settled.at.timeMs, { outcome: 'needs_attention', notice })
  }

  const open = releases.find(
    ({ stations: { write_ack, recv_ack, timeout_packet } }) =>
      !write_ack && !recv_ack && !timeout_packet,
  )
  if (open) {
    const place = `in the protocol's escrow on ${open.to_chain_uid}`
    const what = amountOf(open)
    const sentMs = open.stations.send_packet?.at.timeMs ?? first.timeMs
    return untilReceived(open.to_chain_uid, open, sentMs, {
      timedOut: `${open.to_chain_uid} did not receive the payout in time. ${capital(what)} is still ${place}; the recipient gets it as vouchers once the hub has recorded the time-out`,
      stuck: `${open.to_chain_uid} has not paid out within an hour: ${what} is still ${place}`,
    })
  }
  const refused = releases.find(
    ({ stations: { write_ack, recv_ack, timeout_packet } }) =>
      write_ack?.event.ok === false && !recv_ack && !timeout_packet,
  )
  const answeredMs = refused?.stations.write_ack?.at.timeMs ?? first.timeMs
  return patience(hub_chain_uid, answeredMs, {
    outcome: 'needs_attention',
    notice: refused
      ? `${refused.to_chain_uid} could not pay out, and an hour later the hub has not recorded that: ${amountOf(refused)} is still in the protocol's escrow on ${refused.to_chain_uid}, and becomes the recipient's vouchers once it has`
      : `The hub has not settled it within an hour`,
  })
}

function untilReceived(
  chain_uid: string,
  way: PacketWay | undefined,
  sentMs: number,
  words: { timedOut: string; stuck: string },
): Wait {
  const timeoutAt = way?.stations.send_packet?.event.timeout_at
  if (timeoutAt === undefined)
    return patience(chain_uid, sentMs, { outcome: 'needs_attention', notice: words.stuck })
  const dueMs = Number(timeoutAt) * 1000 + GRACE_MS
  return { chain_uid, dueMs, late: { outcome: 'timed_out', notice: words.timedOut } }
}

function patience(chain_uid: string, sinceMs: number, late: Trouble): Wait {
  return { chain_uid, dueMs: sinceMs + PATIENCE_MS, late }
}

function amountOf({ release }: PacketWay): string {
  return release ? `the payout of ${release.token}` : 'the payout'
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
