import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createJsonOperations } from '../../services/json-edge.ts'
import type { Pools } from '../../../src/services/operations/operations.ts'
import { FACTORY, HUB_FACTORY } from '../sample-network.ts'
import { OSMO_FACTORY } from '../three-chains.ts'
import { mutationOf, orRefused } from './mutations.ts'
import { HUB_LP_TOKEN, OSMO_LP_TOKEN, places, poolNetwork, VLP } from './pool-network.ts'
import { factoryCall, orderIn } from './read-build.ts'

const { base, neuron, osmosis } = places
const [onBase, onHub, onOsmosis] = [base.sender, neuron.sender, osmosis.sender]
const PAIR = { token_1: 'eth', token_2: 'usdc' }
const UNKNOWN_VLP = HUB_LP_TOKEN

/** A hub with one pool, whose LP token is on both CosmWasm chains. The pair comes back in the other order. */
const pools: Pools = {
  pairOf: async (vlp) => (vlp === VLP ? { token_1: 'usdc', token_2: 'eth' } : undefined),
  lpTokenOf: async (chainUid, vlp) =>
    vlp === VLP ? { neuron: HUB_LP_TOKEN, osmosis: OSMO_LP_TOKEN }[chainUid] : undefined,
}
const lpTokenOnlyOnHub: Pools = {
  ...pools,
  lpTokenOf: async (chainUid) => (chainUid === 'neuron' ? HUB_LP_TOKEN : undefined),
}

const answer = (request: unknown, from: Pools = pools, network = poolNetwork) =>
  createJsonOperations({
    network,
    claimers: { create: () => Promise.reject(new Error('nobody needs a claimer')) },
    pools: { ...from, simulateSwap: () => Promise.reject(new Error('nothing is swapped')) },
    now: () => new Date(0),
  }).removeLiquidity(request)
const published = { ...poolNetwork, generation: 'published' } as const

async function build(request: unknown, network = poolNetwork) {
  const built = await answer(request, pools, network)
  if ('response' in built) throw new Error('not a transaction build')
  return built
}

const good = { lp_allocation: '5000', vlp_address: VLP, sender: onBase }
const fromHub = { ...good, sender: onHub }

describe('removing liquidity from an EVM wallet', () => {
  const config = (timeout: bigint) => ({ timeout, ack_response: '0x', meta: '' })

  test.each([
    {
      what: "with nothing but the pool: its pair, and the sender's own address",
      request: good,
      args: [PAIR, 5000n, { chain_uid: 'base', sender: onBase.address }, config(60n)],
    },
    {
      what: 'with the pair in the wrong order',
      request: { ...good, pair: { token_1: 'usdc', token_2: 'eth' } },
      args: [PAIR, 5000n, { chain_uid: 'base', sender: onBase.address }, config(60n)],
    },
    {
      what: 'to somebody on another chain, whatever the limit: this factory knows none',
      request: {
        ...good,
        timeout: 240,
        cross_chain_addresses: [{ user: onHub, limit: { less_than_or_equal: '300' } }],
      },
      args: [PAIR, 5000n, { chain_uid: 'neuron', sender: onHub.address }, config(240n)],
    },
    {
      what: "to a receiver, as the live service's clients name one",
      request: { ...good, receiver: onHub },
      args: [PAIR, 5000n, { chain_uid: 'neuron', sender: onHub.address }, config(60n)],
    },
    {
      what: 'of a pool that the hub does not know: the pair that was given stands',
      request: { ...good, vlp_address: UNKNOWN_VLP, pair: PAIR },
      args: [PAIR, 5000n, { chain_uid: 'base', sender: onBase.address }, config(60n)],
    },
    {
      what: 'with a hash: that is for CosmWasm',
      request: { ...good, tx_hash: 'F'.repeat(64) },
      args: [PAIR, 5000n, { chain_uid: 'base', sender: onBase.address }, config(60n)],
    },
  ])('$what', async ({ request, args }) => {
    const built = await build(request)
    expect(built).toEqual({
      type: 'evm',
      msgs: [
        {
          chainId: '8453',
          to: getAddress(FACTORY),
          data: expect.stringMatching(/^0xee970de2/),
          value: '0x0',
          gasLimit: '0x493E0',
        },
      ],
    })
    expect(factoryCall(built)).toEqual({ functionName: 'remove_liquidity', args })
  })
})

