import {
  and,
  eq,
  exists,
  getTableColumns,
  or,
  sql,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
} from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core'

import { claimGroups, claimers, claims, freezes, redemptions } from './claim-tables.ts'
import { claimMoves, type ClaimMove } from '../../claims/claim-moves.ts'
import { FREEZE_KINDS, type FreezeKind } from '../../claims/freezes.ts'
import { reminderNames } from '../../claims/reminders.ts'
import type { Handle } from '../database.ts'
import { bills } from '../chats/chat-tables.ts'
import { dropNotices } from '../chats/outbox.ts'
import { preparedOn } from '../prepared.ts'
import { eqLiteral, inLiterals } from '../columns.ts'

const queries = new QueryBuilder()
const owner = alias(claimers, 'owner')
/** A freeze that is known, or any of a query. */
type Named = { [Name in 'subject' | 'platform' | 'userId' | 'handle']: SQLWrapper | string | null }

/**
 * What a freeze is about: what was sent to an account, by its id or by its handle, whoever that belonged to before, and what the account sent itself;
 * of a platform, the same of all its accounts.
 */
const isAbout: Record<FreezeKind, (freeze: Named) => SQL> = {
  all: () => sql`1 = 1`,
  claim: ({ subject }) => sql`${claims.claimId} = ${subject}`,
  platform: ({ platform }) =>
    sql`(${owner.platform} = ${platform} or ${owner.senderAccount} like ${platform} || ':%')`,
  account: ({ platform, userId, handle }) =>
    sql`(${owner.platform} = ${platform} and (${owner.boundUserId} = ${userId} or ${owner.handle} = ${handle})
      or ${owner.senderAccount} = ${platform} || ':' || ${userId})`,
}
const isAboutClaim = or(
  ...FREEZE_KINDS.map((kind) => and(eqLiteral(freezes.kind, kind), isAbout[kind](freezes))),
)

/** Whether a freeze that is known is about a claim, of a query in which `claims` stands. */
export const isHeldBy = (freeze: Named & { kind: FreezeKind }): SQL =>
  exists(
    queries
      .select({ id: owner.id })
      .from(owner)
      .where(and(eq(owner.id, claims.claimerId), isAbout[freeze.kind](freeze))),
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

type Sum = Record<'token' | 'amount', SQLWrapper>

/**
 * Whether a claim is what its claimer was made for: anybody may write a claimer into a claim of their own, and the least of them is neither a share nor a payment.
 * Amounts are decimal texts. `core/claims/claim-limits.ts` has the same for what is not stored.
 */
export const isAsAnnounced = (claim: Sum, claimer: Sum): SQL =>
  sql`(${claim.token} = ${claimer.token} and (length(${claim.amount}) > length(${claimer.amount})
    or length(${claim.amount}) = length(${claimer.amount}) and ${claim.amount} >= ${claimer.amount}))`

const earlier = alias(claims, 'earlier')
const earlierOwner = alias(claimers, 'earlier_owner')
/** Whether a return of a claim to its sender stands in one of these ways. */
const hasReturn = (claimId: SQLWrapper, statuses: ('signed' | 'included')[]) =>
  exists(
    queries
      .select({ id: redemptions.id })
      .from(redemptions)
      .where(
        and(
          eq(redemptions.claimId, claimId),
          inLiterals(redemptions.purpose, ['cancel', 'expire']),
          inLiterals(redemptions.status, statuses),
        ),
      ),
  )
const isOfInvoice = exists(
  queries
    .select({ id: bills.id })
    .from(bills)
    .where(and(eq(bills.id, owner.billId), eq(bills.isInvoice, true))),
)
/** A claim that paid the same before: of an invoice by anybody, of any other bill by the same person. */
const paidBefore = queries
  .select({ id: earlier.claimId })
  .from(earlierOwner)
  .innerJoin(earlier, eq(earlier.claimerId, earlierOwner.id))
  .where(
    and(
      eq(earlierOwner.billId, owner.billId),
      isAsAnnounced(earlier, earlierOwner),
      or(eq(earlierOwner.senderAccount, owner.senderAccount), isOfInvoice),
      sql`cast(${earlier.claimId} as bigint) < cast(${claims.claimId} as bigint)`, // the contract counts
      not(hasReturn(earlier.claimId, ['signed', 'included'])),
    ),
  )

/**
 * Whether a claim pays a bill, so that whoever paid cannot take it back: the first to come of those that count as a payment of it and are not on their way back. What
 * came besides was paid too much. Of a query in which `claims` stands.
 */
export const paysBill = exists(
  queries
    .select({ id: owner.id })
    .from(owner)
    .where(
      and(
        eq(owner.id, claims.claimerId),
        isNotNull(owner.billId),
        isAsAnnounced(claims, owner),
        notExists(paidBefore),
      ),
    ),
)

/** Whether a claim is a share that somebody took or won, or may still: out of its sender's hands until its time is over. Of a query in which `claims` stands. */
const isShare = exists(
  queries
    .select({ id: owner.id })
    .from(owner)
    .innerJoin(claimGroups, eq(claimGroups.id, owner.groupId))
    .where(
      and(
        eq(owner.id, claims.claimerId),
        eq(claimGroups.isOpen, true),
        or(isNull(claimGroups.closedAt), isNotNull(owner.boundUserId)),
      ),
    ),
)

/** Whether a claim was paid back to its sender, who took it back or whose time was over; of a query in which `claims` stands. */
export const wentBack = hasReturn(claims.claimId, ['included'])

/** A claim with whether it is held back, and whether it pays a bill. */
export const claimColumns = {
  ...getTableColumns(claims),
  isFrozen: sql<boolean>`${isFrozen}`.mapWith(Boolean).as('is_frozen'),
  paysBill: sql<boolean>`${paysBill}`.mapWith(Boolean).as('pays_bill'),
}

/** A claim whose time is not over. */
export const isInTime = (claimTime: Date | Placeholder) =>
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
  const timeMs = claimTime.getTime()
  const { changes } = await moves(handle)[move].run({ claimId, timeMs })
  if (changes === 0) return false
  if (claimMoves[move].to === 'paid')
    await dropNotices(handle, 'claim-expiring', reminderNames(claimId), now)
  return true
}

/** The statement of each move. */
const moves = preparedOn((handle) => {
  const prepare = (move: ClaimMove) => {
    const { from, to, deadline } = claimMoves[move]
    const claimTime = sql.placeholder('timeMs')
    const isOnItsSide = {
      before: isInTime(claimTime),
      after: lte(claims.expiresAt, claimTime),
      any: undefined,
    }[deadline]
    const mayPayOut = to === 'redeeming' ? not(isFrozen) : undefined // what was signed before goes on
    const mayTakeBack = move === 'cancel' ? and(not(paysBill), not(isShare)) : undefined
    const stands = and(
      eq(claims.claimId, sql.placeholder('claimId')),
      inLiterals(claims.status, from),
    )
    return handle
      .update(claims)
      .set({ status: to })
      .where(and(stands, isOnItsSide, mayPayOut, mayTakeBack))
      .prepare()
  }
  return {
    redeem: prepare('redeem'),
    cancel: prepare('cancel'),
    expire: prepare('expire'),
    giveBack: prepare('giveBack'),
    pay: prepare('pay'),
  }
})
