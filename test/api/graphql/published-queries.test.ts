import { buildSchema, parse, validate } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SCHEMA_TEXT } from '../../../src/api/graphql/schema-text.ts'
import { graphQlRoutes } from '../../../src/api/routes/graphql-routes.ts'
import { createApi, type Api } from '../../../src/api/server.ts'
import { createHub } from '../../../src/chains/hub/hub.ts'
import { createPoolState } from '../../../src/chains/hub/pool-state.ts'
import { firstLpAmount, LOCKED_LP, removedAmounts } from '../../../src/core/routing/curves.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { chainOf, denomOn, tokenOf, type Network } from '../../../src/core/terms/network.ts'
import { cosmosAddress, hubAddress } from '../../../src/devnet/accounts.ts'
import { startDevnet, type Devnet } from '../../../src/devnet/devnet.ts'
import { createPersonaWallets } from '../../../src/devnet/persona-wallets.ts'
import { createBlockReads } from '../../../src/services/market/block-reads.ts'
import type { HubReads } from '../../../src/services/market/hub-reads-port.ts'
import { ANY_PORTS } from '../../devnet/any-ports.ts'
import { OTHER_FORMS, PUBLISHED_QUERIES } from './published-queries.ts'
import { PATIENT } from '../../devnet/patient.ts'

/** Who set the contracts up, by chain. Those of EVM chains do not tell. */
const ADMINS = {
  neuron: await hubAddress('operator'),
  osmosis: await cosmosAddress('operator', 'osmo'),
}

type Query = keyof typeof PUBLISHED_QUERIES | keyof typeof OTHER_FORMS
const QUERIES: Record<Query, string> = { ...PUBLISHED_QUERIES, ...OTHER_FORMS }

let devnet: Devnet
let network: Network
let pools: readonly Pool[]
let api: Api

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
  ;({ network } = devnet)
  const live = createPoolState({
    hub: createHub(network, PATIENT),
    maxAgeMs: 60_000,
    log: { warn: () => undefined },
    now: () => new Date(),
  })
  ;({ pools } = await live.current())
  api = apiOver({ ...createHub(network, PATIENT), pairOf: live.pairOf })
})
afterAll(async () => {
  await api.stop()
  await devnet.stop()
})

function apiOver(reads: HubReads): Api {
  const current = async () => ({ pools, height: 1, ageMs: 0 })
  const hub = createBlockReads({ network, reads, pools: { current } })
  return createApi({
    log: pino({ level: 'silent' }),
    routes: [graphQlRoutes({ network, hub, now: () => new Date() })],
  })
}

