import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import {
  alice,
  bobby,
  CHAIN_ID,
  contracts,
  decode,
  encode,
  operator,
  START,
  startLocalFactory,
  usdt,
} from './local-factory.ts'

const { factory } = contracts
const USDC = { native: { denom: 'uusdc' } }
const USDT = { smart: { contract_address: usdt } }
const recipient = { chain_uid: 'neuron', address: 'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6' }
const coins = (amount: number) => [{ denom: 'uusdc', amount: `${amount}` }]
const Pending = z.object({
  packets: z.array(z.object({ sequence: z.int(), msg: z.string(), timeout_at: z.int() })),
})
const Escrow = z.object({ amount: z.string() })

let local: Awaited<ReturnType<typeof startLocalFactory>>
let aheadMs = 0
beforeAll(async () => {
  local = await startLocalFactory(() => Date.now() + aheadMs)
})
afterAll(() => local.stop())

async function lastPacket() {
  const { packets } = Pending.parse(await local.ask(factory, { pending_packets: {} }))
  const last = packets.at(-1)
  if (!last) throw new Error('nothing was sent')
  const packet = z
    .object({ tx_id: z.string(), sender: z.string(), call: z.record(z.string(), z.unknown()) })
    .parse(decode(last.msg))
  return { ...last, packet }
}

const acknowledge = (
  sequence: number,
  ok: boolean,
  answer: object = ok ? { ok: {} } : { error: 'no' },
) =>
  local.execute('packetRelayer', factory, {
    acknowledge_packet: { sequence, ok, msg: encode(answer) },
  })

async function escrowOf(token_id: string) {
  return BigInt(Escrow.parse(await local.ask(factory, { get_escrow: { token_id } })).amount)
}

/** What the factory believes to hold is what it holds. */
async function expectBacked() {
  expect(await local.uusdc(factory)).toBe(await escrowOf('usdc'))
  expect(await local.cw20(usdt, factory)).toBe(await escrowOf('usdt'))
}

const swapTerms = {
  asset_out: 'usdt',
  min_amount_out: '1',
  swaps: [{ token_in: 'usdc', token_out: 'usdt' }],
  cross_chain_addresses: [],
  partner_fee: null,
  meta: '{}',
  timeout: null,
}
const deposit_token = {
  amount_in: '70',
  asset_in: { token: 'usdc', token_type: USDC },
  recipient,
  timeout: '45',
}
const pair_info = {
  token_1: { token: 'usdc', amount: '30', token_type: USDC },
  token_2: { token: 'usdt', amount: '40', token_type: USDT },
}
const allowance = { increase_allowance: { amount: '40', spender: factory } }
const send = (amount: string, msg: object) => ({
  send: { amount, contract: factory, msg: encode(msg) },
})

