import type { Address } from 'viem'

import { Network, type Token } from '../core/network.ts'
import type { TestTokenSpec } from './evm/deploy-contracts.ts'
import { HUB_BECH32_PREFIX, type HubContracts } from './hub/hub-contracts.ts'
import { HUB_GAS_PRICE } from './hub/start-hub.ts'

/** The facts of the two chains that are known before they run. */
export const BASE = {
  chain_uid: 'base',
  chain_id: 31_337,
  native: { denom: 'eth', name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const
export const NEURON = {
  chain_uid: 'neuron',
  chain_id: 'neuron-local-1',
  settlement_uid: 'vsl',
  denom: HUB_GAS_PRICE.denom,
  decimals: 6,
  gas_price: HUB_GAS_PRICE.price,
} as const

/** The ERC-20 tokens on base, in the order of their deployment. */
export const BASE_TOKENS: TestTokenSpec[] = [
  { token: 'usdc', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
]

/** The tokens of the local network. `baseTokens` are the deployed ERC-20 tokens. */
export function devnetTokens(baseTokens: readonly { token: string; address: Address }[]): Token[] {
  const smart = BASE_TOKENS.flatMap(({ token, name, decimals }) => {
    const address = baseTokens.find((deployed) => deployed.token === token)?.address
    if (!address) return []
    const token_type = { smart: { contract_address: address.toLowerCase() } }
    return [{ token, name, decimals, denoms: [{ chain_uid: BASE.chain_uid, token_type }] }]
  })
  return [
    ...smart,
    {
      token: 'eth',
      name: BASE.native.name,
      decimals: BASE.native.decimals,
      denoms: [
        {
          chain_uid: BASE.chain_uid,
          token_type: { native: { denom: BASE.native.denom } },
        },
      ],
    },
    {
      token: 'euclid',
      name: 'Euclid',
      decimals: NEURON.decimals,
      denoms: [
        {
          chain_uid: NEURON.chain_uid,
          token_type: { native: { denom: NEURON.denom } },
        },
      ],
    },
  ]
}

/** The local network as everyone else sees it: the same kind of data as any live network's. */
export function devnetNetwork(facts: {
  blockTimeMs: number
  base: { rpcUrl: string; factory: Address }
  hub: {
    rpcUrl: string
    contracts: HubContracts
  }
  tokens: Token[]
}): Network {
  const { router, virtual_balance, claimer, factory } = facts.hub.contracts
  const shared = {
    rest_url: '',
    explorer_tx_url: '',
    block_time_ms: Math.max(1, Math.round(facts.blockTimeMs)),
  }
  return Network.parse({
    name: 'devnet',
    hub: {
      chain_uid: NEURON.chain_uid,
      settlement_uid: NEURON.settlement_uid,
      router,
      virtual_balance,
      claimer,
    },
    chains: [
      {
        family: 'evm',
        chain_uid: BASE.chain_uid,
        chain_id: `${BASE.chain_id}`,
        name: 'Base (local)',
        factory: facts.base.factory.toLowerCase(),
        rpc_url: facts.base.rpcUrl,
        ...shared,
        native_currency: {
          name: BASE.native.name,
          symbol: BASE.native.symbol,
          decimals: BASE.native.decimals,
        },
        finality: 'finalized',
      },
      {
        family: 'cosmwasm',
        chain_uid: NEURON.chain_uid,
        chain_id: NEURON.chain_id,
        name: 'Neuron (local)',
        factory,
        rpc_url: facts.hub.rpcUrl,
        ...shared,
        bech32_prefix: HUB_BECH32_PREFIX,
        fee: {
          denom: NEURON.denom,
          decimals: NEURON.decimals,
          gas_price: NEURON.gas_price,
        },
      },
    ],
    tokens: facts.tokens,
  })
}
