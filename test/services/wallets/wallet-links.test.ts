import { makeSignDoc, Secp256k1HdWallet } from '@cosmjs/amino'
import { fromBech32, fromHex, toBase64, toBech32, toUtf8 } from '@cosmjs/encoding'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'

import { BECH32_LIMIT } from '../../../src/core/terms/bech32-account.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import type { Account } from '../../../src/core/terms/identity.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { walletAccounts } from '../../../src/core/wallets/linked-wallet.ts'
import type { ContractSigned } from '../../../src/services/wallets/check-signature.ts'
import { createWalletLinks } from '../../../src/services/wallets/wallet-links.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { createWalletStore } from '../../../src/store/people/wallet-store.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { threeChains } from '../../core/three-chains.ts'

const alice: Account = { platform: 'telegram', userId: '11', handle: 'alice' }
const bobby: Account = { platform: 'discord', userId: '12', handle: undefined }
const evm = privateKeyToAccount(generatePrivateKey())
const onBase = { chain_uid: 'base', address: evm.address }

const fourChains = Network.parse({
  ...threeChains,
  chains: threeChains.chains.flatMap((chain) =>
    chain.chain_uid === 'base'
      ? [chain, { ...chain, chain_uid: 'polygon', chain_id: '137', name: 'Polygon' }]
      : [chain],
  ),
})

let clock = createFakeClock()
let db = openDatabase(':memory:').db
/** What the chains say of contracts: by chain, or that they cannot tell. */
let contracts = new Map<string, (signed: ContractSigned) => boolean>()
let links = create()
function create(network = threeChains) {
  let ids = 0
  return createWalletLinks({
    network,
    store: createWalletStore(db),
    takesSignature: async (chainUid, signed) => contracts.get(chainUid)?.(signed) ?? false,
    publicUrl: 'https://vouch.example',
    newId: () => `id${(ids += 1)}`,
    newNonce: () => `nonce000${(ids += 1)}`,
    now: clock.now,
  })
}
beforeEach(() => {
  contracts = new Map()
  clock = createFakeClock()
  db = openDatabase(':memory:').db
  links = create()
})

async function linkEvm(account: Account, signer = evm, isPasskey?: boolean, hasWords?: boolean) {
  const { id } = await links.start(account)
  const user = { chain_uid: 'base', address: signer.address }
  const signature = await signer.signMessage({ message: await links.textFor(id, user) })
  return links.link(id, { ...user, signature, publicKey: undefined, isPasskey, hasWords })
}

