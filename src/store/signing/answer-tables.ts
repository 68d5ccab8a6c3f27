import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { at } from '../columns.ts'

/** Calls that came with an idempotency key. Running while `sealed` is null; an answer is kept until `expiresAt`. */
export const storedAnswers = sqliteTable(
  'stored_answers',
  {
    key: text('key').primaryKey(), // keyed hash of address and key
    fingerprint: text('fingerprint').notNull(), // keyed hash of the request
    status: integer('status'),
    /** The body, sealed with a key that is in no database: it may carry a sender's PIN. */
    sealed: blob('sealed', { mode: 'buffer' }),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('stored_answers_expiry').on(table.expiresAt)],
)
