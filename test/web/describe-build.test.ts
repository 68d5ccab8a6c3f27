import { encodeFunctionData, erc20Abi, toHex, type ContractFunctionArgs } from 'viem'
import { expect, test } from 'vitest'

import { buildDeposit, DepositRequest, parseDeposit } from '../../src/core/payloads/deposit.ts'
import { buildSwap } from '../../src/core/payloads/build-swap.ts'
import { factoryAbi } from '../../src/core/payloads/factory-abi.ts'
import { parseSwap, SwapRequest } from '../../src/core/payloads/swap.ts'
import {
  buildVoucherTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from '../../src/core/payloads/voucher-transfer.ts'
import {
  buildVoucherWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
} from '../../src/core/payloads/voucher-withdraw.ts'
import type { EvmBuild, EvmMessage } from '../../src/core/terms/shapes.ts'
import type { SignView } from '../../src/calls/sign-calls.ts'
import { describeBuild } from '../../src/web/sign/describe-build.ts'
import { ALICE_EVM, CLAIMER, FACTORY, sampleNetwork, USDC } from '../core/sample-network.ts'
import type { Wanted } from '../../src/web/sign/message-words.ts'
import { sampleSignView } from './sample-sign-view.ts'

const STRANGER = '0x9999999999999999999999999999999999999999'

function evmBuild(view: SignView): EvmBuild {
  if (view.build?.type !== 'evm') throw new Error('the sample is an EVM build')
  return view.build
}

/** The sample with one of its messages altered, as a dishonest or broken server would. */
function altered(at: 0 | 1, change: Partial<EvmMessage>): SignView & Wanted {
  const view = sampleSignView()
  const build = evmBuild(view)
  return {
    ...view,
    build: {
      ...build,
      msgs: build.msgs.map((message, index) =>
        index === at ? { ...message, ...change } : message,
      ),
    },
  }
}

test("a social deposit reads as an approval and a payment into the recipient's claim, all as asked", () => {
  const words = describeBuild(sampleSignView())
  expect(words.map(({ title, isAsAsked }) => [title, isAsAsked])).toEqual([
    ["Allow Vouch's contract to take 5 USDC", true],
    ['Send 5 USDC to @bobby', true],
  ])
  expect(words[0]?.facts[0]).toMatchObject({ label: 'Allows', isAsAsked: true })
  expect(words[0]?.facts[0]?.value.toLowerCase()).toBe(FACTORY)
  expect(words[1]?.facts).toContainEqual({
    label: 'To',
    value: 'the claim of @bobby (claim-42)',
    isAsAsked: true,
  })
  expect(words[1]?.facts).toContainEqual({
    label: 'Comes back',
    value: 'if it is not delivered within 120 seconds',
  })
})

test('a deposit to an address is as asked only for that address', () => {
  const recipient = { chain_uid: 'base', address: STRANGER }
  const request = DepositRequest.parse({
    amount_in: '5000000',
    asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
    sender: { chain_uid: 'base', address: ALICE_EVM },
    recipient,
  })
  const build = buildDeposit(sampleNetwork, parseDeposit(sampleNetwork, request))
  expect(
    describeBuild(sampleSignView({ build, recipient: `${STRANGER} on base` })).at(-1)?.isAsAsked,
  ).toBe(true)
  expect(describeBuild(sampleSignView({ build, recipient: '@bobby' })).at(-1)?.isAsAsked).toBe(
    false,
  )
})

test('a deposit to a group of claims is as asked only with every claim, its group and all of the amount', () => {
  const claimers = ['claim-1', 'claim-2'].map((_id) => ({
    public_secret: `${_id}-key`,
    otp: '',
    _id,
    created_at: '2026-01-01T00:00:00Z',
  }))
  const shares = [2_000_001n, 2_999_999n]
  const groupOf = (ids: readonly string[], group: string, amounts: readonly bigint[]) => {
    const view = sampleSignView({
      recipient: '2 people',
      shares: shares.map((amount, index) => ({ recipient: `@${index}`, amount: `${amount}` })),
    })
    const build = evmBuild(view)
    const recipients = ids.map((_id, index) => ({
      recipient: { chain_uid: 'neuron', sender: CLAIMER },
      amount: { limit_type: 'equal', value: amounts[index] ?? 0n },
      denom: { token_type: 'voucher', native_denom: '', erc20_address: '' },
      forwarding_message: toHex(
        JSON.stringify({
          create_voucher_claim: {
            claimer_pubkey: `${_id}-key`,
            pseudo_claim_id: _id,
            claim_group_id: group,
          },
        }),
      ),
      unsafe_refund_as_voucher: false,
    }))
    const msgs = build.msgs.map((message, index) =>
      index === 1 ? { ...message, data: depositTo(recipients, 5_000_000n) } : message,
    )
    const shared = { ...build, msgs, claimers, claim_group_id: 'group-1' }
    return describeBuild({ ...view, build: shared }).at(-1)
  }
  const right = groupOf(['claim-1', 'claim-2'], 'group-1', shares)
  expect(right?.isAsAsked).toBe(true)
  expect(right?.facts).toContainEqual({
    label: 'Pays',
    value: '2.000001 USDC to 2.999999 USDC each',
    isAsAsked: true,
  })
  expect(groupOf(['claim-2', 'claim-1'], 'group-1', shares)?.isAsAsked).toBe(false)
  expect(groupOf(['claim-1'], 'group-1', [5_000_000n])?.isAsAsked).toBe(false)
  expect(groupOf(['claim-1', 'claim-2'], 'group-2', shares)?.isAsAsked).toBe(false)
  expect(groupOf(['claim-1', 'claim-2'], 'group-1', [1n, 2n])?.isAsAsked).toBe(false)
})

test('a voucher transfer reads as one', () => {
  const request = VoucherTransferRequest.parse({
    amount: '5000000',
    token: 'usdc',
    sender: { chain_uid: 'base', address: ALICE_EVM },
    recipient_address: { user: { chain_uid: 'base', address: STRANGER } },
  })
  const build = buildVoucherTransfer(sampleNetwork, parseVoucherTransfer(sampleNetwork, request, 0))
  const view = sampleSignView({
    build,
    operation: 'transferVoucher',
    recipient: `${STRANGER} on base`,
  })
  expect(describeBuild(view).map(({ title, isAsAsked }) => [title, isAsAsked])).toEqual([
    [`Send 5 USDC of vouchers to ${STRANGER} on base`, true],
  ])
  expect(describeBuild({ ...view, operation: 'deposit' })[0]?.isAsAsked).toBe(false)
})

test('a withdrawal reads as one, to the address that was asked for and no other', () => {
  const request = VoucherWithdrawRequest.parse({
    amount: '5000000',
    token: 'usdc',
    sender: { chain_uid: 'base', address: ALICE_EVM },
    cross_chain_addresses: [{ user: { chain_uid: 'base', address: STRANGER } }],
  })
  const build = buildVoucherWithdraw(sampleNetwork, parseVoucherWithdraw(sampleNetwork, request))
  const usdc = { smart: { contract_address: USDC } }
  const to = (recipient: string) =>
    describeBuild(
      sampleSignView({ build, paid_asset: usdc, operation: 'withdrawVoucher', recipient }),
    )[0]
  expect(to(`${STRANGER} on base`)).toMatchObject({
    title: `Take out 5 USDC to ${STRANGER} on base`,
    isAsAsked: true,
  })
  expect(to(`${ALICE_EVM} on base`)?.isAsAsked).toBe(false)
})

const approve = (spender: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const transferAll = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'transfer',
  args: [STRANGER, 5_000_000n],
})

