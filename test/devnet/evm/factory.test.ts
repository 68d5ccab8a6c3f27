import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  toHex,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import ReentrantToken from '../../../contracts/artifacts/ReentrantToken.json' with { type: 'json' }
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import {
  factoryPacketAbi,
  packetAbi,
  releasePacketAbi,
} from '../../../src/core/tracking/packet-abi.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import {
  config,
  eventsOf,
  NATIVE,
  recipient,
  smart,
  startLocalFactory,
  VOUCHER,
} from './local-factory.ts'

const alice = evmAccount('alice').address
const bobby = evmAccount('bobby').address
const errors = parseAbi([
  'error NotRelayer(address caller)',
  'error ZeroAmount()',
  'error WrongValue(uint256 sent, uint256 needed)',
  'error UnsupportedTokenType(string token_type)',
  'error MissingNativeDenom()',
  'error NotAnErc20(string erc20_address)',
  'error InvalidTimeout(uint256 timeout, uint256 minimum, uint256 maximum)',
  'error AlreadyReceived(uint64 sequence)',
  'error NotAwaitingAcknowledgement(uint64 sequence)',
  'error NoRecipients()',
  'error InvalidRecipient(uint256 index)',
  'error InvalidLimit(uint256 index, string limit_type, uint256 value)',
  'error PartnerFeeTooHigh(uint64 partner_fee_bps, uint64 maximum)',
  'error EmptyToken()',
])
const abi = [...factoryAbi, ...packetAbi, ...errors]

let local: Awaited<ReturnType<typeof startLocalFactory>>
beforeAll(async () => {
  local = await startLocalFactory()
  await approve(maxUint256)
})
afterAll(() => local.chain.stop())

async function approve(amount: bigint) {
  const { walletOf, usdc, factory, mined } = local
  const request = {
    address: usdc,
    abi: erc20Abi,
    functionName: 'approve',
    args: [factory, amount],
  } as const
  await mined(await walletOf('alice').writeContract(request))
}

async function deposit(tokenType: typeof NATIVE, amount: bigint, forwarding: `0x${string}` = '0x') {
  const { walletOf, factory, mined } = local
  const asset = { token: tokenType.token_type === 'native' ? 'eth' : 'usdc', token_type: tokenType }
  const hash = await walletOf('alice').writeContract({
    address: factory,
    abi,
    functionName: 'depositToken',
    args: [asset, amount, [recipient(amount, forwarding)], config()],
    value: tokenType.token_type === 'native' ? amount : 0n,
    gas: 300000n,
  })
  return mined(hash)
}

const sequenceOf = (receipt: Awaited<ReturnType<typeof deposit>>) => {
  const sent = eventsOf(receipt).find((event) => event.eventName === 'SendPacket')
  if (sent?.eventName !== 'SendPacket') throw new Error('nothing was sent')
  return sent.args.sequence
}

async function acknowledge(sequence: bigint, ok: boolean) {
  const args = [sequence, ok, toHex(ok ? '{"ok":{}}' : '{"error":"no"}')] as const
  return local.mined(
    await local.walletOf('packetRelayer').writeContract({
      address: local.factory,
      abi,
      functionName: 'acknowledgePacket',
      args,
      gas: 1_000_000n,
    }),
  )
}

const FAR = 4_000_000_000n
let hubSequence = 1_000n
async function release(change: {
  token_type?: typeof NATIVE
  amount?: bigint
  to_address?: string
  timeout_at?: bigint
  forwarding_message?: `0x${string}`
}) {
  const { timeout_at = FAR, ...packet } = change
  const value = {
    tx_id: 'neuron:euclid1x:neuron-local-1:7:0:1',
    token: 'usdc',
    token_type: smart(local.usdc),
    amount: 1n,
    to_address: bobby,
    forwarding_message: '0x',
    ...packet,
  } as const
  hubSequence += 1n
  const args = [hubSequence, encodeAbiParameters(releasePacketAbi, [value]), timeout_at] as const
  const receipt = await local.mined(
    await local.walletOf('packetRelayer').writeContract({
      address: local.factory,
      abi,
      functionName: 'receivePacket',
      args,
      gas: 1_000_000n,
    }),
  )
  const written = eventsOf(receipt).find((event) => event.eventName === 'WriteAcknowledgement')
  if (written?.eventName !== 'WriteAcknowledgement')
    throw new Error('no acknowledgement was written')
  return {
    ok: written.args.ok,
    msg: Buffer.from(written.args.msg.slice(2), 'hex').toString(),
    events: eventsOf(receipt),
    sequence: hubSequence,
  }
}

