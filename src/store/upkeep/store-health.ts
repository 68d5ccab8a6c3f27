import Sqlite from 'better-sqlite3'

import { DomainError, StoreUnavailableError } from '../../core/terms/errors.ts'

/** Why nothing can be kept: the disk is full, it refuses, somebody else holds the right to write, pages are damaged, or the database's server is away. */
export type StoreTrouble = 'full' | 'unwritable' | 'busy' | 'damaged' | 'unreachable'
/** What a failure says of the database, with the code that says so. */
export type Failure = { why: StoreTrouble; code: string }

type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** While trouble lasts it is told again after so long, with how often it was met. */
const TELL_MS = 60_000

/** Whether what has to be kept is kept: it hears of every failure and success of the database, and tells of the first and the last of one trouble. */
export type StoreHealth = {
  /** `undefined` while all is well. */
  trouble(): StoreTrouble | undefined
  /** The database's own error, the first of this trouble. */
  cause(): Error | undefined
  /** How often the database has failed since the start. */
  failures(): number
  /** Returns the error to throw in its place: one that callers know, where it is the disk's, the file's or another writer's. */
  failed(error: unknown): unknown
  /** More is asked of the database at once than it carries, and it answers: no trouble of its own. Returns the error to throw. */
  crowded(cause: Error): Error
  /** Something was written. Damage stays until the next start, which looks at every page. */
  wrote(): void
}

type Trouble = {
  why: StoreTrouble
  cause: Error
  sinceMs: number
  toldMs: number
  failures: number
}

/**
 * @param elapsedMs since some moment, never backwards
 * @param read what an error says of the database; `undefined` for what is wrong with a statement
 */
export function createStoreHealth({
  log,
  elapsedMs,
  read = readSqlite,
}: {
  log: Log
  elapsedMs: () => number
  read?: (error: unknown) => Failure | undefined
}): StoreHealth {
  let now: Trouble | undefined
  let failures = 0
  let crowdedMs = -Infinity

  function meet({ why, code }: Failure, cause: Error): void {
    failures += 1
    const atMs = elapsedMs()
    if (!now || (why === 'damaged' && now.why !== 'damaged')) {
      now = { sinceMs: atMs, ...now, why, cause, toldMs: atMs, failures: (now?.failures ?? 0) + 1 }
      log.error({ why, code }, BEGINS[why])
      return
    }
    now.failures += 1
    if (atMs - now.toldMs < TELL_MS) return
    now.toldMs = atMs
    log.error({ why: now.why, code, ...countOf(now, atMs) }, 'the database still keeps nothing')
  }

  return {
    trouble: () => now?.why,
    cause: () => now?.cause,
    failures: () => failures,
    failed(error) {
      if (error instanceof DomainError || !(error instanceof Error)) return error
      const failure = read(error)
      if (!failure) return error
      meet(failure, error)
      return new StoreUnavailableError(error)
    },
    crowded(cause) {
      failures += 1
      if (elapsedMs() - crowdedMs >= TELL_MS) {
        crowdedMs = elapsedMs()
        log.warn({ failures }, 'more is asked of the database at once than it carries')
      }
      return new StoreUnavailableError(cause)
    },
    wrote() {
      if (!now || now.why === 'damaged') return
      log.warn({ why: now.why, ...countOf(now, elapsedMs()) }, 'the database keeps things again')
      now = undefined
    },
  }
}

const BEGINS: Record<StoreTrouble, string> = {
  full: 'the disk is full and nothing can be kept: make room',
  unwritable: 'the disk refuses, and nothing can be kept: look at it',
  busy: 'the database is held by another program, and nothing can be kept: find what holds its locks or its connections, and end it',
  damaged:
    'the database is damaged: stop the server, and put the latest backup in its place with vouch restore',
  unreachable:
    'the database cannot be reached, and nothing can be kept: look whether its server runs, and at the way to it',
}

const countOf = ({ failures, sinceMs }: { failures: number; sinceMs: number }, atMs: number) => ({
  failures,
  seconds: Math.round((atMs - sinceMs) / 1000),
})

function readSqlite(error: unknown): Failure | undefined {
  if (!(error instanceof Sqlite.SqliteError)) return undefined
  const { code } = error
  const why = troubleOf(code)
  return why && { why, code }
}

/** What SQLite's code, or the system's, says of the disk and the file; `undefined` for what is wrong with a statement. */
export function troubleOf(code: string): Exclude<StoreTrouble, 'unreachable'> | undefined {
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) return 'full'
  if (/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(code)) return 'busy'
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return 'damaged'
  if (/^SQLITE_(?:IOERR|READONLY|CANTOPEN|NOMEM|PERM)/.test(code)) return 'unwritable'
  if (/^E(?:ACCES|PERM|ROFS|IO)$/.test(code)) return 'unwritable'
  return undefined
}

/**
 * Returns SQLite's words for damage, where an error met while pages are looked at tells of that: any but those of the disk, such as the plain `SQLITE_ERROR` of a header.
 * @throws what it is otherwise: of pages that a full disk kept it from looking at, SQLite knows nothing
 */
export function damageIn(error: unknown): string {
  if (!(error instanceof Sqlite.SqliteError)) throw error
  const why = troubleOf(error.code)
  if (why === undefined || why === 'damaged') return error.message
  throw error
}
