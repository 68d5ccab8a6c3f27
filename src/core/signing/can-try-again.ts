import type { Outcome, Progress } from '../tracking/progress.ts'
import { isEndedText } from './ended-text.ts'

/** Whoever sent it has all of it again, or never parted with it. */
const ALL_BACK: readonly Outcome[] = ['failed', 'refunded', 'not_found']

/** Whether a transaction can be asked for again without moving anything twice. Pure. */
export const canTryAgain = ({
  outcome,
  parts = [],
  hops = [],
}: Pick<Progress, 'outcome' | 'parts'> & Partial<Pick<Progress, 'hops'>>): boolean =>
  ALL_BACK.includes(outcome) &&
  parts.every((part) => ALL_BACK.includes(part)) &&
  !isEndedText({ hops })