/** The sample's deposit with other arguments. */
function deposit(change: {
  amount?: bigint
  paid?: bigint
  claim?: object | null
  recipients?: number
}): string {
  const { amount = 5_000_000n, paid = 5_000_000n, recipients = 1 } = change
  const claim =
    change.claim === undefined
      ? { create_voucher_claim: { claimer_pubkey: 'BAKE', pseudo_claim_id: 'claim-42' } }
      : change.claim
  const denom = { token_type: 'voucher', native_denom: '', erc20_address: '' }
  const recipient = {
    recipient: { chain_uid: 'neuron', sender: CLAIMER },
    amount: { limit_type: 'equal', value: paid },
    denom,
    forwarding_message: claim === null ? ('0x' as const) : toHex(JSON.stringify(claim)),
    unsafe_refund_as_voucher: false,
  }
  return depositTo(
    Array.from({ length: recipients }, () => recipient),
    amount,
  )
}

/** The calldata of a deposit of USDC. `amount` is base units. */
function depositTo(recipients: Recipients, amount: bigint): string {
  const asset = {
    token: 'usdc',
    token_type: { token_type: 'smart', native_denom: '', erc20_address: USDC },
  }
  return encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [asset, amount, recipients, { timeout: 60n, ack_response: '0x', meta: '' }],
  })
}
type Recipients = ContractFunctionArgs<typeof factoryAbi, 'payable', 'depositToken'>[2]

