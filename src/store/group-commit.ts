import { StoreUnavailableError } from '../core/terms/errors.ts'
import type { Db, Handle } from './database.ts'

/** Runs `work` in a transaction, and ends when that is on the disk. @throws what `work` throws; nothing of it is kept then */
export type Commit = <T>(work: (tx: Handle) => T) => Promise<T>

/**
 * One transaction for all work that is asked for in the same turn of the event loop, in the order in which it was asked for:
 * the disk is synced once for it, not once each. Where one piece fails, each is run again in a transaction of its own, unless the disk has failed, so
 * `work` does nothing but ask the database.
 */
export function createGroupCommit(db: Pick<Db, 'transaction'>): Commit {
  type Piece = { run(tx: Handle): () => void; fail(error: unknown): void }
  let waiting: Piece[] = []

  function commit(): void {
    const pieces = waiting
    waiting = []
    try {
      const told = db.transaction((tx) => pieces.map(({ run }) => run(tx)))
      for (const tell of told) tell()
    } catch (error) {
      // A piece may be at fault. A disk that is full or refuses is not one piece's fault, and the next try would fare no better.
      if (error instanceof StoreUnavailableError) for (const { fail } of pieces) fail(error)
      else for (const piece of pieces) commitAlone(piece)
    }
  }

  function commitAlone({ run, fail }: Piece): void {
    try {
      db.transaction(run)()
    } catch (error) {
      fail(error)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commit)
      waiting.push({
        run(tx) {
          const value = work(tx)
          return () => resolve(value)
        },
        fail: reject,
      })
    })
}
