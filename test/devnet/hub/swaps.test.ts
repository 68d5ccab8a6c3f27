import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { NoRouteError } from '../../../src/core/routing/route-errors.ts'
import { createRouter } from '../../../src/core/routing/router.ts'
import {
  alice,
  depositCall,
  EVM_ALICE,
  EVM_BOBBY,
  relayer,
  type TestRecipient,
} from './hub-fixture.ts'
import { DENOM, DEPTH, FEES, OSMO_ALICE, startPoolHub, swapCall } from './pool-fixture.ts'

const hub = await startPoolHub()
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())
const { router } = hub.contracts

const onBase = { chain_uid: 'base', address: EVM_ALICE }
const bobby = { chain_uid: 'base', address: EVM_BOBBY }
const onOsmosis = { chain_uid: 'osmosis', address: OSMO_ALICE }
const usdc = (amount: bigint) => ({ token: 'usdc' as const, amount })

const held = async (token: string, user = onBase) =>
  (await hub.vouchers(user.chain_uid, user.address))[token] ?? 0n

/** Answers every open release as paid, so that the next test starts without any. */
async function settle() {
  const releases = await hub.releases()
  for (const { sequence } of releases) await hub.acknowledge(sequence, { ok: true, msg: '' })
  return releases.map(({ token, amount, recipient }) => ({ token, amount, recipient }))
}

test.each([
  { name: 'stable', asset: usdc(1_000_000n), route: ['usdc', 'usdt'] },
  { name: 'constant product', asset: usdc(1_000_000n), route: ['usdc', 'eth'] },
  {
    name: 'the other way',
    asset: { token: 'eth' as const, amount: 77_777n },
    route: ['eth', 'usdc'],
  },
  {
    name: 'two hops',
    asset: { token: 'usdt' as const, amount: 5_000_000n },
    route: ['usdt', 'usdc', 'eth'],
  },
])('a swap pays what the curves say: $name', async ({ asset, route }) => {
  let expected = asset.amount
  for (const [index, out] of route.slice(1).entries())
    expected = await hub.expectedOut(route[index] ?? '', out, expected)
  const assetOut = route.at(-1) ?? ''
  const swaps = route.slice(1).map((token_out, index) => ({ token_in: route[index], token_out }))
  const simulated = await hub.query(router, {
    simulate_swap: {
      asset_in: asset.token,
      amount_in: `${asset.amount}`,
      asset_out: assetOut,
      min_amount_out: '1',
      swaps,
    },
  })
  expect(simulated).toEqual({ amount_out: `${expected}`, asset_out: assetOut })
  const before = await held(assetOut)
  const feesBefore = await held(asset.token, { chain_uid: 'neuron', address: relayer })
  const { answer, events, txId } = await hub.receive(swapCall({ asset, route, min: expected }))
  expect(answer).toEqual({ ok: { amount_out: `${expected}`, tx_id: txId } })
  expect((await held(assetOut)) - before).toBe(expected)
  expect(await held(asset.token, { chain_uid: 'neuron', address: relayer })).toBe(
    feesBefore + asset.amount / 1000n,
  )
  expect(events).toContainEqual({
    type: 'euclid',
    attributes: expect.objectContaining({
      action: 'swap',
      tx_id: txId,
      asset_in: asset.token,
      asset_out: assetOut,
      amount_in: `${asset.amount}`,
      amount_out: `${expected}`,
    }),
  })
})

test('the router quotes what the hub would pay of any amount, and nothing where it would refuse', async () => {
  const pools: Pool[] = []
  for (const { vlp, token_1, token_2 } of await hub.vlps())
    pools.push({
      id: vlp,
      token1: token_1,
      token2: token_2,
      ...(await hub.liquidityOf(vlp)),
      ...(token_2 === 'usdt' ? { kind: 'stable', ampFactor: 1000 } : { kind: 'constant_product' }),
      lpFeeBps: Number(FEES.lpBps),
      protocolFeeBps: Number(FEES.protocolBps),
    })
  const quotes = createRouter(pools)
  const size = fc.tuple(fc.integer({ min: 0, max: 76 }), fc.bigInt(1n, 10n))
  const ends = fc.constantFrom(['usdc', 'usdt'], ['usdc', 'eth'], ['osmo', 'usdt'])
  const ways: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(ends, size, async ([tokenIn = '', tokenOut = ''], [digits, times]) => {
      const amountIn = 10n ** BigInt(digits) * times
      const route = tokenIn === 'osmo' ? [tokenIn, 'usdc', tokenOut] : [tokenIn, tokenOut]
      const swaps = route.slice(1).map((token_out, at) => ({ token_in: route[at], token_out }))
      const asked = { asset_in: tokenIn, amount_in: `${amountIn}`, asset_out: tokenOut }
      const query = { simulate_swap: { ...asked, min_amount_out: '1', swaps } }
      const [simulated] = await Promise.allSettled([hub.query(router, query)])
      ways[simulated.status] = (ways[simulated.status] ?? 0) + 1
      if (simulated.status === 'rejected')
        expect(() => quotes.quote({ tokenIn, tokenOut, amountIn })).toThrow(NoRouteError)
      else
        expect(simulated.value).toMatchObject({
          amount_out: `${quotes.quote({ tokenIn, tokenOut, amountIn }).amountOut}`,
        })
    }),
  )
  expect(ways).toEqual({ fulfilled: expect.any(Number), rejected: expect.any(Number) })
})

