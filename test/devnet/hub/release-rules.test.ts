import { fromUtf8, toUtf8 } from '@cosmjs/encoding'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

import { createComet } from '../../../src/chains/cosmwasm/comet-client.ts'
import { hubOf } from '../../../src/core/terms/network.ts'
import { PATIENT } from '../patient.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  alice,
  DENOMS,
  depositCall,
  EVM_ALICE,
  EVM_BOBBY,
  relayer,
  transferCall,
} from './hub-fixture.ts'
import { OSMO_ALICE, startPoolHub } from './pool-fixture.ts'

const hub = await startPoolHub({ generation: 'published' })
afterAll(() => hub.stop())

const { router } = hub.contracts
const onBase = { chain_uid: 'base', address: EVM_ALICE }
const bobby = { chain_uid: 'base', address: EVM_BOBBY }
const change = (rule: object, from = relayer) =>
  hub.execute(from, router, { manage_router_state: rule })
const setFee = (release_fee: string, token = 'usdc') =>
  change({ update_release_fee: { token, chain_uid: 'base', release_fee } })
const vouchersOf = async ({ chain_uid, address } = onBase, token = 'usdc') =>
  (await hub.vouchers(chain_uid, address))[token] ?? 0n
const escrow = async () => (await hub.escrow('usdc'))['base'] ?? 0n
const kept = () => vouchersOf({ chain_uid: 'vsl', address: relayer })
/** Pays 100 of 100 deposited out to bobby. */
async function payOut() {
  await hub.receive(depositCall('usdc', 100n, []))
  const order = [{ to: bobby, value: 100n, denom: DENOMS.usdc }]
  return hub.receive(transferCall('usdc', 100n, order))
}
async function sent() {
  const [release] = await hub.releases()
  if (!release) throw new Error('no release was sent')
  return release
}

beforeEach(() => setFee('0'))
afterEach(async () => {
  for (const { sequence } of await hub.releases())
    await hub.acknowledge(sequence, { ok: true, msg: '{"ok":{}}' })
})

test('a payout pays what the fee leaves, and the fee is minted once its chain has paid', async () => {
  await setFee('7')
  const before = { escrow: await escrow(), kept: await kept(), held: await vouchersOf() }
  const { events } = await payOut()
  // What is told is what was asked for; what goes out is less.
  expect(events.map(({ attributes }) => attributes)).toContainEqual(
    expect.objectContaining({ release_id_0_amount: '100', release_initiated: '100' }),
  )
  const { sequence, amount } = await sent()
  expect(amount).toBe(93n)
  expect(await escrow()).toBe(before.escrow + 100n - 93n)
  expect(await vouchersOf()).toBe(before.held)
  expect(await kept()).toBe(before.kept)
  await hub.acknowledge(sequence, { ok: true, msg: '{"ok":{}}' })
  expect(await kept()).toBe(before.kept + 7n)
  expect(await escrow()).toBe(before.escrow + 7n)
})

test('a payout that failed gives its fee back as well', async () => {
  await setFee('7')
  const before = { escrow: await escrow(), kept: await kept(), held: await vouchersOf() }
  await payOut()
  const { sequence } = await sent()
  await hub.acknowledge(sequence, { ok: false, msg: '{"error":"no"}' })
  expect(await vouchersOf()).toBe(before.held + 100n)
  expect(await escrow()).toBe(before.escrow + 100n)
  expect(await kept()).toBe(before.kept)
})

test('less than the fee fails the packet, and nothing moves', async () => {
  await setFee('101')
  const held = await vouchersOf()
  const { ok, answer } = await payOut()
  expect(ok).toBe(false)
  expect(JSON.stringify(answer)).toContain('Cannot Sub with given operands')
  expect(await vouchersOf()).toBe(held + 100n)
  expect(await hub.releases()).toEqual([])
})

