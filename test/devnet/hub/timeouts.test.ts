import { afterAll, afterEach, expect, test } from 'vitest'

import { alice, DENOMS, depositCall, EVM_ALICE, EVM_BOBBY, transferCall } from './hub-fixture.ts'
import { OSMO_ALICE, startPoolHub } from './pool-fixture.ts'

let nowSec = 1_800_000_000
const hub = await startPoolHub({ now: () => nowSec * 1000 })
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())

const sender = { chain_uid: 'base', address: EVM_ALICE }
const bobby = { chain_uid: 'base', address: EVM_BOBBY }
const held = async (token: string, user = bobby) =>
  (await hub.vouchers(user.chain_uid, user.address))[token] ?? 0n
/** Waits for a block at the time that was set. */
async function setClock(toSec: number) {
  nowSec = toSec
  const height = await hub.client.getHeight()
  while ((await hub.client.getHeight()) < height + 2)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

test('a release that its chain received too late becomes vouchers of its sender, once', async () => {
  await hub.receive(depositCall('usdc', 100n, []), { timeoutAt: nowSec + 60 })
  const order = [{ to: bobby, value: 100n, denom: DENOMS.usdc }]
  await hub.receive(transferCall('usdc', 100n, order), { timeoutAt: nowSec + 60 })
  const [release] = await hub.releases()
  if (!release) throw new Error('no release was sent')
  const { sequence, timeout_at } = release
  expect(timeout_at - nowSec).toBe(60)
  const escrow = (await hub.escrow('usdc'))['base'] ?? 0n

  // Nothing but an answer ends it, however late that is.
  await setClock(timeout_at + 1_000)
  expect(await hub.releases()).toMatchObject([{ sequence }])
  const late = { ok: false, msg: '{"error":"PacketTimedOut"}' }
  const { events } = await hub.acknowledge(sequence, late)
  expect(events.at(-1)?.attributes).toMatchObject({
    method: 'escrow_release_ack',
    error: 'PacketTimedOut',
    mint_amount: '100',
    balance_key: JSON.stringify({ cross_chain_user: sender, token_id: 'usdc' }),
  })
  expect(await held('usdc', sender)).toBe(100n)
  expect(await held('usdc')).toBe(0n)
  expect((await hub.escrow('usdc'))['base']).toBe(escrow + 100n)
  expect(await hub.releases()).toEqual([])
  await expect(hub.acknowledge(sequence, late)).rejects.toThrow('waits for an acknowledgement')
})

test.each([
  { name: 'in its last second', late: 0, ok: true },
  { name: 'a second late', late: 1, ok: false },
])('a packet that arrives $name: ok is $ok', async ({ late, ok }) => {
  const timeoutAt = nowSec - late
  const received = await hub.receive(depositCall('usdc', 5n, []), { timeoutAt })
  expect(received.ok).toBe(ok)
  await expect(
    hub.receive(depositCall('usdc', 5n, []), {
      sequence: received.sequence,
      timeoutAt: nowSec + 60,
    }),
  ).rejects.toThrow('was received before')
})

test("a packet of any chain may be of the sender's own vouchers by name", async () => {
  const onOsmosis = { chain_uid: 'osmosis', address: OSMO_ALICE }
  const from = { chain_uid: 'osmosis', sender: OSMO_ALICE, timeoutAt: nowSec + 60 }
  const uusdc = { native: { denom: 'uusdc' } }
  await hub.receive(depositCall('usdc', 9n, [], uusdc), from)
  const own = [{ to: bobby, value: 4n }]
  const { ok, events, txId } = await hub.receive(transferCall('usdc', 4n, own, onOsmosis), from)
  expect(ok).toBe(true)
  expect(events).toContainEqual({
    type: 'euclid',
    attributes: expect.objectContaining({
      action: 'transaction',
      tx_id: txId,
      type: 'transfer_voucher',
      sender: OSMO_ALICE,
    }),
  })
  expect(await held('usdc', onOsmosis)).toBe(5n)
  const withdrawal = transferCall('usdc', 3n, [{ to: onOsmosis, value: 3n, denom: uusdc }])
  await hub.receive(withdrawal, from)
  expect(await held('usdc', onOsmosis)).toBe(2n)
})

test('what a CosmWasm chain could not pay becomes vouchers again', async () => {
  const onOsmosis = { chain_uid: 'osmosis', address: OSMO_ALICE }
  const [waiting] = await hub.releases('osmosis')
  expect(waiting).toMatchObject({ token: 'usdc', amount: 3n, recipient: OSMO_ALICE })
  const before = await held('usdc', onOsmosis)
  await hub.acknowledgeOsmosis(waiting?.sequence ?? 0, { ok: false, msg: 'no' })
  expect((await held('usdc', onOsmosis)) - before).toBe(3n)
  expect(await hub.releases('osmosis')).toEqual([])
})

test('a sender who is not of that chain is refused', async () => {
  const packet = { chain_uid: 'osmosis', sender: alice, timeoutAt: nowSec + 60 }
  const { ok, answer } = await hub.receive(transferCall('usdc', 1n, []), packet)
  expect(ok).toBe(false)
  expect(answer).toEqual({ error: expect.stringContaining('is not an address on osmosis') })
})