const operations = [
  {
    name: 'a native deposit',
    type: 'deposit_token',
    run: () => local.execute('alice', factory, { deposit_token }, coins(70)),
    usdc: 70n,
    usdt: 0n,
    call: { deposit_token },
  },
  {
    name: 'a deposit in the live messages',
    type: 'deposit_token',
    run: () =>
      local.execute(
        'alice',
        factory,
        {
          deposit_token: {
            amount_in: '70',
            asset_in: { token: 'usdc', token_type: USDC },
            recipients: [],
            cross_chain_config: { timeout: 45, ack_response: null, meta: null },
          },
        },
        coins(70),
      ),
    usdc: 70n,
    usdt: 0n,
    call: { deposit_token: { cross_chain_config: { timeout: 45 } } },
  },
  {
    name: 'a smart deposit',
    type: 'deposit_token',
    run: () =>
      local.execute(
        'alice',
        usdt,
        send('60', { deposit: { token: 'usdt', recipient, timeout: null } }),
      ),
    usdc: 0n,
    usdt: 60n,
    call: {
      deposit_token: {
        asset_in: { token: 'usdt', token_type: USDT },
        amount_in: '60',
        recipient,
        timeout: null,
      },
    },
  },
  {
    name: 'a native swap',
    type: 'swap',
    run: () =>
      local.execute(
        'alice',
        factory,
        {
          execute_swap_request: {
            asset_in: { token: 'usdc', token_type: USDC },
            amount_in: '50',
            ...swapTerms,
          },
        },
        coins(50),
      ),
    usdc: 50n,
    usdt: 0n,
    call: { execute_swap_request: { amount_in: '50', ...swapTerms } },
  },
  {
    name: 'a smart swap',
    type: 'swap',
    run: () =>
      local.execute(
        'alice',
        usdt,
        send('20', { swap: { asset_in: { token: 'usdt', token_type: USDT }, ...swapTerms } }),
      ),
    usdc: 0n,
    usdt: 20n,
    call: {
      execute_swap_request: { asset_in: { token: 'usdt', token_type: USDT }, amount_in: '20' },
    },
  },
  {
    name: 'a swap of vouchers',
    type: 'swap',
    run: () =>
      local.execute('alice', factory, {
        execute_swap_request: {
          asset_in: { token: 'usdc', token_type: { voucher: {} } },
          amount_in: '50',
          ...swapTerms,
        },
      }),
    usdc: 0n,
    usdt: 0n,
    call: {
      execute_swap_request: { asset_in: { token: 'usdc', token_type: { voucher: {} } } },
    },
  },
  {
    name: 'adding liquidity',
    type: 'add_liquidity',
    run: async () => {
      await local.execute('alice', usdt, allowance)
      const body = { pair_info, slippage_tolerance_bps: 100, timeout: null }
      return local.execute('alice', factory, { add_liquidity_request: body }, coins(30))
    },
    usdc: 30n,
    usdt: 40n,
    call: { add_liquidity_request: { pair_info, slippage_tolerance_bps: 100 } },
  },
  {
    name: 'creating a pool in the live messages',
    type: 'pool_creation',
    run: async () => {
      await local.execute('alice', usdt, allowance)
      const body = {
        pair_with_denom_and_amount: pair_info,
        pool_config: { stable: { amp_factor: 1000 } },
        lp_token_name: 'Shares',
        lp_token_symbol: 'SHR',
        lp_token_decimal: 6,
        lp_token_marketing: null,
        slippage_tolerance_bps: 100,
        cross_chain_config: { timeout: 3600, ack_response: null, meta: null },
      }
      return local.execute('alice', factory, { request_pool_creation: body }, coins(30))
    },
    usdc: 30n,
    usdt: 40n,
    call: { request_pool_creation: { pair_with_denom_and_amount: pair_info } },
  },
  {
    name: 'withdrawing vouchers',
    type: 'withdraw_virtual_balance',
    run: () =>
      local.execute('alice', factory, {
        withdraw_virtual_balance: {
          token: 'usdc',
          amount: '9',
          cross_chain_addresses: [],
          timeout: null,
        },
      }),
    usdc: 0n,
    usdt: 0n,
    call: { withdraw_virtual_balance: { token: 'usdc', amount: '9' } },
  },
  {
    name: 'transferring vouchers',
    type: 'transfer_voucher',
    run: () =>
      local.execute('alice', factory, {
        transfer_virtual_balance: {
          token: 'usdc',
          amount: '9',
          recipient_address: recipient,
          timeout: null,
        },
      }),
    usdc: 0n,
    usdt: 0n,
    call: { transfer_virtual_balance: { token: 'usdc', recipient_address: recipient } },
  },
]

describe.each(operations)('$name', ({ type, run, usdc, usdt: smart, call }) => {
  test('takes what it needs, goes to the hub, and comes back whole when refused', async () => {
    const before = { usdc: await local.uusdc(alice), usdt: await local.cw20(usdt, alice) }
    const escrow = { usdc: await escrowOf('usdc'), usdt: await escrowOf('usdt') }
    const { events, height } = await run()
    const transaction = events.find(
      (event) =>
        event.type === 'wasm-euclid' &&
        event.attributes.some(({ value }) => value === 'transaction'),
    )
    const { sequence, packet } = await lastPacket()
    expect(transaction?.attributes).toContainEqual(
      expect.objectContaining({ key: 'type', value: type }),
    )
    expect(packet.tx_id).toBe(`osmosis:${alice}:${CHAIN_ID}:${height}:0:${sequence}`)
    expect(packet.sender).toBe(alice)
    expect(packet.call).toMatchObject(call)
    expect(await local.uusdc(alice)).toBe(before.usdc - usdc)
    expect(await local.cw20(usdt, alice)).toBe(before.usdt - smart)
    expect(await escrowOf('usdc')).toBe(escrow.usdc + usdc)
    expect(await escrowOf('usdt')).toBe(escrow.usdt + smart)
    await expectBacked()

    await acknowledge(sequence, false)
    expect(await local.uusdc(alice)).toBe(before.usdc)
    expect(await local.cw20(usdt, alice)).toBe(before.usdt)
    await expectBacked()
    await expect(acknowledge(sequence, false)).rejects.toThrow('waits for an acknowledgement')
  })
})

