import { and, eq, isNotNull, sql } from 'drizzle-orm'

import { chatKey, groupSubject } from '../../core/terms/group-settings.ts'
import type { Db } from '../database.ts'
import { claimers, claimGroups } from '../claims/claim-tables.ts'
import { giveaways } from './chat-tables.ts'
import { activeMembers, groupSettings, languages } from '../people/people-tables.ts'
import { signRequests } from '../signing/signing-tables.ts'

/**
 * Has everything that is kept of a chat go on under its new id, in one transaction; a repeat changes nothing. What is kept of
 * the new chat already stays. Live cards come along one by one: their messages have to be written anew.
 */
export function createChatMoves(db: Db) {
  return async (surface: string, { from, to }: { from: string; to: string }): Promise<void> => {
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
