import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { alice, bobby, EVM_ALICE } from './hub-fixture.ts'
import { addCall, createCall, DEPTH, removeCall, startPoolHub, swapCall } from './pool-fixture.ts'

const hub = await startPoolHub()
afterAll(() => hub.stop())
afterEach(() => hub.expectBalancedBooks())
const { router, factory } = hub.contracts
const ethUsdc = await hub.vlpOf('eth', 'usdc')
const stable = await hub.vlpOf('usdc', 'usdt')
const osmoUsdc = await hub.vlpOf('osmo', 'usdc')

const usdc = (amount: bigint) => ({ token: 'usdc' as const, amount })
const eth = (amount: bigint) => ({ token: 'eth' as const, amount })
const voucher = (token: string, amount: string) => ({
  token,
  token_type: { voucher: {} },
  amount,
})
const euclid = (amount: string) => ({
  token: 'euclid',
  token_type: { native: { denom: 'ueuclid' } },
  amount,
})

test('the genesis made pools by the operations that users have', async () => {
  const pairs = [
    { token_1: 'eth', token_2: 'usdc', vlp: ethUsdc },
    { token_1: 'osmo', token_2: 'usdc', vlp: osmoUsdc },
    { token_1: 'usdc', token_2: 'usdt', vlp: stable },
  ]
  expect(await hub.vlps()).toEqual(pairs)
  const page = async (pagination: object) => hub.query(router, { get_all_vlps: { pagination } })
  expect(await page({ min: ['osmo', 'usdc'], max: ['usdc', 'usdt'] })).toEqual({ vlps: [pairs[1]] })
  expect(await page({ skip: 1, limit: 1 })).toEqual({ vlps: [pairs[1]] })
  const fee = {
    lp_fee_bps: 10,
    euclid_fee_bps: 10,
    recipient: expect.objectContaining({ chain_uid: 'neuron' }),
  }
  expect(await hub.query(stable, { state: {} })).toMatchObject({
    pair: { token_1: 'usdc', token_2: 'usdt' },
    fee,
    total_lp_tokens: `${DEPTH}`,
    pool_config: { stable: { amp_factor: '1000' } },
  })
  expect(await hub.query(stable, { fee: {} })).toMatchObject({ fee })
  expect(await hub.query(ethUsdc, { state: {} })).toMatchObject({
    pool_config: { constant_product: {} },
  })
  expect(await hub.lpBalance(ethUsdc, alice)).toBe(DEPTH - 1000n)
  expect(
    await hub.query(factory, {
      get_vlp: { pair: pairs[0] && { token_1: 'eth', token_2: 'usdc' } },
    }),
  ).toEqual({ vlp_address: ethUsdc })
  expect(
    await hub.query(router, { query_token_escrows: { token: 'usdc', pagination: {} } }),
  ).toEqual({
    chains: [
      { chain_uid: 'base', balance: `${3n * DEPTH}` },
      { chain_uid: 'osmosis', balance: `${DEPTH}` },
    ],
  })
})

test('liquidity from another chain is acknowledged and counted for that chain', async () => {
  const before = await hub.liquidityOf(ethUsdc)
  const added = await hub.receiveLiquidity(addCall(eth(2_000_000n), usdc(2_000_000n)))
  expect(added).toEqual({ ok: true, vlp: ethUsdc, lp: 2_000_000n })
  expect(await hub.liquidityOf(ethUsdc)).toEqual({
    reserve1: before.reserve1 + 2_000_000n,
    reserve2: before.reserve2 + 2_000_000n,
    totalLp: before.totalLp + 2_000_000n,
  })
  expect(await hub.query(ethUsdc, { pool: { chain_uid: 'base' } })).toEqual({
    lp_shares: '2000000',
    reserve_1: '2000000',
    reserve_2: '2000000',
  })
})