describe('a deposit', () => {
  test.each([
    { name: 'of an ERC-20', kind: () => smart(local.usdc), denom: () => local.usdc, token: 'usdc' },
    { name: 'of the native currency', kind: () => NATIVE, denom: () => zeroAddress, token: 'eth' },
  ])('$name is escrowed and forwarded with its whole calldata', async ({ kind, denom, token }) => {
    const receipt = await deposit(kind(), 5_000_000n)
    const events = eventsOf(receipt)
    expect(events.map((event) => event.eventName)).toEqual([
      'Transaction',
      'EscrowChange',
      'SendPacket',
    ])
    const [transaction, escrow, sent] = events
    if (
      transaction?.eventName !== 'Transaction' ||
      escrow?.eventName !== 'EscrowChange' ||
      sent?.eventName !== 'SendPacket'
    )
      throw new Error('other events')
    const { sequence, tx_id } = transaction.args
    expect(tx_id).toBe(`base:${alice.toLowerCase()}:31337:${receipt.blockNumber}:${sequence}`)
    expect(transaction.args).toMatchObject({ sender: alice, tx_type: 'deposit_token' })
    expect(escrow.args).toEqual({
      tx_id,
      token,
      denom: denom(),
      amount: 5_000_000n,
      increase: true,
    })
    const { timestamp } = await local.reader.getBlock({ blockNumber: receipt.blockNumber })
    expect(sent.args).toMatchObject({ sequence, tx_id, timeout_at: timestamp + 60n })

    const [packet] = decodeAbiParameters(factoryPacketAbi, sent.args.msg)
    expect(packet).toMatchObject({ tx_id, sender: alice.toLowerCase() })
    const { input } = await local.reader.getTransaction({ hash: receipt.transactionHash })
    expect(packet.call).toBe(input)
    expect(decodeFunctionData({ abi: factoryAbi, data: packet.call }).functionName).toBe(
      'depositToken',
    )
    expect(
      await local.reader.readContract({
        address: local.factory,
        abi,
        functionName: 'awaitsAcknowledgement',
        args: [sequence],
      }),
    ).toBe(true)
  })

  test('with a 300-byte message stays well below the 300,000 gas that wallets are given, on first use too', async () => {
    const fresh = await startLocalFactory()
    try {
      const { walletOf, usdc, factory, mined } = fresh
      await mined(
        await walletOf('alice').writeContract({
          address: usdc,
          abi: erc20Abi,
          functionName: 'approve',
          args: [factory, 1n],
        }),
      )
      const args = [
        { token: 'usdc', token_type: smart(usdc) },
        1n,
        [recipient(1n, `0x${'ab'.repeat(300)}`)],
        config(),
      ] as const
      const receipt = await mined(
        await walletOf('alice').writeContract({
          address: factory,
          abi,
          functionName: 'depositToken',
          args,
          gas: 300_000n,
        }),
      )
      expect(receipt.status).toBe('success')
      expect(receipt.gasUsed).toBeLessThan(250_000n)
    } finally {
      await fresh.chain.stop()
    }
  })
})

