import { TypeOverrides, types, type PoolClient } from 'pg'
import { z } from 'zod'

import { APPLICATION, connectPostgres } from '../postgres/connect-postgres.ts'
import { bringUpToDate, checkCurrent } from '../postgres/bring-up-to-date.ts'
import { explainPostgres } from '../postgres/open-postgres.ts'
import {
  BATCH,
  COPIED_TABLES,
  expectEmpty,
  nameRow,
  quote,
  type CopiedTable,
  type Row,
  type Side,
} from './side.ts'

/** One copies, one makes tables. */
const CONNECTIONS = 2
/** As the copy shows itself, so that any other name is somebody else. */
const COPYING = `${APPLICATION} store copy`
/** What PostgreSQL ends by itself after a while; a copy takes as long as it takes. */
const LIMITS = [
  'statement_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
]

const Servers = z.object({
  rows: z.array(
    z.object({
      user: z.string(),
      address: z.string().nullable(),
      since: z.date(),
      pids: z.string(),
    }),
  ),
})
const Names = z.object({ rows: z.array(z.object({ name: z.string() })) })
const Numbers = z.object({ rows: z.array(z.object({ number: z.bigint() })) })
const Identity = z.object({ rows: z.array(z.object({ identity: z.string() })) })

/** What tells a database from every other one, whatever the address is that it is reached at. @throws {Error} it cannot be reached */
export async function identifyPostgres(url: string, name: string): Promise<string> {
  const { client, end } = await connect(url, name)
  try {
    const { rows } = Identity.parse(
      await client.query(
        "select extract(epoch from pg_postmaster_start_time()) || ' ' || oid as identity from pg_database where datname = current_database()",
      ),
    )
    return rows[0]?.identity ?? ''
  } finally {
    await end()
  }
}

/**
 * Holds a PostgreSQL to copy it elsewhere.
 * @throws {Error} it cannot be reached, its tables are of another version, or a server has it open
 */
export const openPostgresSource = (url: string, name: string): Promise<Side> =>
  open(url, name, async ({ client }) => {
    await checkCurrent(client, name)
    await client.query('begin isolation level repeatable read')
    await lockTables(client, 'share') // nobody writes
  })

/**
 * Holds a PostgreSQL to copy another database into it. Its tables are made, or brought up to date, as a server does it.
 * @throws {Error} it cannot be reached, it has rows, its tables are of a newer version, or a server has it open; then nothing was changed
 */
export const openPostgresTarget = (url: string, name: string): Promise<Side> =>
  open(url, name, async ({ pool, client }) => {
    expectEmpty(name, await filledIn(client))
    await bringUpToDate(pool, name)
    await client.query('begin')
    await lockTables(client, 'exclusive')
    expectEmpty(name, await filledIn(client)) // now that nobody can write
  })

async function open(
  url: string,
  name: string,
  prepare: (connected: Awaited<ReturnType<typeof connect>>) => Promise<void>,
): Promise<Side> {
  const connected = await connect(url, name)
  try {
    await expectNoServer(connected.client, name)
    await prepare(connected)
    return createPostgresSide(connected.client, name, connected.end)
  } catch (error) {
    await connected.end()
    throw explainPostgres(error, name)
  }
}

async function connect(url: string, name: string) {
  const exact = new TypeOverrides()
  exact.setTypeParser(types.builtins.INT8, BigInt)
  const pool = connectPostgres(url, CONNECTIONS, {
    application_name: COPYING,
    query_timeout: 0,
    types: exact,
  })
  try {
    const client = await pool.connect()
    client.on('error', () => undefined) // a lost connection is told by the next statement
    await client.query(
      `select set_config(name, '0', false) from pg_settings where name = any($1)`,
      [LIMITS],
    )
    const end = async () => {
      client.release(true) // and what was not kept is undone
      await pool.end()
    }
    return { pool, client, end }
  } catch (error) {
    await pool.end()
    throw explainPostgres(error, name)
  }
}

