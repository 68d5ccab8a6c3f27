import { createClient, custom, WaitForTransactionReceiptTimeoutError, type Hex } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'

import type { EvmProvider } from '../parts/wallets/evm-wallet.ts'

/**
 * What became of a transaction. Wallets let people speed one up or cancel it, which sends another one in its place: `hash`
 * is then the other one's, and `replaced` says whether it still does the same.
 */
export type Ended = {
  hash: Hex
  ok: boolean
  replaced: 'no' | 'same' | 'other'
}

type Input = { provider: EvmProvider; hash: Hex; pollMs?: number; timeoutMs?: number }

/**
 * Waits until a transaction, or another one in its place, is in a block. It must be known to the wallet's node when this
 * begins, since only then a replacement can be told from any other transaction. `undefined`: no block took one in time.
 */
export async function waitForTransaction({
  provider,
  hash,
  pollMs = 1000,
  timeoutMs = 300_000,
}: Input): Promise<Ended | undefined> {
  const client = createClient({ transport: custom(provider), cacheTime: 0 })
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
  }
}