describe('misuse is refused with a reason', () => {
  const one = [recipient(1n)]
  const asset = (token_type: typeof NATIVE, token = 'eth') => ({ token, token_type })
  const limited = (limit_type: string, value: bigint) => [
    { ...recipient(1n), amount: { limit_type, value } },
  ]
  const misuses: {
    name: string
    error: string
    args: () => [
      ReturnType<typeof asset>,
      bigint,
      ReturnType<typeof limited>,
      ReturnType<typeof config>,
    ]
    value?: bigint
  }[] = [
    {
      name: 'value below the amount',
      error: 'WrongValue',
      args: () => [asset(NATIVE), 5n, one, config()],
      value: 4n,
    },
    {
      name: 'value above the amount',
      error: 'WrongValue',
      args: () => [asset(NATIVE), 5n, one, config()],
      value: 6n,
    },
    {
      name: 'value with an ERC-20',
      error: 'WrongValue',
      args: () => [asset(smart(local.usdc)), 1n, one, config()],
      value: 1n,
    },
    { name: 'a zero amount', error: 'ZeroAmount', args: () => [asset(NATIVE), 0n, one, config()] },
    {
      name: 'a voucher',
      error: 'UnsupportedTokenType',
      args: () => [asset(VOUCHER), 1n, one, config()],
    },
    {
      name: 'an unknown kind of token',
      error: 'UnsupportedTokenType',
      args: () => [asset({ ...NATIVE, token_type: 'cw20' }), 1n, one, config()],
    },
    {
      name: 'a native token without denom',
      error: 'MissingNativeDenom',
      args: () => [asset({ ...NATIVE, native_denom: '' }), 1n, one, config()],
      value: 1n,
    },
    {
      name: 'a token that is no address',
      error: 'NotAnErc20',
      args: () => [asset(smart('usdc')), 1n, one, config()],
    },
    {
      name: 'a token without code',
      error: 'NotAnErc20',
      args: () => [asset(smart(bobby)), 1n, one, config()],
    },
    {
      name: 'an empty token id',
      error: 'EmptyToken',
      args: () => [asset(NATIVE, ''), 1n, one, config()],
      value: 1n,
    },
    {
      name: 'no recipients',
      error: 'NoRecipients',
      args: () => [asset(NATIVE), 1n, [], config()],
      value: 1n,
    },
    {
      name: 'a recipient without chain',
      error: 'InvalidRecipient',
      args: () => [
        asset(NATIVE),
        1n,
        [{ ...recipient(1n), recipient: { chain_uid: '', sender: 'x' } }],
        config(),
      ],
      value: 1n,
    },
    {
      name: 'a recipient of an unknown kind',
      error: 'UnsupportedTokenType',
      args: () => [
        asset(NATIVE),
        1n,
        [{ ...recipient(1n), denom: { ...VOUCHER, token_type: '' } }],
        config(),
      ],
      value: 1n,
    },
    {
      name: 'an unknown limit',
      error: 'InvalidLimit',
      args: () => [asset(NATIVE), 1n, limited('about', 1n), config()],
      value: 1n,
    },
    {
      name: 'dynamic with a value',
      error: 'InvalidLimit',
      args: () => [asset(NATIVE), 1n, limited('dynamic', 1n), config()],
      value: 1n,
    },
    {
      name: 'equal to nothing',
      error: 'InvalidLimit',
      args: () => [asset(NATIVE), 1n, limited('equal', 0n), config()],
      value: 1n,
    },
    {
      name: 'timeout 29',
      error: 'InvalidTimeout',
      args: () => [asset(NATIVE), 1n, one, config(29n)],
      value: 1n,
    },
    {
      name: 'timeout 241',
      error: 'InvalidTimeout',
      args: () => [asset(NATIVE), 1n, one, config(241n)],
      value: 1n,
    },
  ]
  test.each(misuses)('$name: $error', async ({ error, args, value = 0n }) => {
    const call = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'depositToken',
      args: args(),
      value,
      account: alice,
    })
    await expect(call).rejects.toThrow(error)
  })

  test.each([30n, 240n])('timeout %i is allowed', async (timeout) => {
    const args = [asset(NATIVE), 1n, one, config(timeout)] as const
    const call = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'depositToken',
      args,
      value: 1n,
      account: alice,
    })
    await expect(call).resolves.toBeDefined()
  })

  test.each(['receivePacket', 'acknowledgePacket'] as const)(
    '%s by anyone but the relayer: NotRelayer',
    async (functionName) => {
      const common = { address: local.factory, abi, account: alice } as const
      const call =
        functionName === 'receivePacket'
          ? local.reader.simulateContract({ ...common, functionName, args: [1n, '0x', FAR] })
          : local.reader.simulateContract({ ...common, functionName, args: [1n, false, '0x'] })
      await expect(call).rejects.toThrow('NotRelayer')
    },
  )
})

test('a token that calls back in the middle of its transfer is not booked twice', async () => {
  const { factory, mined, reader, walletOf } = local
  const token = parseAbi(['function arm(address factory, bytes call, uint256 amount)'])
  const bytecode = ReentrantToken.bytecode as Hex // checked against a rebuild by the artifact test
  const deployed = await mined(await walletOf('alice').deployContract({ abi: token, bytecode }))
  const address = deployed.contractAddress ?? zeroAddress
  const asset = { token: 'usdc', token_type: smart(address) }
  const call = {
    abi: [...abi, ...parseAbi(['error ReentrancyGuardReentrantCall()'])],
    functionName: 'depositToken',
    args: [asset, 5n, [recipient(5n)], config()],
  } as const
  const arming = [factory, encodeFunctionData(call), 5n] as const
  const arm = { address, abi: token, functionName: 'arm', args: arming } as const
  await mined(await walletOf('alice').writeContract(arm))
  const attempt = reader.simulateContract({ ...call, address: factory, account: alice })
  await expect(attempt).rejects.toThrow('ReentrancyGuardReentrantCall')
})

