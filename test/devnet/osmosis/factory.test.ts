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

type Local = Awaited<ReturnType<typeof startLocalFactory>>
/** The chain that a test is about: of the first generation, where it names no other. */
let local: Local
let published: Local
let aheadMs = 0
beforeAll(async () => {
  const now = () => Date.now() + aheadMs
  ;[local, published] = await Promise.all([
    startLocalFactory(now),
    startLocalFactory(now, 'published'),
  ])
})
afterAll(() => Promise.all([local.stop(), published.stop()]))

async function lastPacket() {
  const { packets } = Pending.parse(await local.ask(factory, { pending_packets: {} }))
  const last = packets.at(-1)
  if (!last) throw new Error('nothing was sent')
  return { ...last, packet: decode(last.msg) }
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

/** What the factory adds to an operation. */
type Own = { sender: { chain_uid: string; address: string }; tx_id: string }
const voucherFor = (amount: string) => ({
  recipient,
  amount: { equal: amount },
  denom: { voucher: {} },
  forwarding_message: null,
  unsafe_refund_as_voucher: false,
})
const ownIn = (address: string, denom: object) => ({
  recipient: { chain_uid: 'osmosis', address },
  amount: { dynamic: '0' },
  denom,
  forwarding_message: null,
  unsafe_refund_as_voucher: false,
})
const swapPacket = ({ sender, tx_id }: Own, asset_in: object, amount_in: string) => ({
  swap: {
    sender,
    asset_in,
    amount_in,
    asset_out: 'usdt',
    min_amount_out: '1',
    swaps: [{ token_in: 'usdc', token_out: 'usdt' }],
    recipients: [ownIn(sender.address, USDT)],
    partner_fee_amount: '0',
    partner_fee_recipient: sender,
    tx_id,
  },
})
const side = (token: string, amount: string, token_type: object) => ({ token, amount, token_type })
const pair = { token_1: side('usdc', '30', USDC), token_2: side('usdt', '40', USDT) }

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
  timeout: 45,
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
    packet: ({ sender, tx_id }: Own) => ({
      deposit_token: {
        sender,
        asset_in: { token: 'usdc', token_type: USDC },
        amount_in: '70',
        recipients: [voucherFor('70')],
        tx_id,
      },
    }),
  },
  {
    name: 'a deposit in the published messages',
    isPublished: true,
    type: 'deposit_token',
    run: () =>
      local.execute(
        'alice',
        factory,
        {
          deposit_token: {
            amount_in: '70',
            asset_in: { token: 'usdc', token_type: USDC },
            recipients: [{ ...voucherFor('70'), unsafe_refund_as_voucher: true }],
            cross_chain_config: { timeout: 45, ack_response: null, meta: null },
          },
        },
        coins(70),
      ),
    usdc: 70n,
    usdt: 0n,
    packet: ({ sender, tx_id }: Own) => ({
      deposit_token: {
        sender,
        asset_in: { token: 'usdc', token_type: USDC },
        amount_in: '70',
        recipients: [{ ...voucherFor('70'), unsafe_refund_as_voucher: true }],
        tx_id,
      },
    }),
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
    packet: ({ sender, tx_id }: Own) => ({
      deposit_token: {
        sender,
        asset_in: { token: 'usdt', token_type: USDT },
        amount_in: '60',
        recipients: [voucherFor('60')],
        tx_id,
      },
    }),
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
    packet: (own: Own) => swapPacket(own, { token: 'usdc', token_type: USDC }, '50'),
  },
  {
    name: 'a smart swap',
    type: 'swap',
    run: () =>
      local.execute(
        'alice',
        usdt,
        send('20', {
          swap: {
            asset_in: { token: 'usdt', token_type: USDT },
            ...swapTerms,
            asset_out: 'usdc',
            swaps: [{ token_in: 'usdt', token_out: 'usdc' }],
          },
        }),
      ),
    usdc: 0n,
    usdt: 20n,
    packet: (own: Own) => {
      const { swap } = swapPacket(own, { token: 'usdt', token_type: USDT }, '20')
      return {
        swap: {
          ...swap,
          asset_out: 'usdc',
          swaps: [{ token_in: 'usdt', token_out: 'usdc' }],
          recipients: [ownIn(own.sender.address, USDC)],
        },
      }
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
    packet: (own: Own) => swapPacket(own, { token: 'usdc', token_type: { voucher: {} } }, '50'),
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
    packet: ({ sender, tx_id }: Own) => ({
      add_liquidity: { sender, slippage_tolerance_bps: 100, pair, tx_id },
    }),
  },
  {
    name: 'creating a pool in the published messages',
    isPublished: true,
    type: 'pool_creation',
    run: async () => {
      await local.execute('alice', usdt, allowance)
      const body = {
        pair_with_denom_and_amount: pair_info,
        pool_config: { stable: { amp_factor: '1000' } },
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
    packet: ({ sender, tx_id }: Own) => ({
      request_pool_creation: {
        sender,
        tx_id,
        pair,
        pool_config: { stable: { amp_factor: '1000' } },
        slippage_tolerance_bps: 100,
      },
    }),
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
    packet: ({ sender, tx_id }: Own) => ({
      transfer_voucher: {
        sender,
        token: 'usdc',
        amount: '9',
        from: null,
        recipients: [ownIn(sender.address, USDC)],
        tx_id,
      },
    }),
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
    packet: ({ sender, tx_id }: Own) => ({
      transfer_voucher: {
        sender,
        token: 'usdc',
        amount: '9',
        from: null,
        recipients: [voucherFor('9')],
        tx_id,
      },
    }),
  },
]

/** By what a factory says that a packet came to nothing. */
const ENDS: Record<string, string> = {
  deposit_token: 'process_failed_deposit_token',
  swap: 'process_failed_swap',
  add_liquidity: 'liquidity_tx_err_refund',
  request_pool_creation: 'reject_pool_request',
  transfer_voucher: 'transfer_error',
}

describe.each(operations)(
  '$name',
  ({ isPublished, type, run, usdc, usdt: smart, packet: expected }) => {
    const exchange = () => ([local, published] = [published, local])
    if (isPublished) {
      beforeAll(exchange)
      afterAll(exchange)
    }
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
      const tx_id = `osmosis:${alice}:${CHAIN_ID}:${height}:0:${sequence}`
      const sender = { chain_uid: 'osmosis', address: alice }
      const [call = ''] = Object.keys(Object(packet))
      // As text, since the order of the keys is published too.
      expect(JSON.stringify(packet)).toBe(JSON.stringify(expected({ sender, tx_id })))
      expect(await local.uusdc(alice)).toBe(before.usdc - usdc)
      expect(await local.cw20(usdt, alice)).toBe(before.usdt - smart)
      expect(await escrowOf('usdc')).toBe(escrow.usdc + usdc)
      expect(await escrowOf('usdt')).toBe(escrow.usdt + smart)
      await expectBacked()

      const refused = await acknowledge(sequence, false)
      const ended = refused.events
        .map(({ attributes }) =>
          Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
        )
        .find(({ method }) => method !== undefined)
      expect(ended).toMatchObject({ method: ENDS[call], error: 'no' })
      // A transfer's end names nobody.
      expect(ended?.['tx_id']).toBe(call === 'transfer_voucher' ? undefined : tx_id)
      expect(await local.uusdc(alice)).toBe(before.usdc)
      expect(await local.cw20(usdt, alice)).toBe(before.usdt)
      await expectBacked()
      await expect(acknowledge(sequence, false)).rejects.toThrow('waits for an acknowledgement')
    })
  },
)

