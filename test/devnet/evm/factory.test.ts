import fc from 'fast-check'
import {
  encodeFunctionData,
  erc20Abi,
  hexToBytes,
  hexToString,
  maxUint256,
  parseAbi,
  stringToHex,
  toHex,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import ReentrantToken from '../../../contracts/artifacts/ReentrantToken.json' with { type: 'json' }
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { factoryViewAbi, packetAbi } from '../../../src/core/tracking/packet-abi.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import { readPacket } from '../../../src/devnet/hub/read-packet.ts'
import { readPacketJson } from '../../../src/core/tracking/packet-json.ts'
import { localFactoryAbi } from '../../../src/devnet/evm/local-factory-abi.ts'
import {
  config,
  eventsOf,
  HUB_PORT,
  NATIVE,
  recipient,
  sentPacket,
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
  'error NotADeposit(string token_type)',
  'error NotPlainText(string text)',
  'error AddressNotLowerCase(string text)',
  'error EmptySwap()',
  'error TokenInNotInRoute(string token, string route)',
  'error TokenOutNotInRoute(string token, string route)',
  'error OtherPacket(uint256 sequence)',
  'error NotAnAcknowledgement(bytes acknowledgment)',
  'error UnknownPoolType(string pool_type)',
  'error AmountTooLarge(uint256 amount, uint256 maximum)',
  'error MissingNativeDenom()',
  'error NotAnErc20(string erc20_address)',
  'error InvalidTimeout(uint256 timeout, uint256 minimum, uint256 maximum)',
  'error AlreadyReceived(uint256 sequence)',
  'error NotAwaitingAcknowledgement(uint256 sequence)',
  'error InvalidRecipient(uint256 index)',
  'error InvalidLimit(uint256 index, string limit_type, uint256 value)',
  'error PartnerFeeTooHigh(uint64 partner_fee_bps, uint64 maximum)',
  'error EmptyToken()',
])
const abi = [...factoryAbi, ...factoryViewAbi, ...packetAbi, ...localFactoryAbi, ...errors]

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

type Sent = Pick<ReturnType<typeof sentPacket>, 'sequence' | 'msg'>
const sentBy = (receipt: Awaited<ReturnType<typeof deposit>>) => sentPacket(receipt)

async function acknowledge(
  { sequence, msg }: Sent,
  ok: boolean,
  answer = ok ? '{"ok":[49]}' : '{"error":"no"}',
) {
  const receipt = await local.mined(
    await local.walletOf('packetRelayer').writeContract({
      address: local.factory,
      abi,
      functionName: 'acknowledgePacket',
      args: [sequence, msg, toHex(answer)],
      gas: 1_000_000n,
    }),
  )
  expect(receipt.status).toBe('success')
  expect(eventsOf(receipt)).toEqual([])
  return receipt
}

const FAR = 4_000_000_000n
let hubSequence = 1_000n
const releaseText = (change: object = {}) =>
  JSON.stringify({
    release_escrow: {
      sender: { chain_uid: 'neuron', address: 'euclid1x' },
      token: 'usdc',
      recipient: bobby,
      amount: '1',
      denom: { smart: { contract_address: local.usdc } },
      forwarding_message: null,
      tx_id: 'neuron:euclid1x:neuron-local-1:7:0:1',
      ...change,
    },
  })

async function receive(text: string, timeout = FAR) {
  hubSequence += 1n
  const receipt = await local.mined(
    await local.walletOf('packetRelayer').writeContract({
      address: local.factory,
      abi,
      functionName: 'receivePacket',
      args: [hubSequence, stringToHex(text), timeout],
      gas: 3_000_000n,
    }),
  )
  const [written, ...others] = eventsOf(receipt)
  if (written?.eventName !== 'WriteAcknowledgment' || others.length > 0)
    throw new Error('other events than one acknowledgement')
  const answer: unknown = JSON.parse(hexToString(written.args.acknowledgment))
  return { answer, written: written.args, sequence: hubSequence }
}

