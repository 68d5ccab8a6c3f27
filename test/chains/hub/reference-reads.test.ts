import { afterAll, describe, expect, test } from 'vitest'

import { createHub } from '../../../src/chains/hub/hub.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { contractAddress } from '../../../src/devnet/cosmwasm/contract-address.ts'
import type { Contract } from '../../../src/devnet/cosmwasm/contract.ts'
import { startChain } from '../../../src/devnet/cosmwasm/start-chain.ts'
import { ContractError } from '../../../src/devnet/cosmwasm/tx-error.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { PATIENT } from '../../devnet/patient.ts'

const contractAt = (number: number) => contractAddress('euclid', number, number)
const PAIR = { token_1: 'eth', token_2: 'usdc' }
const RECIPIENT = { chain_uid: 'neuron', address: 'euclid1fees' }
const FEE = { lp_fee_bps: 20, euclid_fee_bps: 10, recipient: RECIPIENT }
const TOTALS = {
  lp_fees: { totals: { eth: '5', usdc: '7' } },
  euclid_fees: { totals: {} },
}

/** A contract that gives each question, by its name, always the same answer. */
function answering(label: string, answers: Record<string, object>): Contract {
  return {
    label,
    execute: () => undefined,
    query(_, msg) {
      const [name = ''] = Object.keys(Object(msg))
      const answer = answers[name]
      if (!answer) throw new ContractError(`unknown variant ${name}`)
      return answer
    },
  }
}

const STATE = { pair: PAIR, total_lp_tokens: '9', last_updated: 1_700_000_000, admin: 'euclid1vlp' }

/** The same contracts in both ages of their answers, as the protocol's sources have them, and such as know none of it. */
const OLDER = {
  router: answering('router', {
    get_state: {
      admin: 'euclid1admin',
      vlp_code_id: 3,
      virtual_balance_address: 'euclid1vb',
      locked: true,
    },
    get_all_chains: {
      chains: [
        {
          chain_uid: 'osmosis',
          chain: {
            factory_chain_id: 'osmosis-1',
            factory: 'osmo1factory',
            chain_type: {
              ibc: { from_hub_channel: 'channel-1', from_factory_channel: 'channel-2' },
            },
          },
        },
        {
          chain_uid: 'base',
          chain: { factory_chain_id: '8453', factory: '0xfactory', chain_type: { evm: {} } },
        },
      ],
    },
    get_vlp: { vlp: 'euclid1pool', ...PAIR },
    query_all_escrows: { escrows: [{ token: 'eth', chain_uid: 'base', balance: '12' }] },
  }),
  virtualBalance: answering('virtual-balance', {
    get_state: { router: 'euclid1router', admin: 'euclid1admin' },
  }),
  vlp: answering('vlp', {
    state: {
      ...STATE,
      router: 'euclid1router',
      virtual_balance: 'euclid1vb',
      fee: FEE,
      pool_config: { stable: { amp_factor: 500 } },
    },
    fee: FEE,
    total_fees_collected: { total_fees: TOTALS },
    get_all_pools: {
      pools: [{ chain_uid: 'base', pool: { lp_shares: '4', reserve_1: '1', reserve_2: '2' } }],
    },
  }),
  factory: answering('factory', {
    get_state: {
      chain_uid: 'neuron',
      router_contract: 'euclid1router',
      hub_channel: 'channel-2',
      admin: 'euclid1admin',
      cw20_code_id: 4,
    },
    get_all_pools: { pools: [{ pair: PAIR, vlp: 'euclid1pool' }] },
    get_partner_fees_collected: { total: { totals: { usdc: '3' } } },
  }),
}
const NEWER = {
  router: answering('router', {
    get_state: {
      admins: { general_admin: 'euclid1admin', fee_admin: 'euclid1fees', migration_admin: 'x' },
      constant_product_vlp_code_id: 8,
      stable_vlp_code_id: 9,
      virtual_balance_address: 'euclid1vb',
      locked: false,
    },
    get_all_chains: {
      chains: [
        {
          chain_uid: 'osmosis',
          chain: {
            chain_uid: 'osmosis',
            factory_address: 'osmo1factory',
            chain_type: { cosmos: { chain_id: 'osmosis-1' } },
          },
        },
        {
          chain_uid: 'neuron',
          chain: {
            chain_uid: 'neuron',
            factory_address: 'euclid1factory',
            chain_type: { native: {} },
          },
        },
      ],
    },
  }),
  virtualBalance: answering('virtual-balance', { get_state: { router: 'euclid1router' } }),
  vlp: answering('vlp', {
    state: {
      ...STATE,
      router: 'euclid1router',
      virtual_balance_contract: 'euclid1vb',
      fee: FEE,
      total_fees_collected: TOTALS,
      pool_config: { stable: { amp_factor: null } },
    },
    fee: { fee: FEE },
  }),
  factory: answering('factory', {
    get_state: {
      chain_uid: 'neuron',
      router_contract: 'euclid1router',
      relayer_contract: 'euclid1relayer',
      admin: 'euclid1admin',
      lp_code_id: 4,
      is_native: true,
    },
  }),
}

