import { is, sql, SQL } from 'drizzle-orm'
import {
  bigint,
  customType,
  foreignKey,
  getTableConfig as postgresConfig,
  index,
  pgTable,
  primaryKey,
  uniqueIndex,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
} from 'drizzle-orm/pg-core'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Texts are compared byte by byte, as SQLite does, whatever the database's own order is. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Gone through from the oldest row to the newest, by a number that SQLite finds rows by anyway. */
const WALKED = new Set(['observations', 'watch_topics'])
/** Indexes through which the same is done, of some rows of a table: by that number, with which every index of SQLite ends. */
const WALKED_BY = new Set(['sign_requests_unforgotten'])

const made = new WeakMap<SQLiteTable, PgTable>()
const madeHere = new WeakSet<PgTable>()

/** Whether SQLite has the same table. */
export const hasTwin = (table: PgTable): boolean => madeHere.has(table)

/**
 * The same table for PostgreSQL. Values are kept in the same form, so that one mapping serves both: whole numbers, also times and truths, as `bigint`, and JSON as text.
 * Rows without a number of their own get what SQLite has by itself: `rowid`, which grows with each row, with an index where rows are gone through by it.
 * @throws {Error} a column has a type that is not known here
 */
export function toPostgres(table: SQLiteTable): PgTable {
  const known = made.get(table)
  if (known) return known
  const { name, columns, indexes, foreignKeys, primaryKeys } = getTableConfig(table)
  const hasNumber = columns.some((column) => column.primary && column.getSQLType() === 'integer')
  const builders: Record<string, PgColumnBuilderBase> = Object.fromEntries(
    columns.map((column: SQLiteColumn) => [column.name, toColumn(column)]),
  )
  if (!hasNumber)
    builders['rowid'] = bigint('rowid', { mode: 'number' }).notNull().generatedByDefaultAsIdentity()
  const own = (self: Record<string, PgColumn>, column: { name: string }) => {
    const found = self[column.name]
    if (!found) throw new Error(`${name} has no column ${column.name}`)
    return found
  }
  const result = pgTable(name, builders, (self: Record<string, PgColumn>) => [
    ...primaryKeys.map((key) => {
      const [first, ...others] = key.columns.map((column) => own(self, column))
      if (!first) throw new Error(`${name} has a key of nothing`)
      return primaryKey({ columns: [first, ...others] })
    }),
    ...indexes.map(({ config }) => {
      const [first, ...others] = config.columns.map((column) =>
        is(column, SQL) ? column : own(self, column),
      )
      if (!first) throw new Error(`${config.name} is an index of nothing`)
      if (WALKED_BY.has(config.name)) others.push(own(self, { name: 'rowid' }))
      const begun = (config.unique ? uniqueIndex : index)(config.name).on(first, ...others)
      return config.where ? begun.where(config.where) : begun
    }),
    ...(WALKED.has(name) ? [index(`${name}_rowid`).on(own(self, { name: 'rowid' }))] : []),
    ...foreignKeys.map((key) => {
      const { columns: from, foreignColumns, foreignTable } = key.reference()
      const there = Object.fromEntries(
        postgresConfig(toPostgres(foreignTable)).columns.map((column) => [column.name, column]),
      )
      const [first, ...others] = from.map((column) => own(self, column))
      const [target, ...targets] = foreignColumns.map((column) => own(there, column))
      if (!first || !target) throw new Error(`${name} refers to nothing`)
      return foreignKey({ columns: [first, ...others], foreignColumns: [target, ...targets] })
    }),
  ])
  made.set(table, result)
  madeHere.add(result)
  return result
}

function toColumn(column: SQLiteColumn): PgColumnBuilderBase {
  const base = baseOf(column)
  const whole = column.notNull ? base.notNull() : base
  const keyed = column.primary ? whole.primaryKey() : whole
  const single = column.isUnique ? keyed.unique() : keyed
  return column.default === undefined ? single : single.default(literalOf(column))
}

function baseOf(column: SQLiteColumn) {
  const { name } = column
  const type = column.getSQLType()
  if (type === 'integer') {
    const number = bigint(name, { mode: 'number' })
    return 'autoIncrement' in column && column.autoIncrement === true
      ? number.generatedByDefaultAsIdentity()
      : number
  }
  if (type === 'text') return plainText(name)
  if (type === 'blob') return bytea(name)
  throw new Error(`${name} is ${type}, which has no form in PostgreSQL yet`)
}

/** A default in the form in which it is kept. */
function literalOf(column: SQLiteColumn): SQL {
  const value: unknown = column.default
  if (is(value, SQL)) return value
  const kept: unknown = column.mapToDriverValue(value)
  return sql.raw(typeof kept === 'number' ? `${kept}` : `'${String(kept).replaceAll("'", "''")}'`)
}
