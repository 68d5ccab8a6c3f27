import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
  type Address,
  type Hash,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { packetAbi } from '../../../src/core/tracking/packet-abi.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import { testTokenArtifact } from '../../../src/devnet/evm/contract-artifacts.ts'
import { localFactoryAbi, lpTokenAbi } from '../../../src/devnet/evm/local-factory-abi.ts'
import { config, eventsOf, NATIVE, smart, startLocalFactory } from './local-factory.ts'

const alice = evmAccount('alice').address
const user = { chain_uid: 'base', sender: alice.toLowerCase() }
const errors = parseAbi([
  'error UnknownPool(string token_1, string token_2)',
  'error NotAnLpToken(address caller)',
  'error NotARemoval(bytes data)',
  'error WrongAllocation(uint256 lp_allocation, uint256 received)',
  'error NotTimedOut(uint64 sequence, uint256 timeout_at, uint256 now_at)',
  'error NotAwaitingAcknowledgement(uint64 sequence)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error NotFactory(address caller)',
  'error NotDeployer(address caller)',
  'error WrongValue(uint256 sent, uint256 needed)',
  'error NotRelayer(address caller)',
])
const abi = [...factoryAbi, ...packetAbi, ...localFactoryAbi, ...errors]
const tokenAbi = [...erc20Abi, ...lpTokenAbi, ...errors]
const added = parseAbiParameters('string, uint256, uint256, uint256, string, string, uint8')

let local: Awaited<ReturnType<typeof startLocalFactory>>
let aheadMs = 0
beforeAll(async () => {
  local = await startLocalFactory(() => Date.now() + aheadMs)
  const approval = { abi: erc20Abi, functionName: 'approve' } as const
  const args = [local.factory, maxUint256] as const
  for (const [token, address] of [
    ['usdc', local.usdc],
    ['usdt', local.usdt],
  ] as const) {
    await local.mined(await local.walletOf('alice').writeContract({ address, ...approval, args }))
    // The escrow holds what the first pools are made of.
    const operator = local.walletOf('operator')
    const mint = { address, ...testTokenArtifact, functionName: 'mint' } as const
    await local.mined(
      await operator.writeContract({ ...mint, args: [evmAccount('operator').address, 1_000n] }),
    )
    await local.mined(await operator.writeContract({ address, ...approval, args }))
    const fund = { address: local.factory, abi, functionName: 'fundEscrow' } as const
    await local.mined(await operator.writeContract({ ...fund, args: [token, address, 1_000n] }))
  }
})
afterAll(() => local.chain.stop())

const stablePair = () => ({
  token_1: { token: 'usdc', amount: 3_000n, token_type: smart(local.usdc) },
  token_2: { token: 'usdt', amount: 5_000n, token_type: smart(local.usdt) },
})
const ethPair = () => ({
  token_1: { token: 'eth', amount: 7_000n, token_type: NATIVE },
  token_2: { token: 'usdc', amount: 3_000n, token_type: smart(local.usdc) },
})

async function add(kind: 'stable' | 'eth'): Promise<Hash> {
  const isStable = kind === 'stable'
  return local.walletOf('alice').writeContract({
    address: local.factory,
    abi,
    functionName: 'add_liquidity',
    args: [isStable ? stablePair() : ethPair(), 50n, config()],
    value: isStable ? 0n : 7_000n,
    gas: 300_000n,
  })
}

async function sent(hash: Hash) {
  const receipt = await local.mined(hash)
  expect(receipt.status).toBe('success')
  const packet = eventsOf(receipt).find(({ eventName }) => eventName === 'SendPacket')
  if (packet?.eventName !== 'SendPacket') throw new Error('nothing was sent')
  return { ...packet.args, gasUsed: receipt.gasUsed }
}

async function acknowledge(sequence: bigint, ok: boolean, msg = toHex('{"ok":{}}')) {
  const receipt = await local.mined(
    await local.walletOf('packetRelayer').writeContract({
      address: local.factory,
      abi,
      functionName: 'acknowledgePacket',
      args: [sequence, ok, msg],
      gas: 2_000_000n,
    }),
  )
  expect(receipt.status).toBe('success')
  return receipt
}

const answer = (vlp: string, shares: bigint) =>
  encodeAbiParameters(added, [vlp, shares, 3_000n, 5_000n, 'Shares', 'SHR', 9])

const lpTokenOf = (vlp: string): Promise<Address> =>
  local.reader.readContract({
    address: local.factory,
    abi,
    functionName: 'lpTokenOf',
    args: [vlp],
  })

const removal = (token_1: string, token_2: string, shares: bigint) =>
  [{ token_1, token_2 }, shares, user, config()] as const