const cw20 = answering('cw20', {
  balance: { balance: '6' },
  token_info: { name: 'LP', symbol: 'LP', decimals: 6, total_supply: '8' },
})
const [router, virtual_balance, vlp, factory, token] = [1, 2, 3, 4, 5].map(contractAt)
const addresses = {
  router: router ?? '',
  virtual_balance: virtual_balance ?? '',
  vlp: vlp ?? '',
  factory: factory ?? '',
  token: token ?? '',
}

async function connect(contracts: typeof OLDER) {
  const chain = await startChain({
    chainId: 'neuron-1',
    bech32Prefix: 'euclid',
    gasPrice: { denom: 'ueuclid', price: '0.025' },
    contracts: new Map([
      [addresses.router, contracts.router],
      [addresses.virtual_balance, contracts.virtualBalance],
      [addresses.vlp, contracts.vlp],
      [addresses.factory, contracts.factory],
      [addresses.token, cw20],
    ]),
    balances: [],
    now: Date.now,
    log: () => undefined,
    port: 0,
    blockTimeMs: 40,
  })
  const network = Network.parse({
    ...sampleNetwork,
    hub: {
      ...sampleNetwork.hub,
      router: addresses.router,
      virtual_balance: addresses.virtual_balance,
    },
    chains: sampleNetwork.chains.map((each) =>
      each.family === 'cosmwasm'
        ? { ...each, factory: addresses.factory, rpc_url: chain.rpcUrl }
        : each,
    ),
  })
  return { chain, hub: createHub(network, PATIENT) }
}
const older = await connect(OLDER)
const newer = await connect(NEWER)
afterAll(async () => {
  await older.chain.stop()
  await newer.chain.stop()
})

describe('the router', () => {
  test('has one admin and one code, or several', async () => {
    expect(await older.hub.routerState()).toEqual({
      admin: 'euclid1admin',
      vlp_code_id: 3,
      constant_product_vlp_code_id: 3,
      stable_vlp_code_id: null,
      virtual_balance_address: 'euclid1vb',
      locked: true,
    })
    expect(await newer.hub.routerState()).toMatchObject({
      admin: 'euclid1admin',
      vlp_code_id: 8,
      constant_product_vlp_code_id: 8,
      stable_vlp_code_id: 9,
      locked: false,
    })
  })

  test('names chains in two ways, with the channels that packets pass', async () => {
    expect(await older.hub.chains()).toEqual([
      {
        chain_uid: 'osmosis',
        chain_id: 'osmosis-1',
        factory_address: 'osmo1factory',
        ibc: { from_hub_channel: 'channel-1', from_factory_channel: 'channel-2' },
      },
      { chain_uid: 'base', chain_id: '8453', factory_address: '0xfactory', ibc: undefined },
    ])
    expect(await newer.hub.chains()).toEqual([
      {
        chain_uid: 'osmosis',
        chain_id: 'osmosis-1',
        factory_address: 'osmo1factory',
        ibc: undefined,
      },
      {
        chain_uid: 'neuron',
        chain_id: 'neuron-1',
        factory_address: 'euclid1factory',
        ibc: undefined,
      },
    ])
  })

  test('lists escrows and finds pools, or does not know the question', async () => {
    expect(await older.hub.allEscrows({})).toEqual([
      { token: 'eth', chain_uid: 'base', balance: 12n },
    ])
    expect(await older.hub.vlpOf(PAIR)).toEqual({ vlp: 'euclid1pool', ...PAIR })
    expect(await newer.hub.allEscrows({})).toBe(undefined)
    expect(await newer.hub.vlpOf(PAIR)).toBe(undefined)
  })
})

