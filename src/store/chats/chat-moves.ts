import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'

import { chatKey, groupSubject } from '../../core/terms/group-settings.ts'
import type { Db, Handle } from '../database.ts'
import { claimers, claimGroups, claims } from '../claims/claim-tables.ts'
import { cardTopics, giveaways, liveCards } from './chat-tables.ts'
import { activeMembers, groupSettings, languages } from '../people/people-tables.ts'
import { signRequests } from '../signing/signing-tables.ts'
import { eqLiteral } from '../columns.ts'

/**
 * Has everything that is kept of a chat go on under its new id, in one transaction; a repeat changes nothing. What is kept of
 * the new chat already stays. Live cards come along one by one: their messages have to be written anew, at once where only who presses in the chat gets something.
 */
export function createChatMoves(db: Db) {
  return async (
    surface: string,
    { from, to }: { from: string; to: string },
    now: Date,
  ): Promise<void> => {
    await db.transaction(async (tx) => {
      const isSpoken = eq(languages.subject, groupSubject(surface, from))
      const spoken = await tx.select().from(languages).where(isSpoken).all()
      for (const language of spoken)
        await tx
          .insert(languages)
          .values({ ...language, subject: groupSubject(surface, to) })
          .onConflictDoUpdate({
            target: languages.subject,
            // Whoever wrote there before the move was told has made a row in which nothing is chosen.
            set: {
              heard: sql`coalesce(${languages.heard}, excluded.heard)`,
              chosen: sql`coalesce(${languages.chosen}, excluded.chosen)`,
              timeZone: sql`coalesce(${languages.timeZone}, excluded.time_zone)`,
            },
          })
          .run()
      await tx.delete(languages).where(isSpoken).run()
      const isSet = eq(groupSettings.subject, groupSubject(surface, from))
      for (const settings of await tx.select().from(groupSettings).where(isSet).all())
        await tx
          .insert(groupSettings)
          .values({ ...settings, subject: groupSubject(surface, to) })
          .onConflictDoNothing()
          .run()
      await tx.delete(groupSettings).where(isSet).run()
      const isThere = and(eq(activeMembers.platform, surface), eq(activeMembers.chat, from))
      const members = await tx.select().from(activeMembers).where(isThere).all()
      for (const member of members)
        await tx
          .insert(activeMembers)
          .values({ ...member, chat: to })
          .onConflictDoNothing()
          .run()
      await tx.delete(activeMembers).where(isThere).run()
      const [oldGroup, nextGroup] = [groupSubject(surface, from), groupSubject(surface, to)]
      for (const table of [claimers, signRequests])
        await tx.update(table).set({ askedIn: nextGroup }).where(eq(table.askedIn, oldGroup)).run()
      const [old, next] = [chatKey(surface, from), chatKey(surface, to)]
      const isOpenCard = inArray(liveCards.id, openCards(tx, old, now))
      const isThereNow = and(eq(liveCards.surface, surface), eq(liveCards.chat, from), isOpenCard)
      // A change of its own: what renders it right now would end what is due otherwise.
      const isChanged = { shown: '', dueAt: now, changes: sql`${liveCards.changes} + 1` }
      await tx.update(liveCards).set(isChanged).where(isThereNow).run()
      await tx.update(claimGroups).set({ chat: next }).where(eq(claimGroups.chat, old)).run()
      await tx.update(giveaways).set({ chat: next }).where(eq(giveaways.chat, old)).run()
      // Of airdrops whose shares are made when their wallet connects.
      const { id, shareOut } = signRequests
      const sharing = await tx
        .select({ id, shareOut })
        .from(signRequests)
        .where(isNotNull(shareOut))
        .all()
      for (const request of sharing)
        if (request.shareOut?.kind === 'airdrop' && request.shareOut.chat === old)
          await tx
            .update(signRequests)
            .set({ shareOut: { ...request.shareOut, chat: next } })
            .where(eq(id, request.id))
            .run()
    })
  }
}

/**
 * Cards on which people of a chat can press for what they get nowhere else: free shares of airdrops, and giveaways that still take entrants. A press on an old message is one in
 * the old chat, so none of them would change anything.
 */
function openCards(handle: Handle, chat: string, now: Date) {
  const isFree = and(isNull(claimers.boundUserId), eqLiteral(claims.status, 'funded'))
  const shares = handle
    .select({ topic: sql<string>`'claim:' || ${claimers.id}` })
    .from(claimGroups)
    .innerJoin(claimers, eq(claimers.groupId, claimGroups.id))
    .innerJoin(claims, eq(claims.claimerId, claimers.id))
    .where(and(eq(claimGroups.chat, chat), isNull(claimGroups.closedAt), isFree))
  const entered = handle
    .select({ topic: sql<string>`'giveaway:' || ${giveaways.id}` })
    .from(giveaways)
    .where(and(eq(giveaways.chat, chat), gt(giveaways.endsAt, now)))
  return handle
    .select({ id: cardTopics.cardId })
    .from(cardTopics)
    .where(or(inArray(cardTopics.topic, shares), inArray(cardTopics.topic, entered)))
}
