import { makeSignDoc, Secp256k1HdWallet } from '@cosmjs/amino'
import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { beforeAll, expect, test } from 'vitest'

import { evmAccount } from '../../src/devnet/accounts.ts'
import type { Vouch } from './vouch-process.ts'
import { signWithWallet } from './sign-with-wallet.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'

const USDC = 1_000_000n
const EUCLID = 1_000_000n
type User = { chain_uid: string; address: string }
type TokenType = { native: { denom: string } } | { smart: { contract_address: string } }

export function withdrawFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  beforeAll(() => {
    vouch = running()
    client = createVouchClient(vouch.url)
  })

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
    await expect.poll(() => vouchersOf(persona)).toEqual([{ token, amount: `${amount}` }])
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
    await expect.poll(balances).toEqual(after)
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

    await expect
      .poll(() => client.balance('bobby', 'neuron', 'euclid'))
      .toBe(before.bobby + 5n * EUCLID)
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
    await expect.poll(balances).toEqual([alices - 4n * USDC, davids + 4n * USDC])

    await depositToSelf('alice', { ...deposit, to: onBase })
    await execute('alice', 'vcoin/withdraw', {
      token: 'usdc',
      amount: `${4n * USDC}`,
      sender: onBase,
    })
    await expect.poll(balances).toEqual([alices - 4n * USDC, davids + 4n * USDC])
    expect(await vouchersOf('alice')).toEqual([])
  })

  const titleOf = (id: string) => async () => (await client.message('dm:carol', id)).card?.title
  const newest = async (chat: string) => (await client.messages(chat)).at(-1)?.card

  test('/deposit and /withdraw in a chat move what was said: half there, all back to another chain', async () => {
    const held = await client.balance('carol', 'base', 'usdc')
    const onPolygon = await client.balance('carol', 'polygon', 'usdc')
    const deposit = await client.say('carol', 'dm:carol', '/deposit half usdc on base')
    expect(JSON.stringify(cardOf(deposit).card)).toContain('Half of your')
    await client.sign('carol', signIdOf(deposit))
    await expect.poll(titleOf(cardOf(deposit).id)).toMatch(/are your vouchers now$/)
    const vouchers = await vouchersOf('carol')
    expect(vouchers).toEqual([{ token: 'usdc', amount: `${held / 2n}` }])

    const withdraw = await client.say('carol', 'dm:carol', '/withdraw all usdc to polygon')
    await client.sign('carol', signIdOf(withdraw))
    await expect.poll(titleOf(cardOf(withdraw).id)).toMatch(/arrived on Polygon/)
    expect(await client.balance('carol', 'polygon', 'usdc')).toBe(onPolygon + held / 2n)
    expect(await vouchersOf('carol')).toEqual([])
  })

  test('a linked EVM wallet pays a tip of its owner, and no other wallet may sign it', async () => {
    // A funded key that is not david's own; he links it by a signature.
    const account = evmAccount('bobby')
    const link = await startLink('david')
    const { text } = await link.text({ chain_uid: 'base', address: account.address })
    expect(text).toContain('Telegram account @david')
    const signature = await account.signMessage({ message: text })
    const proof = { chain_uid: 'base', address: account.address, signature }
    expect(await link.link(proof)).toMatchObject({ status: 200, body: { status: 'linked' } })
    expect(await link.link(proof)).toMatchObject({
      status: 410,
      body: { error: { code: 'WALLET_LINK_CLOSED' } },
    })
    await expect
      .poll(async () => (await newest('dm:david'))?.title)
      .toBe('A wallet was linked to your account')

    await client.say('david', 'dm:david', '/wallet default 1')
    const before = await client.balance('bobby', 'base', 'usdc')
    const tip = await client.say('david', 'lobby', '/tip @carol $2 of usdc on base')
    const signId = signIdOf(tip)
    const refused = await client.failure('POST', `/api/v1/sign/${signId}/prepare`, {
      address: await client.address('david', 'base'),
    })
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'NOT_YOURS' } } })
    await signWithWallet(client, signId, 'bobby')
    await expect
      .poll(async () => (await client.message('lobby', cardOf(tip).id)).card?.title)
      .toBe('@carol can claim 2 USDC')
    expect(await client.balance('bobby', 'base', 'usdc')).toBe(before - 2n * USDC)
  })

  test('a linked Cosmos key serves every chain of its coin type', async () => {
    const wallet = await Secp256k1HdWallet.generate(12, { prefix: 'osmo' })
    const [key] = await wallet.getAccounts()
    if (!key) throw new Error('no account')
    const link = await startLink('alice')
    const signer = { chain_uid: 'osmosis', address: key.address }
    const { text } = await link.text(signer)
    const message = {
      type: 'sign/MsgSignData',
      value: { signer: key.address, data: toBase64(toUtf8(text)) },
    }
    const document = makeSignDoc([message], { gas: '0', amount: [] }, '', '', 0, 0)
    const { signature } = (await wallet.signAmino(key.address, document)).signature
    const linked = await link.link({ ...signer, signature, pub_key: toBase64(key.pubkey) })
    expect(linked).toMatchObject({ status: 200, body: { linked: { family: 'cosmwasm' } } })
    const list = await client.say('alice', 'dm:alice', '/wallet')
    expect(JSON.stringify(cardOf(list).card)).toMatch(/1.*on Osmosis \(local\), Neuron \(local\)/)
  })

  /** What a person does on the page that `/wallet link` leads to. */
  async function startLink(persona: string) {
    const answer = await client.say(persona, `dm:${persona}`, '/wallet link')
    const page = cardOf(answer).card.blocks.find(({ kind }) => kind === 'link')?.url ?? ''
    const path = `/api/v1/wallet-links/${new URL(page).pathname.split('/').at(-1)}`
    return {
      text: (signer: User) => client.ok<{ text: string }>('POST', `${path}/text`, signer),
      link: (proof: object) => client.call<object>('POST', `${path}/link`, proof),
    }
  }

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
}
