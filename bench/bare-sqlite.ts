import { join } from 'node:path'

import Sqlite from 'better-sqlite3'

/** What one operation asks of the database: statements that read, that write, and synced transactions. */
export type Statements = { reads: number; writes: number; commits: number }

const ROW_BYTES = 300

/**
 * Counts what this process asks of SQLite from now on, in whatever database. A transaction counts when it wrote: only then is
 * the disk waited for.
 * @param isLeftOut by its text, a statement that is asked because time passes
 */
export function countStatements(isLeftOut: (text: string) => boolean = () => false): {
  since(): Statements
} {
  let counts: Statements = { reads: 0, writes: 0, commits: 0 }
  let hasWritten = false
  const statements = Reflect.getPrototypeOf(new Sqlite(':memory:').prepare('select 1'))
  if (!statements) throw new Error('statements are no objects of a class')
  for (const name of ['run', 'get', 'all']) {
    const call: unknown = Reflect.get(statements, name)
    if (typeof call !== 'function') throw new Error(`a statement has no ${name}`)
    Object.defineProperty(statements, name, {
      value(this: Sqlite.Statement, ...given: unknown[]): unknown {
        const isWrite = !this.readonly
        const isTransaction = /^(?:begin|commit|rollback|savepoint|release)/i.test(this.source)
        const result: unknown = Reflect.apply(call, this, given)
        hasWritten ||= isWrite
        if (isLeftOut(this.source)) return result
        if (isWrite) counts.writes += 1
        else if (!isTransaction) counts.reads += 1
        if (hasWritten && !this.database.inTransaction) {
          counts.commits += 1
          hasWritten = false
        }
        return result
      },
    })
  }
  return {
    /** Since it was asked last. */
    since() {
      const counted = counts
      counts = { reads: 0, writes: 0, commits: 0 }
      return counted
    },
  }
}

/**
 * SQLite alone: short rows with one index, found by their key, in a file of its own in `dir`, with the pragmas of our own
 * database.
 */
export function openBareSqlite(dir: string) {
  const db = new Sqlite(join(dir, 'bare.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('create table bare (id integer primary key, key text not null unique, rest blob)')
  const write = db.prepare('insert into bare (key, rest) values (?, ?)')
  const read = db.prepare('select * from bare where id = ?')
  const rest = Buffer.alloc(ROW_BYTES)
  let written = 0
  const transact = db.transaction((most: number) => {
    for (let left = most; left > 0; left -= 1) write.run(`key ${(written += 1)}`, rest)
  })

  return {
    /** One operation that asks for as much. */
    operate({ reads, writes, commits }: Statements): void {
      for (let left = reads; left > 0; left -= 1) read.get(written)
      for (let left = commits, unwritten = writes; left > 0; left -= 1) {
        const share = Math.ceil(unwritten / left)
        transact(share)
        unwritten -= share
      }
    },
    close: () => void db.close(),
  }
}
