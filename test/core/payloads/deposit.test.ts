import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { decodeFunctionData, erc20Abi, getAddress, hexToString, stringToHex, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'

import {
  buildDeposit,
  DepositRequest,
  parseDeposit,
  type DepositRequestJson,
} from '../../../src/core/payloads/deposit.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { parsePayouts } from '../../../src/core/payloads/payouts.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { parseRequest } from '../../../src/core/terms/request.ts'
import type { Claimer } from '../../../src/core/terms/shapes.ts'
import {
  ALICE_EVM,
  ALICE_HUB,
  CLAIMER,
  CW20,
  FACTORY,
  HUB_FACTORY,
  sampleNetwork,
  USDC,
} from '../sample-network.ts'
import { evmMessages, orderIn } from './read-build.ts'

/** An uncompressed public key that everybody knows: secp256k1's generator. Its text ends with `g=`, and `h=` would be the same bytes. */
const BASE_POINT = Buffer.from(
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
  'hex',
).toString('base64')

const claimer: Claimer = {
  public_secret:
    'BGsAjEECTeHspZF8rzBAVHj4yNMQkebwa4bp7Q/KuEkcu4xCOuR9qb7D1rPzZqN2mqn12Uwp0Idl3CFw+hSpoFs=',
  otp: 'vzNexm',
  _id: '68c1a4c7468df3a1b51363ea',
  social: { email: 'hello@example.com' },
  created_at: '2025-09-10T16:18:15.010858502Z',
  sender: { chain_uid: 'base', address: ALICE_EVM },
}
const claimMessage = {
  create_voucher_claim: { claimer_pubkey: claimer.public_secret, pseudo_claim_id: claimer._id },
}

const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const usdc = { token: 'usdc', token_type: { smart: { contract_address: USDC } } }
const euclid = { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } }
const hubUsdc = { token: 'usdc', token_type: { smart: { contract_address: CW20 } } }
const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const social = { social: { email: 'hello@example.com' } }

const build = (request: DepositRequestJson, by?: Claimer) =>
  buildDeposit(
    sampleNetwork,
    parseDeposit(sampleNetwork, parseRequest(DepositRequest, request)),
    by,
  )
const jsonOf = (text: string): unknown => JSON.parse(fromUtf8(fromBase64(text)))