describe('liquidity', () => {
  test('added by two ERC-20 tokens stays below the 300,000 gas that wallets are given, the first time too', async () => {
    const { gasUsed, sequence } = await sent(await add('stable'))
    expect(gasUsed).toBeLessThan(300_000n)
    await acknowledge(sequence, false, toHex('{"error":"no"}'))
  })

  test('that is accepted mints shares in an LP token of the given name, once made', async () => {
    expect(await lpTokenOf('stable-vlp')).toBe(zeroAddress)
    const first = await sent(await add('stable'))
    await acknowledge(first.sequence, true, answer('stable-vlp', 4_000n))
    const token = await lpTokenOf('stable-vlp')
    const second = await sent(await add('stable'))
    await acknowledge(second.sequence, true, answer('stable-vlp', 500n))
    expect(await lpTokenOf('stable-vlp')).toBe(token)
    expect(await local.balanceOf(token, alice)).toBe(4_500n)
    const facts = { address: token, abi: tokenAbi } as const
    expect(await local.reader.readContract({ ...facts, functionName: 'name' })).toBe('Shares')
    expect(await local.reader.readContract({ ...facts, functionName: 'symbol' })).toBe('SHR')
    expect(await local.reader.readContract({ ...facts, functionName: 'decimals' })).toBe(9)
  })

  test('that is refused comes back whole and mints nothing', async () => {
    const before = await local.balanceOf(local.usdc, alice)
    const { sequence } = await sent(await add('eth'))
    await acknowledge(sequence, false, toHex('{"error":"no such pool"}'))
    expect(await local.balanceOf(local.usdc, alice)).toBe(before)
    const call = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'remove_liquidity',
      args: removal('eth', 'usdc', 1n),
      account: alice,
    })
    await expect(call).rejects.toThrow('UnknownPool')
  })

  test.each([
    { name: 'accepted', ok: true, left: 3_500n },
    { name: 'refused', ok: false, left: 3_500n },
  ])('that is removed burns shares; $name leaves $left', async ({ ok, left }) => {
    const token = await lpTokenOf('stable-vlp')
    const before = await local.balanceOf(token, alice)
    const shares = ok ? 1_000n : 300n
    const hash = await local.walletOf('alice').writeContract({
      address: local.factory,
      abi,
      functionName: 'remove_liquidity',
      args: removal('usdc', 'usdt', shares),
      gas: 300_000n,
    })
    const { sequence } = await sent(hash)
    expect(await local.balanceOf(token, alice)).toBe(before - shares)
    await acknowledge(sequence, ok)
    expect(await local.balanceOf(token, alice)).toBe(left)
  })

  test('can be removed by sending the LP tokens with the call', async () => {
    const token = await lpTokenOf('stable-vlp')
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'remove_liquidity',
      args: removal('usdc', 'usdt', 200n),
    })
    const hash = await local.walletOf('alice').writeContract({
      address: token,
      abi: tokenAbi,
      functionName: 'transferAndCall',
      args: [local.factory, 200n, data],
    })
    const { msg, sequence } = await sent(hash)
    expect(msg).toContain(data.slice(2))
    expect(msg).toContain(toHex(alice.toLowerCase()).slice(2))
    await acknowledge(sequence, false)
    expect(await local.balanceOf(token, alice)).toBe(3_500n)
    expect(await local.balanceOf(token, local.factory)).toBe(0n)
  })

  test.each([
    { name: 'another amount than it says', amount: 2n, said: 1n, error: 'WrongAllocation' },
    { name: 'more than there is', amount: 10n ** 9n, said: 10n ** 9n, error: 'Insufficient' },
  ])('sent with $name is refused', async ({ amount, said, error }) => {
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'remove_liquidity',
      args: removal('usdc', 'usdt', said),
    })
    const call = local.reader.simulateContract({
      address: await lpTokenOf('stable-vlp'),
      abi: tokenAbi,
      functionName: 'transferAndCall',
      args: [local.factory, amount, data],
      account: alice,
    })
    await expect(call).rejects.toThrow(error)
  })

  test('is not to be had by pretending to be an LP token', async () => {
    const call = local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'onTokenTransfer',
      args: [alice, 1n, '0x'],
      account: alice,
    })
    await expect(call).rejects.toThrow('NotAnLpToken')
  })
})

test('what the deployer brought is in escrow', async () => {
  for (const denom of [local.usdc, local.usdt]) {
    const read = { address: local.factory, abi, functionName: 'escrowOf' } as const
    expect(await local.reader.readContract({ ...read, args: [denom] })).toBeGreaterThanOrEqual(
      1_000n,
    )
  }
})

test('only the deployer funds the escrow of the first pools, and exactly', async () => {
  const fund = (account: 'alice' | 'operator', amount: bigint, value: bigint) =>
    local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'fundEscrow',
      args: ['eth', zeroAddress, amount],
      account: evmAccount(account).address,
      value,
    })
  await expect(fund('alice', 5n, 5n)).rejects.toThrow('NotDeployer')
  await expect(fund('operator', 5n, 4n)).rejects.toThrow('WrongValue')
  await expect(fund('operator', 5n, 5n)).resolves.toBeDefined()
})

test('a packet that the hub never received is given back after its time, once', async () => {
  const before = await local.balanceOf(local.usdc, alice)
  const { sequence, timeout_at } = await sent(await add('stable'))
  const time = (account: 'alice' | 'packetRelayer') =>
    local.reader.simulateContract({
      address: local.factory,
      abi,
      functionName: 'timeoutPacket',
      args: [sequence],
      account: evmAccount(account).address,
    })
  await expect(time('packetRelayer')).rejects.toThrow('NotTimedOut')
  aheadMs = Number(timeout_at) * 1000 + 2000 - Date.now()
  await expect(time('alice')).rejects.toThrow('NotRelayer')
  await expect
    .poll(async () => (await local.reader.getBlock()).timestamp, { timeout: 5_000 })
    .toBeGreaterThan(timeout_at)
  const { request } = await time('packetRelayer')
  const receipt = await local.mined(
    await local.walletOf('packetRelayer').writeContract({
      ...request,
      account: evmAccount('packetRelayer'),
    }),
  )
  const ended = eventsOf(receipt)[0]
  expect(ended).toMatchObject({
    eventName: 'ReceiveAcknowledgement',
    args: { sequence, ok: false },
  })
  expect(await local.balanceOf(local.usdc, alice)).toBe(before)
  await expect(time('packetRelayer')).rejects.toThrow('NotAwaitingAcknowledgement')
})
