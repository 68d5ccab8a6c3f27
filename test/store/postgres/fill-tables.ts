import type { ClientBase } from 'pg'
import { z } from 'zod'

import type { Content } from '../rows-kept.ts'

const Columns = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    type: z.string(),
    numbers: z.string().nullable(),
  }),
)
/** What row `n` has, by the type of a column: the same in all columns of a type, so that what a row names in another table is there. */
const VALUES: Record<string, string> = {
  text: 'n::text',
  bigint: 'n',
  bytea: "decode(lpad(to_hex(n), 64, '0'), 'hex')",
}

async function columnsOf(client: ClientBase) {
  const { rows } = await client.query(
    `select table_name as "table", column_name as name, data_type as type,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as numbers from information_schema.columns
     where table_schema = 'public' order by table_name, ordinal_position`,
  )
  const columns = new Map<string, z.infer<typeof Columns>>()
  for (const column of Columns.parse(rows))
    columns.set(column.table, [...(columns.get(column.table) ?? []), column])
  return columns
}

/** Puts so many rows into every table, each with values of its own. What holds the audit log in order is passed by. */
export async function fillTables(client: ClientBase, rows: number): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica') // rows come table by table
  for (const [table, columns] of await columnsOf(client)) {
    const names = columns.map(({ name }) => `"${name}"`).join()
    const values = columns.map(({ type }) => valueOf(type)).join()
    await client.query(
      `insert into "${table}" (${names}) select ${values} from generate_series(1, ${rows}) as n`,
    )
    // What comes next has the next number.
    for (const { numbers } of columns)
      if (numbers !== null) await client.query('select setval($1, $2)', [numbers, rows])
  }
  await client.query('commit')
}

function valueOf(type: string): string {
  const value = VALUES[type]
  if (value === undefined) throw new Error(`a column is ${type}: say what its rows have`)
  return value
}

/** All rows of all tables. */
export async function contentOf(client: ClientBase): Promise<Content> {
  const content: Content = new Map()
  for (const table of (await columnsOf(client)).keys())
    content.set(
      table,
      z
        .array(z.record(z.string(), z.unknown()))
        .parse((await client.query(`select * from "${table}"`)).rows),
    )
  return content
}
