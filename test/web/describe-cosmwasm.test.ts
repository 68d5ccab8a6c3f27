import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

import { chainOf, denomOn, tokenOf, type TokenType } from '../../src/core/terms/network.ts'
import { buildSwap } from '../../src/core/payloads/build-swap.ts'
import { buildDeposit, DepositRequest, parseDeposit } from '../../src/core/payloads/deposit.ts'
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
import type {
  CosmWasmBuild,
  CosmWasmMessage,
  TransactionBuild,
} from '../../src/core/terms/shapes.ts'
import type { SignView } from '../../src/calls/sign-calls.ts'
import { describeBuild } from '../../src/web/sign/describe-build.ts'
import { ALICE_HUB, CLAIMER, sampleNetwork } from '../core/sample-network.ts'
import { ALICE_OSMO, publishedChains, threeChains } from '../core/three-chains.ts'
import type { Wanted } from '../../src/web/sign/message-words.ts'
import { sampleSignView } from './sample-sign-view.ts'

const SETS = [
  {
    set: 'interface',
    network: threeChains,
    chain_uid: 'neuron',
    address: ALICE_HUB,
    native: 'euclid',
    claimersChain: 'neuron',
  },
  {
    set: 'published',
    network: publishedChains,
    chain_uid: 'osmosis',
    address: ALICE_OSMO,
    native: 'osmo',
    claimersChain: 'vsl',
  },
] as const
type Place = (typeof SETS)[number]

const STRANGER = CLAIMER // any other address with a right checksum
const claimer = {
  public_secret: 'BAKE',
  otp: 'Ab12Cd',
  _id: 'claim-42',
  created_at: '2026-01-01T00:00:00Z',
}

function assetOn({ chain_uid }: Place, token: string): TokenType {
  const asset = denomOn(tokenOf(threeChains, token), chain_uid)
  if (!asset) throw new Error(`${token} is not on ${chain_uid}`)
  return asset
}

/** What a chat asks for on a chain, and the real payload of it. */
function viewOf(
  place: Place,
  asked: Partial<SignView>,
  build: TransactionBuild,
): SignView & Wanted {
  const { chain_uid, address, claimersChain } = place
  const { chain_id, name, factory } = chainOf(threeChains, chain_uid)
  const chain = { ...sampleSignView().chain, chain_uid, chain_id, name, factory }
  return sampleSignView({
    chain: { ...chain, family: 'cosmwasm', native_currency: null },
    claimer_contract: { chain_uid: claimersChain, address: CLAIMER },
    sender_address: address,
    asset: null,
    build,
    ...asked,
  })
}

function deposit(
  place: Place,
  token: string,
  recipient: unknown = { social: { telegram: 'bobby' } },
) {
  const asset = assetOn(place, token)
  const request = DepositRequest.parse({
    amount_in: '5000000',
    asset_in: { token, token_type: asset },
    sender: { chain_uid: place.chain_uid, address: place.address },
    recipient,
    timeout: '120',
  })
  const build = buildDeposit(place.network, parseDeposit(place.network, request), claimer)
  return viewOf(place, { asset, token: { token, decimals: 6 } }, build)
}

function transfer(place: Place) {
  const request = VoucherTransferRequest.parse({
    amount: '5000000',
    token: 'usdc',
    sender: { chain_uid: place.chain_uid, address: place.address },
    recipient_address: { user: { social: { telegram: 'bobby' } } },
  })
  const parsed = parseVoucherTransfer(place.network, request, 0)
  const build = buildVoucherTransfer(place.network, parsed, claimer)
  return viewOf(place, { operation: 'transferVoucher' }, build)
}

function withdraw(place: Place) {
  const { chain_uid, address } = place
  const request = VoucherWithdrawRequest.parse({
    amount: '5000000',
    token: 'usdc',
    sender: { chain_uid, address },
    cross_chain_addresses: [{ user: { chain_uid, address } }],
  })
  const build = buildVoucherWithdraw(place.network, parseVoucherWithdraw(place.network, request))
  const recipient = `${address} on ${chain_uid}`
  return viewOf(
    place,
    { operation: 'withdrawVoucher', recipient, paid_asset: assetOn(place, 'usdc') },
    build,
  )
}