type Row = {
  name: string
  recipients: (out: bigint) => TestRecipient[]
  /** What is released, and what stays with the sender, of an output. */
  paid: (out: bigint) => [to: string, amount: bigint][]
}
const rows: Row[] = [
  {
    name: 'all to one',
    recipients: () => [{ to: onBase, limit: 'dynamic', denom: DENOM.usdt }],
    paid: (out) => [[EVM_ALICE, out]],
  },
  {
    name: 'top-down by limits, the rest stays',
    recipients: () => [
      { to: bobby, limit: 'less_than_or_equal', value: 1000n, denom: DENOM.usdt },
      { to: onBase, limit: 'equal', value: 500n, denom: DENOM.usdt },
    ],
    paid: () => [
      [EVM_BOBBY, 1000n],
      [EVM_ALICE, 500n],
    ],
  },
  {
    name: 'more than there is takes all, and the next gets nothing',
    recipients: (out) => [
      { to: bobby, limit: 'equal', value: out + 1n, denom: DENOM.usdt },
      { to: onBase, limit: 'greater_than_or_equal', value: out, denom: DENOM.usdt },
    ],
    paid: (out) => [[EVM_BOBBY, out]],
  },
  {
    name: 'a chain whose escrow is empty is passed over',
    recipients: () => [
      {
        to: onOsmosis,
        limit: 'equal',
        value: 7n,
        denom: { smart: { contract_address: OSMO_ALICE } },
      },
      { to: bobby, limit: 'less_than_or_equal', value: 7n, denom: DENOM.usdt },
    ],
    paid: () => [[EVM_BOBBY, 7n]],
  },
]
test.each(rows)('recipients of a swap: $name', async ({ recipients, paid }) => {
  const out = await hub.expectedOut('usdc', 'usdt', 1_000_000n)
  const before = await held('usdt')
  const { ok } = await hub.receive(
    swapCall({ asset: usdc(1_000_000n), route: ['usdc', 'usdt'], recipients: recipients(out) }),
  )
  expect(ok).toBe(true)
  const expected = paid(out).map(([recipient, amount]) => ({ token: 'usdt', amount, recipient }))
  expect(await settle()).toEqual(expected)
  const released = expected.reduce((sum, { amount }) => sum + amount, 0n)
  expect((await held('usdt')) - before).toBe(out - released)
})

test('a chain pays what its escrow holds, and the next recipient gets the rest', async () => {
  await hub.receive(swapCall({ asset: usdc(2n * DEPTH), route: ['usdc', 'eth'] }))
  const eth = await held('eth')
  const out = await hub.expectedOut('eth', 'usdc', eth)
  const escrow = (await hub.escrow('usdc'))['osmosis'] ?? 0n
  expect(out).toBeGreaterThan(escrow)
  const uusdc = { native: { denom: 'uusdc' } }
  await hub.receive(
    swapCall({
      asset: { token: 'eth', amount: eth, isVoucher: true },
      route: ['eth', 'usdc'],
      recipients: [
        { to: onOsmosis, limit: 'less_than_or_equal', value: out, denom: uusdc },
        { to: onBase, limit: 'dynamic', denom: DENOM.usdc },
      ],
    }),
  )
  expect(await hub.escrow('usdc')).toMatchObject({ osmosis: 0n })
  expect(await hub.releases('osmosis')).toMatchObject([
    { sequence: 0, token: 'usdc', amount: escrow, denom: uusdc, recipient: OSMO_ALICE },
  ])
  expect(await settle()).toEqual([{ token: 'usdc', amount: out - escrow, recipient: EVM_ALICE }])
  await hub.acknowledgeOsmosis(0, { ok: true, msg: '' })
})

test('of vouchers the hub moves the partner its part; of real tokens the factory pays it', async () => {
  const amount = 1_000_999n
  const fee = 3_003n
  const out = await hub.expectedOut('usdc', 'usdt', amount - fee)
  const order = { route: ['usdc', 'usdt'], partner: { amount: fee, recipient: EVM_BOBBY } }
  const before = await held('usdc', bobby)
  const first = await hub.receive(swapCall({ ...order, asset: usdc(amount), min: out }))
  expect(first.answer).toMatchObject({ ok: { amount_out: `${out}` } })
  expect((await held('usdc', bobby)) - before).toBe(0n)

  await hub.receive(depositCall('usdc', amount, []))
  const own = await held('usdc')
  const again = await hub.expectedOut('usdc', 'usdt', amount - fee)
  const asset = { ...usdc(amount), isVoucher: true }
  const second = await hub.receive(swapCall({ ...order, asset, min: again }))
  expect(second.answer).toMatchObject({ ok: { amount_out: `${again}` } })
  expect((await held('usdc', bobby)) - before).toBe(fee)
  expect(own - (await held('usdc'))).toBe(amount)
  expect(await settle()).toEqual([])
})

