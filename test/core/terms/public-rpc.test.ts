import { expect, test } from 'vitest'

import { createHub } from '../../../src/chains/hub/hub.ts'
import { createOperations } from '../../../src/services/operations/operations.ts'
import { keysIn, publicRestOf, publicRpcOf } from '../../../src/core/terms/public-rpc.ts'
import { cosmosChainConfig, evmChainConfig } from '../../../src/core/reference/chain-config.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { ALICE_EVM, ALICE_HUB, sampleNetwork } from '../sample-network.ts'

const KEY = 'a1B2c3D4e5F6g7H8'

test.each([
  { rpc: 'https://rpc.base.example', told: true },
  { rpc: 'https://rpc.base.example:8545/v2/mainnet', told: true },
  { rpc: 'http://127.0.0.1:8545/', told: true },
  { rpc: `https://rpc.base.example/v2/${KEY.slice(1)}`, told: true }, // 15
  { rpc: `https://rpc.base.example/v2/${KEY}`, told: false },
  { rpc: `https://rpc.base.example/${KEY}/json`, told: false },
  { rpc: 'https://rpc.base.example/550e8400-e29b-41d4-a716-446655440000', told: false },
  { rpc: 'https://rpc.base.example/?key=1', told: false },
  { rpc: 'https://user:word@rpc.base.example', told: false },
  { rpc: 'https://user@rpc.base.example', told: false },
])('$rpc is told to others: $told', ({ rpc, told }) => {
  expect(publicRpcOf({ rpc_url: rpc })).toBe(told ? rpc : '')
  expect(publicRestOf({ rest_url: rpc })).toBe(told ? rpc : '')
  const named = { rpc_url: rpc, public_rpc_url: 'https://public.example' }
  expect(publicRpcOf(named)).toBe('https://public.example')
})

test('the parts that may be keys are named one by one', () => {
  expect(keysIn(`https://me:word@rpc.example/v2/${KEY}?key=1&raw`)).toEqual([
    'me',
    'word',
    '1',
    'raw',
    KEY,
  ])
})

/** Everything that the core says of a network to whoever asks. */
async function said(network: Network): Promise<string> {
  const operations = createOperations({
    network,
    claimers: { create: async () => Promise.reject(new Error('nobody asks for one')) },
    pools: createHub(network),
    now: () => new Date(0),
  })
  const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
  const euclid = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
  const people = { base: ALICE_EVM, neuron: ALICE_HUB }
  const swapOf = (chain_uid: 'base' | 'neuron', asset_in: typeof eth) =>
    operations.swap({
      amount_in: '100',
      asset_in,
      slippage: '100',
      sender: { chain_uid, address: people[chain_uid] },
      swap_path: {
        path: [
          { route: [asset_in.token, 'usdc'], dex: 'euclid', amount_in: '100', amount_out: '90' },
        ],
      },
    })
  const answers = [
    await swapOf('base', eth),
    await swapOf('neuron', euclid),
    await operations.withdrawVoucher({
      token: 'euclid',
      amount: '5',
      sender: { chain_uid: 'neuron', address: ALICE_HUB },
    }),
    evmChainConfig(network, { chain_uid: 'base' }),
    cosmosChainConfig(network, { chain_uid: 'neuron' }),
  ]
  return JSON.stringify(answers)
}

test('payloads and chain configurations name the public address alone', async () => {
  const withKeys = (public_rpc_url?: string) =>
    Network.parse({
      ...sampleNetwork,
      chains: sampleNetwork.chains.map((chain) => ({
        ...chain,
        rpc_url: `https://me:word@node.example/v2/${KEY}?token=1`,
        rest_url: chain.rest_url === '' ? '' : `https://lcd.example/${KEY}`,
        ...(public_rpc_url !== undefined && { public_rpc_url }),
      })),
    })
  for (const network of [withKeys(), withKeys('https://public.example')]) {
    const text = await said(network)
    for (const secret of [KEY, 'word', 'token=1', 'node.example'])
      expect(text).not.toContain(secret)
  }
  expect(await said(withKeys('https://public.example'))).toContain('https://public.example')
  expect(evmChainConfig(withKeys(), { chain_uid: 'base' }).rpc_urls.default.http).toEqual([])
})