function swap(place: Place, token: string) {
  const asset = assetOn(place, token)
  const to = token === 'usdc' ? place.native : 'usdc'
  const step = { route: [token, to], dex: 'euclid', amount_in: '5000000', amount_out: '2000000' }
  const request = SwapRequest.parse({
    amount_in: '5000000',
    asset_in: { token, token_type: asset },
    slippage: '50',
    sender: { chain_uid: place.chain_uid, address: place.address },
    swap_path: { path: [step] },
  })
  const build = buildSwap(place.network, parseSwap(place.network, request))
  const receive = { token: { token: to, decimals: 6 }, expected: '2000000', minimum: '1990000' }
  const asked: Partial<SignView> = {
    operation: 'swap',
    asset,
    paid_asset: assetOn(place, to),
    token: { token, decimals: 6 },
    receive,
    recipient: `the wallet that signs, on ${place.chain_uid}`,
  }
  return viewOf(place, asked, build)
}

const cases = SETS.flatMap((place) => [
  { ...place, what: 'deposit of the native token', view: deposit(place, place.native) },
  { ...place, what: 'deposit of a smart token', view: deposit(place, 'usdc') },
  { ...place, what: 'transfer of vouchers', view: transfer(place) },
  { ...place, what: 'withdrawal of vouchers', view: withdraw(place) },
  { ...place, what: 'swap of the native token', view: swap(place, place.native) },
  { ...place, what: 'swap of a smart token', view: swap(place, 'usdc') },
])

const titles: Record<SignView['operation'], RegExp> = {
  deposit: /^Send 5 \w+ to @bobby$/,
  transferVoucher: /^Send 5 USDC of vouchers to @bobby$/,
  withdrawVoucher: /^Take out 5 USDC to \w+ on \w+$/,
  swap: /^Swap 5 \w+ for at least 1\.99 \w+$/,
}

test.each(cases)('$set messages: a $what reads as one, all as asked', ({ view }) => {
  const [words, ...others] = describeBuild(view)
  expect(others).toEqual([])
  expect(words?.facts.filter(({ isAsAsked }) => isAsAsked === false)).toEqual([])
  expect(words?.isAsAsked).toBe(true)
  expect(words?.title).toMatch(titles[view.operation])
})

/** 5 USDC over two paths, each with its own minimum. */
function split(place: Place) {
  const view = swap(place, 'usdc')
  const leg = (amount_in: string, amount_out: string) => ({
    amount_in,
    path: [{ route: ['usdc', place.native], dex: 'euclid', amount_in, amount_out }],
  })
  const request = SwapRequest.parse({
    amount_in: '5000000',
    asset_in: { token: 'usdc', token_type: assetOn(place, 'usdc') },
    slippage: '50',
    sender: { chain_uid: place.chain_uid, address: place.address },
    legs: [leg('4000000', '1600000'), leg('1000000', '400000')],
  })
  const legs = [
    { amount: '4000000', minimum: '1592000' },
    { amount: '1000000', minimum: '398000' },
  ]
  return { ...view, legs, build: buildSwap(place.network, parseSwap(place.network, request)) }
}

test.each(SETS)('$set messages: a split reads as its parts, all as asked', (place) => {
  const said = describeBuild(split(place))
  expect(said.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Swap 4 USDC for at least 1\.592 \w+$/),
    expect.stringMatching(/^Swap 1 USDC for at least 0\.398 \w+$/),
  ])
  expect(said.every(({ isAsAsked }) => isAsAsked)).toBe(true)
})

