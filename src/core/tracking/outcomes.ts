import type { Outcome } from './progress.ts'

/** Nothing more can happen after these. */
export const FINAL_OUTCOMES = [
  'completed',
  'failed',
  'refunded',
  'released_as_vouchers',
] as const satisfies Outcome[]

/** Whether who waits can stop: it has ended, or there is nothing to follow. */
export const hasNothingToCome = (status: Outcome | 'success' | ''): boolean =>
  status === 'success' || status === 'not_found' || FINAL_OUTCOMES.some((end) => end === status)
