import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { decodeFunctionData, getAddress, hexToString } from 'viem'
import { describe, expect, test } from 'vitest'

import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import {
  buildVoucherTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
  type VoucherTransferRequestJson,
} from '../../../src/core/payloads/voucher-transfer.ts'
import { parseRequest } from '../../../src/core/terms/request.ts'
import type { Claimer } from '../../../src/core/terms/shapes.ts'
import {
  ALICE_EVM,
  ALICE_HUB,
  CLAIMER,
  FACTORY,
  HUB_FACTORY,
  sampleNetwork,
} from '../sample-network.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const claimer: Claimer = {
  public_secret: 'BGsA',
  otp: 'vzNexm',
  _id: '68c1a4c7468df3a1b51363ea',
  created_at: '2025-09-10T16:18:15.010858502Z',
}
const claimMessage = {
  create_voucher_claim: { claimer_pubkey: 'BGsA', pseudo_claim_id: claimer._id },
}
const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const social = { user: { social: { telegram: '@bobby' } } }

const build = (request: VoucherTransferRequestJson, by?: Claimer) =>
  buildVoucherTransfer(
    sampleNetwork,
    parseVoucherTransfer(sampleNetwork, parseRequest(VoucherTransferRequest, request), NOW),
    by,
  )

describe('voucher transfer from an EVM wallet', () => {
  test.each([
    [
      'an address',
      { user: onHub },
      undefined,
      { chain_uid: 'neuron', sender: ALICE_HUB },
      undefined,
    ],
    ['a social recipient', social, claimer, { chain_uid: 'neuron', sender: CLAIMER }, claimMessage],
  ])(
    'to %s is one message without value or approval',
    (_who, recipient_address, by, recipient, message) => {
      const built = build(
        {
          amount: '700',
          token: 'usdc',
          sender: { ...onBase, address: onBase.address.toUpperCase().replace('0X', '0x') },
          recipient_address,
          timeout: null,
        },
        by,
      )
      if (built.type !== 'evm') throw new Error('not an EVM build')
      expect(built.msgs).toEqual([
        {
          chainId: '8453',
          to: getAddress(FACTORY),
          data: expect.stringMatching(/^0x1793876b/),
          value: '0x0',
          gasLimit: '0x493E0',
        },
      ])
      const { functionName, args } = decodeFunctionData({
        abi: factoryAbi,
        data: `0x${built.msgs[0]?.data.slice(2) ?? ''}`,
      })
      if (functionName !== 'transferVoucher') throw new Error(`decoded as ${functionName}`)
      expect(args.slice(0, 3)).toEqual(['usdc', 700n, { chain_uid: 'base', sender: ALICE_EVM }])
      const [to] = args[3]
      expect(to).toMatchObject({
        recipient,
        amount: { limit_type: 'equal', value: 700n },
        denom: { token_type: 'voucher' },
      })
      const forwarded =
        to?.forwarding_message === '0x'
          ? undefined
          : JSON.parse(hexToString(to?.forwarding_message ?? '0x'))
      expect(forwarded).toEqual(message)
      expect(built.claimer).toEqual(
        by ?? { public_secret: '', otp: '', _id: '', created_at: '0001-01-01T00:00:00Z' },
      )
    },
  )
})

describe('voucher transfer from a CosmWasm wallet', () => {
  test('to an address', () => {
    expect(
      build({
        amount: '700',
        token: 'usdc',
        sender: onHub,
        recipient_address: { user: onBase },
        timeout: '60',
      }).msgs,
    ).toEqual([
      {
        contractAddress: HUB_FACTORY,
        msg: {
          transfer_virtual_balance: {
            token: 'usdc',
            amount: '700',
            recipient_address: onBase,
            timeout: 60,
          },
        },
        funds: [],
      },
    ])
  })

  test('to a social recipient carries the encoded claim message', () => {
    const built = build(
      { amount: '700', token: 'usdc', sender: onHub, recipient_address: social, timeout: null },
      claimer,
    )
    const [message] = built.type === 'cosmwasm' ? built.msgs : []
    const transfer = message?.msg['transfer_virtual_balance']
    expect(transfer).toEqual({
      token: 'usdc',
      amount: '700',
      recipient_address: { chain_uid: 'neuron', address: CLAIMER },
      timeout: null,
      msg: expect.any(String),
    })
    const encoded =
      typeof transfer === 'object' && transfer !== null && 'msg' in transfer
        ? String(transfer.msg)
        : ''
    expect(JSON.parse(fromUtf8(fromBase64(encoded)))).toEqual(claimMessage)
    expect(built.claimer).toEqual(claimer)
  })
})

describe('timeouts of a voucher transfer', () => {
  const good: VoucherTransferRequestJson = {
    amount: '1',
    token: 'usdc',
    sender: onBase,
    recipient_address: { user: onHub },
  }
  test.each([
    ['absent', undefined, 60n],
    ['null', null, 60n],
    ['text', '45', 45n],
    ['a number', 240, 240n],
    ['an ISO timestamp in two minutes', '2026-01-01T00:02:00Z', 120n],
    ['an ISO timestamp of another zone', '2026-01-01T02:01:00.900+02:00', 60n],
    ['an ISO timestamp without a zone, which is UTC', '2026-01-01T00:02:00', 120n],
    ['an ISO timestamp in an hour: the packet ends before', '2026-01-01T01:00:00Z', 240n],
    ['an ISO timestamp as soon as can be', '2026-01-01T00:00:30Z', 30n],
  ])('%s', (_form, timeout, seconds) => {
    const built = build({ ...good, timeout })
    const { args } = decodeFunctionData({
      abi: factoryAbi,
      data: `0x${built.type === 'evm' ? (built.msgs[0]?.data.slice(2) ?? '') : ''}`,
    })
    expect(args.at(-1)).toMatchObject({ timeout: seconds })
  })
  test.each([
    ['a timestamp in the past', '2025-12-31T23:59:59Z', /not a time at least 30 seconds ahead/],
    ['a timestamp too soon', '2026-01-01T00:00:29Z', /not a time at least 30 seconds ahead/],
    ['a timestamp that is none', '2026-13-77T00:00:00Z', /not a time at least 30 seconds ahead/],
    ['a fraction', '60.5', /30 to 240/],
  ])('%s is refused', (_form, timeout, message) => {
    expect(() => build({ ...good, timeout })).toThrow(message)
  })
})
