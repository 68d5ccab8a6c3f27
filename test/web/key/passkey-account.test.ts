import { hkdfSync } from 'node:crypto'

import { Secp256k1HdWallet } from '@cosmjs/amino'
import { Bip39, Secp256k1, Secp256k1Signature, sha256, stringToPath } from '@cosmjs/crypto'
import { fromBase64, fromHex, toUtf8 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { verifyMessage } from 'viem'
import { expect, test } from 'vitest'

import { adr036Document } from '../../../src/core/claims/claim-document.ts'
import { accountOfWords, passkeyWords } from '../../../src/web/key/passkey-account.ts'

const OSMOSIS = { coinType: 118, prefix: 'osmo' }
/** As the documentation has it: whoever changes what comes of it takes people's accounts away. */
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const secretOf = (hex: string) => Uint8Array.from(fromHex(hex))

test('the derivation is frozen: this secret is this account for ever', async () => {
  const words = await passkeyWords(secretOf(SECRET))
  const account = accountOfWords(words)
  expect({
    words,
    evm: account.evmAddress,
    osmosis: account.cosmosAddress(OSMOSIS),
  }).toEqual({
    words:
      'govern elbow discover slogan position lens elephant limit simple force pave dignity evoke duck supreme search actual elevator excuse prosper exile puppy next away',
    evm: '0x2e4d328a743b6e7134fd637ad3460b6be7bcc483',
    osmosis: 'osmo1r0hn4kkwern45y4ajm49kumatunkk26lrq8y7d',
  })
})

test('the words are the entropy that HKDF-SHA-256 of another make gives of a secret', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const info = 'vouch passkey account v1: BIP-39 entropy'
      const entropy = new Uint8Array(hkdfSync('sha256', bytes, '', info, 32))
      expect(await passkeyWords(Uint8Array.from(bytes))).toBe(Bip39.encode(entropy).toString())
    }),
  )
})

// The phrases and addresses that Anvil and Hardhat, MetaMask's test dapp, and Cosmos' own wallets publish.
test.each([
  {
    words: 'test test test test test test test test test test test junk',
    evm: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  },
  {
    words:
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    evm: '0x9858effd232b4033e47d90003d41ec34ecaeda94',
    cosmos: 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4',
  },
])('the published phrase $words opens its published addresses', ({ words, evm, cosmos }) => {
  const account = accountOfWords(words)
  expect(account.evmAddress).toBe(evm)
  if (cosmos !== undefined)
    expect(account.cosmosAddress({ coinType: 118, prefix: 'cosmos' })).toBe(cosmos)
})

test('a Cosmos wallet that takes the words has the same address, and checks what was signed', async () => {
  const words = await passkeyWords(secretOf(SECRET))
  const account = accountOfWords(words)
  for (const { coinType, prefix } of [OSMOSIS, { coinType: 60, prefix: 'inj' }]) {
    const wallet = await Secp256k1HdWallet.fromMnemonic(words, {
      prefix,
      hdPaths: [stringToPath(`m/44'/${coinType}'/0'/0/0`)],
    })
    const [theirs] = await wallet.getAccounts()
    const address = account.cosmosAddress({ coinType, prefix })
    expect(address).toBe(theirs?.address)
    const text = 'a text, “quoted” & <marked>\nin two lines'
    const { signature, pub_key } = await account.signCosmosText({ coinType, prefix }, text)
    const hash = sha256(adr036Document(address, toUtf8(text)))
    const fixed = Secp256k1Signature.fromFixedLength(fromBase64(signature))
    expect(Secp256k1.verifySignature(fixed, hash, fromBase64(pub_key))).toBe(true)
    expect(fromBase64(pub_key)).toEqual(theirs?.pubkey)
  }
})

test('a text signed for an EVM chain is a personal message of the address', async () => {
  const account = accountOfWords(await passkeyWords(secretOf(SECRET)))
  const message = 'Link this wallet'
  const signature = await account.signEvmText(message)
  const address = /^0x[0-9a-f]{40}$/.test(account.evmAddress) ? account.evmAddress : ''
  const signed = { address: `0x${address.slice(2)}`, signature: `0x${signature.slice(2)}` } as const
  expect(await verifyMessage({ ...signed, message })).toBe(true)
  expect(await verifyMessage({ ...signed, message: `${message}s` })).toBe(false)
})
