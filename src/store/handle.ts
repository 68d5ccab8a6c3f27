import { NoopCache } from 'drizzle-orm/cache/core'
import { BaseSQLiteDatabase, SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import {
  RemotePreparedQuery,
  SQLiteRemoteSession,
  type PreparedQueryConfig,
  type RemoteCallback,
} from 'drizzle-orm/sqlite-proxy'

/** How many rows a statement inserted, changed or deleted. */
export type RunResult = { changes: number }

/** What one statement needs: within a transaction, of that transaction. */
export type Handle = Pick<
  BaseSQLiteDatabase<'async', RunResult>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'run' | 'get' | 'all' | '$count'
>

/** Statements, and transactions of them. */
type Store = Handle & {
  /**
   * Does all of `work` or nothing, as if nobody else used the database meanwhile, and ends when that is on the disk. `work` does nothing but ask
   * the database, since others wait for it, and may be done again. What is asked of any handle within it is part of it.
   * @throws what `work` throws; nothing of it is kept then
   */
  transaction<T>(work: (tx: Handle) => Promise<T>): Promise<T>
}

export type Db = Store & {
  /**
   * For what every one of several servers may write, whoever leads: what its own `WHERE`, or its own transaction, keeps right beside all others. Anything that is written
   * otherwise is the leader's alone, and refused to everybody else.
   */
  shared: Store
}

/** A statement to execute. Rows come as `arrays` in the order of their columns, or as `objects` by the columns' names. */
export type Statement = {
  text: string
  params: unknown[]
  method: 'run' | 'all' | 'get' | 'values'
  shape: 'arrays' | 'objects'
}
/** `rows` is one row, or `undefined`, where the method is `get`. */
export type Execute = (statement: Statement) => Promise<RunResult & { rows?: unknown }>

/** Builds statements with drizzle, and has them executed. PostgreSQL's dialect is SQLite's but for a few words. */
export function createHandle(execute: Execute, dialect = new SQLiteAsyncDialect()): Handle {
  const database = new BaseSQLiteDatabase(
    'async',
    dialect,
    new Session(execute, dialect),
    undefined,
  )
  return database as unknown as Handle // `run` gives what `execute` gives
}

type NoSchema = Record<string, never>
type Preparation = Parameters<SQLiteRemoteSession<NoSchema, NoSchema>['prepareQuery']>

class Session extends SQLiteRemoteSession<NoSchema, NoSchema> {
  readonly #execute: Execute

  constructor(execute: Execute, dialect: SQLiteAsyncDialect) {
    super(() => Promise.reject(new Error('statements are prepared below')), dialect, undefined)
    this.#execute = execute
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    ...[query, fields, method, isArray, map]: Preparation
  ): RemotePreparedQuery<T> {
    const hasColumns = fields !== undefined || map !== undefined
    const execute: RemoteCallback = (text, params, how) =>
      this.#execute({
        text,
        params,
        method: how,
        shape: hasColumns || how === 'values' ? 'arrays' : 'objects',
      }) as ReturnType<RemoteCallback> // as drizzle hands it on
    return new BarePreparedQuery<T>(
      execute,
      query,
      NO_LOG,
      NO_CACHE,
      undefined,
      undefined,
      fields,
      method,
      isArray,
      map,
    )
  }
}

const NO_LOG = { logQuery: () => undefined }
const NO_CACHE = new NoopCache()

/** drizzle's errors repeat a statement's parameters, which are nobody's business: errors stay as the database gave them. */
class BarePreparedQuery<T extends PreparedQueryConfig> extends RemotePreparedQuery<T> {
  queryWithCache<Result>(
    _text: string,
    _params: unknown[],
    query: () => Promise<Result>,
  ): Promise<Result> {
    return query()
  }
}
