import { eq } from 'drizzle-orm'

import type { Db } from '../database.ts'
import { seenTime } from './tracking-tables.ts'

const ONLY_ROW = 1

/** The latest time that was seen, for the clock of the next process. */
export function createSeenTime(db: Db) {
  return {
    at: (): Date | undefined =>
      db.select().from(seenTime).where(eq(seenTime.id, ONLY_ROW)).get()?.at,
    keep(at: Date): void {
      db.insert(seenTime)
        .values({ id: ONLY_ROW, at })
        .onConflictDoUpdate({ target: seenTime.id, set: { at } })
        .run()
    },
  }
}
