import { expect, test } from 'vitest'

import {
  codesOf,
  switchChain,
  WrongChainError,
  type EvmProvider,
} from '../../../../src/web/parts/wallets/evm-wallet.ts'
import {
  BroadcastRefusedError,
  NoPublicNodeError,
} from '../../../../src/web/parts/wallets/errors.ts'
import { VouchError } from '../../../../src/client/call.ts'
import { loadPart } from '../../../../src/web/parts/load-part.ts'
import { describeWalletError } from '../../../../src/web/parts/wallets/wallet-problem.ts'
import { english } from '../../english.ts'

const names = { walletName: 'Fox', chainName: 'Base', currency: 'ETH' }
const chain = {
  name: 'Base',
  chain_id: '8453',
  rpc_url: 'http://127.0.0.1:8545',
  explorer_tx_url: 'https://scan.example/tx/{hash}',
}
const serverAway = new VouchError({
  code: 'CHAIN_UNAVAILABLE',
  message: 'Base cannot be reached.',
  fix: 'Try again later.',
})
const missingPart = await loadPart(() => Promise.reject(new TypeError('Failed to fetch'))).catch(
  (error: unknown) => error,
)
const failure = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { code, data })

test.each([
  {
    name: 'declined',
    error: failure(4001, 'User rejected the request.'),
    says: 'You declined it in Fox. Nothing was sent.',
  },
  {
    name: 'declined, wrapped',
    error: failure(-32603, 'Internal error', { originalError: { code: 4001 } }),
    says: 'You declined it in Fox. Nothing was sent.',
  },
  {
    name: 'busy',
    error: failure(-32002, 'Already processing'),
    says: 'Fox is already asking you something.',
  },
  {
    name: 'not allowed',
    error: failure(4100, 'Unauthorized'),
    says: 'Fox does not let this page use that account.',
  },
  {
    name: 'poor',
    error: failure(-32000, 'insufficient funds for gas * price + value'),
    says: 'This account does not have enough ETH for the amount and the network fee.',
  },
  {
    name: 'poor, said inside',
    error: failure(-32603, 'Internal JSON-RPC error.', { message: 'insufficient funds' }),
    says: 'This account does not have enough ETH for the amount and the network fee.',
  },
  { name: 'offline', error: failure(4900, 'Disconnected'), says: 'Fox cannot reach Base.' },
  {
    name: 'gone, as viem tells it',
    error: Object.assign(new Error('An unknown RPC error occurred.'), {
      cause: failure(1011, 'MetaMask: Disconnected from MetaMask background.'),
    }),
    says: 'Fox is no longer connected to this page.',
  },
  { name: 'elsewhere', error: new WrongChainError(), says: 'Fox is on another chain.' },
  {
    name: 'declined in words alone, as Keplr does',
    error: new Error('Request rejected'),
    says: 'You declined it in Fox. Nothing was sent.',
  },
  {
    name: 'poor on a CosmWasm chain',
    error: new Error('spendable balance 1uosmo is smaller than 5uosmo: insufficient funds'),
    says: 'This account does not have enough ETH for the amount and the network fee.',
  },
  {
    name: 'poor in a token contract',
    error: new Error('Cannot Sub with 0 and 5: execute wasm contract failed'),
    says: 'This account does not have enough ETH for the amount and the network fee.',
  },
  {
    name: 'new to its chain',
    error: new Error("Account 'osmo1…' does not exist on chain. Send some tokens there"),
    says: 'This account does not have enough ETH for the amount and the network fee.',
  },
  {
    name: 'too quick after its last transaction',
    error: new BroadcastRefusedError('account sequence mismatch, expected 5, got 4'),
    says: 'An earlier transaction of this account still waits for its block.',
  },
  {
    name: 'with too much under way',
    error: new BroadcastRefusedError('Rate limit exceeded: limit 10, actual 10'),
    says: 'Too many requests of this account on Base still wait for their answer.',
  },
  {
    name: 'refused by the chain',
    error: new BroadcastRefusedError('out of gas'),
    says: 'Base does not take it: out of gas',
  },
  {
    name: 'refused in the trial run',
    error: new Error('failed to execute message; message index: 0: locked'),
    says: 'Base does not take it: failed to execute message; message index: 0: locked',
  },
  { name: 'unknown', error: failure(-1, 'no idea'), says: 'Fox could not do it: no idea' },
  { name: 'nothing said', error: undefined, says: 'Fox could not do it.' },
])('a wallet that is $name', ({ error, says }) => {
  expect(describeWalletError(error, english, names).message).toBe(says)
})

test.each([
  {
    name: 'the server',
    error: serverAway,
    told: {
      code: 'CHAIN_UNAVAILABLE',
      message: 'Base cannot be reached.',
      fix: 'Try again later.',
    },
  },
  // The page says these in its reader's language.
  { name: 'a part of the page', error: missingPart, told: { code: 'PART_MISSING' } },
])('what $name fails at on the way to a wallet is not told as the wallet’s', ({ error, told }) => {
  expect(describeWalletError(error, english, names)).toMatchObject(told)
})

test('codes are found at every depth', () => {
  expect(codesOf({ code: -32603, data: { originalError: { code: 4902 } } })).toEqual([-32603, 4902])
})

test('a wallet that keeps its chain in spite of a switch is found out', async () => {
  const provider: EvmProvider = {
    request: async ({ method }) => (method === 'eth_chainId' ? '0x1' : null),
  }
  await expect(switchChain(provider, chain)).rejects.toThrow(WrongChainError)
})

test('an unknown chain is added with all that the wallet needs', async () => {
  const added: unknown[] = []
  let current = '0x1'
  const provider: EvmProvider = {
    async request({ method, params }) {
      if (method === 'eth_chainId') return current
      if (method === 'wallet_switchEthereumChain') throw failure(4902, 'Unrecognized chain')
      added.push(params)
      current = '0x2105'
      return null
    },
  }
  await switchChain(provider, chain)
  expect(added).toEqual([
    [
      {
        chainId: '0x2105',
        chainName: 'Base',
        rpcUrls: ['http://127.0.0.1:8545'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        blockExplorerUrls: ['https://scan.example'],
      },
    ],
  ])
})

test('an unknown chain without a public node is added to no wallet, and says what to do', async () => {
  const asked: string[] = []
  const provider: EvmProvider = {
    async request({ method }) {
      asked.push(method)
      if (method === 'eth_chainId') return '0x1'
      throw failure(4902, 'Unrecognized chain')
    },
  }
  const error = await switchChain(provider, { ...chain, rpc_url: '' }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(NoPublicNodeError)
  expect(describeWalletError(error, english, names).fix).toMatch(/^Add Base to Fox yourself/)
  expect(asked).not.toContain('wallet_addEthereumChain')
})
