import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import type { ClaimGroup, ClaimRecord, GroupStore } from '../../claims/claim-store-port.ts'
import { claimTopic } from '../../claims/claims.ts'
import { remindersOf } from '../../claims/reminders.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { audit } from './audit-log.ts'
import { claimerFromRow, claimOf, pairOf } from './claimer-rows.ts'
import type { Db } from '../database.ts'
import { claimColumns, isAsAnnounced, isFrozen, isInTime } from './frozen-claims.ts'
import { giveawayEntrants, giveaways } from '../chats/chat-tables.ts'
import { tellPerson, tellTopic } from '../chats/outbox.ts'
import { claimGroups, claimers, claims, isUnpaid, redemptions } from './claim-tables.ts'
import { eqLiteral, inLiterals, neLiteral } from '../columns.ts'

/** Closed groups of which something waits: one statement names them. */
const LOOKED_AT_ONCE = 10_000

/** Claims that belong together: shares of one transaction. */
export function createGroupStore(db: Db): GroupStore {
  const isLookedAt = and(isNotNull(claimGroups.closedAt), sql`${claimGroups.isOver} = 0`)
  const goesBack = and(
    eqLiteral(claims.status, 'funded'),
    isNotNull(claims.expiresAt),
    or(eq(claimGroups.isOpen, false), isNull(claimers.boundUserId)),
    not(isFrozen),
  )
  const isBehind = ({ fundedAt, claimId }: ClaimRecord) =>
    or(
      gt(claims.fundedAt, fundedAt),
      and(eq(claims.fundedAt, fundedAt), gt(claims.claimId, claimId)),
    )
  /** A giveaway of this group whose time is over, until each winner has their share: what they won is not taken back. */
  const beingDrawn = (now: Date) => {
    const isUnsettled = and(
      eq(giveawayEntrants.giveawayId, giveaways.id),
      isNotNull(giveawayEntrants.place),
      isNull(giveawayEntrants.settledAt),
    )
    const unsettled = db
      .select({ number: giveawayEntrants.number })
      .from(giveawayEntrants)
      .where(isUnsettled)
    return db
      .select({ id: giveaways.id })
      .from(giveaways)
      .where(
        and(
          eq(claimGroups.chat, sql`'giveaway:' || ${giveaways.id}`),
          lte(giveaways.endsAt, now),
          isNull(giveaways.overAt),
          or(isNull(giveaways.drawnAt), exists(unsettled)),
        ),
      )
  }
  return {
    async group(id) {
      const row = await db.select().from(claimGroups).where(eq(claimGroups.id, id)).get()
      return row && fromRow(row)
    },

    async sharesOf(groupId) {
      const isLive = and(
        eq(redemptions.claimId, claims.claimId),
        inLiterals(redemptions.status, ['signed', 'included']),
      )
      const itsOwn = and(eq(claims.claimerId, claimers.id), isAsAnnounced(claims, claimers))
      const found = await db
        .select({ claimer: claimers, claim: claimColumns, purpose: redemptions.purpose })
        .from(claimers)
        .leftJoin(claims, itsOwn)
        .leftJoin(redemptions, isLive)
        .where(eq(claimers.groupId, groupId))
        .orderBy(sql`${claimers}.rowid`, sql`cast(${claims.claimId} as bigint)`)
        .all()
      // Of a payload that was signed twice, the first claim is the share; the other one waits beside it for whoever takes it.
      const firsts = new Set<string>()
      return found.flatMap(({ claimer, claim, purpose }) => {
        if (firsts.has(claimer.id)) return []
        firsts.add(claimer.id)
        return [
          {
            claimer: claimerFromRow(claimer),
            claim: claim ? claimOf(claim) : undefined,
            purpose: purpose ?? undefined,
          },
        ]
      })
    },

    async groupsSentBy(senderAccount, which, most) {
      const isWaiting = which === 'waiting'
      const inOrder = isWaiting ? asc : desc
      const itsClaims = (isThem?: SQL) =>
        db
          .select({ id: claims.claimId })
          .from(claims)
          .innerJoin(claimers, eq(claimers.id, claims.claimerId))
          .where(and(eq(claimers.groupId, claimGroups.id), isThem))
      const found = await db
        .select({ groupId: claimGroups.id, createdAt: claimGroups.createdAt })
        .from(claimGroups)
        .where(
          and(
            eq(claimGroups.senderAccount, senderAccount),
            ...(isWaiting
              ? [exists(itsClaims(isUnpaid))]
              : [exists(itsClaims()), notExists(itsClaims(isUnpaid))]),
          ),
        )
        .orderBy(inOrder(claimGroups.createdAt), inOrder(sql`rowid`))
        .limit(most)
        .all()
      return isWaiting ? found.toReversed() : found
    },

    async takeShare(groupId, account, name, chat, now, claimTime) {
      const { platform, userId, handle } = account
      const own = alias(claimers, 'own')
      const hasOne = db
        .select({ id: own.id })
        .from(own)
        .where(and(eq(own.groupId, groupId), eq(own.boundUserId, userId)))
      const free = alias(claimers, 'free')
      const isFree = and(
        eq(claimGroups.id, groupId),
        eq(claimGroups.isOpen, true),
        eq(claimGroups.chat, chat),
        isNull(claimGroups.closedAt),
        or(isNull(claimGroups.senderAccount), ne(claimGroups.senderAccount, accountKey(account))),
        eq(free.platform, platform),
        isNull(free.boundUserId),
        eqLiteral(claims.status, 'funded'),
        isAsAnnounced(claims, free),
        isInTime(claimTime),
      )
      // Any free one, so that nobody can wait for a large one to come next.
      const anyFree = db
        .select({ id: free.id })
        .from(free)
        .innerJoin(claimGroups, eq(claimGroups.id, free.groupId))
        .innerJoin(claims, eq(claims.claimerId, free.id))
        .where(isFree)
        .orderBy(sql`random()`)
        .limit(1)
      return db.transaction(async (tx) => {
        const taken = await tx
          .update(claimers)
          .set({ boundUserId: userId, handle: handle ?? '', recipientName: name })
          .where(
            and(inArray(claimers.id, anyFree), isNull(claimers.boundUserId), notExists(hasOne)),
          )
          .returning()
          .get()
        if (!taken) return undefined
        await tellTopic(tx, claimTopic(taken.id), now)
        const claimer = claimerFromRow(taken)
        const fact = { kind: 'claim-expiring', claimerId: taken.id } as const
        const person = { fact, to: claimer.recipient, userId }
        for (const claim of await tx
          .select(claimColumns)
          .from(claims)
          .where(eq(claims.claimerId, taken.id))
          .all())
          for (const reminder of remindersOf(claimOf(claim)))
            if (reminder.at > now) await tellPerson(tx, { ...person, ...reminder }, now)
        return claimer
      })
    },

    async closeGroup(groupId, senderAccount, by, now) {
      return db.transaction(async (tx) => {
        const isOpen = and(
          eq(claimGroups.id, groupId),
          eq(claimGroups.senderAccount, senderAccount),
          isNull(claimGroups.closedAt),
          notExists(beingDrawn(now)),
        )
        const { changes } = await tx.update(claimGroups).set({ closedAt: now }).where(isOpen).run()
        if (changes === 0) return false
        await audit(tx, { kind: 'group_closed', group: groupId, by }, now)
        const [any] = await tx
          .select()
          .from(claimers)
          .where(eq(claimers.groupId, groupId))
          .limit(1)
          .all()
        if (any) await tellTopic(tx, claimTopic(any.id), now)
        return true
      })
    },

    async leftOver(most, after) {
      return db.transaction(async (tx) => {
        const { id, closedAt } = claimGroups
        const closed = await tx
          .select({ id })
          .from(claimGroups)
          .where(isLookedAt)
          .orderBy(desc(closedAt))
          .limit(LOOKED_AT_ONCE)
          .all()
        if (closed.length === 0) return []
        // Named one by one: whoever plans the statements cannot know how few there are.
        const areThese = inArray(
          claimers.groupId,
          closed.map((group) => group.id),
        )
        const open = await tx
          .selectDistinct({ id: claimers.groupId })
          .from(claimers)
          .innerJoin(claims, eq(claims.claimerId, claimers.id))
          // What another wallet paid goes back to nobody, whatever becomes of it.
          .where(and(areThese, neLiteral(claims.status, 'paid'), isNotNull(claims.expiresAt)))
          .all()
        const waiting = new Set(open.map((group) => group.id))
        const over = closed.flatMap((group) => (waiting.has(group.id) ? [] : [group.id]))
        if (over.length > 0)
          await tx.update(claimGroups).set({ isOver: true }).where(inArray(id, over)).run()
        return (
          await tx
            .select({ claim: claimColumns, claimer: claimers })
            .from(claimGroups)
            .innerJoin(claimers, eq(claimers.groupId, id))
            .innerJoin(claims, eq(claims.claimerId, claimers.id))
            .where(and(areThese, goesBack, after && isBehind(after)))
            .orderBy(asc(claims.fundedAt), asc(claims.claimId))
            .limit(most)
            .all()
        ).map(pairOf)
      })
    },
  }
}

function fromRow({
  senderAccount,
  chat,
  closedAt,
  isOver: _isOver,
  ...same
}: typeof claimGroups.$inferSelect): ClaimGroup {
  return {
    ...same,
    senderAccount: senderAccount ?? undefined,
    chat: chat ?? undefined,
    closedAt: closedAt ?? undefined,
  }
}