const good = { asset: usdc(1_000_000n), route: ['usdc', 'usdt'] }
test.each([
  {
    name: 'an output below the minimum',
    swap: { ...good, min: 1_000_000n },
    error: 'which is less than the minimum of 1000000',
  },
  {
    name: 'no pool',
    swap: { ...good, route: ['usdc', 'euclid'] },
    error: 'there is no pool of euclid and usdc',
  },
  { name: 'no route', swap: { ...good, route: ['usdc'] }, error: 'the route has no swaps' },
  {
    name: 'too many trades',
    swap: { ...good, route: Array.from({ length: 12 }, (_, at) => (at % 2 ? 'usdt' : 'usdc')) },
    error: 'one path makes at most 10 trades',
  },
  {
    name: 'a token with itself',
    swap: { ...good, route: ['usdc', 'usdc'] },
    error: 'a pair of usdc with itself',
  },
  {
    name: 'another beginning',
    swap: { ...good, route: ['usdt', 'usdc'] },
    error: 'the route goes on with usdt where it has usdc',
  },
  { name: 'zero', swap: { ...good, asset: usdc(0n) }, error: 'the amount is zero' },
  {
    name: 'dust',
    swap: { asset: usdc(1n), route: ['usdc', 'usdt', 'usdc', 'eth'] },
    error: /too little|offer is zero/,
  },
  {
    name: 'vouchers that are not there',
    swap: {
      asset: { token: 'eth' as const, amount: 10n ** 15n, isVoucher: true },
      route: ['eth', 'usdc'],
    },
    error: 'eth in vouchers, which is less than',
  },
  {
    name: 'an unknown chain',
    swap: { ...good, recipients: [{ to: { chain_uid: 'mars', address: 'x' }, limit: 'dynamic' }] },
    error: 'chain mars is not registered',
  },
  {
    name: 'the wrong denomination',
    swap: { ...good, recipients: [{ to: onBase, limit: 'dynamic', denom: DENOM.eth }] },
    error: 'is not the denomination of usdt on base',
  },
  {
    name: 'at least what the swap does not yield',
    swap: {
      ...good,
      recipients: [
        { to: bobby, limit: 'greater_than_or_equal', value: 10n ** 9n, denom: DENOM.usdt },
        { to: onBase, limit: 'dynamic', denom: DENOM.usdt },
      ],
    },
    error: 'recipient 1 must get at least 1000000000, but only',
  },
  {
    name: 'all of it on a chain whose escrow is empty',
    swap: {
      ...good,
      recipients: [
        {
          to: onOsmosis,
          limit: 'dynamic',
          denom: { smart: { contract_address: OSMO_ALICE } },
        },
      ],
    },
    error: 'but only 0 can be paid',
  },
  {
    name: 'vouchers for a pool',
    swap: {
      ...good,
      recipients: [
        { to: { chain_uid: 'neuron', address: await hub.vlpOf('eth', 'usdc') }, limit: 'dynamic' },
      ],
    },
    error: 'cannot hold vouchers',
  },
])('a swap is refused as a whole: $name', async ({ swap, error }) => {
  const state = async () => [
    await hub.escrow('usdc'),
    await hub.liquidityOf(await hub.vlpOf('usdc', 'usdt')),
    await hub.vouchers('base', EVM_ALICE),
    await hub.releases(),
  ]
  const before = await state()
  const { ok, answer } = await hub.receive(swapCall(swap))
  expect(ok).toBe(false)
  const text = z.object({ error: z.string() }).parse(answer).error
  if (typeof error === 'string') expect(text).toContain(error)
  else expect(text).toMatch(error)
  expect(await state()).toEqual(before)
})

test('a user of the hub chain swaps coins in one transaction', async () => {
  const swap = {
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    amount_in: '5000',
    asset_out: 'usdc',
    min_amount_out: '1',
    swaps: [{ token_in: 'euclid', token_out: 'usdc' }],
    partner_fee: null,
  }
  const { factory } = hub.contracts
  const run = (body: object) => hub.execute(alice, factory, { execute_swap_request: body }, 5000n)
  const interfaceTerms = { cross_chain_addresses: [], meta: '', timeout: 60 }
  await expect(run({ ...swap, ...interfaceTerms })).rejects.toThrow('there is no pool')

  const pair = {
    token_1: { ...swap.asset_in, amount: '1000000' },
    token_2: { token: 'usdc', token_type: { voucher: {} }, amount: '1000000' },
  }
  await hub.execute(
    alice,
    factory,
    {
      request_pool_creation: {
        pair,
        pool_config: { constant_product: {} },
        lp_token_name: 'Euclid and USDC',
        lp_token_symbol: 'EUUS',
        lp_token_decimal: 6,
        lp_token_marketing: null,
        slippage_tolerance_bps: 100,
      },
    },
    1_000_000n,
  )
  const onHub = { chain_uid: 'neuron', address: alice }
  const before = await held('usdc', onHub)
  const first = await hub.expectedOut('euclid', 'usdc', 5000n)
  await run({ ...swap, ...interfaceTerms })
  expect((await held('usdc', onHub)) - before).toBe(first)
})
