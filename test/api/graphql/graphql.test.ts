import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'

import { graphQlRoutes } from '../../../src/api/routes/graphql-routes.ts'
import { createApi, type Api } from '../../../src/api/server.ts'
import { createPoolState } from '../../../src/chains/hub/pool-state.ts'
import { createHub } from '../../../src/chains/hub/hub.ts'
import { chainOf, type Network } from '../../../src/core/terms/network.ts'
import { createJsonOperations } from '../../services/json-edge.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { createBlockReads, type BlockReads } from '../../../src/services/market/block-reads.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { TransactionBuild } from '../../../src/core/terms/shapes.ts'
import { startDevnet, type Devnet } from '../../../src/devnet/devnet.ts'
import { createPersonaWallets } from '../../../src/devnet/persona-wallets.ts'
import { startNodeServer } from '../../chains/node-server.ts'
import { ANY_PORTS } from '../../devnet/any-ports.ts'
import { eventually } from '../../devnet/devnet-clients.ts'
import { PATIENT } from '../../devnet/patient.ts'

let devnet: Devnet
/** Passes the hub's calls on, and keeps the contract queries among them. */
let node: Awaited<ReturnType<typeof startNodeServer>>
const asked: string[] = []
let network: Network
let api: Api
/** The hub's newest block, as far as this test lets the service know. */
let height = 1
let live: ReturnType<typeof createPoolState>
let pools: readonly Pool[]

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
  const hub = devnet.network.chains.find(({ chain_uid }) => chain_uid === 'neuron')
  node = await startNodeServer(async (body, response) => {
    const { method, params } = JSON.parse(body)
    if (method === 'abci_query') asked.push(params.data)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(hub?.rpc_url ?? '', { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  network = {
    ...devnet.network,
    chains: devnet.network.chains.map((chain) =>
      chain.chain_uid === 'neuron' ? { ...chain, rpc_url: node.url } : chain,
    ),
  }
  const log = { warn: () => undefined }
  live = createPoolState({
    hub: createHub(devnet.network, PATIENT),
    maxAgeMs: 60_000,
    log,
    now: () => new Date(),
  })
  ;({ pools } = await live.current())
  api = apiOn(network)
  await deposit('5', 'base')
  await deposit('7', 'osmosis')
  await eventually(
    'both deposits',
    async () => {
      const vouchers = createHub(devnet.network, PATIENT).vouchers
      return Promise.all(['base', 'osmosis'].map((uid) => vouchers(aliceOn(uid))))
    },
    (found) => found.every(({ held }) => held.length === 1),
  )
})
afterAll(async () => {
  await api.stop()
  await node.stop()
  await devnet.stop()
})

const readsOn = (on: Network) => ({ ...createHub(on, PATIENT), pairOf: live.pairOf })

function apiOn(on: Network, reads = readsOn(on)): Api {
  const current = async () => ({ pools, height, ageMs: 0 })
  const hub = createBlockReads({ network: on, reads, pools: { current } })
  return createApi({
    log: pino({ level: 'silent' }),
    routes: [graphQlRoutes({ network: on, hub, now: () => new Date() })],
  })
}

async function ask(query: string, variables?: object, server = api.server) {
  const response = await server.inject({
    method: 'POST',
    url: '/graphql',
    payload: { query, variables },
  })
  return { status: response.statusCode, body: response.json() }
}

const alice = () => {
  const [persona] = devnet.personas
  if (!persona) throw new Error('there is no alice')
  return persona
}
const aliceOn = (chainUid: string) => {
  const accounts = createPersonaWallets(devnet.network).accounts(alice())
  const account = accounts.find(({ chain_uid }) => chain_uid === chainUid)
  if (!account) throw new Error(`alice is not on ${chainUid}`)
  return account
}

/** Alice turns some of her EUCLID on the hub's chain into vouchers of her account on another. */
async function deposit(amount_in: string, toChain: string): Promise<void> {
  const { deposit: build } = createJsonOperations({
    network: devnet.network,
    claimers: { create: () => Promise.reject(new Error('nobody is to be a claimer here')) },
    pools: createHub(devnet.network, PATIENT),
    now: () => new Date(),
  })
  const asset_in = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
  const request = { amount_in, asset_in, sender: aliceOn('neuron'), recipient: aliceOn(toChain) }
  const built = TransactionBuild.parse(await build(request))
  await createPersonaWallets(devnet.network).broadcast(alice(), built)
}

const vlpOf = async (token_1: string, token_2: string): Promise<string> => {
  const { body } = await ask('{router{all_vlps(limit: 100){vlps{vlp token_1 token_2}}}}')
  const found = body.data.router.all_vlps.vlps.find(
    (each: { token_1: string; token_2: string }) =>
      each.token_1 === token_1 && each.token_2 === token_2,
  )
  return found?.vlp
}

/** The interface's queries in its own words, then those that clients of the public service use beside them. */
describe('a documented query', () => {
  test.each([
    {
      name: 'router.all_chains',
      query: `query Router { router { all_chains { chain_id chain_uid factory_address } } }`,
      answer: () => ({
        router: {
          all_chains: network.chains.map(({ chain_id, chain_uid, factory }) => ({
            chain_id,
            chain_uid,
            factory_address: factory,
          })),
        },
      }),
    },
    {
      name: 'chains.evm_chain_config by uid',
      query: `query Evm_chain_config($chainUid: String, $chainId: String) {
        chains { evm_chain_config(chain_uid: $chainUid, chain_id: $chainId) {
          rpc_urls { default { http } } explorer_url name
        } } }`,
      variables: { chainUid: 'base', chainId: null },
      answer: () => ({
        chains: {
          evm_chain_config: {
            rpc_urls: { default: { http: [chainOf(network, 'base').rpc_url] } },
            explorer_url: '',
            name: 'Base (local)',
          },
        },
      }),
    },
    {
      name: 'chains.evm_chain_config by id, with the fields that wallets need',
      query: `query ($id: String) { chains { evm_chain_config(chain_id: $id) {
          chain_id chain_uid native_currency { decimals name symbol } } } }`,
      variables: { id: '31338' },
      answer: () => ({
        chains: {
          evm_chain_config: {
            chain_id: '31338',
            chain_uid: 'polygon',
            native_currency: { decimals: 18, name: 'POL', symbol: 'POL' },
          },
        },
      }),
    },
    ...['cosmos_wallet_config', 'keplr_config'].map((field) => ({
      name: `chains.${field}`,
      query: `query Keplr_config($chainId: String, $chainUid: String) {
        chains { ${field}(chain_id: $chainId, chain_uid: $chainUid) {
          chainID chainName rpc rest explorer_url coinType features
          stakeCurrency { coinDenom coinMinimalDenom coinDecimals coinGeckoID }
          currencies { coinMinimalDenom }
          feeCurrencies { coinDenom gasPriceStep { low average high } }
          gasPriceStep { low average high }
          bech32Config { bech32PrefixAccAddr bech32PrefixConsPub }
          bip44 { coinType }
        } } }`,
      variables: { chainUid: 'osmosis' },
      answer: () => {
        const { rpc_url, rest_url } = chainOf(network, 'osmosis')
        const gasPriceStep = { low: 0.025, average: 0.025, high: 0.025 }
        return {
          chains: {
            [field]: {
              chainID: 'osmosis-local-1',
              chainName: 'Osmosis (local)',
              rpc: rpc_url,
              rest: rest_url,
              explorer_url: '',
              coinType: 118,
              features: ['cosmwasm'],
              stakeCurrency: {
                coinDenom: 'OSMO',
                coinMinimalDenom: 'uosmo',
                coinDecimals: 6,
                coinGeckoID: '',
              },
              currencies: [{ coinMinimalDenom: 'uosmo' }, { coinMinimalDenom: 'uusdc' }],
              feeCurrencies: [{ coinDenom: 'OSMO', gasPriceStep }],
              gasPriceStep,
              bech32Config: { bech32PrefixAccAddr: 'osmo', bech32PrefixConsPub: 'osmovalconspub' },
              bip44: { coinType: 118 },
            },
          },
        }
      },
    })),
    {
      name: 'vcoin.user_balance',
      query: `query User_balance($user: CrossChainUserInput) {
        vcoin { user_balance(user: $user) { balances { amount token_id } is_all } } }`,
      variables: () => ({ user: aliceOn('base') }),
      answer: () => ({
        vcoin: { user_balance: { balances: [{ amount: '5', token_id: 'euclid' }], is_all: true } },
      }),
    },
    {
      name: 'vcoin.user_balance of what stands under the settlement layer',
      query: `query User_balance($user: CrossChainUserInput) {
        vcoin { user_balance(user: $user) { chain_uid balances { amount token_id } } } }`,
      variables: () => ({ user: { ...aliceOn('neuron'), chain_uid: 'vsl' } }),
      answer: () => ({ vcoin: { user_balance: { chain_uid: 'vsl', balances: [] } } }),
    },
    {
      name: 'vcoin.unified_user_balance of an EVM wallet',
      query: `query Unified_user_balance($address: String!, $limit: Int, $offset: Int, $chainUids: [String]) {
        vcoin { unified_user_balance(address: $address, limit: $limit, offset: $offset, chain_uids: $chainUids) {
          balances { amount token_id } chain_uid } } }`,
      variables: () => ({ address: aliceOn('base').address }),
      answer: () => ({
        vcoin: {
          unified_user_balance: [
            { balances: [{ amount: '5', token_id: 'euclid' }], chain_uid: 'base' },
            { balances: [], chain_uid: 'polygon' },
            { balances: [], chain_uid: 'osmosis' },
            { balances: [], chain_uid: 'neuron' },
          ],
        },
      }),
    },
    {
      name: 'vcoin.unified_user_balance of a Cosmos wallet by its address on another chain, one page',
      query: `query ($address: String!, $limit: Int, $offset: Int, $chainUids: [String]) {
        vcoin { unified_user_balance(address: $address, limit: $limit, offset: $offset, chain_uids: $chainUids) {
          chain_uid balances { amount token_id } } } }`,
      variables: () => ({
        address: aliceOn('neuron').address,
        chainUids: ['neuron', 'base', 'osmosis'],
        limit: 1,
        offset: 1,
      }),
      answer: () => ({
        vcoin: {
          unified_user_balance: [
            { chain_uid: 'osmosis', balances: [{ amount: '7', token_id: 'euclid' }] },
          ],
        },
      }),
    },
    {
      name: 'router.all_vlps between two pairs',
      query: `query Router($max: [String], $min: [String], $skip: Int, $limit: Int) {
        router { all_vlps(max: $max, min: $min, skip: $skip, limit: $limit) {
          vlps { vlp token_1 token_2 } } } }`,
      variables: { min: ['eth', 'usdc'], max: ['pol', 'usdc'], skip: 1, limit: 5 },
      answer: async () => ({
        router: {
          all_vlps: {
            vlps: [
              { vlp: await vlpOf('euclid', 'usdc'), token_1: 'euclid', token_2: 'usdc' },
              { vlp: await vlpOf('osmo', 'usdc'), token_1: 'osmo', token_2: 'usdc' },
            ],
          },
        },
      }),
    },
    {
      name: 'token.token_metadatas of verified tokens',
      query: `query Token($verified: Boolean) { token { token_metadatas(verified: $verified) {
          tokenId price is_verified } } }`,
      variables: { verified: true },
      answer: () => ({
        token: {
          token_metadatas: [
            ['usdc', '1'],
            ['usdt', '1'],
            ['eth', '2500'],
            ['pol', '0.5'],
            ['osmo', '0.5'],
            ['euclid', '0.1'],
          ].map(([tokenId, price]) => ({ tokenId, price, is_verified: true })),
        },
      }),
    },
    {
      name: 'token.token_metadatas with every argument and field',
      query: `query ($chains: [String!], $dex: [String!], $limit: Int, $offset: Int, $search: String,
          $volume: Boolean, $verified: Boolean) {
        token { token_metadatas(chain_uids: $chains, dex: $dex, limit: $limit, offset: $offset,
            search: $search, show_volume: $volume, verified: $verified) {
          coinDecimal displayName tokenId description image price price_change_24h price_change_7d dex
          chain_uids total_volume total_volume_24h tags min_swap_value social is_verified } } }`,
      variables: {
        chains: ['osmosis'],
        dex: ['euclid'],
        limit: 1,
        offset: 1,
        search: 'usd',
        volume: true,
        verified: true,
      },
      answer: () => ({
        token: {
          token_metadatas: [
            {
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
            },
          ],
        },
      }),
    },
    {
      name: 'router.token_denoms',
      query: `query ($token: String!) { router { token_denoms(token: $token) { denoms {
          chain_uid chain_type token_type {
            ... on NativeTokenType { native { denom } }
            ... on SmartTokenType { smart { contract_address } }
            ... on VoucherTokenType { voucher } } } } } }`,
      variables: { token: 'euclid' },
      answer: () => {
        const [onHub, onOsmosis] =
          network.tokens.find(({ token }) => token === 'euclid')?.denoms ?? []
        return {
          router: {
            token_denoms: {
              denoms: [
                { ...onHub, chain_type: 'Cosmwasm' },
                { ...onOsmosis, chain_type: 'Cosmwasm' },
              ],
            },
          },
        }
      },
    },
    {
      name: 'router.all_tokens',
      query: `query ($min: String, $limit: Int) { router { all_tokens(min: $min, limit: $limit) { tokens } } }`,
      variables: { min: 'osmo', limit: 3 },
      answer: () => ({ router: { all_tokens: { tokens: ['osmo', 'pol', 'usdc'] } } }),
    },
    {
      name: 'router.escrows',
      query: `query ($token: String!) { router { escrows(token: $token) { balance chain_id chain_uid } } }`,
      variables: { token: 'pol' },
      answer: () => ({
        router: {
          escrows: [{ balance: `9000${'0'.repeat(18)}`, chain_id: '31338', chain_uid: 'polygon' }],
        },
      }),
    },
    {
      name: 'router.simulate_swap over two pools',
      query: `query ($in: String!, $amount: String!, $out: String!, $min: String!, $swaps: [String!]) {
        router { simulate_swap(asset_in: $in, amount_in: $amount, asset_out: $out, min_amount_out: $min, swaps: $swaps) {
          amount_out asset_out } } }`,
      variables: {
        in: 'pol',
        amount: `1${'0'.repeat(18)}`,
        out: 'usdt',
        min: '1',
        swaps: ['pol', 'usdc', 'usdt'],
      },
      answer: () => ({
        router: {
          simulate_swap: { amount_out: expect.stringMatching(/^49\d{4}$/), asset_out: 'usdt' },
        },
      }),
    },
    {
      name: 'vlp(contract)',
      query: `query ($contract: String!) { vlp(contract: $contract) {
          liquidity { pair { token_1 token_2 } token_1_reserve token_2_reserve }
          fee { lp_fee_bps euclid_fee_bps recipient { chain_uid } }
          state { pair { token_1 } fee { lp_fee_bps } pool_config { stable { amp_factor } constant_product } } } }`,
      variables: async () => ({ contract: await vlpOf('usdc', 'usdt') }),
      answer: () => ({
        vlp: {
          liquidity: {
            pair: { token_1: 'usdc', token_2: 'usdt' },
            token_1_reserve: '1000000000000',
            token_2_reserve: '1000000000000',
          },
          fee: { lp_fee_bps: 10, euclid_fee_bps: 10, recipient: { chain_uid: 'neuron' } },
          state: {
            pair: { token_1: 'usdc' },
            fee: { lp_fee_bps: 10 },
            pool_config: { stable: { amp_factor: '1000' }, constant_product: null },
          },
        },
      }),
    },
    ...[
      {
        chain: 'osmosis',
        address: () => chainOf(network, 'osmosis').factory,
        member: 'NativeTokenType',
      },
      { chain: 'base', address: () => null, member: 'SmartTokenType' },
    ].map(({ chain, address, member }) => ({
      name: `factory(${chain})`,
      query: `query ($chain: String!, $token: String) { factory(chain_uid: $chain) {
          escrow(token_id: $token) { escrow_address denoms { __typename } } all_tokens { tokens } } }`,
      variables: { chain, token: 'usdc' },
      answer: () => ({
        factory: {
          escrow: { escrow_address: address(), denoms: [{ __typename: member }] },
          all_tokens: {
            tokens: chain === 'base' ? ['usdc', 'usdt', 'eth'] : ['usdc', 'usdt', 'osmo', 'euclid'],
          },
        },
      }),
    })),
    {
      name: 'vcoin.balance',
      query: `query ($key: BalanceKeyInput) { vcoin { balance(balance_key: $key) { amount } } }`,
      variables: () => ({ key: { cross_chain_user: aliceOn('base'), token_id: 'euclid' } }),
      answer: () => ({ vcoin: { balance: { amount: '5' } } }),
    },
    {
      name: 'vcoin.balance of a token that she has none of',
      query: `query ($key: BalanceKeyInput) { vcoin { balance(balance_key: $key) { amount } } }`,
      variables: () => ({ key: { cross_chain_user: aliceOn('base'), token_id: 'eth' } }),
      answer: () => ({ vcoin: { balance: { amount: '0' } } }),
    },
  ])('$name', async ({ query, variables, answer }) => {
    const given = typeof variables === 'function' ? await variables() : variables
    const expected = { status: 200, body: { data: await answer() } }
    // The second time it is compiled, from the third on that is what runs.
    for (const _ of [1, 2, 3]) expect(await ask(query, given)).toEqual(expected)
  })
})

describe('the hub', () => {
  const BALANCES = '{router{escrows(token:"usdc"){balance}}}'
  /** How often each contract query was made since the last look. */
  function takeAsked(): { total: number; different: number } {
    const taken = asked.splice(0)
    return { total: taken.length, different: new Set(taken).size }
  }
  const takesNewBlock = () => {
    height += 1
    takeAsked()
  }

  test('is asked each question once by a request, however often its fields need the answer', async () => {
    const vlp = await vlpOf('usdc', 'usdt')
    takesNewBlock()
    const { body } = await ask(
      `query ($user: CrossChainUserInput, $address: String!, $vlp: String) {
        prices: token { token_metadatas { price } } again: token { token_metadatas { price dex } }
        router { all_chains { chain_id } escrows(token: "usdc") { chain_id } more: escrows(token: "usdc") { balance } }
        vcoin { user_balance(user: $user) { balances { amount } } unified_user_balance(address: $address) { chain_uid } }
        vlp(contract: $vlp) { liquidity { token_1_reserve } state { total_lp_tokens } fee { lp_fee_bps } } }`,
      { user: aliceOn('base'), address: aliceOn('base').address, vlp },
    )
    expect(body.errors).toBe(undefined)
    const { total, different } = takeAsked()
    // Chains, escrows, alice on base and polygon, and three parts of a pool.
    expect(total).toBe(1 + 1 + 2 + 3)
    expect(different).toBe(total)
  })

  test('is not asked again within a block, and is in the next', async () => {
    takesNewBlock()
    const requests = [ask(BALANCES), ask(BALANCES), ask(BALANCES)]
    await Promise.all(requests)
    await ask(BALANCES)
    expect(takeAsked().total).toBe(2)
    takesNewBlock()
    await ask(BALANCES)
    expect(takeAsked().total).toBe(2)
  })

  test('is not asked at all for prices and what the network file says', async () => {
    takesNewBlock()
    await ask(
      '{token{token_metadatas{price}} chains{evm_chain_config(chain_uid:"base"){name}} factory(chain_uid:"base"){all_tokens{tokens}}}',
    )
    expect(takeAsked().total).toBe(0)
  })

  test('that is away is said to be, and what needs it not is answered', async () => {
    const chains = network.chains.map((chain) =>
      chain.chain_uid === 'neuron' ? { ...chain, rpc_url: 'http://127.0.0.1:1' } : chain,
    )
    const away = apiOn({ ...network, chains })
    const query =
      '{router{all_chains{chain_uid} all_tokens{tokens}} chains{evm_chain_config(chain_uid:"base"){name}}}'
    const { status, body } = await ask(query, undefined, away.server)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      router: { all_chains: null, all_tokens: null },
      chains: { evm_chain_config: { name: 'Base (local)' } },
    })
    expect(body.errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['router', 'all_chains'],
      ['router', 'all_tokens'],
    ])
    expect(body.errors[0]).toMatchObject({
      message: 'The chain neuron cannot be reached right now: no connection to its node.',
      extensions: { code: 'CHAIN_UNAVAILABLE' },
    })
    await away.stop()
  })

  test('that gives an answer nobody can read is a fault that shows nothing of it', async () => {
    const broken = await startNodeServer(
      (_, response) => void response.end('<html>at /srv/node.js:1:2'),
    )
    const chains = network.chains.map((chain) =>
      chain.chain_uid === 'neuron' ? { ...chain, rpc_url: broken.url } : chain,
    )
    const api2 = apiOn({ ...network, chains })
    const { body } = await ask('{router{all_tokens{tokens}}}', undefined, api2.server)
    expect(body.errors[0].extensions.code).toBe('CHAIN_UNAVAILABLE')
    expect(JSON.stringify(body)).not.toContain('/srv/node.js')
    await api2.stop()
    await broken.stop()
  })
})

