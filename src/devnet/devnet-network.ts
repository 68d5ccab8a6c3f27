import type { Address } from 'viem'

import {
  Network,
  type Chain,
  type GenerationName,
  type Token,
  type TokenType,
} from '../core/terms/network.ts'
import type { TestTokenSpec } from './evm/deploy-contracts.ts'
import { HUB_BECH32_PREFIX, type HubContracts } from './hub/hub-contracts.ts'
import { HUB_GAS_PRICE } from './hub/start-hub.ts'
import type { Cw20Spec } from './osmosis/start-side-chain.ts'

/** The facts of the chains that are known before they run. Adding a chain is an entry here. `port` is where it is looked for. */
export type EvmChainSpec = {
  chain_uid: string
  chain_id: number
  name: string
  port: number
  native: { denom: string; name: string; symbol: string; decimals: number }
  /** Gas costs next to nothing there. */
  is_rollup: boolean
}
export type CosmWasmChainSpec = {
  chain_uid: string
  chain_id: string
  name: string
  port: number
  bech32_prefix: string
  fee: { denom: string; decimals: number; gas_price: string }
}

export const EVM_CHAINS: readonly EvmChainSpec[] = [
  {
    chain_uid: 'base',
    chain_id: 31_337,
    name: 'Base (local)',
    port: 8_545,
    native: { denom: 'eth', name: 'Ether', symbol: 'ETH', decimals: 18 },
    is_rollup: true,
  },
  {
    chain_uid: 'polygon',
    chain_id: 31_338,
    name: 'Polygon (local)',
    port: 8_546,
    native: { denom: 'pol', name: 'POL', symbol: 'POL', decimals: 18 },
    is_rollup: false,
  },
]

/** The CosmWasm chains beside the hub. */
export const SIDE_CHAINS: readonly CosmWasmChainSpec[] = [
  {
    chain_uid: 'osmosis',
    chain_id: 'osmosis-local-1',
    name: 'Osmosis (local)',
    port: 26_667,
    bech32_prefix: 'osmo',
    fee: { denom: 'uosmo', decimals: 6, gas_price: '0.025' },
  },
]

export const NEURON = {
  chain_uid: 'neuron',
  chain_id: 'neuron-local-1',
  name: 'Neuron (local)',
  port: 26_657,
  bech32_prefix: HUB_BECH32_PREFIX,
  fee: { denom: HUB_GAS_PRICE.denom, decimals: 6, gas_price: HUB_GAS_PRICE.price },
  settlement_uid: 'vsl',
} as const satisfies CosmWasmChainSpec & { settlement_uid: string }

/** A token and where it lives: under a native denomination, or in a contract of its own. */
type TokenSpec = {
  token: string
  name: string
  symbol: string
  decimals: number
  usd_stable?: true
  /** Base units, as the network file means it. */
  email_cap?: string
  homes: readonly { chain_uid: string; native?: string }[]
}

export const TOKENS: readonly TokenSpec[] = [
  {
    token: 'usdc',
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    usd_stable: true,
    email_cap: '1000000000', // 1,000 USDC
    homes: [
      { chain_uid: 'base' },
      { chain_uid: 'polygon' },
      { chain_uid: 'osmosis', native: 'uusdc' },
    ],
  },
  {
    token: 'usdt',
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
    usd_stable: true,
    homes: [{ chain_uid: 'base' }, { chain_uid: 'osmosis' }],
  },
  {
    token: 'eth',
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    homes: [{ chain_uid: 'base', native: 'eth' }],
  },
  {
    token: 'pol',
    name: 'POL',
    symbol: 'POL',
    decimals: 18,
    homes: [{ chain_uid: 'polygon', native: 'pol' }],
  },
  {
    token: 'osmo',
    name: 'Osmosis',
    symbol: 'OSMO',
    decimals: 6,
    homes: [{ chain_uid: 'osmosis', native: 'uosmo' }],
  },
  {
    token: 'euclid',
    name: 'Euclid',
    symbol: 'EUCLID',
    decimals: 6,
    homes: [{ chain_uid: 'neuron', native: NEURON.fee.denom }, { chain_uid: 'osmosis' }],
  },
]

