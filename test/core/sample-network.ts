import { Network } from '../../src/core/terms/network.ts'

export const FACTORY = '0x171931f5670037173b9db13ab83186adab350cf2'
export const USDC = '0x3246d25b42f6b3deca5b40334775fa4d6e333010'
export const HUB_FACTORY = 'euclid1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs9g95xk'
export const CLAIMER = 'euclid1qgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqg7znn7'
export const CW20 = 'euclid1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsdvmf9u'
export const ALICE_EVM = '0x887e4aac216674d2c432798f851c1ea5d505b2e1'
export const ALICE_HUB = 'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6'

/** A network that exists only as data: enough of it to build every payload. */
export const sampleNetwork = Network.parse({
  name: 'sample',
  hub: {
    chain_uid: 'neuron',
    settlement_uid: 'vsl',
    router: CLAIMER,
    virtual_balance: CLAIMER,
    claimer: CLAIMER,
    meta_transaction: HUB_FACTORY,
  },
  chains: [
    {
      family: 'evm',
      chain_uid: 'base',
      chain_id: '8453',
      name: 'Base',
      factory: FACTORY,
      rpc_url: 'https://rpc.base.example',
      rest_url: '',
      explorer_tx_url: 'https://scan.base.example/tx/{hash}',
      block_time_ms: 2000,
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      finality: 'finalized',
    },
    {
      family: 'cosmwasm',
      chain_uid: 'neuron',
      chain_id: 'neuron-1',
      name: 'Neuron',
      factory: HUB_FACTORY,
      rpc_url: 'https://rpc.neuron.example',
      rest_url: 'https://lcd.neuron.example',
      explorer_tx_url: '',
      block_time_ms: 1000,
      bech32_prefix: 'euclid',
      fee: { denom: 'ueuclid', decimals: 6, gas_price: '0.025' },
    },
  ],
  tokens: [
    {
      token: 'eth',
      name: 'Ether',
      decimals: 18,
      email_cap: '4999999',
      denoms: [{ chain_uid: 'base', token_type: { native: { denom: 'eth' } } }],
    },
    {
      token: 'euclid',
      name: 'Euclid',
      decimals: 6,
      email_cap: '5000000',
      denoms: [{ chain_uid: 'neuron', token_type: { native: { denom: 'ueuclid' } } }],
    },
    {
      token: 'usdc',
      name: 'USD Coin',
      decimals: 6,
      denoms: [
        { chain_uid: 'base', token_type: { smart: { contract_address: USDC } } },
        { chain_uid: 'neuron', token_type: { smart: { contract_address: CW20 } } },
      ],
    },
  ],
})
