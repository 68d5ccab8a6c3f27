import type { Hop, Outcome, Progress, Standing } from './progress.ts'
import { firstDue, type IsStill } from './trouble.ts'

/** From what is to be said first to what is only said when it holds for all. */
const WEAKEST_FIRST: readonly Outcome[] = [
  'needs_attention',
  'timed_out',
  'not_found',
  'pending',
  'failed',
  'refunded',
  'released_as_vouchers',
  'completed',
]
const STATES: readonly Hop['state'][] = ['waiting', 'seen', 'confirmed', 'failed', 'done']

/**
 * Where a transaction stands whose messages began several operations: it has ended once all of them have, and is completed
 * only where each is. Hops to the same place become one, as far as the last of them is. Pure.
 */
export function mergeStandings(
  [first, ...others]: [Standing, ...Standing[]],
  isStill: IsStill = () => false,
): Standing {
  if (others.length === 0) return first
  const parts = [first, ...others]
  const outcomes = parts.map(({ progress }) => progress.outcome)
  const outcome = WEAKEST_FIRST.find((one) => outcomes.includes(one)) ?? 'pending'
  const weakest = parts.find(({ progress }) => progress.outcome === outcome) ?? first
  const { txId } = first.progress
  const { notice, about } = weakest.progress
  const hops = mergeHops(parts.map(({ progress }) => progress.hops))
  const progress: Progress = {
    outcome,
    txId,
    hops,
    parts: outcomes,
    ...(notice && { notice }),
    ...(about && { about }),
  }
  // Another part may be late, too, or in a worse way.
  const dues = parts.flatMap(({ awaited }) => (awaited?.dueMs === undefined ? [] : [awaited]))
  const awaited = firstDue(dues, isStill, ({ dueMs = 0 }) => dueMs) ?? weakest.awaited
  return { progress, awaited }
}

/** One part may pay out twice on one chain: those stay two. */
function mergeHops(parts: readonly Hop[][]): Hop[] {
  const merged = new Map<string, Hop>()
  for (const hops of parts) {
    const seen = new Map<string, number>()
    for (const hop of hops) {
      const place = `${hop.kind} ${hop.chain_uid}`
      const nth = seen.get(place) ?? 0
      seen.set(place, nth + 1)
      const key = `${place} ${nth}`
      const known = merged.get(key)
      merged.set(key, known ? { ...later(known, hop), ...paidBy(known, hop) } : hop)
    }
  }
  return [...merged.values()]
}

/** What several payouts bring together; nothing while that is not known of each, or where they bring different tokens. */
function paidBy({ paid: one }: Hop, { paid: other }: Hop): Pick<Hop, 'paid'> {
  if (one === undefined || one.token !== other?.token) return { paid: undefined }
  return { paid: { token: one.token, amount: `${BigInt(one.amount) + BigInt(other.amount)}` } }
}

function later(left: Hop, right: Hop): Hop {
  const [one, other] = [left, right].map(({ state }) => STATES.indexOf(state))
  if (one !== other) return (one ?? 0) < (other ?? 0) ? left : right
  return (left.timeMs ?? 0) < (right.timeMs ?? 0) ? right : left
}
