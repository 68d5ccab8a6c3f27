import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

import { FREEZE_KINDS } from '../../claims/freezes.ts'
import { at } from '../columns.ts'

/**
 * What was done with money, and by operators, each entry chained to the one before it by its hash. Rows are only ever added: triggers refuse
 * everything else. SQLite drops them with the table, so a migration that makes this table anew has to make them anew.
 */
export const auditLog = sqliteTable('audit_log', {
  number: integer('number').primaryKey(), // 1, 2, 3, … without a gap
  /** The entry as canonical JSON, number and time included: what its hash is over. */
  entry: text('entry').notNull(),
  hash: text('hash').notNull(), // SHA-256 in hex
})

/** What operators hold back: as long as a row stands here, nothing that it is about is signed for. */
export const freezes = sqliteTable(
  'freezes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: FREEZE_KINDS }).notNull(),
    /** As operators write it: a claim's id, `platform:userId` or `platform:@handle`, a platform; empty for `all`. */
    subject: text('subject').notNull(),
    /** Of an account or a platform. */
    platform: text('platform'),
    /** The account that is meant, and its handle: of each, what was given, or was known of the other when it was frozen. */
    userId: text('user_id'),
    handle: text('handle'), // normalised
    /** The operator's own words. They stand nowhere else. */
    reason: text('reason'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [uniqueIndex('freezes_subject').on(table.kind, table.subject)],
)
