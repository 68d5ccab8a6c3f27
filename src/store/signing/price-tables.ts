import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { at } from '../columns.ts'

/** What tokens were worth, kept when it changed. Newer than a month, and of each token the last one before that. */
export const prices = sqliteTable(
  'prices',
  {
    token: text('token').notNull(),
    at: at('at').notNull(),
    price: text('price').notNull(), // USD for a whole token, as a decimal text
  },
  (table) => [primaryKey({ columns: [table.token, table.at] })],
)
