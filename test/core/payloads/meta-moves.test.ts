import { describe, expect, test } from 'vitest'

import { parseSignedMeta } from '../../../src/core/payloads/meta-execute.ts'
import {
  isNonceOf,
  MetaData,
  metaNonce,
  type MetaBuild,
} from '../../../src/core/payloads/meta-transaction.ts'
import {
  buildMetaTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from '../../../src/core/payloads/voucher-transfer.ts'
import {
  buildMetaWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
} from '../../../src/core/payloads/voucher-withdraw.ts'
import { denomOn, tokenOf, type Network } from '../../../src/core/terms/network.ts'
import { ALICE_EVM, ALICE_HUB } from '../sample-network.ts'
import { publishedChains, threeChains } from '../three-chains.ts'

const TERMS = { expirySec: 1_800_000_600, nonce: 'sample:1' }
const sender = { chain_uid: 'base', address: ALICE_EVM }
const bobby = { chain_uid: 'neuron', address: ALICE_HUB }
const claimer = { public_secret: 'BAKE', otp: '', _id: 'c1', created_at: '2026-01-01T00:00:00Z' }

function transfer(network: Network, user: object, claimed?: typeof claimer): MetaBuild {
  const request = { token: 'usdc', amount: '5000', sender, recipient_address: { user } }
  const asked = parseVoucherTransfer(network, VoucherTransferRequest.parse(request), 0)
  return buildMetaTransfer(network, asked, claimed, TERMS)
}

function withdraw(network: Network): MetaBuild {
  const user = { chain_uid: 'base', address: ALICE_EVM }
  const request = { token: 'usdc', amount: '5000', sender, cross_chain_addresses: [{ user }] }
  return buildMetaWithdraw(
    network,
    parseVoucherWithdraw(network, VoucherWithdrawRequest.parse(request)),
    TERMS,
  )
}

const callsOf = ({ data }: MetaBuild): unknown[] =>
  data.call_data.map(({ call_data }) => JSON.parse(call_data))

test('on the interface contracts: the messages of the factory, under the names of the router', () => {
  expect(callsOf(transfer(threeChains, bobby))).toEqual([
    {
      transfer_voucher: {
        token: 'usdc',
        amount: '5000',
        recipient_address: bobby,
        timeout: null,
      },
    },
  ])
  expect(callsOf(withdraw(threeChains))).toEqual([
    {
      withdraw_voucher: {
        token: 'usdc',
        amount: '5000',
        cross_chain_addresses: [{ user: sender, limit: null }],
        timeout: null,
      },
    },
  ])
})

test('on the published contracts: the packet that the router takes from factories', () => {
  const packet = (recipient: object) => [
    {
      transfer_voucher: {
        sender,
        token: 'usdc',
        amount: '5000',
        from: null,
        recipients: [{ ...recipient, forwarding_message: null, unsafe_refund_as_voucher: false }],
        tx_id: `base:${ALICE_EVM}`,
      },
    },
  ]
  const amount = { equal: '5000' }
  expect(callsOf(transfer(publishedChains, bobby))).toEqual(
    packet({ recipient: bobby, amount, denom: { voucher: {} } }),
  )
  const denom = denomOn(tokenOf(publishedChains, 'usdc'), 'base')
  expect(callsOf(withdraw(publishedChains))).toEqual(
    packet({ recipient: sender, amount: { dynamic: '0' }, denom }),
  )
})

describe.each([
  ['interface', threeChains, 10],
  ['published', publishedChains, 25],
])('on the %s contracts', (_generation, network, most) => {
  test('what is built is what is taken: until it expires, as its owner signed it', () => {
    for (const build of [
      transfer(network, bobby),
      transfer(network, { social: { telegram: '@bobby' } }, claimer),
      withdraw(network),
    ]) {
      const { data, sign } = build
      expect(sign.text).toBe(JSON.stringify(data))
      const signed = { data, signature: '0x00' }
      expect(parseSignedMeta(network, signed, 1_800_000_000_000)).toMatchObject({
        address: ALICE_EVM,
        text: sign.text,
      })
      expect(() => parseSignedMeta(network, signed, 1_800_000_601_000)).toThrow(/has passed/)
    }
  })

  /** A text for so many people, with the longest that is known of each. */
  function shareOut(people: number): MetaBuild {
    const share = { to: { social: { telegram: '@bobby' } }, amount: `${10n ** 30n}` }
    const request = VoucherTransferRequest.parse({
      token: 'usdc',
      amount: `${BigInt(people) * 10n ** 30n}`,
      sender,
      recipient_address: { user: { shares: Array.from({ length: people }, () => share) } },
    })
    const asked = parseVoucherTransfer(network, request, 0)
    const public_secret = Buffer.alloc(65, 7).toString('base64')
    const claimers = asked.shares.map(() => ({ ...claimer, public_secret, _id: 'c'.repeat(36) }))
    const claimed = { claim_group_id: 'g'.repeat(36), claimers }
    return buildMetaTransfer(network, asked, claimed, TERMS)
  }

  test(`${most} people get their shares of one text, which is taken as it is`, () => {
    const { data } = shareOut(most)
    expect(MetaData.parse(data)).toEqual(data)
    const signed = { data, signature: '0x00' }
    expect(parseSignedMeta(network, signed, 1_800_000_000_000).data).toEqual(data)
  })

  test('one more is refused', () => {
    expect(() => shareOut(most + 1)).toThrow(`at most ${most}`)
  })
})

test('a nonce names its network, and a longer name is another one', () => {
  const nonce = metaNonce(threeChains, 'ab')
  expect(isNonceOf(threeChains, nonce)).toBe(true)
  expect(isNonceOf({ ...threeChains, name: `${threeChains.name}2` }, nonce)).toBe(false)
})