describe('deposit from an EVM wallet', () => {
  test('of a native token to an address: the amount goes in value, and the claimer is the empty one', () => {
    const built = build({
      amount_in: '2000000000000000000',
      asset_in: eth,
      sender: onBase,
      recipient: onHub,
    })
    expect(built).toEqual({
      type: 'evm',
      msgs: [
        {
          chainId: '8453',
          to: getAddress(FACTORY),
          data: expect.stringMatching(/^0x3c29ede8/),
          value: '0x1bc16d674ec80000',
          gasLimit: '0x493E0',
        },
      ],
      claimer: { public_secret: '', otp: '', _id: '', created_at: '0001-01-01T00:00:00Z' },
    })
  })

  test('of a smart token: an approval of exactly the amount comes first, and no value', () => {
    const built = build({ amount_in: '5000000', asset_in: usdc, sender: onBase, recipient: onHub })
    expect(
      built.type === 'evm' &&
        built.msgs.map(({ to, value, gasLimit }) => ({ to, value, gasLimit })),
    ).toEqual([
      { to: getAddress(USDC), value: '0x0', gasLimit: '0x186A0' },
      { to: getAddress(FACTORY), value: '0x0', gasLimit: '0x493E0' },
    ])
    const [approval] = built.msgs
    expect(decodeFunctionData({ abi: erc20Abi, data: dataOf(approval) })).toEqual({
      functionName: 'approve',
      args: [getAddress(FACTORY), 5_000_000n],
    })
  })

  test('to a social recipient: the claimer contract with the claim message, and the claimer as it was made', () => {
    const built = build(
      { amount_in: '5000000', asset_in: usdc, sender: onBase, recipient: social, timeout: '120' },
      claimer,
    )
    expect(built.claimer).toEqual(claimer)
    const { functionName, args } = decodeFunctionData({
      abi: factoryAbi,
      data: dataOf(built.msgs[1]),
    })
    if (functionName !== 'depositToken') throw new Error(`decoded as ${functionName}`)
    const [asset, amount, recipients, config] = args
    expect(asset).toEqual({
      token: 'usdc',
      token_type: { token_type: 'smart', native_denom: '', erc20_address: USDC },
    })
    expect(amount).toBe(5_000_000n)
    expect(recipients).toEqual([
      {
        recipient: { chain_uid: 'neuron', sender: CLAIMER },
        amount: { limit_type: 'equal', value: 5_000_000n },
        denom: { token_type: 'voucher', native_denom: '', erc20_address: '' },
        forwarding_message: expect.any(String),
        unsafe_refund_as_voucher: false,
      },
    ])
    expect(JSON.parse(hexToString(recipients[0]?.forwarding_message ?? '0x'))).toEqual(claimMessage)
    expect(config).toEqual({ timeout: 120n, ack_response: '0x', meta: '' })
  })

  test('of a native token to a social recipient: value and the claim message together', () => {
    const built = build(
      { amount_in: '5', asset_in: eth, sender: onBase, recipient: social },
      claimer,
    )
    expect(built.msgs).toMatchObject([{ to: getAddress(FACTORY), value: '0x5' }])
    const { args } = decodeFunctionData({ abi: factoryAbi, data: dataOf(built.msgs[0]) })
    expect(args).toMatchObject({
      0: { token: 'eth', token_type: { token_type: 'native', native_denom: 'eth' } },
      2: [
        {
          recipient: { chain_uid: 'neuron', sender: CLAIMER },
          forwarding_message: stringToHex(JSON.stringify(claimMessage)),
        },
      ],
    })
  })

  test('of either form that the token has on the chain, and to a recipient in the one that they ask for', () => {
    const weth = { smart: { contract_address: '0x4200000000000000000000000000000000000006' } }
    const withWeth = {
      ...sampleNetwork,
      tokens: sampleNetwork.tokens.map((token) =>
        token.token === 'eth'
          ? { ...token, denoms: [...token.denoms, { chain_uid: 'base', token_type: weth }] }
          : token,
      ),
    }
    const target = getAddress(weth.smart.contract_address)
    for (const { token_type, to } of [
      { token_type: eth.token_type, to: [getAddress(FACTORY)] },
      { token_type: weth, to: [target, getAddress(FACTORY)] },
    ]) {
      const asset_in = { token: 'eth', token_type }
      const request = { amount_in: '5', asset_in, sender: onBase, recipient: onHub }
      const made = parseDeposit(withWeth, parseRequest(DepositRequest, request))
      expect(evmMessages(buildDeposit(withWeth, made)).map((message) => message.to)).toEqual(to)
      const recipients = [{ user: onBase, denom: token_type }]
      const chain = chainOf(withWeth, 'base')
      const payment = { network: withWeth, chain, sender: onBase, token: 'eth' }
      expect(parsePayouts(payment, { recipients })).toMatchObject([{ denom: token_type }])
    }
  })

  test('decoding gives back the request, for any amount and timeout', () => {
    const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
    const timeouts = fc.option(fc.integer({ min: 30, max: 240 }))
    fc.assert(
      fc.property(amounts, timeouts, (amount, timeout) => {
        const built = build({
          amount_in: `${amount}`,
          asset_in: eth,
          sender: onBase,
          recipient: onHub,
          timeout,
        })
        const { args } = decodeFunctionData({ abi: factoryAbi, data: dataOf(built.msgs[0]) })
        expect(args[1]).toBe(amount)
        expect(args[3]).toMatchObject({ timeout: BigInt(timeout ?? 60) })
      }),
    )
  })
})

