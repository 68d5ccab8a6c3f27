import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { eventually } from '../devnet-clients.ts'
import { PAST_TIMEOUTS, startTroubledNetwork, type TroubledNetwork } from './troubled-network.ts'

const USDC = 1_000_000n

let network: TroubledNetwork
beforeAll(async () => {
  network = await startTroubledNetwork()
})
afterAll(() => network.devnet.stop())
afterEach(() => {
  network.end()
  network.relay()
})

const wallet = (chainUid: string) => network.books.userOn(chainUid, 'alice')
const usdcOn = async (chainUid: string) => network.books.balanceOf(await wallet(chainUid), 'usdc')
const vouchersOf = async (chainUid: string) =>
  network.books.vouchersOf(await wallet(chainUid), 'usdc')

/** Alice's deposit for herself; returns how many vouchers she had before. */
async function deposit(chainUid: string, amount: bigint): Promise<bigint> {
  const before = await vouchersOf(chainUid)
  const asset_in = network.asset(chainUid, 'usdc')
  const recipient = await wallet(chainUid)
  await network.run('deposit', chainUid, { amount_in: `${amount}`, asset_in, recipient })
  return before
}
/** Alice turns vouchers into real tokens in her own wallet on the same chain. */
async function withdraw(chainUid: string, amount: bigint): Promise<void> {
  const user = await wallet(chainUid)
  const request = { token: 'usdc', amount: `${amount}`, cross_chain_addresses: [{ user }] }
  await network.run('withdrawVoucher', chainUid, request)
}
const arrives = (chainUid: string, amount: bigint) =>
  eventually(
    'vouchers',
    () => vouchersOf(chainUid),
    (now) => now === amount,
  )

describe.each(['base', 'osmosis'])('packets between %s and the hub', (chainUid) => {
  afterAll(() => network.settle())

  test('a lost one waits for somebody to relay it by hand, and then arrives', async () => {
    await network.start({ kind: 'lose_packets', chain_uid: chainUid, times: 1 })
    const before = await deposit(chainUid, 2n * USDC)
    const packet = await network.held()
    expect(packet).toMatchObject({
      chain_uid: chainUid,
      direction: 'to_hub',
      held_by: 'lose_packets',
      tx_id: expect.stringMatching(`^${chainUid}:${(await wallet(chainUid)).address}:`),
      sequence: expect.stringMatching(/^\d+$/),
      timeout_at: expect.stringMatching(/^\d{10}$/),
    })
    expect(network.list().active).toEqual([]) // only one was to be lost

    await deposit(chainUid, USDC)
    await arrives(chainUid, before + USDC)
    const { chain_uid, direction, sequence } = packet ?? {}
    expect(network.relay({ chain_uid, direction, sequence })).toEqual([packet])
    await arrives(chainUid, before + 3n * USDC)
    expect(network.list().held_packets).toEqual([])
  })

  test('a lost one stays as it is beyond its time; by hand it arrives late, and the money comes back', async () => {
    const owned = await usdcOn(chainUid)
    await network.start({ kind: 'lose_packets', chain_uid: chainUid, direction: 'to_hub' })
    const before = await deposit(chainUid, USDC)
    await network.held()
    await network.start(PAST_TIMEOUTS)
    await network.blocks('neuron', 25)
    expect(await usdcOn(chainUid)).toBe(owned - USDC)
    network.end()
    expect(network.relay()).toHaveLength(1)
    await eventually(
      'the refund',
      () => usdcOn(chainUid),
      (now) => now === owned,
    )
    expect(await vouchersOf(chainUid)).toBe(before)
  })

  test('a deposit that times out goes back, and no vouchers are made', async () => {
    const owned = await usdcOn(chainUid)
    await network.start({ kind: 'time_out_packets', chain_uid: chainUid, times: 1 })
    const before = await deposit(chainUid, USDC)
    expect(await network.held()).toMatchObject({ held_by: 'time_out_packets' })
    expect(await usdcOn(chainUid)).toBe(owned - USDC)
    await network.start(PAST_TIMEOUTS)
    await eventually(
      'the refund',
      () => usdcOn(chainUid),
      (now) => now === owned,
    )
    expect(await vouchersOf(chainUid)).toBe(before)
    expect(network.list()).toEqual({ active: [], held_packets: [] })
  })

  test('a deposit that the hub refuses goes back', async () => {
    const owned = await usdcOn(chainUid)
    await network.start({ kind: 'refuse_packets', direction: 'to_hub', times: 1 })
    const before = await deposit(chainUid, USDC)
    // The refund is the answer to it: only when that is there, equal balances say something.
    await eventually(
      'the refusal',
      () => Promise.resolve(network.list().active),
      (on) => on.length === 0,
    )
    await eventually(
      'the refund',
      () => usdcOn(chainUid),
      (now) => now === owned,
    )
    expect(await vouchersOf(chainUid)).toBe(before)
  })

  test.each([
    { name: 'late', kind: 'time_out_packets' },
    { name: 'refused', kind: 'refuse_packets' },
  ])('a release that is $name becomes vouchers of its recipient', async ({ kind }) => {
    const before = await deposit(chainUid, 3n * USDC)
    await arrives(chainUid, before + 3n * USDC)
    const owned = await usdcOn(chainUid)
    await network.start({ kind, chain_uid: chainUid, direction: 'from_hub', times: 1 })
    await withdraw(chainUid, 2n * USDC)
    await arrives(chainUid, before + USDC)
    if (kind === 'time_out_packets') {
      expect(await network.held()).toMatchObject({ direction: 'from_hub', held_by: kind })
      await network.start(PAST_TIMEOUTS)
    }
    await arrives(chainUid, before + 3n * USDC)
    expect(await usdcOn(chainUid)).toBe(owned)

    await withdraw(chainUid, 2n * USDC)
    await eventually(
      'the payout',
      () => usdcOn(chainUid),
      (now) => now === owned + 2n * USDC,
    )
    expect(await vouchersOf(chainUid)).toBe(before + USDC)
  })

  test('a lost acknowledgement leaves the vouchers made, and the origin waiting for it', async () => {
    await network.start({
      kind: 'lose_packets',
      leg: 'acknowledgement',
      chain_uid: chainUid,
      times: 1,
    })
    const before = await deposit(chainUid, USDC)
    await arrives(chainUid, before + USDC)
    expect(await network.held()).toMatchObject({ direction: 'to_hub', held_by: 'lose_packets' })
    // Past its time, too: the hub has received it.
    await network.start(PAST_TIMEOUTS)
    await network.blocks('neuron', 25)
    expect(network.relay()).toHaveLength(1)
    await deposit(chainUid, USDC)
    await arrives(chainUid, before + 2n * USDC)
  })

  test('a slow one is held for its time, and its acknowledgement too', async () => {
    await network.start({ kind: 'slow_packets', delay_ms: 700, chain_uid: chainUid, times: 1 })
    const sentAt = Date.now()
    const before = await deposit(chainUid, USDC)
    const packet = await network.held()
    expect(packet?.held_by).toBe('slow_packets')
    await arrives(chainUid, before + USDC)
    expect(Date.now() - sentAt).toBeGreaterThanOrEqual(700)
    const answer = await network.held()
    expect(answer?.until?.getTime()).toBeGreaterThanOrEqual((packet?.until?.getTime() ?? 0) + 700)
    await eventually(
      'nothing held',
      () => Promise.resolve(network.list().held_packets),
      (held) => held.length === 0,
    )
  })
})
