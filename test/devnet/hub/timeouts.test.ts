import { afterAll, afterEach, expect, test } from 'vitest'

import { ABI_DENOM, alice, depositCall, EVM_BOBBY, relayer, transferCall } from './hub-fixture.ts'
import { OSMO_ALICE, startPoolHub } from './pool-fixture.ts'

let nowSec = 1_800_000_000
const hub = await startPoolHub({ now: () => nowSec * 1000 })
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())
const { router } = hub.contracts

const bobby = { chain_uid: 'base', address: EVM_BOBBY }
const held = async (token: string, user = bobby) =>
  (await hub.vouchers(user.chain_uid, user.address))[token] ?? 0n
const timeOut = (chain_uid: string, sequence: number, from = relayer) =>
  hub.execute(from, router, { timeout_packet: { chain_uid, sequence } })
/** Waits for a block at the time that was set. */
async function setClock(toSec: number) {
  nowSec = toSec
  const height = await hub.client.getHeight()
  while ((await hub.client.getHeight()) < height + 2)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

test('a release that is not received in time becomes vouchers of its recipient, once', async () => {
  await hub.receive(depositCall('usdc', 100n, []), { timeoutAt: nowSec + 60 })
  await hub.receive(
    transferCall('usdc', 100n, [{ to: bobby, value: 100n, denom: ABI_DENOM.usdc }]),
    {
      timeoutAt: nowSec + 60,
    },
  )
  const [release] = await hub.releases()
  if (!release) throw new Error('no release was sent')
  const { sequence, timeout_at } = release
  const escrow = (await hub.escrow('usdc'))['base'] ?? 0n

  await setClock(timeout_at)
  await expect(timeOut('base', sequence)).rejects.toThrow(`has until ${timeout_at}`)
  await setClock(timeout_at + 1)
  await expect(timeOut('base', sequence, alice)).rejects.toThrow(
    'only the packet relayer may carry packets',
  )
  const { events } = await timeOut('base', sequence)
  expect(events[0]).toMatchObject({
    type: 'euclid-timeout-packet',
    attributes: { sequence: `${sequence}`, tx_id: release.tx_id, destination_chain_uid: 'base' },
  })
  expect(events.at(-1)?.attributes).toMatchObject({
    action: 'release_refunded_as_vouchers',
    user: `base:${EVM_BOBBY}`,
  })
  expect(await held('usdc')).toBe(100n)
  expect((await hub.escrow('usdc'))['base']).toBe(escrow + 100n)
  expect(await hub.releases()).toEqual([])
  await expect(timeOut('base', sequence)).rejects.toThrow('waits for an acknowledgement')
  await expect(hub.acknowledge(sequence, { ok: true, msg: '' })).rejects.toThrow(
    'waits for an acknowledgement',
  )
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

const uusdc = { token: 'usdc', token_type: { native: { denom: 'uusdc' } } }
const onOsmosis = { chain_uid: 'osmosis', address: OSMO_ALICE }
const asVouchers = { recipient: bobby, amount: { equal: '4' }, denom: { voucher: {} } }
test.each([
  {
    name: 'deposit',
    call: {
      deposit_token: {
        asset_in: uusdc,
        amount_in: '9',
        recipient: onOsmosis,
        timeout: null,
      },
    },
    change: [9n, 0n],
    type: 'deposit_token',
  },
  {
    name: 'deposit, live',
    call: {
      deposit_token: {
        asset_in: uusdc,
        amount_in: '9',
        recipients: [asVouchers],
        cross_chain_config: {},
      },
    },
    change: [5n, 4n],
    type: 'deposit_token',
  },
  {
    name: 'transfer',
    call: {
      transfer_virtual_balance: {
        token: 'usdc',
        amount: '2',
        recipient_address: bobby,
        timeout: null,
      },
    },
    change: [-2n, 2n],
    type: 'transfer_voucher',
  },
  {
    name: 'transfer, live',
    call: {
      transfer_voucher: {
        token_id: 'usdc',
        amount: '4',
        from: onOsmosis,
        recipients: [asVouchers],
        cross_chain_config: { timeout: 60 },
      },
    },
    change: [-4n, 4n],
    type: 'transfer_voucher',
  },
  {
    name: 'withdraw',
    call: {
      withdraw_virtual_balance: {
        token: 'usdc',
        amount: '3',
        cross_chain_addresses: [],
        timeout: '30',
      },
    },
    change: [-3n, 0n],
    type: 'withdraw_virtual_balance',
  },
])('a CosmWasm packet is run in either message set: $name', async ({ call, change, type }) => {
  const before = [await held('usdc', onOsmosis), await held('usdc')]
  const timeoutAt = nowSec + 60
  const { ok, events, tx_id } = await hub.receiveJson(call, { timeoutAt })
  expect(ok).toBe(true)
  expect(events).toContainEqual({
    type: 'euclid',
    attributes: expect.objectContaining({ action: 'transaction', tx_id, type, sender: OSMO_ALICE }),
  })
  const after = [await held('usdc', onOsmosis), await held('usdc')]
  expect(after.map((amount, index) => amount - (before[index] ?? 0n))).toEqual(change)
})

test('what a CosmWasm chain could not pay becomes vouchers again', async () => {
  const [waiting] = await hub.releasesToOsmosis()
  expect(waiting).toMatchObject({ release: { token: 'usdc', amount: '3', to_address: OSMO_ALICE } })
  const before = await held('usdc', onOsmosis)
  await hub.acknowledgeOsmosis(waiting?.sequence ?? 0, { ok: false, msg: 'no' })
  expect((await held('usdc', onOsmosis)) - before).toBe(3n)
  expect(await hub.releasesToOsmosis()).toEqual([])
})

test.each([
  { name: 'no operation', call: { hello: {} }, error: 'unknown variant `hello`' },
  { name: 'two operations', call: { hello: {}, world: {} }, error: 'exactly one key' },
  {
    name: "somebody else's vouchers",
    call: {
      transfer_voucher: {
        token_id: 'usdc',
        amount: '1',
        from: bobby,
        recipients: [],
        cross_chain_config: {},
      },
    },
    error: 'cannot be moved by',
  },
  {
    name: 'a sender who is not of that chain',
    call: {
      withdraw_virtual_balance: {
        token: 'usdc',
        amount: '1',
        cross_chain_addresses: [],
        timeout: null,
      },
    },
    sender: alice,
    error: 'is not an address on osmosis',
  },
  {
    name: 'a timeout over the limit',
    call: {
      withdraw_virtual_balance: {
        token: 'usdc',
        amount: '1',
        cross_chain_addresses: [],
        timeout: '241',
      },
    },
    error: 'must be 30 to 240 seconds',
  },
])('a CosmWasm packet is refused as a whole: $name', async ({ call, sender, error }) => {
  const before = await held('usdc', onOsmosis)
  const timeoutAt = nowSec + 60
  const { ok, answer } = await hub.receiveJson(call, {
    timeoutAt,
    ...(sender !== undefined && { sender }),
  })
  expect(ok).toBe(false)
  expect(answer).toEqual({ error: expect.stringContaining(error) })
  expect(await held('usdc', onOsmosis)).toBe(before)
})
