import { and, eq, inArray } from 'drizzle-orm'

import { claimMoves, type ClaimMove } from '../claims/claim-moves.ts'
import type { Handle } from './database.ts'
import { claims } from './tables.ts'

/** Makes a move if the claim stands where it may begin: one UPDATE, so of racing moves one is made. */
export function moveClaim(handle: Handle, claimId: string, move: ClaimMove): boolean {
  const { from, to } = claimMoves[move]
  const mayMove = and(eq(claims.claimId, claimId), inArray(claims.status, from))
  return handle.update(claims).set({ status: to }).where(mayMove).run().changes === 1
}
