import Sqlite from 'better-sqlite3'

import { troubleOf, type StoreTrouble } from './store-health.ts'

const FULL =
  'The disk is full: make room, then try again. Nothing was changed, and nothing is lost.'
const ADVICE: Partial<Record<StoreTrouble, string>> = {
  full: FULL,
  unwritable:
    'The disk refuses: look whether it is read-only, and whether the folder and what is in it belong to the user that runs Vouch. Nothing was changed.',
  busy: 'Another program holds the right to write it: end that program, then try again.',
}
/** SQLite says it of a disk with no room for the files that it keeps beside a database, and of a broken one. */
const IO_ERROR =
  'The disk could not be read or written: make room or check the disk, then try again. Nothing was changed.'

/**
 * Returns the error to throw in place of one that tells of a disk or a file: it names what failed, and what an operator can do about it. Any other
 * comes back as it is.
 * @param what failed, as in `The database in /data cannot be opened`
 * @param damaged the error for a file whose pages are damaged; without it that one comes back as it is
 */
export function explainFailure(
  cause: unknown,
  what: string,
  damaged?: (words: readonly string[]) => Error,
): unknown {
  if (!(cause instanceof Error)) return cause
  if (cause instanceof Sqlite.SqliteError && troubleOf(cause.code) === 'damaged')
    return damaged?.([cause.message]) ?? cause
  const advice = adviceOn(cause)
  return advice === undefined ? cause : new Error(`${what}: ${said(cause)}. ${advice}`, { cause })
}

/** What an operator can do about an error of a disk, in whole sentences; `undefined` for any other. */
export function adviceOn(error: unknown): string | undefined {
  const code = codeOf(error)
  const why = code === undefined ? undefined : troubleOf(code)
  if (!code || !why) return undefined
  return /^(?:SQLITE_IOERR|EIO$)/.test(code) ? IO_ERROR : ADVICE[why]
}

/** Returns what a program that ends with an error has to say: its words, and where they are SQLite's or those of a full disk, what can be done about it. */
export function lastWords(error: Error): string {
  const advice = isFull(error) || codeOf(error)?.startsWith('SQLITE_') ? adviceOn(error) : undefined
  return advice === undefined ? error.message : `${said(error)}. ${advice}`
}

/** Whether it is no more than that there is no room. */
export const isFull = (error: unknown): boolean => adviceOn(error) === FULL

/** An error's words and its code, without a full stop. */
export function said(error: Error): string {
  const code = codeOf(error)
  const words = error.message.replace(/\.$/, '')
  return code === undefined || words.includes(code) ? words : `${words} (${code})`
}

/** The system's or SQLite's name of an error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
