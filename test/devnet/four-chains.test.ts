import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { ANY_PORTS } from './any-ports.ts'
import { faultsIn, settle, type Books } from './books.ts'
import { eventually } from './devnet-clients.ts'
import { connectAlice } from './operate.ts'

const BLOCK_TIME_MS = 100
const USDC = 1_000_000n
const ETH = 10n ** 18n

type Alice = Awaited<ReturnType<typeof connectAlice>>

let devnet: Devnet
let books: Books
let run: Alice['run']
let asset: Alice['asset']
const trouble: string[] = []
beforeAll(async () => {
  const log = (line: string) => void trouble.push(line)
  devnet = await startDevnet({ blockTimeMs: BLOCK_TIME_MS, ports: ANY_PORTS, log })
  ;({ books, run, asset } = await connectAlice(devnet))
})
afterAll(() => devnet.stop())

const side = (chainUid: string, [token, amount]: readonly [string, bigint]) => ({
  ...asset(chainUid, token),
  amount: `${amount}`,
})
const path = (...route: string[]) => ({ path: [{ route, dex: 'euclid' }] })

// Somebody reads the books over and over, at whatever moment of whatever operation.
const faults = new Set<string>()
let readings = 0
const watching = new AbortController()
let watch: Promise<void>
beforeAll(() => {
  watch = (async () => {
    while (!watching.signal.aborted) {
      for (const fault of await faultsIn(devnet)) faults.add(fault)
      readings += 1
      await sleep(BLOCK_TIME_MS / 2)
    }
  })()
})
afterAll(async () => {
  watching.abort()
  await watch
})

test('the books balance from the first block on', async () => {
  expect(await settle(devnet)).toEqual([])
})

describe.each([
  { from: 'base', token: 'usdc', amount: 50n * USDC, to: 'osmosis' },
  { from: 'polygon', token: 'usdc', amount: 51n * USDC, to: 'base' },
  { from: 'polygon', token: 'pol', amount: ETH, to: 'polygon' },
  { from: 'osmosis', token: 'usdc', amount: 52n * USDC, to: 'polygon' },
  { from: 'osmosis', token: 'usdt', amount: 53n * USDC, to: 'base' },
  { from: 'osmosis', token: 'osmo', amount: 54n * USDC, to: 'osmosis' },
  { from: 'osmosis', token: 'euclid', amount: 55n * USDC, to: 'neuron' },
  { from: 'neuron', token: 'euclid', amount: 56n * USDC, to: 'osmosis' },
])('$token from $from', ({ from, token, amount, to }) => {
  test(`goes in as vouchers, to another account, and out on ${to}`, async () => {
    const sender = await books.userOn(from, 'alice')
    const before = await books.vouchersOf(sender, token)
    const deposit = {
      amount_in: `${amount}`,
      asset_in: asset(from, token),
      recipient: sender,
    }
    await run('deposit', from, deposit)
    const vouchers = () => books.vouchersOf(sender, token)
    await eventually('the deposit', vouchers, (now) => now === before + amount)

    const bobby = await books.userOn('neuron', 'bobby')
    const had = await books.vouchersOf(bobby, token)
    const part = amount / 4n
    const transfer = { token, amount: `${part}`, recipient_address: { user: bobby } }
    await run('transferVoucher', from, transfer)
    const received = () => books.vouchersOf(bobby, token)
    await eventually('the transfer', received, (now) => now === had + part)

    const carol = await books.userOn(to, 'carol')
    const owned = await books.balanceOf(carol, token)
    const rest = amount - part
    const withdrawal = { token, amount: `${rest}`, cross_chain_addresses: [{ user: carol }] }
    await run('withdrawVoucher', from, withdrawal)
    const paid = () => books.balanceOf(carol, token)
    await eventually('the payout', paid, (now) => now === owned + rest)
    expect(await settle(devnet)).toEqual([])
    expect(await vouchers()).toBe(before)
  })
})

describe.each([
  { from: 'osmosis', amount: 100n * USDC, route: ['osmo', 'usdc', 'eth'], to: 'base' },
  { from: 'base', amount: ETH / 10n, route: ['eth', 'usdc', 'usdt'], to: 'osmosis' },
  { from: 'polygon', amount: 3n * ETH, route: ['pol', 'usdc', 'osmo'], to: 'osmosis' },
  { from: 'osmosis', amount: 100n * USDC, route: ['euclid', 'eth'], to: 'base' },
  { from: 'osmosis', amount: 10n * USDC, route: ['usdt', 'usdc'], to: 'polygon' },
])('a swap over $route from $from to $to', ({ from, amount, route, to }) => {
  test('pays what the hub simulates', async () => {
    const [first = '', ...others] = route
    const last = others.at(-1) ?? ''
    const dave = await books.userOn(to, 'david')
    const before = await books.balanceOf(dave, last)
    const Simulation = z.object({ amount_out: z.string() })
    const { amount_out } = await books.ask(
      devnet.network.hub.router,
      {
        simulate_swap: {
          asset_in: first,
          amount_in: `${amount}`,
          asset_out: last,
          min_amount_out: '0',
          swaps: others.map((token_out, index) => ({ token_in: route[index] ?? '', token_out })),
        },
      },
      Simulation,
    )
    await run('swap', from, {
      asset_in: asset(from, first),
      amount_in: `${amount}`,
      minimum_receive: amount_out,
      cross_chain_addresses: [{ user: dave }],
      swap_path: path(...route),
    })
    const paid = () => books.balanceOf(dave, last)
    await eventually('the payout', paid, (now) => now === before + BigInt(amount_out))
    expect(await settle(devnet)).toEqual([])
  })
})

