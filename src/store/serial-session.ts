import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers'

import type Sqlite from 'better-sqlite3'

import { StoreUnavailableError } from '../core/terms/errors.ts'
import { createHandle, type Db, type Execute, type Handle, type Statement } from './handle.ts'
import type { StoreHealth } from './upkeep/store-health.ts'

/** Statements whose text is compiled once: more than there are, but for short lists of all lengths. Long lists seldom come twice. */
const COMPILED = 500
const LONGEST_COMPILED = 4_000

/** A column's comparison with a value that is bound, or a bound number of rows. */
const LOOKED_AT = /(?:"(\w+)" (?:=|<>|<=|>=|<|>)|\blimit) (?=\?)/g

/** The columns on whose values partial indexes depend. */
function decidingColumns(sqlite: Sqlite.Database): ReadonlySet<string> {
  const indexes = sqlite
    .prepare<[], string>("select sql from sqlite_schema where type = 'index' and sql is not null")
    .pluck()
    .all()
  const conditions = indexes.map((sql) => /\swhere\s(.*)$/is.exec(sql)?.[1] ?? '')
  return new Set(
    conditions.flatMap((one) =>
      [...one.matchAll(/(\w+)\)? (?:=|<>|<|>|in) /g)].map(([, name = '']) => name),
    ),
  )
}

/** A transaction, or one statement that writes. */
type Piece = {
  /** Statements that come later are a fault. */
  isOver: boolean
  /** Does its work; ends once nothing of it is under way. */
  work(): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * A connection of SQLite, on which one transaction goes on at a time. All that is asked to be written in the same turn of the event loop is one transaction of the
 * file, in the order in which it was asked for, and so the disk is synced once for it and not once each; what fails of it takes nothing else with it.
 * What only reads sees nothing of a transaction that is under way: it waits for its end, which no other work delays.
 */
export function createSerialSession(sqlite: Sqlite.Database, health?: StoreHealth): Db {
  const current = new AsyncLocalStorage<Piece>()
  const compiled = new Map<string, Sqlite.Statement>()
  let deciding: ReadonlySet<string> | undefined
  let waiting: Piece[] = []
  let underWay: Promise<void> | undefined

  function compile(text: string): Sqlite.Statement {
    const known = compiled.get(text)
    if (known) return known
    const statement = sqlite.prepare(plannedOnce(text))
    if (text.length > LONGEST_COMPILED) return statement
    if (compiled.size >= COMPILED) compiled.clear()
    compiled.set(text, statement)
    return statement
  }

  /**
   * SQLite plans most statements with a join or a subquery anew whenever a value is bound that a column is compared with, and any whenever its number of rows is, which takes longer than running them. What
   * an expression says tells its planner nothing, so such a statement is planned once: a command in a chat takes a sixth less of the processor for it, a redeemed claim a fifth.
   * Columns on which partial indexes depend are left as they are, since there the value decides whether the index can be used; `eqLiteral` helps there.
   */
  function plannedOnce(text: string): string {
    deciding ??= decidingColumns(sqlite)
    return text.replaceAll(LOOKED_AT, (before, column: string | undefined) =>
      column !== undefined && deciding?.has(column) ? before : `${before}+`,
    )
  }

  function executeNow({ text, params, method, shape }: Statement) {
    const statement = compile(text)
    if (!statement.reader) return { changes: statement.run(...params).changes }
    statement.raw(shape === 'arrays')
    const rows = method === 'get' ? statement.get(...params) : statement.all(...params)
    return { rows, changes: 0 }
  }

  const execute: Execute = async (statement) => {
    const piece = current.getStore()
    if (piece && !piece.isOver) return executeNow(statement)
    if (piece) throw new Error('A statement came after its transaction had ended')
    if (!compile(statement.text).readonly) return transact(async () => executeNow(statement))
    // Another may have begun when one has ended.
    for (let ending = underWay; ending; ending = underWay) await ending
    return executeNow(statement)
  }

  function transact<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (waiting.length === 0 && !underWay) setImmediate(commitWaiting)
      waiting.push({ isOver: false, work, resolve, reject })
    })
  }

  function commitWaiting(): void {
    const pieces = waiting
    waiting = []
    underWay = commit(pieces).finally(() => {
      underWay = undefined
      if (waiting.length > 0) setImmediate(commitWaiting)
    })
  }

  async function commit(pieces: readonly Piece[]): Promise<void> {
    const kept: (() => void)[] = []
    const isTroubled = health?.trouble() !== undefined
    let wrote = 0
    try {
      compile('begin immediate').run()
      for (const piece of pieces) {
        const before = isTroubled ? totalChanges() : 0
        const outcome = await attempt(piece, pieces.length > 1)
        if ('error' in outcome) piece.reject(outcome.error)
        else kept.push(() => piece.resolve(outcome.value))
        if (isTroubled && !('error' in outcome)) wrote += totalChanges() - before
      }
      compile(kept.length > 0 ? 'commit' : 'rollback').run()
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      for (const { reject } of pieces) reject(error) // whoever knows already does not hear it
      return
    }
    if (wrote > 0) health?.wrote()
    for (const tell of kept) tell()
  }

  /**
   * Does one piece. What it wrote before it failed is taken back, here where others are in the same transaction of the file.
   * @throws {StoreUnavailableError} that is not one piece's fault, and the next would fare no better
   */
  async function attempt(
    piece: Piece,
    isOneOfMany: boolean,
  ): Promise<{ value: unknown } | { error: unknown }> {
    if (isOneOfMany) compile('savepoint piece').run()
    try {
      const value = await withinOneTurn(piece)
      if (isOneOfMany) compile('release piece').run()
      return { value }
    } catch (error) {
      if (error instanceof StoreUnavailableError || !sqlite.inTransaction) throw error
      if (isOneOfMany) {
        compile('rollback to piece').run()
        compile('release piece').run()
      }
      return { error }
    }
  }

  /** SQLite answers at once, so whatever takes more than a turn of the event loop waits for something else, and so would everybody. */
  async function withinOneTurn(piece: Piece): Promise<unknown> {
    let turn: NodeJS.Immediate | undefined
    const isOver = new Promise<never>((_resolve, reject) => {
      turn = setImmediate(() => reject(new Error('A transaction waited for something else')))
    })
    try {
      const done = current.run(piece, async () => await piece.work()) // a statement that it returns is asked only once it is waited for
      return await Promise.race([done, isOver])
    } finally {
      clearImmediate(turn)
      piece.isOver = true
    }
  }

  const totalChanges = () => Number(compile('select total_changes()').pluck().get())

  const handle = createHandle(execute)
  const store = Object.assign(handle, {
    transaction<T>(work: (tx: Handle) => Promise<T>): Promise<T> {
      if (current.getStore()?.isOver === false)
        throw new Error('A transaction is not begun in another')
      return transact(() => work(handle))
    },
  })
  return Object.assign(store, { shared: store }) // one process has the file
}
