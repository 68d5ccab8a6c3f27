import {
  and,
  eq,
  exists,
  getTableColumns,
  or,
  sql,
  type SQL,
  gt,
  inArray,
  isNull,
  lte,
  not,
} from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'

import { claimers, claims, freezes } from './claim-tables.ts'
import { claimMoves, type ClaimMove } from '../../claims/claim-moves.ts'
import { reminderNames } from '../../claims/reminders.ts'
import type { Handle } from '../database.ts'
import { dropNotices } from '../chats/outbox.ts'

const queries = new QueryBuilder()
const owner = alias(claimers, 'owner')
const ofPlatform = sql`${freezes.platform} || ':%'`
const ofAccount = sql`${freezes.platform} || ':' || ${freezes.userId}`

/**
 * What a freeze is about: what was sent to an account, by its id or by its handle, whoever that belonged to before, and what the account sent itself;
 * of a platform, the same of all its accounts.
 */
const isAboutClaim = or(
  eq(freezes.kind, 'all'),
  and(eq(freezes.kind, 'claim'), eq(freezes.subject, claims.claimId)),
  and(
    eq(freezes.kind, 'platform'),
    or(eq(owner.platform, freezes.platform), sql`${owner.senderAccount} like ${ofPlatform}`),
  ),
  and(
    eq(freezes.kind, 'account'),
    or(
      and(
        eq(owner.platform, freezes.platform),
        or(eq(owner.boundUserId, freezes.userId), eq(owner.handle, freezes.handle)),
      ),
      eq(owner.senderAccount, ofAccount),
    ),
  ),
)

/** The freezes that are about a claim, of a query in which `claims` stands; `more` leaves some of them out. */
export const freezesOfClaim = (more?: SQL) =>
  queries
    .select({ createdAt: freezes.createdAt })
    .from(freezes)
    .innerJoin(owner, eq(owner.id, claims.claimerId))
    .where(and(isAboutClaim, more))

/** Whether operators hold a claim back now: part of the statement that would move it, so that of a freeze and a pay-out that race one comes first. */
export const isFrozen = exists(freezesOfClaim())

/** A claim with whether it is held back. */
export const claimColumns = {
  ...getTableColumns(claims),
  isFrozen: sql<boolean>`${isFrozen}`.mapWith(Boolean).as('is_frozen'),
}

/** A claim whose time is not over. */
export const isInTime = (claimTime: Date) =>
  or(isNull(claims.expiresAt), gt(claims.expiresAt, claimTime))

/**
 * Makes a move if the claim stands where it may begin: one UPDATE, so of racing moves one is made. `claimTime` is what its deadline is held
 * against; moves that may be made on either side of it need none.
 */
export async function moveClaim(
  handle: Handle,
  claimId: string,
  move: ClaimMove,
  now: Date,
  claimTime = now,
): Promise<boolean> {
  const { from, to, deadline } = claimMoves[move]
  const isOnItsSide = {
    before: isInTime(claimTime),
    after: lte(claims.expiresAt, claimTime),
    any: undefined,
  }[deadline]
  const mayPayOut = to === 'redeeming' ? not(isFrozen) : undefined // what was signed before goes on
  const stands = and(eq(claims.claimId, claimId), inArray(claims.status, from))
  const mayMove = and(stands, isOnItsSide, mayPayOut)
  if ((await handle.update(claims).set({ status: to }).where(mayMove).run()).changes === 0)
    return false
  if (to === 'paid') await dropNotices(handle, 'claim-expiring', reminderNames(claimId), now)
  return true
}
