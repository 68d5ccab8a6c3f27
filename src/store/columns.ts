import { eq, inArray, ne, sql, type Column, type GetColumnData, type SQL } from 'drizzle-orm'
import { customType, integer } from 'drizzle-orm/sqlite-core'

/** Base units: `bigint` in memory, a decimal string in the column, since SQLite's integers end at 64 bits. */
export const baseUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (units) => BigInt(units),
  toDriver: (units) => `${units}`,
})

/** Unix milliseconds in the column, `Date` in memory. */
export const at = (name: string) => integer(name, { mode: 'timestamp_ms' })

/**
 * `eq` for a value that is always the same. It stands in the statement itself: an index on a part of a table is used only where SQLite sees the value, and a
 * statement in which it looks for a bound one is planned anew each time one is bound.
 */
export const eqLiteral = <C extends Column>(column: C, value: Literal<C>): SQL =>
  eq(column, literal(value))

/** `ne` for a value that is always the same. */
export const neLiteral = <C extends Column>(column: C, value: Literal<C>): SQL =>
  ne(column, literal(value))

/** `inArray` for values that are always the same. */
export const inLiterals = <C extends Column>(column: C, values: readonly Literal<C>[]): SQL =>
  inArray(column, values.map(literal))

type Literal<C extends Column> = GetColumnData<C, 'raw'> & string
const literal = (value: string): SQL => sql.raw(`'${value.replaceAll("'", "''")}'`)