/** The address with one letter in the other case. */
const wrongChecksum = (address: string) =>
  address.replace(/[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** A Cosmos key, and its ADR-036 signature as Keplr makes it. */
async function cosmosKey(prefix: string) {
  const wallet = await Secp256k1HdWallet.fromMnemonic(
    'test test test test test test test test test test test junk',
    { prefix },
  )
  const [account] = await wallet.getAccounts()
  if (!account) throw new Error('no account')
  const { address, pubkey } = account
  return {
    address,
    publicKey: toBase64(pubkey),
    async sign(text: string) {
      const data = toBase64(toUtf8(text))
      const message = { type: 'sign/MsgSignData', value: { signer: address, data } }
      const document = makeSignDoc([message], { gas: '0', amount: [] }, '', '', 0, 0)
      return (await wallet.signAmino(address, document)).signature.signature
    },
  }
}

describe('the text to sign', () => {
  test('names the account, the server, the address, a nonce and the expiry, for both families', async () => {
    const { id, expiresAt } = await links.start(alice)
    const cosmos = await cosmosKey('euclid')
    for (const user of [onBase, { chain_uid: 'neuron', address: cosmos.address }]) {
      const text = await links.textFor(id, user)
      for (const part of [
        'vouch.example wants you to sign in with your',
        user.address,
        'Link this wallet to the Telegram account @alice, id 11. This moves nothing',
        'URI: https://vouch.example',
        'Nonce: nonce000',
        `Expiration Time: ${expiresAt.toISOString()}`,
      ])
        expect(text).toContain(part)
    }
  })
  test('names an account without a handle by its id', async () => {
    const { id } = await links.start(bobby)
    expect(await links.textFor(id, onBase)).toContain('Discord account id 12.')
  })
})

describe('linking', () => {
  test('an EVM wallet serves every EVM chain, and its owner is told in private', async () => {
    const wallet = await linkEvm(alice)
    expect(await links.accountsOf(alice)).toEqual([
      { chain_uid: 'base', address: evm.address.toLowerCase() },
    ])
    expect(await links.accountsOf(bobby)).toEqual([])
    expect(await db.select().from(outbox).all()).toContainEqual(
      expect.objectContaining({
        kind: 'notify',
        userId: '11',
        view: 'wallet-linked',
        key: wallet.id,
      }),
    )
  })

  test('a Cosmos key serves every chain of its coin type, under the prefix of each', async () => {
    const key = await cosmosKey('osmo')
    const { id } = await links.start(alice)
    const user = { chain_uid: 'osmosis', address: key.address }
    const signature = await key.sign(await links.textFor(id, user))
    const wallet = await links.link(id, { ...user, signature, publicKey: key.publicKey })
    const bytes = fromBech32(key.address, BECH32_LIMIT).data
    expect(await links.accountsOf(alice)).toEqual([
      { chain_uid: 'neuron', address: toBech32('euclid', bytes) },
      { chain_uid: 'osmosis', address: key.address },
    ])
    const otherCoin = threeChains.chains.map((chain) =>
      chain.chain_uid === 'osmosis' ? { ...chain, coin_type: 60 } : chain,
    )
    expect(walletAccounts({ ...threeChains, chains: otherCoin }, wallet)).toEqual([
      { chain_uid: 'neuron', address: toBech32('euclid', bytes) },
    ])
  })

  describe('a smart account, whose signature its contract checks,', () => {
    beforeEach(() => {
      links = create(fourChains)
    })
    const contract = { chain_uid: 'base', address: `0x${'c0'.repeat(20)}` }
    const signature = `0x${'5a'.repeat(300)}`
    async function linkContract() {
      const { id } = await links.start(alice)
      const text = await links.textFor(id, contract)
      const takes = (signed: ContractSigned) =>
        signed.text === text &&
        signed.address === contract.address &&
        signed.signature === signature
      return { takes, link: () => links.link(id, { ...contract, signature, publicKey: undefined }) }
    }
    const away = () => {
      throw new ChainUnavailableError('polygon', 'away')
    }

    test('is linked on the chains alone that know it, since elsewhere its address may be somebody else’s', async () => {
      const { takes, link } = await linkContract()
      contracts.set('polygon', takes)
      await link()
      expect(await links.accountsOf(alice)).toEqual([{ ...contract, chain_uid: 'polygon' }])
    })

    test('linked again, has the chains that know it now', async () => {
      const first = await linkContract()
      contracts.set('base', first.takes)
      await first.link()
      const second = await linkContract()
      contracts.set('base', second.takes).set('polygon', second.takes)
      await second.link()
      expect(await links.walletsOf(alice)).toHaveLength(1)
      expect(await links.accountsOf(alice)).toEqual([
        contract,
        { ...contract, chain_uid: 'polygon' },
      ])
    })

    test.each([
      { name: 'no chain takes its signature', answers: {}, code: 'WRONG_SIGNATURE' },
      {
        name: 'a chain that may take it is away',
        answers: { polygon: away },
        code: 'CHAIN_UNAVAILABLE',
      },
    ])('is refused where $name', async ({ answers, code }) => {
      for (const [chainUid, answer] of Object.entries(answers)) contracts.set(chainUid, answer)
      const { link } = await linkContract()
      await expect(link()).rejects.toMatchObject({ code })
      expect(await links.walletsOf(alice)).toEqual([])
    })

    test('is linked where it is known while another chain is away', async () => {
      const { takes, link } = await linkContract()
      contracts.set('base', takes).set('polygon', away)
      await link()
      expect(await links.accountsOf(alice)).toEqual([contract])
    })
  })

  test('the same wallet again is one wallet, and several accounts can link it', async () => {
    const first = await linkEvm(alice)
    const other = await linkEvm(alice, privateKeyToAccount(generatePrivateKey()))
    await linkEvm(alice)
    await linkEvm(bobby)
    expect((await links.walletsOf(alice)).map(({ id }) => id)).toEqual([first.id, other.id])
    expect(await links.walletsOf(bobby)).toHaveLength(1)
  })

  test('a link is used once, by one of any number of racing calls', async () => {
    const { id } = await links.start(alice)
    const message = await links.textFor(id, onBase)
    const proof = { ...onBase, signature: await evm.signMessage({ message }), publicKey: undefined }
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => links.link(id, proof)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(links.link(id, proof)).rejects.toMatchObject({ code: 'WALLET_LINK_CLOSED' })
    expect(
      (await db.select().from(outbox).all()).filter(({ kind }) => kind === 'notify'),
    ).toHaveLength(1)
  })

  test.each([
    ['just before the deadline', 9.999, 'linked'],
    ['at the deadline', 10, 'WALLET_LINK_CLOSED'],
  ])('%s', async (_name, min, outcome) => {
    const { id } = await links.start(alice)
    const message = await links.textFor(id, onBase)
    const proof = { ...onBase, signature: await evm.signMessage({ message }), publicKey: undefined }
    clock.advanceMin(min)
    const said = await links.link(id, proof).then(
      () => 'linked',
      (error: { code: string }) => error.code,
    )
    expect(said).toBe(outcome)
  })

  test('a newer link takes the place of the older one', async () => {
    const { id } = await links.start(alice)
    await links.start(alice)
    await expect(links.textFor(id, onBase)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a signature serves for nothing but its own text, address and account', async () => {
    const first = await links.start(alice)
    const foreign = await evm.signMessage({ message: await links.textFor(first.id, onBase) })
    const { id } = await links.start(bobby)
    const message = await links.textFor(id, onBase)
    const stranger = privateKeyToAccount(generatePrivateKey())
    for (const signature of [
      foreign, // another account's request
      await stranger.signMessage({ message }),
      await evm.signMessage({ message: `${message} ` }),
      '0x',
      'no hex',
    ])
      await expect(
        links.link(id, { ...onBase, signature, publicKey: undefined }),
      ).rejects.toMatchObject({ code: 'WRONG_SIGNATURE' })
  })

  test('a Cosmos signature needs the address’s own key, and this very text', async () => {
    const key = await cosmosKey('euclid')
    const { id } = await links.start(alice)
    const user = { chain_uid: 'neuron', address: key.address }
    const text = await links.textFor(id, user)
    const signature = await key.sign(text)
    const otherKey = toBase64(fromHex(evm.publicKey.slice(2)))
    for (const proof of [
      { signature: await key.sign(`${text}!`), publicKey: key.publicKey },
      { signature, publicKey: otherKey },
      { signature, publicKey: undefined },
      { signature: 'AAAA', publicKey: key.publicKey },
    ])
      await expect(links.link(id, { ...user, ...proof })).rejects.toMatchObject({
        code: 'WRONG_SIGNATURE',
      })
    await links.link(id, { ...user, signature, publicKey: key.publicKey })
  })

  test.each([
    [
      'a prefix of another chain',
      'neuron',
      () => toBech32('osmo', new Uint8Array(20).fill(9)),
      'euclid1',
    ],
    ['an EVM address on a Cosmos chain', 'neuron', () => evm.address, 'euclid1'],
    ['a wrong checksum', 'base', () => wrongChecksum(evm.address), 'do not match its checksum'],
  ])('refuses %s', async (_name, chain_uid, address, words) => {
    const { id } = await links.start(alice)
    await expect(links.textFor(id, { chain_uid, address: address() })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      fix: expect.stringContaining(words),
    })
  })

  test('more than 20 wallets are refused, and one of them is linked again', async () => {
    const [first, ...others] = Array.from({ length: 20 }, () =>
      privateKeyToAccount(generatePrivateKey()),
    )
    for (const wallet of [first, ...others]) await linkEvm(alice, wallet)
    await expect(linkEvm(alice, privateKeyToAccount(generatePrivateKey()))).rejects.toThrow(
      '20 wallets',
    )
    await linkEvm(alice, first)
    expect(await links.walletsOf(alice)).toHaveLength(20)
  })
})

describe('several wallets', () => {
  test('the default one comes first, and unlinking it brings the oldest back to the front', async () => {
    const first = await linkEvm(alice)
    clock.advanceMin(1)
    const second = await linkEvm(alice, privateKeyToAccount(generatePrivateKey()))
    const order = async () => (await links.walletsOf(alice)).map(({ id }) => id)
    await links.makeDefault(alice, second.id)
    expect(await order()).toEqual([second.id, first.id])
    await links.makeDefault(alice, first.id)
    expect(await order()).toEqual([first.id, second.id])
    await links.unlink(alice, first.id)
    expect(await order()).toEqual([second.id])
  })

  test('an account of a passkey keeps what its owner gets, while it comes first', async () => {
    const own = { chain_uid: 'base', address: '0xown' }
    expect(await links.keeperOf(alice)).toBeUndefined()
    const passkey = await linkEvm(alice, evm, true)
    const keeper = { chain_uid: 'base', address: evm.address.toLowerCase() }
    expect(await links.keeperOf(alice)).toEqual(keeper)
    expect(await links.keeperOf(alice, [own])).toBeUndefined()
    await links.makeDefault(alice, passkey.id)
    expect(await links.keeperOf(alice, [own])).toEqual(keeper)
    clock.advanceMin(1)
    const other = await linkEvm(alice, privateKeyToAccount(generatePrivateKey()))
    expect(await links.keeperOf(alice)).toEqual(keeper)
    await links.makeDefault(alice, other.id)
    expect(await links.keeperOf(alice)).toBeUndefined()
    await links.unlink(alice, other.id)
    await linkEvm(alice, evm, false) // its key was moved into a wallet
    expect(await links.keeperOf(alice)).toBeUndefined()
  })

  test('the accounts of passkeys are told from others, on every chain, until they are linked as a wallet', async () => {
    links = create(fourChains)
    await linkEvm(alice, evm, true)
    await linkEvm(alice, privateKeyToAccount(generatePrivateKey()))
    await linkEvm(bobby)
    const address = evm.address.toLowerCase()
    expect(await links.passkeysOf('telegram:11')).toEqual([
      { chain_uid: 'base', address },
      { chain_uid: 'polygon', address },
    ])
    expect(await links.passkeysOf('discord:12')).toEqual([])
    await linkEvm(alice)
    expect(await links.passkeysOf('telegram:11')).toEqual([])
  })

  test('the words of an account of a passkey are missing until its page once said that they were confirmed', async () => {
    links = create(fourChains)
    const [address, other] = [evm.address.toLowerCase(), `0x${'0'.repeat(40)}`]
    const accounts = ['base', 'polygon'].map((chain_uid) => ({ chain_uid, address }))
    const passkeyAt = (account = alice, of = address) =>
      links.passkeyAt(account, { chain_uid: 'polygon', address: of })
    await linkEvm(alice, evm, true)
    expect(await passkeyAt()).toEqual({ accounts, hasWords: false })
    expect([await passkeyAt(bobby), await passkeyAt(alice, other)]).toEqual([undefined, undefined])
    for (const hasWords of [true, false, undefined]) {
      await linkEvm(alice, evm, true, hasWords)
      expect(await passkeyAt()).toEqual({ accounts, hasWords: true })
    }
    await linkEvm(bobby, evm, false, true)
    expect(await passkeyAt(bobby)).toBeUndefined()
    await linkEvm(bobby, evm, true)
    expect(await passkeyAt(bobby)).toEqual({ accounts, hasWords: false })
  })

  test("somebody else's wallet is neither made default nor unlinked", async () => {
    const wallet = await linkEvm(alice)
    await links.makeDefault(alice, wallet.id)
    await expect(links.makeDefault(bobby, wallet.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(links.unlink(bobby, wallet.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await links.walletsOf(alice)).toMatchObject([{ id: wallet.id, isDefault: true }])
  })
})