test('a swap that cannot reach its minimum gives everything back', async () => {
  const alice = await books.userOn('osmosis', 'alice')
  const before = await books.balanceOf(alice, 'usdt')
  await run('swap', 'osmosis', {
    asset_in: asset('osmosis', 'usdt'),
    amount_in: '1000',
    minimum_receive: '5000',
    cross_chain_addresses: [{ user: alice }],
    swap_path: path('usdt', 'usdc'),
  })
  const balanceNow = () => books.balanceOf(alice, 'usdt')
  await eventually('the refund', balanceNow, (now) => now === before)
  expect(await settle(devnet)).toEqual([])
})

const Vlp = z.object({ vlp: z.string() })
const poolOf = async (token_1: string, token_2: string) => {
  const query = { get_vlp: { pair: { token_1, token_2 } } }
  return (await books.ask(devnet.network.hub.router, query, Vlp)).vlp
}
const Shares = z.object({ lp_shares: z.string() })
const sharesOn = async (vlp: string, chain_uid: string) =>
  BigInt((await books.ask(vlp, { pool: { chain_uid } }, Shares)).lp_shares)

describe.each([
  { chainUid: 'base', one: ['usdc', 100n * USDC], other: ['usdt', 100n * USDC] },
  { chainUid: 'osmosis', one: ['usdc', 100n * USDC], other: ['usdt', 100n * USDC] },
  { chainUid: 'polygon', one: ['pol', 100n * ETH], other: ['usdc', 50n * USDC] },
] as const)('liquidity from $chainUid', ({ chainUid, one, other }) => {
  test('earns LP tokens there, and comes back for them', async () => {
    const vlp = await poolOf(one[0], other[0])
    const alice = await books.userOn(chainUid, 'alice')
    await run('addLiquidity', chainUid, {
      pair_info: { token_1: side(chainUid, one), token_2: side(chainUid, other) },
      slippage_tolerance_bps: 3_000,
    })
    const issued = await eventually(
      'the shares',
      () => sharesOn(vlp, chainUid).catch(() => 0n),
      (shares) => shares > 0n,
    )
    expect(await settle(devnet)).toEqual([])

    const before = await books.balanceOf(alice, other[0])
    const removal = { vlp_address: vlp, lp_allocation: `${issued}` }
    await eventually(
      'the LP tokens',
      async () => {
        try {
          await run('removeLiquidity', chainUid, removal)
          return 'removed'
        } catch (error) {
          return String(error) // until the acknowledgement is back, there are none
        }
      },
      (outcome) => outcome === 'removed',
    )
    const gone = () => sharesOn(vlp, chainUid)
    await eventually('the removal', gone, (shares) => shares === 0n)
    const paid = () => books.balanceOf(alice, other[0])
    await eventually('the payout', paid, (now) => now > before)
    expect(await settle(devnet)).toEqual([])
  })
})

describe.each([
  { chainUid: 'osmosis', one: ['euclid', 500n * USDC], other: ['osmo', 500n * USDC] },
  { chainUid: 'base', one: ['eth', ETH], other: ['usdt', 2_500n * USDC] },
] as const)('a pool created from $chainUid', ({ chainUid, one, other }) => {
  test('is there for everyone, with real tokens behind it', async () => {
    await run('createPool', chainUid, {
      pair: { token_1: side(chainUid, one), token_2: side(chainUid, other) },
      slippage_tolerance_bps: 100,
      lp_token_name: 'A new pool',
      lp_token_symbol: 'NEW',
      lp_token_decimal: 6,
    })
    const found = () => poolOf(one[0], other[0]).catch(() => '')
    const vlp = await eventually('the pool', found, (address) => address !== '')
    expect(await sharesOn(vlp, chainUid)).toBeGreaterThan(0n)
    expect(await settle(devnet)).toEqual([])
  })
})

test('at no moment, with packets on every way, did anything not add up', async () => {
  watching.abort()
  await watch
  expect([...faults]).toEqual([])
  expect(readings).toBeGreaterThan(1)
})

test('there was no trouble with any of it', () => {
  expect(trouble).toEqual([])
})