test('from an EVM wallet in the published messages: the factory is let take the LP tokens first', async () => {
  const lpToken = '0x00000000000000000000000000000000000000Ab'
  const request = { ...good, sender: onBase }
  const withToken: Pools = { ...pools, lpTokenOf: async () => lpToken }
  const built = await answer(request, withToken, published)
  if ('response' in built || built.type !== 'evm') throw new Error('not an EVM build')
  const [approval, operation, ...others] = built.msgs
  expect(others).toEqual([])
  expect(approval).toEqual({
    chainId: '8453',
    to: getAddress(lpToken),
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [getAddress(FACTORY), BigInt(good.lp_allocation)],
    }),
    value: '0x0',
    gasLimit: '0x186A0',
  })
  expect(operation).toMatchObject({ to: getAddress(FACTORY), value: '0x0', gasLimit: '0x493E0' })
  expect(operation?.data).toMatch(/^0xee970de2/)
  const without: Pools = { ...pools, lpTokenOf: async () => undefined }
  await expect(answer(request, without, published)).rejects.toThrow('has no LP token on base')
})

describe('removing liquidity from a CosmWasm wallet', () => {
  const contentOf = (encoded: string): unknown => JSON.parse(fromUtf8(fromBase64(encoded)))

  test.each([
    {
      what: 'to the sender',
      request: fromHub,
      order: { timeout: null, cross_chain_addresses: [{ user: onHub, limit: null }] },
    },
    {
      what: 'to several, from the top down',
      request: {
        ...fromHub,
        timeout: '120',
        pair: PAIR,
        cross_chain_addresses: [
          { user: onBase, limit: { less_than_or_equal: '300' } },
          { user: onOsmosis, limit: { less_than_or_equal: '200' } },
          { user: onHub },
        ],
      },
      order: {
        timeout: 120,
        cross_chain_addresses: [
          { user: onBase, limit: { less_than_or_equal: '300' } },
          { user: onOsmosis, limit: { less_than_or_equal: '200' } },
          { user: onHub, limit: null },
        ],
      },
    },
  ])('$what: the LP token sends itself to the factory', async ({ request, order }) => {
    const built = await build(request)
    expect(built).toEqual({
      type: 'cosmwasm',
      sender: onHub,
      contract: HUB_FACTORY,
      chain_id: 'neuron-1',
      rpc_url: 'https://rpc.neuron.example',
      rest_url: 'https://lcd.neuron.example',
      msgs: [
        {
          contractAddress: HUB_LP_TOKEN,
          msg: { send: { amount: '5000', contract: HUB_FACTORY, msg: expect.any(String) } },
          funds: [],
        },
      ],
    })
    expect(orderIn(built)).toEqual({
      key: 'remove_liquidity',
      order: { pair: PAIR, lp_allocation: '5000', ...order, sent: '5000' },
    })
  })

  test('in the published messages: one recipient', async () => {
    const request = { ...good, sender: onOsmosis, timeout: '45' }
    const cross_chain_addresses = [{ user: onBase }]
    const built = await build({ ...request, cross_chain_addresses }, published)
    expect(built.msgs).toEqual([
      {
        contractAddress: OSMO_LP_TOKEN,
        msg: { send: { amount: '5000', contract: OSMO_FACTORY, msg: expect.any(String) } },
        funds: [],
      },
    ])
    const [message] = built.type === 'cosmwasm' ? built.msgs : []
    const { send } = { send: { msg: '' }, ...message?.msg }
    expect(contentOf(send.msg)).toEqual({
      remove_liquidity: {
        pair: PAIR,
        recipient: onBase,
        cross_chain_config: { timeout: 45, ack_response: null, meta: null },
      },
    })
  })

  test('with the hash of one that was broadcast, the answer is its record, of which nothing is known', async () => {
    const tx_hash = '8CF90E30D820DB1B700EBA86A54A5748BC37B0244489BD95F2F64E96A39071B6'
    const step = { status: 'pending', msg: 'Pending', timestamp: '', tx_hash: '' }
    expect(await answer({ ...fromHub, vlp_address: UNKNOWN_VLP, tx_hash })).toEqual({
      response: {
        is_completed: false,
        tx_hash,
        asset_in_type: '',
        type: '',
        source_token_id: '',
        tx_status: '',
        tx_id: '',
        voucher_minted: null,
        sequence: '',
        source_chain_uid: 'neuron',
        source_chain_id: 'neuron-1',
        source_factory: HUB_FACTORY,
        sender: '',
        total_duration: '',
        total_estimated_duration: '',
        status: [
          { ...step, chain_uid: 'neuron', msg: 'failed to get txn hash data', tx_hash },
          { ...step, chain_uid: 'vsl' },
          { ...step, chain_uid: 'neuron' },
        ],
      },
    })
  })
})

