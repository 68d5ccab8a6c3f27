import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { isOnPostgres, ownDatabase } from './own-database.ts'
import { createSettableClock } from './settable-clock.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'
import { endAll, startVouch } from './vouch-process.ts'

const DAY_MS = 86_400_000
const TIPS = 10
/** PostgreSQL writes more before each row and each entry of an index. */
const MOST_KB = isOnPostgres() ? 9 : 8

const clock = createSettableClock()
afterAll(async () => {
  await endAll()
  clock.remove()
})

test('a tip leaves few kilobytes in the database a day after it ended, and its record can still be had', async () => {
  const env = clock.env
  const first = await startVouch({ env })
  let client = createVouchClient(first.url)
  async function tip(): Promise<string> {
    const asked = await client.say('alice', 'lobby', '/tip @bobby 1 usdc for the fix')
    const { tx_hash } = await client.sign('alice', signIdOf(asked))
    const title = async () => (await client.message('lobby', cardOf(asked).id)).card?.title
    await expect.poll(title).toBe('@bobby can claim 1 USDC')
    await client.say('bobby', 'dm:bobby', '/claim all to base')
    await expect.poll(title).toMatch(/was paid 1 USDC/)
    return tx_hash
  }
  const recordOf = async (tx_hash: string) => {
    const query = { chain: 'base', tx_hash }
    return client.ok<object>('POST', '/api/v1/txn/track', query)
  }
  const before = await bytesIn(first.dataDir)
  const hashes: string[] = []
  for (let index = 0; index < TIPS; index += 1) hashes.push(await tip())
  const [hash = ''] = hashes
  const record = await recordOf(hash)

  await first.stop()
  const aheadMs = 2 * DAY_MS
  clock.setAhead(aheadMs)
  const again = await startVouch({ dataDir: first.dataDir, env, databaseAheadMs: aheadMs })
  client = createVouchClient(again.url)
  const left = async () => Math.round(((await bytesIn(first.dataDir)) - before) / TIPS)
  await expect.poll(left).toBeLessThanOrEqual(MOST_KB * 1024)
  expect(await recordOf(hash)).toEqual(record)
})

/** What is used of the database's pages, but for the playground's chats: of those so many messages are kept. */
const bytesIn = async (dataDir: string) =>
  isOnPostgres() ? bytesInPostgres(dataDir) : bytesInSqlite(dataDir)

function bytesInSqlite(dataDir: string): number {
  const sqlite = new Sqlite(join(dataDir, 'vouch.sqlite'), { readonly: true })
  try {
    return Number(
      sqlite
        .prepare("select sum(pgsize - unused) from dbstat where name not like 'playground%'")
        .pluck()
        .get(),
    )
  } finally {
    sqlite.close()
  }
}

/** Row by row, and entry by entry of each index, each with its place in the page: how full pages are says nothing while there are few. */
async function bytesInPostgres(dataDir: string): Promise<number> {
  const { DATABASE_URL: connectionString } = await ownDatabase(dataDir)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: sums } = await client.query<{ text: string }>(
      `select format('select sum((pg_column_size(t.*) + 7) / 8 * 8 + 4) from %s t', oid::regclass) as text
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'playground%'
       union all
       select format('select sum((8 + pg_column_size(row(%s)) - pg_column_size(row()) + 7) / 8 * 8 + 4) from %s where %s',
           (select string_agg(pg_get_indexdef(indexrelid, nr, true), ', ') from generate_series(1, indnatts) as nr),
           indrelid::regclass, coalesce(pg_get_expr(indpred, indrelid), 'true'))
         from pg_index join pg_class on pg_class.oid = indrelid
        where relnamespace = 'public'::regnamespace and relname not like 'playground%'`,
    )
    const all = sums.map(({ text }) => `coalesce((${text}), 0)`).join(' + ')
    const { rows } = await client.query<{ bytes: string }>(`select ${all} as bytes`)
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}
