import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'

import {
  buildLiquidityAdd,
  LiquidityAddRequest,
  parseLiquidityAdd,
  type LiquidityAddRequestJson,
} from '../../../src/core/payloads/liquidity-add.ts'
import type { Network, TokenType } from '../../../src/core/terms/network.ts'
import { parseRequest } from '../../../src/core/terms/request.ts'
import { CW20, FACTORY, HUB_FACTORY, USDC } from '../sample-network.ts'
import { OSMO_FACTORY, OSMO_USDC } from '../three-chains.ts'
import { anyPairOf, sidesIn } from './any-pair.ts'
import { mutationOf, orRefused } from './mutations.ts'
import {
  aroundNibiru,
  NIBIRU_EUCLID,
  NIBIRU_FACTORY,
  nibiruEuclid,
  nibiruNetwork,
  onNibiru,
} from './nibiru.ts'
import { EVM_USDT, HUB_USDT, places, poolNetwork } from './pool-network.ts'
import { approvalIn, cosmWasmMessages, evmMessages, factoryCall, record } from './read-build.ts'

const { base, neuron, osmosis } = places
const side = (token: string, token_type: TokenType, amount: string) => ({
  token,
  token_type,
  amount,
})
const build = (request: unknown, network: Network = poolNetwork) =>
  buildLiquidityAdd(network, parseLiquidityAdd(network, parseRequest(LiquidityAddRequest, request)))
const adding = (
  { sender }: { sender: LiquidityAddRequestJson['sender'] },
  token_1: LiquidityAddRequestJson['pair_info']['token_1'],
  token_2: LiquidityAddRequestJson['pair_info']['token_1'],
): LiquidityAddRequestJson => ({
  pair_info: { token_1, token_2 },
  slippage_tolerance_bps: 100,
  sender,
})

describe('adding liquidity from an EVM wallet', () => {
  const abiNative = { token_type: 'native', native_denom: 'eth', erc20_address: '' }
  const abiSmart = (erc20_address: string) => ({
    token_type: 'smart',
    native_denom: '',
    erc20_address,
  })
  const approval = (to: string) => ({
    chainId: '8453',
    to: getAddress(to),
    value: '0x0',
    gasLimit: '0x186A0',
  })
  const operation = (value: string) => ({
    chainId: '8453',
    to: getAddress(FACTORY),
    value,
    gasLimit: '0x493E0',
  })
  const eth = side('eth', base.tokens.eth, '7')
  const usdc = side('usdc', base.tokens.usdc, '500')
  const usdt = side('usdt', base.tokens.usdt, '600')
  const ethAndUsdc = {
    token_1: { token: 'eth', amount: 7n, token_type: abiNative },
    token_2: { token: 'usdc', amount: 500n, token_type: abiSmart(USDC) },
  }

  test.each([
    {
      what: 'a native and a smart token',
      pair: [eth, usdc] as const,
      envelopes: [approval(USDC), operation('0x7')],
      inCall: ethAndUsdc,
    },
    {
      what: "the same in the other order: the protocol's order stands",
      pair: [usdc, eth] as const,
      envelopes: [approval(USDC), operation('0x7')],
      inCall: ethAndUsdc,
    },
    {
      what: 'two smart tokens: both approved first in the order of the request, no value',
      pair: [usdt, usdc] as const,
      envelopes: [approval(EVM_USDT), approval(USDC), operation('0x0')],
      first: 600n,
      inCall: {
        token_1: { token: 'usdc', amount: 500n, token_type: abiSmart(USDC) },
        token_2: { token: 'usdt', amount: 600n, token_type: abiSmart(EVM_USDT) },
      },
    },
  ])('$what', ({ pair, envelopes, inCall, first = 500n }) => {
    const built = build(adding(base, ...pair))
    expect(built).toEqual({
      type: 'evm',
      msgs: envelopes.map((one) => expect.objectContaining(one)),
    })
    expect(evmMessages(built).at(-1)?.data).toMatch(/^0x1d53cc08/)
    expect(factoryCall(built)).toEqual({
      functionName: 'add_liquidity',
      args: [inCall, 100n, { timeout: 60n, ack_response: '0x', meta: '' }],
    })
    expect(approvalIn(built)).toEqual({
      functionName: 'approve',
      args: [getAddress(FACTORY), first],
    })
  })
})