test("a claim that a stranger holds, and a call of a stranger's contract, are not as asked", () => {
  const view = sampleSignView()
  const held = { ...view, claimer_contract: { chain_uid: 'neuron', address: STRANGER } }
  const called = { ...view, chain: { ...view.chain, factory: STRANGER } }
  expect(describeBuild(held).map(({ isAsAsked }) => isAsAsked)).toEqual([true, false])
  expect(describeBuild(called).map(({ isAsAsked }) => isAsAsked)).toEqual([false, false])
})

test('the altered deposits below differ from the sample only in what is altered', () => {
  expect(describeBuild(altered(1, { data: deposit({}) })).every(({ isAsAsked }) => isAsAsked)).toBe(
    true,
  )
})

test.each<{ name: string; at: 0 | 1; change: Partial<EvmMessage> }>([
  { name: 'an approval of one unit more', at: 0, change: { data: approve(FACTORY, 5_000_001n) } },
  { name: 'an approval for a stranger', at: 0, change: { data: approve(STRANGER, 5_000_000n) } },
  { name: 'a transfer instead of an approval', at: 0, change: { data: transferAll } },
  { name: 'native money with the approval', at: 0, change: { value: '0x1' } },
  { name: 'another chain', at: 1, change: { chainId: '1' } },
  { name: 'native money that nobody asked for', at: 1, change: { value: '0x1' } },
  {
    name: 'a call of another contract than the one that was approved',
    at: 1,
    change: { to: STRANGER },
  },
  { name: 'unknown bytes', at: 1, change: { data: '0xdeadbeef' } },
  { name: 'no bytes', at: 1, change: { data: '0x' } },
  { name: 'a deposit of one unit more', at: 1, change: { data: deposit({ amount: 5_000_001n }) } },
  {
    name: 'a deposit that pays one unit less',
    at: 1,
    change: { data: deposit({ paid: 4_999_999n }) },
  },
  {
    name: 'a claim for another key',
    at: 1,
    change: {
      data: deposit({
        claim: { create_voucher_claim: { claimer_pubkey: 'EVIL', pseudo_claim_id: 'claim-42' } },
      }),
    },
  },
  {
    name: 'another claim',
    at: 1,
    change: {
      data: deposit({
        claim: { create_voucher_claim: { claimer_pubkey: 'BAKE', pseudo_claim_id: 'claim-43' } },
      }),
    },
  },
  { name: 'another message', at: 1, change: { data: deposit({ claim: { burn: {} } }) } },
  { name: 'no claim', at: 1, change: { data: deposit({ claim: null }) } },
  {
    name: 'another token than the one that was approved',
    at: 0,
    change: { to: STRANGER },
  },
  { name: 'two recipients', at: 1, change: { data: deposit({ recipients: 2 }) } },
  { name: 'no recipient', at: 1, change: { data: deposit({ recipients: 0 }) } },
])('$name is not what was asked', ({ at, change }) => {
  expect(describeBuild(altered(at, change)).every(({ isAsAsked }) => isAsAsked)).toBe(false)
})