test('within a block an answer is worked out once for all who ask the same, unless part of it failed', async () => {
  let block = 1
  let isAway = false
  let worked = 0
  const current = async () => {
    if (isAway) throw new ChainUnavailableError('neuron', 'its node is gone')
    return { pools, height: block, ageMs: 0 }
  }
  const reads = createBlockReads({ network, reads: readsOn(network), pools: { current } })
  const seen = new WeakMap<object, BlockReads>()
  const latest = async (): Promise<BlockReads> => {
    const at = await reads.latest()
    const market = () => {
      worked += 1
      return at.market()
    }
    if (!seen.has(at)) seen.set(at, { ...at, market })
    return seen.get(at) ?? at
  }
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [graphQlRoutes({ network, hub: { latest }, now: () => new Date() })],
  })
  const priceOf = (search: string) =>
    ask('query($s:String){token{token_metadatas(search:$s){tokenId price}}}', { s: search }, server)
  const first = await priceOf('eth')
  expect(first.body.errors).toBe(undefined)
  for (const _ of [1, 2, 3]) expect(await priceOf('eth')).toEqual(first)
  expect(worked).toBe(1)
  expect(await priceOf('usdc')).not.toEqual(first)
  block += 1
  expect([await priceOf('eth'), worked]).toEqual([first, 3])
  isAway = true
  const failed = await priceOf('eth')
  expect(failed.body.errors).toHaveLength(1)
  isAway = false
  expect([await priceOf('eth'), worked]).toEqual([first, 3])
})

