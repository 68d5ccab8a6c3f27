import { and, eq, gt, inArray, isNull, lte, not, or } from 'drizzle-orm'

import { claimMoves, type ClaimMove } from '../../claims/claim-moves.ts'
import { reminderNames } from '../../claims/reminders.ts'
import type { Handle } from '../database.ts'
import { isFrozen } from './frozen-claims.ts'
import { dropNotices } from '../chats/outbox.ts'
import { claims } from './claim-tables.ts'

/** A claim whose time is not over. */
export const isInTime = (now: Date) => or(isNull(claims.expiresAt), gt(claims.expiresAt, now))

/** Makes a move if the claim stands where it may begin: one UPDATE, so of racing moves one is made. */
export function moveClaim(handle: Handle, claimId: string, move: ClaimMove, now: Date): boolean {
  const { from, to, deadline } = claimMoves[move]
  const isOnItsSide = {
    before: isInTime(now),
    after: lte(claims.expiresAt, now),
    any: undefined,
  }[deadline]
  const mayPayOut = to === 'redeeming' ? not(isFrozen) : undefined // what was signed before goes on
  const stands = and(eq(claims.claimId, claimId), inArray(claims.status, from))
  const mayMove = and(stands, isOnItsSide, mayPayOut)
  if (handle.update(claims).set({ status: to }).where(mayMove).run().changes === 0) return false
  if (to === 'paid') dropNotices(handle, 'claim-expiring', reminderNames(claimId), now)
  return true
}
