import type { BrowserContext } from 'playwright-core'

export type WalletCall = { method: string; params?: unknown }

type Options = {
  calls: WalletCall[] // what pages asked of it, in order
  chainId: string
  account: string
  /** Which of its `eth_sendTransaction` calls the person declines, counted from 0. */
  declines?: number[]
  /** Which of them its node takes without telling it so. */
  timesOut?: number[]
  /** Asked to send, it never answers. */
  isSilent?: boolean
  /** After how many sent transactions its person locks it, once; pages are told that its accounts have changed. */
  locksAfter?: number
  /** The hash of one that its person cancels: another one takes its place in a block. */
  cancelled?: string
  /** What its account allows of a token that changes no allowance but from or to zero; without it, it answers no such questions. */
  allowed?: number
}

/** A browser wallet that announces itself (EIP-6963) in every page of the context, and knows only the chain that it starts on. */
export async function announceWallet(
  context: BrowserContext,
  { calls, ...options }: Options,
): Promise<void> {
  await context.exposeFunction('recordWalletCall', (call: WalletCall) => void calls.push(call))
  await context.addInitScript((wallet) => {
    const {
      chainId: startChain,
      account,
      declines = [],
      timesOut = [],
      isSilent,
      locksAfter,
      cancelled,
    } = wallet
    let chainId = startChain
    let { allowed } = wallet
    const listeners = new Set<() => void>()
    const known = new Set([startChain])
    let sends = 0
    let sent = 0
    const APPROVE = '0x095ea7b3'
    const amountOf = (data: string) => Number(`0x${data.slice(-64)}`)
    const taken = { from: account, nonce: '0x5', value: '0x0', input: '0x', type: '0x2' }
    const inItsPlace = { ...taken, hash: `0x${'cc'.repeat(32)}`, to: account }
    const fail = (code: number, message: string) => Object.assign(new Error(message), { code })
    const provider = {
      on: (event: string, tell: () => void) => event === 'accountsChanged' && listeners.add(tell),
      removeListener: (_: string, tell: () => void) => listeners.delete(tell),
      async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
        await Reflect.get(window, 'recordWalletCall')({ method, params })
        const [first] = Array.isArray(params) ? params : []
        switch (method) {
          case 'eth_requestAccounts':
            return [account]
          case 'eth_chainId':
            return chainId
          case 'wallet_switchEthereumChain':
            if (!known.has(first.chainId)) throw fail(4902, 'Unrecognized chain ID.')
            chainId = first.chainId
            return null
          case 'wallet_addEthereumChain':
            known.add(first.chainId)
            return null
          case 'eth_sendTransaction':
            sends += 1
            if (isSilent) return new Promise(() => undefined)
            if (declines.includes(sends - 1)) throw fail(4001, 'User rejected the request.')
            if (timesOut.includes(sends - 1)) throw fail(-32_603, 'The request timed out.')
            sent += 1
            if (allowed !== undefined && first.data.startsWith(APPROVE))
              allowed = amountOf(first.data)
            if (sent === locksAfter) for (const tell of listeners) tell()
            return `0x${String(sent).repeat(64)}`
          case 'eth_getTransactionReceipt':
            return first === cancelled ? null : { status: '0x1', transactionHash: first }
          case 'eth_blockNumber':
            if (cancelled === undefined) break
            return '0x10'
          case 'eth_getTransactionByHash':
            if (cancelled === undefined) break
            return { ...taken, hash: first, to: `0x${'fa'.repeat(20)}`, blockNumber: null }
          case 'eth_getBlockByNumber':
            if (cancelled === undefined) break
            return { number: '0x10', transactions: [{ ...inItsPlace, blockNumber: '0x10' }] }
          case 'eth_getTransactionCount':
            return '0x0'
          case 'eth_call':
            if (allowed === undefined) throw fail(4200, 'no eth_call')
            if (!first.data.startsWith(APPROVE))
              return `0x${allowed.toString(16).padStart(64, '0')}`
            if (allowed > 0 && amountOf(first.data) > 0) throw fail(3, 'execution reverted')
            return '0x'
          default:
        }
        throw fail(4200, `no ${method}`)
      },
    }
    const info = {
      uuid: 'f0000000-0000-4000-8000-000000000000',
      name: 'Test Wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'example.wallet',
    }
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, options)
}
