import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'

import {
  buildVoucherWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
  type VoucherWithdrawRequestJson,
} from '../../../src/core/payloads/voucher-withdraw.ts'
import { parseRequest } from '../../../src/core/terms/request.ts'
import { ALICE_EVM, ALICE_HUB, CW20, FACTORY, HUB_FACTORY, USDC } from '../sample-network.ts'
import {
  ALICE_OSMO,
  OSMO_FACTORY,
  OSMO_USDC,
  publishedChains,
  threeChains,
} from '../three-chains.ts'
import { cosmWasmMessages, evmMessages, factoryCall } from './read-build.ts'

const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const onOsmosis = { chain_uid: 'osmosis', address: ALICE_OSMO }

const build = (request: VoucherWithdrawRequestJson) =>
  buildVoucherWithdraw(
    threeChains,
    parseVoucherWithdraw(threeChains, parseRequest(VoucherWithdrawRequest, request)),
  )
const buildPublished = (request: VoucherWithdrawRequestJson) =>
  buildVoucherWithdraw(
    publishedChains,
    parseVoucherWithdraw(publishedChains, parseRequest(VoucherWithdrawRequest, request)),
  )

const limited = (units: string) => ({ less_than_or_equal: units })

describe('voucher withdraw from an EVM wallet', () => {
  const abiRecipient = (
    user: { chain_uid: string; address: string },
    [kind, form]: ['native' | 'smart', string],
    limit?: bigint,
  ) => ({
    recipient: { chain_uid: user.chain_uid, sender: user.address },
    amount:
      limit === undefined
        ? { limit_type: 'dynamic', value: 0n }
        : { limit_type: 'less_than_or_equal', value: limit },
    denom: {
      token_type: kind,
      native_denom: kind === 'native' ? form : '',
      erc20_address: kind === 'smart' ? form : '',
    },
    forwarding_message: '0x',
    unsafe_refund_as_voucher: false,
  })

  test.each([
    {
      what: 'to nobody in particular: the sender gets all of it as real tokens',
      request: { token: 'usdc' },
      recipients: [abiRecipient(onBase, ['smart', USDC])],
    },
    {
      what: 'with an empty list: the sender too',
      request: { token: 'eth', cross_chain_addresses: [] },
      recipients: [abiRecipient(onBase, ['native', 'eth'])],
    },
    {
      what: 'to a native token on another chain',
      request: {
        token: 'euclid',
        cross_chain_addresses: [{ user: onHub, limit: limited('400') }],
      },
      recipients: [abiRecipient(onHub, ['native', 'ueuclid'], 400n)],
    },
    {
      what: 'to several recipients, in their order, each in the form on its own chain',
      request: {
        token: 'usdc',
        cross_chain_addresses: [
          { user: onOsmosis, limit: limited('100') },
          { user: onHub, limit: limited('200') },
          { user: onBase },
        ],
      },
      recipients: [
        abiRecipient(onOsmosis, ['smart', OSMO_USDC], 100n),
        abiRecipient(onHub, ['smart', CW20], 200n),
        abiRecipient(onBase, ['smart', USDC]),
      ],
    },
  ])('$what', ({ request, recipients }) => {
    const built = build({ amount: '700', sender: onBase, ...request })
    expect(built).toEqual({
      type: 'evm',
      msgs: [
        {
          chainId: '8453',
          to: getAddress(FACTORY),
          data: expect.stringMatching(/^0x1793876b/),
          value: '0x0',
          // For several the wallet estimates it: their bytes alone may cost more.
          ...(recipients.length === 1 && { gasLimit: '0x493E0' }),
        },
      ],
    })
    expect(factoryCall(built)).toEqual({
      functionName: 'transferVoucher',
      args: [
        request.token,
        700n,
        { chain_uid: 'base', sender: ALICE_EVM },
        recipients,
        { timeout: 60n, ack_response: '0x', meta: '' },
      ],
    })
  })
})

describe('voucher withdraw from a CosmWasm wallet', () => {
  test.each([
    {
      what: 'to nobody in particular',
      request: {},
      cross_chain_addresses: [{ user: onHub, limit: null }],
      timeout: null,
    },
    {
      what: 'to several recipients with a timeout',
      request: {
        cross_chain_addresses: [{ user: onBase, limit: limited('100') }, { user: onHub }],
        timeout: 90,
      },
      cross_chain_addresses: [
        { user: onBase, limit: limited('100') },
        { user: onHub, limit: null },
      ],
      timeout: 90,
    },
  ])('$what', ({ request, cross_chain_addresses, timeout }) => {
    expect(build({ token: 'usdc', amount: '700', sender: onHub, ...request })).toEqual({
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
            withdraw_virtual_balance: {
              token: 'usdc',
              amount: '700',
              cross_chain_addresses,
              timeout,
            },
          },
          funds: [],
        },
      ],
    })
  })

  test('in the published messages: a transfer of vouchers whose recipients are paid in real tokens', () => {
    const built = buildPublished({
      token: 'usdc',
      amount: '700',
      sender: onOsmosis,
      cross_chain_addresses: [{ user: onBase, limit: limited('100') }, { user: onOsmosis }],
      timeout: '45',
    })
    expect(cosmWasmMessages(built)).toEqual([
      {
        contractAddress: OSMO_FACTORY,
        msg: {
          transfer_voucher: {
            token_id: 'usdc',
            amount: '700',
            from: onOsmosis,
            recipients: [
              {
                recipient: onBase,
                amount: { less_than_or_equal: '100' },
                denom: { smart: { contract_address: USDC } },
                forwarding_message: null,
                unsafe_refund_as_voucher: false,
              },
              {
                recipient: onOsmosis,
                amount: { dynamic: '0' },
                denom: { smart: { contract_address: OSMO_USDC } },
                forwarding_message: null,
                unsafe_refund_as_voucher: false,
              },
            ],
            cross_chain_config: { timeout: 45, ack_response: null, meta: null },
          },
        },
        funds: [],
      },
    ])
  })
})

