import type { Outcome } from './progress.ts'

/** Nothing more can happen after these. */
export const FINAL_OUTCOMES = [
  'completed',
  'failed',
  'refunded',
  'released_as_vouchers',
] as const satisfies Outcome[]

/** Whether nothing more can happen after it. */
export const isFinal = (outcome: Outcome | 'success' | ''): boolean =>
  FINAL_OUTCOMES.some((end) => end === outcome)

/** Whether who waits can stop: it has ended, or there is nothing to follow. */
export const hasNothingToCome = (status: Outcome | 'success' | ''): boolean =>
  status === 'success' || status === 'not_found' || isFinal(status)

/** How the operations of one transaction stand, each way with how many do, in the order of the first of each. */
export function countEnds(parts: readonly Outcome[]): { end: Outcome; count: number }[] {
  const counts = new Map<Outcome, number>()
  for (const end of parts) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].map(([end, count]) => ({ end, count }))
}