/** A swap of 5 USDC for about 0.002 ETH, at least 0.00199, from Alice's wallet on Base. */
function swapView(request: object = {}, view: Partial<SignView> = {}): SignView & Wanted {
  const sender = { chain_uid: 'base', address: ALICE_EVM }
  const step = { route: ['usdc', 'euclid', 'eth'], dex: 'euclid', amount_in: '5000000' }
  const swap = SwapRequest.parse({
    amount_in: '5000000',
    asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
    slippage: '50',
    sender,
    swap_path: { path: [{ ...step, amount_out: '2000000000000000' }] },
    ...request,
  })
  return sampleSignView({
    operation: 'swap',
    paid_asset: { native: { denom: 'eth' } },
    recipient: 'the wallet that signs, on base',
    receive: {
      token: { token: 'eth', decimals: 18 },
      expected: '2000000000000000',
      minimum: '1990000000000000',
    },
    build: buildSwap(sampleNetwork, parseSwap(sampleNetwork, swap)),
    ...view,
  })
}

test('a swap reads as an approval and a trade with its least output, all as asked', () => {
  const words = describeBuild(swapView())
  expect(words.map(({ title }) => title)).toEqual([
    "Allow Vouch's contract to take 5 USDC",
    'Swap 5 USDC for at least 0.00199 ETH',
  ])
  expect(words.every(({ isAsAsked }) => isAsAsked)).toBe(true)
  expect(words[1]?.facts).toEqual(
    expect.arrayContaining([
      { label: 'Trades', value: 'USDC → EUCLID → ETH', isAsAsked: true },
      { label: 'To', value: `${ALICE_EVM} on base`, isAsAsked: true },
    ]),
  )
})

const toStranger = { chain_uid: 'base', address: STRANGER }
test.each([
  ['another amount', { amount_in: '5000001', minimum_receive: '1990000000000000' }, {}, 'Takes'],
  ['a lower minimum', { slippage: '51' }, {}, 'Pays'],
  ['another recipient', { cross_chain_addresses: [{ user: toStranger }] }, {}, 'To'],
  [
    'two recipients',
    { cross_chain_addresses: [{ user: toStranger }, { user: toStranger }] },
    {},
    'Recipients',
  ],
  [
    'a limit for the recipient',
    {
      cross_chain_addresses: [
        { user: { chain_uid: 'base', address: ALICE_EVM }, limit: { less_than_or_equal: '5' } },
      ],
    },
    {},
    'To',
  ],
  [
    'vouchers instead of tokens',
    { recipients: [{ user: { chain_uid: 'base', address: ALICE_EVM }, denom: { voucher: {} } }] },
    {},
    'To',
  ],
  [
    'a fee for somebody',
    { partnerFee: { partner_fee_bps: 30, recipient: STRANGER } },
    {},
    'Fee for others',
  ],
  [
    'another token out',
    {},
    {
      receive: {
        token: { token: 'euclid', decimals: 6 },
        expected: '2',
        minimum: '1990000000000000',
      },
    },
    'Trades',
  ],
  ['the wallet of somebody else', {}, { sender_address: STRANGER }, 'To'],
])('a swap with %s is not what was asked', (_what, request, view, label) => {
  const [, trade] = describeBuild(swapView(request, view))
  expect(trade?.isAsAsked).toBe(false)
  expect(trade?.facts.find((fact) => fact.isAsAsked === false)?.label).toBe(label)
})

test('a swap to a named recipient is as asked only there', () => {
  const cross_chain_addresses = [{ user: toStranger }]
  const named = swapView({ cross_chain_addresses }, { recipient: `${STRANGER} on base` })
  expect(describeBuild(named)[1]?.isAsAsked).toBe(true)
})

test('a swap in the place of a deposit is not what was asked', () => {
  expect(describeBuild(swapView({}, { operation: 'deposit', receive: null }))[1]?.isAsAsked).toBe(
    false,
  )
})
