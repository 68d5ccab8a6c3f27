import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'

import { createSettableClock } from './settable-clock.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'
import { endAll, startVouch } from './vouch-process.ts'

const DAY_MS = 86_400_000
const TIPS = 10
const MOST_BYTES = 8 * 1024

const clock = createSettableClock()
afterAll(async () => {
  await endAll()
  clock.remove()
})

test('a tip leaves at most eight kilobytes in the database a day after it ended, and its record can still be had', async () => {
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
  const before = bytesIn(first.dataDir)
  const hashes: string[] = []
  for (let index = 0; index < TIPS; index += 1) hashes.push(await tip())
  const [hash = ''] = hashes
  const record = await recordOf(hash)

  await first.stop()
  clock.setAhead(2 * DAY_MS)
  const again = await startVouch({ dataDir: first.dataDir, env })
  client = createVouchClient(again.url)
  const left = () => Math.round((bytesIn(first.dataDir) - before) / TIPS)
  await expect.poll(left).toBeLessThanOrEqual(MOST_BYTES)
  expect(await recordOf(hash)).toEqual(record)
})

/** What is used of the database's pages, but for the playground's chats: of those so many messages are kept. */
function bytesIn(dataDir: string): number {
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
