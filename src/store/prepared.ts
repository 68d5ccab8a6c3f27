import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

import type { Handle, RunResult } from './handle.ts'

/**
 * Returns what `prepare` makes of a handle, which it does once for each handle: it takes longer to build a statement than to
 * execute it. Values that differ are `sql.placeholder`s. Beside a column they are given as they are stored: a `Date` as
 * milliseconds, base units as text.
 */
export function preparedOn<Prepared>(
  prepare: (handle: Handle) => Prepared,
): (handle: Handle) => Prepared {
  const known = new WeakMap<Handle, { prepared: Prepared }>()
  return (handle) => {
    const found = known.get(handle) ?? { prepared: prepare(handle) }
    known.set(handle, found)
    return found.prepared
  }
}

/** By table, columns, and what becomes of a row that is there already. */
const inserts = preparedOn(
  () => new Map<string, { run(values: Record<string, unknown>): Promise<RunResult> }>(),
)

/**
 * Inserts one row, by a statement that is built once. Columns that are left out get their defaults.
 * @param row `undefined` leaves a column out
 * @param isThere what becomes of a row whose key is there already: it `fails`, or is `kept` and no change is counted
 */
export function insertRow<Table extends SQLiteTable>(
  handle: Handle,
  table: Table,
  row: Table['$inferInsert'],
  isThere: 'fails' | 'kept' = 'fails',
): Promise<RunResult> {
  const given = Object.entries<unknown>(row).filter(([, value]) => value !== undefined)
  const names = given.map(([name]) => name)
  const key = `${isThere} ${getTableName(table)} ${names.join()}`
  const known = inserts(handle)
  const statement = known.get(key) ?? prepareInsert(handle, table, names, isThere)
  known.set(key, statement)
  const columns = getTableColumns(table)
  return statement.run(
    Object.fromEntries(
      given.map(([name, value]) => [
        name,
        value === null ? null : columns[name]?.mapToDriverValue(value),
      ]),
    ),
  )
}

function prepareInsert(
  handle: Handle,
  table: SQLiteTable,
  names: readonly string[],
  isThere: 'fails' | 'kept',
) {
  const values = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]))
  const insert = handle.insert(table).values(values)
  return (isThere === 'kept' ? insert.onConflictDoNothing() : insert).prepare()
}
