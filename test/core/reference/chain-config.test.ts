import { describe, expect, test } from 'vitest'

import { cosmosChainConfig, evmChainConfig } from '../../../src/core/reference/chain-config.ts'
import { threeChains } from '../three-chains.ts'

test.each([{ chain_uid: 'base' }, { chain_id: '8453' }, { chain_uid: 'base', chain_id: '8453' }])(
  'an EVM chain by %j',
  (question) => {
    expect(evmChainConfig(threeChains, question)).toEqual({
      chain_id: '8453',
      chain_uid: 'base',
      name: 'Base',
      explorer_url: 'https://scan.base.example',
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpc_urls: { default: { http: ['https://rpc.base.example'] } },
    })
  },
)

test.each([
  { chain_uid: 'osmosis', chain_id: null },
  { chain_uid: '', chain_id: 'osmosis-1' },
])('a Cosmos chain by %j', (question) => {
  const osmo = {
    coinDenom: 'OSMO',
    coinMinimalDenom: 'uosmo',
    coinDecimals: 6,
    coinGeckoID: '',
  }
  const gasPriceStep = { low: 0.025, average: 0.025, high: 0.025 }
  expect(cosmosChainConfig(threeChains, question)).toEqual({
    chainID: 'osmosis-1',
    chainName: 'Osmosis',
    rpc: 'https://rpc.osmosis.example',
    rest: 'https://lcd.osmosis.example',
    explorer_url: '',
    coinType: 118,
    features: ['cosmwasm'],
    stakeCurrency: osmo,
    currencies: [osmo],
    feeCurrencies: [{ ...osmo, gasPriceStep }],
    gasPriceStep,
    bip44: { coinType: 118 },
    bech32Config: {
      bech32PrefixAccAddr: 'osmo',
      bech32PrefixAccPub: 'osmopub',
      bech32PrefixValAddr: 'osmovaloper',
      bech32PrefixValPub: 'osmovaloperpub',
      bech32PrefixConsAddr: 'osmovalcons',
      bech32PrefixConsPub: 'osmovalconspub',
    },
  })
})

test.each([
  ['https://scan.example/tx/{hash}', 'https://scan.example'],
  ['https://scan.example/osmosis/txs/{hash}?lang=en', 'https://scan.example/osmosis'],
  ['https://scan.example/?tx={hash}', 'https://scan.example'],
])('the explorer of %s is %s', (explorer_tx_url, explorer_url) => {
  const chains = threeChains.chains.map((chain) => ({ ...chain, explorer_tx_url }))
  const config = evmChainConfig({ ...threeChains, chains }, { chain_uid: 'base' })
  expect(config.explorer_url).toBe(explorer_url)
})

describe('refused is', () => {
  test.each([
    { name: 'no chain at all', question: { chain_uid: null }, says: 'names no chain' },
    { name: 'an unknown chain', question: { chain_uid: 'mars' }, says: 'no chain "mars"' },
    {
      name: 'an id and a uid of two chains',
      question: { chain_uid: 'base', chain_id: 'neuron-1' },
      says: 'no chain "base / neuron-1"',
    },
    {
      name: 'a chain of the other family',
      question: { chain_uid: 'neuron' },
      says: 'neuron, which is not an EVM chain',
    },
  ])('$name', ({ question, says }) => {
    expect(() => evmChainConfig(threeChains, question)).toThrow(says)
  })
})