async function ask(name: Query, variables: object, { server } = api) {
  const payload = { query: QUERIES[name], variables }
  const answer = await server.inject({ method: 'POST', url: '/graphql', payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** The pool of two tokens, as it was made. */
function poolOf(token1: string, token2: string): Pool {
  const pool = pools.find((each) => each.token1 === token1 && each.token2 === token2)
  if (!pool) throw new Error(`there is no pool of ${token1} and ${token2}`)
  return pool
}
const ethUsdc = () => poolOf('eth', 'usdc').id

/** Who made the first pools did so from the hub's chain, and locked a few LP tokens for ever. */
function ethUsdcShares() {
  const pool = poolOf('eth', 'usdc')
  const totalLp = firstLpAmount(pool.reserve1, pool.reserve2)
  const shares = totalLp - LOCKED_LP
  const [reserve1, reserve2] = removedAmounts({ ...pool, totalLp }, shares)
  return {
    totalLp: `${totalLp}`,
    neuron: { lp_shares: `${shares}`, reserve_1: `${reserve1}`, reserve_2: `${reserve2}` },
  }
}

const listed = (token_1: string, token_2: string) => ({
  pair: { token_1, token_2 },
  vlp: poolOf(token_1, token_2).id,
})
const PAIRS: readonly [string, string][] = [
  ['eth', 'euclid'],
  ['eth', 'usdc'],
  ['euclid', 'usdc'],
  ['osmo', 'usdc'],
  ['pol', 'usdc'],
  ['usdc', 'usdt'],
]
const allPools = () => PAIRS.map(([one, other]) => listed(one, other))

const lpToken = async () => {
  const token = await createHub(network, PATIENT).lpTokenOf('neuron', ethUsdc())
  if (token === undefined) throw new Error('eth-usdc has no LP token on neuron')
  return token
}

const EVM_FACTS = {
  base: { name: 'Base (local)', decimals: 18, coin: ['Ether', 'ETH'] },
  polygon: { name: 'Polygon (local)', decimals: 18, coin: ['POL', 'POL'] },
} as const
const evmConfig = (uid: keyof typeof EVM_FACTS) => ({
  chain_id: chainOf(network, uid).chain_id,
  chain_uid: uid,
  explorer_url: '',
  name: EVM_FACTS[uid].name,
  native_currency: { decimals: 18, name: EVM_FACTS[uid].coin[0], symbol: EVM_FACTS[uid].coin[1] },
  rpc_urls: { default: { http: [chainOf(network, uid).rpc_url] } },
})
const chainConfig = (uid: string, display_name: string, type: string) => ({
  chain_id: chainOf(network, uid).chain_id,
  chain_uid: uid,
  display_name,
  explorer_url: '',
  factory_address: chainOf(network, uid).factory,
  token_factory_address: null,
  logo: null,
  type,
})
const contract = (Type: string, ChainUID: string, ContractAddress: string) => ({
  ContractAddress,
  ChainUID,
  Type,
})
const EUCLID_DEX = {
  bg_color: null,
  logo: null,
  dex_name: 'euclid',
  fg_color: null,
  chain_uid: 'vsl',
  display_name: 'Euclid',
}
const USDT = {
  coinDecimal: 6,
  displayName: 'Tether USD',
  tokenId: 'usdt',
  description: '',
  image: '',
  price: '1',
  price_change_24h: null,
  price_change_7d: null,
  dex: ['euclid'],
  chain_uids: ['base', 'osmosis'],
  total_volume: null,
  total_volume_24h: null,
  tags: [],
  min_swap_value: null,
  social: {},
  is_verified: true,
}
const homeOf = (token: string, uid: string) => denomOn(tokenOf(network, token), uid)
const POOL_USER = () => ({ chain_uid: 'neuron', address: ethUsdc() })
const units = (whole: number, decimals: number) => `${BigInt(whole) * 10n ** BigInt(decimals)}`
const FEE = () => ({
  lp_fee_bps: 10,
  euclid_fee_bps: 10,
  recipient: { chain_uid: 'neuron', address: expect.stringMatching(/^euclid1/) },
})
const ESCROWS: readonly [token: string, chain_uid: string, balance: string][] = [
  ['eth', 'base', units(500, 18)],
  ['euclid', 'neuron', units(3_000_000, 6)],
  ['euclid', 'osmosis', units(500_000, 6)],
  ['osmo', 'osmosis', units(500_000, 6)],
  ['pol', 'polygon', units(9_000, 18)],
  ['usdc', 'base', units(1_500_000, 6)],
  ['usdc', 'osmosis', units(500_000, 6)],
  ['usdc', 'polygon', units(354_500, 6)],
  ['usdt', 'base', units(600_000, 6)],
  ['usdt', 'osmosis', units(400_000, 6)],
]
const aliceOn = (uid: string) => {
  const [alice] = devnet.personas
  const accounts = alice ? createPersonaWallets(network).accounts(alice) : []
  const account = accounts.find(({ chain_uid }) => chain_uid === uid)
  if (!account) throw new Error(`alice is not on ${uid}`)
  return account
}
/** The contract of a token on osmosis. */
const cw20 = (token: string): string => {
  const home = homeOf(token, 'osmosis')
  return home && 'smart' in home ? home.smart.contract_address : ''
}

type Row = {
  query: Query
  about?: string
  variables?: object | (() => object | Promise<object>)
  /** What the field has, on the local network. */
  answer: () => unknown
}

/** What is null or an empty list here is what the contracts of the local network do not tell, or nobody keeps. */
const ROWS: readonly Row[] = [
  {
    query: 'chains.all_chains',
    variables: { showAllChains: true, type: null },
    answer: () => [
      chainConfig('base', 'Base (local)', 'EVM'),
      chainConfig('polygon', 'Polygon (local)', 'EVM'),
      chainConfig('osmosis', 'Osmosis (local)', 'Cosmwasm'),
      chainConfig('neuron', 'Neuron (local)', 'Cosmwasm'),
    ],
  },
  {
    query: 'chains.all_chains',
    about: 'of one type',
    variables: { type: 'cosmwasm' },
    answer: () => [
      chainConfig('osmosis', 'Osmosis (local)', 'Cosmwasm'),
      chainConfig('neuron', 'Neuron (local)', 'Cosmwasm'),
    ],
  },
  { query: 'chains.all_evm_chains', answer: () => [evmConfig('base'), evmConfig('polygon')] },
  {
    query: 'chains.chain_config',
    variables: { chainId: 'osmosis-local-1' },
    answer: () => chainConfig('osmosis', 'Osmosis (local)', 'Cosmwasm'),
  },
  {
    query: 'chains.contracts',
    variables: {},
    answer: () => {
      const { router, virtual_balance, claimer, meta_transaction } = network.hub
      return [
        ...network.chains.map(({ chain_uid, factory }) => contract('factory', chain_uid, factory)),
        contract('router', 'neuron', router),
        contract('virtual_balance', 'neuron', virtual_balance),
        contract('claimer', 'neuron', claimer),
        contract('meta_transaction', 'neuron', meta_transaction ?? ''),
      ]
    },
  },
  {
    query: 'chains.contracts',
    about: 'of one type and chain',
    variables: { type: 'factory', chainUId: 'osmosis' },
    answer: () => [contract('factory', 'osmosis', chainOf(network, 'osmosis').factory)],
  },
  {
    query: 'chains.contracts with times',
    variables: { type: 'router', chainUId: 'vsl' },
    answer: () => [
      { ...contract('router', 'neuron', network.hub.router), CreatedAt: null, UpdatedAt: null },
    ],
  },
  {
    query: 'chains.evm_chain_config',
    variables: { chainUid: 'polygon' },
    answer: () => evmConfig('polygon'),
  },
  {
    query: 'chains.keplr_config',
    variables: { chainUid: 'neuron' },
    answer: () => {
      const coin = {
        coinDenom: 'EUCLID',
        coinMinimalDenom: 'ueuclid',
        coinDecimals: 6,
        coinGeckoID: '',
      }
      const gasPriceStep = { low: 0.025, average: 0.025, high: 0.025 }
      return {
        chainID: 'neuron-local-1',
        chainName: 'Neuron (local)',
        rpc: chainOf(network, 'neuron').rpc_url,
        rest: chainOf(network, 'neuron').rest_url,
        explorer_url: '',
        coinType: 118,
        features: ['cosmwasm'],
        stakeCurrency: coin,
        gasPriceStep,
        feeCurrencies: [{ ...coin, gasPriceStep }],
        currencies: [coin],
        bech32Config: {
          bech32PrefixAccAddr: 'euclid',
          bech32PrefixAccPub: 'euclidpub',
          bech32PrefixValAddr: 'euclidvaloper',
          bech32PrefixValPub: 'euclidvaloperpub',
          bech32PrefixConsAddr: 'euclidvalcons',
          bech32PrefixConsPub: 'euclidvalconspub',
        },
        bip44: { coinType: 118 },
      }
    },
  },
  {
    query: 'chains.router_config',
    answer: () => ({
      contract_address: network.hub.router,
      chain_uid: 'vsl',
      type: 'router',
      explorer_url: '',
      logo: null,
    }),
  },

  {
    query: 'cw.balance',
    variables: () => ({
      contract: cw20('euclid'),
      chainUid: 'osmosis',
      address: aliceOn('osmosis').address,
    }),
    answer: () => ({ balance: units(10_000, 6) }),
  },
  {
    query: 'cw.token_info',
    about: 'of an LP token on the hub',
    variables: async () => ({ contract: await lpToken(), chainUid: 'neuron' }),
    answer: () => ({
      name: 'eth-usdc liquidity',
      symbol: 'LP-ETH-USDC',
      decimals: 6,
      total_supply: ethUsdcShares().neuron.lp_shares,
    }),
  },
  {
    query: 'cw.token_info',
    about: 'of an EVM chain, whose tokens are not cw20',
    variables: () => ({ contract: chainOf(network, 'base').factory, chainUid: 'base' }),
    answer: () => null,
  },

  {
    query: 'factory.all_pools',
    about: 'of the chain from which the pools were made',
    variables: { chainUid: 'neuron', limit: 2, offset: 1 },
    answer: () => ({
      pagination: { total_count: 6, limit: 2, offset: 1 },
      pools: allPools().slice(1, 3),
    }),
  },
  ...['base', 'osmosis'].map((chainUid) => ({
    query: 'factory.all_pools' as const,
    about: `of ${chainUid}, which has no liquidity in any`,
    variables: { chainUid },
    answer: () => ({ pagination: { total_count: 0, limit: 0, offset: 0 }, pools: [] }),
  })),
  {
    query: 'factory.all_tokens',
    variables: { chainUid: 'osmosis', limit: 2, offset: 1 },
    answer: () => ({
      tokens: ['usdt', 'osmo'],
      pagination: { total_count: 4, limit: 2, offset: 1 },
    }),
  },
  {
    query: 'factory.allowed_denoms',
    variables: { chainUid: 'base', tokenId: 'usdc' },
    answer: () => [homeOf('usdc', 'base')],
  },
  {
    query: 'factory.escrow',
    variables: { chainUid: 'osmosis', tokenId: 'usdc' },
    answer: () => ({
      escrow_address: chainOf(network, 'osmosis').factory,
      denoms: [{ native: { denom: 'uusdc' } }],
    }),
  },
  {
    query: 'factory.get_LpToken_address',
    variables: () => ({ chainUid: 'neuron', vlpAddress: ethUsdc() }),
    answer: async () => ({ token_address: await lpToken() }),
  },
  ...['base', 'osmosis'].map((chainUid) => ({
    query: 'factory.get_LpToken_address' as const,
    about: `of a pool without one on ${chainUid}`,
    variables: () => ({ chainUid, vlpAddress: ethUsdc() }),
    answer: () => null,
  })),
  ...['base', 'neuron'].map((chainUid) => ({
    query: 'factory.partner_fees_collected' as const,
    about: `on ${chainUid}, whose factory does not count them`,
    variables: { chainUid },
    answer: () => null,
  })),
  ...(['base', 'osmosis', 'neuron'] as const).map((chainUid) => ({
    query: 'factory.state' as const,
    about: `on ${chainUid}`,
    variables: { chainUid },
    answer: () => ({
      chain_uid: chainUid,
      router_contract: network.hub.router,
      hub_channel: null,
      admin: chainUid === 'base' ? null : ADMINS[chainUid],
    }),
  })),
  {
    query: 'factory.vlp',
    about: 'in whichever order',
    variables: { chainUid: 'neuron', pair: { token_1: 'usdc', token_2: 'eth' } },
    answer: ethUsdc,
  },
  {
    query: 'factory.vlp',
    about: 'of a chain that has nothing in the pool',
    variables: { chainUid: 'base', pair: { token_1: 'eth', token_2: 'usdc' } },
    answer: () => null,
  },

  { query: 'pool.fees_collected', answer: () => null },
  {
    query: 'pool.my_pools',
    variables: () => ({ userAddress: aliceOn('base').address, chainUid: 'base' }),
    answer: () => [],
  },
  {
    query: 'pool.token_pair_with_liquidity',
    variables: {
      token: 'usdc',
      limit: 3,
      offset: 1,
      onlyShowVerified: true,
      sortBy: 'TOTAL_LIQUIDITY',
      sortOrder: 'ASC',
    },
    answer: () => ({
      pagination: { total_count: 5, limit: 3, offset: 1 },
      results: [
        { ...listed('euclid', 'usdc'), total_liquidity: '200000' },
        { ...listed('osmo', 'usdc'), total_liquidity: '500000' },
        { ...listed('eth', 'usdc'), total_liquidity: '2000000' },
      ].map((pool) => ({ ...pool, apr: null, tags: [], created_at: null })),
    }),
  },
  {
    query: 'pool.volume',
    answer: () => ({
      volume_24hours: null,
      total_liquidity: '5209000',
      total_volume: null,
      volume_breakdown_24hours: [],
    }),
  },

  {
    query: 'router.all_chains',
    answer: () =>
      network.chains.map(({ factory, chain_id, chain_uid }) => ({
        factory_address: factory,
        chain_id,
        chain_uid,
      })),
  },
  {
    query: 'router.all_escrows',
    answer: () => ESCROWS.map(([token, chain_uid, balance]) => ({ chain_uid, balance, token })),
  },
  {
    query: 'router.all_escrows',
    about: 'between two tokens, a part',
    variables: { min: 'osmo', max: 'usdt', skip: 1, limit: 2 },
    answer: () =>
      ESCROWS.slice(4, 6).map(([token, chain_uid, balance]) => ({ chain_uid, balance, token })),
  },
  {
    query: 'router.all_tokens',
    variables: { max: 'pol' },
    answer: () => ({ tokens: ['eth', 'euclid', 'osmo'] }),
  },
  {
    query: 'router.all_vlps',
    variables: { min: ['eth', 'usdc'], max: null, skip: 1, limit: 1 },
    answer: () => ({
      vlps: [{ vlp: poolOf('euclid', 'usdc').id, token_1: 'euclid', token_2: 'usdc' }],
    }),
  },
  ...['polygon', 'neuron'].map((chainUid) => ({
    query: 'router.chain' as const,
    about: chainUid,
    variables: { chainUid },
    answer: () => ({
      chain_uid: chainUid,
      chain: {
        factory_chain_id: chainOf(network, chainUid).chain_id,
        factory: chainOf(network, chainUid).factory,
        chain_type: null,
      },
    }),
  })),
  {
    query: 'router.escrows',
    variables: { token: 'usdc', min: 'osmosis' },
    answer: () => [
      { chain_uid: 'osmosis', balance: units(500_000, 6), chain_id: 'osmosis-local-1' },
      { chain_uid: 'polygon', balance: units(354_500, 6), chain_id: '31338' },
    ],
  },
  {
    query: 'router.simulate_release_escrow',
    variables: () => ({
      token: 'euclid',
      amount: 2_000_000_000,
      crossChainAddresses: [
        { user: aliceOn('osmosis'), limit: '500000000' },
        { user: aliceOn('base') },
        { user: aliceOn('neuron'), limit: null },
      ],
    }),
    answer: () => ({
      release_amounts: [
        { amount: '500000000', cross_chain_user: { user: aliceOn('osmosis'), limit: '500000000' } },
        { amount: '0', cross_chain_user: { user: aliceOn('base'), limit: null } },
        { amount: '1500000000', cross_chain_user: { user: aliceOn('neuron'), limit: null } },
      ],
      remaining_amount: '0',
    }),
  },
  {
    query: 'router.simulate_swap',
    variables: {
      assetIn: 'pol',
      amountIn: units(1, 18),
      assetOut: 'usdt',
      minAmountOut: '1',
      swaps: ['pol', 'usdc', 'usdt'],
    },
    answer: () => ({ amount_out: expect.stringMatching(/^49\d{4}$/), asset_out: 'usdt' }),
  },
  {
    query: 'router.state',
    answer: () => ({
      id: 'ContractStateOfRouter:singleton',
      admin: ADMINS.neuron,
      constant_product_vlp_code_id: 6,
      stable_vlp_code_id: null,
      virtual_balance_address: network.hub.virtual_balance,
      locked: false,
    }),
  },
  {
    query: 'router.state with one code',
    answer: () => ({
      admin: ADMINS.neuron,
      vlp_code_id: 6,
      virtual_balance_address: network.hub.virtual_balance,
    }),
  },
  {
    query: 'router.token_denoms',
    variables: { token: 'euclid' },
    answer: () => ({
      denoms: ['neuron', 'osmosis'].map((chain_uid) => ({
        chain_uid,
        token_type: homeOf('euclid', chain_uid),
      })),
    }),
  },
  {
    query: 'router.token_pairs_from_vlp',
    variables: () => ({ vlp: ethUsdc() }),
    answer: () => ({ vlp: ethUsdc(), token_1: 'eth', token_2: 'usdc' }),
  },
  {
    query: 'router.token_pairs_from_vlp',
    about: 'of a contract that is no pool',
    variables: () => ({ vlp: network.hub.router }),
    answer: () => null,
  },
  {
    query: 'router.vlp',
    variables: { pair: { token_1: 'usdc', token_2: 'eth' } },
    answer: () => ({ vlp: ethUsdc(), token_1: 'eth', token_2: 'usdc' }),
  },
  {
    query: 'router.vlp',
    about: 'of a pair without a pool',
    variables: { pair: { token_1: 'osmo', token_2: 'pol' } },
    answer: () => null,
  },

  { query: 'token.all_dexes', answer: () => [EUCLID_DEX] },
  { query: 'token.dex_metadata', variables: { dex: 'euclid' }, answer: () => EUCLID_DEX },
  {
    query: 'token.dex_metadata',
    about: 'of an exchange that routes do not lead over',
    variables: { dex: 'osmosis' },
    answer: () => null,
  },
  { query: 'token.get_all_faucets', answer: () => [] },
  {
    query: 'token.token_denoms',
    about: 'of one token on some chains',
    variables: { tokenId: 'usdc', chainUids: ['osmosis', 'polygon'] },
    answer: () => {
      const home = homeOf('usdc', 'polygon')
      const contract_address = home && 'smart' in home ? home.smart.contract_address : ''
      return [
        {
          denoms: [
            {
              id: `TokenDenomWithChainType:polygon:evm:smart:${contract_address}`,
              chain_uid: 'polygon',
              token_type: { smart: { contract_address } },
              chain_type: 'evm',
            },
            {
              id: 'TokenDenomWithChainType:osmosis:cosmwasm:native:uusdc',
              chain_uid: 'osmosis',
              token_type: { native: { denom: 'uusdc' } },
              chain_type: 'cosmwasm',
            },
          ],
          id: 'TokenDenomWithTokenIDResponse:usdc',
          token_id: 'usdc',
        },
      ]
    },
  },
  {
    query: 'token.token_denoms by chain_uid',
    variables: { denom: 'uosmo', chainUid: ['osmosis'] },
    answer: () => [
      {
        denoms: [{ chain_uid: 'osmosis', token_type: { native: { denom: 'uosmo' } } }],
        token_id: 'osmo',
      },
    ],
  },
  {
    query: 'token.token_liquidities',
    variables: { page: 2, limit: 2 },
    answer: () => [
      { token: 'usdc', total_liquidity: '2354500', total_volume: null },
      { token: 'osmo', total_liquidity: '250000', total_volume: null },
    ],
  },
  {
    query: 'token.token_liquidity',
    variables: { token: 'eth' },
    answer: () => ({ token: 'eth', total_liquidity: '1250000', total_volume: null }),
  },
  {
    query: 'token.token_liquidity',
    about: 'of a token without a pool',
    variables: { token: 'mars' },
    answer: () => null,
  },
  { query: 'token.token_metadata_by_id', variables: { tokenId: 'usdt' }, answer: () => USDT },
  {
    query: 'token.token_metadatas',
    variables: {
      limit: 1,
      offset: 1,
      verified: true,
      dex: ['euclid'],
      chainUids: ['osmosis'],
      showVolume: true,
      search: 'usd',
    },
    answer: () => [USDT],
  },

  {
    query: 'vlp.all_pools',
    variables: () => ({ contract: ethUsdc() }),
    answer: () => ({
      pools: [{ chain_uid: 'neuron', pool: ethUsdcShares().neuron }],
      pagination: { total_count: 1, limit: 1, offset: 0 },
    }),
  },
  { query: 'vlp.fee', variables: () => ({ contract: ethUsdc() }), answer: FEE },
  {
    query: 'vlp.liquidity',
    about: 'by pair',
    variables: { pair: { token_1: 'usdc', token_2: 'eth' } },
    answer: () => ({
      pair: { token_1: 'eth', token_2: 'usdc' },
      token_1_reserve: units(400, 18),
      token_2_reserve: units(1_000_000, 6),
      total_lp_tokens: ethUsdcShares().totalLp,
    }),
  },
  {
    query: 'vlp.pool',
    variables: () => ({ contract: ethUsdc(), chainUid: 'neuron' }),
    answer: () => ethUsdcShares().neuron,
  },
  {
    query: 'vlp.pool',
    about: 'of a chain that has nothing in it',
    variables: () => ({ contract: ethUsdc(), chainUid: 'base' }),
    answer: () => ({ reserve_1: '0', reserve_2: '0', lp_shares: '0' }),
  },
  {
    query: 'vlp.state',
    variables: () => ({ contract: ethUsdc() }),
    answer: () => ({
      pair: { token_1: 'eth', token_2: 'usdc' },
      router: network.hub.router,
      vcoin: network.hub.virtual_balance,
      fee: FEE(),
      last_updated: null,
      total_lp_tokens: ethUsdcShares().totalLp,
      pool_config: { token_1_denom: null, token_2_denom: null, lp_token_denom: null },
      admin: null,
    }),
  },
  {
    query: "vlp.state with a curve's terms",
    variables: () => ({ contract: poolOf('usdc', 'usdt').id }),
    answer: () => ({ pool_config: { stable: { amp_factor: '1000' }, constant_product: null } }),
  },
  {
    query: 'vlp.total_fees_collected',
    variables: () => ({ contract: ethUsdc() }),
    answer: () => null,
  },
  {
    query: 'vlp.total_fees_collected_per_denom',
    variables: () => ({ contract: ethUsdc(), denom: 'usdc' }),
    answer: () => null,
  },

  {
    query: 'vcoin.balance',
    about: 'of a pool, which holds its reserves as vouchers',
    variables: () => ({ balanceKey: { cross_chain_user: POOL_USER(), token_id: 'eth' } }),
    answer: () => ({ amount: units(400, 18) }),
  },
  { query: 'vcoin.state', answer: () => ({ router: network.hub.router, admin: ADMINS.neuron }) },
  {
    query: 'vcoin.user_balance',
    variables: () => ({ user: POOL_USER() }),
    answer: () => ({
      balances: [
        { amount: units(400, 18), token_id: 'eth' },
        { amount: units(1_000_000, 6), token_id: 'usdc' },
      ],
    }),
  },
  {
    query: 'vcoin.unified_user_balance',
    variables: () => ({ address: ethUsdc(), limit: 2, offset: 2, chainUids: [] }),
    answer: () => [
      { balances: [], chain_uid: 'osmosis' },
      {
        balances: [
          { amount: units(400, 18), token_id: 'eth' },
          { amount: units(1_000_000, 6), token_id: 'usdc' },
        ],
        chain_uid: 'neuron',
      },
    ],
  },
]

describe('every published query', () => {
  const schema = buildSchema(SCHEMA_TEXT)

  test.each(Object.entries(QUERIES))('fits the schema: %s', (_name, query) => {
    expect(validate(schema, parse(query))).toEqual([])
  })

  test('is one of 52, and is asked below', () => {
    expect(Object.keys(PUBLISHED_QUERIES)).toHaveLength(52)
    expect(new Set(ROWS.map(({ query }) => query))).toEqual(new Set(Object.keys(QUERIES)))
  })

  test.each(ROWS.map((row) => ({ name: [row.query, row.about].filter(Boolean).join(' '), row })))(
    'is answered: $name',
    async ({ row: { query, variables, answer } }) => {
      const given = typeof variables === 'function' ? await variables() : (variables ?? {})
      const [root = '', field = ''] = (query.split(' ')[0] ?? '').split('.')
      const expected = { status: 200, body: { data: { [root]: { [field]: await answer() } } } }
      // The second time it is compiled, from the third on that is what runs.
      for (const _ of [1, 2, 3]) expect(await ask(query, given)).toEqual(expected)
    },
  )
})

describe('what the local network does not tell is answered where contracts do', () => {
  const FEES = {
    lp_fees: [
      { denom: 'eth', amount: 10n ** 17n },
      { denom: 'usdc', amount: 40_000_000n },
    ],
    euclid_fees: [{ denom: 'usdc', amount: 10_000_000n }],
  }
  let telling: Api
  beforeAll(() => {
    const hub = createHub(network, PATIENT)
    telling = apiOver({
      ...hub,
      vlpFees: async (vlp) => (vlp === ethUsdc() ? FEES : undefined),
      partnerFees: async () => [{ denom: 'usdc', amount: 7n }],
      factoryPools: async () => allPools().slice(0, 2),
      factoryState: async () => ({
        router_contract: 'euclid1router',
        hub_channel: 'channel-4',
        admin: 'osmo1admin',
      }),
      allEscrows: async () => [{ token: 'eth', chain_uid: 'base', balance: 5n }],
      chains: async () => [
        {
          chain_uid: 'osmosis',
          chain_id: 'osmosis-local-1',
          factory_address: 'osmo1factory',
          ibc: { from_hub_channel: 'channel-1', from_factory_channel: 'channel-2' },
        },
      ],
    })
  })
  afterAll(() => telling.stop())

  test.each<Row>([
    {
      query: 'pool.fees_collected',
      answer: () => ({
        total_overall: 300,
        breakdown: [{ token1: 'eth', token2: 'usdc', total_fee: 300 }],
      }),
    },
    {
      query: 'vlp.total_fees_collected',
      variables: () => ({ contract: ethUsdc() }),
      answer: () => ({
        lp_fees: {
          totals: [
            { denom: 'eth', amount: units(1, 17) },
            { denom: 'usdc', amount: '40000000' },
          ],
        },
        euclid_fees: { totals: [{ denom: 'usdc', amount: '10000000' }] },
      }),
    },
    {
      query: 'vlp.total_fees_collected_per_denom',
      variables: () => ({ contract: ethUsdc(), denom: 'eth' }),
      answer: () => ({ lp_fees: units(1, 17), euclid_fees: '0' }),
    },
    {
      query: 'factory.partner_fees_collected',
      variables: { chainUid: 'osmosis' },
      answer: () => ({ total: { totals: [{ denom: 'usdc', amount: '7' }] } }),
    },
    {
      query: 'factory.all_pools',
      variables: { chainUid: 'osmosis', offset: 1 },
      answer: () => ({
        pagination: { total_count: 2, limit: 2, offset: 1 },
        pools: allPools().slice(1, 2),
      }),
    },
    {
      query: 'factory.vlp',
      variables: { chainUid: 'osmosis', pair: { token_1: 'eth', token_2: 'usdc' } },
      answer: ethUsdc,
    },
    {
      query: 'factory.state',
      variables: { chainUid: 'osmosis' },
      answer: () => ({
        chain_uid: 'osmosis',
        router_contract: 'euclid1router',
        hub_channel: 'channel-4',
        admin: 'osmo1admin',
      }),
    },
    {
      query: 'router.all_escrows',
      answer: () => [{ chain_uid: 'base', balance: '5', token: 'eth' }],
    },
    {
      query: 'router.chain',
      variables: { chainUid: 'osmosis' },
      answer: () => ({
        chain_uid: 'osmosis',
        chain: {
          factory_chain_id: 'osmosis-local-1',
          factory: 'osmo1factory',
          chain_type: {
            ibc: { from_hub_channel: 'channel-1', from_factory_channel: 'channel-2' },
          },
        },
      }),
    },
  ])('$query', async ({ query, variables, answer }) => {
    const given = typeof variables === 'function' ? await variables() : (variables ?? {})
    const [root = '', field = ''] = query.split('.')
    const { body } = await ask(query, given, telling)
    expect(body).toEqual({ data: { [root]: { [field]: await answer() } } })
  })
})

describe('refused is, with what to do', () => {
  test.each<{ what: string; query: Query; variables: () => object; code: string }>([
    {
      what: 'a chain that the hub does not have',
      query: 'router.chain',
      variables: () => ({ chainUid: 'mars' }),
      code: 'UNKNOWN_CHAIN',
    },
    {
      what: 'half a pair',
      query: 'router.vlp',
      variables: () => ({ pair: { token_1: 'eth' } }),
      code: 'INVALID_REQUEST',
    },
    {
      what: 'a pair without a pool, as a pool',
      query: 'vlp.fee',
      variables: () => ({ pair: { token_1: 'osmo', token_2: 'pol' } }),
      code: 'NOT_FOUND',
    },
    {
      what: 'a part of a pool on a chain that there is not',
      query: 'vlp.pool',
      variables: () => ({ contract: ethUsdc(), chainUid: 'mars' }),
      code: 'UNKNOWN_CHAIN',
    },
    {
      what: 'a release without an amount',
      query: 'router.simulate_release_escrow',
      variables: () => ({ token: 'eth' }),
      code: 'INVALID_REQUEST',
    },
    {
      what: 'a release with a limit that is no amount',
      query: 'router.simulate_release_escrow',
      variables: () => ({
        token: 'eth',
        amount: 5,
        crossChainAddresses: [{ user: aliceOn('base'), limit: '1e3' }],
      }),
      code: 'INVALID_REQUEST',
    },
    {
      what: 'the page before the first',
      query: 'token.token_liquidities',
      variables: () => ({ page: 0, limit: 5 }),
      code: 'INVALID_REQUEST',
    },
    {
      what: 'pools of an address that is none',
      query: 'pool.my_pools',
      variables: () => ({ userAddress: 'alice' }),
      code: 'INVALID_REQUEST',
    },
    {
      what: 'a cw20 that is another contract',
      query: 'cw.token_info',
      variables: () => ({ contract: network.hub.router, chainUid: 'neuron' }),
      code: 'INVALID_REQUEST',
    },
    {
      what: 'a cw20 that is no address there',
      query: 'cw.token_info',
      variables: () => ({ contract: network.hub.router, chainUid: 'osmosis' }),
      code: 'INVALID_ADDRESS',
    },
  ])('$what', async ({ query, variables, code }) => {
    const { body } = await ask(query, variables())
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0].extensions).toEqual({ code, fix: expect.stringMatching(/^[A-Z].+\.$/) })
  })
})
