import { describe, expect, test } from 'vitest'

import {
  metaSign,
  MetaSignRequest,
  metaSwap,
  MetaSwapRequest,
  metaTransfer,
  MetaTransferRequest,
  metaWithdraw,
  MetaWithdrawRequest,
  type MetaMove,
} from '../../../src/core/payloads/meta-calls.ts'
import { metaText } from '../../../src/core/payloads/meta-transaction.ts'
import type { Network } from '../../../src/core/terms/network.ts'
import { ALICE_EVM, ALICE_HUB, CLAIMER } from '../sample-network.ts'
import { publishedChains, threeChains } from '../three-chains.ts'

const NOW_MS = 1_800_000_000_000
const sender = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }

const transfer = (network: Network, changes: object = {}) =>
  metaTransfer(
    network,
    MetaTransferRequest.parse({
      amount: '5000',
      token: 'usdc',
      sender,
      recipient_address: onHub,
      ...changes,
    }),
  )
test('an amount that clients say inside the sender means nothing, as everywhere', () => {
  const said = { ...sender, amount: '5' }
  expect(transfer(threeChains, { sender: said, from: said })).toEqual(
    transfer(threeChains, { from: sender }),
  )
})

const swap = (network: Network, changes: object = {}) =>
  metaSwap(
    network,
    MetaSwapRequest.parse({
      amount_in: '5000',
      asset_in: { token: 'usdc', token_type: { voucher: {} } },
      slippage: '100',
      minimum_receive: '7',
      sender,
      swap_path: {
        path: [{ route: ['usdc', 'eth'], dex: 'euclid', amount_in: '', amount_out: '8' }],
      },
      ...changes,
    }),
  )
const withdraw = (network: Network, changes: object = {}) =>
  metaWithdraw(
    network,
    MetaWithdrawRequest.parse({ amount: '5000', token: 'usdc', sender, ...changes }),
  )
const sign = (network: Network, msgs: readonly object[], changes: object = {}) =>
  metaSign(
    network,
    MetaSignRequest.parse({
      msgs,
      sender_address: ALICE_EVM,
      sender_chain_uid: 'base',
      ...changes,
    }),
    { nowMs: NOW_MS, nonce: `${network.name}:n` },
  )
const callOf = ({ msg }: MetaMove): unknown => JSON.parse(msg.call_data)

describe.each([
  ['interface', threeChains],
  ['published', publishedChains],
])('on the %s contracts', (_generation, network) => {
  const nothing = { token_in: '', token_out: '', token: '', amount_in: '', amount_out: '' }

  test('each move says what it is, and what is empty has nothing to say', () => {
    expect(swap(network)).toMatchObject({
      ...nothing,
      type: 'swap',
      token_in: 'usdc',
      token_out: 'eth',
      amount_in: '5000',
      amount_out: '7',
    })
    const move = { ...nothing, token: 'usdc', amount_in: '5000' }
    expect(transfer(network)).toMatchObject({ ...move, type: 'transfer_voucher' })
    expect(withdraw(network)).toMatchObject({ ...move, type: 'withdraw_voucher' })
    expect(transfer(network).msg.target).toBe(network.hub.router)
  })

  test('moves are signed together, in their order, for five minutes or as long as is said', () => {
    const moves = [transfer(network), swap(network), withdraw(network)]
    const { payload, types, meta, ...raw } = sign(network, moves)
    expect(payload).toEqual({
      signer_address: ALICE_EVM,
      signer_prefix: '0x',
      signer_chain_uid: 'base',
      call_data: moves.map(({ msg }) => msg),
      expiry: NOW_MS / 1000 + 300,
      nonce: `${network.name}:n`,
    })
    expect(types).toEqual(['transfer_voucher', 'swap', 'withdraw_voucher'])
    expect(meta).toMatchObject([{ token: 'usdc' }, { token_out: 'eth' }, { amount_in: '5000' }])
    expect(raw).toEqual({
      evm_raw_payload: metaText(payload),
      cosmos_raw_payload: metaText(payload),
    })
    for (const [expiry_time, sec] of [
      ['90s', 90],
      ['10m', 600],
      ['1h', 3600],
    ] as const)
      expect(sign(network, moves, { expiry_time }).payload.expiry).toBe(NOW_MS / 1000 + sec)
  })

  test.each<[string, () => unknown, RegExp]>([
    [
      'longer than an hour',
      () => sign(network, [transfer(network)], { expiry_time: '61m' }),
      /hour/,
    ],
    [
      'a call of another contract',
      () =>
        sign(network, [{ msg: { ...transfer(network).msg, target: CLAIMER.replace(/.$/, 'q') } }]),
      /msgs.0.msg.target/,
    ],
    [
      'a call that moves no vouchers',
      () => sign(network, [{ msg: { target: network.hub.router, call_data: '{"mint":{}}' } }]),
      /msgs.0.msg.call_data/,
    ],
    [
      'a sender that is no address',
      () => sign(network, [transfer(network)], { sender_address: 'alice' }),
      /sender_address|alice/,
    ],
    [
      'a transfer from somebody else',
      () => transfer(network, { from: onHub }),
      /from is not the sender/,
    ],
    [
      'a transfer of more than the hub counts, which the chain of its sender does',
      () => transfer(network, { amount: `${2n ** 128n}` }),
      /128-bit/,
    ],
    [
      'a pay-out of more than the hub counts',
      () => withdraw(network, { amount: `${2n ** 128n}` }),
      /128-bit/,
    ],
    ['a token that is not known', () => transfer(network, { token: 'doge' }), /doge/],
    [
      'a recipient on an unknown chain',
      () => transfer(network, { recipient_address: { ...onHub, chain_uid: 'mars' } }),
      /mars/,
    ],
  ])('%s is refused, and the refusal names it', (_what, build, words) => {
    expect(build).toThrow(words)
  })
})

