import type { TransactionBuild } from '../shapes.ts'

/** One call that a transaction on chain makes: `data` is calldata hex on EVM, the message's JSON on CosmWasm. */
export type ChainCall = { sender: string; contract: string; data: string; value: string }

/** Whether a transaction on chain does what was built: its calls end with the build's operation, from the same sender. */
export function matchesBuild(
  build: TransactionBuild,
  sender: string,
  calls: readonly ChainCall[],
): boolean {
  const operation = build.msgs.at(-1)
  const call = calls.at(-1)
  if (!operation || !call || call.sender.toLowerCase() !== sender.toLowerCase()) return false
  if ('to' in operation) {
    return (
      call.contract.toLowerCase() === operation.to.toLowerCase() &&
      call.data.toLowerCase() === operation.data.toLowerCase() &&
      BigInt(call.value) === BigInt(operation.value)
    )
  }
  return (
    call.contract === operation.contractAddress &&
    canonical(JSON.parse(call.data)) === canonical(operation.msg) &&
    canonical(JSON.parse(call.value)) === canonical(operation.funds)
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
