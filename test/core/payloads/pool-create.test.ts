import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'

import type { Network, TokenType } from '../../../src/core/terms/network.ts'
import {
  buildPoolCreate,
  parsePoolCreate,
  PoolCreateRequest,
} from '../../../src/core/payloads/pool-create.ts'
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
import { places, poolNetwork } from './pool-network.ts'
import { approvalIn, cosmWasmMessages, factoryCall, record } from './read-build.ts'

const { base, neuron, osmosis } = places
const side = (token: string, token_type: TokenType, amount: string) => ({
  token,
  token_type,
  amount,
})
const build = (request: unknown, network: Network = poolNetwork) =>
  buildPoolCreate(network, parsePoolCreate(network, parseRequest(PoolCreateRequest, request)))

const lpToken = { lp_token_name: 'ETH.USDC', lp_token_symbol: 'ETHUSDC', lp_token_decimal: 18 }
const marketing = {
  project: 'Vouch',
  description: 'Pool of ETH and USDC',
  marketing: 'pools@example.com',
  logo: { url: 'https://example.com/logo.png' },
}
const eth = side('eth', base.tokens.eth, '7')
const usdc = side('usdc', base.tokens.usdc, '500')
const onEvm = {
  pair: { token_1: usdc, token_2: eth },
  slippage_tolerance_bps: 30,
  ...lpToken,
  sender: base.sender,
}
const euclid = side('euclid', neuron.tokens.euclid, '40')
const hubUsdc = side('usdc', neuron.tokens.usdc, '500')
const onHub = {
  pair: { token_1: hubUsdc, token_2: euclid },
  slippage_tolerance_bps: 30,
  ...lpToken,
  sender: neuron.sender,
}

describe('a pool from an EVM wallet', () => {
  test('approval first, the native amount as value, the pair in order; marketing is ignored', () => {
    const built = build({
      ...onEvm,
      lp_token_marketing: marketing,
      pool_config: { pool_type: 'ConstantProduct' },
      timeout: '90',
    })
    expect(built).toEqual({
      type: 'evm',
      msgs: [
        {
          chainId: '8453',
          to: getAddress(USDC),
          data: expect.stringMatching(/^0x095ea7b3/),
          value: '0x0',
          gasLimit: '0x186A0',
        },
        {
          chainId: '8453',
          to: getAddress(FACTORY),
          data: expect.stringMatching(/^0x2037cccf/),
          value: '0x7',
          gasLimit: '0x493E0',
        },
      ],
    })
    expect(approvalIn(built).args).toEqual([getAddress(FACTORY), 500n])
    expect(factoryCall(built)).toEqual({
      functionName: 'request_pool_creation',
      args: [
        {
          token_1: {
            token: 'eth',
            amount: 7n,
            token_type: { token_type: 'native', native_denom: 'eth', erc20_address: '' },
          },
          token_2: {
            token: 'usdc',
            amount: 500n,
            token_type: { token_type: 'smart', native_denom: '', erc20_address: USDC },
          },
        },
        { pool_type: 'cp', amp_factor: 0n },
        'ETH.USDC',
        'ETHUSDC',
        18,
        30n,
        { timeout: 90n, ack_response: '0x', meta: '' },
      ],
    })
  })

  test.each([[{ logo: {}, project: 5 }], ['some text'], [['a list']], [5]])(
    'marketing that could not be said on CosmWasm is ignored too: %j',
    (lp_token_marketing) => {
      expect(build({ ...onEvm, lp_token_marketing })).toEqual(build(onEvm))
    },
  )

  test.each([
    ['no config', undefined, 'cp', 0n],
    ['null', null, 'cp', 0n],
    ['constant product', { pool_type: 'ConstantProduct', amp_factor: null }, 'cp', 0n],
    [
      'constant product, with a factor it has no use for',
      { poolType: 'constantproduct', ampFactor: 5 },
      'cp',
      0n,
    ],
    ['constant product with 0', { pool_type: 'ConstantProduct', amp_factor: 0 }, 'cp', 0n],
    ['constant product with ""', { pool_type: 'ConstantProduct', amp_factor: '' }, 'cp', 0n],
    ['stable without a factor', { pool_type: 'Stable' }, 'stable', 1000n],
    ['stable with null', { pool_type: 'stable', amp_factor: null }, 'stable', 1000n],
    [
      'stable with both factors null',
      { pool_type: 'stable', amp_factor: null, ampFactor: null },
      'stable',
      1000n,
    ],
    ['stable in capitals', { poolType: 'STABLE', ampFactor: null }, 'stable', 1000n],
    ['stable with a factor', { pool_type: 'stable', amp_factor: 250 }, 'stable', 250n],
    ['stable with a factor as text', { pool_type: 'stable', amp_factor: '250' }, 'stable', 250n],
    ["the field table's spelling", { poolType: 'Stable', ampFactor: 50 }, 'stable', 50n],
    ['a large factor', { poolType: 'Stable', ampFactor: 10_000_001 }, 'stable', 10_000_001n],
    [
      'a factor of 15 digits',
      { pool_type: 'Stable', amp_factor: '999999999999999' },
      'stable',
      999_999_999_999_999n,
    ],
    ['both spellings, one each', { poolType: 'Stable', amp_factor: 77 }, 'stable', 77n],
  ])('pool_config: %s', (_what, pool_config, pool_type, amp_factor) => {
    expect(factoryCall(build({ ...onEvm, pool_config })).args?.[1]).toEqual({
      pool_type,
      amp_factor,
    })
  })
})

