import type { EvmMessage } from '../../core/shapes.ts'
import type { EvmProvider } from '../evm-wallet.ts'

/** An approval that the chain took but refused. */
export class ApprovalFailedError extends Error {}
/** An approval that the wallet sent, but that no block has taken in time. */
export class ApprovalPendingError extends Error {}

export type SendingState = { index: number; state: 'asking' | 'mining' | 'done' }

type Input = {
  provider: EvmProvider
  from: string
  msgs: readonly EvmMessage[]
  /** How many messages an earlier try has finished already. */
  done: number
  tell: (state: SendingState) => void
  sleep: (ms: number) => Promise<void>
}

const RECEIPT_PAUSE_MS = 1000
const RECEIPT_LOOKS = 300

/**
 * Has the wallet sign and send the messages in order. Each approval must be in a block before the next message goes out,
 * since the next one spends it. Answers the hash of the last message, the operation, as soon as the wallet gives it.
 * Throws what the wallet throws, {ApprovalFailedError} and {ApprovalPendingError}.
 */
export async function sendMessages({
  provider,
  from,
  msgs,
  done,
  tell,
  sleep,
}: Input): Promise<string> {
  let hash = ''
  for (const [index, message] of msgs.entries()) {
    if (index < done) continue
    tell({ index, state: 'asking' })
    hash = await send(provider, from, message)
    if (index < msgs.length - 1) {
      tell({ index, state: 'mining' })
      await waitForReceipt(provider, hash, sleep)
    }
    tell({ index, state: 'done' })
  }
  return hash
}

async function send(
  provider: EvmProvider,
  from: string,
  { to, data, value, gasLimit }: EvmMessage,
): Promise<string> {
  const transaction = { from, to, data, value, ...(gasLimit !== undefined && { gas: gasLimit }) }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  if (typeof hash !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(hash))
    throw new Error('the wallet gave no transaction hash')
  return hash
}

async function waitForReceipt(
  provider: EvmProvider,
  hash: string,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  for (let look = 0; look < RECEIPT_LOOKS; look += 1) {
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
      if (BigInt(String(receipt.status)) === 1n) return
      throw new ApprovalFailedError(`the chain refused the approval ${hash}`)
    }
    await sleep(RECEIPT_PAUSE_MS)
  }
  throw new ApprovalPendingError(`the approval ${hash} is in no block yet`)
}