test.each([
  { name: 'without its last part', change: (msgs: CosmWasmMessage[]) => msgs.slice(0, 1) },
  { name: 'with a part twice', change: (msgs: CosmWasmMessage[]) => [...msgs, ...msgs.slice(1)] },
  { name: 'in another order', change: (msgs: CosmWasmMessage[]) => msgs.toReversed() },
])('a split $name is not as asked', ({ change }) => {
  const view = split(SETS[0])
  const build = cosmWasm(view)
  const said = describeBuild({ ...view, build: { ...build, msgs: change(build.msgs) } })
  expect(said.every(({ isAsAsked }) => isAsAsked)).toBe(false)
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every way to change one value inside a message, also inside base64 of JSON: what a dishonest server might try. */
function* alterations(value: unknown): Generator {
  if (Array.isArray(value)) {
    yield [...value, ...value, {}]
    yield []
    for (const [index, each] of value.entries())
      for (const altered of alterations(each)) yield value.toSpliced(index, 1, altered)
  } else if (isObject(value)) {
    yield { ...value, surprise: 'field' }
    for (const [key, each] of Object.entries(value)) {
      for (const altered of alterations(each)) yield { ...value, [key]: altered }
    }
  } else if (typeof value === 'string') {
    const inside = jsonIn(value)
    if (inside === undefined) yield /^\d+$/.test(value) ? `${BigInt(value) + 1n}` : `${value}x`
    else for (const altered of alterations(inside)) yield toBase64(toUtf8(JSON.stringify(altered)))
  } else if (typeof value === 'boolean') yield !value
}

function jsonIn(text: string): unknown {
  try {
    const inside: unknown = JSON.parse(Buffer.from(text, 'base64').toString())
    return isObject(inside) ? inside : undefined
  } catch {
    return undefined
  }
}

/** What says nothing about where money goes: how long it may take, notes for trackers, the identity beside the claim. */
const HARMLESS = /"(?:timeout|meta|telegram)":/

test.each(cases)('$set messages: a $what with anything changed is not as asked', ({ view }) => {
  const build = cosmWasm(view)
  const [message] = build.msgs
  const unnoticed: string[] = []
  let count = 0
  for (const msg of alterations(message?.msg)) {
    if (differsOnlyIn(HARMLESS, message?.msg, msg)) continue
    count += 1
    const altered = { ...build, msgs: [{ ...message, msg }] as CosmWasmMessage[] } // may be no message at all: that is the point
    const said = describeBuild({ ...view, build: altered })
    if (said.every(({ isAsAsked }) => isAsAsked)) unnoticed.push(JSON.stringify(msg))
  }
  expect(unnoticed).toEqual([])
  expect(count).toBeGreaterThan(5)
})

function cosmWasm({ build }: SignView): CosmWasmBuild {
  if (build?.type !== 'cosmwasm') throw new Error('the sample is a CosmWasm build')
  return build
}

function differsOnlyIn(names: RegExp, before: unknown, after: unknown): boolean {
  const lines = (value: unknown) => JSON.stringify(unpack(value), null, 1).split('\n')
  const [left, right] = [lines(before), lines(after)]
  const different = left.filter((line, index) => line !== right[index])
  return left.length === right.length && different.every((line) => names.test(line))
}

/** A message with the JSON inside its base64 laid open. */
function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unpack(each)]))
  const inside = typeof value === 'string' ? jsonIn(value) : undefined
  return inside === undefined ? value : unpack(inside)
}

test.each([
  { name: 'other money along', change: { funds: [{ denom: 'uosmo', amount: '1' }] } },
  { name: 'no money along', change: { funds: [] } },
  { name: 'another contract called', change: { contractAddress: STRANGER } },
])('a native deposit with $name is not as asked', ({ change }) => {
  const view = deposit(SETS[0], 'euclid')
  const build = cosmWasm(view)
  const msgs = build.msgs.map((message) => ({ ...message, ...change }))
  expect(describeBuild({ ...view, build: { ...build, msgs } })[0]?.isAsAsked).toBe(false)
})

test('a build for another chain, and a second message, are not as asked', () => {
  const view = deposit(SETS[1], 'osmo')
  const build = cosmWasm(view)
  expect(describeBuild({ ...view, build: { ...build, chain_id: 'else-1' } })[0]?.isAsAsked).toBe(
    false,
  )
  const twice = { ...build, msgs: [...build.msgs, ...build.msgs] }
  expect(describeBuild({ ...view, build: twice }).every(({ isAsAsked }) => isAsAsked)).toBe(false)
})

