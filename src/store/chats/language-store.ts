import { eq, sql } from 'drizzle-orm'

import type { Db } from '../database.ts'
import { languages } from '../people/people-tables.ts'

/** Which language people and groups speak, as tags. A choice stands above what was heard. */
export function createLanguageStore(db: Db) {
  const bySubject = db
    .select()
    .from(languages)
    .where(eq(languages.subject, sql.placeholder('subject')))
    .prepare()

  return {
    async languageOf(subject: string): Promise<string | undefined> {
      const row = bySubject.get({ subject })
      return row?.chosen ?? row?.heard ?? undefined
    },
    async chosen(subject: string): Promise<string | undefined> {
      return bySubject.get({ subject })?.chosen ?? undefined
    },
    /** Writes only what is new: it is told with every message. */
    async hear(subject: string, heard: string): Promise<void> {
      if (bySubject.get({ subject })?.heard === heard) return
      db.insert(languages)
        .values({ subject, heard })
        .onConflictDoUpdate({ target: languages.subject, set: { heard } })
        .run()
    },
    async choose(subject: string, chosen: string | undefined): Promise<void> {
      const choice = { chosen: chosen ?? null }
      db.insert(languages)
        .values({ subject, ...choice })
        .onConflictDoUpdate({ target: languages.subject, set: choice })
        .run()
    },
  }
}
