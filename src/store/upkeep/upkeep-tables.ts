import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { at } from '../columns.ts'

/** Which versions of Vouch have brought the tables to where they are, the last row being the newest: an older one that meets them can name it. */
export const writers = sqliteTable('writers', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  version: text('version').notNull(), // of the program
  migration: text('migration').notNull(), // the newest that it knew, by name
  since: at('since').notNull(),
})

/** Empty, but for the moment in which it is tried whether anything can be written. */
export const writeProbe = sqliteTable('write_probe', { filler: blob('filler').notNull() })