describe('the other operations', () => {
  const pair = (amount_1: bigint, amount_2: bigint) => ({
    token_1: { token: 'eth', amount: amount_1, token_type: NATIVE },
    token_2: { token: 'usdc', amount: amount_2, token_type: smart(local.usdc) },
  })
  const fee = { partner_fee_bps: 30n, recipient: zeroAddress } as const
  const user = { chain_uid: 'base', sender: alice.toLowerCase() }
  const send = async (call: Pick<Parameters<typeof write>[0], 'functionName' | 'args' | 'value'>) =>
    local.mined(await write(call))
  // The union of six argument tuples is more than inference follows from a table: viem checks them at run time.
  const untyped: Abi = abi
  const write = (call: { functionName: string; args: readonly unknown[]; value?: bigint }) =>
    local.walletOf('alice').writeContract({
      address: local.factory,
      abi: untyped,
      gas: 500_000n,
      ...call,
    })

  test.each([
    {
      tx_type: 'swap',
      taken: 1,
      call: () => ({
        functionName: 'swap',
        args: [
          { token: 'eth', token_type: NATIVE },
          3n,
          'usdc',
          1n,
          [],
          [recipient(1n)],
          fee,
          config(),
        ],
        value: 3n,
      }),
    },
    {
      tx_type: 'swap',
      taken: 0,
      call: () => ({
        functionName: 'swap',
        args: [
          { token: 'eth', token_type: VOUCHER },
          3n,
          'usdc',
          1n,
          [],
          [recipient(1n)],
          fee,
          config(),
        ],
      }),
    },
    {
      tx_type: 'transfer_voucher',
      taken: 0,
      call: () => ({
        functionName: 'transferVoucher',
        args: ['usdc', 3n, user, [recipient(1n)], config()],
      }),
    },
    {
      tx_type: 'add_liquidity',
      taken: 2,
      call: () => ({
        functionName: 'add_liquidity',
        args: [pair(3n, 4n), 50n, config()],
        value: 3n,
      }),
    },
    {
      tx_type: 'pool_creation',
      taken: 2,
      call: () => ({
        functionName: 'request_pool_creation',
        args: [pair(3n, 4n), { pool_type: 'cp', amp_factor: 0n }, 'LP', 'LP', 6, 50n, config()],
        value: 3n,
      }),
    },
  ])(
    '$tx_type forwards, takes $taken tokens, and gives them back when refused',
    async ({ tx_type, taken, call }) => {
      const before = await local.balanceOf(local.usdc, local.factory)
      const receipt = await send(call())
      expect(receipt.status).toBe('success')
      const events = eventsOf(receipt)
      expect(
        events.flatMap((event) => (event.eventName === 'Transaction' ? [event.args.tx_type] : [])),
      ).toEqual([tx_type])
      expect(events.filter((event) => event.eventName === 'EscrowChange')).toHaveLength(taken)
      const refund = eventsOf(await acknowledge(sequenceOf(receipt), false))
      expect(
        refund.filter((event) => event.eventName === 'EscrowChange' && !event.args.increase),
      ).toHaveLength(taken)
      expect(await local.balanceOf(local.usdc, local.factory)).toBe(before)
    },
  )

  test('a partner fee above 30 bps is refused', async () => {
    const args = [
      { token: 'eth', token_type: NATIVE },
      3n,
      'usdc',
      1n,
      [],
      [recipient(1n)],
      { ...fee, partner_fee_bps: 31n },
      config(),
    ] as const
    const call = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'swap',
      args,
      value: 3n,
      account: alice,
    })
    await expect(call).rejects.toThrow('PartnerFeeTooHigh')
  })

  test('value that no token asked for is refused', async () => {
    const args = ['usdc', 3n, user, [recipient(1n)], config()] as const
    const call = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'transferVoucher',
      args,
      value: 3n,
      account: alice,
    })
    await expect(call).rejects.toThrow('WrongValue')
  })
})