test('what cannot be read is shown as it is, with a warning', () => {
  const view = deposit(SETS[0], 'euclid')
  const build = cosmWasm(view)
  const funds = [{ denom: 'ueuclid', amount: '7' }]
  const msgs = [{ contractAddress: STRANGER, msg: { burn: { amount: '7' } }, funds }]
  const [words] = describeBuild({ ...view, build: { ...build, msgs } })
  expect(words).toMatchObject({ title: 'This message is not what was asked for', isAsAsked: false })
  expect(words?.raw).toBe(JSON.stringify({ burn: { amount: '7' } }, null, 2))
  expect(words?.facts).toContainEqual({ label: 'Sends along', value: '7 ueuclid' })
})

test.each([
  { place: SETS[0], other: 'vsl' },
  { place: SETS[1], other: 'neuron' },
])(
  '$place.set messages: vouchers that the claimer would hold as a user of $other are not as asked',
  ({ place, other }) => {
    const view = deposit(place, place.native)
    const claimer_contract = { chain_uid: other, address: CLAIMER }
    expect(describeBuild({ ...view, claimer_contract })[0]?.isAsAsked).toBe(false)
  },
)

test('a deposit to an address is as asked only for that address', () => {
  const user = { chain_uid: 'neuron', address: ALICE_HUB }
  const view = deposit(SETS[1], 'osmo', user)
  const to = (recipient: string) => describeBuild({ ...view, recipient })[0]?.isAsAsked
  expect(to(`${ALICE_HUB} on neuron`)).toBe(true)
  expect(to(`${STRANGER} on neuron`)).toBe(false)
  expect(to('@bobby')).toBe(false)
  expect(sampleNetwork.hub.claimer).toBe(STRANGER) // the claimer without a claim is nobody's
})

test.each(SETS)(
  '$set messages: shares for several people are as asked only all together',
  (place) => {
    const ids = ['claim-1', 'claim-2', 'claim-3']
    const asset = assetOn(place, place.native)
    const request = DepositRequest.parse({
      amount_in: '5000000',
      asset_in: { token: place.native, token_type: asset },
      sender: { chain_uid: place.chain_uid, address: place.address },
      recipient: {
        shares: [
          { to: { social: { telegram: 'bobby' } }, amount: '1666668' },
          { to: { social: { telegram: 'carol' } }, amount: '1666666' },
          { to: { social: { telegram: 'david' } }, amount: '1666666' },
        ],
      },
    })
    const claimers = ids.map((_id) => ({ ...claimer, _id, public_secret: `${_id}-key` }))
    const group = { claim_group_id: 'group-1', claimers }
    const build = buildDeposit(place.network, parseDeposit(place.network, request), group)
    const shares = [1666668, 1666666, 1666666].map((amount) => ({
      recipient: '',
      amount: `${amount}`,
    }))
    const asked = {
      asset,
      token: { token: place.native, decimals: 6 },
      recipient: '3 people',
      shares,
    }
    const view = viewOf(place, asked, build)
    const isAsAsked = (changes: Partial<SignView>) =>
      describeBuild({ ...view, ...changes }).every((words) => words.isAsAsked)

    expect(isAsAsked({})).toBe(true)
    expect(isAsAsked({ shares: shares.toReversed() })).toBe(false)
    expect(isAsAsked({ shares: shares.slice(1) })).toBe(false)
    expect(isAsAsked({ build: { ...build, claimers: claimers.toReversed() } })).toBe(false)
    expect(isAsAsked({ build: { ...build, claim_group_id: 'group-2' } })).toBe(false)
    const less = cosmWasm({ ...view, build }).msgs.slice(1)
    if (less.length > 0) expect(isAsAsked({ build: { ...cosmWasm(view), msgs: less } })).toBe(false)
  },
)
