import { and, desc, eq, gt, lte, notInArray, sql } from 'drizzle-orm'

import type { Activity } from '../../services/people/people-port.ts'
import type { Db } from '../database.ts'
import { activeMembers } from './people-tables.ts'

const KEPT_MS = 24 * 60 * 60_000
const MOST_OF_A_CHAT = 200
/** Who speaks again within this time is not written again: the disk is not there for talk. */
const STILL_MS = 60_000

/** Who spoke where lately: for a day, and of each group only the last few. */
export function createActivityStore(db: Db): Activity {
  return {
    spoke({ platform, userId, handle }, name, chat, now) {
      const row = { platform, chat, userId, handle: handle ?? null, name, spokeAt: now }
      const isOld = lte(activeMembers.spokeAt, new Date(now.getTime() - STILL_MS))
      return db.transaction(async (tx) => {
        const { changes } = await tx
          .insert(activeMembers)
          .values(row)
          .onConflictDoUpdate({
            target: [activeMembers.platform, activeMembers.chat, activeMembers.userId],
            set: { handle: row.handle, name, spokeAt: now },
            setWhere: isOld,
          })
          .run()
        if (changes === 0) return
        await tx
          .delete(activeMembers)
          .where(lte(activeMembers.spokeAt, new Date(now.getTime() - KEPT_MS)))
          .run()
        const ofChat = and(eq(activeMembers.platform, platform), eq(activeMembers.chat, chat))
        const newest = tx
          .select({ userId: activeMembers.userId })
          .from(activeMembers)
          .where(ofChat)
          .orderBy(desc(activeMembers.spokeAt))
          .limit(MOST_OF_A_CHAT)
        await tx
          .delete(activeMembers)
          .where(and(ofChat, notInArray(activeMembers.userId, newest)))
          .run()
      })
    },

    async recent({ platform, chat, since, most }) {
      const isRecent = and(
        eq(activeMembers.platform, platform),
        eq(activeMembers.chat, chat),
        gt(activeMembers.spokeAt, since),
      )
      return (
        await db
          .select()
          .from(activeMembers)
          .where(isRecent)
          .orderBy(desc(activeMembers.spokeAt), sql`rowid`)
          .limit(most)
          .all()
      ).map(({ userId, handle, name }) => ({
        account: { platform, userId, handle: handle ?? undefined },
        name,
      }))
    },
  }
}
