import { AsyncLocalStorage } from 'node:async_hooks'

import { getTableColumns, is, Param, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { PoolClient } from 'pg'

import { StoppingError } from '../../core/terms/errors.ts'
import { createHandle, type Db, type Execute, type Handle, type Statement } from '../handle.ts'
import type { StoreHealth } from '../upkeep/store-health.ts'
import type { Held } from './join-cluster.ts'
import { isConnectionLost, metAnother } from './postgres-errors.ts'

/** A transaction that met another one, or lost its connection, is done again. */
const TRIES = 20
const LONGEST_PAUSE_MS = 50
/** One that met others so often goes on in a row with all that did, so that they do not go on meeting each other. */
const TRIES_BESIDE_OTHERS = 3
/** Who is first in that row holds this advisory lock: a number that nobody else comes to by chance. */
const ROW_LOCK = 8_628_472_120

/** Statements that each connection keeps parsed and planned: more than there are, but for short lists of all lengths. Long lists seldom come twice. */
const PREPARED = 500
const LONGEST_PREPARED = 4_000

/** What the driver answers. */
type Answer = { rows: unknown[]; rowCount: number | null; command: string }
/** What is asked of the driver's pool. */
type Connections = {
  connect(): Promise<PoolClient>
  query(query: {
    name?: string
    text: string
    values: unknown[]
    rowMode?: 'array'
  }): Promise<Answer>
}
type InHand = { client: PoolClient; step: 'under way' | 'ending' | 'over' }

type Deps = {
  sleep: (ms: number) => Promise<unknown>
  /** From 0 to 1. */
  random: () => number
  /** Hears of what fails and what is written; without it, failures are PostgreSQL's own. */
  health?: Pick<StoreHealth, 'failed' | 'wrote'>
  /** The duty as it was given to this process, which what is not shared is written by; where there is none yet, or another process has it by now, nothing is. Without it, anybody writes. */
  duty?: () => Held | undefined
}

/**
 * PostgreSQL, which does many transactions at once, from any number of processes. Each is serializable: it has the effect that it would have alone, as on SQLite, and
 * is done again where it could not have. What only reads is one statement, and sees what was kept before it.
 */
export function createPostgresSession(
  pool: Connections,
  { sleep, random, health, duty }: Deps,
): Db {
  const current = new AsyncLocalStorage<InHand>()
  const names = new Map<string, string>()

  /** What a statement is prepared as; `undefined` for one that is not. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || text.length > LONGEST_PREPARED || names.size >= PREPARED)
      return known
    const name = `vouch${names.size}`
    names.set(text, name)
    return name
  }

  const executeAs =
    (isFenced: boolean): Execute =>
    async ({ text, params, method, shape }) => {
      const inHand = current.getStore()
      if (inHand && inHand.step !== 'under way')
        throw new Error('A statement came after its transaction had ended')
      const name = nameOf(text)
      const query = {
        ...(name !== undefined && { name }),
        text,
        values: params,
        ...(shape === 'arrays' && { rowMode: 'array' as const }),
      }
      if (inHand) return resultOf(await inHand.client.query(query), method)
      if (duty && !READS.test(text))
        return transact(async () => executeAs(isFenced)({ text, params, method, shape }), isFenced)
      try {
        const result = await pool.query(query)
        if (result.command !== 'SELECT') health?.wrote()
        return resultOf(result, method)
      } catch (error) {
        throw health?.failed(error) ?? error
      }
    }

  async function attempt<T>(
    inHand: InHand,
    work: () => Promise<T>,
    { isInRow, isFenced }: { isInRow: boolean; isFenced: boolean },
  ): Promise<T> {
    const { client } = inHand
    let broken: Error | undefined
    try {
      if (isInRow) await client.query('select pg_advisory_lock($1)', [ROW_LOCK]) // before it begins, since it sees what was kept until then
      await client.query('begin isolation level serializable')
      if (duty && isFenced) await refuseUnlessHeld(client, duty())
      const result = await current.run(inHand, work)
      inHand.step = 'ending'
      await client.query('commit')
      return result
    } catch (error) {
      if (inHand.step === 'under way') inHand.step = 'over'
      await client.query('rollback').catch((lost: unknown) => {
        broken = asError(lost)
      })
      throw error
    } finally {
      if (isInRow)
        await client.query('select pg_advisory_unlock($1)', [ROW_LOCK]).catch((lost: unknown) => {
          broken = asError(lost)
        })
      client.release(broken)
    }
  }

  async function attemptUntilDone<T>(work: () => Promise<T>, isFenced: boolean): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      let inHand: InHand | undefined
      try {
        inHand = { client: await pool.connect(), step: 'under way' }
        return await attempt(inHand, work, { isInRow: tries > TRIES_BESIDE_OTHERS, isFenced })
      } catch (error) {
        // A connection that is lost while the transaction ends leaves open whether it is kept, and what is not known is not done again.
        const isUndone = metAnother(error) || (inHand?.step !== 'ending' && isConnectionLost(error))
        if (tries === TRIES || !isUndone) throw error
        await sleep(random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries))
      }
    }
  }

  async function transact<T>(work: () => Promise<T>, isFenced: boolean): Promise<T> {
    try {
      const result = await attemptUntilDone(work, isFenced)
      health?.wrote()
      return result
    } catch (error) {
      throw health?.failed(error) ?? error
    }
  }

  function storeOf(isFenced: boolean) {
    const handle = createHandle(executeAs(isFenced), new PostgresDialect())
    return Object.assign(handle, {
      async transaction<T>(work: (tx: Handle) => Promise<T>): Promise<T> {
        if (current.getStore()?.step === 'under way')
          throw new Error('A transaction is not begun in another')
        return transact(() => work(handle), isFenced)
      },
    })
  }
  return Object.assign(storeOf(true), { shared: storeOf(false) })
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

const READS = /^\s*\(?select\b/i

/** Whoever takes the duty over waits for the end of this transaction, or this one finds that it is gone. */
async function refuseUnlessHeld(client: PoolClient, held: Held | undefined): Promise<void> {
  if (!held) throw new Error('Only the server that leads writes this, and this one does not')
  const { duty, token } = held
  const { rowCount } = await client.query(
    'select 1 from duties where duty = $1 and token = $2 for share',
    [duty, token],
  )
  if (rowCount === 0) throw new DutyLostError(duty)
}

/** What was to be written belongs to a duty that another process has by now, and this one ends: whoever asks again gets to that one. */
class DutyLostError extends StoppingError {
  constructor(duty: string) {
    super()
    this.cause = new Error(`Another process has taken over: ${duty}`)
  }
}

const resultOf = ({ rows, rowCount }: Answer, method: Statement['method']) => ({
  rows: method === 'get' ? rows[0] : rows,
  changes: rowCount ?? 0,
})

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
