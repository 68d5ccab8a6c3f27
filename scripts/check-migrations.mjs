// Holds that each migration of PostgreSQL leaves what a server of the version before needs, since it runs on while the next one is started: tables and columns are only added,
// and nothing that it writes is refused from then on. What nobody needs any more is taken away a version later, and the migration says so in a line of its own:
//   -- removes table.column, unused since 1.2.0
// SQLite has one process, whose tables change while it stands still. What drizzle-kit does not know of, triggers for example, is not looked at.
//   node scripts/check-migrations.mjs [folder of migrations]
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const [folder = join(ROOT, 'migrations', 'postgres')] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const read = (...path) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))

/** What may be taken away: what the migration names, where a version that is out does without it already. */
const removalsOf = (statements) =>
  new Map(
    [...statements.matchAll(/^-- removes (\S+), unused since (\d+\.\d+\.\d+)$/gm)].map(
      ([, name, since]) => [name, since],
    ),
  )

const isOut = (since) => since.localeCompare(version, 'en', { numeric: true }) < 0

/** What a server that knows the tables `before` could not do on those `after`; each with how to mend it. */
function problemsOf(before, after, removals) {
  const problems = []
  const missing = (name) => {
    const since = removals.get(name)
    if (since === undefined)
      problems.push(
        `${name} is gone: leave it, and take it away a version after the code does without it, with a line "-- removes ${name}, unused since <that version>"`,
      )
    else if (!isOut(since))
      problems.push(
        `${name} is unused since ${since}, which is not out: wait for the version after`,
      )
  }
  for (const table of Object.values(before)) {
    const now = after[`public.${table.name}`]
    if (!now) {
      missing(table.name)
      continue
    }
    for (const column of Object.values(table.columns))
      problems.push(...changesOf(table.name, column, now.columns[column.name], missing))
    for (const column of Object.values(now.columns))
      if (!table.columns[column.name] && column.notNull && !isFilled(column))
        problems.push(
          `${table.name}.${column.name} is new, not null, and has no default: give it one, since nobody else fills it yet`,
        )
    for (const of of Object.values(CONFLICTS))
      for (const name of Object.keys(of(table)))
        if (!of(now)[name]) missing(`${table.name}.${name}`)
    for (const [kind, of] of Object.entries(RULES))
      for (const [name, rule] of Object.entries(of(now)))
        if (!isDeepStrictEqual(of(table)[name], rule))
          problems.push(
            `${table.name} has the new ${kind} ${name}: what is written by the version before may be refused; add it a version after the code keeps to it`,
          )
  }
  return problems
}

const isFilled = ({ default: value, identity, generated }) =>
  value !== undefined || identity !== undefined || generated !== undefined

function changesOf(table, before, now, missing) {
  const name = `${table}.${before.name}`
  if (!now) {
    missing(name)
    return []
  }
  if (now.type !== before.type)
    return [`${name} was ${before.type} and is ${now.type}: add a column of the new type beside it`]
  if (before.primaryKey && !now.primaryKey)
    return [`${name} is the primary key no more: leave it one, since inserts name it`]
  if (now.notNull && !before.notNull)
    return [`${name} may be null no more: have the code fill it first, and say so a version later`]
  if (before.notNull && isFilled(before) && !isFilled(now))
    return [`${name} has no default any more: whoever does not know the column leaves it out`]
  return []
}

/** What an insert can name for rows that are there already (`on conflict`): without it, it fails. */
const CONFLICTS = {
  'unique index': ({ indexes }) =>
    Object.fromEntries(Object.entries(indexes).filter(([, { isUnique }]) => isUnique)),
  'unique constraint': ({ uniqueConstraints }) => uniqueConstraints,
  'primary key': ({ compositePrimaryKeys }) => compositePrimaryKeys,
}

/** What can refuse a row. */
const RULES = {
  ...CONFLICTS,
  'foreign key': ({ foreignKeys }) => foreignKeys,
  check: ({ checkConstraints }) => checkConstraints,
}

let before = {}
let count = 0
for (const { tag } of read('meta', '_journal.json').entries) {
  const { tables } = read('meta', `${tag.slice(0, 4)}_snapshot.json`)
  const removals = removalsOf(readFileSync(join(folder, `${tag}.sql`), 'utf8'))
  for (const problem of problemsOf(before, tables, removals)) {
    console.log(`${tag}.sql: ${problem}`)
    count += 1
  }
  before = tables
}
if (count > 0) process.exitCode = 1