test('a number that JSON cannot say is refused, whoever asked for nothing in its place before', async () => {
  const query = 'query($l:Int){token{all_dexes(limit:$l){dex_name}}}'
  const askWith = (limit: string) =>
    api.server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: `{"query":"${query}","variables":{"l":${limit}}}`,
    })
  const statuses = []
  for (const limit of ['1e999', 'null', '1e999', '-1e999'])
    statuses.push((await askWith(limit)).statusCode)
  expect(statuses).toEqual([400, 200, 400, 400])
})

test('without a limit ten pools are listed, with one as many as it says', async () => {
  const seen: object[] = []
  const reads = readsOn(network)
  const { server } = apiOn(network, {
    ...reads,
    vlps(range) {
      seen.push(range)
      return reads.vlps(range)
    },
  })
  await ask('{router{all_vlps{vlps{vlp}}}}', undefined, server)
  await ask('query($n:Int){router{all_vlps(limit:$n){vlps{vlp}}}}', { n: null }, server)
  await ask('{router{all_vlps(limit:3,min:[]){vlps{vlp}}}}', undefined, server)
  expect(seen).toEqual([{ limit: 10 }, { limit: 3 }])
})

describe('refused is, with what to do', () => {
  test.each([
    [
      'a pool that is none',
      '{vlp(contract:"euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6"){fee{lp_fee_bps}}}',
      'NOT_FOUND',
    ],
    ['no pool', '{vlp{fee{lp_fee_bps}}}', 'INVALID_REQUEST'],
    ['an unknown chain', '{factory(chain_uid:"mars"){all_tokens{tokens}}}', 'UNKNOWN_CHAIN'],
    [
      'an address of another chain',
      '{vcoin{user_balance(user:{chain_uid:"base",address:"osmo1x"}){chain_uid}}}',
      'INVALID_ADDRESS',
    ],
    [
      'a user without an address',
      '{vcoin{user_balance(user:{chain_uid:"base"}){chain_uid}}}',
      'INVALID_REQUEST',
    ],
    ['a negative limit', '{token{token_metadatas(limit:-1){price}}}', 'INVALID_REQUEST'],
    ['a negative skip', '{router{all_vlps(skip:-1){vlps{vlp}}}}', 'INVALID_REQUEST'],
    ['half a pair', '{router{all_vlps(min:["eth"]){vlps{vlp}}}}', 'INVALID_REQUEST'],
    [
      'an amount that is none',
      '{router{simulate_swap(asset_in:"eth",amount_in:"1e3",asset_out:"usdc"){amount_out}}}',
      'INVALID_REQUEST',
    ],
    [
      'a swap that the router refuses',
      '{router{simulate_swap(asset_in:"eth",amount_in:"5",asset_out:"mars"){amount_out}}}',
      'SWAP_REFUSED',
    ],
    [
      'a token that the hub does not have',
      '{router{token_denoms(token:"mars"){denoms{chain_uid}}}}',
      'INVALID_REQUEST',
    ],
  ])('%s', async (_what, query, code) => {
    const { body } = await ask(query)
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0].extensions).toEqual({ code, fix: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(body.errors[0].message).toMatch(/^\S.+ /)
    expect(JSON.stringify(body)).not.toMatch(/\.ts|node_modules|stack/)
  })
})
