import { isHex, numberToHex, type Hex } from 'viem'

import type { EvmMessage } from '../../core/terms/shapes.ts'
import type { EvmProvider } from '../parts/wallets/evm-wallet.ts'
import type { SendingPage } from './signing-wallet.ts'
import type { Step } from './steps-due.ts'
import type { Ended } from './wait-for-transaction.ts'

/** An approval that the chain took but refused. */
export class ApprovalFailedError extends Error {}
/** An approval that the wallet sent, but that no block has taken in time. */
export class ApprovalPendingError extends Error {}
/** An approval that was cancelled in the wallet, or made to do something else. */
export class ApprovalCancelledError extends Error {}

type Input = Pick<SendingPage, 'tell' | 'ask'> & {
  provider: EvmProvider
  from: string
  steps: readonly Step[]
  /** Waited for before each message, since the wallet or a block may have taken long. What it throws ends it. */
  ready: () => Promise<void>
  /** What became of a transaction; `undefined` when no block took it in time. */
  waitFor: (hash: Hex) => Promise<Ended | undefined>
}

/**
 * Has the wallet sign and send the messages in order. Each approval must be in a block before the next message goes out,
 * since the next one spends it. Answers the hash of the last message, the operation, as soon as the wallet gives it.
 * Throws what the wallet and `ready` throw, {ApprovalFailedError}, {ApprovalPendingError} and {ApprovalCancelledError}.
 */
export async function sendMessages({
  provider,
  from,
  steps,
  tell,
  ask,
  ready,
  waitFor,
}: Input): Promise<Hex> {
  let hash: Hex | undefined
  for (const [number, { message, ...place }] of steps.entries()) {
    await ready()
    tell({ ...place, state: 'asking' })
    hash = await ask(() => send(provider, from, message))
    if (number < steps.length - 1) {
      tell({ ...place, state: 'mining' })
      checkApproval(hash, await waitFor(hash))
    }
    if (place.revocation !== 'now') tell({ ...place, state: 'done' })
  }
  if (hash === undefined) throw new Error('there was no message left to send')
  return hash
}

async function send(
  provider: EvmProvider,
  from: string,
  { chainId, to, data, value, gasLimit }: EvmMessage,
): Promise<Hex> {
  const gas = gasLimit !== undefined && { gas: gasLimit }
  // A wallet that is on another chain by then refuses by itself.
  const transaction = { chainId: numberToHex(BigInt(chainId)), from, to, data, value, ...gas }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  if (!isHex(hash) || hash.length !== 66) throw new Error('the wallet gave no transaction hash')
  return hash
}

/** @throws {ApprovalPendingError} {ApprovalCancelledError} {ApprovalFailedError} */
export function checkApproval(hash: Hex, ended: Ended | undefined): void {
  if (!ended) throw new ApprovalPendingError(`the approval ${hash} is in no block yet`)
  if (ended.replaced === 'other')
    throw new ApprovalCancelledError(`the approval ${hash} was replaced by ${ended.hash}`)
  if (!ended.ok) throw new ApprovalFailedError(`the chain refused the approval ${ended.hash}`)
}