describe('deposit from a CosmWasm wallet', () => {
  const around = {
    type: 'cosmwasm',
    sender: onHub,
    contract: HUB_FACTORY,
    chain_id: 'neuron-1',
    rpc_url: 'https://rpc.neuron.example',
    rest_url: 'https://lcd.neuron.example',
  }

  test('of a native token to an address: funds carry the amount, and there is no claimer', () => {
    expect(
      build({ amount_in: '2000000', asset_in: euclid, sender: onHub, recipient: onBase }),
    ).toEqual({
      ...around,
      msgs: [
        {
          contractAddress: HUB_FACTORY,
          msg: {
            deposit_token: {
              amount_in: '2000000',
              asset_in: euclid,
              recipient: onBase,
              timeout: null,
            },
          },
          funds: [{ denom: 'ueuclid', amount: '2000000' }],
        },
      ],
    })
  })

  test('to a social recipient: the claimer contract, the encoded claim message, and the claimer', () => {
    const built = build(
      { amount_in: '2000000', asset_in: euclid, sender: onHub, recipient: social, timeout: 90 },
      claimer,
    )
    expect(built).toEqual({
      ...around,
      msgs: [
        {
          contractAddress: HUB_FACTORY,
          msg: {
            deposit_token: {
              amount_in: '2000000',
              asset_in: euclid,
              recipient: { chain_uid: 'neuron', address: CLAIMER },
              timeout: 90,
              msg: expect.any(String),
            },
          },
          funds: [{ denom: 'ueuclid', amount: '2000000' }],
        },
      ],
      claimer,
    })
    const message = built.type === 'cosmwasm' && built.msgs[0]?.msg['deposit_token']
    expect(
      message && typeof message === 'object' && 'msg' in message && jsonOf(String(message.msg)),
    ).toEqual(claimMessage)
  })

  test('of a smart token: the token contract sends it on to the factory', () => {
    const built = build({
      amount_in: '5000000',
      asset_in: hubUsdc,
      sender: onHub,
      recipient: onBase,
      timeout: null,
    })
    expect(built.msgs).toEqual([
      {
        contractAddress: CW20,
        msg: { send: { amount: '5000000', contract: HUB_FACTORY, msg: expect.any(String) } },
        funds: [],
      },
    ])
    const [message] = built.type === 'cosmwasm' ? built.msgs : []
    const send = message?.msg['send']
    expect(send && typeof send === 'object' && 'msg' in send && jsonOf(String(send.msg))).toEqual({
      deposit: { token: 'usdc', timeout: null, recipient: onBase },
    })
  })
})

test('as forms of the live service send it: an amount inside the sender, every field of social', () => {
  const asked = { amount_in: '5000000', asset_in: usdc, sender: onBase, recipient: social }
  const form = { email: 'hello@example.com', telegram: null, twitter: '', pub_key: '' }
  expect(
    build(
      { ...asked, sender: { ...onBase, amount: '5000000' }, recipient: { social: form } },
      claimer,
    ),
  ).toEqual(build(asked, claimer))
})

test('from a CosmWasm wallet, of a smart token to a social recipient: the claim message inside the order', () => {
  const built = build(
    { amount_in: '5000000', asset_in: hubUsdc, sender: onHub, recipient: social, timeout: 90 },
    claimer,
  )
  expect(orderIn(built)).toEqual({
    key: 'deposit',
    order: {
      sent: '5000000',
      token: 'usdc',
      timeout: 90,
      recipient: { chain_uid: 'neuron', address: CLAIMER },
      msg: toBase64(toUtf8(JSON.stringify(claimMessage))),
    },
  })
  expect(built.claimer).toEqual(claimer)
})

