import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { CosmWasmBuild } from '../../src/core/terms/shapes.ts'
import type { CosmosChain } from '../../src/web/parts/wallets/cosmos-chain.ts'
import type { CosmosWallet } from '../../src/web/parts/wallets/cosmos-wallet.ts'
import { BroadcastRefusedError } from '../../src/web/parts/wallets/errors.ts'
import { cosmosSigningWallet } from '../../src/web/sign/cosmos-signing-wallet.ts'
import { RequestClosedError, type SendingPage } from '../../src/web/sign/signing-wallet.ts'
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
let answers: ((really: () => Promise<Response>, id: number) => Promise<Response>)[]
let sent: number
/** Whether the node that is asked for what is in blocks knows. */
let isIndexing: boolean
beforeEach(() => {
  answers = []
  sent = 0
  isIndexing = true
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (input: string, init: { body: string }) => {
    if (input === '/graphql')
      return Response.json({ data: { chains: { cosmos_wallet_config: config } } })
    if (!isIndexing && init.body.includes('tx_search')) {
      const error = { code: -32_603, message: 'Internal error', data: 'indexing is disabled' }
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(init.body).id, error })
    }
    if (!init.body.includes('broadcast_tx_sync')) return fetchReally(input, init)
    sent += 1
    const really = () => fetchReally(input, init)
    return answers.shift()?.(really, JSON.parse(init.body).id) ?? really()
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
const page: SendingPage = { tell() {}, async checkOpen() {}, ask: (send) => send() }
const lost = () => Promise.reject(new TypeError('fetch failed'))
const takenAndLost = async (really: () => Promise<Response>) => {
  await really()
  return lost()
}
/** A node whose cache has lost what it took, and whose chain counts on: the words are the Cosmos SDK's. */
const forgotten = async (_really: unknown, id: number) => {
  const log = 'account sequence mismatch, expected 2, got 1: incorrect account sequence'
  const result = { code: 32, codespace: 'sdk', log, data: '', hash: '00'.repeat(32) }
  return Response.json({ jsonrpc: '2.0', id, result })
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

test('what is in a block, though its answer was lost and its node has forgotten it, is sent and not signed again', async () => {
  const wallet = signingWallet()
  const before = await taken()
  answers = [takenAndLost, forgotten]
  await expect(wallet.send(alice, build, page)).rejects.toThrow('fetch failed')
  await expect.poll(taken).not.toEqual(before)
  await wallet.send(alice, build, page)
  expect(wallet.asked).toEqual([alice])
})

test('what may be in a block is not signed anew because a node that indexes none has forgotten it', async () => {
  const wallet = signingWallet()
  const before = await taken()
  isIndexing = false
  answers = [takenAndLost, forgotten]
  await expect(wallet.send(alice, build, page)).rejects.toThrow('fetch failed')
  await expect.poll(taken).not.toEqual(before)
  const again = await wallet.send(alice, build, page).catch((error: unknown) => error)
  expect(again).not.toBeInstanceOf(BroadcastRefusedError)
  expect(String(again)).toContain('account sequence mismatch')
  isIndexing = true
  answers = [forgotten]
  await wallet.send(alice, build, page)
  expect(wallet.asked).toEqual([alice])
})

test.each([true, false])(
  'what is refused and in no block is signed anew (indexed: %s)',
  async (indexed) => {
    const wallet = signingWallet()
    const before = await taken()
    isIndexing = indexed
    answers = [forgotten]
    await expect(wallet.send(alice, build, page)).rejects.toThrow(BroadcastRefusedError)
    await wallet.send(alice, build, page)
    await expect.poll(taken).not.toEqual(before)
    expect(wallet.asked).toEqual([alice, alice])
  },
)

test('the page is told of what may send something, which signing is not', async () => {
  const wallet = signingWallet()
  const before = await taken()
  const signedBefore: number[] = []
  const ask: SendingPage['ask'] = async (send) => {
    signedBefore.push(wallet.asked.length, sent)
    return send()
  }
  await wallet.send(alice, build, { ...page, ask })
  await expect.poll(taken).not.toEqual(before)
  expect([signedBefore, sent]).toEqual([[1, 0], 1])
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
