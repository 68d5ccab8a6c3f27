import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { hexToString } from 'viem'
import { describe, expect, test } from 'vitest'

import { createJsonOperations } from '../../services/json-edge.ts'
import type { Gift } from '../../../src/services/operations/claimers-port.ts'
import type { TransactionBuild } from '../../../src/core/terms/shapes.ts'
import type { Network } from '../../../src/core/terms/network.ts'
import { ALICE_EVM, ALICE_HUB, CLAIMER, CW20, USDC } from '../sample-network.ts'
import { ALICE_OSMO, OSMO_USDC, publishedChains, threeChains } from '../three-chains.ts'
import { cosmWasmMessages, evmMessages, factoryCall, record } from './read-build.ts'

const GROUP = 'feedfeedfeedfeedfeedfeed'
const made: Gift[] = []
const operationsOn = (network: Network) =>
  createJsonOperations({
    network,
    claimers: {
      async create(gifts) {
        made.push(...gifts)
        const claimers = gifts.map(({ sender, recipient }, index) => ({
          public_secret: `key${index}`,
          otp: 'abc123',
          _id: `${index}`.repeat(24),
          ...(recipient.kind === 'social' && { social: recipient.social }),
          created_at: '2026-01-01T00:00:00Z',
          sender,
        }))
        return { claimers, claim_group_id: gifts.length > 1 ? GROUP : undefined }
      },
    },
    pools: {
      pairOf: async () => undefined,
      lpTokenOf: async () => undefined,
      simulateSwap: () => Promise.reject(new Error('nothing is simulated here')),
    },
    now: () => new Date(0),
  })
const { deposit, transferVoucher } = operationsOn(threeChains)
const published = operationsOn(publishedChains)

const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onHub = { chain_uid: 'neuron', address: ALICE_HUB }
const onOsmosis = { chain_uid: 'osmosis', address: ALICE_OSMO }
const smart = (contract_address: string) => ({
  token: 'usdc',
  token_type: { smart: { contract_address } },
})

/** Two people and a wallet share 60. */
const payee = {
  shares: [
    { to: { social: { telegram: '@bobby' } }, amount: '30' },
    { to: onHub, amount: '10' },
    { to: { social: { email: 'carol@example.com' } }, amount: '20' },
  ],
}
const claim = (index: number) => ({
  create_voucher_claim: {
    claimer_pubkey: `key${index}`,
    pseudo_claim_id: `${index}`.repeat(24),
    claim_group_id: GROUP,
  },
})
/** Who is paid what, where the claimer contract is a user of this chain. */
function paidWithClaimerOf(chain_uid: string): Paid[] {
  const claimer = { chain_uid, address: CLAIMER }
  return [
    { user: claimer, amount: '30', message: claim(0) },
    { user: onHub, amount: '10', message: undefined },
    { user: claimer, amount: '20', message: claim(1) },
  ]
}
const IN_INTERFACE = paidWithClaimerOf('neuron')
const IN_PUBLISHED = paidWithClaimerOf('vsl')

type Paid = { user: unknown; amount: string; message: unknown }
const jsonOf = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(fromUtf8(fromBase64(text))) : undefined

/** What an EVM build pays to whom, in its one operation. */
function paidByEvm(build: TransactionBuild): Paid[] {
  const { functionName, args } = factoryCall(build)
  const recipients =
    functionName === 'depositToken' ? args[2] : functionName === 'transferVoucher' ? args[3] : []
  return recipients.map(({ recipient, amount, denom, forwarding_message: message }) => {
    expect([amount.limit_type, denom.token_type]).toEqual(['equal', 'voucher'])
    return {
      user: { chain_uid: recipient.chain_uid, address: recipient.sender },
      amount: `${amount.value}`,
      message: message === '0x' ? undefined : JSON.parse(hexToString(message)),
    }
  })
}

