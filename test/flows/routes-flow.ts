import { beforeAll, describe, expect, test } from 'vitest'

import type { MetaBuild } from '../../src/core/payloads/meta-transaction.ts'
import type { RoutesAnswerJson } from '../../src/calls/route-calls.ts'
import { evmAccount } from '../../src/devnet/accounts.ts'
import type { Vouch } from './vouch-process.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'

type Sent = { chain_uid: string; tx_hash: string }
/** Of the hub, in which nothing may change any more. */
const QUIET_BLOCKS = 3
const USDC_ON_OSMOSIS = { token: 'usdc', token_type: { native: { denom: 'uusdc' } } }
const ETH_ON_BASE = { token: 'eth', token_type: { native: { denom: 'eth' } } }

export function routesFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  beforeAll(() => {
    vouch = running()
    client = createVouchClient(vouch.url)
  })

  const routes = (request: object) => client.ok<RoutesAnswerJson>('POST', '/api/v1/routes', request)

  /** Waits until the quoted pools are those after everything that was sent: they stay the same for some blocks. */
  async function settled(asked: object): Promise<void> {
    let last = { paths: '', since: 0 }
    await expect
      .poll(async () => {
        const { paths, pools } = await routes(asked)
        const now = JSON.stringify(paths)
        if (now !== last.paths) last = { paths: now, since: pools.height }
        return pools.height - last.since >= QUIET_BLOCKS
      })
      .toBe(true)
  }

  /** Builds a swap as alice, sends it, and says how much more she holds where it is paid out, once it has come. */
  async function swapped(to: [chainUid: string, token: string], request: object): Promise<bigint> {
    const before = await client.balance('alice', ...to)
    const build = await client.ok<object>('POST', '/api/v1/execute/swap', {
      slippage: '10',
      ...request,
    })
    const sent = { from: 'alice', build }
    const { chain_uid, tx_hash } = await client.ok<Sent>('POST', '/playground/api/broadcast', sent)
    // Its record says why nothing came, where nothing does.
    await expect
      .poll(() => client.ok('POST', '/api/v1/txn/track/swap', { chain: chain_uid, tx_hash }))
      .toMatchObject({ response: { is_completed: true, type: 'swap' } })
    await expect
      .poll(async () => (await client.balance('alice', ...to)) - before)
      .toBeGreaterThan(0n)
    return (await client.balance('alice', ...to)) - before
  }

  describe('a quoted path pays exactly what it says', () => {
    test('over two pools, from osmosis to base', async () => {
      const asked = { amount_in: '2500000000', token_in: 'osmo', token_out: 'eth' }
      const { paths } = await routes(asked)
      const [best] = paths
      expect(best?.path[0]?.route.length).toBeGreaterThan(2)
      const paid = await swapped(['base', 'eth'], {
        amount_in: asked.amount_in,
        asset_in: { token: 'osmo', token_type: { native: { denom: 'uosmo' } } },
        sender: { chain_uid: 'osmosis', address: await client.address('alice', 'osmosis') },
        cross_chain_addresses: [
          { user: { chain_uid: 'base', address: await client.address('alice', 'base') } },
        ],
        swap_path: best,
      })
      expect(`${paid}`).toBe(best?.path[0]?.amount_out)
    })

    test('and the router contract says the same, until somebody has traded', async () => {
      const asked = { amount_in: '40000000', token_in: 'usdc', token_out: 'eth' }
      await settled(asked)
      const { paths } = await routes(asked)
      const [step] = paths[0]?.path ?? []
      const simulated = (more: object = {}) =>
        client.call<{ amount_out?: string }>('POST', '/api/v1/simulate-swap', {
          amount_in: asked.amount_in,
          asset_in: 'usdc',
          asset_out: 'eth',
          swaps: step?.route,
          ...more,
        })
      expect(await simulated({ min_amount_out: step?.amount_out })).toEqual({
        status: 200,
        body: { id: expect.any(String), amount_out: step?.amount_out, asset_out: 'eth' },
      })
      const oneMore = `${BigInt(step?.amount_out ?? 0) + 1n}`
      expect(await simulated({ min_amount_out: oneMore })).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'SWAP_REFUSED',
            message: `The router refuses this swap: the swap yields ${step?.amount_out} eth, which is less than the minimum of ${oneMore}`,
          },
        },
      })
    })
  })

  describe('a quoted split pays exactly what its legs say', () => {
    test('as messages of one transaction, from osmosis', async () => {
      const asked = { amount_in: '5000000000', token_in: 'usdc', token_out: 'euclid', split: true }
      await settled(asked)
      const { split, paths } = await routes(asked)
      expect(split?.legs.length).toBeGreaterThan(1)
      expect(BigInt(split?.amount_out ?? 0)).toBeGreaterThan(
        BigInt(paths[0]?.path[0]?.amount_out ?? 0),
      )
      const to = { chain_uid: 'neuron', address: await client.address('alice', 'neuron') }
      const before = await client.balance('alice', 'neuron', 'euclid')
      await swapped(['neuron', 'euclid'], {
        amount_in: asked.amount_in,
        asset_in: USDC_ON_OSMOSIS,
        sender: { chain_uid: 'osmosis', address: await client.address('alice', 'osmosis') },
        cross_chain_addresses: [{ user: to }],
        legs: split?.legs,
      })
      await expect
        .poll(async () => `${(await client.balance('alice', 'neuron', 'euclid')) - before}`)
        .toBe(split?.amount_out)
    })

    test('as one transaction after another, from base', async () => {
      const asked = {
        amount_in: '10000000000000000000',
        token_in: 'eth',
        token_out: 'euclid',
        split: true,
      }
      await settled(asked)
      const { split } = await routes(asked)
      expect(split?.legs.length).toBeGreaterThan(1)
      const to = { chain_uid: 'neuron', address: await client.address('alice', 'neuron') }
      const before = await client.balance('alice', 'neuron', 'euclid')
      await swapped(['neuron', 'euclid'], {
        amount_in: asked.amount_in,
        asset_in: ETH_ON_BASE,
        sender: { chain_uid: 'base', address: await client.address('alice', 'base') },
        cross_chain_addresses: [{ user: to }],
        legs: split?.legs,
      })
      await expect
        .poll(async () => `${(await client.balance('alice', 'neuron', 'euclid')) - before}`)
        .toBe(split?.amount_out)
    })
  })

  test('vouchers are swapped over a whole split by a signature alone, and anybody brings it to the hub', async () => {
    const amount_in = '4000000000000000000'
    const alice = { chain_uid: 'base', address: await client.address('alice', 'base') }
    const deposit = { amount_in, asset_in: ETH_ON_BASE, sender: alice, recipient: alice }
    const deposited = await client.ok<object>('POST', '/api/v1/execute/token/deposit', deposit)
    await client.ok('POST', '/playground/api/broadcast', { from: 'alice', build: deposited })
    await expect
      .poll(async () => (await client.wallets('alice')).vouchers)
      .toEqual([{ token: 'eth', amount: amount_in }])

    const asked = { amount_in, token_in: 'eth', token_out: 'euclid', split: true }
    await settled(asked)
    const { split } = await routes(asked)
    expect(split?.legs.length).toBeGreaterThan(1)
    const to = { chain_uid: 'neuron', address: await client.address('alice', 'neuron') }
    const { data, sign } = await client.ok<MetaBuild>('POST', '/api/v1/execute/vcoin/swap', {
      amount_in,
      asset_in: { token: 'eth', token_type: { voucher: {} } },
      slippage: '10',
      sender: alice,
      cross_chain_addresses: [{ user: to }],
      legs: split?.legs,
    })
    const signature = await evmAccount('alice').signMessage({ message: sign.text })
    const bobby = { chain_uid: 'neuron', address: await client.address('bobby', 'neuron') }
    const signed = { data, signature, sender: bobby }
    const build = await client.ok<object>('POST', '/api/v1/execute/meta', signed)

    const before = await client.balance('alice', 'neuron', 'euclid')
    const sent = { from: 'bobby', build }
    const { tx_hash } = await client.ok<Sent>('POST', '/playground/api/broadcast', sent)
    await expect
      .poll(async () => `${(await client.balance('alice', 'neuron', 'euclid')) - before}`)
      .toBe(split?.amount_out)
    expect((await client.wallets('alice')).vouchers).toEqual([])
    const track = { chain: 'neuron', tx_hash }
    await expect
      .poll(() => client.ok('POST', '/api/v1/txn/track/swap', track))
      .toMatchObject({
        response: { is_completed: true, type: 'swap' },
      })
    const again = await client.call('POST', '/playground/api/broadcast', sent)
    expect(again.status).not.toBe(200)
  })

  test('refusals say what is wrong', async () => {
    const refusal = async (request: object) =>
      (
        await client.failure('POST', '/api/v1/routes', {
          amount_in: '5',
          token_in: 'usdc',
          ...request,
        })
      ).body.error.code
    expect(await refusal({ token_out: 'usdc' })).toBe('SAME_TOKEN')
    expect(await refusal({ token_out: 'doge' })).toBe('UNKNOWN_TOKEN')
    expect(await refusal({ token_in: 'eth', token_out: 'euclid', amount_in: '1' })).toBe('NO_ROUTE')
  })

  test('nothing unexpected was logged', () => {
    expect(vouch.warnings()).toEqual([])
  })
}