test.each([
  { name: 'less funds than it says', body: deposit_token, funds: coins(69), error: 'exactly 70' },
  { name: 'no funds', body: deposit_token, funds: [], error: 'exactly 70' },
  {
    name: 'a timeout out of range',
    body: { ...deposit_token, timeout: '29' },
    funds: coins(70),
    error: '30 to 240',
  },
  {
    name: 'a smart token',
    body: { ...deposit_token, asset_in: { token: 'usdt', token_type: USDT } },
    funds: [],
    error: 'through their own contract',
  },
])('a deposit with $name is refused', async ({ body, funds, error }) => {
  await expect(local.execute('alice', factory, { deposit_token: body }, funds)).rejects.toThrow(
    error,
  )
})

describe('liquidity', () => {
  const vlp = 'euclid1vlp'
  const added = (lp_allocation: string) => ({
    ok: {
      vlp,
      lp_allocation,
      token_1_added_liquidity: '30',
      token_2_added_liquidity: '40',
      lp_token: { name: 'Shares', symbol: 'SHR', decimals: 9 },
    },
  })
  async function add(allocation: string) {
    await local.execute('alice', usdt, allowance)
    const body = { pair_info, slippage_tolerance_bps: 100, timeout: null }
    await local.execute('alice', factory, { add_liquidity_request: body }, coins(30))
    const { sequence } = await lastPacket()
    await acknowledge(sequence, true, added(allocation))
  }
  const lpToken = async () =>
    z
      .object({ token_address: z.string() })
      .parse(await local.ask(factory, { get_l_p_token: { vlp } })).token_address

  test('that is accepted mints shares in an LP token that is made once', async () => {
    await expect(lpToken()).rejects.toThrow('no LP token')
    await add('35')
    const token = await lpToken()
    await add('15')
    expect(await lpToken()).toBe(token)
    expect(await local.cw20(token, alice)).toBe(50n)
    expect(await local.ask(token, { token_info: {} })).toEqual({
      name: 'Shares',
      symbol: 'SHR',
      decimals: 9,
      total_supply: '50',
    })
    const pair = { token_1: 'usdc', token_2: 'usdt' }
    expect(await local.ask(factory, { get_vlp: { pair } })).toEqual({ vlp, ...pair })
    await expectBacked()
  })

  test.each([
    { ok: true, left: 40n },
    { ok: false, left: 40n },
  ])('that is removed burns its shares, which come back when refused', async ({ ok, left }) => {
    const token = await lpToken()
    const remove_liquidity = {
      pair: { token_1: 'usdc', token_2: 'usdt' },
      lp_allocation: '10',
      timeout: null,
      cross_chain_addresses: [],
    }
    const before = await local.cw20(token, alice)
    await local.execute('alice', token, send('10', { remove_liquidity }))
    expect(await local.cw20(token, alice)).toBe(before - 10n)
    const { sequence, packet } = await lastPacket()
    expect(packet).toMatchObject({ sender: alice, call: { remove_liquidity } })
    await acknowledge(sequence, ok)
    expect(await local.cw20(token, alice)).toBe(left)
    expect(await local.cw20(token, factory)).toBe(0n)
  })

  test('is not to be had for another token than the LP token', async () => {
    const remove_liquidity = { pair: { token_1: 'usdc', token_2: 'usdt' }, lp_allocation: '10' }
    await expect(local.execute('alice', usdt, send('10', { remove_liquidity }))).rejects.toThrow(
      'not an LP token',
    )
  })
})

