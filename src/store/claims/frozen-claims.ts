import { and, eq, exists, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'

import { claimers, claims, freezes } from './claim-tables.ts'

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
