import { eq } from 'drizzle-orm'

import { UNSET, type GroupSettings } from '../../core/terms/group-settings.ts'
import type { GroupSettingsStore } from '../../services/people/people-port.ts'
import type { Db } from '../database.ts'
import { groupSettings } from '../people/people-tables.ts'

type Row = typeof groupSettings.$inferInsert

/** What admins have set for their groups. */
export function createGroupSettingsStore(db: Db): GroupSettingsStore {
  return {
    async settingsOf(group) {
      const row = db.select().from(groupSettings).where(eq(groupSettings.subject, group)).get()
      if (!row) return UNSET
      const { tokens, deleteAfterMin, largestTip, largestQuote, isQuiet } = row
      return {
        tokens: tokens ?? undefined,
        largestTip,
        largestQuote,
        isQuiet,
        deleteAfterMin: deleteAfterMin ?? undefined,
      }
    },
    async change(group, change) {
      const set = columnsOf(change)
      db.insert(groupSettings)
        .values({ subject: group, ...columnsOf(UNSET), ...set })
        .onConflictDoUpdate({ target: groupSettings.subject, set })
        .run()
    },
  }
}

/** In the columns, what is not set is null; what is not named stays out. */
function columnsOf(change: Partial<GroupSettings>): Omit<Row, 'subject'> {
  const { tokens, deleteAfterMin, ...same } = change
  return {
    ...same,
    ...('tokens' in change && { tokens: tokens ? [...tokens] : null }),
    ...('deleteAfterMin' in change && { deleteAfterMin: deleteAfterMin ?? null }),
  }
}