describe('adding liquidity from a CosmWasm wallet', () => {
  const atom = side('atom', neuron.tokens.atom, '3')
  const euclid = side('euclid', neuron.tokens.euclid, '40')
  const usdc = side('usdc', neuron.tokens.usdc, '500')
  const usdt = side('usdt', neuron.tokens.usdt, '600')
  const allowance = (contractAddress: string, amount: string, spender = HUB_FACTORY) => ({
    contractAddress,
    msg: { increase_allowance: { amount, spender } },
    funds: [],
  })

  test.each([
    {
      what: 'two native tokens: both in the funds, sorted by denom',
      pair: [atom, euclid] as const,
      ordered: { token_1: atom, token_2: euclid },
      allowances: [],
      funds: [
        { denom: 'ueuclid', amount: '40' },
        { denom: 'zatom', amount: '3' },
      ],
    },
    {
      what: 'a smart and a native token, given in the other order',
      pair: [usdc, euclid] as const,
      ordered: { token_1: euclid, token_2: usdc },
      allowances: [allowance(CW20, '500')],
      funds: [{ denom: 'ueuclid', amount: '40' }],
    },
    {
      what: 'two smart tokens: an allowance for each in the order of the request, no funds',
      pair: [usdt, usdc] as const,
      ordered: { token_1: usdc, token_2: usdt },
      allowances: [allowance(HUB_USDT, '600'), allowance(CW20, '500')],
      funds: [],
    },
  ])('$what', ({ pair, ordered, allowances, funds }) => {
    expect(build({ ...adding(neuron, ...pair), timeout: '120' })).toEqual({
      type: 'cosmwasm',
      sender: neuron.sender,
      contract: HUB_FACTORY,
      chain_id: 'neuron-1',
      rpc_url: 'https://rpc.neuron.example',
      rest_url: 'https://lcd.neuron.example',
      msgs: [
        ...allowances,
        {
          contractAddress: HUB_FACTORY,
          msg: {
            add_liquidity_request: {
              pair_info: ordered,
              slippage_tolerance_bps: 100,
              timeout: 120,
            },
          },
          funds,
        },
      ],
    })
  })

  test('without a timeout, the message says null', () => {
    const [message] = cosmWasmMessages(build(adding(neuron, atom, euclid)))
    expect(record(message?.msg['add_liquidity_request'])['timeout']).toBe(null)
  })

  test('in the published messages', () => {
    const osmo = side('osmo', osmosis.tokens.osmo, '9')
    const osmoUsdc = side('usdc', osmosis.tokens.usdc, '500')
    const request = { ...adding(osmosis, osmoUsdc, osmo), timeout: 90 }
    expect(build(request, { ...poolNetwork, generation: 'published' })).toMatchObject({
      msgs: [
        allowance(OSMO_USDC, '500', OSMO_FACTORY),
        {
          contractAddress: OSMO_FACTORY,
          msg: {
            add_liquidity: {
              pair_with_denom_and_amount: { token_1: osmo, token_2: osmoUsdc },
              slippage_tolerance_bps: 100,
              cross_chain_config: { timeout: 90, ack_response: null, meta: null },
            },
          },
          funds: [{ denom: 'uosmo', amount: '9' }],
        },
      ],
    })
  })
})

test('a recorded answer of the public service is answered again, whatever the order of the request', () => {
  const euclid = side('euclid', nibiruEuclid, '900000000')
  const nibi = side('nibi', { native: { denom: 'unibi' } }, '246867')
  const request = { ...adding({ sender: onNibiru }, nibi, euclid), timeout: null }
  const parsed = parseLiquidityAdd(nibiruNetwork, parseRequest(LiquidityAddRequest, request))
  expect(buildLiquidityAdd(nibiruNetwork, parsed)).toEqual({
    ...aroundNibiru,
    msgs: [
      {
        contractAddress: NIBIRU_EUCLID,
        msg: { increase_allowance: { amount: '900000000', spender: NIBIRU_FACTORY } },
        funds: [],
      },
      {
        contractAddress: NIBIRU_FACTORY,
        msg: {
          add_liquidity_request: {
            pair_info: { token_1: euclid, token_2: nibi },
            slippage_tolerance_bps: 100,
            timeout: null,
          },
        },
        funds: [{ denom: 'unibi', amount: '246867' }],
      },
    ],
  })
})

