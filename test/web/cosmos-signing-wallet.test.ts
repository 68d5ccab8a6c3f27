import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { CosmWasmBuild } from '../../src/core/terms/shapes.ts'
import type { CosmosChain } from '../../src/web/parts/wallets/cosmos-chain.ts'
import type { CosmosWallet } from '../../src/web/parts/wallets/cosmos-wallet.ts'
import { cosmosSigningWallet } from '../../src/web/sign/cosmos-signing-wallet.ts'
import { RequestClosedError } from '../../src/web/sign/signing-wallet.ts'
import {
  alice,
  bobby,
  CHAIN_ID,
  counter,
  startTestChain,
  wallet as keys,
} from '../devnet/cosmwasm/test-chain.ts'

const node = await startTestChain()
afterAll(() => node.stop())

const fetchReally = globalThis.fetch
/** What becomes of the next transaction that the page sends, in order; afterwards the chain answers. */
let answers: (() => Response)[]
let sent: number
beforeEach(() => {
  answers = []
  sent = 0
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (input === '/graphql')
      return Response.json({ data: { chains: { cosmos_wallet_config: config } } })
    if (!`${init.body}`.includes('broadcast_tx_sync')) return fetchReally(input, init)
    sent += 1
    return answers.shift()?.() ?? fetchReally(input, init)
  })
})
afterEach(() => vi.unstubAllGlobals())

const currency = { coinDenom: 'TOK', coinMinimalDenom: 'utok', coinDecimals: 6 }
const config: Omit<CosmosChain, 'chainId'> & { chainID: string } = {
  chainID: CHAIN_ID,
  chainName: 'Test',
  rpc: node.rpcUrl,
  rest: node.rpcUrl,
  features: [],
  bip44: { coinType: 118 },
  bech32Config: {
    bech32PrefixAccAddr: 'wasm',
    bech32PrefixAccPub: 'wasmpub',
    bech32PrefixValAddr: 'wasmvaloper',
    bech32PrefixValPub: 'wasmvaloperpub',
    bech32PrefixConsAddr: 'wasmvalcons',
    bech32PrefixConsPub: 'wasmvalconspub',
  },
  stakeCurrency: currency,
  currencies: [currency],
  feeCurrencies: [{ ...currency, gasPriceStep: { low: 0.025, average: 0.025, high: 0.025 } }],
}

/** A wallet that signs for whichever account it is asked for; `asked` are those. */
function signingWallet() {
  const asked: string[] = []
  const wallet: CosmosWallet = {
    id: 'keplr',
    name: 'Keplr',
    icon: '',
    accountEvent: 'keplr_keystorechange',
    provider: {
      async enable() {},
      async experimentalSuggestChain() {},
      getKey: () => Promise.reject(new Error('nobody connects here')),
      signArbitrary: () => Promise.reject(new Error('nobody signs a text here')),
      async getOfflineSignerAuto() {
        return {
          getAccounts: () => keys.getAccounts(),
          signDirect(signer, doc) {
            asked.push(signer)
            return keys.signDirect(signer, doc)
          },
        }
      },
    },
  }
  return { asked, ...cosmosSigningWallet(wallet, 'test') }
}

const build: CosmWasmBuild = {
  type: 'cosmwasm',
  sender: { chain_uid: 'test', address: alice },
  contract: counter,
  chain_id: CHAIN_ID,
  rpc_url: node.rpcUrl,
  rest_url: node.rpcUrl,
  msgs: [{ contractAddress: counter, msg: { add: { by: 1, outcome: 'succeed' } }, funds: [] }],
}
const page = { tell() {}, async checkOpen() {} }
const lost = () => {
  throw new TypeError('fetch failed')
}

/** How many transactions of each the chain has taken. */
const taken = () =>
  Promise.all(
    [alice, bobby].map(async (address) => (await node.client.getSequence(address)).sequence),
  )

test('what one account has signed and may be on its way is not sent for another, nor signed twice by that one', async () => {
  const wallet = signingWallet()
  answers = [lost]
  await expect(wallet.send(alice, build, page)).rejects.toThrow('fetch failed')
  await wallet.send(bobby, build, page)
  await expect.poll(taken).toEqual([0, 1])
  await wallet.send(alice, build, page)
  await expect.poll(taken).toEqual([1, 1])
  expect(wallet.asked).toEqual([alice, bobby])
})

test('what is signed once its request is closed is not sent', async () => {
  const wallet = signingWallet()
  const checkOpen = () => Promise.reject(new RequestClosedError())
  await expect(wallet.send(alice, build, { ...page, checkOpen })).rejects.toThrow(
    RequestClosedError,
  )
  expect(wallet.asked).toEqual([alice])
  expect(sent).toBe(0)
})
