import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

// What several processes need to know of each other. SQLite has one process, so it has no such tables.

/** Every process that has this database open, and where it answers what another one was asked: not yet, where that is null. Times are unix milliseconds of the database's own clock. */
export const processes = pgTable('processes', {
  id: text('id').primaryKey(), // of one start
  version: text('version').notNull(),
  since: bigint('since', { mode: 'number' }).notNull(),
  seen: bigint('seen', { mode: 'number' }).notNull(),
  url: text('url'),
  secret: text('secret'), // of one start: who names it is one of us, and is believed for whom it asks
})

/** Who has a duty. Each time it goes to somebody, its token grows: what is written in its name names the token, and an older one is refused. */
export const duties = pgTable('duties', {
  duty: text('duty').primaryKey(),
  token: bigint('token', { mode: 'number' }).notNull(),
  process: text('process'), // null once it was given back
})

/** Has no rows, and is only locked: by whoever writes, beside all others, and by who met others too often, alone. */
export const turns = pgTable('turns', {})

/** Calls to nodes that the questions of a client led to, over all servers. Nobody looks at a minute that is over. */
export const clientCalls = pgTable(
  'client_calls',
  {
    minute: bigint('minute', { mode: 'number' }).notNull(), // unix, of the database's own clock
    client: text('client').notNull(), // as a keyed hash
    calls: bigint('calls', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.client] })],
)
