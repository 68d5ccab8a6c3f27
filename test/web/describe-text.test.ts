import { describe, expect, test } from 'vitest'

import type { SignView } from '../../src/calls/sign-calls.ts'
import type { MetaBuild } from '../../src/core/payloads/meta-transaction.ts'
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
import { chainOf, type Network } from '../../src/core/terms/network.ts'
import { describeBuild } from '../../src/web/sign/describe-build.ts'
import { ALICE_EVM, CLAIMER } from '../core/sample-network.ts'
import { publishedChains, threeChains } from '../core/three-chains.ts'
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

function viewOf(network: Network, claimersChain: string, changes: Partial<SignView>): SignView {
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

  test.each([
    ['a person', person, 1],
    ['several people', group, claimersChain === 'vsl' ? 1 : 2],
    ['a wallet', wallet, 1],
    ['a wallet, as tokens', takenOut, 1],
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
})