describe('a pool from a CosmWasm wallet', () => {
  test('an allowance, then the message with marketing and funds', () => {
    expect(build({ ...onHub, lp_token_marketing: marketing }).msgs).toEqual([
      {
        contractAddress: CW20,
        msg: { increase_allowance: { amount: '500', spender: HUB_FACTORY } },
        funds: [],
      },
      {
        contractAddress: HUB_FACTORY,
        msg: {
          request_pool_creation: {
            pair: { token_1: euclid, token_2: hubUsdc },
            pool_config: { constant_product: {} },
            ...lpToken,
            lp_token_marketing: marketing,
            slippage_tolerance_bps: 30,
            timeout: null,
          },
        },
        funds: [{ denom: 'ueuclid', amount: '40' }],
      },
    ])
  })

  test('marketing as forms send it, all of it empty, is left empty', () => {
    const empty = { project: '', description: '', marketing: '', logo: null }
    const [, made] = cosmWasmMessages(build({ ...onHub, lp_token_marketing: empty }))
    expect(made?.msg).toMatchObject({ request_pool_creation: { lp_token_marketing: empty } })
  })

  test('without marketing, the message says null; a constant product pool may be named', () => {
    const built = build({ ...onHub, pool_config: { pool_type: 'ConstantProduct' } })
    const order = record(cosmWasmMessages(built).at(-1)?.msg['request_pool_creation'])
    expect(order['lp_token_marketing']).toBe(null)
    expect(order['pool_config']).toEqual({ constant_product: {} })
  })

  test.each([
    ['constant product', undefined, { constant_product: {} }],
    ['stable', { pool_type: 'stable' }, { stable: { amp_factor: '1000' } }],
  ])('in the published messages: %s', (_what, pool_config, expected) => {
    const osmo = side('osmo', osmosis.tokens.osmo, '9')
    const osmoUsdc = side('usdc', osmosis.tokens.usdc, '500')
    const request = {
      ...onHub,
      sender: osmosis.sender,
      pair: { token_1: osmoUsdc, token_2: osmo },
      pool_config,
    }
    expect(build(request, { ...poolNetwork, generation: 'published' }).msgs).toEqual([
      {
        contractAddress: OSMO_USDC,
        msg: { increase_allowance: { amount: '500', spender: OSMO_FACTORY } },
        funds: [],
      },
      {
        contractAddress: OSMO_FACTORY,
        msg: {
          request_pool_creation: {
            pair_with_denom_and_amount: { token_1: osmo, token_2: osmoUsdc },
            pool_config: expected,
            ...lpToken,
            lp_token_marketing: null,
            slippage_tolerance_bps: 30,
            cross_chain_config: { timeout: null, ack_response: null, meta: null },
          },
        },
        funds: [{ denom: 'uosmo', amount: '9' }],
      },
    ])
  })

  test('a recorded message of the public service is in the answer, and what it lacked: the allowance, the funds, the slippage, the curve; its timeout is a number by now', () => {
    const recorded = {
      lp_token_decimal: 6,
      lp_token_marketing: {
        project: 'Euclid Protocol',
        description: 'Liquidity pool token for USDT-EUCLID on Nibiru',
        marketing: 'contact@euclidprotocol.com',
        logo: { url: 'https://example.com/logo.png' },
      },
      lp_token_name: 'USDT.EUCLID',
      lp_token_symbol: 'USDTEUCLID',
      timeout: '3600',
    }
    const token_1 = side('euclid', nibiruEuclid, '500000')
    const token_2 = side('usdt', { native: { denom: 'uusdt' } }, '1000000')
    const request = {
      ...recorded,
      pair: { token_1: token_2, token_2: token_1 },
      slippage_tolerance_bps: 30,
      sender: onNibiru,
    }
    expect(build(request, nibiruNetwork)).toEqual({
      ...aroundNibiru,
      msgs: [
        {
          contractAddress: NIBIRU_EUCLID,
          msg: { increase_allowance: { amount: '500000', spender: NIBIRU_FACTORY } },
          funds: [],
        },
        {
          contractAddress: NIBIRU_FACTORY,
          msg: {
            request_pool_creation: {
              ...recorded,
              pair: { token_1, token_2 },
              pool_config: { constant_product: {} },
              timeout: 3600,
              slippage_tolerance_bps: 30,
            },
          },
          funds: [{ denom: 'uusdt', amount: '1000000' }],
        },
      ],
    })
  })
})

