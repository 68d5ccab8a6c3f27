import { InvalidRequestError } from '../core/terms/errors.ts'
import type { ClaimRecord } from './claim-store.ts'
import { claimNotFound } from './errors.ts'

/**
 * The claim of a claimer that is meant: the named one, or else the only one that waits. Where none waits, the newest;
 * `undefined` where there is none at all.
 * @throws {NotFoundError} it is not of this claimer {InvalidRequestError} several wait
 */
export function chooseClaim(
  claims: readonly ClaimRecord[],
  claimId: string | undefined,
): ClaimRecord | undefined {
  if (claimId !== undefined) {
    const named = claims.find((claim) => claim.claimId === claimId)
    if (!named) throw claimNotFound()
    return named
  }
  const waiting = claims.filter(({ status }) => status === 'funded')
  if (waiting.length > 1)
    throw new InvalidRequestError(
      'claim_id',
      'is missing, and several claims wait',
      `Give one of: ${waiting.map((claim) => claim.claimId).join(', ')}.`,
    )
  return waiting[0] ?? claims.at(-1)
}
