import { getAddress, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'

import { buildSwap } from '../../../src/core/payloads/build-swap.ts'
import { parseSwap, SwapRequest, type SwapRequestJson } from '../../../src/core/payloads/swap.ts'
import { SwapRefusedError } from '../../../src/core/routing/route-errors.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { parseRequest } from '../../../src/core/terms/request.ts'
import { createJsonOperations } from '../../services/json-edge.ts'
import { ALICE_EVM, ALICE_HUB, CW20, FACTORY, HUB_FACTORY, USDC } from '../sample-network.ts'
import {
  ALICE_OSMO,
  OSMO_FACTORY,
  OSMO_USDC,
  publishedChains,
  threeChains,
} from '../three-chains.ts'
import { approvalIn, cosmWasmMessages, evmMessages, factoryCall, orderIn } from './read-build.ts'

const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const usdc = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
const euclid = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
const hubUsdc = { token: 'usdc', token_type: { smart: { contract_address: CW20 } } }
const osmo = { token: 'osmo', token_type: { native: { denom: 'uosmo' } } }
const osmoUsdc = { token: 'usdc', token_type: { smart: { contract_address: OSMO_USDC } } }
const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const onOsmosis = { chain_uid: 'osmosis', address: ALICE_OSMO }
const over = (...route: string[]) => ({ path: [{ route, dex: 'euclid' }] })
const limited = (units: string) => ({ less_than_or_equal: units })

const parse = (request: unknown) => parseSwap(threeChains, parseRequest(SwapRequest, request))
const build = (request: SwapRequestJson) => buildSwap(threeChains, parse(request))
const buildPublished = (request: SwapRequestJson) =>
  buildSwap(publishedChains, parseSwap(publishedChains, parseRequest(SwapRequest, request)))

const release = (
  token: string,
  ...to: { chain_uid: string; address: string; amount: string }[]
) => [{ dex: 'euclid', release_address: to, token, amount: '' }]
const unknownStep = (amount_in: string, ...route: string[]) => ({
  path: [{ route, dex: 'euclid', chain_uid: '', amount_in, amount_out: '' }],
})

describe('swap from an EVM wallet', () => {
  const directMeta = JSON.stringify({
    asset_in_type: 'native',
    releases: release('usdc', { ...onBase, amount: '0' }),
    swaps: unknownStep('5', 'eth', 'usdc'),
  })

  test('of a native token: the amount goes in value, without a gas limit, and the answer names its chain and meta', () => {
    const built = build({
      amount_in: '5',
      asset_in: eth,
      minimum_receive: '9',
      sender: onBase,
      swap_path: over('eth', 'usdc'),
    })
    expect(built).toEqual({
      type: 'evm',
      msgs: [
        {
          chainId: '8453',
          to: getAddress(FACTORY),
          data: expect.stringMatching(/^0x1ec47621/),
          value: '0x5',
        },
      ],
      chain_id: '8453',
      contract: FACTORY,
      rpc_url: 'https://rpc.base.example',
      rest_url: '',
      sender: onBase,
      meta: directMeta,
    })
    expect(factoryCall(built)).toEqual({
      functionName: 'swap',
      args: [
        {
          token: 'eth',
          token_type: { token_type: 'native', native_denom: 'eth', erc20_address: '' },
        },
        5n,
        'usdc',
        9n,
        [{ token_in: 'eth', token_out: 'usdc', test_fail: false }],
        [
          {
            recipient: { chain_uid: 'base', sender: ALICE_EVM },
            amount: { limit_type: 'dynamic', value: 0n },
            denom: { token_type: 'smart', native_denom: '', erc20_address: USDC },
            forwarding_message: '0x',
            unsafe_refund_as_voucher: false,
          },
        ],
        { partner_fee_bps: 0n, recipient: zeroAddress },
        { timeout: 60n, ack_response: '0x', meta: directMeta },
      ],
    })
  })

  test('without recipients, of a token that has no form where the sender is: it stays with the sender, as vouchers', () => {
    const built = build({
      amount_in: '5',
      asset_in: usdc,
      minimum_receive: '9',
      sender: onBase,
      swap_path: over('usdc', 'euclid'),
    })
    expect(factoryCall({ type: 'evm', msgs: evmMessages(built).slice(1) }).args[5]).toEqual([])
    expect(JSON.parse(built.meta ?? '').releases[0].release_address).toEqual([])
  })

  test('of a smart token: an approval of exactly the amount comes first, and no value', () => {
    const built = build({
      amount_in: '5',
      asset_in: usdc,
      minimum_receive: '9',
      sender: onBase,
      swap_path: over('usdc', 'eth'),
    })
    expect(evmMessages(built).map(({ to, value, gasLimit }) => ({ to, value, gasLimit }))).toEqual([
      { to: getAddress(USDC), value: '0x0', gasLimit: undefined },
      { to: getAddress(FACTORY), value: '0x0', gasLimit: undefined },
    ])
    expect(approvalIn(built)).toEqual({
      functionName: 'approve',
      args: [getAddress(FACTORY), 5n],
    })
    expect(factoryCall(built).args).toMatchObject({
      0: {
        token: 'usdc',
        token_type: { token_type: 'smart', native_denom: '', erc20_address: USDC },
      },
    })
  })

  test('over several hops and steps, with a fee, limits and a timeout', () => {
    const built = build({
      amount_in: '500',
      asset_in: eth,
      slippage: '500',
      sender: onBase,
      swap_path: {
        path: [
          { route: ['eth', 'usdc', 'osmo'], dex: 'euclid', amount_in: '500', amount_out: '2000' },
          { route: ['osmo', 'euclid'], dex: 'euclid', chain_uid: 'vsl', amount_out: '1001' },
        ],
      },
      cross_chain_addresses: [{ user: onHub, limit: limited('400') }, { user: onHub }],
      partnerFee: { partner_fee_bps: 30, recipient: getAddress(ALICE_EVM) },
      timeout: '120',
    })
    const meta = {
      asset_in_type: 'native',
      releases: release('euclid', { ...onHub, amount: '400' }, { ...onHub, amount: '0' }),
      swaps: {
        path: [
          {
            route: ['eth', 'usdc', 'osmo'],
            dex: 'euclid',
            chain_uid: '',
            amount_in: '500',
            amount_out: '2000',
          },
          {
            route: ['osmo', 'euclid'],
            dex: 'euclid',
            chain_uid: 'vsl',
            amount_in: '',
            amount_out: '1001',
          },
        ],
      },
    }
    expect(built.meta).toBe(JSON.stringify(meta))
    expect(factoryCall(built).args).toMatchObject({
      2: 'euclid',
      3: 950n, // 1001 less 5 %, rounded down
      4: [
        { token_in: 'eth', token_out: 'usdc' },
        { token_in: 'usdc', token_out: 'osmo' },
        { token_in: 'osmo', token_out: 'euclid' },
      ],
      5: [
        {
          recipient: { chain_uid: 'neuron', sender: ALICE_HUB },
          amount: { limit_type: 'less_than_or_equal', value: 400n },
          denom: { token_type: 'native', native_denom: 'ueuclid', erc20_address: '' },
        },
        { amount: { limit_type: 'dynamic', value: 0n } },
      ],
      6: { partner_fee_bps: 30n, recipient: getAddress(ALICE_EVM) },
      7: { timeout: 120n, meta: JSON.stringify(meta) },
    })
  })

  test.each([
    ['none', '', '7'],
    ['another one', '5', ''],
  ])(
    'says what goes in, where its path says %s, and what that expects of it',
    (_what, amount_in, amount_out) => {
      const step = { route: ['eth', 'usdc'], dex: 'euclid' }
      const swap_path = { path: [{ ...step, amount_in, amount_out: '7' }] }
      const built = build({
        amount_in: '500',
        asset_in: eth,
        minimum_receive: '1',
        sender: onBase,
        swap_path,
      })
      expect(JSON.parse(built.meta ?? '')).toMatchObject({
        swaps: { path: [{ amount_in: '500', amount_out }] },
      })
    },
  )

  test('with recipients as the live service names them: limits of every kind, vouchers, and a message', () => {
    const built = build({
      amount_in: '5',
      asset_in: eth,
      minimum_receive: '9',
      sender: onBase,
      swap_path: over('eth', 'usdc'),
      recipients: [
        {
          user: onBase,
          amount: { equal: '1' },
          denom: { voucher: {} },
          forwarding_message: 'e30=',
        },
        { user: onHub, amount: { greater_than_or_equal: '2' }, denom: hubUsdc.token_type },
        { user: onOsmosis, amount: { less_than_or_equal: '3' }, unsafe_refund_as_voucher: true },
        { user: onBase, amount: { dynamic: '0' } },
      ],
      partner_fee: { partner_fee_bps: 1, recipient: ALICE_EVM },
    })
    const none = { native_denom: '', erc20_address: '' }
    const plain = { forwarding_message: '0x', unsafe_refund_as_voucher: false }
    expect(factoryCall(built).args).toMatchObject({
      5: [
        {
          recipient: { chain_uid: 'base', sender: ALICE_EVM },
          amount: { limit_type: 'equal', value: 1n },
          denom: { ...none, token_type: 'voucher' },
          forwarding_message: '0x7b7d',
          unsafe_refund_as_voucher: false,
        },
        {
          ...plain,
          recipient: { chain_uid: 'neuron', sender: ALICE_HUB },
          amount: { limit_type: 'greater_than_or_equal', value: 2n },
          denom: { ...none, token_type: 'smart', erc20_address: CW20 },
        },
        {
          recipient: { chain_uid: 'osmosis', sender: ALICE_OSMO },
          amount: { limit_type: 'less_than_or_equal', value: 3n },
          denom: { ...none, token_type: 'smart', erc20_address: OSMO_USDC },
          unsafe_refund_as_voucher: true,
        },
        { ...plain, amount: { limit_type: 'dynamic', value: 0n } },
      ],
      6: { partner_fee_bps: 1n, recipient: getAddress(ALICE_EVM) },
    })
  })
})

describe('swap from a CosmWasm wallet', () => {
  const request = {
    amount_in: '500',
    minimum_receive: '9',
    sender: onHub,
    cross_chain_addresses: [{ user: onBase, limit: limited('400') }, { user: onHub }],
    partnerFee: { partner_fee_bps: 12, recipient: ALICE_HUB },
    timeout: 45,
  }

  test('of a native token: funds carry the amount', () => {
    const built = build({ ...request, asset_in: euclid, swap_path: over('euclid', 'eth', 'usdc') })
    const meta = JSON.stringify({
      asset_in_type: 'native',
      releases: release('usdc', { ...onBase, amount: '400' }, { ...onHub, amount: '0' }),
      swaps: unknownStep('500', 'euclid', 'eth', 'usdc'),
    })
    expect(built).toEqual({
      type: 'cosmwasm',
      sender: onHub,
      contract: HUB_FACTORY,
      chain_id: 'neuron-1',
      rpc_url: 'https://rpc.neuron.example',
      rest_url: 'https://lcd.neuron.example',
      msgs: [
        {
          contractAddress: HUB_FACTORY,
          msg: {
            execute_swap_request: {
              asset_in: euclid,
              amount_in: '500',
              asset_out: 'usdc',
              min_amount_out: '9',
              swaps: [
                { token_in: 'euclid', token_out: 'eth' },
                { token_in: 'eth', token_out: 'usdc' },
              ],
              cross_chain_addresses: [
                { user: onBase, limit: limited('400') },
                { user: onHub, limit: null },
              ],
              partner_fee: { partner_fee_bps: 12, recipient: ALICE_HUB },
              meta,
              timeout: 45,
            },
          },
          funds: [{ denom: 'ueuclid', amount: '500' }],
        },
      ],
      meta,
    })
  })

  test('of a smart token: the token contract sends it on to the factory with the order', () => {
    const built = build({
      amount_in: '500',
      asset_in: hubUsdc,
      minimum_receive: '9',
      sender: onHub,
      swap_path: over('usdc', 'euclid'),
    })
    expect(cosmWasmMessages(built)).toEqual([
      {
        contractAddress: CW20,
        msg: { send: { amount: '500', contract: HUB_FACTORY, msg: expect.any(String) } },
        funds: [],
      },
    ])
    expect(orderIn(built)).toEqual({
      key: 'swap',
      order: {
        sent: '500',
        asset_in: hubUsdc,
        asset_out: 'euclid',
        min_amount_out: '9',
        swaps: [{ token_in: 'usdc', token_out: 'euclid' }],
        timeout: null,
        cross_chain_addresses: [{ user: onHub, limit: null }],
        partner_fee: null,
        meta: built.meta,
      },
    })
    expect(JSON.parse(built.meta ?? '')).toMatchObject({ asset_in_type: 'smart' })
  })

  test('recipients of the live names are paid as users with limits, where the chain can say so', () => {
    const built = build({
      amount_in: '500',
      asset_in: euclid,
      minimum_receive: '9',
      sender: onHub,
      swap_path: over('euclid', 'usdc'),
      recipients: [
        {
          user: onBase,
          amount: { equal: '4' },
          denom: usdc.token_type,
          forwarding_message: '',
          unsafe_refund_as_voucher: false,
        },
        { user: onHub, amount: { dynamic: '' } },
      ],
    })
    expect(orderIn(built).order['cross_chain_addresses']).toEqual([
      { user: onBase, limit: { equal: '4' } },
      { user: onHub, limit: null },
    ])
  })
})

describe('swap in the published messages', () => {
  /** A contract of the hub that is told something with its vouchers. */
  const inHub = { ...onHub, chain_uid: 'vsl' }
  const live = {
    recipients: [
      {
        recipient: onBase,
        amount: { less_than_or_equal: '400' },
        denom: { native: { denom: 'eth' } },
        forwarding_message: null,
        unsafe_refund_as_voucher: false,
      },
      {
        recipient: inHub,
        amount: { dynamic: '0' },
        denom: { voucher: {} },
        forwarding_message: 'e30=',
        unsafe_refund_as_voucher: true,
      },
    ],
    partner_fee: { partner_fee_bps: 3, recipient: ALICE_OSMO },
  }
  const request: Omit<SwapRequestJson, 'asset_in' | 'swap_path'> = {
    amount_in: '500',
    minimum_receive: '9',
    sender: onOsmosis,
    recipients: [
      { user: onBase, amount: { less_than_or_equal: '400' } },
      {
        user: inHub,
        denom: { voucher: {} },
        forwarding_message: 'e30=',
        unsafe_refund_as_voucher: true,
      },
    ],
    partnerFee: { partner_fee_bps: 3, recipient: ALICE_OSMO },
    timeout: '45',
  }
  const trade = { asset_out: 'eth', min_amount_out: '9' }

  test('of a native token', () => {
    const built = buildPublished({
      ...request,
      asset_in: osmo,
      swap_path: over('osmo', 'eth'),
    })
    expect(cosmWasmMessages(built)).toEqual([
      {
        contractAddress: OSMO_FACTORY,
        msg: {
          execute_swap_request: {
            ...trade,
            asset_in: osmo,
            amount_in: '500',
            swaps: [{ token_in: 'osmo', token_out: 'eth' }],
            ...live,
            cross_chain_config: { timeout: 45, ack_response: null, meta: built.meta },
          },
        },
        funds: [{ denom: 'uosmo', amount: '500' }],
      },
    ])
  })

  test('of a smart token', () => {
    const built = buildPublished({
      ...request,
      asset_in: osmoUsdc,
      swap_path: over('usdc', 'eth'),
    })
    expect(cosmWasmMessages(built)).toMatchObject([{ contractAddress: OSMO_USDC, funds: [] }])
    expect(orderIn(built)).toEqual({
      key: 'swap',
      order: {
        ...trade,
        sent: '500',
        asset_in: osmoUsdc,
        swaps: [{ token_in: 'usdc', token_out: 'eth' }],
        ...live,
        cross_chain_config: { timeout: 45, ack_response: null, meta: built.meta },
      },
    })
  })

  test('a message with vouchers is for contracts of the hub, under the name that they have there', () => {
    const telling = (user: typeof inHub) =>
      buildPublished({
        ...request,
        asset_in: osmo,
        swap_path: over('osmo', 'eth'),
        recipients: [{ user, denom: { voucher: {} }, forwarding_message: 'e30=' }],
      })
    for (const user of [onOsmosis, onHub])
      expect(() => telling(user)).toThrow(/recipients.0.user.chain_uid cannot be told a message/)
    expect(() => telling({ ...inHub, address: ALICE_OSMO })).toThrow('is not an address')
  })
})

/** From eth to usdc and back, so many times; the odd ones end with usdc. */
const backAndForth = (hops: number) =>
  Array.from({ length: hops + 1 }, (_, index) => (index % 2 === 0 ? 'eth' : 'usdc'))

test('a path may make 50 trades', () => {
  const swap_path = over(...backAndForth(49), 'euclid')
  const request = { amount_in: '5', asset_in: eth, minimum_receive: '1', sender: onBase, swap_path }
  expect(() => build(request)).not.toThrow()
})

describe('a swap that cannot be', () => {
  const good: SwapRequestJson = {
    amount_in: '5',
    asset_in: eth,
    minimum_receive: '9',
    sender: onBase,
    swap_path: over('eth', 'usdc'),
  }
  const fromHub = { ...good, sender: onHub, asset_in: euclid, swap_path: over('euclid', 'usdc') }
  const step = { route: ['eth', 'usdc'], dex: 'euclid' }
  const fee = { partner_fee_bps: 30, recipient: ALICE_EVM }

  test.each([
    ['no path', { ...good, swap_path: { path: [] } }, /^swap_path\.path .*at least one step/],
    ['a route of one token', { ...good, swap_path: over('eth') }, /^swap_path\.path\.0\.route/],
    [
      'a path of another token',
      { ...good, swap_path: over('usdc', 'eth') },
      /^swap_path\.path\.0\.route begins with usdc, but asset_in is eth/,
    ],
    [
      'a gap between steps',
      { ...good, swap_path: { path: [step, { ...step, route: ['osmo', 'euclid'] }] } },
      /^swap_path\.path\.1\.route begins with osmo, but the step before ends with usdc/,
    ],
    [
      'a route of 51 trades',
      { ...good, swap_path: over(...backAndForth(51)) },
      /^swap_path\.path makes 51 trades, but one path makes at most 50/,
    ],
    [
      'steps of 51 trades together',
      {
        ...good,
        swap_path: {
          path: [over(...backAndForth(49)), over('usdc', 'eth', 'usdc')].flatMap(
            ({ path }) => path,
          ),
        },
      },
      /^swap_path\.path makes 51 trades/,
    ],
    [
      'an unknown token on the way',
      { ...good, swap_path: over('eth', 'gold', 'usdc') },
      /^swap_path\.path\.0\.route\.1: There is no token "gold"/,
    ],
    [
      'a hop to the same token',
      { ...good, swap_path: over('eth', 'eth', 'usdc') },
      /^swap_path\.path\.0\.route\.1 leads from eth to eth/,
    ],
    ['a round trip', { ...good, swap_path: over('eth', 'usdc', 'eth') }, /^swap_path leads from/],
    [
      'another exchange',
      { ...good, swap_path: { path: [{ ...step, dex: 'osmosis' }] } },
      /^swap_path\.path\.0\.dex is "osmosis", but only trades on euclid/,
    ],
    [
      'a step on an unknown chain',
      { ...good, swap_path: { path: [{ ...step, chain_uid: 'mars' }] } },
      /^swap_path\.path\.0\.chain_uid: There is no chain "mars"/,
    ],
    ['no guard at all', { ...good, minimum_receive: undefined }, /^minimum_receive is missing/],
    [
      'slippage of an unknown output',
      { ...good, minimum_receive: undefined, slippage: '50' },
      /^slippage cannot be applied/,
    ],
    [
      'slippage of an output for another amount',
      {
        ...good,
        minimum_receive: null,
        slippage: '50',
        swap_path: { path: [{ ...step, amount_in: '6', amount_out: '100' }] },
      },
      /^slippage cannot be applied/,
    ],
    ['more slippage than there is', { ...good, slippage: '10001' }, /^slippage .*more than 100%/],
    ['slippage in percent', { ...good, slippage: '0.5' }, /^slippage is not usable/],
    [
      'a minimum over uint256',
      { ...good, minimum_receive: `${2n ** 256n}` },
      /^minimum_receive: .*256-bit/,
    ],
    [
      'a fee above 30 basis points',
      { ...good, partnerFee: { ...fee, partner_fee_bps: 31 } },
      /^partnerFee\.partner_fee_bps is not usable: must be at most 30/,
    ],
    [
      'a fee for an address elsewhere',
      { ...good, partnerFee: { ...fee, recipient: 'nibi1nobody' } },
      /^partnerFee\.recipient: .*is not an address on base/,
    ],
    [
      'a fee under two names that differ',
      { ...good, partnerFee: fee, partner_fee: { ...fee, partner_fee_bps: 3 } },
      /^partner_fee says something else than partnerFee/,
    ],
    [
      'an amount that is all fee',
      { ...good, amount_in: '1', partnerFee: fee },
      /^amount_in is 1, all of which the partner's fee takes/,
    ],
    [
      'a leg that is all fee',
      {
        ...good,
        swap_path: undefined,
        amount_in: '3',
        partner_fee: fee,
        legs: [
          { amount_in: '2', ...over('eth', 'usdc') },
          { amount_in: '1', ...over('eth', 'usdc') },
        ],
      },
      /^legs\.1\.amount_in is 1, all of which/,
    ],
    ['a misspelt fee', { ...good, partnerFee: { ...fee, bps: 3 } }, /^partnerFee/],
    [
      'recipients under both names',
      { ...good, recipients: [], cross_chain_addresses: [] },
      /^recipients stands beside cross_chain_addresses/,
    ],
    [
      'a recipient in another form than its chain has',
      { ...good, recipients: [{ user: onHub, denom: usdc.token_type }] },
      /^recipients\.0: There is no such usdc on neuron/,
    ],
    [
      'a message that is not base64',
      { ...good, recipients: [{ user: onBase, forwarding_message: '{}' }] },
      /^recipients\.0\.forwarding_message is not usable: must be base64/,
    ],
    [
      'vouchers where the messages cannot say it',
      { ...fromHub, recipients: [{ user: onBase, denom: { voucher: {} } }] },
      /^recipients\.0\.denom asks for what/,
    ],
    [
      'a message where the messages cannot say it',
      { ...fromHub, recipients: [{ user: onBase, forwarding_message: 'e30=' }] },
      /^recipients\.0\.forwarding_message asks for what/,
    ],
    [
      'a refund in vouchers where the messages cannot say it',
      { ...fromHub, recipients: [{ user: onBase, unsafe_refund_as_voucher: true }] },
      /^recipients\.0\.unsafe_refund_as_voucher asks for what/,
    ],
  ])('%s is refused by the name of its field', (_what, request, message) => {
    expect(() => parse(request)).toThrow(message)
  })

  test('a further form of a token is refused where the messages cannot say it, and the first is not', () => {
    const second = { chain_uid: 'base', token_type: { native: { denom: 'wrapped' } } }
    const network = {
      ...threeChains,
      tokens: threeChains.tokens.map((token) =>
        // As a network file may have it, the first form stands there twice.
        token.token === 'usdc'
          ? { ...token, denoms: [...token.denoms, second, ...token.denoms] }
          : token,
      ),
    }
    const paidIn = (denom: object) =>
      parseSwap(
        network,
        parseRequest(SwapRequest, { ...fromHub, recipients: [{ user: onBase, denom }] }),
      )
    expect(() => paidIn(second.token_type)).toThrow(/^recipients\.0\.denom asks for what/)
    expect(paidIn(usdc.token_type).payouts).toMatchObject([{ denom: usdc.token_type }])
  })

  test('a fee under both names that agree is one fee', () => {
    expect(parse({ ...good, partnerFee: fee, partner_fee: fee }).partnerFee).toEqual(fee)
  })

  // As the public service answered a CosmWasm sender's swap whose partner was named by an EVM address.
  test.each([
    ['nobody, from CosmWasm', fromHub, '', ''],
    ['an EVM address, from CosmWasm', fromHub, ALICE_EVM, ''],
    ['nobody, from EVM', good, '', onBase.address],
    ['a CosmWasm address, from EVM', good, ALICE_HUB, onBase.address],
  ])('a fee for %s stays with the sender', (_what, request, recipient, answered) => {
    const partner_fee = { partner_fee_bps: 10, recipient }
    expect(parse({ ...request, partner_fee }).partnerFee).toEqual({
      partner_fee_bps: 10,
      recipient: answered,
    })
  })
})

describe('a swap in several legs', () => {
  const leg = (amount_in: string, amount_out: string, ...route: string[]) => ({
    amount_in,
    amount_out,
    path: [{ route, dex: 'euclid', amount_in, amount_out, chain_uid: 'vsl' }],
  })
  const legs = [leg('30', '301', 'usdc', 'eth'), leg('70', '700', 'usdc', 'euclid', 'eth')]
  const swap = { amount_in: '100', asset_in: usdc, sender: onBase, slippage: '100', legs }

  test('from an EVM wallet: one approval of the whole, then one transaction for each leg, in order', () => {
    const built = build(swap)
    expect(evmMessages(built).map(({ to }) => to)).toEqual(
      [USDC, FACTORY, FACTORY].map((at) => getAddress(at)),
    )
    expect(approvalIn(built).args).toEqual([getAddress(FACTORY), 100n])
    const [, first, last] = evmMessages(built)
    const callOf = (message: typeof first) =>
      factoryCall({ type: 'evm', msgs: message ? [message] : [] }).args
    expect(callOf(first)).toMatchObject({ 1: 30n, 2: 'eth', 3: 297n }) // 301 less 1 %, rounded down
    expect(callOf(last)).toMatchObject({
      1: 70n,
      3: 693n,
      4: [
        { token_in: 'usdc', token_out: 'euclid' },
        { token_in: 'euclid', token_out: 'eth' },
      ],
    })
  })

  test('of a native token: each transaction carries its own part of the value', () => {
    const native = [leg('30', '301', 'eth', 'usdc'), leg('70', '700', 'eth', 'euclid', 'usdc')]
    const built = build({ ...swap, asset_in: eth, legs: native })
    expect(evmMessages(built).map(({ value }) => value)).toEqual(['0x1e', '0x46'])
  })

  test.each([
    ['hub, with the interface messages', onHub, hubUsdc],
    ['osmosis, with the live ones', onOsmosis, osmoUsdc],
  ])('from %s: all legs are messages of one transaction', (_what, sender, asset_in) => {
    const cross_chain_addresses = [{ user: onBase }]
    const built = build({ ...swap, sender, asset_in, cross_chain_addresses })
    const sent = cosmWasmMessages(built).map(({ msg }) => msg['send'])
    expect(sent).toMatchObject([{ amount: '30' }, { amount: '70' }])
    expect(orderIn(built).order).toMatchObject({ min_amount_out: '297', sent: '30' })
  })

  test("each leg's meta tells its own part, and the answer's tells all of it", () => {
    const built = build(swap)
    const { releases, swaps } = JSON.parse(built.meta ?? '')
    expect(releases).toHaveLength(2)
    expect(swaps.path.map((step: { amount_in: string }) => step.amount_in)).toEqual(['30', '70'])
    const config = factoryCall(built).args[7]
    expect(
      JSON.parse(typeof config === 'object' && 'meta' in config ? config.meta : '').swaps,
    ).toEqual({ path: [swaps.path[1]] })
  })

  test.each([
    { minimum_receive: '900', slippage: null, minimums: [271n, 630n] }, // 270.6 and 629.4, rounded up: 901 together
    { minimum_receive: '1001', slippage: '100', minimums: [301n, 700n] },
    { minimum_receive: '1002', slippage: '100', minimums: [302n, 701n] }, // more than is expected: the chain refuses it
    { minimum_receive: '0', slippage: '100', minimums: [297n, 693n] }, // slippage says more
  ])(
    'minimum_receive $minimum_receive with slippage $slippage is divided as the legs are, never below it in sum',
    ({ minimums, ...given }) => {
      const { legs: parsed } = parse({ ...swap, ...given })
      expect(parsed.map(({ minAmountOut }) => minAmountOut)).toEqual(minimums)
    },
  )

  test('one leg is the same swap as its path alone', () => {
    const [only] = legs
    const alone = { ...swap, amount_in: '30' }
    expect(build({ ...alone, legs: only ? [only] : [] })).toEqual(
      build({ ...alone, legs: null, swap_path: only }),
    )
  })

  test.each([
    ['a path beside the legs', { swap_path: legs[0] }, /^swap_path stands beside legs/],
    ['neither path nor legs', { legs: null }, /^swap_path is missing/],
    ['another sum', { amount_in: '101' }, /^legs take 100 together, but amount_in is 101/],
    ['no leg', { legs: [] }, /^legs is not usable/],
    ['another token in', { asset_in: eth }, /^legs.0.path.0.route begins with usdc/],
    [
      'another token out',
      { legs: [legs[0], leg('70', '700', 'usdc', 'euclid')] },
      /^legs.1.path ends with euclid, but the first leg with eth/,
    ],
    [
      'a foreign exchange',
      { legs: [legs[0], { ...legs[1], path: [{ route: ['usdc', 'eth'], dex: 'other' }] }] },
      /^legs.1.path.0.dex is "other"/,
    ],
    [
      'a minimum that cannot be divided',
      {
        minimum_receive: '5',
        legs: [legs[0], { amount_in: '70', path: [{ route: ['usdc', 'eth'], dex: 'euclid' }] }],
      },
      /^legs.1.path has no amount_out/,
    ],
    [
      'a limit, which every leg would pay anew',
      { cross_chain_addresses: [{ user: onBase, limit: limited('5') }] },
      /^cross_chain_addresses have a limit/,
    ],
  ])('%s is refused', (_what, more, message) => {
    expect(() => parse({ ...swap, ...more })).toThrow(message)
  })
})

describe('what a path does not say is asked of the hub', () => {
  const swap = { amount_in: '5', asset_in: eth, sender: onBase }
  /** Each trade brings a hundred times as much; `asked` are the ways and amounts. */
  async function ask(request: object, refusal?: Error) {
    const asked: string[] = []
    const { swap: answer } = createJsonOperations({
      network: threeChains,
      claimers: { create: () => Promise.reject(new Error('nobody needs a claimer')) },
      pools: {
        pairOf: async () => undefined,
        lpTokenOf: async () => undefined,
        async simulateSwap({ assetIn, amountIn, swaps }) {
          asked.push([amountIn, assetIn, ...swaps.map(({ token_out }) => token_out)].join(' '))
          if (refusal) throw refusal
          return amountIn * 100n
        },
      },
      now: () => new Date(0),
    })
    const built = await answer({ ...swap, ...request })
    if (built.type !== 'evm') throw new Error('not a transaction of EVM')
    const made = evmMessages(built).map((message) => {
      const { args } = factoryCall({ type: 'evm', msgs: [message] })
      return { least: args[3], hops: args[4] }
    })
    return { asked, made }
  }
  const hop = (token_in: string, token_out: string) => ({ token_in, token_out, test_fail: false })

  test.each([
    [
      'slippage of a path without amounts',
      { slippage: '100', swap_path: over('eth', 'usdc') },
      495n,
    ],
    [
      'slippage beside a minimum that is less',
      { slippage: '100', minimum_receive: '9', swap_path: over('eth', 'usdc') },
      495n,
    ],
    [
      'slippage of amounts for another amount',
      {
        slippage: '100',
        swap_path: { path: [{ ...over('eth', 'usdc').path[0], amount_in: '6', amount_out: '7' }] },
      },
      495n,
    ],
  ])('%s', async (_what, request, least) => {
    expect(await ask(request)).toEqual({
      asked: ['5 eth usdc'],
      made: [{ least, hops: [hop('eth', 'usdc')] }],
    })
  })

  test.each([
    [
      'amounts that the path says',
      {
        slippage: '100',
        swap_path: { path: [{ ...over('eth', 'usdc').path[0], amount_out: '300' }] },
      },
      297n,
    ],
    ['a minimum alone', { minimum_receive: '9', swap_path: over('eth', 'usdc') }, 9n],
  ])('%s need nobody', async (_what, request, least) => {
    expect(await ask(request)).toMatchObject({ asked: [], made: [{ least }] })
  })

  test.each([
    ['is away', new ChainUnavailableError('neuron', 'it hangs')],
    ['refuses the trade', new SwapRefusedError('no such pool')],
  ])(
    'where the hub %s, a stated minimum has to do, and slippage alone cannot',
    async (_how, refusal) => {
      const request = { slippage: '100', swap_path: over('eth', 'usdc') }
      expect(await ask({ ...request, minimum_receive: '9' }, refusal)).toMatchObject({
        made: [{ least: 9n }],
      })
      await expect(ask(request, refusal)).rejects.toBe(refusal)
    },
  )

  test.each(['partnerFee', 'partner_fee'])(
    'of what the fee of a partner leaves: %s',
    async (name) => {
      const fee = { [name]: { partner_fee_bps: 30, recipient: ALICE_EVM } }
      const request = { slippage: '100', swap_path: over('eth', 'usdc'), ...fee }
      expect(await ask({ amount_in: '5001', ...request })).toMatchObject({
        asked: ['4985 eth usdc'], // the fee is rounded up
        made: [{ least: 493_515n }],
      })
    },
  )

  test('nobody is asked about an amount that is all fee', async () => {
    const fee = { partnerFee: { partner_fee_bps: 30, recipient: ALICE_EVM } }
    const request = { amount_in: '1', slippage: '100', swap_path: over('eth', 'usdc'), ...fee }
    await expect(ask(request)).rejects.toThrow(/^amount_in is 1, all of which/)
  })

  test('a path that begins with another token is led there from the one that goes in', async () => {
    const path = [{ ...over('euclid', 'usdc').path[0], amount_in: '1', amount_out: '2' }]
    expect(await ask({ slippage: '100', swap_path: { path } })).toEqual({
      asked: ['5 eth euclid usdc'],
      made: [{ least: 495n, hops: [hop('eth', 'euclid'), hop('euclid', 'usdc')] }],
    })
  })

  test('legs without amounts divide the minimum by what each would bring', async () => {
    const leg = (amount_in: string, ...route: string[]) => ({ amount_in, ...over(...route) })
    const legs = [leg('1', 'eth', 'usdc'), leg('4', 'eth', 'euclid', 'usdc')]
    expect(await ask({ minimum_receive: '10', legs })).toMatchObject({
      asked: ['1 eth usdc', '4 eth euclid usdc'],
      made: [{ least: 2n }, { least: 8n }],
    })
  })
})
