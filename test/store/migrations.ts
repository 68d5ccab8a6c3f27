import Sqlite from 'better-sqlite3'
import { readdirSync, readFileSync } from 'node:fs'

const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'))

/** A database as it was before a migration; `migrate` brings it to the newest. */
export function openBefore(migration: string) {
  const from = files.findIndex((name) => name.includes(migration))
  if (from < 0) throw new Error(`there is no migration ${migration}`)
  const sqlite = new Sqlite(':memory:')
  const run = (names: string[]) => {
    for (const name of names) sqlite.exec(readFileSync(`migrations/${name}`, 'utf8'))
  }
  run(files.toSorted().slice(0, from))
  return { sqlite, migrate: () => run(files.toSorted().slice(from)) }
}