test('the contract of vouchers says its admin or not', async () => {
  expect(await older.hub.virtualBalanceState()).toEqual({
    router: 'euclid1router',
    admin: 'euclid1admin',
  })
  expect(await newer.hub.virtualBalanceState()).toEqual({ router: 'euclid1router', admin: null })
})

describe('a pool', () => {
  test.each([
    { age: 'older', hub: older.hub, amp_factor: 500n },
    { age: 'newer', hub: newer.hub, amp_factor: 1000n },
  ])('tells its state and fee: $age', async ({ hub, amp_factor }) => {
    expect(await hub.vlpState(addresses.vlp)).toEqual({
      ...STATE,
      total_lp_tokens: 9n,
      router: 'euclid1router',
      vcoin: 'euclid1vb',
      fee: FEE,
      pool_config: { stable: { amp_factor } },
    })
    expect(await hub.vlpFee(addresses.vlp)).toEqual(FEE)
  })

  test('tells what it has collected and which chains have shares, as far as it knows', async () => {
    expect(await older.hub.vlpFees(addresses.vlp)).toEqual({
      lp_fees: [
        { denom: 'eth', amount: 5n },
        { denom: 'usdc', amount: 7n },
      ],
      euclid_fees: [],
    })
    expect(await older.hub.vlpShares(addresses.vlp)).toEqual([
      { chain_uid: 'base', pool: { lp_shares: 4n, reserve_1: 1n, reserve_2: 2n } },
    ])
    expect(await newer.hub.vlpFees(addresses.vlp)).toBe(undefined)
    await expect(newer.hub.vlpShares(addresses.vlp)).rejects.toThrow('was refused by a contract')
  })
})

describe('a factory', () => {
  test('tells its state, pools and partner fees, as far as it knows', async () => {
    expect(await older.hub.factoryState('neuron')).toEqual({
      router_contract: 'euclid1router',
      hub_channel: 'channel-2',
      admin: 'euclid1admin',
    })
    expect(await older.hub.factoryPools('neuron')).toEqual([{ pair: PAIR, vlp: 'euclid1pool' }])
    expect(await older.hub.partnerFees('neuron')).toEqual([{ denom: 'usdc', amount: 3n }])
    expect(await newer.hub.factoryState('neuron')).toMatchObject({ hub_channel: null })
    expect(await newer.hub.factoryPools('neuron')).toBe(undefined)
    expect(await newer.hub.partnerFees('neuron')).toBe(undefined)
  })

  test('of an EVM chain is not asked', async () => {
    expect(await older.hub.factoryState('base')).toBe(undefined)
    expect(await older.hub.factoryPools('base')).toBe(undefined)
    expect(await older.hub.partnerFees('base')).toBe(undefined)
  })
})

test('a cw20 tells a balance and itself, and is not asked for on an EVM chain', async () => {
  const { hub } = older
  expect(await hub.cw20Balance('neuron', addresses.token, 'euclid1alice')).toBe(6n)
  expect(await hub.cw20Info('neuron', addresses.token)).toEqual({
    name: 'LP',
    symbol: 'LP',
    decimals: 6,
    total_supply: 8n,
  })
  await expect(hub.cw20Info('neuron', addresses.router)).rejects.toThrow('unknown variant')
  expect(await hub.cw20Info('base', '0xtoken')).toBe(undefined)
  expect(await hub.cw20Balance('base', '0xtoken', '0xalice')).toBe(undefined)
})