describe('an acknowledgement', () => {
  test.each([
    { name: 'that refuses gives everything back', ok: false, back: 7_000n },
    { name: 'that accepts keeps the escrow', ok: true, back: 0n },
  ])('$name, once', async ({ ok, back }) => {
    const sequence = sequenceOf(await deposit(smart(local.usdc), 7_000n))
    const before = await local.balanceOf(local.usdc, alice)
    const events = eventsOf(await acknowledge(sequence, ok))
    expect(events[0]).toMatchObject({ eventName: 'ReceiveAcknowledgement', args: { sequence, ok } })
    expect((await local.balanceOf(local.usdc, alice)) - before).toBe(back)
    const args = [sequence, ok, '0x'] as const
    const again = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'acknowledgePacket',
      args,
      account: evmAccount('packetRelayer'),
    })
    await expect(again).rejects.toThrow('NotAwaitingAcknowledgement')
  })

  test('refunds the native currency too', async () => {
    const sequence = sequenceOf(await deposit(NATIVE, 9_000n))
    const before = await local.reader.getBalance({ address: alice })
    await acknowledge(sequence, false)
    expect((await local.reader.getBalance({ address: alice })) - before).toBe(9_000n)
  })
})

describe('a release', () => {
  test.each([
    {
      name: 'an ERC-20',
      kind: () => smart(local.usdc),
      held: (owner: Address) => local.balanceOf(local.usdc, owner),
    },
    {
      name: 'the native currency',
      kind: () => NATIVE,
      held: (owner: Address) => local.reader.getBalance({ address: owner }),
    },
  ])('pays $name out of escrow, once', async ({ kind, held }) => {
    await acknowledge(sequenceOf(await deposit(kind(), 500n)), true)
    const before = await held(bobby)
    const { ok, msg, sequence, events } = await release({ token_type: kind(), amount: 500n })
    expect({ ok, msg }).toEqual({ ok: true, msg: 'released' })
    expect(events.map((event) => event.eventName)).toEqual([
      'ReceivePacket',
      'EscrowChange',
      'WriteAcknowledgement',
    ])
    expect((await held(bobby)) - before).toBe(500n)
    expect(
      await local.reader.readContract({
        address: local.factory,
        abi,
        functionName: 'received',
        args: [sequence],
      }),
    ).toBe(true)
    const again = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'receivePacket',
      args: [sequence, '0x', FAR],
      account: evmAccount('packetRelayer'),
      gas: 1_000_000n,
    })
    await expect(again).rejects.toThrow('AlreadyReceived')
  })

  test.each([
    {
      name: 'more than the escrow holds',
      change: () => ({ amount: 10n ** 30n }),
      says: 'escrow holds',
    },
    {
      name: 'to something that is no address',
      change: () => ({ to_address: 'euclid1abc' }),
      says: 'no such address',
    },
    {
      name: 'to the zero address',
      change: () => ({ to_address: zeroAddress }),
      says: 'no such address',
    },
    { name: 'of a voucher', change: () => ({ token_type: VOUCHER }), says: 'not a real token' },
    {
      name: 'of a token without code',
      change: () => ({ token_type: smart(bobby) }),
      says: 'no such token',
    },
    { name: 'past its timeout', change: () => ({ timeout_at: 1n }), says: 'timed out at 1' },
    {
      name: 'with a message to forward',
      change: () => ({ forwarding_message: '0x01' as const }),
      says: 'forwards no messages',
    },
    {
      name: 'of native currency to a contract that takes none',
      change: () => ({ token_type: NATIVE, to_address: local.usdc }),
      says: 'transfer to the recipient failed',
    },
  ])('$name is answered, not reverted, and moves nothing', async ({ change, says }) => {
    await acknowledge(sequenceOf(await deposit(NATIVE, 10n)), true)
    const { ok, msg, events } = await release(change())
    expect(ok).toBe(false)
    expect(msg).toContain(says)
    expect(events.map((event) => event.eventName)).toEqual([
      'ReceivePacket',
      'WriteAcknowledgement',
    ])
  })

  test('with too little gas reverts instead of refusing a good payment for good', async () => {
    const value = {
      tx_id: 'x',
      token: 'usdc',
      token_type: smart(local.usdc),
      amount: 1n,
      to_address: bobby,
      forwarding_message: '0x',
    } as const
    const args = [77n, encodeAbiParameters(releasePacketAbi, [value]), FAR] as const
    const receipt = await local.mined(
      await local.walletOf('packetRelayer').writeContract({
        address: local.factory,
        abi,
        functionName: 'receivePacket',
        args,
        gas: 250_000n,
      }),
    )
    expect(receipt.status).toBe('reverted')
    expect(
      await local.reader.readContract({
        address: local.factory,
        abi,
        functionName: 'received',
        args: [77n],
      }),
    ).toBe(false)
  })
})
