import type { SignableBuild } from '../payloads/meta-transaction.ts'
import type { CosmWasmMessage, EvmMessage } from '../terms/shapes.ts'

/** One call that a transaction on chain makes: `data` is calldata hex on EVM, the message's JSON on CosmWasm. */
export type ChainCall = { sender: string; contract: string; data: string; value: string }

/**
 * Whether a transaction on chain does what was built, from the same sender, which a text never does: on EVM the last message, which goes in a
 * transaction of its own; on CosmWasm its calls end with all messages, in order.
 */
export function matchesBuild(
  build: SignableBuild,
  sender: string,
  calls: readonly ChainCall[],
): boolean {
  if (build.type === 'meta') return false
  const messages = build.type === 'evm' ? build.msgs.slice(-1) : build.msgs
  const made = calls.slice(-messages.length)
  return (
    messages.length > 0 &&
    messages.length === made.length &&
    messages.every((message, index) => makes(made[index], sender, message))
  )
}

function makes(
  call: ChainCall | undefined,
  sender: string,
  message: EvmMessage | CosmWasmMessage,
): boolean {
  if (call?.sender.toLowerCase() !== sender.toLowerCase()) return false
  if ('to' in message) {
    return (
      call.contract.toLowerCase() === message.to.toLowerCase() &&
      call.data.toLowerCase() === message.data.toLowerCase() &&
      BigInt(call.value) === BigInt(message.value)
    )
  }
  return (
    call.contract === message.contractAddress &&
    canonical(JSON.parse(call.data)) === canonical(message.msg) &&
    canonical(JSON.parse(call.value)) === canonical(message.funds)
  )
}

/** JSON with sorted keys, since wallets may write an object's keys in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : inner,
  )
}