test('without a fee of its own a token costs the common one', async () => {
  await change({ update_default_release_fee: { default_release_fee: '3' } })
  await hub.receive(depositCall('eth', 50n, []))
  const order = [{ to: bobby, value: 50n, denom: DENOMS.eth }]
  await hub.receive(transferCall('eth', 50n, order))
  expect((await sent()).amount).toBe(47n)
  await change({ update_default_release_fee: { default_release_fee: '0' } })
})

test('a locked chain is paid nothing until it is unlocked', async () => {
  const fromThere = { chain_uid: 'osmosis', sender: OSMO_ALICE }
  const onOsmosis = { chain_uid: 'osmosis', address: OSMO_ALICE }
  const order = [{ to: bobby, value: 100n, denom: DENOMS.usdc }]
  const ask = () => hub.receive(transferCall('usdc', 100n, order), fromThere)
  await hub.receive(depositCall('usdc', 100n, [], { native: { denom: 'uusdc' } }), fromThere)
  const held = await vouchersOf(onOsmosis)

  await change({ lock_chain: { chain: 'base' } })
  await expect(change({ lock_chain: { chain: 'base' } })).rejects.toThrow('Chain already locked')
  expect(await ask()).toMatchObject({ ok: false, answer: { error: 'Chain is locked' } })
  expect(await vouchersOf(onOsmosis)).toBe(held)
  await change({ unlock_chain: { chain: 'base' } })
  await expect(change({ unlock_chain: { chain: 'base' } })).rejects.toThrow(
    'Chain already unlocked',
  )
  expect(await ask()).toMatchObject({ ok: true })
})

test('what comes from a locked chain is refused, and stays with its sender', async () => {
  await change({ lock_chain: { chain: 'base' } })
  const held = await vouchersOf()
  const { ok, answer } = await hub.receive(depositCall('usdc', 100n, []))
  expect([ok, answer]).toEqual([false, { error: 'DeregisteredChain' }])
  expect(await vouchersOf()).toBe(held)
  await change({ unlock_chain: { chain: 'base' } })
})

test("a payout lives as long as its chain's time-out says", async () => {
  await payOut()
  const usual = await sent()
  await hub.acknowledge(usual.sequence, { ok: true, msg: '{"ok":{}}' })
  await change({ update_chain_timeout: { chain_uid: 'base', timeout: 600 } })
  await payOut()
  expect((await sent()).timeout_at - usual.timeout_at).toBeGreaterThanOrEqual(540)
})

test('nobody but the admin changes the rules', async () => {
  await expect(change({ lock_chain: { chain: 'base' } }, alice)).rejects.toThrow('Unauthorized')
})

test('earlier contracts have no such rules', async () => {
  const earlier = await startPoolHub()
  try {
    const rule = { manage_router_state: { lock_chain: { chain: 'base' } } }
    await expect(earlier.execute(relayer, earlier.contracts.router, rule)).rejects.toThrow(
      'unknown variant `manage_router_state`',
    )
  } finally {
    await earlier.stop()
  }
})

test('the rules lie in the storage under the keys of the live contract', async () => {
  await setFee('7')
  await change({ update_chain_timeout: { chain_uid: 'base', timeout: 600 } })
  await change({ lock_chain: { chain: 'base' } })
  const comet = createComet({ ...hubOf(sampleNetwork), rpc_url: hub.rpcUrl }, PATIENT)
  const read = async (key: string): Promise<unknown> => {
    const value = await comet.rawState(router, toUtf8(key))
    return value.length === 0 ? undefined : z.json().parse(JSON.parse(fromUtf8(value)))
  }
  // cw-storage-plus: a map's name and all parts of a key but the last stand behind their length in two bytes.
  expect(await read('\0\x0crelease_fees\0\x04usdcbase')).toBe('7')
  expect(await read('\0\x16chains_timeout_secondsbase')).toBe(600)
  expect(await read('locked_chains')).toEqual(['base'])
  expect(await read('nothing')).toBeUndefined()
  await change({ unlock_chain: { chain: 'base' } })
  await expect(comet.rawState(relayer, toUtf8('locked_chains'))).rejects.toThrow('no such contract')
})