describe('a deposit that cannot be', () => {
  const good: DepositRequestJson = {
    amount_in: '1',
    asset_in: eth,
    sender: onBase,
    recipient: onHub,
  }
  test.each([
    [
      'an amount of zero',
      { ...good, amount_in: '0' },
      /amount_in is not usable: must be above zero/,
    ],
    ['an amount with a separator', { ...good, amount_in: '1,0' }, /amount_in is not usable/],
    ['an amount as a number', { ...good, amount_in: 5 }, /amount_in is not usable/],
    ['an amount over uint256', { ...good, amount_in: `${2n ** 256n}` }, /does not fit/],
    [
      'an amount over uint128 on CosmWasm',
      { ...good, asset_in: euclid, sender: onHub, amount_in: `${2n ** 128n}` },
      /does not fit/,
    ],
    ['no asset', { ...good, asset_in: undefined }, /asset_in is not usable/],
    ['an unknown token', { ...good, asset_in: { ...eth, token: 'gold' } }, /no token "gold"/],
    [
      'a token that is not on the chain',
      { ...good, asset_in: euclid },
      /There is no such euclid on base/,
    ],
    [
      'a denomination of another token',
      { ...good, asset_in: { token: 'usdc', token_type: eth.token_type } },
      /There is no such usdc on base/,
    ],
    [
      'two denominations',
      {
        ...good,
        asset_in: { token: 'eth', token_type: { ...eth.token_type, ...usdc.token_type } },
      },
      /asset_in.token_type/,
    ],
    ['an unknown chain', { ...good, sender: { ...onBase, chain_uid: 'mars' } }, /no chain "mars"/],
    [
      'a sender of another family',
      { ...good, sender: { chain_uid: 'base', address: ALICE_HUB } },
      /^sender\.address: .*is not an address on base/,
    ],
    [
      'a recipient of another family',
      { ...good, recipient: { chain_uid: 'neuron', address: ALICE_EVM } },
      /^recipient\.address: .*is not an address on neuron/,
    ],
    [
      'an unknown field beside the recipient',
      { ...good, recipient: { ...onHub, note: 'x' } },
      /recipient/,
    ],
    [
      'two identities',
      { ...good, recipient: { social: { email: 'a@example.com', telegram: 'bobby' } } },
      /exactly one of email, telegram, twitter/,
    ],
    [
      'a wallet and an identity at once',
      { ...good, recipient: { ...good.recipient, social: { telegram: 'bobby' } } },
      /^recipient is not usable: Unrecognized key: "social"/,
    ],
    [
      'no identity',
      { ...good, recipient: { social: {} } },
      /exactly one of email, telegram, twitter/,
    ],
    [
      'a handle that cannot exist',
      { ...good, recipient: { social: { telegram: '@b!' } } },
      /There can be no Telegram account/,
    ],
    ...[
      ['that is none', 'abc'],
      ['whose point is not on the curve', `Ag${'A'.repeat(42)}`],
      ['whose two numbers are no point', Buffer.alloc(65, 4).toString('base64')],
      ['in another text than encoders write', BASE_POINT.replace(/g=$/, 'h=')],
    ].map(([what, pub_key]): [string, unknown, RegExp] => [
      `a public key ${what}`,
      { ...good, recipient: { social: { twitter: 'bobby', pub_key } } },
      /social.pub_key is not a secp256k1 public key/,
    ]),
    ['a timeout below the range', { ...good, timeout: '29' }, /must be 30 to 240 seconds/],
    ['a timeout above the range', { ...good, timeout: 241 }, /must be 30 to 240 seconds/],
    ['a timeout that is no number', { ...good, timeout: 'soon' }, /must be 30 to 240 seconds/],
    ['a list', [], /request/i],
    ['nothing', undefined, /request/i],
  ])('%s is refused', (_what, request, message) => {
    expect(() => parseDeposit(sampleNetwork, parseRequest(DepositRequest, request))).toThrow(
      message,
    )
  })

  test.each([
    { asset_in: euclid, fix: 'On this network euclid exists here: ueuclid on neuron.' },
    {
      asset_in: { token: 'usdc', token_type: eth.token_type },
      fix: `On this network usdc exists here: ${USDC} on base; ${CW20} on neuron.`,
    },
  ])('where a token exists is said as people read it: $fix', ({ asset_in, fix }) => {
    const request = parseRequest(DepositRequest, { ...good, asset_in })
    expect(() => parseDeposit(sampleNetwork, request)).toThrow(expect.objectContaining({ fix }))
  })
})

function dataOf(message: unknown): Hex {
  if (
    typeof message === 'object' &&
    message !== null &&
    'data' in message &&
    typeof message.data === 'string' &&
    message.data.startsWith('0x')
  ) {
    return `0x${message.data.slice(2)}`
  }
  throw new Error('the message has no calldata')
}
