import { AsyncLocalStorage } from 'node:async_hooks'

import { getTableColumns, is, Param, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { PoolClient, QueryResult } from 'pg'

import { createHandle, type Db, type Execute, type Handle } from '../handle.ts'

/** A transaction that met another one is done again; each time the chance to meet one is smaller. */
const TRIES = 12
const LONGEST_PAUSE_MS = 50
/** `serialization_failure` and `deadlock_detected`: nothing of the transaction is kept, and the next try may do. */
const MET_ANOTHER = new Set(['40001', '40P01'])

/** What is asked of the driver's pool. */
type Connections = {
  connect(): Promise<PoolClient>
  query(query: { text: string; values: unknown[]; rowMode?: 'array' }): Promise<QueryResult>
}
type InHand = { client: PoolClient; isOver: boolean }

/**
 * PostgreSQL, which does many transactions at once, from any number of processes. Each is serializable: it has the effect that it would have alone, as on SQLite, and
 * is done again where it could not have. What only reads is one statement, and sees what was kept before it.
 */
export function createPostgresSession(
  pool: Connections,
  { sleep, random }: { sleep: (ms: number) => Promise<unknown>; random: () => number },
): Db {
  const current = new AsyncLocalStorage<InHand>()

  const execute: Execute = async ({ text, params, method, shape }) => {
    const inHand = current.getStore()
    if (inHand?.isOver) throw new Error('A statement came after its transaction had ended')
    const query = { text, values: params, ...(shape === 'arrays' && { rowMode: 'array' as const }) }
    const { rows, rowCount } = await (inHand?.client ?? pool).query(query)
    return { rows: method === 'get' ? rows[0] : rows, changes: rowCount ?? 0 }
  }
  const handle = createHandle(execute, new PostgresDialect())

  async function attempt<T>(work: (tx: Handle) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const inHand = { client, isOver: false }
    let broken: Error | undefined
    try {
      await client.query('begin isolation level serializable')
      const result = await current.run(inHand, () => work(handle))
      inHand.isOver = true
      await client.query('commit')
      return result
    } catch (error) {
      inHand.isOver = true
      await client.query('rollback').catch((lost: unknown) => {
        broken = lost instanceof Error ? lost : new Error(String(lost))
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return Object.assign(handle, {
    async transaction<T>(work: (tx: Handle) => Promise<T>): Promise<T> {
      if (current.getStore()?.isOver === false)
        throw new Error('A transaction is not begun in another')
      for (let tries = 1; ; tries += 1)
        try {
          return await attempt(work)
        } catch (error) {
          if (tries === TRIES || !metAnother(error)) throw error
          await sleep(random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries))
        }
    },
  })
}

const metAnother = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  MET_ANOTHER.has(error.code)

/** Parameters have numbers here, and a column that is left out says so: its default may be the next number of a row. */
class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam = (index: number) => `$${index + 1}`

  /** What a conflict is about is named without its table here. */
  override sqlToQuery(...given: Parameters<SQLiteAsyncDialect['sqlToQuery']>) {
    const query = super.sqlToQuery(...given)
    const text = query.sql.replace(/(?<= on conflict )\([^)]+\)/, (target) =>
      target.replaceAll(/"\w+"\./g, ''),
    )
    return { ...query, sql: text }
  }

  override buildInsertQuery(config: Insert) {
    const { table, values, select } = config
    if (select || !Array.isArray(values)) return super.buildInsertQuery(config)
    const columns = Object.keys(getTableColumns(table))
    const filled = values.map((row) =>
      Object.fromEntries(
        columns.map((name) => {
          const value = row[name]
          const isLeftOut = value === undefined || (is(value, Param) && value.value === undefined)
          return [name, isLeftOut ? sql`default` : value]
        }),
      ),
    )
    return super.buildInsertQuery({ ...config, values: filled })
  }
}

type Insert = Parameters<SQLiteAsyncDialect['buildInsertQuery']>[0]
