import { DatabaseError, type Pool } from 'pg'

type Query = { text: string; values: (string | null)[] }
/** What one operation asked of PostgreSQL: its transactions, and between them what was a statement alone, each a list. */
export type Recorded = Query[][]

/** The setting of a PostgreSQL that says which connection asked what, in the databases that ask for it. */
export const RECORDING = 'log_line_prefix=@%p@'
const LINE = /^@(\d+)@LOG:  (?:statement|execute \S+): (.*)$/s
const DETAIL = /^@(\d+)@DETAIL:  [Pp]arameters: (.*)$/s

/** Codes of PostgreSQL: `unique_violation`, and the class of serialization failures and deadlocks. */
const IS_THERE = '23505'
const MET_ANOTHER = '40'

/** What a client says to PostgreSQL where one operation ends and the next begins. */
export const markOf = (name: string): string => `select '-- ${name} --'`

/**
 * Reads from PostgreSQL's own log what was asked between the marks of each name. What was asked `idle` as well, since time passed and not for an operation, is
 * left out.
 */
export function readRecorded(log: string, idle: string): Map<string, Recorded> {
  const found = new Map<string, Recorded>()
  const open = new Map<string, Query[]>()
  const last = new Map<string, Query>()
  let current: Recorded | undefined
  for (const line of log.split(/\n(?=@\d+@)/)) {
    const [, of = '', detail] = DETAIL.exec(line) ?? []
    const asked = last.get(of)
    if (asked && detail !== undefined) asked.values = valuesIn(detail)
    const [, by = '', said] = LINE.exec(line.trimEnd()) ?? []
    if (said === undefined) continue
    const [, mark] = /^select '-- (.*) --'$/.exec(said) ?? []
    if (mark !== undefined) {
      current = []
      found.set(mark, current)
      continue
    }
    const query: Query = { text: said, values: [] }
    last.set(by, query)
    const begun = open.get(by)
    if (/^begin\b/.test(said)) open.set(by, [query])
    else if (begun) begun.push(query)
    else current?.push([query])
    if (!begun || !/^(?:commit|rollback)\b/.test(said)) continue
    open.delete(by)
    if (said === 'commit') current?.push(begun)
  }
  const kindOf = (queries: readonly Query[]) => queries.map((query) => query.text).join(';')
  const always = new Set(found.get(idle)?.map(kindOf))
  for (const [name, all] of found)
    found.set(
      name,
      all.filter((one) => !always.has(kindOf(one))),
    )
  return found
}

/** `Parameters: $1 = 'it''s', $2 = NULL` */
function valuesIn(detail: string): (string | null)[] {
  const values = detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)
  return [...values].map(([, value = 'NULL']) =>
    value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'"),
  )
}

/**
 * Asks all of it again over as many connections as the pool has, each operation in its order. What met another one is done again, and what is there already, since rows
 * get their numbers in another order than theirs was, is left.
 */
export async function replay(pool: Pool, operations: readonly Recorded[]): Promise<void> {
  const waiting = operations.values()
  async function work(): Promise<void> {
    const client = await pool.connect()
    try {
      for (const operation of waiting)
        for (const queries of operation)
          for (let isDone = false; !isDone;)
            try {
              for (const query of queries) await client.query(query)
              isDone = true
            } catch (error) {
              await client.query('rollback')
              const code = error instanceof DatabaseError ? error.code : undefined
              if (code === IS_THERE) break
              if (code?.startsWith(MET_ANOTHER) !== true) throw error
            }
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: pool.options.max }, work))
}
