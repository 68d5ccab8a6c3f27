import Sqlite from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

/** How often the progress is told. */
const TELL_MS = 200

/**
 * The copy is one statement, which nobody can stop and which tells nothing until it ends: so it is run by a process of its own. It reads all of one moment, waits for no writer, and
 * keeps none waiting.
 */
const PROGRAM = `
  const [sqlite, from, to] = process.argv.slice(1)
  const database = new (require(sqlite))(from, { readonly: true, timeout: 60000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } catch (error) {
    process.stdout.write(JSON.stringify({ code: error.code, message: error.message }))
  }
`

/**
 * Copies the database as it is at one moment into an empty file, while others write. The copy may not have reached the disk yet.
 * @param onProgress hears how much is copied, of 1; never less than before
 * @throws {CopyError} the database cannot be read, or the file not be written; what stands in it then is of no use
 */
export async function copyDatabase(
  from: string,
  to: string,
  { onProgress, signal }: { onProgress: (share: number) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const bytes = sizeOf(from)
  signal?.throwIfAborted()
  onProgress(0)
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  const child = spawn(process.execPath, ['-e', PROGRAM, sqlite, from, to], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const timer = setInterval(() => onProgress(shareOf(to, bytes)), TELL_MS)
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  try {
    const ended = once(child, 'close')
    const said = await text(child.stdout)
    await ended
    signal?.throwIfAborted()
    if (said !== '') throw readFailure(said)
    if (child.exitCode !== 0)
      throw new CopyError(
        '',
        `the copying process ended with ${child.exitCode ?? child.signalCode}`,
      )
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', kill)
  }
  onProgress(1)
}

/** Why there is no copy: SQLite's code, where it has one, and words. */
export class CopyError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

function readFailure(said: string): CopyError {
  const failure: unknown = JSON.parse(said)
  const word = (name: string) =>
    typeof failure === 'object' && failure !== null ? `${Reflect.get(failure, name)}` : ''
  return new CopyError(word('code'), word('message'))
}

/** Roughly how large the copy will be: pages that are free are not copied. */
function sizeOf(file: string): number {
  const sqlite = new Sqlite(file, { readonly: true })
  const read = (name: string) => Number(sqlite.pragma(name, { simple: true }))
  try {
    return (read('page_count') - read('freelist_count')) * read('page_size')
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new CopyError(error.code, error.message)
  } finally {
    sqlite.close()
  }
}

const shareOf = (file: string, bytes: number): number =>
  Math.min(1, (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / Math.max(1, bytes))