describe('a release', () => {
  let sequence = 0
  const receive = async (
    change: object,
    timeout_at = 4_000_000_000,
    from: 'alice' | 'packetRelayer' = 'packetRelayer',
  ) => {
    sequence += 1
    const release = {
      tx_id: 'base:0xabc:31337:1:1',
      token: 'usdc',
      token_type: USDC,
      amount: '11',
      to_address: bobby,
      forwarding_message: null,
      ...change,
    }
    const msg = encode(release)
    await local.execute(from, factory, { receive_packet: { sequence, timeout_at, msg } })
    const Answer = z.object({ acknowledgement: z.object({ ok: z.boolean(), msg: z.string() }) })
    const query = { packet_acknowledgement: { sequence } }
    const { acknowledgement } = Answer.parse(await local.ask(factory, query))
    return { ok: acknowledgement.ok, msg: decode(acknowledgement.msg), sequence, packet: msg }
  }

  test('pays out of escrow, once', async () => {
    const before = await local.uusdc(bobby)
    const { ok, msg, packet } = await receive({})
    expect({ ok, msg }).toEqual({ ok: true, msg: { ok: { released: true } } })
    expect(await local.uusdc(bobby)).toBe(before + 11n)
    const again = { sequence, timeout_at: 4_000_000_000, msg: packet }
    await expect(
      local.execute('packetRelayer', factory, { receive_packet: again }),
    ).rejects.toThrow('received before')
    await expectBacked()
  })

  test('pays cw20 tokens too', async () => {
    const { ok } = await receive({ token: 'usdt', token_type: USDT })
    expect(ok).toBe(true)
    expect(await local.cw20(usdt, bobby)).toBe(11n)
    await expectBacked()
  })

  test.each([
    { name: 'of more than is in escrow', change: { amount: `${START}` }, says: 'escrow holds' },
    { name: 'past its time', change: {}, timeout: 1_000, says: 'timed out' },
    {
      name: 'to no address',
      change: { token: 'usdt', token_type: USDT, to_address: 'x' },
      says: 'not an address',
    },
    { name: 'to no bank address', change: { to_address: 'nobody' }, says: 'nobody' },
    {
      name: 'with a message',
      change: { forwarding_message: 'e30=' },
      says: 'forwards no messages',
    },
    { name: 'of no sense', change: { amount: 'x' }, says: 'not a release' },
  ])('$name is answered, not refused, and moves nothing', async ({ change, timeout, says }) => {
    const before = await escrowOf('usdc')
    const { ok, msg } = await receive(change, timeout)
    expect(ok).toBe(false)
    expect(JSON.stringify(msg)).toContain(says)
    expect(await escrowOf('usdc')).toBe(before)
    await expectBacked()
  })

  test('comes from the relayer only', async () => {
    await expect(receive({}, undefined, 'alice')).rejects.toThrow('only the packet relayer')
    sequence -= 1
  })
})

test('the escrow begins with what the operator brought, and nobody else may bring any', async () => {
  expect(await local.uusdc(operator)).toBe(START - 500n)
  expect(await local.cw20(usdt, operator)).toBe(START - 300n)
  await expect(
    local.execute('alice', factory, { fund_escrow: { token: 'usdc' } }, coins(1)),
  ).rejects.toThrow('only the operator')
})

test('a packet that the hub never received is given back after its time, once', async () => {
  const before = await local.uusdc(alice)
  await local.execute('alice', factory, { deposit_token }, coins(70))
  const { sequence, timeout_at } = await lastPacket()
  const time = () => local.execute('packetRelayer', factory, { timeout_packet: { sequence } })
  await expect(time()).rejects.toThrow(`until ${timeout_at}`)
  aheadMs = timeout_at * 1000 + 2000 - Date.now()
  await expect.poll(() => time().then(() => 'done', String), { timeout: 5_000 }).toBe('done')
  expect(await local.uusdc(alice)).toBe(before)
  await expect(time()).rejects.toThrow('waits for an acknowledgement')
  await expectBacked()
})