test('the payload says what the request said, for any valid request', async () => {
  const limit = fc.option(
    fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }).map((most) => ({ less_than_or_equal: `${most}` })),
  )
  const recipients = fc.array(
    fc.record({ user: fc.constantFrom(onBase, onHub, onOsmosis), limit }),
    { maxLength: 4 },
  )
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }).map(String)
  const timeouts = fc.option(fc.integer({ min: 30, max: 240 }))
  await fc.assert(
    fc.asyncProperty(recipients, amounts, timeouts, async (all, lp_allocation, timeout) => {
      const request = { ...fromHub, lp_allocation, timeout, cross_chain_addresses: all }
      expect(orderIn(await build(request)).order).toEqual({
        pair: PAIR,
        lp_allocation,
        sent: lp_allocation,
        timeout,
        cross_chain_addresses: all.length === 0 ? [{ user: onHub, limit: null }] : all,
      })
      const [first = { user: onBase }] = all
      const inCall = factoryCall(
        await build({ ...request, sender: onBase, cross_chain_addresses: all.slice(0, 1) }),
      )
      expect(inCall.args).toEqual([
        PAIR,
        BigInt(lp_allocation),
        { chain_uid: first.user.chain_uid, sender: first.user.address },
        { timeout: BigInt(timeout ?? 60), ack_response: '0x', meta: '' },
      ])
    }),
  )
})

test('a request that was changed anywhere is answered or refused, and nothing else', async () => {
  const cross_chain_addresses = [{ user: onBase, limit: { less_than_or_equal: '300' } }]
  const request = { ...fromHub, pair: PAIR, timeout: '60', tx_hash: null, cross_chain_addresses }
  await fc.assert(
    fc.asyncProperty(mutationOf(request), async (changed) => {
      await orRefused(() => answer(changed))
    }),
    { numRuns: 500 },
  )
})

describe('liquidity that cannot be removed', () => {
  test.each([
    ['nothing', { ...good, lp_allocation: '0' }, /lp_allocation is not usable: must be above zero/],
    [
      'more than uint128 on CosmWasm',
      { ...fromHub, lp_allocation: `${2n ** 128n}` },
      /lp_allocation: .* does not fit/,
    ],
    ['no pool', { ...good, vlp_address: undefined }, /vlp_address/],
    [
      'a receiver beside a list',
      { ...good, receiver: onBase, cross_chain_addresses: [{ user: onHub }] },
      /receiver stands beside cross_chain_addresses/,
    ],
    [
      'a receiver that is no address',
      { ...good, receiver: { ...onBase, chain_uid: 'neuron' } },
      /receiver\.address: .*is not an address on neuron/,
    ],
    [
      'a pool address of another chain',
      { ...fromHub, vlp_address: OSMO_LP_TOKEN },
      /vlp_address: .* is not an address on neuron/,
    ],
    [
      'a pool that the hub does not have',
      { ...fromHub, vlp_address: UNKNOWN_VLP },
      /The hub has no pool/,
    ],
    [
      'the pair of another pool',
      { ...good, pair: { token_1: 'usdc', token_2: 'usdt' } },
      /pair is usdc and usdt, but the pool .* holds eth and usdc/,
    ],
    ['a pair of one token', { ...good, pair: { token_1: 'eth', token_2: 'eth' } }, /eth twice/],
    [
      'a pair with an unknown token',
      { ...good, pair: { token_1: 'eth', token_2: 'gold' } },
      /pair.token_2: There is no token "gold"/,
    ],
    [
      'two recipients from EVM',
      { ...good, cross_chain_addresses: [{ user: onBase }, { user: onHub }] },
      /cross_chain_addresses names 2 recipients, but a removal on base pays one/,
    ],
    [
      'a recipient whose address is of another chain',
      { ...fromHub, cross_chain_addresses: [{ user: { ...onBase, chain_uid: 'osmosis' } }] },
      /cross_chain_addresses.0.user.address: .* is not an address on osmosis/,
    ],
    [
      'a hash that is none',
      { ...fromHub, tx_hash: '0x12' },
      /tx_hash is not a transaction hash of Neuron/,
    ],
    ['a timeout below the range', { ...good, timeout: 29 }, /timeout is "29"/],
  ])('%s', async (_what, request, message) => {
    await expect(answer(request)).rejects.toThrow(message)
  })

  test('from a chain where the pool has no LP token', async () => {
    await expect(answer({ ...good, sender: onOsmosis }, lpTokenOnlyOnHub)).rejects.toThrow(
      /has no LP token on osmosis/,
    )
  })
})
