import { describe, expect, test } from 'vitest'

import type { SignView } from '../../src/calls/sign-calls.ts'
import { VoucherSwapRequest, type MetaBuild } from '../../src/core/payloads/meta-transaction.ts'
import {
  buildMetaTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from '../../src/core/payloads/voucher-transfer.ts'
import {
  buildMetaWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
} from '../../src/core/payloads/voucher-withdraw.ts'
import { buildVoucherSwap, parseVoucherSwap } from '../../src/core/payloads/voucher-swap.ts'
import { chainOf, type Network } from '../../src/core/terms/network.ts'
import { describeBuild } from '../../src/web/sign/describe-build.ts'
import { ALICE_EVM, CLAIMER } from '../core/sample-network.ts'
import { publishedChains, threeChains } from '../core/three-chains.ts'
import type { Wanted } from '../../src/web/sign/message-words.ts'
import { sampleSignView } from './sample-sign-view.ts'

const SETS = [
  { set: 'interface', network: threeChains, claimersChain: 'neuron' },
  { set: 'published', network: publishedChains, claimersChain: 'vsl' },
] as const
const BOBBY_EVM = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const TERMS = { expirySec: 1_800_000_000, nonce: 'sample:1' }
const sender = { chain_uid: 'base', address: ALICE_EVM }
const claimer = (id: string) => ({
  public_secret: `BAKE${id}`,
  otp: '',
  _id: id,
  created_at: '2026-01-01T00:00:00Z',
})

function transferOf(
  network: Network,
  user: object,
  claimed?: Parameters<typeof buildMetaTransfer>[2],
) {
  const request = VoucherTransferRequest.parse({
    token: 'usdc',
    amount: '5000000',
    sender,
    recipient_address: { user },
  })
  return buildMetaTransfer(network, parseVoucherTransfer(network, request, 0), claimed, TERMS)
}

function viewOf(
  network: Network,
  claimersChain: string,
  changes: Partial<SignView>,
): SignView & Wanted {
  const { chain_uid, name, chain_id, factory } = chainOf(network, 'base')
  const base = sampleSignView()
  return {
    ...base,
    operation: 'transferVoucher',
    asset: null,
    chain: { ...base.chain, chain_uid, name, chain_id, factory },
    claimer_contract: { chain_uid: claimersChain, address: network.hub.claimer },
    hub: { router: network.hub.router, contract: network.hub.meta_transaction ?? '' },
    sender_address: ALICE_EVM.toLowerCase(),
    ...changes,
  }
}

const legStep = (route: string[], amount_out: string) => ({ route, dex: 'euclid', amount_out })

const withText = (build: MetaBuild, change: (text: string) => string): MetaBuild => ({
  ...build,
  sign: { ...build.sign, text: change(build.sign.text) },
})

describe.each(SETS)('on the $set contracts', ({ network, claimersChain }) => {
  const person = () => ({
    build: transferOf(network, { social: { telegram: '@bobby' } }, claimer('c1')),
  })
  const group = () => {
    const shares = [
      { to: { social: { telegram: '@bobby' } }, amount: '3000000' },
      { to: { social: { telegram: '@carol' } }, amount: '2000000' },
    ]
    const claimers = [claimer('c1'), claimer('c2')]
    return {
      build: transferOf(network, { shares }, { claim_group_id: 'g1', claimers }),
      recipient: '2 people, a share each',
      shares: shares.map(({ amount }, at) => ({ recipient: at ? '@carol' : '@bobby', amount })),
    }
  }
  const wallet = () => ({
    build: transferOf(network, { chain_uid: 'base', address: BOBBY_EVM }),
    recipient: `${BOBBY_EVM.toLowerCase()} on base`,
  })
  const takenOut = () => {
    const request = VoucherWithdrawRequest.parse({
      token: 'usdc',
      amount: '5000000',
      sender,
      cross_chain_addresses: [{ user: { chain_uid: 'base', address: BOBBY_EVM } }],
    })
    const withdraw = parseVoucherWithdraw(network, request)
    const [payout] = withdraw.payouts
    return {
      operation: 'withdrawVoucher' as const,
      build: buildMetaWithdraw(network, withdraw, TERMS),
      recipient: `${BOBBY_EVM.toLowerCase()} on base`,
      paid_asset: payout && payout.denom !== 'voucher' ? payout.denom : null,
    }
  }
  const swapped = (changes: object = {}) => {
    const step = { route: ['usdc', 'euclid', 'eth'], dex: 'euclid' }
    const request = VoucherSwapRequest.parse({
      amount_in: '5000000',
      asset_in: { token: 'usdc', token_type: { voucher: {} } },
      minimum_receive: '1990000000000000',
      sender,
      swap_path: { path: [step] },
      cross_chain_addresses: [{ user: sender }],
      ...changes,
    })
    const swap = parseVoucherSwap(network, request)
    const [payout] = swap.payouts
    return {
      operation: 'swap' as const,
      build: buildVoucherSwap(network, swap, TERMS),
      recipient: `${ALICE_EVM.toLowerCase()} on base`,
      paid_asset: payout && payout.denom !== 'voucher' ? payout.denom : null,
      receive: {
        token: { token: 'eth', decimals: 18 },
        expected: '2000000000000000',
        minimum: '1990000000000000',
      },
    }
  }
  const LEGS = [
    { amount: '2000000', minimum: '796000000000000' },
    { amount: '3000000', minimum: '1194000000000000' },
  ]
  const split = () => ({
    ...swapped({
      swap_path: undefined,
      minimum_receive: undefined,
      slippage: '50',
      legs: [
        { amount_in: '2000000', path: [legStep(['usdc', 'euclid', 'eth'], '800000000000000')] },
        { amount_in: '3000000', path: [legStep(['usdc', 'eth'], '1200000000000000')] },
      ],
    }),
    legs: LEGS.map((leg) => ({ ...leg, path: ['usdc', 'eth'] })),
  })

  test.each([
    ['a person', person, 1],
    ['several people', group, claimersChain === 'vsl' ? 1 : 2],
    ['a wallet', wallet, 1],
    ['a wallet, as tokens', takenOut, 1],
    ['a swap', swapped, 1],
    ['a swap in two parts', split, 2],
  ])(
    'a text for %s is told in words, each of them held against what was asked',
    (_name, made, calls) => {
      const words = describeBuild(viewOf(network, claimersChain, made()))
      expect(
        words.flatMap(({ facts }) => facts.filter((fact) => fact.isAsAsked === false)),
      ).toEqual([])
      expect(words).toHaveLength(calls)
      expect(words.every(({ isAsAsked }) => isAsAsked)).toBe(true)
      expect(words[0]?.facts).toContainEqual(
        expect.objectContaining({ label: 'Network fee', value: expect.stringContaining('none') }),
      )
    },
  )

  test.each<[string, (build: MetaBuild) => MetaBuild]>([
    ['another amount', (build) => withText(build, (text) => text.replaceAll('5000000', '5000001'))],
    ['another token', (build) => withText(build, (text) => text.replaceAll('usdc', 'euclid'))],
    [
      'another claim',
      (build) =>
        withText(build, (text) =>
          text.replace(
            /"msg\\":\\"\w{8}|"forwarding_message\\":\\"\w{8}/,
            (found) => `${found.slice(0, -8)}AAAAAAAA`,
          ),
        ),
    ],
    [
      'another contract',
      (build) =>
        withText(build, (text) => text.replace(network.hub.router, CLAIMER.replace(/.$/, 'q'))),
    ],
    [
      'vouchers of another owner',
      (build) =>
        withText(build, (text) =>
          text.replaceAll(ALICE_EVM.toLowerCase(), BOBBY_EVM.toLowerCase()),
        ),
    ],
    [
      'a call more',
      (build) =>
        withText(build, (text) => {
          const data = JSON.parse(text) as { call_data: unknown[] } // as it was made
          return JSON.stringify({ ...data, call_data: [...data.call_data, ...data.call_data] })
        }),
    ],
    [
      'a call that is not known',
      (build) => withText(build, (text) => text.replace('transfer_voucher', 'transfer_all')),
    ],
    [
      'a field that is not known',
      (build) =>
        withText(build, (text) => text.replace('{"signer_address"', '{"more":1,"signer_address"')),
    ],
    ['no JSON', (build) => withText(build, () => 'Sign in to example.org')],
  ])('a text with %s must not be signed, whatever the data beside it say', (_name, change) => {
    const { build } = person()
    const changed = change(build)
    expect(changed.sign.text).not.toBe(build.sign.text)
    const words = describeBuild(viewOf(network, claimersChain, { build: changed }))
    expect(words.every(({ isAsAsked }) => isAsAsked)).toBe(false)
  })

  test.each<[string, (text: string) => string]>([
    ['another amount', (text) => text.replaceAll('5000000', '5000001')],
    ['a lower minimum', (text) => text.replace('1990000000000000', '1980000000000000')],
    ['another way', (text) => text.replace('eth\\"}', 'usdt\\"}')],
    ['another token out', (text) => text.replaceAll(':\\"eth', ':\\"usdt')],
    [
      'somebody else who is paid',
      (text) => text.replaceAll(ALICE_EVM.toLowerCase(), BOBBY_EVM.toLowerCase()),
    ],
    ['tokens that pay', (text) => text.replace('voucher\\":{}', 'native\\":{\\"denom\\":\\"x\\"}')],
    ['another contract', (text) => text.replace(network.hub.router, CLAIMER.replace(/.$/, 'q'))],
    [
      'a fee for others',
      (text) =>
        text
          .replace('partner_fee\\":null', 'partner_fee\\":{\\"bps\\":3}')
          .replace('partner_fee_amount\\":\\"0', 'partner_fee_amount\\":\\"3'),
    ],
  ])('a text that swaps with %s must not be signed', (_name, change) => {
    const made = swapped()
    const build = withText(made.build, change)
    expect(build.sign.text).not.toBe(made.build.sign.text)
    const words = describeBuild(viewOf(network, claimersChain, { ...made, build }))
    expect(words.every(({ isAsAsked }) => isAsAsked)).toBe(false)
  })

  test('a split of which a part yields less, or is missing, must not be signed', () => {
    const { legs, ...made } = split()
    const wanted = (minimum: string) => LEGS.map((leg) => ({ ...leg, minimum, path: [] }))
    for (const view of [
      { ...made, legs: wanted('796000000000000') },
      { ...made, legs: [...legs, ...legs] },
      { ...made, legs: null },
    ]) {
      const words = describeBuild(viewOf(network, claimersChain, view))
      expect(words.every(({ isAsAsked }) => isAsAsked)).toBe(false)
    }
  })
})
