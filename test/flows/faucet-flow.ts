import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Vouch } from './vouch-process.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'

const USDC = 1_000_000n
type Gifts = { tx_hashes: string[]; gifts: { token: string; amount: string }[] }
type Books = { tokens: { token: string; difference: string }[] }

export function faucetFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  beforeAll(() => {
    vouch = running()
    client = createVouchClient(vouch.url)
  })

  const differences = async () =>
    (await client.ok<Books>('GET', '/devnet/api/books')).tokens.filter(
      ({ difference }) => difference !== '0',
    )

  describe('/faucet in the playground', () => {
    test.each([
      { words: '/faucet usdc 250 on osmosis', chain: 'osmosis', token: 'usdc', units: 250n * USDC },
      { words: '/faucet usdt', chain: 'base', token: 'usdt', units: 100n * USDC },
      { words: '/faucet on polygon', chain: 'polygon', token: 'pol', units: 10n ** 18n },
      { words: '/faucet euclid 0.5 on neuron', chain: 'neuron', token: 'euclid', units: USDC / 2n },
    ])('$words: it is there when the card is', async ({ words, chain, token, units }) => {
      const before = await client.balance('bobby', chain, token)
      const [, card] = await client.say('bobby', 'dm:bobby', words)
      expect(card?.card?.title).toBe('Test tokens have arrived')
      expect(await client.balance('bobby', chain, token)).toBe(before + units)
      expect(await differences()).toEqual([])
    })

    test.each([
      { words: '/faucet dollars', says: /no token "dollars"/ },
      { words: '/faucet usdc 10001', says: /more than is given at once/ },
      { words: '/faucet osmo on base', says: /There is no such osmo on base/ },
      { words: '/faucet usdc 1 2 3', says: /more than a faucet needs/ },
    ])('$words is refused, with what would be right', async ({ words, says }) => {
      const [, card] = await client.say('bobby', 'dm:bobby', words)
      expect(card?.card?.tone).toBe('error')
      expect(card?.card?.title).toMatch(says)
    })

    test('it is in the list of commands', async () => {
      const [, card] = await client.say('bobby', 'dm:bobby', '/help')
      expect(card?.card?.blocks.some(({ value }) => value?.includes('/faucet'))).toBe(true)
    })
  })

  describe('POST /devnet/api/faucet', () => {
    test('gives a new account some of everything that is at home on the chain', async () => {
      const address = privateKeyToAddress(generatePrivateKey())
      const answer = await client.ok<Gifts>('POST', '/devnet/api/faucet', {
        chain_uid: 'base',
        address,
      })
      expect(answer.gifts.map(({ token, amount }) => [token, amount])).toEqual([
        ['usdc', `${100n * USDC}`],
        ['usdt', `${100n * USDC}`],
        ['eth', `${10n ** 18n}`],
      ])
      expect(new Set(answer.tx_hashes).size).toBe(3)
      expect(await differences()).toEqual([])
    })

    const alice = '0xBcd4042DE499D14e55001CcbB24a551F3b954096'
    test.each([
      { body: { chain_uid: 'mars', address: alice }, code: 'UNKNOWN_CHAIN' },
      { body: { chain_uid: 'base', address: 'osmo1nope' }, code: 'INVALID_ADDRESS' },
      { body: { chain_uid: 'base', address: alice, token: 'doge' }, code: 'UNKNOWN_TOKEN' },
      { body: { chain_uid: 'base', address: alice, token: 'osmo' }, code: 'UNKNOWN_DENOMINATION' },
      { body: { chain_uid: 'base', address: alice, amount: '5' }, code: 'INVALID_REQUEST' },
      {
        body: { chain_uid: 'base', address: alice, token: 'eth', amount: `${11n * 10n ** 18n}` },
        code: 'INVALID_REQUEST',
      },
      {
        body: { chain_uid: 'base', address: alice, token: 'eth', amount: '0' },
        code: 'INVALID_REQUEST',
      },
      {
        body: { chain_uid: 'base', address: alice, token: 'eth', amount: '1e18' },
        code: 'INVALID_REQUEST',
      },
    ])('refuses $body: $code', async ({ body, code }) => {
      const answer = await client.failure('POST', '/devnet/api/faucet', body)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.body.error.code).toBe(code)
      expect(answer.body.error.fix).not.toBe('')
    })
  })

  test('nothing unexpected was logged', () => {
    expect(vouch.warnings()).toEqual([])
  })
}