const shown = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text.length <= 32 && !/[\p{Cc}\p{Cs}]/u.test(text))
const anyRequest = fc.record({
  where: anyPairOf(),
  slippage_tolerance_bps: fc.integer({ min: 0, max: 10_000 }),
  timeout: fc.option(fc.integer({ min: 30, max: 3600 }), { nil: undefined }),
  lp_token_name: shown,
  lp_token_symbol: shown,
  lp_token_decimal: fc.integer({ min: 0, max: 255 }),
})

test('the payload says what the request said, for any valid request', () => {
  fc.assert(
    fc.property(anyRequest, ({ where, timeout, ...rest }) => {
      const built = build({ pair: where.pair, sender: where.sender, timeout, ...rest })
      const { sides, terms } = sidesIn(built)
      expect(sides).toEqual(where.sides)
      expect(terms).toEqual({
        slippageBps: rest.slippage_tolerance_bps,
        timeoutSec: timeout ?? 60,
        lpToken: [rest.lp_token_name, rest.lp_token_symbol, rest.lp_token_decimal],
      })
    }),
  )
})

test.each([
  ['EVM', { ...onEvm, pool_config: { pool_type: 'stable', amp_factor: 100 }, timeout: '60' }],
  ['CosmWasm', { ...onHub, lp_token_marketing: marketing, timeout: '60' }],
])(
  'a request for %s that was changed anywhere is built or refused, and nothing else',
  async (_family, good) => {
    await fc.assert(
      fc.asyncProperty(mutationOf(good), async (request) => {
        await orRefused(() => build(request))
      }),
      { numRuns: 300 },
    )
  },
)

describe('a pool that cannot be created', () => {
  test.each([
    ['no name', { ...onEvm, lp_token_name: undefined }, /lp_token_name/],
    ['an empty symbol', { ...onEvm, lp_token_symbol: '' }, /lp_token_symbol/],
    ['a name with a line break', { ...onEvm, lp_token_name: 'a\nb' }, /lp_token_name .* printable/],
    ['a name with half a character', { ...onEvm, lp_token_name: '\ud800' }, /printable/],
    ['decimals over uint8', { ...onEvm, lp_token_decimal: 256 }, /lp_token_decimal/],
    ['decimals as text', { ...onEvm, lp_token_decimal: '18' }, /lp_token_decimal/],
    ['one token twice', { ...onEvm, pair: { token_1: eth, token_2: eth } }, /pair names eth twice/],
    [
      'an unknown curve',
      { ...onEvm, pool_config: { pool_type: 'weighted' } },
      /Stable or Constant/,
    ],
    ['a config without a curve', { ...onEvm, pool_config: { amp_factor: 5 } }, /either pool_type/],
    [
      'two curves',
      { ...onEvm, pool_config: { pool_type: 'stable', poolType: 'stable' } },
      /either pool_type or poolType/,
    ],
    [
      'two factors',
      { ...onEvm, pool_config: { pool_type: 'stable', amp_factor: 1, ampFactor: 2 } },
      /not have both amp_factor/,
    ],
    [
      'a factor of zero',
      { ...onEvm, pool_config: { pool_type: 'stable', amp_factor: 0 } },
      /pool_config.amp_factor/,
    ],
    [
      'a factor with which no pool trades',
      { ...onEvm, pool_config: { poolType: 'stable', ampFactor: '49' } },
      /^pool_config.ampFactor is "49", but .* from 50 on alone/,
    ],
    [
      'a factor of 16 digits',
      { ...onHub, pool_config: { pool_type: 'stable', amp_factor: '1000000000000000' } },
      /^pool_config.amp_factor is "1000000000000000"/,
    ],
    [
      'half a factor',
      { ...onEvm, pool_config: { pool_type: 'stable', amp_factor: 99.5 } },
      /"99.5"/,
    ],
    ['no factor', { ...onEvm, pool_config: { pool_type: 'stable', amp_factor: '' } }, /is ""/],
    [
      'a logo without an address',
      { ...onHub, lp_token_marketing: { logo: {} } },
      /^lp_token_marketing.logo.url/,
    ],
    [
      'a misspelt factor',
      { ...onEvm, pool_config: { pool_type: 'stable', amp: 5 } },
      /pool_config/,
    ],
    ['a timeout above an hour', { ...onEvm, timeout: '3601' }, /must be 30 to 3600 seconds/],
    ['no slippage', { ...onHub, slippage_tolerance_bps: undefined }, /slippage_tolerance_bps/],
  ])('%s', (_what, request, message) => {
    expect(() => build(request)).toThrow(message)
  })
})
