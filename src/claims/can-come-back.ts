import type { ClaimerView } from './claims.ts'

/** Whether its sender can have a claim back: it pays no bill, nobody has it, it is not on its way to anybody, and nobody holds it back. */
export const canComeBack = ({
  status,
  expiresAt,
  isFrozen,
  paysBill,
}: ClaimerView['items'][number]): boolean =>
  (status === 'funded' || status === 'expired') && expiresAt !== undefined && !isFrozen && !paysBill
