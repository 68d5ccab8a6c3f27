import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })
const readJournal = (folder: string) =>
  Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))

/** The migrations in a folder by their names, the oldest first: each is one version's newest. */
export const versionsIn = (folder: string): string[] =>
  readJournal(folder).entries.map(({ tag }) => tag)

/** Does some work with the migrations that a version knows: those up to one of them, in a folder of their own. */
export async function withMigrationsUpTo<T>(
  of: string,
  newest: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-migrations-'))
  try {
    cpSync(of, folder, { recursive: true })
    const journal = readJournal(folder)
    const known = journal.entries.findIndex(({ tag }) => tag === newest) + 1
    if (known === 0) throw new Error(`there is no migration ${newest}`)
    const entries = journal.entries.slice(0, known)
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