test.each([
  { name: 'less funds than it says', body: deposit_token, funds: coins(69), error: 'exactly 70' },
  { name: 'no funds', body: deposit_token, funds: [], error: 'exactly 70' },
  {
    name: 'a timeout out of range',
    body: { ...deposit_token, timeout: 29 },
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

test.each([
  { timeout: 29, generation: 'interface', answer: '30 to 240' },
  { timeout: 241, generation: 'interface', answer: '30 to 240' },
  { timeout: 29, generation: 'published', answer: '30 or more' },
  { timeout: 241, generation: 'published', answer: 'taken' },
])('a timeout of $timeout seconds in $generation is answered: $answer', async (row) => {
  const { timeout, generation, answer } = row
  const { amount_in, asset_in } = deposit_token
  const body =
    generation === 'interface'
      ? { ...deposit_token, timeout }
      : { amount_in, asset_in, recipients: [], cross_chain_config: { timeout } }
  const on = generation === 'interface' ? local : published
  const answered = await on.execute('alice', factory, { deposit_token: body }, coins(70)).then(
    () => 'taken',
    (error: Error) => error.message,
  )
  expect(answered).toContain(answer)
})

describe("a partner's fee", () => {
  const partner_fee = { partner_fee_bps: 30, recipient: bobby }
  const swap = (change: object = {}) =>
    local.execute(
      'alice',
      factory,
      {
        execute_swap_request: {
          asset_in: { token: 'usdc', token_type: USDC },
          amount_in: '1001',
          ...swapTerms,
          partner_fee,
          ...change,
        },
      },
      coins(1001),
    )

  test.each([
    { name: 'is paid once the swap has succeeded', ok: true, partner: 4n, back: 0n },
    { name: 'goes back with the amount when it has not', ok: false, partner: 0n, back: 1001n },
  ])('of 30 bps, rounded up, $name', async ({ ok, partner, back }) => {
    const escrow = await escrowOf('usdc')
    const before = await local.uusdc(bobby)
    await swap()
    const { sequence, packet } = await lastPacket()
    expect(packet).toMatchObject({
      swap: {
        amount_in: '997',
        partner_fee_amount: '4',
        partner_fee_recipient: { chain_uid: 'osmosis', address: bobby },
      },
    })
    expect(await escrowOf('usdc')).toBe(escrow + 997n)
    const own = await local.uusdc(alice)
    await acknowledge(sequence, ok)
    expect((await local.uusdc(bobby)) - before).toBe(partner)
    expect((await local.uusdc(alice)) - own).toBe(back)
    await expectBacked()
  })

  test.each([
    { name: 'an empty route', change: { swaps: [] }, error: 'Empty Swap not allowed' },
    {
      name: 'a route that begins elsewhere',
      change: { swaps: [{ token_in: 'osmo', token_out: 'usdt' }] },
      error: "Token in doesn't match swap route",
    },
    {
      name: 'a route that ends elsewhere',
      change: { swaps: [{ token_in: 'usdc', token_out: 'osmo' }] },
      error: "Token out doesn't match swap route",
    },
    { name: 'nothing as the least', change: { min_amount_out: '0' }, error: 'is zero' },
  ])("a swap with $name is refused in the user's own transaction", async ({ change, error }) => {
    await expect(swap(change)).rejects.toThrow(error)
  })
})

describe('liquidity', () => {
  const vlp = 'euclid1vlp'
  const sender = { chain_uid: 'osmosis', address: alice }
  const added = (mint_lp_tokens: string) => ({
    ok: { mint_lp_tokens, vlp_address: vlp, tx_id: 'x', sender },
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
      name: 'usdc-usdt LP',
      symbol: 'usdc-usdt LP',
      decimals: 6,
      total_supply: '50',
    })
    const tokens = { token_1: 'usdc', token_2: 'usdt' }
    expect(await local.ask(factory, { get_vlp: { pair: tokens } })).toEqual({ vlp_address: vlp })
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
    expect(packet).toEqual({
      remove_liquidity: {
        sender,
        lp_allocation: '10',
        pair: remove_liquidity.pair,
        recipient: sender,
        tx_id: expect.stringContaining(alice),
      },
    })
    await acknowledge(sequence, ok)
    expect(await local.cw20(token, alice)).toBe(left)
    expect(await local.cw20(token, factory)).toBe(0n)
  })

  test('for several with limits is said as the message does', async () => {
    const other = { chain_uid: 'osmosis', address: bobby }
    const cross_chain_addresses = [
      { user: sender, limit: { less_than_or_equal: '5' } },
      { user: other, limit: null },
    ]
    const tokens = { token_1: 'usdc', token_2: 'usdt' }
    const remove_liquidity = { pair: tokens, timeout: null, cross_chain_addresses }
    await local.execute('alice', await lpToken(), send('10', { remove_liquidity }))
    const { sequence, packet } = await lastPacket()
    expect(packet).toEqual({
      remove_liquidity: {
        sender,
        lp_allocation: '10',
        pair: tokens,
        cross_chain_addresses: [
          { user: sender, limit: { less_than_or_equal: '5' } },
          { user: other, limit: { dynamic: '0' } },
        ],
        tx_id: expect.stringContaining(alice),
      },
    })
    await acknowledge(sequence, false)
  })

  test('in a pool that was created here goes by the name that it was given', async () => {
    await local.execute('alice', usdt, allowance)
    const body = {
      pair: pair_info,
      pool_config: { constant_product: {} },
      lp_token_name: 'Shares',
      lp_token_symbol: 'SHR',
      lp_token_decimal: 9,
      lp_token_marketing: null,
      slippage_tolerance_bps: 100,
      timeout: null,
    }
    await local.execute('alice', factory, { request_pool_creation: body }, coins(30))
    const { sequence } = await lastPacket()
    const named = { mint_lp_tokens: '5', vlp_contract: 'euclid1other', tx_id: 'x', sender }
    await acknowledge(sequence, true, { ok: named })
    const found = await local.ask(factory, { get_l_p_token: { vlp: 'euclid1other' } })
    const { token_address } = z.object({ token_address: z.string() }).parse(found)
    expect(await local.ask(token_address, { token_info: {} })).toEqual({
      name: 'Shares',
      symbol: 'SHR',
      decimals: 9,
      total_supply: '5',
    })
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
    const release_escrow = {
      sender: { chain_uid: 'base', address: '0xabc' },
      token: 'usdc',
      recipient: bobby,
      amount: '11',
      denom: USDC,
      forwarding_message: null,
      tx_id: 'base:0xabc:31337:1:1',
      ...change,
    }
    const msg = encode({ release_escrow })
    await local.execute(from, factory, { receive_packet: { sequence, timeout_at, msg } })
    const Answer = z.object({ acknowledgement: z.object({ ok: z.boolean(), msg: z.string() }) })
    const query = { packet_acknowledgement: { sequence } }
    const { acknowledgement } = Answer.parse(await local.ask(factory, query))
    return { ok: acknowledgement.ok, msg: decode(acknowledgement.msg), sequence, packet: msg }
  }

  test('pays out of escrow, once', async () => {
    const before = await local.uusdc(bobby)
    const left = (await escrowOf('usdc')) - 11n
    const { ok, msg, packet } = await receive({})
    const paid = { amount: '11', to_address: bobby, escrow_balance: `${left}` }
    expect({ ok, msg }).toEqual({ ok: true, msg: { ok: paid } })
    expect(await local.uusdc(bobby)).toBe(before + 11n)
    const again = { sequence, timeout_at: 4_000_000_000, msg: packet }
    await expect(
      local.execute('packetRelayer', factory, { receive_packet: again }),
    ).rejects.toThrow('received before')
    await expectBacked()
  })

  test('pays cw20 tokens too', async () => {
    const { ok } = await receive({ token: 'usdt', denom: USDT })
    expect(ok).toBe(true)
    expect(await local.cw20(usdt, bobby)).toBe(11n)
    await expectBacked()
  })

  test.each([
    { name: 'of more than is in escrow', change: { amount: `${START}` }, says: 'escrow holds' },
    { name: 'past its time', change: {}, timeout: 1_000, says: 'PacketTimedOut' },
    {
      name: 'to no address',
      change: { token: 'usdt', denom: USDT, recipient: 'x' },
      says: 'not an address',
    },
    { name: 'to no bank address', change: { recipient: 'nobody' }, says: 'nobody' },
    {
      name: 'with a message',
      change: { forwarding_message: 'e30=' },
      says: 'forwards no messages',
    },
    { name: 'of no sense', change: { amount: 'x' }, says: 'not a release' },
    { name: 'with a field that nobody knows', change: { memo: '' }, says: 'not a release' },
    { name: 'of vouchers', change: { denom: { voucher: {} } }, says: 'not a release' },
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

test('a packet that the hub received too late is given back by its answer, and by nothing else', async () => {
  const before = await local.uusdc(alice)
  await local.execute('alice', factory, { deposit_token }, coins(70))
  const { sequence, timeout_at } = await lastPacket()
  aheadMs = timeout_at * 1000 + 2000 - Date.now()
  const time = local.execute('packetRelayer', factory, { timeout_packet: { sequence } })
  await expect(time).rejects.toThrow('unknown variant')
  expect(await lastPacket()).toMatchObject({ sequence })
  await acknowledge(sequence, false, { error: 'PacketTimedOut' })
  expect(await local.uusdc(alice)).toBe(before)
  await expectBacked()
})

test.each([
  { generation: 'interface', most: 10, of: () => local },
  { generation: 'published', most: 50, of: () => published },
])(
  'on $generation an account has $most packets under way, and no more',
  async ({ generation, most, of }) => {
    const chain = of()
    const liveDeposit = {
      amount_in: '1',
      asset_in: deposit_token.asset_in,
      recipients: [{ ...voucherFor('1'), recipient }],
      cross_chain_config: {},
    }
    const message = generation === 'published' ? liveDeposit : { ...deposit_token, amount_in: '1' }
    const deposit = (name: 'alice' | 'bobby') =>
      chain.execute(name, factory, { deposit_token: message }, coins(1))
    const pending = async () =>
      Pending.parse(await chain.ask(factory, { pending_packets: {} })).packets
    const free = most - (await pending()).length
    for (let sent = 0; sent < free; sent += 1) await deposit('alice')
    await expect(deposit('alice')).rejects.toThrow(
      `Rate limit exceeded: limit ${most}, actual ${most}`,
    )
    await deposit('bobby')
    const [first] = await pending()
    if (!first) throw new Error('nothing was sent')
    await chain.execute('packetRelayer', factory, {
      acknowledge_packet: { sequence: first.sequence, ok: true, msg: encode({ ok: {} }) },
    })
    await deposit('alice')
  },
)
