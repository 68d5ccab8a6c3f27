import { describe, expect, test } from 'vitest'

import { buildVoucherSwap, parseVoucherSwap } from '../../../src/core/payloads/voucher-swap.ts'
import { VoucherSwapRequest } from '../../../src/core/payloads/meta-transaction.ts'
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
import { textTermsOf } from '../../../src/core/signing/text-terms-of.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { linkMessage } from '../../../src/core/wallets/link-message.ts'
import { describeSigned } from '../../../src/web/key/describe-signed.ts'
import { ALICE_EVM, ALICE_HUB } from '../../core/sample-network.ts'
import { publishedChains, threeChains } from '../../core/three-chains.ts'
import { english } from '../english.ts'

const BOBBY_EVM = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const TERMS = { expirySec: 1_800_000_000, nonce: 'sample:1' }
const HOST = 'vouch.example'
const sender = { chain_uid: 'base', address: ALICE_EVM }
const claimer = (id: string) => ({
  public_secret: `BAKE${id}`,
  otp: '',
  _id: id,
  created_at: '2026-01-01T00:00:00Z',
})

describe.each([
  ['interface', threeChains],
  ['published', publishedChains],
] as const)('on the %s contracts', (_set, network) => {
  const terms = textTermsOf(network, `https://${HOST}`)
  const say = (text: string, known: object = {}, signer = ALICE_EVM) =>
    describeSigned({ words: english, terms, ...known }, { text, signer })
      ?.map(({ title, facts }) =>
        [title, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n'),
      )
      .join('\n')

  function transfer(user: object, claimed?: Parameters<typeof buildMetaTransfer>[2]): string {
    const request = VoucherTransferRequest.parse({
      token: 'usdc',
      amount: '5000000',
      sender,
      recipient_address: { user },
    })
    return buildMetaTransfer(network, parseVoucherTransfer(network, request, 0), claimed, TERMS)
      .sign.text
  }
  const toPerson = () => transfer({ social: { telegram: '@bobby' } }, claimer('c1'))
  const toWallet = () => transfer({ chain_uid: 'base', address: BOBBY_EVM })
  const toSeveral = () =>
    transfer(
      {
        shares: [
          { to: { social: { telegram: '@bobby' } }, amount: '3000000' },
          { to: { social: { telegram: '@carol' } }, amount: '2000000' },
        ],
      },
      { claim_group_id: 'g1', claimers: [claimer('c1'), claimer('c2')] },
    )
  const takenOut = () => {
    const request = VoucherWithdrawRequest.parse({
      token: 'usdc',
      amount: '5000000',
      sender,
      cross_chain_addresses: [{ user: { chain_uid: 'base', address: BOBBY_EVM } }],
    })
    return buildMetaWithdraw(network, parseVoucherWithdraw(network, request), TERMS).sign.text
  }
  const swapped = () => {
    const request = VoucherSwapRequest.parse({
      amount_in: '5000000',
      asset_in: { token: 'usdc', token_type: { voucher: {} } },
      minimum_receive: '1990000000000000',
      sender,
      swap_path: { path: [{ route: ['usdc', 'euclid', 'eth'], dex: 'euclid' }] },
      cross_chain_addresses: [{ user: sender }],
    })
    return buildVoucherSwap(network, parseVoucherSwap(network, request), TERMS).sign.text
  }

  test.each([
    { name: 'a gift to a person', make: toPerson, says: /Send: 5 USDC[^]*the claim c1: whoever/ },
    { name: 'a gift to a wallet', make: toWallet, says: /Send: 5 USDC[^]*To: 0x7099\w+ on Base/ },
    {
      name: 'shares for several',
      make: toSeveral,
      says: /3 USDC[^]*the claim c1:[^]*2 USDC[^]*the claim c2:/,
    },
    { name: 'a withdrawal', make: takenOut, says: /Take out: 5 USDC[^]*To: 0x7099\w+ on Base/ },
    {
      name: 'a swap',
      make: swapped,
      says: /Swap 5 USDC for at least 0\.00199 ETH[^]*Trades: USDC → EUCLID → ETH/,
    },
  ])('$name is said in words, and no byte of it otherwise', ({ make, says }) => {
    const text = make()
    expect(say(text)).toMatch(says)
    expect(say(text)).toMatch(/5 USDC of your vouchers|3 USDC of your vouchers/)
    expect(say(text)).toMatch(/Of: 0x\w+ on Base\nGood until: .*2027/)
    // What it was not served with, another signer's, and what anybody put into it.
    expect(say(text, { terms: undefined })).toBeUndefined()
    expect(say(text, { terms: { ...terms, router: 'neuron1other' } })).toBeUndefined()
    expect(say(text, { terms: { ...terms, decimals: {} } })).toBeUndefined()
    expect(say(text, { terms: { ...terms, chains: {} } })).toBeUndefined()
    expect(say(text, {}, BOBBY_EVM)).toBeUndefined()
    for (const [from, to] of [
      ['"signer_chain_uid"', '"more":1,"signer_chain_uid"'],
      ['{\\"', '{\\"more\\":1,\\"'],
      [terms.router, 'neuron1other'],
      ['usdc', 'other'],
    ] as const) {
      expect(text).toContain(from)
      expect(say(text.replaceAll(from, to))).toBeUndefined()
    }
  })

  test('claims are held by the claimer contract alone', () => {
    const other = { chain_uid: terms.claimer.chain_uid, address: ALICE_HUB }
    expect(say(toPerson(), { terms: { ...terms, claimer: other } })).toBeUndefined()
  })

  test('no more and no less is shared than is taken', () => {
    const text = toWallet()
    const isSaidTwice = text.split('5000000').length === 3
    for (const amount of ['4000000', '6000000'])
      expect(say(text.replace('5000000', amount)) === undefined).toBe(isSaidTwice)
    expect(isSaidTwice).toBe(network === publishedChains)
  })
})

const LINK = {
  chain: chainOf(threeChains, 'base'),
  address: ALICE_EVM.toLowerCase(),
  publicUrl: `https://${HOST}`,
  nonce: 'nonce00000000',
  issuedAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: new Date('2026-01-01T00:10:00Z'),
} as const

test.each([
  { account: { platform: 'telegram', userId: '42', handle: 'alice' }, says: '@alice on Telegram' },
  { account: { platform: 'discord', userId: '7', handle: undefined }, says: '7 on Discord' },
] as const)('linking to $says is said in words, for this site alone', ({ account, says }) => {
  const terms = textTermsOf(threeChains, `https://${HOST}`)
  const known = { words: english, terms }
  for (const [chain, address] of [
    [LINK.chain, LINK.address],
    [chainOf(threeChains, 'neuron'), ALICE_HUB],
  ] as const) {
    const text = linkMessage({ ...LINK, account, chain, address })
    const asked = { text, signer: address }
    expect(describeSigned(known, asked)).toMatchObject([
      {
        title: 'Link this account',
        facts: [
          { label: 'To the account', value: says },
          { label: 'Its id', value: account.userId },
          { value: 'nothing' },
          {},
        ],
      },
    ])
    expect(
      describeSigned({ ...known, terms: { ...terms, site: 'mallory.example' } }, asked),
    ).toBeUndefined()
    expect(describeSigned(known, { ...asked, signer: BOBBY_EVM })).toBeUndefined()
    for (const changed of [
      `${text}\nand pay Mallory`,
      text.replace('moves nothing', 'moves everything'),
      text.replace('Version: 1', 'Version: 2'),
    ])
      expect(describeSigned(known, { ...asked, text: changed })).toBeUndefined()
  }
})
