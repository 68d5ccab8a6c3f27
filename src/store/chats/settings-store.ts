import { eq, sql } from 'drizzle-orm'

import { UNSET, type GroupSettings } from '../../core/terms/group-settings.ts'
import type { GroupSettingsStore } from '../../services/people/people-port.ts'
import type { Db } from '../database.ts'
import { groupSettings, languages } from '../people/people-tables.ts'

type Row = typeof groupSettings.$inferInsert

/** What admins have set for their groups. */
export function createGroupSettingsStore(db: Db): GroupSettingsStore {
  return {
    async settingsOf(group) {
      const row = await db
        .select()
        .from(groupSettings)
        .where(eq(groupSettings.subject, group))
        .get()
      if (!row) return UNSET
      const { tokens, deleteAfterMin, largestTip, largestQuote, isQuiet, reaction } = row
      return {
        tokens: tokens ?? undefined,
        largestTip,
        largestQuote,
        isQuiet,
        deleteAfterMin: deleteAfterMin ?? undefined,
        reaction: reaction ?? undefined,
      }
    },
    async change(group, change) {
      const set = columnsOf(change)
      await db
        .insert(groupSettings)
        .values({ subject: group, ...columnsOf(UNSET), ...set })
        .onConflictDoUpdate({ target: groupSettings.subject, set })
        .run()
    },
  }
}

/** In the columns, what is not set is null; what is not named stays out. */
function columnsOf(change: Partial<GroupSettings>): Omit<Row, 'subject'> {
  const { tokens, deleteAfterMin, reaction, ...same } = change
  return {
    ...same,
    ...('tokens' in change && { tokens: tokens ? [...tokens] : null }),
    ...('deleteAfterMin' in change && { deleteAfterMin: deleteAfterMin ?? null }),
    ...('reaction' in change && { reaction: reaction ?? null }),
  }
}

/** Which language people and groups speak, as tags, and by which clock. A choice stands above what was heard. */
export function createLanguageStore(db: Db) {
  const bySubject = db
    .select()
    .from(languages)
    .where(eq(languages.subject, sql.placeholder('subject')))
    .prepare()

  return {
    async languageOf(subject: string): Promise<string | undefined> {
      const row = await bySubject.get({ subject })
      return row?.chosen ?? row?.heard ?? undefined
    },
    async chosen(subject: string): Promise<string | undefined> {
      return (await bySubject.get({ subject }))?.chosen ?? undefined
    },
    /** Writes only what is new: it is told with every message. By any server: whoever heard last is right. Returns what was chosen, or else this. */
    async hear(subject: string, heard: string): Promise<string> {
      const row = await bySubject.get({ subject })
      const spoken = row?.chosen ?? heard
      if (row?.heard === heard) return spoken
      await db.shared
        .insert(languages)
        .values({ subject, heard })
        .onConflictDoUpdate({ target: languages.subject, set: { heard } })
        .run()
      return spoken
    },
    async choose(subject: string, chosen: string | undefined): Promise<void> {
      const choice = { chosen: chosen ?? null }
      await db
        .insert(languages)
        .values({ subject, ...choice })
        .onConflictDoUpdate({ target: languages.subject, set: choice })
        .run()
    },
    async zoneOf(subject: string): Promise<string | undefined> {
      return (await bySubject.get({ subject }))?.timeZone ?? undefined
    },
    async setZone(subject: string, zone: string | undefined): Promise<void> {
      const set = { timeZone: zone ?? null }
      await db
        .insert(languages)
        .values({ subject, ...set })
        .onConflictDoUpdate({ target: languages.subject, set })
        .run()
    },
  }
}
