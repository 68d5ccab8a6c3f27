import type { BrowserContext } from 'playwright-core'
import { createPublicClient, createWalletClient, http, type Hex, type LocalAccount } from 'viem'

import { estimateWithMargin } from '../flows/sign-with-wallet.ts'

/**
 * A browser wallet that really signs: it announces itself in every page of the context (EIP-6963), signs with `account`
 * outside the page, as an extension would, and hands everything else to the chain's node.
 */
export async function announceSigningWallet(
  context: BrowserContext,
  { account, rpcUrl }: { account: LocalAccount; rpcUrl: string },
): Promise<void> {
  const transport = http(rpcUrl)
  const node = createPublicClient({ transport })
  const wallet = createWalletClient({ account, transport })

  async function answer(method: string, params: unknown): Promise<unknown> {
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account.address]
    if (method === 'wallet_switchEthereumChain') return null
    if (method === 'eth_sendTransaction' && Array.isArray(params)) {
      const { to, data, value, gas }: { to: Hex; data: Hex; value?: Hex; gas?: Hex } = params[0]
      const call = { to, data, value: BigInt(value ?? '0x0') }
      const limit =
        gas === undefined ? await estimateWithMargin(node, { account, ...call }) : BigInt(gas)
      return wallet.sendTransaction({ chain: null, ...call, gas: limit })
    }
    if (method === 'personal_sign' && Array.isArray(params)) {
      const raw: Hex = params[0]
      return account.signMessage({ message: { raw } })
    }
    // What a wallet does not sign it passes on, whatever it is: viem's list of methods does not matter here.
    return node.transport.request({ method, params })
  }

  await context.exposeFunction('askSigningWallet', (method: string, params: unknown) =>
    answer(method, params),
  )
  await context.addInitScript(() => {
    const provider = {
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
}