const anyRequest = fc.record({
  where: anyPairOf(),
  slippage_tolerance_bps: fc.integer({ min: 0, max: 10_000 }),
  timeout: fc.option(fc.integer({ min: 30, max: 240 }), { nil: undefined }),
})

test('the payload says what the request said, for any valid request', () => {
  fc.assert(
    fc.property(anyRequest, ({ where, slippage_tolerance_bps, timeout }) => {
      const built = build({
        pair_info: where.pair,
        sender: where.sender,
        slippage_tolerance_bps,
        timeout,
      })
      const { sides, terms } = sidesIn(built)
      expect(sides).toEqual(where.sides)
      expect(terms).toMatchObject({
        slippageBps: slippage_tolerance_bps,
        timeoutSec: timeout ?? 60,
      })
    }),
  )
})

const good = adding(base, side('eth', base.tokens.eth, '7'), side('usdc', base.tokens.usdc, '500'))

test('a request that was changed anywhere is built or refused, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(mutationOf({ ...good, timeout: '60' }), async (request) => {
      await orRefused(() => build(request))
    }),
    { numRuns: 500 },
  )
})

describe('liquidity that cannot be added', () => {
  const { pair_info } = good
  const withPair = (change: object) => ({ ...good, pair_info: { ...pair_info, ...change } })
  test.each([
    ['no pair', { ...good, pair_info: undefined }, /pair_info is not usable/],
    ['one token twice', withPair({ token_2: pair_info.token_1 }), /pair_info names eth twice/],
    [
      'two native tokens on EVM',
      withPair({ token_2: side('gas', { native: { denom: 'gas' } }, '1') }),
      /pair_info has two native tokens/,
    ],
    [
      'a token of another chain',
      withPair({ token_2: side('euclid', neuron.tokens.euclid, '1') }),
      /pair_info.token_2.token_type: There is no such euclid on base/,
    ],
    [
      'an unknown token',
      withPair({ token_1: side('gold', base.tokens.eth, '1') }),
      /pair_info.token_1.token: There is no token "gold"/,
    ],
    [
      'an amount of zero',
      withPair({ token_2: side('usdc', base.tokens.usdc, '0') }),
      /pair_info.token_2.amount is not usable: must be above zero/,
    ],
    [
      'more than uint128 on CosmWasm',
      adding(
        neuron,
        side('atom', neuron.tokens.atom, '1'),
        side('euclid', neuron.tokens.euclid, `${2n ** 128n}`),
      ),
      /pair_info.token_2.amount: The amount .* does not fit/,
    ],
    ['a third token', withPair({ token_3: pair_info.token_1 }), /pair_info/],
    ['no slippage', { ...good, slippage_tolerance_bps: undefined }, /slippage_tolerance_bps/],
    [
      'a slippage above the whole',
      { ...good, slippage_tolerance_bps: 10_001 },
      /slippage_tolerance/,
    ],
    ['a negative slippage', { ...good, slippage_tolerance_bps: -1 }, /slippage_tolerance_bps/],
    ['half a basis point', { ...good, slippage_tolerance_bps: 0.5 }, /slippage_tolerance_bps/],
    ['a slippage as text', { ...good, slippage_tolerance_bps: '100' }, /slippage_tolerance_bps/],
    ['a timeout above the range', { ...good, timeout: '241' }, /timeout is "241"/],
    [
      'a sender of another family',
      { ...good, sender: { chain_uid: 'base', address: neuron.sender.address } },
      /sender.address: .* is not an address on base/,
    ],
  ])('%s', (_what, request, message) => {
    expect(() => build(request)).toThrow(message)
  })
})
