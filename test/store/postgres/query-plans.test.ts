import { setTimeout as pass } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '../../../src/store/handle.ts'
import { connectPostgres } from '../../../src/store/postgres/connect-postgres.ts'
import { createPostgresSession } from '../../../src/store/postgres/postgres-session.ts'
import { makePostgres } from '../any-database.ts'
import { explainStatements, type Explained } from './explain-statements.ts'
import { growDatabase, proportionsOf } from './grown-database.ts'
import { hotOperations } from './hot-operations.ts'

const CLAIMS = 10_000
const NOW = new Date('2026-06-01T00:00:00Z')
/** What is asked so often that it must not cost more the longer a server has served. */
const OFTEN = new Set(['message', 'tip', 'block', 'claim', 'pay-out', 'page', 'round', 'minute'])
/** Of what these do something grows, as docs/scaling.md says: with one person's own past, or with what waits. */
const GROWING = new Set([
  'whose transactions these are',
  'what one of the busiest sent',
  'how much is to be told',
])
/** These have a row for each chain, or for each act of an operator that lasts. */
const SMALL_TABLES = /^Seq Scan (?:cursors|freezes)$/
/** Rows that a statement may look at beside those that it gives: those of one person, chat or token. */
const FEW_ROWS = 100
const FEW_PAGES = 250

let heard: Explained[] = []
let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const made = await makePostgres()
  const client = new Client({ connectionString: made.url })
  await client.connect()
  await growDatabase(client, CLAIMS, { now: NOW })
  await client.end()
  // Where any index serves, it is taken, as it is once tables are large.
  const pool = connectPostgres(`${made.url}?options=-c%20enable_seqscan%3Doff`, 2)
  const connections = explainStatements(pool, (explained) => heard.push(explained))
  db = createPostgresSession(connections, { sleep: pass, random: () => 0.5, elapsedMs: () => 0 })
  close = async () => {
    await pool.end()
    made.close()
  }
})
afterAll(() => close())

const isDear = ({ rows, read, buffers, looks }: Explained) =>
  read > FEW_ROWS + 3 * rows ||
  buffers > FEW_PAGES ||
  looks.some((look) => look.startsWith('Seq Scan') && !SMALL_TABLES.test(look))
const short = ({ text, rows, read, buffers, looks }: Explained) =>
  `${rows} of ${read} rows, ${buffers} pages, ${looks.join(', ')}: ${text}`

test('nothing that is asked often reads more of a large PostgreSQL than it needs', async () => {
  const dear: string[] = []
  for (const { when, what, run } of hotOperations(db, proportionsOf(CLAIMS), NOW)) {
    heard = []
    await run()
    if (heard.length === 0) throw new Error(`${what}: nothing was asked`)
    if (OFTEN.has(when) && !GROWING.has(what))
      dear.push(...heard.filter(isDear).map((one) => `${what}: ${short(one)}`))
  }
  expect(dear).toEqual([])
})

test('a start and an hour look at what has not ended, and not at all there ever was', async () => {
  const ofTwoDays = 2 * proportionsOf(CLAIMS).claimsADay
  const dear: string[] = []
  for (const { what, run } of hotOperations(db, proportionsOf(CLAIMS), NOW)) {
    if (!/^(?:what was signed and is not followed|a portion of signRequests)$/.test(what)) continue
    heard = []
    await run()
    const [first] = heard
    if (!first) throw new Error(`${what}: nothing was asked`)
    const isByIndex = first.looks.includes('Index Scan sign_requests_unforgotten')
    if (!isByIndex || first.read > FEW_ROWS + 2 * ofTwoDays) dear.push(`${what}: ${short(first)}`)
  }
  expect(dear).toEqual([])
})

test('a portion of what is forgotten begins where an index says', async () => {
  const dear: string[] = []
  for (const { what, run } of hotOperations(db, proportionsOf(CLAIMS), NOW)) {
    if (!/^a portion of (?:observations|signRequests|redemptions|cards|watchTopics)$/.test(what))
      continue
    heard = []
    await run()
    dear.push(
      ...heard.filter(({ looks }) => looks.some((look) => look.startsWith('Seq'))).map(short),
    )
  }
  expect(dear).toEqual([])
})

test('a statement that reads a whole table is noticed, by whichever way it does', async () => {
  heard = []
  await db.get(sql`select count(*) as n from claims where amount = '1000009'`)
  await db.get(sql`select claim_id from claims where lower(claim_id) = '9' order by claim_id`)
  expect(heard.map(isDear)).toEqual([true, true])
})