describe('a deposit', () => {
  test.each([
    { name: 'of an ERC-20', kind: () => smart(local.usdc), denom: () => local.usdc, token: 'usdc' },
    { name: 'of the native currency', kind: () => NATIVE, denom: () => zeroAddress, token: 'eth' },
  ])(
    '$name is escrowed, and its packet is the JSON that is published',
    async ({ kind, denom, token }) => {
      const escrowed = () =>
        local.reader.readContract({
          address: local.factory,
          abi,
          functionName: 'escrowOf',
          args: [denom()],
        })
      const before = await escrowed()
      const receipt = await deposit(kind(), 5_000_000n, stringToHex('{"a":"b"}'))
      expect((await escrowed()) - before).toBe(5_000_000n)
      expect(eventsOf(receipt).map((event) => event.eventName)).toEqual(['SendPacket'])
      const { sequence, text, msg: _, ...rest } = sentBy(receipt)
      const { timestamp } = await local.reader.getBlock({ blockNumber: receipt.blockNumber })
      expect(rest).toEqual({
        source_port: `base.${local.factory.toLowerCase()}`,
        destination_port: HUB_PORT,
        timeout: timestamp + 60n,
        destination_chain_type: 'cosmos',
      })
      const account = alice.toLowerCase()
      // As text: the order of the keys is published too.
      expect(text).toBe(
        JSON.stringify({
          deposit_token: {
            sender: { chain_uid: 'base', address: account },
            asset_in: {
              token,
              token_type:
                token === 'eth'
                  ? { native: { denom: 'eth' } }
                  : { smart: { contract_address: local.usdc } },
            },
            amount_in: '5000000',
            recipients: [
              {
                recipient: { chain_uid: 'neuron', address: recipient(1n).recipient.sender },
                amount: { equal: '5000000' },
                denom: { voucher: {} },
                forwarding_message: 'eyJhIjoiYiJ9',
                unsafe_refund_as_voucher: false,
              },
            ],
            tx_id: `base:${account}:31337:${receipt.blockNumber}:${sequence}`,
          },
        }),
      )
      const awaited = {
        address: local.factory,
        abi,
        functionName: 'awaitsAcknowledgement',
        args: [sequence],
      } as const
      expect(await local.reader.readContract(awaited)).toBe(true)
    },
  )

  test('of a fresh factory has the sequence 0, and the next one 1', async () => {
    const fresh = await startLocalFactory()
    try {
      for (const expected of [0n, 1n]) {
        const hash = await fresh.walletOf('alice').writeContract({
          address: fresh.factory,
          abi,
          functionName: 'depositToken',
          args: [{ token: 'eth', token_type: NATIVE }, 1n, [], config()],
          value: 1n,
        })
        expect(sentPacket(await fresh.mined(hash)).sequence).toBe(expected)
      }
    } finally {
      await fresh.chain.stop()
    }
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
      error: 'NotADeposit',
      args: () => [asset(VOUCHER), 1n, one, config()],
    },
    {
      name: 'an unknown kind of token',
      error: 'NotADeposit',
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
      name: 'a recipient in capitals',
      error: 'AddressNotLowerCase',
      args: () => [
        asset(NATIVE),
        1n,
        [{ ...recipient(1n), recipient: { chain_uid: 'base', sender: bobby } }],
        config(),
      ],
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

  test('no recipients are fine: then the vouchers stay with the sender', async () => {
    const args = [asset(NATIVE), 1n, [], config()] as const
    const call = { address: local.factory, abi, functionName: 'depositToken', args } as const
    await expect(
      local.reader.simulateContract({ ...call, value: 1n, account: alice }),
    ).resolves.toBeDefined()
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
          : local.reader.simulateContract({ ...common, functionName, args: [1n, '0x', '0x'] })
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
  const fee = { partner_fee_bps: 0n, recipient: zeroAddress } as const
  const hop = { token_in: 'eth', token_out: 'usdc', test_fail: false }
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
          [hop],
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
          [hop],
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
    {
      tx_type: 'transfer_voucher',
      taken: 0,
      call: () => ({
        functionName: 'transferVoucher',
        args: ['usdc', 3n, { chain_uid: '', sender: '' }, [], config()],
      }),
    },
  ])(
    '$tx_type is sent as a packet that can be read, takes $taken tokens, and gives them back when refused',
    async ({ tx_type, taken, call }) => {
      const before = await local.balanceOf(local.usdc, local.factory)
      const receipt = await send(call())
      expect(receipt.status).toBe('success')
      const sent = sentBy(receipt)
      const packet = readPacket(
        { chain_uid: 'base', chain_id: '31337', factory: local.factory, chain_type: 'evm' },
        hexToBytes(sent.msg),
      )
      expect(packet.sender).toEqual({ chain_uid: 'base', address: alice.toLowerCase() })
      expect(packet.txId).toBe(
        `base:${alice.toLowerCase()}:31337:${receipt.blockNumber}:${sent.sequence}`,
      )
      // The hub's own reader, which takes nothing that it does not know.
      expect(packet.readCall()).toMatchObject({ type: tx_type })
      const facts = readPacketJson(sent.text)
      expect(facts?.type).toBe(tx_type)
      expect(facts?.said.filter(({ kind }) => kind === 'escrow_change')).toHaveLength(taken)
      const own = await local.reader.getBalance({ address: local.factory })
      await acknowledge(sent, false)
      expect(await local.balanceOf(local.usdc, local.factory)).toBe(before)
      expect(own - (await local.reader.getBalance({ address: local.factory }))).toBe(
        'value' in call() ? 3n : 0n,
      )
    },
  )

  /** What the factory writes, with its keys in order. */
  const ORDERS = [
    {
      name: 'swap',
      call: () => ({
        functionName: 'swap',
        args: [
          { token: 'eth', token_type: NATIVE },
          1000n,
          'usdc',
          1n,
          [hop],
          [],
          { ...fee, partner_fee_bps: 30n },
          config(),
        ],
        value: 1000n,
      }),
      text: (sender: object, tx_id: string) => ({
        swap: {
          sender,
          asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
          amount_in: '997',
          asset_out: 'usdc',
          min_amount_out: '1',
          swaps: [{ token_in: 'eth', token_out: 'usdc' }],
          recipients: [],
          partner_fee_amount: '3',
          partner_fee_recipient: sender,
          tx_id,
        },
      }),
    },
    {
      name: 'transfer_voucher',
      call: () => ({
        functionName: 'transferVoucher',
        args: [
          'usdc',
          3n,
          user,
          [
            {
              ...recipient(1n),
              unsafe_refund_as_voucher: true,
              amount: { limit_type: 'dynamic', value: 0n },
            },
          ],
          config(),
        ],
      }),
      text: (sender: object, tx_id: string) => ({
        transfer_voucher: {
          sender,
          token: 'usdc',
          amount: '3',
          from: sender,
          recipients: [
            {
              recipient: { chain_uid: 'neuron', address: recipient(1n).recipient.sender },
              amount: { dynamic: '0' },
              denom: { voucher: {} },
              forwarding_message: null,
              unsafe_refund_as_voucher: true,
            },
          ],
          tx_id,
        },
      }),
    },
    {
      name: 'add_liquidity',
      call: () => ({
        functionName: 'add_liquidity',
        args: [pair(3n, 4n), 50n, config()],
        value: 3n,
      }),
      text: (sender: object, tx_id: string) => ({
        add_liquidity: { sender, slippage_tolerance_bps: 50, pair: sides(), tx_id },
      }),
    },
    {
      name: 'request_pool_creation',
      call: () => ({
        functionName: 'request_pool_creation',
        args: [
          pair(3n, 4n),
          { pool_type: 'stable', amp_factor: 1200n },
          'LP',
          'LP',
          6,
          50n,
          config(),
        ],
        value: 3n,
      }),
      text: (sender: object, tx_id: string) => ({
        request_pool_creation: {
          sender,
          tx_id,
          pair: sides(),
          pool_config: { stable: { amp_factor: '1200' } },
          slippage_tolerance_bps: 50,
        },
      }),
    },
  ]
  const sides = () => ({
    token_1: { token: 'eth', amount: '3', token_type: { native: { denom: 'eth' } } },
    token_2: {
      token: 'usdc',
      amount: '4',
      token_type: { smart: { contract_address: local.usdc } },
    },
  })
  test.each(ORDERS)(
    '$name is written with its keys in the published order',
    async ({ call, text }) => {
      const receipt = await send(call())
      const sent = sentBy(receipt)
      const account = alice.toLowerCase()
      const tx_id = `base:${account}:31337:${receipt.blockNumber}:${sent.sequence}`
      expect(sent.text).toBe(JSON.stringify(text({ chain_uid: 'base', address: account }, tx_id)))
      await acknowledge(sent, false)
    },
  )

  test('a pool of a curve that nobody knows is refused', async () => {
    const args = [
      pair(3n, 4n),
      { pool_type: 'flat', amp_factor: 0n },
      'LP',
      'LP',
      6,
      50n,
      config(),
    ] as const
    const call = {
      address: local.factory,
      abi,
      functionName: 'request_pool_creation',
      args,
    } as const
    await expect(
      local.reader.simulateContract({ ...call, value: 3n, account: alice }),
    ).rejects.toThrow('UnknownPoolType')
  })

  describe("a partner's fee", () => {
    const held = (owner: Address) => local.balanceOf(local.usdc, owner)
    const swap = (
      amount: bigint,
      bps: bigint,
      asset = smart(local.usdc),
      partner: Address = bobby,
    ) =>
      send({
        functionName: 'swap',
        args: [
          { token: 'usdc', token_type: asset },
          amount,
          'eth',
          1n,
          [{ token_in: 'usdc', token_out: 'eth', test_fail: false }],
          [],
          { partner_fee_bps: bps, recipient: partner },
          config(),
        ],
      })
    test.each([
      { amount: 1_000n, bps: 30n, fee: 3n },
      { amount: 1_001n, bps: 30n, fee: 4n },
      { amount: 2n, bps: 1n, fee: 1n },
      { amount: 10_000n, bps: 0n, fee: 0n },
    ])(
      'of $bps bps of $amount is $fee: paid when the swap succeeded, given back when not',
      async ({ amount, bps, fee: due }) => {
        for (const ok of [true, false]) {
          const before = [await held(bobby), await held(alice)] as const
          const sent = sentBy(await swap(amount, bps))
          expect(JSON.parse(sent.text)).toMatchObject({
            swap: { amount_in: `${amount - due}`, partner_fee_amount: `${due}` },
          })
          expect(await held(bobby)).toBe(before[0])
          await acknowledge(sent, ok, ok ? '{"ok":{"amount_out":"5","tx_id":"x"}}' : undefined)
          expect((await held(bobby)) - before[0]).toBe(ok ? due : 0n)
          expect(before[1] - (await held(alice))).toBe(ok ? amount : 0n)
        }
      },
    )

    test('of vouchers is nothing that the factory has', async () => {
      const before = await held(bobby)
      const sent = sentBy(await swap(1_000n, 30n, VOUCHER))
      expect(JSON.parse(sent.text)).toMatchObject({
        swap: {
          amount_in: '997',
          partner_fee_amount: '3',
          partner_fee_recipient: { chain_uid: 'base', address: bobby.toLowerCase() },
        },
      })
      await acknowledge(sent, true)
      expect(await held(bobby)).toBe(before)
    })

    test('that its partner cannot take is the sender’s again, and holds nothing up', async () => {
      const before = await local.reader.getBalance({ address: alice })
      const args = [
        { token: 'eth', token_type: NATIVE },
        10_000n,
        'usdc',
        1n,
        [hop],
        [],
        { partner_fee_bps: 30n, recipient: local.usdc },
        config(),
      ]
      const receipt = await send({ functionName: 'swap', args, value: 10_000n })
      const spent = receipt.gasUsed * receipt.effectiveGasPrice
      await acknowledge(sentBy(receipt), true)
      expect(before - (await local.reader.getBalance({ address: alice })) - spent).toBe(9_970n)
    })

    test('of everything leaves nothing to swap, which is refused', async () => {
      expect((await swap(1n, 30n)).status).toBe('reverted')
    })
  })

  const good = { amount: 3n, min: 1n, hops: [hop], out: 'usdc' }
  test.each([
    { name: 'of nothing', terms: { ...good, amount: 0n }, error: 'ZeroAmount' },
    { name: 'for nothing at least', terms: { ...good, min: 0n }, error: 'ZeroAmount' },
    { name: 'of 129 bits', terms: { ...good, amount: 1n << 128n }, error: 'AmountTooLarge' },
    { name: 'without a route', terms: { ...good, hops: [] }, error: 'EmptySwap' },
    {
      name: 'by a route that begins elsewhere',
      terms: { ...good, hops: [{ ...hop, token_in: 'pol' }] },
      error: 'TokenInNotInRoute',
    },
    {
      name: 'by a route that ends elsewhere',
      terms: { ...good, out: 'usdt' },
      error: 'TokenOutNotInRoute',
    },
  ])("a swap $name is refused in the user's own transaction", async ({ terms, error }) => {
    const { amount, min, hops, out } = terms
    const args = [
      { token: 'eth', token_type: VOUCHER },
      amount,
      out,
      min,
      hops,
      [],
      fee,
      config(),
    ] as const
    const call = {
      address: local.factory,
      abi,
      functionName: 'swap',
      args,
      account: alice,
    } as const
    await expect(local.reader.simulateContract(call)).rejects.toThrow(error)
  })

  test('a partner fee above 30 bps is refused', async () => {
    const args = [
      { token: 'eth', token_type: NATIVE },
      3n,
      'usdc',
      1n,
      [hop],
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

describe('texts of users cannot change what a packet says', () => {
  const INJECTIONS = ['"', '\\', '\n', '\u0000', 'é', '","tx_id":"x', 'usdc"},"amount_in":"9']
  const asset = (token: string, native_denom = 'eth') => ({
    token,
    token_type: { ...NATIVE, native_denom },
  })
  const to = (chain_uid: string, sender: string) => ({
    ...recipient(1n),
    recipient: { chain_uid, sender },
  })
  type Args = readonly [
    ReturnType<typeof asset>,
    bigint,
    ReturnType<typeof to>[],
    ReturnType<typeof config>,
  ]
  const PLACES: { name: string; args: (text: string) => Args }[] = [
    { name: 'the token', args: (text) => [asset(text), 1n, [], config()] },
    { name: 'the denomination', args: (text) => [asset('eth', text), 1n, [], config()] },
    { name: 'a recipient', args: (text) => [asset('eth'), 1n, [to('base', text)], config()] },
    { name: "a recipient's chain", args: (text) => [asset('eth'), 1n, [to(text, 'x')], config()] },
    {
      name: "a recipient's denomination",
      args: (text) => [asset('eth'), 1n, [{ ...to('base', 'x'), denom: smart(text) }], config()],
    },
  ]
  const run = (args: Args) =>
    local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'depositToken',
      args,
      value: 1n,
      account: alice,
    })
  test.each(PLACES)('$name', async ({ args }) => {
    for (const text of INJECTIONS) await expect(run(args(text))).rejects.toThrow('NotPlainText')
  })

  test('whatever text is taken stands in the packet as it is', async () => {
    const text = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        const args = [asset(token), 1n, [], config()] as const
        const call = { address: local.factory, abi, functionName: 'depositToken', args } as const
        const request = { ...call, value: 1n, account: alice }
        const isPlain = /^[ -~]*$/.test(token) && !/["\\]/.test(token)
        if (!isPlain) {
          await expect(local.reader.simulateContract(request)).rejects.toThrow('NotPlainText')
          return
        }
        const hash = await local.walletOf('alice').writeContract({ ...call, value: 1n })
        const packet: unknown = JSON.parse(sentBy(await local.mined(hash)).text)
        expect(packet).toMatchObject({ deposit_token: { asset_in: { token }, amount_in: '1' } })
      }),
      { numRuns: 15 },
    )
  })

  test('a message may be any bytes: it is written in base64', async () => {
    const bytes = toHex('","recipients":[],"\u0000\\')
    const sent = sentBy(await deposit(NATIVE, 3n, bytes))
    expect(JSON.parse(sent.text)).toMatchObject({
      deposit_token: {
        recipients: [{ forwarding_message: Buffer.from(bytes.slice(2), 'hex').toString('base64') }],
      },
    })
  })
})

test('50 recipients are one packet', async () => {
  const { walletOf, factory, mined } = local
  const args = [
    { token: 'eth', token_type: NATIVE },
    100n,
    Array.from({ length: 50 }, () => recipient(2n)),
    config(),
  ] as const
  const hash = await walletOf('alice').writeContract({
    address: factory,
    abi,
    functionName: 'depositToken',
    args,
    value: 100n,
  })
  const sent = sentBy(await mined(hash))
  const Many = z.object({ deposit_token: z.object({ recipients: z.array(z.unknown()) }) })
  expect(Many.parse(JSON.parse(sent.text)).deposit_token.recipients).toHaveLength(50)
  await acknowledge(sent, false)
})

describe('an acknowledgement', () => {
  test.each([
    { name: 'that refuses gives everything back', ok: false, back: 7_000n },
    { name: 'that accepts keeps the escrow', ok: true, back: 0n },
  ])('$name, once', async ({ ok, back }) => {
    const sent = sentBy(await deposit(smart(local.usdc), 7_000n))
    const before = await local.balanceOf(local.usdc, alice)
    await acknowledge(sent, ok)
    expect((await local.balanceOf(local.usdc, alice)) - before).toBe(back)
    await expect(bring([sent.sequence, sent.msg, toHex('{"ok":[49]}')])).rejects.toThrow(
      'NotAwaitingAcknowledgement',
    )
  })

  const bring = (args: readonly [bigint, Hex, Hex]) =>
    local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'acknowledgePacket',
      args,
      account: evmAccount('packetRelayer'),
    })

  test('must bring the packet as it was sent, and be one', async () => {
    const sent = sentBy(await deposit(NATIVE, 5n))
    const other = toHex(sent.text.replace('"amount_in":"5"', '"amount_in":"6"'))
    await expect(bring([sent.sequence, other, toHex('{"error":"no"}')])).rejects.toThrow(
      'OtherPacket',
    )
    for (const answer of ['', 'ok', '{}', '{"okay":1}'])
      await expect(bring([sent.sequence, sent.msg, toHex(answer)])).rejects.toThrow(
        'NotAnAcknowledgement',
      )
    await expect(bring([sent.sequence, sent.msg, toHex('{"error":"no"}')])).resolves.toBeDefined()
  })

  test('refunds the native currency too', async () => {
    const sent = sentBy(await deposit(NATIVE, 9_000n))
    const before = await local.reader.getBalance({ address: alice })
    await acknowledge(sent, false)
    expect((await local.reader.getBalance({ address: alice })) - before).toBe(9_000n)
  })
})

describe('a release', () => {
  test.each([
    {
      name: 'an ERC-20',
      kind: () => smart(local.usdc),
      denom: () => ({ smart: { contract_address: local.usdc } }),
      held: (owner: Address) => local.balanceOf(local.usdc, owner),
    },
    {
      name: 'the native currency',
      kind: () => NATIVE,
      denom: () => ({ native: { denom: 'eth' } }),
      held: (owner: Address) => local.reader.getBalance({ address: owner }),
    },
  ])('pays $name out of escrow, once', async ({ kind, denom, held }) => {
    await acknowledge(sentBy(await deposit(kind(), 500n)), true)
    const before = await held(bobby)
    const text = releaseText({ denom: denom(), amount: '500' })
    const { answer, written, sequence } = await receive(text)
    expect(answer).toEqual({
      ok: { amount: '500', to_address: bobby, escrow_balance: expect.stringMatching(/^\d+$/) },
    })
    expect(written).toMatchObject({
      msg: stringToHex(text),
      packet_sequence: sequence,
      source_port: `base.${local.factory.toLowerCase()}`,
      destination_port: HUB_PORT,
      destination_chain_type: 'cosmos',
      type_: 'success',
    })
    expect((await held(bobby)) - before).toBe(500n)
    const received = { address: local.factory, abi, functionName: 'received' } as const
    expect(await local.reader.readContract({ ...received, args: [sequence] })).toBe(true)
    const again = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'receivePacket',
      args: [sequence, stringToHex(text), FAR],
      account: evmAccount('packetRelayer'),
      gas: 1_000_000n,
    })
    await expect(again).rejects.toThrow('AlreadyReceived')
  })

  const ETH = { native: { denom: 'eth' } }
  test.each([
    {
      name: 'more than the escrow holds',
      text: () => releaseText({ amount: `${10n ** 30n}` }),
      says: 'escrow holds',
    },
    {
      name: 'to something that is no address',
      text: () => releaseText({ recipient: 'euclid1abc' }),
      says: 'no such address',
    },
    {
      name: 'to the zero address',
      text: () => releaseText({ recipient: zeroAddress }),
      says: 'no such address',
    },
    {
      name: 'of a voucher',
      text: () => releaseText({ denom: { voucher: {} } }),
      says: 'not a real token',
    },
    {
      name: 'of a token without code',
      text: () => releaseText({ denom: { smart: { contract_address: bobby } } }),
      says: 'no such token',
    },
    { name: 'past its timeout', text: () => releaseText(), timeout: 1n, says: 'PacketTimedOut' },
    {
      name: 'with a message to forward',
      text: () => releaseText({ forwarding_message: 'aGk=' }),
      says: 'forwards no messages',
    },
    {
      name: 'of native currency to a contract that takes none',
      text: () => releaseText({ denom: ETH, recipient: local.usdc }),
      says: 'transfer to the recipient failed',
    },
  ])('$name is answered, not reverted, and moves nothing', async ({ text, timeout, says }) => {
    await acknowledge(sentBy(await deposit(NATIVE, 10n)), true)
    const before = [
      await local.balanceOf(local.usdc, local.factory),
      await local.reader.getBalance({ address: local.factory }),
    ]
    const { answer, written } = await receive(text(), timeout)
    expect(answer).toEqual({ error: expect.stringContaining(says) })
    expect(written.type_).toBe('error')
    expect([
      await local.balanceOf(local.usdc, local.factory),
      await local.reader.getBalance({ address: local.factory }),
    ]).toEqual(before)
  })

  test.each([
    { name: 'nothing', text: () => '' },
    { name: 'no JSON', text: () => 'release' },
    { name: 'cut short', text: () => releaseText().slice(0, -1) },
    { name: 'with something after it', text: () => `${releaseText()} ` },
    {
      name: 'with spaces in it',
      text: () => JSON.stringify(JSON.parse(releaseText()), undefined, 1),
    },
    {
      name: 'another packet',
      text: () => releaseText().replace('release_escrow', 'register_factory'),
    },
    { name: 'a field too many', text: () => releaseText({ memo: '' }) },
    {
      name: 'its keys in another order',
      text: () => releaseText().replace(/("token":"usdc"),("recipient":"[^"]*")/, '$2,$1'),
    },
    { name: 'an amount that is a number', text: () => releaseText({ amount: 1 }) },
    { name: 'an amount with a nought before it', text: () => releaseText({ amount: '01' }) },
    { name: 'an amount of 129 bits', text: () => releaseText({ amount: `${1n << 128n}` }) },
    { name: 'an empty amount', text: () => releaseText({ amount: '' }) },
    { name: 'an amount below zero', text: () => releaseText({ amount: '-1' }) },
    { name: 'an escape', text: () => releaseText({ token: 'us\ndc' }) },
    { name: 'a quotation mark', text: () => releaseText({ tx_id: 'a"b' }) },
    { name: 'a letter beyond ASCII', text: () => releaseText({ token: 'é' }) },
    {
      name: 'a denomination of two kinds',
      text: () => releaseText({ denom: { ...ETH, smart: { contract_address: local.usdc } } }),
    },
    { name: 'a message that is no text', text: () => releaseText({ forwarding_message: false }) },
  ])('read strictly: $name is no packet', async ({ text }) => {
    const { answer } = await receive(text())
    expect(answer).toEqual({ error: 'not a packet of the hub' })
  })

  test('whatever comes is answered with JSON', async () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.json({ maxDepth: 2 }),
      fc
        .record({ recipient: fc.string(), amount: fc.string(), tx_id: fc.string() })
        .map(releaseText),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect((await receive(text)).answer).toEqual({ error: expect.any(String) })
      }),
      { numRuns: 20 },
    )
  })

  test('with too little gas reverts instead of refusing a good payment for good', async () => {
    const receipt = await local.mined(
      await local.walletOf('packetRelayer').writeContract({
        address: local.factory,
        abi,
        functionName: 'receivePacket',
        args: [77n, stringToHex(releaseText()), FAR],
        gas: 350_000n,
      }),
    )
    expect(receipt.status).toBe('reverted')
    const received = { address: local.factory, abi, functionName: 'received', args: [77n] } as const
    expect(await local.reader.readContract(received)).toBe(false)
  })
})

test('the published views say who the factory is', async () => {
  const read = { address: local.factory, abi } as const
  expect(await local.reader.readContract({ ...read, functionName: 'get_factory_state' })).toEqual({
    chain_uid: 'base',
    router_address: HUB_PORT,
    native_denom: 'eth',
    fund_manager: evmAccount('operator').address,
    relayer: evmAccount('packetRelayer').address,
  })
  const modules = await local.reader.readContract({ ...read, functionName: 'get_factory_modules' })
  expect(new Set(Object.values(modules))).toEqual(new Set([local.factory]))
  const escrow = { ...read, functionName: 'get_token_escrow', args: ['usdc'] } as const
  expect(await local.reader.readContract(escrow)).toBe(local.factory)
})
