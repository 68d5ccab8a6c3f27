import { afterEach, expect, test, vi } from 'vitest'

import { cosmosChainConfig } from '../../../../src/core/reference/chain-config.ts'
import type { CosmosChain } from '../../../../src/web/parts/wallets/cosmos-chain.ts'
import {
  connectCosmos,
  discoverCosmosWallets,
  signCosmosText,
  type CosmosWallet,
} from '../../../../src/web/parts/wallets/cosmos-wallet.ts'
import { sampleNetwork } from '../../../core/sample-network.ts'
import { NoPublicNodeError } from '../../../../src/web/parts/wallets/errors.ts'
import { keplrStandIn, verifiesText } from '../../keplr-stand-in.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const { chainID, ...config } = cosmosChainConfig(sampleNetwork, { chain_uid: 'neuron' })
const chain: CosmosChain = { ...config, chainId: chainID }
const walletOf = (options: Partial<Parameters<typeof keplrStandIn>[0]> = {}) =>
  keplrStandIn({ mnemonic, prefix: 'euclid', ...options })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a chain that the wallet knows is only enabled; one that it does not know is suggested first', async () => {
  const knowing = await walletOf({ knows: ['neuron-1'] })
  const account = await connectCosmos(knowing, chain)
  expect(account.address).toBe(knowing.address)
  expect(knowing.calls).toEqual(['enable', 'getKey'])

  const strange = await walletOf()
  expect(await connectCosmos(strange, chain)).toEqual(account)
  expect(strange.calls).toEqual(['enable', 'experimentalSuggestChain', 'enable', 'getKey'])
  expect(strange.suggested).toEqual([chain])
})

test('without a public node, a chain that the wallet does not know is not suggested to it', async () => {
  const silent = { ...chain, rpc: '' }
  const knowing = await walletOf({ knows: ['neuron-1'] })
  expect(await connectCosmos(knowing, silent)).toMatchObject({ address: knowing.address })
  const strange = await walletOf()
  await expect(connectCosmos(strange, silent)).rejects.toThrow(NoPublicNodeError)
  expect(strange.suggested).toEqual([])
})

test('a person who says no is not asked something else instead', async () => {
  const wallet = await walletOf({ declines: ['enable'] })
  await expect(connectCosmos(wallet, chain)).rejects.toThrow('Request rejected')
  expect(wallet.calls).toEqual(['enable'])
})

test("a text's signature is the account's own, by ADR-036", async () => {
  const wallet = await walletOf({ knows: ['neuron-1'] })
  const { address, publicKey } = await connectCosmos(wallet, chain)
  const text = 'Link this wallet to @alice: günlük 你好'
  const signed = await signCosmosText(wallet, { chainId: chain.chainId, address, text })
  expect(signed.publicKey).toBe(publicKey)
  expect(verifiesText(signed, address, text)).toBe(true)
  expect(verifiesText(signed, address, `${text}!`)).toBe(false)
})

test('wallets are found where each puts itself, also late, and once each', async () => {
  vi.useFakeTimers()
  const { provider } = await walletOf()
  const { provider: other } = await walletOf()
  const page: Record<string, unknown> = {
    keplr: other,
    leap: {},
    cosmostation: { providers: { keplr: other } },
  }
  vi.stubGlobal('window', page)
  const heard: string[][] = []
  discoverCosmosWallets((wallets: CosmosWallet[]) => heard.push(wallets.map(({ name }) => name)))
  page['leap'] = provider
  page['keplr'] = undefined
  vi.runAllTimers()
  expect(heard).toEqual([['Cosmostation'], ['Leap', 'Cosmostation']])
})
