import { beforeAll, expect, test } from 'vitest'

import { eventually } from './eventually.ts'
import { startVouch, type Vouch } from './start-vouch.ts'
import { createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'

const USDC = 1_000_000n
const EUCLID = 1_000_000n

let vouch: Vouch
let client: VouchClient
beforeAll(async () => {
  vouch = await startVouch()
  client = createVouchClient(vouch.url)
})

type User = { chain_uid: string; address: string }
type TokenType = { native: { denom: string } } | { smart: { contract_address: string } }

const user = async (persona: string, chain_uid: string): Promise<User> => ({
  chain_uid,
  address: await client.address(persona, chain_uid),
})
const vouchersOf = async (persona: string) => (await client.wallets(persona)).vouchers

/** Builds an operation over REST, and signs and sends every message of it with the persona's wallet. */
async function execute(persona: string, operation: string, request: object): Promise<void> {
  const build = await client.ok<object>('POST', `/api/v1/execute/${operation}`, request)
  await client.ok('POST', '/playground/api/broadcast', { from: persona, build })
}

/** Deposits to vouchers of an account of the depositor's own. */
async function depositToSelf(
  persona: string,
  {
    from,
    to,
    amount,
    token,
    token_type,
  }: {
    from: User
    to: User
    amount: bigint
    token: string
    token_type: TokenType
  },
): Promise<void> {
  const request = { amount_in: `${amount}`, asset_in: { token, token_type }, sender: from }
  await execute(persona, 'token/deposit', { ...request, recipient: to })
  await eventually(() => vouchersOf(persona)).toEqual([{ token, amount: `${amount}` }])
}

test('an EVM sender pays out vouchers to two people, the limited one first', async () => {
  const [alice, bobby, carol] = await Promise.all(
    ['alice', 'bobby', 'carol'].map((persona) => user(persona, 'base')),
  )
  if (!alice || !bobby || !carol) throw new Error('a persona has no wallet on base')
  const balances = () =>
    Promise.all(['alice', 'bobby', 'carol'].map((name) => client.balance(name, 'base', 'usdc')))
  const before = await balances()

  const token_type = await usdcOnBase()
  const deposit = { from: alice, to: alice, amount: 10n * USDC, token: 'usdc', token_type }
  await depositToSelf('alice', deposit)
  await execute('alice', 'vcoin/withdraw', {
    token: 'usdc',
    amount: `${10n * USDC}`,
    sender: alice,
    cross_chain_addresses: [
      { user: bobby, limit: { less_than_or_equal: `${7n * USDC}` } },
      { user: carol },
    ],
  })

  const after = [-10n, 7n, 3n].map((change, index) => (before[index] ?? 0n) + change * USDC)
  await eventually(balances).toEqual(after)
  expect(await vouchersOf('alice')).toEqual([])
})

test('a CosmWasm sender pays out vouchers to somebody else on the hub', async () => {
  const [alice, bobby] = [await user('alice', 'neuron'), await user('bobby', 'neuron')]
  const before = {
    alice: await client.balance('alice', 'neuron', 'euclid'),
    bobby: await client.balance('bobby', 'neuron', 'euclid'),
  }

  await depositToSelf('alice', {
    from: alice,
    to: alice,
    amount: 5n * EUCLID,
    token: 'euclid',
    token_type: { native: { denom: 'ueuclid' } },
  })
  await execute('alice', 'vcoin/withdraw', {
    token: 'euclid',
    amount: `${5n * EUCLID}`,
    sender: alice,
    cross_chain_addresses: [{ user: bobby, limit: { less_than_or_equal: `${5n * EUCLID}` } }],
    timeout: '90',
  })

  await eventually(() => client.balance('bobby', 'neuron', 'euclid')).toBe(
    before.bobby + 5n * EUCLID,
  )
  const spent = before.alice - (await client.balance('alice', 'neuron', 'euclid'))
  expect(spent).toBeGreaterThan(5n * EUCLID) // and the fees
  expect(spent).toBeLessThan(6n * EUCLID)
  expect(await vouchersOf('alice')).toEqual([])
})

test('a CosmWasm sender pays out on an EVM chain; without a list, an EVM sender gets it back', async () => {
  const [onBase, onHub] = [await user('alice', 'base'), await user('alice', 'neuron')]
  const david = await user('david', 'base')
  const balances = () =>
    Promise.all(['alice', 'david'].map((persona) => client.balance(persona, 'base', 'usdc')))
  const [alices = 0n, davids = 0n] = await balances()
  const token_type = await usdcOnBase()

  const deposit = { from: onBase, amount: 4n * USDC, token: 'usdc', token_type }
  await depositToSelf('alice', { ...deposit, to: onHub })
  await execute('alice', 'vcoin/withdraw', {
    token: 'usdc',
    amount: `${4n * USDC}`,
    sender: onHub,
    cross_chain_addresses: [{ user: david }],
  })
  await eventually(balances).toEqual([alices - 4n * USDC, davids + 4n * USDC])

  await depositToSelf('alice', { ...deposit, to: onBase })
  await execute('alice', 'vcoin/withdraw', {
    token: 'usdc',
    amount: `${4n * USDC}`,
    sender: onBase,
  })
  await eventually(balances).toEqual([alices - 4n * USDC, davids + 4n * USDC])
  expect(await vouchersOf('alice')).toEqual([])
})

test('nothing unexpected was logged', () => {
  expect(vouch.warnings()).toEqual([])
})

/** The ERC-20's form on base, as the payload of a tip names it. */
async function usdcOnBase(): Promise<TokenType> {
  const answer = await client.say('alice', 'lobby', '/tip @bobby 1 usdc')
  const { build } = await client.ok<{ build: { msgs: { to: string }[] } }>(
    'GET',
    `/api/v1/sign/${signIdOf(answer)}`,
  )
  return { smart: { contract_address: build.msgs[0]?.to ?? '' } }
}
