import { createClient, custom, WaitForTransactionReceiptTimeoutError, type Hex } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

import { currentChain, type EvmProvider } from '../parts/wallets/evm-wallet.ts'

/**
 * What became of a transaction. Wallets let people speed one up or cancel it, which sends another one in its place: `hash`
 * is then the other one's, and `replaced` says whether it still does the same.
 */
export type Ended = {
  hash: Hex
  ok: boolean
  replaced: 'no' | 'same' | 'other'
}

type Input = {
  provider: EvmProvider
  chainId: string // decimal
  hash: Hex
  pollMs?: number
  timeoutMs?: number
}

/**
 * Waits until a transaction, or another one in its place, is in a block of its chain. It must be known to the wallet's node when this
 * begins, since only then a replacement can be told from any other transaction. `undefined`: no block took one in time, or the wallet was
 * on other chains meanwhile.
 */
export async function waitForTransaction({
  provider,
  chainId,
  hash,
  pollMs = 1000,
  timeoutMs = 300_000,
}: Input): Promise<Ended | undefined> {
  const { there, leave } = stayingOn(BigInt(chainId), provider, pollMs)
  const client = createClient({ transport: custom(there), cacheTime: 0 })
  let replaced: Ended['replaced'] = 'no'
  try {
    const receipt = await waitForTransactionReceipt(client, {
      hash,
      pollingInterval: pollMs,
      timeout: timeoutMs,
      onReplaced({ reason }) {
        replaced = reason === 'repriced' ? 'same' : 'other'
      },
    })
    return { hash: receipt.transactionHash, ok: receipt.status === 'success', replaced }
  } catch (error) {
    if (error instanceof WaitForTransactionReceiptTimeoutError) return undefined
    throw error
  } finally {
    leave()
  }
}

/** How many blocks at most are looked into at once: whoever comes back from another chain may have missed thousands. */
const MOST_AT_ONCE = 50

/** What whichever chain the wallet is on answers of itself. What is asked for by its hash is one chain's alone. */
const ASKED_BY_NUMBER = ['eth_blockNumber', 'eth_getBlockByNumber']

/**
 * The same provider, but blocks are those of one chain: people take their wallet to another one while a page waits, where the same account
 * has used the same nonce for something else. Meanwhile such a question waits; after `leave`, for good.
 */
function stayingOn(chainId: bigint, provider: EvmProvider, pollMs: number) {
  let isLeft = false
  const isThere = async () => (await currentChain(provider)) === chainId
  let last: bigint | undefined
  /** Every block between two answers is looked into. */
  function paced(answer: unknown): unknown {
    const newest = BigInt(String(answer))
    const next = last === undefined ? newest : last + BigInt(MOST_AT_ONCE)
    last = next < newest ? next : newest
    return `0x${last.toString(16)}`
  }
  const there: EvmProvider = {
    async request(call) {
      if (!ASKED_BY_NUMBER.includes(call.method)) return provider.request(call)
      for (;;) {
        if (await isThere()) {
          const answer = await provider.request(call)
          if (await isThere()) return call.method === 'eth_blockNumber' ? paced(answer) : answer
        }
        await new Promise<void>((resolve) => {
          setTimeout(() => isLeft || resolve(), pollMs)
        })
      }
    },
  }
  return { there, leave: () => void (isLeft = true) }
}