test('removed liquidity is released where the recipient is, and trades change its worth', async () => {
  await hub.receive(swapCall({ asset: usdc(10_000_000n), route: ['usdc', 'eth'] }))
  const { reserve1, reserve2, totalLp } = await hub.liquidityOf(ethUsdc)
  const [amount1, amount2] = [reserve1, reserve2].map((reserve) => (reserve * 500_000n) / totalLp)
  const { answer, events } = await hub.receive(
    removeCall({ token_1: 'eth', token_2: 'usdc' }, 500_000n),
  )
  expect(answer).toEqual({
    ok: {
      liquidity_removed: {
        token_1: { token: 'eth', amount: `${amount1}` },
        token_2: { token: 'usdc', amount: `${amount2}` },
      },
      burn_lp_tokens: '500000',
      vlp_address: ethUsdc,
    },
  })
  expect(await hub.releases()).toMatchObject([
    { token: 'eth', amount: amount1, recipient: EVM_ALICE },
    { token: 'usdc', amount: amount2, recipient: EVM_ALICE },
  ])
  expect(events).toContainEqual({
    type: 'euclid',
    attributes: expect.objectContaining({
      action: 'liquidity_change',
      type: 'remove_liquidity',
      vlp: ethUsdc,
      token_1_reserve: `${reserve1 - (amount1 ?? 0n)}`,
      total_lp_tokens: `${totalLp - 500_000n}`,
    }),
  })
  for (const { sequence } of await hub.releases())
    await hub.acknowledge(sequence, { ok: true, msg: '' })
})

const pairOf = (token_1: string, token_2: string) => ({ token_1, token_2 })
test.each([
  {
    name: 'amounts at another price',
    call: addCall(eth(1_000_000n), usdc(2_000_000n), 100),
    error: 'bps away from these amounts, which is more than 100',
  },
  {
    name: 'amounts of nothing',
    call: addCall(eth(0n), usdc(1n), 10_000),
    error: 'the amount is zero',
  },
  {
    name: 'vouchers that are not there',
    call: addCall({ ...eth(10n ** 15n), isVoucher: true }, usdc(10n ** 15n), 10_000),
    error: 'in vouchers, which is less than',
  },
  {
    name: 'no such pool',
    call: addCall(eth(5n), { token: 'euclid', amount: 5n, isVoucher: true }),
    error: 'there is no pool of eth and euclid',
  },
  {
    name: 'a pool that is there',
    call: createCall(eth(5_000n), usdc(5_000n)),
    error: 'eth and usdc have a pool',
  },
  {
    name: 'a pool of one token',
    call: createCall(usdc(5_000n), usdc(5_000n)),
    error: 'a pair of usdc with itself',
  },
  {
    name: 'a first liquidity of dust',
    call: createCall(eth(1_000n), { token: 'usdt', amount: 1_000n }),
    error: 'of which 1000 stay locked',
  },
  {
    name: 'a curve that does not exist',
    call: createCall(eth(5_000n), { token: 'usdt', amount: 5_000n }, { flat: {} }),
    error: 'Error parsing',
  },
  {
    name: 'an amplification out of range',
    call: createCall(
      eth(5_000n),
      { token: 'usdt', amount: 5_000n },
      { stable: { amp_factor: '49' } },
    ),
    error: 'an amp_factor of 49',
  },
  {
    name: 'a slippage tolerance over everything',
    call: addCall(eth(5n), usdc(5n), 10_001),
    error: 'Error parsing',
  },
  {
    name: 'more LP tokens than the chain has',
    call: removeCall(pairOf('eth', 'usdc'), DEPTH),
    error: 'which is less than',
  },
  {
    name: 'removing nothing',
    call: removeCall(pairOf('eth', 'usdc'), 0n),
    error: 'the amount of LP tokens is zero',
  },
  {
    name: 'removing for nobody',
    call: removeCall(pairOf('eth', 'usdc'), 1n, { chain_uid: 'mars', address: 'x' }),
    error: 'chain mars is not registered',
  },
])('liquidity is refused as a whole: $name', async ({ call, error }) => {
  const state = async () => [
    await hub.liquidityOf(ethUsdc),
    await hub.vlps(),
    await hub.escrow('usdc'),
    await hub.escrow('eth'),
    await hub.vouchers('base', EVM_ALICE),
  ]
  const before = await state()
  const { ok, answer } = await hub.receive(call)
  expect(ok).toBe(false)
  expect(answer).toEqual({ error: expect.stringContaining(error) })
  expect(await state()).toEqual(before)
})

test('another chain creates pools of both curves', async () => {
  const created = await hub.receiveLiquidity(
    createCall({ token: 'usdt', amount: 9_000_000n }, eth(4_000_000n), {
      stable: { amp_factor: null },
    }),
  )
  const vlp = await hub.vlpOf('eth', 'usdt')
  expect(created).toEqual({ ok: true, vlp, lp: 5_999_000n })
  expect(await hub.query(vlp, { state: {} })).toMatchObject({
    pool_config: { stable: { amp_factor: '1000' } },
    total_lp_tokens: '6000000',
  })
  expect(
    await hub.query(factory, { get_vlp: { pair: { token_1: 'eth', token_2: 'usdt' } } }),
  ).toEqual({
    vlp_address: vlp,
  })
  await expect(hub.lpTokenOf(vlp)).rejects.toThrow('has no LP token on this chain')
})

