import { eq, lt } from 'drizzle-orm'

import type { Db } from '../database.ts'
import { seenTime } from './tracking-tables.ts'

const ONLY_ROW = 1

/** The latest time that was seen before this process, and what keeps it for the next one. */
export async function openSeenTime(db: Db) {
  const row = await db.select().from(seenTime).where(eq(seenTime.id, ONLY_ROW)).get()
  return {
    at: row?.at,
    keep(at: Date): void {
      const kept = db.shared
        .insert(seenTime)
        .values({ id: ONLY_ROW, at })
        .onConflictDoUpdate({ target: seenTime.id, set: { at }, setWhere: lt(seenTime.at, at) })
        .run()
      kept.catch(() => undefined) // the database itself tells of its trouble, and the next time is kept soon
    },
  }
}