/** What the orders of a CosmWasm build pay to whom: one order for all, or one for each share. */
function paidByCosmWasm(build: TransactionBuild): Paid[] {
  return ordersIn(build).flatMap((order) => {
    if (Array.isArray(order['recipients']))
      return order['recipients'].map((each: Record<string, unknown>) => ({
        user: each['recipient'],
        amount: String(record(each['amount'])['equal']),
        message: jsonOf(each['forwarding_message']),
      }))
    const user = record(order['recipient'] ?? order['recipient_address'])
    const amount = String(order['sent'] ?? order['amount_in'] ?? order['amount'])
    return [{ user, amount, message: jsonOf(order['msg']) }]
  })
}

function ordersIn(build: TransactionBuild): Record<string, unknown>[] {
  return cosmWasmMessages(build).map(({ msg, funds }) => {
    const [content] = Object.values(msg)
    const order = record(content)
    const sent = order['amount'] ?? order['amount_in']
    if (funds.length > 0) expect(funds[0]?.amount).toBe(sent)
    if (!('send' in msg)) return order
    const [inner] = Object.values(record(jsonOf(order['msg'])))
    return { ...record(inner), sent }
  })
}

describe('an amount that several share', () => {
  test.each([
    {
      name: 'a deposit of an EVM token',
      build: () =>
        deposit({ amount_in: '60', asset_in: smart(USDC), sender: onBase, recipient: payee }),
      read: paidByEvm,
      paid: IN_INTERFACE,
      messages: 2, // one approval of all of it
    },
    {
      name: 'vouchers of an EVM wallet',
      build: () =>
        transferVoucher({
          amount: '60',
          token: 'usdc',
          sender: onBase,
          recipient_address: { user: payee },
        }),
      read: paidByEvm,
      paid: IN_INTERFACE,
      messages: 1,
    },
    {
      name: 'a native deposit in the interface’s messages',
      build: () =>
        deposit({
          amount_in: '60',
          asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
          sender: onHub,
          recipient: payee,
        }),
      read: paidByCosmWasm,
      paid: IN_INTERFACE,
      messages: 3,
    },
    {
      name: 'a smart deposit in the interface’s messages',
      build: () =>
        deposit({ amount_in: '60', asset_in: smart(CW20), sender: onHub, recipient: payee }),
      read: paidByCosmWasm,
      paid: IN_INTERFACE,
      messages: 3,
    },
    {
      name: 'vouchers in the interface’s messages',
      build: () =>
        transferVoucher({
          amount: '60',
          token: 'usdc',
          sender: onHub,
          recipient_address: { user: payee },
        }),
      read: paidByCosmWasm,
      paid: IN_INTERFACE,
      messages: 3,
    },
    {
      name: 'a deposit of an EVM token where the hub is of the published contracts',
      build: () =>
        published.deposit({
          amount_in: '60',
          asset_in: smart(USDC),
          sender: onBase,
          recipient: payee,
        }),
      read: paidByEvm,
      paid: IN_PUBLISHED,
      messages: 2,
    },
    {
      name: 'a native deposit in the published messages',
      build: () =>
        published.deposit({
          amount_in: '60',
          asset_in: { token: 'osmo', token_type: { native: { denom: 'uosmo' } } },
          sender: onOsmosis,
          recipient: payee,
        }),
      read: paidByCosmWasm,
      paid: IN_PUBLISHED,
      messages: 1,
    },
    {
      name: 'a smart deposit in the published messages',
      build: () =>
        published.deposit({
          amount_in: '60',
          asset_in: smart(OSMO_USDC),
          sender: onOsmosis,
          recipient: payee,
        }),
      read: paidByCosmWasm,
      paid: IN_PUBLISHED,
      messages: 1,
    },
    {
      name: 'vouchers in the published messages',
      build: () =>
        published.transferVoucher({
          amount: '60',
          token: 'usdc',
          sender: onOsmosis,
          recipient_address: { user: payee },
        }),
      read: paidByCosmWasm,
      paid: IN_PUBLISHED,
      messages: 1,
    },
  ])('$name: each share once, the people’s as one group of claims', async (row) => {
    const build = await row.build()
    expect(row.read(build)).toEqual(row.paid)
    expect(build.msgs).toHaveLength(row.messages)
    expect(build.claim_group_id).toBe(GROUP)
    expect(build.claimers?.map(({ _id }) => _id)).toEqual(['0'.repeat(24), '1'.repeat(24)])
    expect(build.claimer?._id ?? '').toBe('')
  })

  test('the wallet estimates the gas of several shares on EVM', async () => {
    const one = { amount_in: '60', asset_in: smart(USDC), sender: onBase, recipient: onHub }
    const gasOf = (build: TransactionBuild) => evmMessages(build).map(({ gasLimit }) => gasLimit)
    expect(gasOf(await deposit({ ...one, recipient: payee }))).toEqual(['0x186A0', undefined])
    expect(gasOf(await deposit(one))).toEqual(['0x186A0', '0x493E0'])
  })

  test('wallets alone share without a claimer', async () => {
    made.length = 0
    const shares = [onHub, onBase].map((to) => ({ to, amount: '30' }))
    const build = await deposit({
      amount_in: '60',
      asset_in: smart(USDC),
      sender: onBase,
      recipient: { shares },
    })
    expect(build).not.toHaveProperty('claimers')
    expect(made).toEqual([])
  })

  test.each([
    {
      name: 'shares that come to less',
      amount_in: '61',
      recipient: payee,
      message: 'recipient.shares come to 60, but amount_in is 61.',
    },
    {
      name: 'a share of nothing',
      amount_in: '60',
      recipient: { shares: [{ to: onHub, amount: '0' }] },
      message: /recipient\.shares\.0\.amount is not usable: must be above zero/,
    },
    {
      name: 'no share',
      amount_in: '60',
      recipient: { shares: [] },
      message: /must have at least one share/,
    },
    {
      name: '51 shares',
      amount_in: '51',
      recipient: { shares: Array.from({ length: 51 }, () => ({ to: onHub, amount: '1' })) },
      message: 'recipient.shares are 51, but one transaction carries at most 50.',
    },
    {
      name: 'a handle that cannot be',
      amount_in: '60',
      recipient: { shares: [{ to: { social: { telegram: '@x' } }, amount: '60' }] },
      message: /recipient\.shares\.0\.to/,
    },
    {
      name: 'an account, which only a chat can name',
      amount_in: '60',
      recipient: {
        shares: [
          { to: { account: { platform: 'telegram', userId: '1' }, name: 'Bo' }, amount: '60' },
        ],
      },
      message: /recipient/,
    },
    {
      name: 'whoever comes first, which only a chat can say',
      amount_in: '60',
      recipient: { first_come: 'telegram' },
      message: /recipient/,
    },
  ])('$name is refused, and no claimer is made', async ({ amount_in, recipient, message }) => {
    made.length = 0
    const asked = deposit({ amount_in, asset_in: smart(USDC), sender: onBase, recipient })
    await expect(asked).rejects.toThrow(message)
    expect(made).toEqual([])
  })

  test('a chat names accounts by their id, and whoever comes first', async () => {
    made.length = 0
    const account = { platform: 'telegram', userId: '42' }
    const shares = [
      { to: { account, name: 'Bo Peep' }, amount: '40' },
      { to: { first_come: 'telegram' }, amount: '20' },
    ]
    const origin = { account: 'telegram:7', name: '@alice', note: undefined }
    const asked = { amount_in: '60', asset_in: smart(USDC), sender: onBase, recipient: { shares } }
    await deposit(asked, { origin })
    expect(made.map(({ recipient, amount }) => [recipient, amount])).toEqual([
      [{ kind: 'account', account: { ...account, handle: undefined }, name: 'Bo Peep' }, 40n],
      [{ kind: 'first_come', platform: 'telegram' }, 20n],
    ])
  })
})
