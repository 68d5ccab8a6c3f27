import { AsyncLocalStorage } from 'node:async_hooks'

import { getTableColumns, is, Param, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { PoolClient } from 'pg'
import { z } from 'zod'

import { StoppingError } from '../../core/terms/errors.ts'
import { createHandle, type Db, type Execute, type Handle, type Statement } from '../handle.ts'
import type { StoreHealth } from '../upkeep/store-health.ts'
import {
  hasMetOthers,
  isConnectionLost,
  isLockWaitOver,
  isUndone,
  isWaitOver,
} from './postgres-errors.ts'

/** A transaction that met another one, stood still, or lost its connection, is done again. */
const TRIES = 20
const LONGEST_PAUSE_MS = 50
/** For so long after its first loss of a connection: a database that starts again is there by then, and of one that cannot be reached its caller hears. */
const LOST_MS = 10_000
/** What begins a transaction waits for whoever takes over at most, and not as long as statements may: a way that is cut in silence shows here. */
const BEGIN_MS = 12_000
/** Whoever waited in vain for one of its connections, where it answered others within so long, met a crowd and no loss. */
const ANSWERED_MS = 5_000
/** One that met others so often waits for all that write, has those who come then wait, and meets nobody. */
const TRIES_BESIDE_OTHERS = 3
/** It holds others up for so long at most: then it is done beside them, and after that waits again. */
const ALONE_MS = 1_000

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
/** A transaction as it goes on. */
type InHand = {
  client: PoolClient
  step: 'under way' | 'ending' | 'over'
  hasWritten: boolean
}

type Deps = {
  sleep: (ms: number) => Promise<unknown>
  /** From 0 to 1. */
  random: () => number
  /** Milliseconds since some moment, never backwards. */
  elapsedMs: () => number
  /** Hears of what fails and what is written; without it, failures are PostgreSQL's own. */
  health?: Pick<StoreHealth, 'failed' | 'crowded' | 'wrote'>
  /** Statements that lock a row for as long as a transaction lasts, and find none once this process may no longer write: `shared` what every server writes, `own` what only the leader does; `undefined` where it does not lead. Without them, anybody writes. */
  fences?: { own: () => string | undefined; shared: string }
}

/**
 * PostgreSQL, which does many transactions at once, from any number of processes. Each is serializable: it has the effect that it would have alone, as on SQLite, and
 * is done again where it could not have. What only reads is one statement, and sees what was kept before it.
 */
export function createPostgresSession(
  pool: Connections,
  { sleep, random, elapsedMs, health, fences }: Deps,
): Db {
  const current = new AsyncLocalStorage<InHand>()
  const names = new Map<string, string>()
  let answeredMs = -Infinity

  async function answered<T>(answer: Promise<T>): Promise<T> {
    const result = await answer
    answeredMs = elapsedMs()
    return result
  }

  /** What a failure becomes for whoever asked. */
  function told(error: unknown): unknown {
    if (!health) return error
    return isCrowded(error) ? health.crowded(error) : health.failed(error)
  }
  const isCrowded = (error: unknown): error is Error =>
    hasMetOthers(error) || (isWaitOver(error) && elapsedMs() - answeredMs < ANSWERED_MS)

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
    (isShared: boolean): Execute =>
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
      if (inHand) {
        const result = await answered(inHand.client.query(query))
        inHand.hasWritten ||= hasWritten(result)
        return resultOf(result, method)
      }
      if (fences && !READS.test(text))
        return transact(async () => executeAs(isShared)({ text, params, method, shape }), isShared)
      try {
        const result = await answered(pool.query(query))
        if (hasWritten(result)) health?.wrote()
        return resultOf(result, method)
      } catch (error) {
        throw told(error)
      }
    }

  async function attempt<T>(
    inHand: InHand,
    work: () => Promise<T>,
    { isAlone, isShared }: { isAlone: boolean; isShared: boolean },
  ): Promise<T> {
    const { client } = inHand
    let broken: Error | undefined
    let begun: Promise<void> | undefined
    try {
      const fence = isShared ? fences?.shared : fences?.own()
      if (fences && fence === undefined)
        throw new Error('Only the server that leads writes this, and this one does not')
      begun = begin(client, { isAlone, fence })
      begun.catch(() => undefined) // heard of below: the first statement is on its way meanwhile
      const result = await current.run(inHand, async () => await work()) // a statement that it returns is asked only once it is waited for
      await begun
      inHand.step = 'ending'
      await client.query('commit')
      // What only read says nothing of a database that takes no writes.
      if (inHand.hasWritten) health?.wrote()
      return result
    } catch (error) {
      if (inHand.step === 'under way') inHand.step = 'over'
      await client.query('rollback').catch((lost: unknown) => {
        broken = asError(lost)
      })
      await begun // where it failed, that is why all else did
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function attemptUntilDone<T>(work: () => Promise<T>, isShared: boolean): Promise<T> {
    let lostMs: number | undefined
    for (let tries = 1; ; tries += 1) {
      let inHand: InHand | undefined
      const isAlone = tries > TRIES_BESIDE_OTHERS && tries % 2 === 0
      try {
        inHand = { client: await pool.connect(), step: 'under way', hasWritten: false }
        return await attempt(inHand, work, { isAlone, isShared })
      } catch (error) {
        // A connection that is lost while the transaction ends leaves open whether it is kept, and what is not known is not done again.
        const isOpen = inHand?.step === 'ending' && !isUndone(error)
        const isLost = isConnectionLost(error) && !isCrowded(error)
        const isHeldUp = isAlone && isLockWaitOver(error)
        const mayGo = !isOpen && (isUndone(error) || isLost || isHeldUp)
        if (isLost) lostMs ??= elapsedMs()
        const isTooLong = lostMs !== undefined && elapsedMs() - lostMs > LOST_MS
        if (tries === TRIES || isTooLong || !mayGo) throw error
        await sleep(random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries))
      }
    }
  }

  async function transact<T>(work: () => Promise<T>, isShared: boolean): Promise<T> {
    try {
      return await attemptUntilDone(work, isShared)
    } catch (error) {
      throw told(error)
    }
  }

  function storeOf(isShared: boolean) {
    const handle = createHandle(executeAs(isShared), new PostgresDialect())
    return Object.assign(handle, {
      async transaction<T>(work: (tx: Handle) => Promise<T>): Promise<T> {
        if (current.getStore()?.step === 'under way')
          throw new Error('A transaction is not begun in another')
        return transact(() => work(handle), isShared)
      },
    })
  }
  return Object.assign(storeOf(false), { shared: storeOf(true) })
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

const hasWritten = ({ command, rowCount }: Answer): boolean =>
  command !== 'SELECT' && (rowCount ?? 0) > 0

const READS = /^\s*\(?select\b/i

const BEGIN = 'begin isolation level serializable'
/** Locks of a table come before a transaction sees anything: what was kept while it waited for them, it sees. */
const BESIDE_OTHERS = 'lock table turns in row share mode'
/** Nobody's reads and no dump of the database wait for this one. */
const ALONE = `set local lock_timeout = ${ALONE_MS}; lock table turns in exclusive mode; set local lock_timeout to default`

/** Begins a transaction, waits for its turn, and locks its fence: whoever takes over waits for its end, or it finds that somebody has. */
async function begin(
  client: PoolClient,
  { isAlone, fence }: { isAlone: boolean; fence: string | undefined },
): Promise<void> {
  const statements = [BEGIN, isAlone ? ALONE : BESIDE_OTHERS, ...(fence ? [fence] : [])]
  const query = { text: statements.join('; '), query_timeout: BEGIN_MS } // the driver's types do not know it
  const answers = Answers.parse(await client.query(query))
  if (fence !== undefined && answers.at(-1)?.rowCount !== 1) throw new TakenOverError()
}

/** What the driver gives for several statements at once, and does not say in its types. */
const Answers = z.array(z.object({ rowCount: z.number().nullable() }))

/** Another process has taken over from this one, which ends: whoever asks again gets to that one. */
class TakenOverError extends StoppingError {
  override readonly cause = new Error('Another process has taken over from this one')
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