/** The tokens that are contracts on a chain, in the order in which they are made there. */
export function contractTokens(chainUid: string): (TestTokenSpec & Cw20Spec)[] {
  return TOKENS.filter(({ homes }) =>
    homes.some(({ chain_uid, native }) => chain_uid === chainUid && native === undefined),
  ).map(({ token, name, symbol, decimals }) => ({ token, name, symbol, decimals }))
}

/** The native denominations of a chain with their tokens. */
export function nativeTokens(chainUid: string): { denom: string; decimals: number }[] {
  return TOKENS.flatMap(({ decimals, homes }) =>
    homes.flatMap(({ chain_uid, native }) =>
      chain_uid === chainUid && native !== undefined ? [{ denom: native, decimals }] : [],
    ),
  )
}

export function decimalsOf(token: string): number {
  const spec = TOKENS.find((known) => known.token === token)
  if (!spec) throw new Error(`there is no token ${token} on the local network`)
  return spec.decimals
}

/** Base units of any token. Gas costs next to nothing here; this is for trying how less is refused. */
const MIN_CLAIM = '2'

/** The tokens of the local network. `addressOf` knows those that are contracts. */
export function devnetTokens(addressOf: (chainUid: string, token: string) => string): Token[] {
  return TOKENS.map(({ token, name, symbol, decimals, usd_stable, email_cap, homes }) => ({
    token,
    name,
    symbol,
    decimals,
    verified: true,
    ...(usd_stable && { usd_stable }),
    ...(email_cap !== undefined && { email_cap }),
    min_claim: MIN_CLAIM,
    denoms: homes.map(({ chain_uid, native }) => {
      const token_type: TokenType =
        native === undefined
          ? { smart: { contract_address: addressOf(chain_uid, token).toLowerCase() } }
          : { native: { denom: native } }
      return { chain_uid, token_type }
    }),
  }))
}

/** The local network as everyone else sees it: the same kind of data as any live network's. */
export function devnetNetwork(facts: {
  generation: GenerationName
  blockTimeMs: number
  rpcUrlOf(chainUid: string): string
  factoryOf(chainUid: string): Address | string
  hub: HubContracts
  tokens: Token[]
}): Network {
  const { router, virtual_balance, claimer, meta_transaction } = facts.hub
  const common = ({ chain_uid, chain_id, name }: EvmChainSpec | CosmWasmChainSpec) => ({
    chain_uid,
    chain_id: `${chain_id}`,
    name,
    factory: facts.factoryOf(chain_uid).toLowerCase(),
    rpc_url: facts.rpcUrlOf(chain_uid),
    explorer_tx_url: '',
    block_time_ms: Math.max(1, Math.round(facts.blockTimeMs)),
  })
  const evm = (spec: EvmChainSpec): Chain => ({
    family: 'evm',
    ...common(spec),
    rest_url: '',
    native_currency: {
      name: spec.native.name,
      symbol: spec.native.symbol,
      decimals: spec.native.decimals,
    },
    finality: 'finalized',
  })
  const cosmWasm = (spec: CosmWasmChainSpec): Chain => ({
    family: 'cosmwasm',
    ...common(spec),
    // The REST calls that wallets use are answered at the RPC address.
    rest_url: facts.rpcUrlOf(spec.chain_uid),
    bech32_prefix: spec.bech32_prefix,
    fee: spec.fee,
  })
  return Network.parse({
    name: 'devnet',
    generation: facts.generation,
    local: true,
    hub: {
      chain_uid: NEURON.chain_uid,
      settlement_uid: NEURON.settlement_uid,
      router,
      virtual_balance,
      claimer,
      meta_transaction,
    },
    chains: [...EVM_CHAINS.map(evm), ...[...SIDE_CHAINS, NEURON].map(cosmWasm)],
    tokens: facts.tokens,
  })
}
