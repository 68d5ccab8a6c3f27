import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

type Column = {
  type?: string
  notNull?: boolean
  primaryKey?: boolean
  default?: string
  identity?: object
}
type Table = {
  columns: Record<string, Column>
  indexes?: Record<string, { isUnique: boolean; columns: string[] }>
  foreignKeys?: Record<string, { columnsFrom: string[] }>
}

/** A table as drizzle-kit writes it down. */
const asSnapshot = (name: string, { columns, indexes = {}, foreignKeys = {} }: Table) => ({
  name,
  columns: Object.fromEntries(
    Object.entries(columns).map(([column, shape]) => [
      column,
      { name: column, type: 'text', notNull: false, ...shape },
    ]),
  ),
  indexes,
  foreignKeys,
  uniqueConstraints: {},
  compositePrimaryKeys: {},
  checkConstraints: {},
})

/** What is said of a second migration that leaves these tables where there was `tips` alone, or `tips` so. */
function checkSecond(after: Record<string, Table>, statements = '', tips = TIPS) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-migrations-'))
  folders.push(folder)
  mkdirSync(join(folder, 'meta'))
  const states = [{ tips }, after]
  const entries = states.map((tables, number) => {
    const tag = `000${number}_some`
    writeFileSync(join(folder, `${tag}.sql`), number === 0 ? '' : statements)
    writeFileSync(
      join(folder, 'meta', `000${number}_snapshot.json`),
      JSON.stringify({
        tables: Object.fromEntries(
          Object.entries(tables).map(([name, table]) => [
            `public.${name}`,
            asSnapshot(name, table),
          ]),
        ),
      }),
    )
    return { tag }
  })
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }))
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-migrations.mjs', folder], {
    encoding: 'utf8',
  })
  return { passes: status === 0, says: stdout.trim() }
}

const { columns } = {
  columns: {
    id: { notNull: true },
    note: {},
    shown: { type: 'bigint', notNull: true, default: '0' },
  },
}
const TIPS: Table = { columns }
const ONE_NOTE: Table = {
  columns: { ...columns, id: { notNull: true, primaryKey: true } },
  indexes: { one_note: { isUnique: true, columns: ['note'] } },
}

test.each<{
  what: string
  before?: Table
  after: Record<string, Table>
  statements?: string
}>([
  { what: 'nothing', after: { tips: TIPS } },
  { what: 'a table', after: { tips: TIPS, taps: { columns: { id: { notNull: true } } } } },
  { what: 'a column that may be null', after: { tips: { columns: { ...columns, by: {} } } } },
  {
    what: 'a column with a default',
    after: { tips: { columns: { ...columns, by: { notNull: true, default: "''" } } } },
  },
  {
    what: 'a number of rows',
    after: { tips: { columns: { ...columns, row: { notNull: true, identity: {} } } } },
  },
  {
    what: 'an index',
    after: { tips: { columns, indexes: { some: { isUnique: false, columns: ['note'] } } } },
  },
  {
    what: 'a column that may be null from now on',
    after: { tips: { columns: { ...columns, id: {} } } },
  },
  {
    what: 'away what was unused before',
    after: { tips: { columns: { id: columns.id, shown: columns.shown } } },
    statements: '-- removes tips.note, unused since 0.0.9\nALTER TABLE tips DROP COLUMN note;',
  },
  {
    what: 'a table away that was unused before',
    after: {},
    statements: '-- removes tips, unused since 0.0.9\nDROP TABLE tips;',
  },
  {
    what: 'a unique index away that was unused before',
    before: ONE_NOTE,
    after: { tips: { ...ONE_NOTE, indexes: {} } },
    statements: '-- removes tips.one_note, unused since 0.0.9\nDROP INDEX one_note;',
  },
])('a migration may bring $what', ({ before, after, statements }) => {
  expect(checkSecond(after, statements, before)).toEqual({ passes: true, says: '' })
})

test.each<{
  what: string
  before?: Table
  after: Record<string, Table>
  statements?: string
  says: string
}>([
  { what: 'a table away', after: {}, says: 'tips is gone' },
  {
    what: 'a column away',
    after: { tips: { columns: { id: columns.id, shown: columns.shown } } },
    says: 'tips.note is gone: leave it',
  },
  {
    what: 'a column away that this version still had',
    after: { tips: { columns: { id: columns.id, shown: columns.shown } } },
    statements: '-- removes tips.note, unused since 99.0.0',
    says: 'tips.note is unused since 99.0.0, which is not out',
  },
  {
    what: 'another name',
    after: { tips: { columns: { id: columns.id, shown: columns.shown, text: {} } } },
    says: 'tips.note is gone',
  },
  {
    what: 'another type',
    after: { tips: { columns: { ...columns, note: { type: 'bigint' } } } },
    says: 'tips.note was text and is bigint',
  },
  {
    what: 'a column that nobody fills yet',
    after: { tips: { columns: { ...columns, by: { notNull: true } } } },
    says: 'tips.by is new, not null, and has no default',
  },
  {
    what: 'not null',
    after: { tips: { columns: { ...columns, note: { notNull: true } } } },
    says: 'tips.note may be null no more',
  },
  {
    what: 'a default away',
    after: { tips: { columns: { ...columns, shown: { type: 'bigint', notNull: true } } } },
    says: 'tips.shown has no default any more',
  },
  {
    what: 'a unique index',
    after: { tips: { columns, indexes: { some: { isUnique: true, columns: ['note'] } } } },
    says: 'tips has the new unique index some',
  },
  {
    what: 'a foreign key',
    after: { tips: { columns, foreignKeys: { some: { columnsFrom: ['note'] } } } },
    says: 'tips has the new foreign key some',
  },
  {
    what: 'a unique index away, which inserts name',
    before: ONE_NOTE,
    after: { tips: { ...ONE_NOTE, indexes: {} } },
    says: 'tips.one_note is gone: leave it',
  },
  {
    what: 'a primary key away, which inserts name',
    before: ONE_NOTE,
    after: { tips: { ...ONE_NOTE, columns } },
    says: 'tips.id is the primary key no more',
  },
])('a migration may not bring $what', ({ before, after, statements, says }) => {
  const found = checkSecond(after, statements, before)
  expect(found).toEqual({ passes: false, says: expect.stringContaining(`0001_some.sql: ${says}`) })
})
