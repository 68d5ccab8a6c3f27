import { toBech32 } from '@cosmjs/encoding'

import { Network } from '../../src/core/terms/network.ts'
import { sampleNetwork } from './sample-network.ts'

const account = (byte: number, length = 20) => toBech32('osmo', new Uint8Array(length).fill(byte))

export const OSMO_FACTORY = account(7, 32)
export const OSMO_USDC = account(8, 32)
export const ALICE_OSMO = account(9)

/** The sample network and a third chain, whose factory speaks the live message set. */
export const threeChains = Network.parse({
  ...sampleNetwork,
  chains: [
    ...sampleNetwork.chains,
    {
      family: 'cosmwasm',
      chain_uid: 'osmosis',
      chain_id: 'osmosis-1',
      name: 'Osmosis',
      factory: OSMO_FACTORY,
      rpc_url: 'https://rpc.osmosis.example',
      rest_url: 'https://lcd.osmosis.example',
      explorer_tx_url: '',
      block_time_ms: 1000,
      bech32_prefix: 'osmo',
      fee: { denom: 'uosmo', decimals: 6, gas_price: '0.025' },
    },
  ],
  tokens: [
    ...sampleNetwork.tokens.map((token) => ({
      ...token,
      denoms: [
        ...token.denoms,
        ...(token.token === 'usdc'
          ? [{ chain_uid: 'osmosis', token_type: { smart: { contract_address: OSMO_USDC } } }]
          : []),
      ],
    })),
    {
      token: 'osmo',
      name: 'Osmo',
      decimals: 6,
      denoms: [{ chain_uid: 'osmosis', token_type: { native: { denom: 'uosmo' } } }],
    },
  ],
})