const terms = {
  lp_token_name: 'Euclid and USDC',
  lp_token_symbol: 'EUUS',
  lp_token_decimal: 6,
  lp_token_marketing: null,
  slippage_tolerance_bps: 0,
  pool_config: { constant_product: {} },
}
const send = (contract: string, amount: string, message: object) => ({
  send: { contract, amount, msg: toBase64(toUtf8(JSON.stringify(message))) },
})

test('on the hub chain LP tokens are cw20: made with the pool, sent back to remove', async () => {
  const pair = { token_1: euclid('4000000'), token_2: voucher('usdc', '9000000') }
  await hub.execute(
    alice,
    factory,
    { request_pool_creation: { pair, ...terms, timeout: null } },
    4_000_000n,
  )
  const vlp = await hub.vlpOf('euclid', 'usdc')
  const token = await hub.lpTokenOf(vlp)
  expect(await hub.query(token, { token_info: {} })).toEqual({
    name: 'Euclid and USDC',
    symbol: 'EUUS',
    decimals: 6,
    total_supply: '5999000',
  })
  expect(await hub.query(token, { minter: {} })).toEqual({ minter: factory, cap: null })

  const add_liquidity_request = {
    pair_info: { token_1: euclid('400000'), token_2: voucher('usdc', '900000') },
    slippage_tolerance_bps: 0,
  }
  await hub.execute(alice, factory, { add_liquidity_request }, 400_000n)
  expect(await hub.lpBalance(vlp, alice)).toBe(6_599_000n)
  await expect(hub.execute(alice, factory, { add_liquidity_request }, 400_001n)).rejects.toThrow(
    'the funds must be exactly 400000ueuclid',
  )

  const remove_liquidity = {
    pair: { token_1: 'euclid', token_2: 'usdc' },
    lp_allocation: '600000',
    timeout: null,
    cross_chain_addresses: [{ user: { chain_uid: 'neuron', address: bobby }, limit: null }],
  }
  const before = BigInt((await hub.client.getBalance(bobby, 'ueuclid')).amount)
  const usdcBefore = (await hub.vouchers('neuron', alice))['usdc'] ?? 0n
  await hub.execute(alice, token, send(factory, '600000', { remove_liquidity }))
  expect(BigInt((await hub.client.getBalance(bobby, 'ueuclid')).amount) - before).toBe(400_000n)
  expect((await hub.vouchers('neuron', alice))['usdc']).toBe(usdcBefore + 900_000n)
  expect(await hub.lpBalance(vlp, alice)).toBe(5_999_000n)
  expect(await hub.lpBalance(vlp, factory)).toBe(0n)

  const refused = [
    {
      message: { remove_liquidity },
      amount: '5',
      error: 'lp_allocation is 600000, but 5 were sent',
    },
    {
      message: { remove_liquidity: { ...remove_liquidity, pair: pairOf('eth', 'usdc') } },
      amount: '600000',
      error: 'is not the LP token of',
    },
    { message: { hello: {} }, amount: '5', error: 'is not deposit, swap or remove_liquidity' },
    {
      message: {
        deposit: {
          token: 'usdc',
          timeout: null,
          recipient: { chain_uid: 'neuron', address: bobby },
        },
      },
      amount: '5',
      error: 'token usdc has no denomination on neuron',
    },
  ]
  for (const { message, amount, error } of refused)
    await expect(hub.execute(alice, token, send(factory, amount, message))).rejects.toThrow(error)
  expect(await hub.lpBalance(vlp, alice)).toBe(5_999_000n)
  await expect(hub.execute(alice, factory, { remove_liquidity })).rejects.toThrow(
    'liquidity is removed by sending LP tokens here',
  )
})

test.each(['swap', 'add_liquidity', 'remove_liquidity'])(
  '%s of a pool is not for everybody',
  async (name) => {
    await expect(hub.execute(alice, ethUsdc, { [name]: {} })).rejects.toThrow(
      'only the router may change a pool',
    )
  },
)

test('a pool says what it would pay', async () => {
  const out = await hub.expectedOut('usdc', 'usdt', 5_000n)
  const answer = await hub.query(stable, { simulate_swap: { asset: 'usdc', amount: '5000' } })
  expect(z.object({ amount_out: z.string() }).parse(answer).amount_out).toBe(`${out}`)
  await expect(
    hub.query(stable, { simulate_swap: { asset: 'eth', amount: '5000' } }),
  ).rejects.toThrow('the pool of usdc and usdt has no eth')
})
