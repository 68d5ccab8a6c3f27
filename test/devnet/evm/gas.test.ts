import { erc20Abi, maxUint256 } from 'viem'
import { expect, test } from 'vitest'

import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { config, recipient, smart, startLocalFactory } from './local-factory.ts'

type Local = Awaited<ReturnType<typeof startLocalFactory>>
const call = ({ factory }: Local) =>
  ({ address: factory, abi: factoryAbi, gas: 1_000_000n }) as const
const side = (token: string, address: string) => ({
  token,
  amount: 3_000_000_000n,
  token_type: smart(address),
})
const pair = ({ usdc, usdt }: Local) => ({
  token_1: side('usdc', usdc),
  token_2: side('usdt', usdt),
})

/** The largest that clients build with the fixed gas of 300,000. */
const OPERATIONS: { name: string; send: (local: Local) => Promise<`0x${string}`> }[] = [
  {
    name: 'a pool of two ERC-20 tokens',
    send: (local) =>
      local.walletOf('alice').writeContract({
        ...call(local),
        functionName: 'request_pool_creation',
        args: [
          pair(local),
          { pool_type: 'stable', amp_factor: 1200n },
          'USDC-USDT LP',
          'USDCUSDT-LP',
          6,
          200n,
          config(),
        ],
      }),
  },
  {
    name: 'liquidity of two ERC-20 tokens',
    send: (local) =>
      local.walletOf('alice').writeContract({
        ...call(local),
        functionName: 'add_liquidity',
        args: [pair(local), 200n, config()],
      }),
  },
  {
    name: 'a deposit with a message of 300 bytes',
    send: (local) =>
      local.walletOf('alice').writeContract({
        ...call(local),
        functionName: 'depositToken',
        args: [
          { token: 'usdc', token_type: smart(local.usdc) },
          1_000_000n,
          [recipient(1n, `0x${'ab'.repeat(300)}`)],
          config(),
        ],
      }),
  },
]

test.each(OPERATIONS)(
  '$name needs less than the 300,000 gas that wallets are given, as the first operation of all',
  async ({ send }) => {
    const local = await startLocalFactory()
    try {
      for (const address of [local.usdc, local.usdt]) {
        const approval = { address, abi: erc20Abi, functionName: 'approve' } as const
        const args = [local.factory, maxUint256] as const
        await local.mined(await local.walletOf('alice').writeContract({ ...approval, args }))
      }
      const { gasUsed, status } = await local.mined(await send(local))
      expect(status).toBe('success')
      expect(gasUsed).toBeLessThan(300_000n)
    } finally {
      await local.chain.stop()
    }
  },
)
