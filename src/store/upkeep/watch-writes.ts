import type Sqlite from 'better-sqlite3'

import type { StoreHealth } from './store-health.ts'

/** Room for some pages: less could find room where nothing else does. */
export const PROBE_BYTES = 65_536

/**
 * Has `health` hear of everything that a connection fails at and writes, statements and transactions, and throws what it makes of a failure. Statements that are
 * prepared before are not heard.
 */
export function watchStatements(sqlite: Sqlite.Database, health: StoreHealth): void {
  const prepare = sqlite.prepare.bind(sqlite)
  Object.assign(sqlite, {
    prepare: (source: string) =>
      watchStatement(
        sqlite,
        heard(health, () => prepare(source)),
        health,
      ),
  })
}

function watchStatement(
  sqlite: Sqlite.Database,
  statement: Sqlite.Statement,
  health: StoreHealth,
): Sqlite.Statement {
  const { run, get, all } = statement
  const watched =
    <Result>(work: (...values: unknown[]) => Result, wrote: (result: Result) => boolean) =>
    (...values: unknown[]): Result => {
      const result = heard(health, () => work.apply(statement, values))
      // Within a transaction nothing is written before its end.
      if (!statement.readonly && !sqlite.inTransaction && wrote(result)) health.wrote()
      return result
    }
  return Object.assign(statement, {
    run: watched(run, ({ changes }) => changes > 0),
    get: watched(get, (row) => row !== undefined),
    all: watched(all, (rows) => rows.length > 0),
  })
}

/** Runs a transaction. Its end can fail as each of its statements can, and is what writes. */
export function watchTransaction<Result>(
  sqlite: Sqlite.Database,
  health: StoreHealth,
  run: () => Result,
): Result {
  const before = health.trouble() === undefined ? undefined : changesOf(sqlite)
  const result = heard(health, run)
  if (before !== undefined && !sqlite.inTransaction && changesOf(sqlite) > before) health.wrote()
  return result
}

/** Tries to write, where that has failed: whoever asks whether all is well then hears what is true now. Waits for nobody. */
export function probeWrites(sqlite: Sqlite.Database, health: StoreHealth): void {
  if (health.trouble() === undefined || sqlite.inTransaction) return
  const patienceMs = Number(sqlite.pragma('busy_timeout', { simple: true }))
  try {
    sqlite.pragma('busy_timeout = 0')
    const probe = sqlite.transaction(() => {
      sqlite.prepare('insert into write_probe (filler) values (zeroblob(?))').run(PROBE_BYTES)
      sqlite.prepare('delete from write_probe').run()
    })
    watchTransaction(sqlite, health, () => probe.immediate())
  } catch (error) {
    if (health.trouble() === undefined) throw error // a fault of ours: a failure of the disk is trouble
  } finally {
    sqlite.pragma(`busy_timeout = ${patienceMs}`)
  }
}

function heard<Result>(health: StoreHealth, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw health.failed(error)
  }
}

const changesOf = (sqlite: Sqlite.Database): number =>
  Number(sqlite.prepare('select total_changes()').pluck().get())