test('a contract of the hub is told a message with its vouchers, as each generation says it', () => {
  const msg = Buffer.from('{"hello":{}}').toString('base64')
  const to = (chain_uid: string) => ({ recipient_address: { chain_uid, address: CLAIMER }, msg })
  expect(callOf(transfer(publishedChains, to('vsl')))).toMatchObject({
    transfer_voucher: {
      recipients: [{ recipient: { chain_uid: 'vsl', address: CLAIMER }, forwarding_message: msg }],
    },
  })
  expect(callOf(transfer(threeChains, to('neuron')))).toMatchObject({
    transfer_voucher: { recipient_address: { chain_uid: 'neuron', address: CLAIMER }, msg },
  })
})

test.each([
  ['denom', { denom: { voucher: {} } }],
  ['forwarding_message', { forwarding_message: 'e30=' }],
  ['unsafe_refund_as_voucher', { unsafe_refund_as_voucher: true }],
])('what the hub cannot say is refused, whatever the chain of who signs: %s', (field, terms) => {
  const recipients = [{ user: sender, ...terms }]
  expect(() => withdraw(threeChains, { recipients })).toThrow(`recipients.0.${field} `)
  expect(() => withdraw(publishedChains, { recipients })).not.toThrow()
})

test.each([
  ['50 recipients', Array.from({ length: 50 }, () => ({ forwarding_message: 'A'.repeat(800) }))],
  ['a long message', [{ forwarding_message: 'A'.repeat(32_768) }]],
])(
  'what could not be handed in is not built, and the refusal names the recipients: %s',
  (_what, told) => {
    const recipients = told.map((terms) => ({
      user: { ...onHub, chain_uid: 'vsl', address: CLAIMER },
      denom: { voucher: {} },
      ...terms,
    }))
    // As many as one call has, and nothing is told them.
    const many = Array.from({ length: 50 }, () => ({ user: sender }))
    expect(
      MetaSignRequest.shape.msgs.safeParse([
        swap(publishedChains, { recipients: many }),
        withdraw(publishedChains, { recipients: many }),
      ]).success,
    ).toBe(true)
    const tooLong =
      /^recipients make a call of \d+ characters, and one that is signed has at most 32768/
    expect(() => withdraw(publishedChains, { recipients })).toThrow(tooLong)
    expect(() => swap(publishedChains, { recipients })).toThrow(tooLong)
  },
)

test('on the published contracts, vouchers of somebody else are not put into a text', () => {
  const others = transfer(publishedChains, { sender: onHub })
  expect(() => sign(publishedChains, [others])).toThrow(/who did not sign it/)
})

test('a swap that lacks its terms is put into a text as the swap that it is, which the hub refuses', () => {
  const call_data = JSON.stringify({ execute_swap_request: { amount_in: '5000' } })
  const msgs = [{ msg: { target: threeChains.hub.router, call_data } }]
  expect(sign(threeChains, msgs)).toMatchObject({ types: ['swap'], meta: [{ type: 'swap' }] })
})