/** What a side does, on a connection in a transaction that reads whole numbers as `bigint`. */
function createPostgresSide(
  client: Pick<PoolClient, 'query'>,
  name: string,
  end: () => Promise<void>,
): Side {
  const numberOf = async (text: string): Promise<bigint> =>
    Numbers.parse(await client.query(text)).rows[0]?.number ?? 0n
  return {
    name,
    count: async ({ name: table }, condition = 'true') =>
      Number(await numberOf(`select count(*) as number from ${quote(table)} where ${condition}`)),
    async *read({ name: table, columns }) {
      const names = columns.map((column) => quote(column.name)).join()
      await client.query(
        `declare each_row no scroll cursor for select ${names} from ${quote(table)} order by ${quote(columns[0].name)}`,
      )
      for (;;) {
        const { rows } = await client.query<Row>({
          text: `fetch ${BATCH} from each_row`,
          rowMode: 'array',
        })
        if (rows.length > 0) yield rows
        if (rows.length < BATCH) break
      }
      await client.query('close each_row')
      return undefined
    },
    async write(table, rows) {
      for (const row of rows) expectNoNul(table, row)
      const { name: to, columns } = table
      const names = columns.map((column) => quote(column.name)).join()
      const places = rows.map(
        (row, at) => `(${row.map((_, column) => `$${at * row.length + column + 1}`).join()})`,
      )
      await client.query({
        ...(rows.length === BATCH && { name: to }), // read by PostgreSQL once
        text: `insert into ${quote(to)} (${names}) values ${places.join()}`,
        values: rows.flat(),
      })
    },
    async lastNumber({ name: table, columns: [number], numbering }) {
      const largest = await numberOf(
        `select coalesce(max(${quote(number.name)}), 0) as number from ${quote(table)}`,
      )
      const sequence = numbering !== 'given' && (await sequenceOf(client, table, number.name))
      const given =
        sequence === false
          ? 0n
          : await numberOf(
              `select last_value - case when is_called then 0 else 1 end as number from ${sequence}`,
            )
      return given > largest ? given : largest
    },
    async goOnAfter({ name: table, columns: [number], numbering }, last) {
      if (numbering === 'given') return
      const sequence = await sequenceOf(client, table, number.name)
      await client.query(`alter sequence ${sequence} restart with ${last + 1n}`) // `setval` would stay when all else is undone
    },
    expectNoServer: () => expectNoServer(client, name),
    async keep() {
      await client.query(`analyze ${TABLES}`) // a server would not wait for PostgreSQL to come to it
      await client.query('commit')
    },
    close: end,
  }
}

const TABLES = COPIED_TABLES.map(({ name }) => quote(name)).join()

/** The sequence that numbers a column, as SQL has its name. */
async function sequenceOf(
  client: Pick<PoolClient, 'query'>,
  table: string,
  column: string,
): Promise<string> {
  const [found] = Names.parse(
    await client.query('select pg_get_serial_sequence(quote_ident($1), $2) as name', [
      table,
      column,
    ]),
  ).rows
  if (!found) throw new Error(`${column} of ${table} has no sequence`)
  return found.name
}

async function lockTables(
  client: Pick<PoolClient, 'query'>,
  mode: 'share' | 'exclusive',
): Promise<void> {
  await client.query(`lock table ${TABLES}, writers in ${mode} mode`)
}

/** The tables of ours that have rows. */
async function filledIn(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const there = Names.parse(
    await client.query(
      'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null',
      [COPIED_TABLES.map(({ name }) => name)],
    ),
  ).rows
  if (there.length === 0) return []
  const filled = await client.query(
    there
      .map(({ name }) => `select '${name}' as name where exists (select from ${quote(name)})`)
      .join(' union all '),
  )
  return Names.parse(filled).rows.map(({ name }) => name)
}

/** A server keeps at least one connection, under a name that others do not have. */
async function expectNoServer(client: Pick<PoolClient, 'query'>, name: string): Promise<void> {
  const { rows } = Servers.parse(
    await client.query(
      `select coalesce(usename, '?') as user, host(client_addr) as address, min(backend_start) as since, string_agg(pid::text, ', ' order by pid) as pids
       from pg_stat_activity where datname = current_database() and application_name = $1 group by 1, 2`,
      [APPLICATION],
    ),
  )
  if (rows.length === 0) return
  const whose = rows.map(
    ({ user, address, since, pids }) =>
      `from ${address ?? 'an address that PostgreSQL does not tell'} as ${user} since ${since.toISOString()} (process ${pids} of PostgreSQL)`,
  )
  throw new Error(
    `A Vouch process has ${name} open: ${whose.join('; ')}. Stop it, then copy again. Nothing was changed.`,
  )
}

/** A text of PostgreSQL holds every character but U+0000. */
function expectNoNul(table: CopiedTable, row: Row): void {
  const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'))
  if (at < 0) return
  throw new Error(
    `${table.columns[at]?.name} of ${nameRow(table, row)} holds the character U+0000, which PostgreSQL keeps in no text. Take it out there, then copy again.`,
  )
}
