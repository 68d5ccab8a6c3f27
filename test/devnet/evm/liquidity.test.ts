import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  toHex,
  zeroAddress,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { factoryViewAbi } from '../../../src/core/tracking/packet-abi.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import { testTokenArtifact } from '../../../src/devnet/evm/contract-artifacts.ts'
import { localFactoryAbi } from '../../../src/devnet/evm/local-factory-abi.ts'
import { config, NATIVE, sentPacket, smart, startLocalFactory, VOUCHER } from './local-factory.ts'

const alice = evmAccount('alice').address
const user = { chain_uid: 'base', sender: alice.toLowerCase() }
const errors = parseAbi([
  'error UnknownPool(string token_1, string token_2)',
  'error NotAnLpToken(address caller)',
  'error NotARemoval(bytes data)',
  'error WrongAllocation(uint256 lp_allocation, uint256 received)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error NotFactory(address caller)',
  'error NotFundManager(address caller)',
  'error WrongValue(uint256 sent, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])
/** An LP token of an EVM chain, beside ERC-20. */
const lpTokenAbi = parseAbi([
  'function factory() view returns (address)',
  'function transferAndCall(address to, uint256 value, bytes data) returns (bool)',
])
const abi = [...factoryAbi, ...factoryViewAbi, ...localFactoryAbi, ...errors]
const tokenAbi = [...erc20Abi, ...lpTokenAbi, ...errors]

let local: Awaited<ReturnType<typeof startLocalFactory>>
beforeAll(async () => {
  local = await startLocalFactory()
  const approval = { abi: erc20Abi, functionName: 'approve' } as const
  const args = [local.factory, maxUint256] as const
  for (const address of [local.usdc, local.usdt]) {
    await local.mined(await local.walletOf('alice').writeContract({ address, ...approval, args }))
    // The escrow holds what the first pools are made of.
    const operator = local.walletOf('operator')
    const mint = { address, ...testTokenArtifact, functionName: 'mint' } as const
    await local.mined(
      await operator.writeContract({ ...mint, args: [evmAccount('operator').address, 1_000n] }),
    )
    await local.mined(await operator.writeContract({ address, ...approval, args }))
    const fund = { address: local.factory, abi, functionName: 'fundEscrow' } as const
    await local.mined(await operator.writeContract({ ...fund, args: [address, 1_000n] }))
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
  return { ...sentPacket(receipt), gasUsed: receipt.gasUsed }
}

type Sent = { sequence: bigint; msg: Hex }
async function acknowledge({ sequence, msg }: Sent, ok: boolean, answer = '{"ok":[49]}') {
  const receipt = await local.mined(
    await local.walletOf('packetRelayer').writeContract({
      address: local.factory,
      abi,
      functionName: 'acknowledgePacket',
      args: [sequence, msg, toHex(ok ? answer : '{"error":"no"}')],
      gas: 2_000_000n,
    }),
  )
  expect(receipt.status).toBe('success')
  return receipt
}

const answer = (vlp: string, shares: bigint, name = 'vlp_address') => {
  const sender = { chain_uid: 'base', address: alice.toLowerCase() }
  return JSON.stringify({ ok: { mint_lp_tokens: `${shares}`, [name]: vlp, tx_id: 'x', sender } })
}

const view = () => ({ address: local.factory, abi }) as const
const lpTokenOf = (vlp: string): Promise<Address> =>
  local.reader.readContract({ ...view(), functionName: 'get_vlp_lp_address', args: [vlp] })
const vlpOf = (poolKey: string): Promise<string> =>
  local.reader.readContract({ ...view(), functionName: 'get_pool_vlp', args: [poolKey] })

const removal = (token_1: string, token_2: string, shares: bigint) =>
  [{ token_1, token_2 }, shares, user, config()] as const

describe('liquidity', () => {
  test('added by two ERC-20 tokens stays below the 300,000 gas that wallets are given, the first time too', async () => {
    const packet = await sent(await add('stable'))
    expect(packet.gasUsed).toBeLessThan(300_000n)
    await acknowledge(packet, false)
  })

  test('that is accepted mints shares in an LP token, once made, that the published views lead to', async () => {
    expect(await lpTokenOf('stable-vlp')).toBe(zeroAddress)
    expect(await vlpOf('usdc:usdt')).toBe('')
    const first = await sent(await add('stable'))
    await acknowledge(first, true, answer('stable-vlp', 4_000n))
    const token = await lpTokenOf('stable-vlp')
    const second = await sent(await add('stable'))
    await acknowledge(second, true, answer('stable-vlp', 500n))
    expect(await lpTokenOf('stable-vlp')).toBe(token)
    expect(await local.balanceOf(token, alice)).toBe(4_500n)
    const facts = { address: token, abi: tokenAbi } as const
    expect(await local.reader.readContract({ ...facts, functionName: 'name' })).toBe('usdc-usdt LP')
    expect(await local.reader.readContract({ ...facts, functionName: 'symbol' })).toBe(
      'usdc-usdt LP',
    )
    expect(await local.reader.readContract({ ...facts, functionName: 'decimals' })).toBe(6)
    for (const key of ['usdc:usdt', 'usdt:usdc']) expect(await vlpOf(key)).toBe('stable-vlp')
    for (const key of ['', 'usdc', 'usdc:eth']) expect(await vlpOf(key)).toBe('')
  })

  test.each([
    { name: 'Shares of mine', symbol: 'SHR', decimals: 9 },
    {
      name: 'A name that is longer than the 31 bytes of one storage slot',
      symbol: 'LONG-SYMBOL',
      decimals: 0,
    },
    { name: '', symbol: '', decimals: 255 },
  ])('in a pool that is created here goes by the name that it was given: $name', async (facts) => {
    const { name, symbol, decimals } = facts
    const vlp = `vlp of ${decimals}`
    const cp = { pool_type: 'cp', amp_factor: 0n }
    const token_2 = { token: `t${decimals}`, amount: 5n, token_type: VOUCHER }
    const pair = { ...stablePair(), token_2 }
    const args = [pair, cp, name, symbol, decimals, 50n, config()] as const
    const create = { ...view(), functionName: 'request_pool_creation', args } as const
    const packet = await sent(await local.walletOf('alice').writeContract(create))
    expect(packet.gasUsed).toBeLessThan(300_000n)
    await acknowledge(packet, true, answer(vlp, 7n, 'vlp_contract'))
    const token = { address: await lpTokenOf(vlp), abi: tokenAbi } as const
    expect(await local.reader.readContract({ ...token, functionName: 'name' })).toBe(name)
    expect(await local.reader.readContract({ ...token, functionName: 'symbol' })).toBe(symbol)
    expect(await local.reader.readContract({ ...token, functionName: 'decimals' })).toBe(decimals)
    expect(await local.balanceOf(token.address, alice)).toBe(7n)
  })

  test.each([
    '{"ok":[49]}',
    '{"ok":{"mint_lp_tokens":5,"vlp_address":"x"}}',
    '{"ok":{"vlp_address":"x"}}',
  ])('is not answered by %s', async (words) => {
    const packet = await sent(await add('stable'))
    const args = [packet.sequence, packet.msg, toHex(words)] as const
    const call = { ...view(), functionName: 'acknowledgePacket', args } as const
    const account = evmAccount('packetRelayer')
    await expect(local.reader.simulateContract({ ...call, account })).rejects.toThrow('reverted')
    await acknowledge(packet, false)
  })

  test('that is refused comes back whole and mints nothing', async () => {
    const before = await local.balanceOf(local.usdc, alice)
    await acknowledge(await sent(await add('eth')), false)
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
    const packet = await sent(hash)
    expect(await local.balanceOf(token, alice)).toBe(before - shares)
    await acknowledge(packet, ok)
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
    const packet = await sent(hash)
    const sender = { chain_uid: 'base', address: alice.toLowerCase() }
    expect(JSON.parse(packet.text)).toEqual({
      remove_liquidity: {
        sender,
        lp_allocation: '200',
        pair: { token_1: 'usdc', token_2: 'usdt' },
        recipient: sender,
        tx_id: expect.stringContaining(sender.address),
      },
    })
    await acknowledge(packet, false)
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
      args: [zeroAddress, amount],
      account: evmAccount(account).address,
      value,
    })
  await expect(fund('alice', 5n, 5n)).rejects.toThrow('NotFundManager')
  await expect(fund('operator', 5n, 4n)).rejects.toThrow('WrongValue')
  await expect(fund('operator', 5n, 5n)).resolves.toBeDefined()
})

describe('in the published generation', () => {
  test('removal takes the LP tokens by an approval, and the interface’s needs none', async () => {
    const before = local
    local = await startLocalFactory(undefined, 'published')
    try {
      const approve = { abi: erc20Abi, functionName: 'approve' } as const
      const alices = local.walletOf('alice')
      for (const address of [local.usdc, local.usdt]) {
        const args = [local.factory, maxUint256] as const
        await local.mined(await alices.writeContract({ address, ...approve, args }))
      }
      await acknowledge(await sent(await add('stable')), true, answer('stable-vlp', 4_000n))
      const token = await lpTokenOf('stable-vlp')
      const args = removal('usdc', 'usdt', 1_000n)
      const call = { ...view(), functionName: 'remove_liquidity', args } as const
      const withoutApproval = local.reader.simulateContract({ ...call, account: alice })
      await expect(withoutApproval).rejects.toThrow('ERC20InsufficientAllowance')
      const allowance = [local.factory, 1_000n] as const
      await local.mined(await alices.writeContract({ address: token, ...approve, args: allowance }))
      const packet = await sent(await alices.writeContract(call))
      expect(await local.balanceOf(token, alice)).toBe(3_000n)
      expect(await local.balanceOf(token, local.factory)).toBe(0n)
      await acknowledge(packet, false)
      expect(await local.balanceOf(token, alice)).toBe(4_000n)
    } finally {
      await local.chain.stop()
      local = before
    }
  })
})
