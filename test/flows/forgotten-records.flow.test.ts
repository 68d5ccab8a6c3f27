import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { TrackAnswer } from '../../src/core/tracking/tracking-record.ts'
import { isOnPostgres, ownDatabase } from './own-database.ts'
import { createVouchClient } from './vouch-client.ts'
import { endAll, startVouch } from './vouch-process.ts'
import { sendAsAlice, type Sent } from './send-as-alice.ts'

const ETH = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const USDC = { token: 'usdc', token_type: { native: { denom: 'uusdc' } } }

afterAll(endAll)

test.each(['interface', 'published'])(
  'a record is the same once what its chains said is forgotten, and its chains are asked for it again: %s',
  async (generation) => {
    const env = { DEVNET_GENERATION: generation }
    const first = await startVouch({ env })
    let client = createVouchClient(first.url)
    const to = async (chain_uid: string) => {
      const user = { chain_uid, address: await client.address('carol', chain_uid) }
      return { cross_chain_addresses: [{ user }] }
    }
    const send = (operation: string, chain: string, request: object) =>
      sendAsAlice(client, operation, chain, request)
    const recordOf = async ({ chain_uid: chain, tx_hash }: Sent) => {
      const answer = await client.ok('POST', '/api/v1/txn/track/swap', { chain, tx_hash })
      return TrackAnswer.parse(answer).response
    }
    const minted = await send('token/deposit', 'osmosis', {
      asset_in: USDC,
      amount_in: '9000',
      recipient: { chain_uid: 'osmosis', address: await client.address('alice', 'osmosis') },
    })
    await expect.poll(async () => (await recordOf(minted)).is_completed).toBe(true)
    const user = { chain_uid: 'neuron', address: await client.address('bobby', 'neuron') }
    const all = [
      minted,
      await send('vcoin/transfer', 'osmosis', {
        token: 'usdc',
        amount: '1000',
        recipient_address: { user },
      }),
      await send('vcoin/withdraw', 'osmosis', {
        token: 'usdc',
        amount: '2000',
        ...(await to('base')),
      }),
      await send('swap', 'base', {
        asset_in: ETH,
        amount_in: '2000000000000000',
        minimum_receive: '1',
        ...(await to('osmosis')),
        swap_path: { path: [{ route: ['eth', 'usdc', 'osmo'], dex: 'euclid' }] },
      }),
      await send('swap', 'osmosis', {
        asset_in: USDC,
        amount_in: '1000',
        minimum_receive: '500000000000',
        ...(await to('osmosis')),
        swap_path: { path: [{ route: ['usdc', 'osmo'], dex: 'euclid' }] },
      }),
    ]
    for (const sent of all)
      await expect.poll(async () => (await recordOf(sent)).is_completed).toBe(true)
    const before = await Promise.all(all.map(recordOf))
    expect(before.map(({ tx_status }) => tx_status)).toEqual([
      'success',
      'success',
      'success',
      'success',
      'refunded',
    ])

    await first.stop()
    await forgetIn(first.dataDir)
    const again = await startVouch({ dataDir: first.dataDir, env })
    client = createVouchClient(again.url)
    expect(await Promise.all(all.map(recordOf))).toEqual(before)
    await again.stop()
  },
)

/** What is forgotten a day after the end of all that is followed. */
async function forgetIn(dataDir: string): Promise<void> {
  const forget = 'delete from observations; delete from payout_ids'
  if (!isOnPostgres()) {
    const sqlite = new Sqlite(join(dataDir, 'vouch.sqlite'))
    sqlite.exec(forget)
    sqlite.close()
    return
  }
  const { DATABASE_URL: connectionString } = await ownDatabase(dataDir)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(forget)
  await client.end()
}
