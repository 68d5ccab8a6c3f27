import type { BrowserContext } from 'playwright-core'
import {
  createPublicClient,
  createWalletClient,
  hexToBigInt,
  type Address,
  type Hash,
  type Hex,
  type LocalAccount,
} from 'viem'

import { estimateWithMargin } from '../flows/sign-with-wallet.ts'
import { signedBatch } from '../devnet/evm/smart-wallet.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

type Call = { to: Address; data?: Hex; value?: Hex; gas?: Hex }

/** An account whose code is a `SmartWallet`: what its owner signs, `bundler` brings and pays for. */
export type SmartAccount = { address: Address; bundler: LocalAccount; takesBatches: boolean }

type Options = {
  account: LocalAccount
  rpcUrl: string
  /** The account of this address instead, which `account` owns. */
  smart?: SmartAccount
  /** What pages asked of it and people would see, in order. */
  prompts?: string[]
}

const PROMPTS = ['eth_requestAccounts', 'personal_sign', 'eth_sendTransaction', 'wallet_sendCalls']

/**
 * A browser wallet that really signs: it announces itself in every page of the context (EIP-6963), signs with `account`
 * outside the page, as an extension would, and hands everything else to the chain's node.
 */
export async function announceSigningWallet(
  context: BrowserContext,
  { account: first, rpcUrl, smart, prompts = [] }: Options,
): Promise<{ use(next: LocalAccount): Promise<void> }> {
  const transport = patientHttp(rpcUrl)
  const node = createPublicClient({ transport })
  let account = first
  /** Batches by the wallet's own names for them. */
  const batches = new Map<string, Hash>()

  async function send({ to, data = '0x', value = '0x0', gas }: Call): Promise<Hash> {
    if (smart) return bring(smart, [{ to, data, value }])
    const call = { to, data, value: BigInt(value) }
    const limit =
      gas === undefined ? await estimateWithMargin(node, { account, ...call }) : BigInt(gas)
    return createWalletClient({ account, transport }).sendTransaction({
      chain: null,
      ...call,
      gas: limit,
    })
  }

  async function bring({ address, bundler }: SmartAccount, calls: readonly Call[]): Promise<Hash> {
    const data = await signedBatch(
      node,
      address,
      account,
      calls.map(({ to, data: inner = '0x', value = '0x0' }) => ({
        to,
        data: inner,
        value: hexToBigInt(value),
        mayFail: false,
      })),
    )
    const brought = { chain: null, to: address, data, gas: 3_000_000n }
    return createWalletClient({ account: bundler, transport }).sendTransaction(brought)
  }

  async function answer(method: string, params: unknown): Promise<unknown> {
    if (PROMPTS.includes(method)) prompts.push(method)
    const [param] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [smart?.address ?? account.address]
      case 'wallet_switchEthereumChain':
        return null
      case 'eth_sendTransaction':
        return send(param)
      case 'personal_sign':
        return account.signMessage({ message: { raw: param } })
      case 'wallet_getCapabilities': {
        const chainId = `0x${(await node.getChainId()).toString(16)}`
        return smart?.takesBatches ? { [chainId]: { atomic: { status: 'supported' } } } : {}
      }
      case 'wallet_sendCalls': {
        if (!smart) throw new Error('this wallet takes no batches')
        const id = `0xba7c4${String(batches.size).padStart(3, '0')}`
        batches.set(id, await bring(smart, param.calls))
        return { id }
      }
      case 'wallet_getCallsStatus': {
        const hash = batches.get(param)
        if (hash === undefined) throw new Error('no such batch')
        const receipt = await node.transport.request({
          method: 'eth_getTransactionReceipt',
          params: [hash],
        })
        const status = receipt === null ? 100 : 200
        return { version: '2.0.0', id: first, status, receipts: receipt === null ? [] : [receipt] }
      }
      default:
        // What a wallet does not sign it passes on, whatever it is: viem's list of methods does not matter here.
        return node.transport.request({ method, params })
    }
  }

  await context.exposeFunction('askSigningWallet', (method: string, params: unknown) =>
    answer(method, params),
  )
  await context.addInitScript(() => {
    const listeners = new Set<() => void>()
    Reflect.set(window, 'changeSigningWallet', () => {
      for (const tell of listeners) tell()
    })
    const provider = {
      on: (event: string, tell: () => void) => event === 'accountsChanged' && listeners.add(tell),
      removeListener: (_: string, tell: () => void) => listeners.delete(tell),
      request: ({ method, params }: { method: string; params?: unknown }): Promise<unknown> =>
        Reflect.get(window, 'askSigningWallet')(method, params),
    }
    const info = {
      uuid: 'f0000000-0000-4000-8000-000000000001',
      name: 'Signing Wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'example.signing',
    }
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  return {
    /** Goes to another account, as its owner would, and tells pages. */
    async use(next) {
      account = next
      for (const page of context.pages())
        await page.evaluate(() => Reflect.get(window, 'changeSigningWallet')())
    },
  }
}