test('addresses go into the payload in the form that the protocol keys balances by', () => {
  const shouted = { chain_uid: 'base', address: `0x${ALICE_EVM.slice(2).toUpperCase()}` }
  const built = build({ token: 'usdc', amount: '1', sender: shouted })
  expect(evmMessages(built)).toHaveLength(1)
  expect(factoryCall(built).args).toMatchObject({
    2: { sender: ALICE_EVM },
    3: [{ recipient: { sender: ALICE_EVM } }],
  })
})

describe('a voucher withdraw that cannot be', () => {
  const good: VoucherWithdrawRequestJson = { token: 'usdc', amount: '1', sender: onBase }
  const to = (...cross_chain_addresses: object[]) => ({ ...good, cross_chain_addresses })
  test.each([
    ['an unknown token', { ...good, token: 'gold' }, /^token: There is no token "gold"/],
    ['an amount of zero', { ...good, amount: '0' }, /^amount is not usable: must be above zero/],
    ['an amount over uint256', { ...good, amount: `${2n ** 256n}` }, /^amount: .*256-bit/],
    [
      'an amount over uint128 on CosmWasm',
      { ...good, sender: onHub, amount: `${2n ** 128n}` },
      /^amount: .*128-bit/,
    ],
    [
      'a token that the sender has no form of',
      { ...good, token: 'euclid' },
      /^sender: There is no such euclid on base/,
    ],
    [
      'a recipient on a chain without the token',
      { ...to({ user: onHub }), token: 'eth' },
      /^cross_chain_addresses\.0: There is no such eth on neuron/,
    ],
    [
      'a second recipient with a bad address',
      to({ user: onBase }, { user: { chain_uid: 'neuron', address: ALICE_EVM } }),
      /^cross_chain_addresses\.1\.user\.address: .*is not an address on neuron/,
    ],
    [
      'more recipients than one transaction pays',
      to(...Array.from({ length: 51 }, () => ({ user: onBase, limit: limited('1') }))),
      /^cross_chain_addresses are 51, but one transaction pays at most 50/,
    ],
    [
      'a recipient on an unknown chain',
      to({ user: { ...onBase, chain_uid: 'mars' } }),
      /^cross_chain_addresses\.0\.user\.chain_uid: There is no chain "mars"/,
    ],
    [
      'a limit of zero',
      to({ user: onBase, limit: limited('0') }),
      /^cross_chain_addresses\.0\.limit\.less_than_or_equal is not usable/,
    ],
    [
      'a limit over uint128 on CosmWasm',
      { ...to({ user: onHub, limit: limited(`${2n ** 128n}`) }), sender: onHub },
      /^cross_chain_addresses\.0\.limit: .*128-bit/,
    ],
    [
      'a misspelt limit',
      to({ user: onBase, limit: { less_than: '5' } }),
      /^cross_chain_addresses\.0\.limit/,
    ],
    ['a timeout out of range', { ...good, timeout: 29 }, /^timeout .*30 to 240/],
  ])('%s is refused by the name of its field', (_what, request, message) => {
    expect(() =>
      parseVoucherWithdraw(threeChains, parseRequest(VoucherWithdrawRequest, request)),
    ).toThrow(message)
  })

  test('a chain without the token is answered with the chains that have it', () => {
    const request = parseRequest(VoucherWithdrawRequest, { ...good, token: 'euclid' })
    expect(() => parseVoucherWithdraw(threeChains, request)).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('on neuron') }),
    )
  })
})

describe("a withdrawal in the words of the live service's clients", () => {
  const usdc = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
  const withdrawn = { amount: '700', sender: onBase }
  const plain = build({
    ...withdrawn,
    token: 'usdc',
    cross_chain_addresses: [{ user: onHub, limit: limited('400') }, { user: onBase }],
  })

  test.each([
    [
      'asset_in for token, amount for limit',
      {
        asset_in: usdc,
        cross_chain_addresses: [{ user: onHub, amount: limited('400') }, { user: onBase }],
      },
    ],
    [
      'recipients, and the vouchers as such',
      {
        asset_in: { token: 'usdc', token_type: { voucher: {} } },
        recipients: [
          { user: onHub, amount: limited('400') },
          { user: onBase, amount: { dynamic: '0' as const } },
        ],
      },
    ],
    [
      'both names of one token',
      {
        token: 'usdc',
        asset_in: usdc,
        recipients: [{ user: onHub, amount: limited('400') }, { user: onBase }],
      },
    ],
  ])('%s', (_what, request) => {
    expect(build({ ...withdrawn, ...request })).toEqual(plain)
  })

  test.each([
    ['no token', {}, /^token is missing/],
    ['two tokens', { token: 'eth', asset_in: usdc }, /^asset_in names usdc, but token eth/],
    ['an unknown one', { asset_in: { ...usdc, token: 'gold' } }, /^asset_in\.token: .*"gold"/],
    [
      'both lists',
      { token: 'usdc', cross_chain_addresses: [], recipients: [] },
      /^recipients stands beside cross_chain_addresses/,
    ],
  ])('%s is refused', (_what, request, message) => {
    expect(() => build({ ...withdrawn, ...request })).toThrow(message)
  })
})
