import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type Sqlite from 'better-sqlite3'
import { z } from 'zod'

const MANIFEST = fileURLToPath(new URL('../../package.json', import.meta.url))
/** What makes the tables of each database, and brings them up to date. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
export const POSTGRES_MIGRATIONS = join(MIGRATIONS, 'postgres')

/** Whether the tables are this program's: `old` ones are brought up to date by a start, `unknown` ones are of a newer version. */
export type TablesAge = 'current' | 'old' | 'unknown' | 'none'
/** A version of Vouch, and the newest migration that it knows, by name. */
export type Writer = { version: string; migration: string }
/** What a database tells of itself: which migrations it has had, by their times, or `undefined` where it is none of Vouch; and who has brought it there last. */
export type History = { had: readonly number[] | undefined; writer: Writer | undefined }

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.int() })) })
const Manifest = z.object({ version: z.string() })
const Applied = z.array(z.object({ created_at: z.coerce.number() }))
const Written = z.object({ version: z.string(), migration: z.string() })

/** The migrations of this program in a folder, the oldest first. */
const knownIn = (folder: string) =>
  Journal.parse(JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))).entries

/** This program. */
export const thisWriter = (folder = MIGRATIONS): Writer => ({
  version: Manifest.parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))).version,
  migration: knownIn(folder).at(-1)?.tag ?? '',
})

/** Whether the tables of a database are those that this version makes with the migrations in `folder`. */
export function ageOf({ had }: History, folder: string): TablesAge {
  if (!had) return 'none'
  const times = knownIn(folder).map(({ when }) => when)
  if (had.some((time) => !times.includes(time))) return 'unknown'
  return times.every((time) => had.includes(time)) ? 'current' : 'old'
}

/** Both versions, in words, of a database that a newer one wrote. */
export function nameNewer({ had = [], writer: theirs }: History, folder: string): string {
  const ours = thisWriter(folder)
  const known = knownIn(folder)
  const strange = had.filter((time) => known.every(({ when }) => when !== time))
  const isNamed = theirs !== undefined && known.every(({ tag }) => tag !== theirs.migration)
  const dates = strange.map(dayOf).join(', ')
  return (
    (isNamed
      ? `its tables are those of migration ${theirs.migration}, by Vouch ${theirs.version}`
      : `its tables have had migrations that this version does not know, of ${dates}`) +
    `, and this is Vouch ${ours.version}, which knows them up to ${ours.migration}`
  )
}

/** A day, or the number where it is none that there is. */
function dayOf(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? `${time}` : date.toISOString().slice(0, 10)
}

const historyOf = (sqlite: Sqlite.Database): History => ({
  had: applied(sqlite),
  writer: newestWriter(sqlite),
})

const hasTable = (sqlite: Sqlite.Database, name: string): boolean =>
  sqlite.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined

/** Which migrations the database has had, by their times; `undefined` where it is no database of Vouch. */
const applied = (sqlite: Sqlite.Database): number[] | undefined =>
  hasTable(sqlite, '__drizzle_migrations')
    ? Applied.parse(
        sqlite.prepare('select created_at from __drizzle_migrations order by created_at').all(),
      ).map(({ created_at: time }) => time)
    : undefined

/** Whether the tables are those of this version. */
export const compareTables = (sqlite: Sqlite.Database): TablesAge =>
  ageOf(historyOf(sqlite), MIGRATIONS)

/** The newest version that has brought the tables to where they are; `undefined` where none has said so. */
function newestWriter(sqlite: Sqlite.Database): Writer | undefined {
  if (!hasTable(sqlite, 'writers')) return undefined
  return Written.optional().parse(
    sqlite.prepare('select version, migration from writers order by number desc limit 1').get(),
  )
}

/** Both versions, in words, of a database that a newer one wrote. */
export const describeNewer = (sqlite: Sqlite.Database): string =>
  nameNewer(historyOf(sqlite), MIGRATIONS)

/** Keeps that this version has brought the tables to where they are, unless that is known. */
export function noteWriter(sqlite: Sqlite.Database): void {
  const { version, migration } = thisWriter()
  const last = newestWriter(sqlite)
  if (last?.version === version && last.migration === migration) return
  sqlite
    .prepare('insert into writers (version, migration, since) values (?, ?, unixepoch() * 1000)')
    .run(version, migration)
}
