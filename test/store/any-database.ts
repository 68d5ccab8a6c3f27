import { randomUUID } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { inject } from 'vitest'

import { openDatabase } from '../../src/store/database.ts'
import type { Db } from '../../src/store/handle.ts'
import { connectPostgres } from '../../src/store/postgres/connect-postgres.ts'
import { createPostgresSession } from '../../src/store/postgres/postgres-session.ts'

const CONNECTIONS = 4

/** Whether the databases of this run are PostgreSQL's: what a test says in SQL of its own differs a little. */
export const isPostgres = (): boolean => inject('postgres') !== undefined

/** How either database says that a key is there already. */
export const IS_TWICE = /UNIQUE constraint failed|duplicate key value/

/** Has everything that is put into a table refused, until the function that is returned is called. */
export async function refuseInserts(
  db: Db,
  table: string,
  words: string,
): Promise<() => Promise<void>> {
  const made = isPostgres()
    ? [
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception '${words}'; end $$`,
        `create trigger refused before insert on ${table} for each row execute function refuse()`,
      ]
    : [
        `create trigger refused before insert on ${table} begin select raise(abort, '${words}'); end`,
      ]
  for (const text of made) await db.run(sql.raw(text))
  return () => dropTrigger(db, table, 'refused')
}

export async function dropTrigger(db: Db, table: string, name: string): Promise<void> {
  await db.run(sql.raw(`drop trigger ${name}${isPostgres() ? ` on ${table}` : ''}`))
}

/** A number that grows with everything that is written into these tables. */
export async function writesIn(db: Db, tables: readonly string[]): Promise<number> {
  const rows = tables.map((table) => `select cast(cast(xmin as text) as bigint) as x from ${table}`)
  const text = isPostgres()
    ? `select cast(coalesce(sum(x), 0) as bigint) as count from (${rows.join(' union all ')}) as rows`
    : 'select total_changes() as count'
  return (await db.get<{ count: number }>(sql.raw(text))).count
}

/** An empty database with all tables: SQLite's in memory, or a new one of the run's PostgreSQL where the project has that. */
export function openTestDatabase(): { db: Db; close(): void } {
  const postgres = inject('postgres')
  return postgres ? makeFrom(postgres) : openDatabase(':memory:')
}

/** The same on PostgreSQL alone, with its url for other processes. */
export async function makePostgres(): Promise<{ url: string; db: Db; close(): void }> {
  const postgres = inject('postgres')
  if (!postgres) throw new Error('this project has no PostgreSQL')
  const made = makeFrom(postgres)
  await made.db.run(sql`select 1`)
  return made
}

/** Can be asked at once: whoever asks waits until it is there. */
function makeFrom({ url: server, template }: { url: string; template: string }) {
  const name = `${template}_${randomUUID().replaceAll('-', '')}`
  const url = new URL(`/${name}`, server).href
  const made = (async () => {
    const maker = connectPostgres(new URL('/postgres', server).href, 1)
    await maker.query(`create database ${name} template ${template}`)
    await maker.end()
  })()
  const pool = connectPostgres(url, CONNECTIONS)
  const db = createPostgresSession(
    {
      connect: async () => (await made, pool.connect()),
      query: async (query) => (await made, pool.query(query)),
    },
    { sleep: pass, random: Math.random, elapsedMs: () => performance.now() },
  )
  return { url, db, close: () => void pool.end() }
}
