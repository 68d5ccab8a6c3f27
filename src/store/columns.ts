import { customType, integer } from 'drizzle-orm/sqlite-core'

/** Base units: `bigint` in memory, a decimal string in the column, since SQLite's integers end at 64 bits. */
export const baseUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (units) => BigInt(units),
  toDriver: (units) => `${units}`,
})

/** Unix milliseconds in the column, `Date` in memory. */
export const at = (name: string) => integer(name, { mode: 'timestamp_ms' })
