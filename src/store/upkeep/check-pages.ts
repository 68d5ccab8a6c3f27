import type Sqlite from 'better-sqlite3'
import { z } from 'zod'

import { damageIn } from './store-health.ts'

/** Looked at first: what is promised to people, and what opens it. */
const FIRST = ['claimers', 'claims', 'redemptions', 'vault_keys', 'audit_log', 'sign_requests']
const MOST_WORDS = 10

const Names = z
  .array(z.object({ name: z.string() }))
  .transform((rows) =>
    rows.map(({ name }) => name).toSorted((left, right) => rank(left) - rank(right)),
  )
const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

/**
 * Looks at the pages of one table after the other, those of money first, until `budgetMs` is over; a table that is begun is looked at to its end. Whether indexes fit their
 * tables is not looked at: that takes long.
 * @param elapsedMs since some moment, never backwards
 * @returns SQLite's words for what is damaged, and the tables that there was no time for
 * @throws {Sqlite.SqliteError} it cannot be looked at, as on a full disk
 */
export function checkPages(
  sqlite: Sqlite.Database,
  { budgetMs, elapsedMs }: { budgetMs: number; elapsedMs: () => number },
): { damage: string[]; unseen: string[] } {
  const endMs = elapsedMs() + budgetMs
  const damage: string[] = []
  try {
    const names = Names.parse(
      sqlite.prepare("select name from sqlite_schema where type = 'table' order by name").all(),
    )
    for (const [at, name] of names.entries()) {
      if (damage.length >= MOST_WORDS || elapsedMs() >= endMs)
        return { damage, unseen: names.slice(at) }
      damage.push(...wordsOf(sqlite, name))
    }
  } catch (error) {
    damage.push(damageIn(error))
  }
  return { damage, unseen: [] }
}

function wordsOf(sqlite: Sqlite.Database, table: string): string[] {
  const rows = sqlite
    .prepare(`pragma quick_check("${table.replaceAll('"', '""')}")`)
    .pluck()
    .all()
  return rows
    .map(String)
    .filter((word) => word !== 'ok')
    .map((word) => `${table}: ${word}`)
}
