import type Sqlite from 'better-sqlite3'
import { z } from 'zod'

import { sealAsBefore } from '../claims/seal-as-before.ts'

/** What migrations read as JSON. */
const JSON_COLUMNS = ['share_out', 'build', 'request']
const Column = z.object({ name: z.string(), type: z.string() })
const Foreign = z.object({ from: z.string(), table: z.string(), to: z.string().nullable() })
/** What sealed keys are sealed with. */
export const FILLED_KEY = Buffer.alloc(32, 1)
type Value = string | number | Buffer

/** All tables but SQLite's and drizzle's own. */
export function tablesOf(sqlite: Sqlite.Database): string[] {
  return sqlite
    .prepare<[], string>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'",
    )
    .pluck()
    .all()
}

/** Each row has values of its own, and those of a row that it belongs to where a column names one. */
export function fillTable(sqlite: Sqlite.Database, table: string, rows: number): void {
  const columns = columnsOf(sqlite, table)
  const names = columns.map(({ name }) => `"${name}"`).join()
  const insert = sqlite.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join()})`,
  )
  const makers = columns.map(({ name }) => makerOf(sqlite, table, name))
  // One write to the disk in place of one for each row.
  sqlite.transaction(() => {
    for (let n = 1; n <= rows; n += 1) insert.run(makers.map((make) => make(n)))
  })()
}

function columnsOf(sqlite: Sqlite.Database, table: string) {
  return z.array(Column).parse(sqlite.pragma(`table_info(${table})`))
}

/** Makes the values of a column: where it names a row of another table, that row's. */
function makerOf(sqlite: Sqlite.Database, table: string, column: string): (n: number) => Value {
  const foreign = z.array(Foreign).parse(sqlite.pragma(`foreign_key_list(${table})`))
  const parent = foreign.find(({ from }) => from === column)
  if (parent) return makerOf(sqlite, parent.table, parent.to ?? column)
  if (column === 'sealed_key') return (n) => sealAsBefore(FILLED_KEY, `${n}`).sealed
  const type = columnsOf(sqlite, table)
    .find(({ name }) => name === column)
    ?.type.toLowerCase()
  if (type === 'integer') return (n) => n
  if (type === 'blob') return (n) => Buffer.alloc(32, n)
  return JSON_COLUMNS.includes(column) ? (n) => `{"n":${n}}` : (n) => `${n}`
}
