import { stringToHex } from 'viem'

import { NoPublicNodeError } from './errors.ts'

/** EIP-1193: what an injected wallet offers to a page. */
export type EvmProvider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** A wallet in this browser. `icon` is a `data:` picture, or empty. */
export type EvmWallet = { id: string; name: string; icon: string; provider: EvmProvider }

/**
 * Finds the wallets of this browser and tells every change of the list: those that announce themselves (EIP-6963), and
 * `window.ethereum` where none does. Returns how to stop listening.
 */
export function discoverWallets(tell: (wallets: EvmWallet[]) => void, settleMs = 300): () => void {
  let announced: EvmWallet[] = []
  const hear = (event: Event) => {
    const wallet = event instanceof CustomEvent ? readAnnouncement(event.detail) : undefined
    if (!wallet || announced.some(({ id }) => id === wallet.id)) return
    announced = [...announced, wallet]
    tell(announced)
  }
  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const timer = setTimeout(() => {
    const injected: unknown = Reflect.get(window, 'ethereum')
    if (announced.length > 0) return
    tell(
      isProvider(injected)
        ? [{ id: 'injected', name: 'Browser wallet', icon: '', provider: answering(injected) }]
        : [],
    )
  }, settleMs)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('eip6963:announceProvider', hear)
  }
}

function readAnnouncement(detail: unknown): EvmWallet | undefined {
  if (
    typeof detail !== 'object' ||
    detail === null ||
    !('provider' in detail) ||
    !('info' in detail)
  )
    return undefined
  const { provider, info } = detail
  if (!isProvider(provider) || typeof info !== 'object' || info === null) return undefined
  const text = (key: string) => {
    const value: unknown = Reflect.get(info, key)
    return typeof value === 'string' ? value : ''
  }
  const icon = text('icon')
  return {
    id: text('uuid'),
    name: text('name') || 'Wallet',
    icon: icon.startsWith('data:image/') ? icon : '',
    provider: answering(provider),
  }
}

/** The code of EIP-1193's `disconnect` by which MetaMask tells that it is for good, until the page is loaded anew. */
export const WALLET_GONE_CODE = 1011

/**
 * The same provider, but once its wallet is gone, as extensions are when they are updated, requests fail with that code. MetaMask's leaves
 * them without an answer for ever.
 */
function answering(provider: EvmProvider): EvmProvider {
  const gone = new Promise<never>((_resolve, reject) => {
    provider.on?.('disconnect', (error) => {
      if (codesOf(error).includes(WALLET_GONE_CODE))
        reject(Object.assign(new Error('the wallet is gone'), { code: WALLET_GONE_CODE }))
    })
  })
  gone.catch(() => {}) // nobody may have asked anything
  return {
    request: (call) => Promise.race([provider.request(call), gone]),
    on: (event, listener) => provider.on?.(event, listener),
    removeListener: (event, listener) => provider.removeListener?.(event, listener),
  }
}

function isProvider(value: unknown): value is EvmProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  )
}

/** The accounts that the wallet shows to this page, lower case; asks the person when it shows none yet. */
export async function connectAccounts(provider: EvmProvider): Promise<string[]> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  return Array.isArray(accounts)
    ? accounts
        .filter((account) => typeof account === 'string')
        .map((account) => account.toLowerCase())
    : []
}

export type EvmChainInfo = {
  name: string
  chain_id: string // decimal
  rpc_url: string // empty: the service names no public node
  explorer_tx_url: string
  native_currency?: { name: string; symbol: string; decimals: number } | null
}

const UNKNOWN_CHAIN_CODE = 4902

/** Has the wallet sign a text as a personal message (EIP-191): hex of 65 bytes. Throws what the wallet throws. */
export async function signEvmText(
  provider: EvmProvider,
  address: string,
  text: string,
): Promise<string> {
  return String(
    await provider.request({ method: 'personal_sign', params: [stringToHex(text), address] }),
  )
}

/**
 * Brings the wallet to a chain, and makes the chain known to it first where it is not. Returns whether it was on another one. Throws what
 * the wallet throws, {NoPublicNodeError} and {WrongChainError}.
 */
export async function switchChain(provider: EvmProvider, chain: EvmChainInfo): Promise<boolean> {
  const chainId = `0x${BigInt(chain.chain_id).toString(16)}`
  if ((await currentChain(provider)) === BigInt(chain.chain_id)) return false
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  } catch (error) {
    if (!codesOf(error).includes(UNKNOWN_CHAIN_CODE)) throw error
    if (chain.rpc_url === '') throw new NoPublicNodeError()
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [additionOf(chain, chainId)],
    })
    // Wallets may add a chain without going there.
    if ((await currentChain(provider)) !== BigInt(chain.chain_id))
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  }
  if ((await currentChain(provider)) !== BigInt(chain.chain_id)) throw new WrongChainError()
  return true
}

/** The wallet says that it switched, but is still elsewhere. */
export class WrongChainError extends Error {}

/** The chain that a wallet is on; `undefined` where it says nothing readable. Throws what the wallet throws. */
export async function currentChain(provider: EvmProvider): Promise<bigint | undefined> {
  const id = await provider.request({ method: 'eth_chainId' })
  return typeof id === 'string' && /^(0x[0-9a-fA-F]+|\d+)$/.test(id) ? BigInt(id) : undefined
}

function additionOf(chain: EvmChainInfo, chainId: string) {
  const explorer = /^https?:\/\//.test(chain.explorer_tx_url)
    ? new URL(chain.explorer_tx_url).origin
    : undefined
  return {
    chainId,
    chainName: chain.name,
    rpcUrls: [chain.rpc_url],
    nativeCurrency: chain.native_currency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...(explorer && { blockExplorerUrls: [explorer] }),
  }
}

/** Every error code inside a wallet's error: some wrap the real one several times. */
export function codesOf(error: unknown): number[] {
  if (typeof error !== 'object' || error === null) return []
  const own = 'code' in error && typeof error.code === 'number' ? [error.code] : []
  const inner = ['data', 'originalError', 'cause'].flatMap((key) =>
    key in error ? codesOf(Reflect.get(error, key)) : [],
  )
  return [...own, ...inner]
}
