import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'

import type { EvmBuild } from '../../src/core/terms/shapes.ts'
import { evmSigningWallet } from '../../src/web/sign/evm-signing-wallet.ts'
import { RequestClosedError, type SendingPage } from '../../src/web/sign/signing-wallet.ts'
import { ALICE_EVM, FACTORY, USDC } from '../core/sample-network.ts'

const OTHER = `0x${'9'.repeat(40)}`
const DECLINED = Object.assign(new Error('User rejected the request.'), { code: 4001 })
const chain = { name: 'Base', chain_id: '8453', rpc_url: '', explorer_tx_url: '' }
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [FACTORY, 5n] })
const build: EvmBuild = {
  type: 'evm',
  msgs: [
    { chainId: '8453', to: USDC, data: approve, value: '0x0' },
    { chainId: '8453', to: FACTORY, data: '0x02', value: '0x0' },
  ],
}
const page: SendingPage = { tell() {}, async checkOpen() {}, ask: (send) => send() }

/** A wallet on that chain that sends one by one, each into a block at once. `happened` is what was sent, from where and to what, and where it was switched to. */
function walletThat({ declines = [] as number[], leavesAfter = 0 } = {}) {
  const happened: unknown[] = []
  let chainId = '0x2105'
  let asked = 0
  const wallet = evmSigningWallet(
    {
      id: 'test',
      name: 'Test',
      icon: '',
      provider: {
        async request({ method, params }) {
          const [first] = Array.isArray(params) ? params : []
          if (method === 'eth_chainId') return chainId
          if (method === 'eth_getTransactionReceipt') return { status: '0x1' }
          if (method === 'wallet_switchEthereumChain') {
            happened.push(first.chainId)
            chainId = first.chainId
            return null
          }
          if (method !== 'eth_sendTransaction') throw new Error(`no ${method}`)
          asked += 1
          if (declines.includes(asked)) throw DECLINED
          happened.push([first.from, first.to])
          if (asked === leavesAfter) chainId = '0x1'
          return `0x${String(asked).repeat(64)}`
        },
      },
    },
    chain,
  )
  return { happened, leave: () => void (chainId = '0x1'), ...wallet }
}

test('what one account has approved is approved by another for itself, and by the first no second time', async () => {
  const wallet = walletThat({ declines: [2, 4] })
  await expect(wallet.send(ALICE_EVM, build, page)).rejects.toThrow('rejected')
  await expect(wallet.send(OTHER, build, page)).rejects.toThrow('rejected')
  await wallet.send(ALICE_EVM, build, page)
  expect(wallet.happened).toEqual([
    [ALICE_EVM, USDC],
    [OTHER, USDC],
    [ALICE_EVM, FACTORY],
  ])
})

test('a wallet that was taken to another chain after the approval is brought back before the operation', async () => {
  const wallet = walletThat({ leavesAfter: 1 })
  await wallet.send(ALICE_EVM, build, page)
  expect(wallet.happened).toEqual([[ALICE_EVM, USDC], '0x2105', [ALICE_EVM, FACTORY]])
})

test('a wallet that is taken to another chain while the server is asked is brought back, and the server asked again, before anything is sent', async () => {
  const wallet = walletThat()
  const checkOpen = async () => {
    wallet.happened.push('asked')
    if (wallet.happened.length === 2) wallet.leave()
  }
  await wallet.send(ALICE_EVM, build, { ...page, checkOpen })
  expect(wallet.happened).toEqual([
    'asked', // before a batch, which it takes none of
    'asked',
    '0x2105',
    'asked',
    [ALICE_EVM, USDC],
    'asked',
    [ALICE_EVM, FACTORY],
  ])
})

test('what an account has approved can be taken back, on its chain, also once the request is closed', async () => {
  const wallet = walletThat({ leavesAfter: 1 })
  const checkOpen = async () => {
    if (wallet.happened.length > 0) throw new RequestClosedError()
  }
  await expect(wallet.send(ALICE_EVM, build, { ...page, checkOpen })).rejects.toThrow(
    RequestClosedError,
  )
  await wallet.takeBack?.(ALICE_EVM, build)
  expect(wallet.happened).toEqual([[ALICE_EVM, USDC], '0x2105', [ALICE_EVM, USDC]])
})
